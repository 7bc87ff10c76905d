// Sorts what is legal into what the board offers: a ladder of bids, trumps, bones, and single keys. It decides nothing.
import type { OfType } from "../../../lib/narrow";
import type { Action, Bid, Trump } from "../../../protocol/games/texas-42";

export type BidAction = OfType<Action, "bid">;
export type TrumpAction = OfType<Action, "select-trump">;

export interface Offers {
  /** The bids by their kind, each in the order in which they were offered. */
  bids: { pass: BidAction | null; points: Map<number, BidAction>; marks: BidAction[]; special: BidAction[] };
  trumps: TrumpAction[];
  /** What playing each card is. */
  plays: Map<number, OfType<Action, "play-domino">>;
  /** What all wait for and what takes one key: agreeing, taking in, scoring, dealing. */
  onward: Action | null;
}

export function offersOf(legal: readonly Action[]): Offers {
  const offers: Offers = {
    bids: { pass: null, points: new Map(), marks: [], special: [] },
    trumps: [],
    plays: new Map(),
    onward: null,
  };
  for (const action of legal) {
    switch (action.type) {
      case "bid":
        sortBid(offers.bids, action);
        break;
      case "select-trump":
        offers.trumps.push(action);
        break;
      case "play-domino":
        offers.plays.set(action.card, action);
        break;
      case "agree-complete-trick":
      case "complete-trick":
      case "agree-score-hand":
      case "score-hand":
      case "redeal":
      case "new-game":
        offers.onward ??= action;
        break;
      default:
        action satisfies never;
    }
  }
  return offers;
}

export function hasBids({ bids }: Offers): boolean {
  return bids.pass !== null || bids.points.size > 0 || bids.marks.length > 0 || bids.special.length > 0;
}

function sortBid(bids: Offers["bids"], action: BidAction): void {
  const { bid } = action;
  if (bid === "pass") bids.pass = action;
  else if (bid === "plunge" || "splash" in bid) bids.special.push(action);
  else if ("points" in bid) bids.points.set(bid.points, action);
  else bids.marks.push(action);
}

/** What somebody types to bid this: the points; 42 and 84 for one and two marks. */
export function typedFor(bid: Bid): string | null {
  if (typeof bid === "string" || "splash" in bid) return null;
  return String("points" in bid ? bid.points : bid.marks * 42);
}

/** The bids that begin with what has been typed, for going to one with the number keys. */
export function narrowed(actions: readonly BidAction[], typed: string): BidAction[] {
  return actions.filter(({ bid }) => typedFor(bid)?.startsWith(typed) ?? false);
}

/** The key that names a trump: its pips, or its first letter. */
export function keyOf(trump: Trump): string {
  const KEYS: Record<Trump, string> = {
    blanks: "0",
    ones: "1",
    twos: "2",
    threes: "3",
    fours: "4",
    fives: "5",
    sixes: "6",
    doubles: "d",
    "no-trump": "f",
    nello: "n",
    sevens: "s",
  };
  return KEYS[trump];
}
