// What an event turns over while it is on show, and what is stamped over the table then.
import type { Event, Kind } from "../../../protocol/games/herding-cats";
import type { Fields } from "../../../lib/texts";
import { texts } from "../words/texts";
import type { Opened } from "./scene";

/** The faces that lie open once this event is on show. A card that goes back face down is open for its own moment only. */
export function openedBy(event: Event, before: Opened): Opened {
  const kept = new Map([...before].filter(([, { isBrief }]) => !isBrief));
  const open = (card: { id: number; type?: Kind }, isBrief = false): Opened =>
    card.type === undefined ? kept : kept.set(card.id, { kind: card.type, isBrief });
  switch (event.type) {
    case "challengeResult":
    case "interceptChallengeResult":
    case "discardUpdate":
    case "cardStolenPrivate":
    case "animalControlIneffective":
      return open(event.card);
    case "herdUpdate":
      return event.visible ? open(event.card) : kept;
    case "alleyCatIneffective":
    case "catnipIneffective":
      return open(event.card, true);
    default:
      return kept;
  }
}

export interface Stamp {
  word: string;
  /** What it means, in a line below. */
  line: string;
  tone: "good" | "bad" | "cold";
}

/** The word that is stamped over the table for an event that changes fortunes. */
export function stampOf(event: Event): Stamp | null {
  switch (event.type) {
    case "challengeResult":
      return event.truthful ? stamp("page-true", "good", event) : stamp("page-bluff", "bad", event);
    case "interceptChallengeResult":
      if (!event.challenged) return null;
      return event.stands
        ? stamp("page-real", "good")
        : stamp("page-bluff", "bad", { declared: "laser_pointer", card: event.card });
    case "interceptApplied":
      return stamp("page-intercepted", "good");
    case "cardStolen":
      return stamp("page-theft", "bad");
    case "cardStolenPrivate":
      return stamp("page-yours", "good", event);
    case "alleyCatIneffective":
    case "catnipIneffective":
      return stamp("page-ineffective", "cold", event);
    case "animalControlIneffective":
      return { ...stamp("page-ineffective", "cold"), line: texts.say("page-ineffective.safe", event) };
    case "attackFizzled":
      return stamp("page-fizzled", "cold");
    default:
      return null;
  }
}

function stamp(id: string, tone: Stamp["tone"], about: Fields = {}): Stamp {
  return { word: texts.say(id), line: texts.say(`${id}.line`, about), tone };
}
