// Groups what is legal by what it is about, so that a choice can be made step by step. It decides nothing.
import { ofType, type OfType } from "../../../lib/narrow";
import type { Action, Card, Kind, Seat } from "../../../protocol/games/exploding-kittens";

/** The cards of one's own hand that an action uses, and what can be picked in it. */
export function cardsOf(action: Action): Card[] {
  if (action.type === "pair" || action.type === "triple") return action.cards;
  return "card" in action && action.type !== "pick" ? [action.card] : [];
}

export function targetOf(action: Action): Seat | undefined {
  return "target" in action ? action.target : undefined;
}

/** The legal actions that use at least these cards. */
export function using(legal: Action[], picked: readonly Card[]): Action[] {
  return legal.filter((action) => {
    const cards = cardsOf(action);
    return cards.length > 0 && picked.every((card) => cards.includes(card));
  });
}

/** The legal actions that use exactly these cards. */
export function usingOnly(legal: Action[], picked: readonly Card[]): Action[] {
  return picked.length === 0 ? [] : using(legal, picked).filter((action) => cardsOf(action).length === picked.length);
}

/** The cards that can be picked next to those that are picked already. */
export function pickable(legal: Action[], picked: readonly Card[]): Set<Card> {
  return new Set(using(legal, picked).flatMap(cardsOf));
}

/** Picks a card, or lets it go. A card that goes with none of the others takes their place. */
export function pick(legal: Action[], picked: readonly Card[], card: Card): Card[] {
  if (picked.includes(card)) return picked.filter((other) => other !== card);
  const both = [...picked, card];
  if (using(legal, both).length > 0) return both;
  return using(legal, [card]).length > 0 ? [card] : [...picked];
}

/** What is left of what was picked when something else is legal. */
export function stillPicked(legal: Action[], picked: readonly Card[]): Card[] {
  return using(legal, picked).length > 0 ? [...picked] : [];
}

/** The seats that something can be aimed at, in order. */
export function targets(actions: Action[]): Seat[] {
  return distinct(actions.map(targetOf)).sort((a, b) => a - b);
}

/** The kinds that can be named. */
export function names(legal: Action[]): Kind[] {
  return distinct(ofType(legal, "name").map(({ kind }) => kind));
}

/** The new order of the top cards: for each place from the top, the place that the card comes from. */
export function placesOf(action: OfType<Action, "arrange">): number[] {
  return action.order;
}

/** The legal action that puts the top cards in this order. */
export function arranging(legal: Action[], order: readonly number[]): Action | undefined {
  return ofType(legal, "arrange").find((action) => placesOf(action).every((from, i) => from === order[i]));
}

/** How many cards can be put in another order. */
export function arrangeable(legal: Action[]): number {
  const first = ofType(legal, "arrange")[0];
  return first ? placesOf(first).length : 0;
}

/** Moves what is at one place to another; the rest closes up. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, i) => i !== from);
  const what = list[from];
  return what === undefined ? [...list] : [...rest.slice(0, to), what, ...rest.slice(to)];
}

function distinct<T>(values: (T | undefined)[]): T[] {
  return [...new Set(values.filter((value): value is T => value !== undefined))];
}
