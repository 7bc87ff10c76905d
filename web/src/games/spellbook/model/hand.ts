// Moves from the hand to where others do not see the cards: they name places in a sealed order, so that nobody can tell which they were.
import type { Action, Place, Side } from "../../../protocol/games/spellbook";
import type { Key, Thing } from "./scene";

/** Puts these cards of a hand somewhere unseen, in this order; the rest stays in the hand. */
export function fromHand(hand: readonly Thing[], chosen: readonly Key[], to: Place, side?: Side): Action {
  const places = new Map(hand.map(({ key }, at) => [key, at]));
  const first = chosen.flatMap((key) => places.get(key) ?? []);
  const rest = hand.flatMap(({ key }, at) => (chosen.includes(key) ? [] : [at]));
  return { type: "from-hand", order: [...first, ...rest], piles: [{ count: first.length, to, ...(side ? { side } : {}) }] };
}

/** Whether others do not see what goes there. */
export function isUnseen(to: Place, side?: Side): boolean {
  return to.zone === "library" || side === "down";
}
