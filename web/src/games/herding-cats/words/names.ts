// Small words: who does what to whom, from the viewer's side of the table.
import type { Kind } from "../../../protocol/games/herding-cats";
import type { Told } from "../../../lib/game";
import { KINDS } from "./kinds";

type At = Pick<Told<unknown>, "you" | "name">;

/** "You play", "Ada plays". */
export function does(at: At, seat: number, verb: string): string {
  return `${at.name(seat)} ${seat === at.you ? verb : third(verb)}`;
}

/** "your", "Ada's". */
export function whose(at: At, seat: number): string {
  if (seat === at.you) return "your";
  const name = at.name(seat);
  return name.endsWith("s") ? `${name}’` : `${name}’s`;
}

/** "you", "Ada". */
export function whom(at: At, seat: number): string {
  return seat === at.you ? "you" : at.name(seat);
}

/** "a Kitten", or "a card". */
export function one(kind: Kind | null | undefined): string {
  return kind ? KINDS[kind].one : "a card";
}

/** "Ada", "Ada and Bob", "Ada, Bob and you". */
export function list(words: readonly string[]): string {
  return words.length < 2 ? (words[0] ?? "") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)!}`;
}

export function count(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? "" : "s"}`;
}

export function upper(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function third(verb: string): string {
  const [first = "", ...rest] = verb.split(" ");
  const known: Record<string, string> = { have: "has", are: "is" };
  const form = known[first] ?? (/(s|sh|ch|x|o)$/.test(first) ? `${first}es` : `${first}s`);
  return [form, ...rest].join(" ");
}
