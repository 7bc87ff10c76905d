// What lies where, as the board shows it: the view, and over it what the event on show has turned over.
import type { HerdView, Kind, View } from "../../../protocol/games/herding-cats";
import { deckOf, onTheTable } from "./find";
import { AIMS } from "../words/kinds";

/** Faces that events have turned over since the last view; brief ones go back face down by themselves. */
export type Opened = ReadonlyMap<number, { kind: Kind; isBrief: boolean }>;

export interface HandCard {
  id: number;
  slot: number;
  kind: Kind | null;
  /** The viewer sees a face where others see a back. */
  secret: boolean;
  /** An attack goes for it. */
  isTarget: boolean;
  /** It is held up as a Laser Pointer. */
  isPresented: boolean;
}

export interface HerdCard extends HandCard {
  /** What it is said to be and counts as; null for what only the thief knows. */
  claim: Kind | null;
  faceUp: boolean;
  isBluff: boolean;
  /** Whose deck it came from, if that is not the herd's own player. */
  stolenFrom: number | null;
}

export interface SeatScene {
  seat: number;
  hand: HandCard[];
  herd: HerdCard[];
}

export function seatScene(view: View, seat: number, opened: Opened): SeatScene {
  const player = view.players[seat]!;
  const isOver = view.now.type === "over";
  const under = underAttack(view);
  const marks = (id: number) => ({ isTarget: id === under.selected, isPresented: id === under.presented });
  const isOwn = seat === view.you && !isOver;
  return {
    seat,
    hand: player.hand.map(({ id, type }, slot) => {
      const turned = opened.get(id)?.kind;
      return { id, slot, kind: turned ?? type ?? null, secret: false, ...marks(id) };
    }),
    herd: player.herd.map((card, slot) => {
      const turned = opened.get(card.id)?.kind;
      const kind = turned ?? shownOf(card, isOver);
      const deck = deckOf(view, card.id);
      return {
        id: card.id,
        slot,
        kind,
        secret: isOwn && !card.face_up && turned === undefined && kind !== null,
        claim: turned ?? (stolenFor(view, card, seat, deck) ? null : (card.identity ?? null)),
        faceUp: card.face_up,
        isBluff: card.type !== undefined && card.identity !== undefined && card.type !== card.identity,
        stolenFrom: deck !== null && deck !== seat ? deck : null,
        ...marks(card.id),
      };
    }),
  };
}

/** A face-up card shows what it counts as; when all is counted, so do the others; before, those who may see the print do. */
function shownOf(card: HerdView, isOver: boolean): Kind | null {
  return card.face_up || isOver ? (card.identity ?? card.type ?? null) : (card.type ?? null);
}

/** Nobody has said what a stolen card is, so for all but the thief nothing stands on its tag; the thief sees the face itself. */
function stolenFor(view: View, card: HerdView, seat: number, deck: number | null): boolean {
  return view.now.type !== "over" && !card.face_up && deck !== null && deck !== seat && card.identity === card.type;
}

/** The cards that an attack and its interception are about. */
export function underAttack(view: View): { selected: number | null; presented: number | null } {
  const now = view.now;
  if (now.type === "intercept") return { selected: now.attack.selected, presented: null };
  if (now.type === "intercept_challenge") return { selected: now.attack.selected, presented: now.presented };
  if (now.type === "penalty" && now.then.type === "substitute")
    return { selected: now.then.attack.selected, presented: now.then.presented };
  return { selected: null, presented: null };
}

/** What an attack does with a card. */
export function attackOn({ isTarget, isPresented }: HandCard): "target" | "presented" | null {
  if (isTarget) return "target";
  return isPresented ? "presented" : null;
}

/** Somebody else's cards, laid out large because somebody has to choose among them or one of them is under attack. */
export interface Tray {
  seat: number;
  zone: "hand" | "herd";
}

export function trayOf(view: View): Tray | null {
  const now = view.now;
  if (now.type === "penalty") return away(view, { seat: now.payer, zone: "hand" });
  if (now.type === "select" && now.play.target !== undefined) {
    return away(view, { seat: now.play.target, zone: AIMS[now.play.declared] ?? "hand" });
  }
  if (now.type === "intercept" || now.type === "intercept_challenge")
    return away(view, { seat: now.attack.target, zone: now.attack.zone });
  return null;
}

/** The viewer's own cards are large anyway. */
function away(view: View, tray: Tray): Tray | null {
  return tray.seat === view.you ? null : tray;
}

/** What the viewer knows of the card on the table, and whether it is their own and lies face down for the others. */
export function knownOnTable(view: View, opened: Opened): { kind: Kind; isSecret: boolean } | null {
  const card = onTheTable(view)?.card;
  const turned = card === undefined ? undefined : opened.get(card)?.kind;
  if (turned) return { kind: turned, isSecret: false };
  // Whoever was proved right has shown it.
  const isProved = view.now.type === "penalty" && view.now.then.type === "resolve";
  return view.played ? { kind: view.played, isSecret: view.turn === view.you && !isProved } : null;
}
