// What a hand costs before the game: as many cards go to the bottom as mulligans have to be paid for.
import type { Seat, View } from "../../../protocol/games/spellbook";

/** How many cards a hand begins with. */
export const DEAL = 7;

/** How many cards of the hand go to the bottom when it is kept. */
export function toBottom({ players, options }: View, seat: Seat): number {
  const taken = players[seat]?.mulligans ?? 0;
  return Math.min(DEAL, options.mulligan === "free-first" ? Math.max(0, taken - 1) : taken);
}
