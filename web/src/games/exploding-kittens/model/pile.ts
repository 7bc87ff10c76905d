// What the viewer knows of the pile, in stretches from the top. It counts what is seen and guesses nothing.
import type { Kind, Shown } from "../../../protocol/games/exploding-kittens";
import { isDeadly } from "../words/kinds";

export interface Stretch {
  /** How many cards lie above it. */
  from: number;
  length: number;
  /** What it is, if the viewer knows; then it is one card long. */
  kind?: Kind;
}

export interface Danger {
  level: "empty" | "safe" | "unknown" | "deadly";
  /** The top card, if the viewer knows it. */
  kind?: Kind;
  /** How many cards lie above the first kitten that the viewer knows of. */
  ahead: number | null;
}

export function stretches(pile: Shown<Kind>[]): Stretch[] {
  const found: Stretch[] = [];
  for (const [from, { type }] of pile.entries()) {
    const last = found.at(-1);
    if (type !== undefined) found.push({ from, length: 1, kind: type });
    else if (last && last.kind === undefined) last.length += 1;
    else found.push({ from, length: 1 });
  }
  return found;
}

export function danger(pile: Shown<Kind>[]): Danger {
  const top = pile[0];
  const at = pile.findIndex(({ type }) => isDeadly(type));
  const ahead = at < 0 ? null : at;
  if (!top) return { level: "empty", ahead };
  if (top.type === undefined) return { level: "unknown", ahead };
  return { level: isDeadly(top.type) ? "deadly" : "safe", kind: top.type, ahead };
}
