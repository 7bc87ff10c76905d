// What the cards are called and what they say, and which ink they are printed with.
import type { Kind } from "../../../protocol/games/exploding-kittens";
import { texts } from "./texts";

const INKS = {
  red: "#e0312c",
  sulphur: "#f4c20d",
  orange: "#ef7f1a",
  green: "#4fa35b",
  blue: "#4c8fd6",
  violet: "#a777d0",
  teal: "#2fa198",
  pink: "#ee8fa8",
  sand: "#d8a760",
  bone: "#cfc4ad",
} as const;

/** The second ink of every kind of card, in the order in which they lie in a hand. */
export const INK: Record<Kind, string> = {
  exploding_kitten: INKS.red,
  imploding_kitten: INKS.violet,
  defuse: INKS.green,
  nope: INKS.red,
  attack: INKS.orange,
  targeted_attack: INKS.orange,
  skip: INKS.blue,
  super_skip: INKS.blue,
  shuffle: INKS.teal,
  see_the_future: INKS.violet,
  see_the_future_five: INKS.violet,
  alter_the_future: INKS.pink,
  alter_the_future_five: INKS.pink,
  reverse: INKS.blue,
  draw_from_the_bottom: INKS.teal,
  swap_top_and_bottom: INKS.teal,
  mark: INKS.sulphur,
  curse_of_the_cat_butt: INKS.pink,
  catomic_bomb: INKS.sulphur,
  garbage_collection: INKS.green,
  streaking_kitten: INKS.sulphur,
  favor: INKS.pink,
  tacocat: INKS.sulphur,
  beard_cat: INKS.orange,
  rainbow_ralphing_cat: INKS.pink,
  hairy_potato_cat: INKS.sand,
  cattermelon: INKS.red,
  feral_cat: INKS.bone,
};

/** What a card is called. */
export function title(kind: Kind): string {
  return texts.word("card", kind, "title");
}

/** The same, broken into the lines of the card. */
export function linesOf(kind: Kind): string[] {
  return (texts.find(`card-${kind}.print`) ?? title(kind)).split("\n");
}

/** What it does, in a sentence. */
export function textOf(kind: Kind): string {
  return texts.word("card", kind, "text");
}

/** Whether it is one of those that kill. */
export function isDeadly(kind: Kind | undefined): boolean {
  return kind === "exploding_kitten" || kind === "imploding_kitten";
}
