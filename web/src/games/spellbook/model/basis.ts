// What an action depends on. Hands are mixed now and then, and then other cards lie under the same handles: whoever plays a card just
// at that moment must not play another one.
import type { Action, View } from "../../../protocol/games/spellbook";

/** What of the view this action depends on; undefined, if whatever lies there now will do. */
export function basis(action: Action, { view, you }: { view: View; you: number | null }): unknown {
  const own = you === null ? undefined : view.players[you];
  if (!own) return undefined;
  const ofHand = (cards: readonly number[]) => {
    const named = own.hand.filter(({ id }) => cards.includes(id));
    return named.length > 0 ? named : undefined;
  };
  switch (action.type) {
    case "from-hand":
      return own.hand;
    case "sort-out":
      return own.looking ?? null;
    case "sideboard":
      return [own.library, own.sideboard];
    case "keep":
      return ofHand(action.bottom ?? []);
    case "cast":
      return ofHand([action.card]);
    case "reveal":
      return ofHand(action.cards);
    case "move":
      return ofHand(action.pieces.flatMap((piece) => ("card" in piece ? [piece.card] : [])));
    default:
      return undefined;
  }
}
