// Small words, and what the viewer sees of a card.
import type { Card, Kind, View } from "../../../protocol/games/exploding-kittens";
import { texts } from "./texts";

const ORDINALS = new Intl.PluralRules("en", { type: "ordinal" });

/** "1 card", "4 cards". */
export function cardsOf(n: number): string {
  return texts.say("number-of-cards", { n });
}

/** "once", "twice", "7 times". */
export function often(times: number): string {
  return texts.say("often", { times });
}

/** "1st", "2nd", "12th". */
export function nth(n: number): string {
  return texts.say("page-nth", { n, ordinal: ORDINALS.select(n) });
}

/** What the viewer sees on a card, wherever it lies. */
export function kindOf(view: View, card: Card): Kind | undefined {
  const all = [...view.players.flatMap(({ hand, out }) => [...hand, ...out]), ...view.pile, ...view.discard];
  if (view.drawn) all.push(view.drawn);
  return all.find(({ id, type }) => id === card && type !== undefined)?.type;
}
