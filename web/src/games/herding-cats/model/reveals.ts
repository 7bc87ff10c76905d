// What an event turns over while it is on show, and what is stamped over the table then.
import type { Event, Kind } from "../../../protocol/games/herding-cats";
import { KINDS } from "../words/kinds";
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
      return event.truthful
        ? { word: "True!", line: `It is ${event.card.type ? KINDS[event.card.type].one : "what was said"}`, tone: "good" }
        : {
            word: "Bluff!",
            line: event.card.type ? `No ${KINDS[event.declared].title}: ${KINDS[event.card.type].one}` : "",
            tone: "bad",
          };
    case "interceptChallengeResult":
      if (!event.challenged) return null;
      return event.stands
        ? { word: "Real!", line: "A true Laser Pointer", tone: "good" }
        : { word: "Bluff!", line: event.card.type ? `No Laser Pointer: ${KINDS[event.card.type].one}` : "", tone: "bad" };
    case "interceptApplied":
      return { word: "Intercepted", line: "The chosen card stays hidden", tone: "good" };
    case "cardStolen":
      return { word: "Stolen", line: "Only the thief will see it", tone: "bad" };
    case "cardStolenPrivate":
      return { word: "Yours", line: event.card.type ? `${KINDS[event.card.type].title}, for your eyes only` : "", tone: "good" };
    case "alleyCatIneffective":
    case "catnipIneffective":
      return {
        word: "Ineffective",
        line: `${event.card.type ? KINDS[event.card.type].title : "It"} is revealed and returns to hand`,
        tone: "cold",
      };
    case "animalControlIneffective":
      return { word: "Ineffective", line: "Animal Control stays, face up and safe", tone: "cold" };
    case "attackFizzled":
      return { word: "Fizzled", line: "Nothing left to attack", tone: "cold" };
    default:
      return null;
  }
}
