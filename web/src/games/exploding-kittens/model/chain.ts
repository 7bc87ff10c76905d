// What lies on the table while something is being played: the cards of the play, and the Nopes on it.
import type { Card, Kind, Play, Shown, View } from "../../../protocol/games/exploding-kittens";

export interface Chain {
  play: Play;
  cards: Shown<Kind>[];
  nopes: Shown<Kind>[];
  /** Whether it is stopped as things stand. */
  isStopped: boolean;
}

/** What is being played now, if anything is. The cards are on the discard pile already, the last ones of it. */
export function chainOf({ now, discard }: View): Chain | null {
  if (now.type !== "nope" && now.type !== "choice" && now.type !== "aim") return null;
  const { play } = now;
  const many = now.type === "nope" ? now.nopes : 0;
  const start = discard.findIndex(({ id }) => play.cards.includes(id));
  if (start < 0) return null;
  const cards = discard.filter(({ id }) => play.cards.includes(id));
  const nopes =
    many === 0
      ? []
      : discard
          .slice(start)
          .filter(({ id, type }) => type === "nope" && !play.cards.includes(id))
          .slice(-many);
  return { play, cards, nopes, isStopped: many % 2 === 1 };
}

/** The discard pile without what is being played. */
export function rest(view: View, chain: Chain | null): Shown<Kind>[] {
  if (!chain) return view.discard;
  const onTable = new Set<Card>([...chain.cards, ...chain.nopes].map(({ id }) => id));
  return view.discard.filter(({ id }) => !onTable.has(id));
}
