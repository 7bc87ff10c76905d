// The viewer's own hand in the order of the kinds. The server mixes a hand whenever a card enters it, so that nobody else can
// follow a card; whoever holds it sorts it.
import type { Kind, Shown } from "../../../protocol/games/exploding-kittens";
import { INK } from "../words/kinds";

const ORDER = Object.keys(INK) as Kind[];

/** The cards sorted, those that cannot be seen last and as they lie, and the places of the marked ones among them. */
export function held(hand: Shown<Kind>[], marked: number[]): { hand: Shown<Kind>[]; marked: number[] } {
  const rank = ({ type }: Shown<Kind>) => (type ? ORDER.indexOf(type) : ORDER.length);
  const places = hand.map((card, place) => ({ card, place })).sort((a, b) => rank(a.card) - rank(b.card) || a.place - b.place);
  return {
    hand: places.map(({ card }) => card),
    marked: places.flatMap(({ place }, at) => (marked.includes(place) ? [at] : [])),
  };
}
