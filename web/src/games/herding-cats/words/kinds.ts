// The six kinds of card: what they are called, what is printed on them, and what they do.
import type { Kind, Zone } from "../../../protocol/games/herding-cats";
import { texts } from "./texts";

export const ORDER: readonly Kind[] = ["kitten", "show_cat", "alley_cat", "catnip", "animal_control", "laser_pointer"];

/** What an attack with one of these is aimed at. */
export const AIMS: Partial<Record<Kind, Zone>> = { alley_cat: "hand", catnip: "hand", animal_control: "herd" };

/** What a card is called. */
export function title(kind: Kind): string {
  return texts.word("card", kind, "title");
}

/** With its article: "an Alley Cat", or "a card" if it is not known. */
export function one(kind: Kind | null | undefined): string {
  return texts.word("card", kind ?? "none");
}

/** What it does and what it is worth, in a sentence. */
export function textOf(kind: Kind): string {
  return texts.word("card", kind, "text");
}

/** What is printed on it: the lines of its name, and what it is worth. */
export function printOf(kind: Kind): { lines: string[]; worth: string } {
  const name = texts.find(`card-${kind}.print`) ?? title(kind);
  return { lines: name.split("\n"), worth: texts.word("card", kind, "worth") };
}
