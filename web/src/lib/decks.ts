// Decks as the server reads them: those of the house, and what players paste or drop.
import { askServer } from "./api";

export interface DeckEntry {
  id: string;
  name: string;
  count: number;
  /** Whether the server has the words of this card. */
  known: boolean;
}

/** Something about a line of a deck that was pasted; without a line, about the whole list. */
export interface DeckNote {
  line?: number;
  text: string;
}

/** The response to `POST /decks`. */
export interface DeckRead {
  name?: string;
  commanders: DeckEntry[];
  main: DeckEntry[];
  sideboard: DeckEntry[];
  notes: DeckNote[];
  /** What the format has to say about the deck. The table does not refuse the deck for it. */
  advice: string[];
}

export interface HouseDeck {
  key: string;
  about: string;
  /** What it is built for. */
  format: string;
  deck: DeckRead;
}

/** The decks that every server has. */
export async function houseDecks(): Promise<HouseDeck[]> {
  return (await askServer<{ decks: HouseDeck[] }>("GET", "/decks")).decks;
}

/** Reads a deck from a text in any of the usual forms. */
export function readDeck(text: string, format?: string): Promise<DeckRead> {
  return askServer<DeckRead>("POST", "/decks", { text, ...(format ? { format } : {}) });
}

/** As many cards as this. */
export function countOf(entries: readonly DeckEntry[]): number {
  return entries.reduce((sum, { count }) => sum + count, 0);
}

/** Every copy by itself. */
export function spelt(entries: readonly DeckEntry[]): string[] {
  return entries.flatMap(({ id, count }) => Array.from({ length: count }, () => id));
}
