// Small words: who does what, from the viewer's perspective.
import type { Told } from "../../../lib/game";
import type { Card, Kind, Shown, View } from "../../../protocol/games/exploding-kittens";
import { aCard } from "./kinds";

export type At = Told<View>;

/** "You draw", "Ada draws". */
export function does(seat: number, at: At, verb: string, other = `${verb}s`): string {
  return seat === at.you ? `You ${verb}` : `${at.name(seat)} ${other}`;
}

/** In the middle of a sentence: "you", "Ada". */
export function whom(seat: number, at: At): string {
  return seat === at.you ? "you" : at.name(seat);
}

/** "your", "Ada's". */
export function whose(seat: number, at: At): string {
  return seat === at.you ? "your" : `${at.name(seat)}'s`;
}

/** "once", "twice", "7 times". */
export function often(times: number): string {
  return times === 1 ? "once" : times === 2 ? "twice" : `${times} times`;
}

/** "1 turn", "4 turns". */
export function count(many: number, what: string): string {
  return `${many} ${what}${many === 1 ? "" : "s"}`;
}

/** "1st", "2nd", "12th". */
export function nth(place: number): string {
  const end = place % 100 >= 11 && place % 100 <= 13 ? "th" : (["th", "st", "nd", "rd"][place % 10] ?? "th");
  return `${place}${end}`;
}

/** A list in a sentence: "Ada, Bo and Cy". */
export function listed(parts: string[]): string {
  return parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}` : (parts[0] ?? "");
}

/** A card that the viewer may or may not see. */
export function shown(card: Shown<Kind>): string {
  return aCard(card.type);
}

/** What the viewer sees on a card, wherever it lies. */
export function kindOf(view: View, card: Card): Kind | undefined {
  const all = [...view.players.flatMap(({ hand, out }) => [...hand, ...out]), ...view.pile, ...view.discard];
  if (view.drawn) all.push(view.drawn);
  return all.find(({ id, type }) => id === card && type !== undefined)?.type;
}

/** In whose hand a card is, and where in it. */
export function holder(view: View, card: Card): { seat: number; place: number; of: number } | null {
  for (const [seat, { hand }] of view.players.entries()) {
    const place = hand.findIndex(({ id }) => id === card);
    if (place >= 0) return { seat, place, of: hand.length };
  }
  return null;
}
