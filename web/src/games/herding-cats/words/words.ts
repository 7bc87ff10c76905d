// What happened, in one sentence from the viewer's side of the table.
import type { Event, View } from "../../../protocol/games/herding-cats";
import type { Told } from "../../../lib/game";
import { find } from "../model/find";
import { count, does, list, one, upper, whom, whose } from "./names";
import { KINDS } from "./kinds";

export function words(event: Event, at: Told<View>): string | null {
  switch (event.type) {
    case "turnStarted":
      return `${upper(whose(at, event.player_id))} turn.`;
    case "cardDeclared": {
      const against = event.target_player_id === undefined ? "" : `, against ${whom(at, event.target_player_id)}`;
      const real = find(at.view, event.card.id)?.counts;
      if (event.player_id === at.you && real) {
        const said = real === event.declared ? "and say so" : `and call it ${one(event.declared)}`;
        return `You play ${one(real)} ${said}${against}.`;
      }
      return `${does(at, event.player_id, "play")} a card as ${one(event.declared)}${against}.`;
    }
    case "challengePassed":
      return `${does(at, event.player_id, "let")} it pass.`;
    case "challengeResult":
      return event.truthful
        ? `${does(at, event.challenger_id, "challenge")} ${whom(at, event.player_id)}, but it is true: ${one(event.card.type)}.`
        : `${does(at, event.challenger_id, "catch")} ${whom(at, event.player_id)} bluffing: the ${KINDS[event.declared].title} is ${one(event.card.type)}.`;
    case "penaltyDue":
      return `${does(at, event.player_id, "lose")} a card, picked blind by ${whom(at, event.picker_id)}.`;
    case "cardSelected": {
      const known = event.target_player_id === at.you ? find(at.view, event.card.id)?.counts : null;
      const what = known ? `, ${KINDS[known].title},` : "";
      return `${does(at, event.player_id, "select")} card ${event.selected_slot_index + 1}${what} of ${whose(at, event.target_player_id)} ${event.zone}.`;
    }
    case "interceptDeclined":
      return `${does(at, event.player_id, "let")} the attack through.`;
    case "interceptClaimed": {
      const real = event.player_id === at.you ? find(at.view, event.card.id)?.counts : null;
      if (real === "laser_pointer") return "You hold up your Laser Pointer.";
      if (real) return `You hold up ${one(real)} and call it a Laser Pointer.`;
      return `${does(at, event.player_id, "hold")} up a card from the ${event.zone}: a Laser Pointer, ${event.player_id === at.you ? "you say" : "they say"}.`;
    }
    case "interceptChallengeResult":
      if (!event.challenged || event.challenger_id === undefined) return "Nobody doubts the Laser Pointer. It stands.";
      return event.stands
        ? `${does(at, event.challenger_id, "challenge")} the Laser Pointer, but it is real.`
        : `${does(at, event.challenger_id, "challenge")} the Laser Pointer: a bluff, it is ${one(event.card.type)}.`;
    case "interceptApplied":
      return `The card that ${whom(at, event.player_id)} ${event.player_id === at.you ? "hold" : "holds"} up takes the place of the chosen one, which stays hidden.`;
    case "cardRemoved":
      return null;
    case "cardStolen":
      return `${does(at, event.to_player_id, "steal")} a card from ${whom(at, event.from_player_id)}.`;
    case "cardStolenPrivate":
      return event.to_player_id === at.you
        ? `Only you know what you stole: ${one(event.card.type)}.`
        : `Only ${at.name(event.to_player_id)} knows what it is.`;
    case "herdUpdate":
      return event.visible && event.card.type
        ? `${upper(one(event.card.type))} lies open in ${whose(at, event.player_id)} herd.`
        : `The card joins ${whose(at, event.player_id)} herd, face down.`;
    case "discardUpdate":
      return `${does(at, event.player_id, "discard")} ${one(event.card.type)}.`;
    case "alleyCatIneffective":
      return ineffective("Alley Cat", "returns to hand", event, at);
    case "catnipIneffective":
      return ineffective("Catnip", "returns to hand", event, at);
    case "animalControlIneffective":
      return ineffective("Animal Control", "stays, face up and safe", event, at);
    case "attackFizzled":
      return `${upper(whose(at, event.player_id))} ${KINDS[event.declared].title} finds nothing left to attack.`;
    case "gameEnded": {
      const [first = 0] = event.winners;
      const points = count(event.scores[first] ?? 0, "point");
      const winners = event.winners.map((seat, i) => (i === 0 ? at.name(seat) : whom(at, seat)));
      return event.winners.length > 1
        ? `${list(winners)} share the win with ${points} each.`
        : `${does(at, first, "win")} with ${points}.`;
    }
    default:
      return unknown(event);
  }
}

/** "Ineffective: Ada reveals Catnip (returns to hand)." */
function ineffective(kind: string, then: string, event: { target_player_id: number }, at: Told<View>): string {
  const seat = event.target_player_id;
  return `Ineffective: ${whom(at, seat)} ${seat === at.you ? "reveal" : "reveals"} ${kind} (${then}).`;
}

/** A kind of event that this page is too old for. */
function unknown(_: never): null {
  return null;
}
