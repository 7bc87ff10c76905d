// What happened, in one sentence from the viewer's perspective.
import type { Bid, Event, Trump } from "../../../protocol/games/texas-42";
import { type At, bidName, boneName, does, marksOf, pointsOf, sideName, trumpTitle, upper, who } from "./names";

export function words(event: Event, at: At): string | null {
  switch (event.type) {
    case "hand-dealt":
      return `${does(at, event.shaker, "shake")} the bones and everybody draws seven.`;
    case "your-hand": {
      const bones = event.hand.flatMap(({ type }) => (type ? [boneName(type)] : []));
      return bones.length > 0 ? `You hold ${bones.join(", ")}.` : null;
    }
    case "called":
      return `${call(at, event.player, event.bid)}.`;
    case "auction-won":
      return `${does(at, event.player, "win")} the bid with ${bidName(event.contract.bid)}${event.contract.bid === "plunge" ? `, for ${marksOf(event.contract.marks)}` : ""}.`;
    case "all-passed":
      return `Everybody has passed; ${event.player === at.you ? "you shake" : `${at.name(event.player)} shakes`} next.`;
    case "trump-selected":
      return `${declaration(at, event.player, event.trump)}.`;
    case "domino-played":
      return `${does(at, event.player, "play")} ${event.card.type ? boneName(event.card.type) : "a bone"}.`;
    case "trick-won":
      return `${does(at, event.player, "take")} the trick: ${pointsOf(event.points)}.`;
    case "agreed":
      return null;
    case "trick-completed":
      return null;
    case "hand-decided":
      return decision(at, event.made);
    case "hand-scored": {
      const [has, have] = [event.team_marks[event.team] ?? 0, event.team_marks[1 - event.team] ?? 0];
      return `${upper(marksOf(event.marks))} for ${sideName(at, event.team)}. It stands ${has} to ${have}.`;
    }
    case "game-won":
      return `${upper(sideName(at, event.team))} win this game. In games it stands ${event.games[event.team]} to ${event.games[1 - event.team]}.`;
    case "game-over":
      return `The game is over: ${sideName(at, event.team)} have won.`;
    default:
      return event satisfies never;
  }
}

function call(at: At, seat: number, bid: Bid): string {
  if (bid === "pass") return does(at, seat, "pass");
  if (bid === "plunge") return `${does(at, seat, "plunge")}: the partner will name the trump`;
  if ("splash" in bid) return `${does(at, seat, "splash")} for ${marksOf(bid.splash)}: the partner will name the trump`;
  return `${does(at, seat, "bid")} ${bidName(bid)}`;
}

function declaration(at: At, seat: number, trump: Trump): string {
  switch (trump) {
    case "no-trump":
      return `${does(at, seat, "say")} follow me: there is no trump`;
    case "nello":
      return `${does(at, seat, "play")} Nello: to take no trick, with ${seat === at.you ? "your" : "the"} partner sitting out`;
    case "sevens":
      return `${does(at, seat, "play")} Sevens: nearest to seven pips takes the trick`;
    default:
      return `${does(at, seat, "make")} ${trumpTitle(trump).toLowerCase()} trump`;
  }
}

function decision(at: At, made: boolean): string {
  const bidder = at.view.contract?.[0];
  if (bidder === undefined) return made ? "The bid is made." : "The bid is set.";
  const owner = bidder === at.you ? "Your" : `${who(at, bidder)}’s`;
  return made ? `${owner} bid is made.` : `${owner} bid is set: it was not made.`;
}
