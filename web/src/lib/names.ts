// How names are written.
import type { SeatInfo } from "../protocol/types";

/** A name in code as people write it: "old-hand" is "Old Hand". */
export function readable(name: string): string {
  if (!/^[a-z]+(-[a-z]+)*$/.test(name)) return name;
  return name
    .split("-")
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join(" ");
}

/** What the player or the bot of a seat is called. */
export function seatName(seats: readonly SeatInfo[], seat: number): string {
  return seats[seat]?.name ?? `Seat ${seat + 1}`;
}

const INVISIBLE = /^[\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]$/u;
const JOINER = /^[\u200c\u200d]$/;
const SELECTOR = /^[\ufe0e\ufe0f]$/;

/** A name without the characters that nobody sees, which the server refuses and people paste without knowing. Those that hold an
 *  emoji or a word of some scripts together stay. Nothing is left of a name in which nothing can be seen. */
export function tidied(name: string): string {
  const letters = [...name.replace(/\s+/g, " ").trim()];
  const isSeen = (letter: string | undefined) => letter !== undefined && letter !== " " && !INVISIBLE.test(letter);
  const kept: string[] = [];
  letters.forEach((letter, at) => {
    const before = kept.at(-1) ?? "";
    const follows = before > "\u007f" && (isSeen(before) || SELECTOR.test(before));
    const joins = JOINER.test(letter) && follows && isSeen(letters[at + 1]);
    if (!INVISIBLE.test(letter) || joins || (SELECTOR.test(letter) && follows)) kept.push(letter);
  });
  return kept.join("").trim();
}
