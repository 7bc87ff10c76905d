// The words of cards that players bring. The server sends them before the first frame in which this page sees such a face; they are
// kept for as long as the page is open, and boards read them by the card's id.
import { SvelteMap } from "svelte/reactivity";

/** One side of a card. Sizes are texts, because some are no numbers. Colours are letters: `WU`, or a list of them. */
export interface WordsOfFace {
  name: string;
  cost?: string | null;
  type?: string | null;
  type_line?: string | null;
  text?: string | null;
  power?: string | null;
  toughness?: string | null;
  loyalty?: string | null;
  defense?: string | null;
  colours?: readonly string[] | string | null;
  colors?: readonly string[] | string | null;
}

export interface WordsOfCard {
  name: string;
  layout?: string | null;
  faces: readonly WordsOfFace[];
  id?: string;
  /** The words of the tokens that it makes. */
  tokens?: readonly WordsOfCard[];
  /** Whose words these are, where a player's machine told them instead of the server's catalogue. */
  told_by?: string | null;
}

const known = new SvelteMap<string, WordsOfCard>();

/** What this page has been told of the card with this id; undefined as long as that is nothing. */
export function wordsOf(id: string): WordsOfCard | undefined {
  return known.get(id);
}

/** Keeps words that were sent. */
export function learn(words: Readonly<Record<string, WordsOfCard>>): void {
  for (const [id, card] of Object.entries(words)) if (!known.has(id)) known.set(id, card);
}

/** Keeps the words in a message of the server; false, if it is another message. */
export function hearWords(message: object): boolean {
  const { type, words } = message as { type?: string; words?: Record<string, WordsOfCard> };
  if (type !== "words" || !words) return false;
  learn(words);
  return true;
}
