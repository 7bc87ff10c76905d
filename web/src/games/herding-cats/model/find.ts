// Where a card is in a view, and what the viewer knows of it.
import type { Kind, View, Zone } from "../../../protocol/games/herding-cats";

export interface Place {
  seat: number;
  zone: Zone;
  /** Counted from 0, in the order in which the cards lie. */
  slot: number;
  /** What the card counts as there, if the viewer can know. */
  counts: Kind | null;
}

/** The place of a card in a hand or a herd. */
export function find(view: View, card: number): Place | null {
  for (const [seat, player] of view.players.entries()) {
    const inHand = player.hand.findIndex(({ id }) => id === card);
    if (inHand >= 0) return { seat, zone: "hand", slot: inHand, counts: player.hand[inHand]!.type ?? null };
    const inHerd = player.herd.findIndex(({ id }) => id === card);
    if (inHerd >= 0) return { seat, zone: "herd", slot: inHerd, counts: player.herd[inHerd]!.identity ?? null };
  }
  return null;
}

/** The card that was played and lies between the players, with what was said of it. */
export function onTheTable(view: View): { card: number; declared: Kind; target: number | null } | null {
  const now = view.now;
  switch (now.type) {
    case "challenge":
    case "select":
      return played(now.play);
    case "intercept":
    case "intercept_challenge":
      return now.attack;
    case "penalty":
      if (now.then.type === "resolve") return played(now.then.play);
      return now.then.type === "substitute" ? now.then.attack : null;
    default:
      return null;
  }
}

function played({ card, declared, target }: { card: number; declared: Kind; target?: number }) {
  return { card, declared, target: target ?? null };
}

/**
 * Whose deck a card came from. Decks are brought seat by seat, and the two cards of each that are out of the game show
 * whether that is so at this table; if not, nothing is said.
 */
export function deckOf(view: View, card: number): number | null {
  const size = 9;
  const isSo = view.players.every(({ out }, seat) => out.every(({ id }) => Math.floor(id / size) === seat));
  return isSo ? Math.floor(card / size) : null;
}
