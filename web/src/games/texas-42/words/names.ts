// What things are called: dominoes, bids, trumps and counts of them.
import { upper } from "../../../lib/sentence";
import type { Bid, Domino, Trump } from "../../../protocol/games/texas-42";
import { dominoFacts } from "./facts";
import { texts } from "./texts";

/** All that a screen reader should say of a domino. */
export function dominoName(domino: Domino, trump: Trump | null): string {
  return texts.say("domino", dominoFacts(domino, trump));
}

export function marksOf(marks: number): string {
  return texts.say("marks", { marks });
}

export function pointsOf(points: number): string {
  return texts.say("points", { points });
}

/** A bid as it is spoken of: "34", "1 mark", "a plunge". */
export function bidName(bid: Bid): string {
  return texts.say("bid", { bid });
}

/** The name of a trump, as a heading. */
export function trumpTitle(trump: Trump): string {
  return texts.word("trump", trump, "title");
}

/** What it means that this is trump, as a sentence. */
export function trumpText(trump: Trump): string {
  return `${upper(texts.word("trump", trump, "text"))}.`;
}

/** What is printed on the chip of a bid. */
export function chipOf(bid: Bid): { big: string; small: string } {
  if (typeof bid === "string") return { big: texts.say(bid === "pass" ? "page-pass" : "page-plunge"), small: "" };
  if ("points" in bid) return { big: String(bid.points), small: "" };
  if ("splash" in bid) return { big: texts.say("page-splash"), small: `×${bid.splash}` };
  return { big: String(bid.marks), small: texts.say("page-marks", { n: bid.marks }) };
}
