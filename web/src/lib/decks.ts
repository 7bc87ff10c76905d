// Decks as the server reads them: those of the house, and what players paste or drop.
import type { DeckEntry, DeckRead, HouseDeck, HouseDecks, ReadDeck } from "../protocol/types";
import { askServer } from "./api";

export type { DeckEntry, DeckRead, HouseDeck };

/** The decks that every server has. */
export async function houseDecks(): Promise<HouseDeck[]> {
  return (await askServer<HouseDecks>("GET", "/decks")).decks;
}

/** Reads a deck from a text in any of the usual forms. */
export function readDeck(text: string, format?: string): Promise<DeckRead> {
  const deck: ReadDeck = { text, ...(format ? { format } : {}) };
  return askServer<DeckRead>("POST", "/decks", deck);
}

/** As many cards as this. */
export function countOf(entries: readonly DeckEntry[]): number {
  return entries.reduce((sum, { count }) => sum + count, 0);
}

/** Every copy by itself. */
export function spelt(entries: readonly DeckEntry[]): string[] {
  return entries.flatMap(({ id, count }) => Array.from({ length: count }, () => id));
}
