// Small facts about how things are shown: where a seat is, which bones are marked, and in which order a hand lies.
import type { Bid, Domino, PlayerView, Shown, Trump } from "../../../protocol/games/texas-42";

export type Place = "south" | "west" | "north" | "east";
export const SEATS = [0, 1, 2, 3] as const;

const ROUND: readonly Place[] = ["south", "west", "north", "east"];
export const SUITS: readonly Trump[] = ["blanks", "ones", "twos", "threes", "fours", "fives", "sixes"];

/** Where a seat is as the viewer sees the table; a spectator sits behind the first seat. */
export function placeOf(seat: number, you: number | null): Place {
  return ROUND[(seat - (you ?? 0) + 4) % 4] ?? "south";
}

/** Which side a seat plays for. */
export function sideOf(view: PlayerView, seat: number): number {
  return view.players[seat]?.team_id ?? seat % 2;
}

/** The number that is painted on a bone that counts; 0 for the others. */
export function countOf([one, other]: Domino): number {
  const pips = one + other;
  return pips === 5 || pips === 10 ? pips : 0;
}

/** The pips of a trump that is a suit of pips. */
export function pipsOf(trump: Trump | null): number | null {
  const at = trump === null ? -1 : SUITS.indexOf(trump);
  return at < 0 ? null : at;
}

/** Which ends of a bone get stars for pips, because they are what was named as trump. */
export function starsOf([one, other]: Domino, trump: Trump | null): [boolean, boolean] {
  if (trump === "doubles") return [one === other, one === other];
  const pips = pipsOf(trump);
  return [one === pips, other === pips];
}

export function isStarred(domino: Domino, trump: Trump | null): boolean {
  return starsOf(domino, trump).includes(true);
}

/** A hand as it lies in the rack: what has stars first, then by pips. */
export function inOrder(hand: readonly Shown<Domino>[], trump: Trump | null): Shown<Domino>[] {
  const weight = ({ type }: Shown<Domino>): number => {
    if (!type) return -1;
    const [one, other] = type;
    const pips = pipsOf(trump);
    const [first, second] = other === pips && one !== pips ? [other, one] : [one, other];
    // The double is the first of its own.
    return (isStarred(type, trump) ? 1000 : 0) + first * 10 + (first === second ? 9 : second);
  };
  return [...hand].sort((a, b) => weight(b) - weight(a));
}

/** The points that the bidder's side has promised; all of them, unless the bid was of points. */
export function goalOf(bid: Bid): number {
  return typeof bid === "object" && "points" in bid ? bid.points : 42;
}

/** Who sits out while a partner plays alone. */
export function sitsOut(view: PlayerView, seat: number): boolean {
  const bidder = view.contract?.[0];
  return view.trump === "nello" && bidder !== undefined && bidder !== seat && sideOf(view, bidder) === sideOf(view, seat);
}
