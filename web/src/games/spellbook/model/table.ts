// Reads a view: whose turn it is, who sits where, and every thing on the table with what the viewer may know of it.
import type { Card, Counter, More, PieceView, PlayerView, Seat, Shown, View, Zone } from "../../../protocol/games/spellbook";
import type { CardId } from "../../../protocol/games/spellbook";
import { keyOf, type Key, type Thing } from "./scene";

export interface PlayerScene {
  seat: Seat;
  view: PlayerView;
  isLiving: boolean;
  library: Thing[];
  hand: Thing[];
  battlefield: Thing[];
  graveyard: Thing[];
  exile: Thing[];
  command: Thing[];
  sideboard: Thing[];
  choices: Thing[];
  /** Damage from commanders, and whose they are. */
  wounds: { card: Card; owner: Seat; damage: number }[];
}

export interface Scene {
  view: View;
  you: Seat | null;
  players: PlayerScene[];
  stack: Thing[];
  aside: Thing[];
  /** Everything by its key. */
  things: Map<Key, Thing>;
  /** In which of the piles that somebody made a thing lies, counted from 1. */
  piles: Map<Key, number>;
  /** The players who are still in the game, without the viewer. */
  rivals: Seat[];
}

const kept = new WeakMap<object, Thing>();
const NONE: More = {};

function isSame(before: Thing, now: Thing): boolean {
  return (
    before.key === now.key &&
    before.zone === now.zone &&
    before.seat === now.seat &&
    before.face === now.face &&
    before.side === now.side &&
    before.tapped === now.tapped &&
    before.isNew === now.isNew &&
    before.letter === now.letter &&
    before.isCommander === now.isCommander &&
    before.more === now.more
  );
}

type Own = { seat: Seat; zone: Zone };

/** The lists of a player's zones, of which none is missing. */
export const ZONES = ["library", "hand", "battlefield", "graveyard", "exile", "command", "sideboard"] as const;
export type OwnZone = (typeof ZONES)[number];

export function sceneOf(view: View): Scene {
  const commanders = new Map<Card, Seat>(
    view.players.flatMap(({ commanders }, seat) => commanders.map((card): [Card, Seat] => [card, seat])),
  );
  const counters = new Map<Card, Counter[]>(view.counted.map(({ card, counters }) => [card, counters]));
  const letters = lettersOf(view);
  const things = new Map<Key, Thing>();

  /** The same object as before for what has not changed, so that only what has is drawn again. */
  const keep = (from: object, thing: Thing): Thing => {
    const before = kept.get(from);
    const same = before && isSame(before, thing) ? before : thing;
    kept.set(from, same);
    things.set(same.key, same);
    return same;
  };
  const card = (one: Shown<CardId>, { seat, zone }: Own): Thing => {
    const { id, type } = one;
    const own = counters.get(id);
    return keep(one, {
      key: `c${id}`,
      piece: { card: id },
      zone,
      seat,
      owner: seat,
      face: type ?? null,
      side: type === undefined ? "down" : "up",
      tapped: false,
      isNew: false,
      letter: "",
      isCommander: commanders.has(id),
      more: own ? { counters: own } : NONE,
    });
  };
  const piece = (one: PieceView, { seat, zone }: Own): Thing => {
    const id = one.id === undefined ? { token: one.token ?? 0 } : { card: one.id };
    const key = keyOf(id);
    return keep(one, {
      key,
      piece: id,
      zone,
      seat,
      owner: one.owner,
      face: one.type ?? null,
      side: one.side,
      tapped: one.tapped,
      isNew: one.since === view.turn.number && view.turn.number > 0,
      letter: letters.get(key) ?? "",
      isCommander: one.id !== undefined && commanders.has(one.id),
      more: one.more ?? NONE,
    });
  };

  const players = view.players.map((player, seat): PlayerScene => {
    const cards = (zone: "library" | "hand" | "graveyard" | "exile" | "sideboard") =>
      player[zone].map((one) => card(one, { seat, zone }));
    const pieces = (zone: "battlefield" | "command") => player[zone].map((one) => piece(one, { seat, zone }));
    return {
      seat,
      view: player,
      isLiving: view.living.includes(seat),
      library: cards("library"),
      hand: cards("hand"),
      battlefield: pieces("battlefield"),
      graveyard: cards("graveyard"),
      exile: cards("exile"),
      command: pieces("command"),
      sideboard: cards("sideboard"),
      choices: player.choices.map((one) => card(one, { seat, zone: "aside" })),
      wounds: player.commander_damage.map(({ card, damage }) => ({ card, damage, owner: commanders.get(card) ?? seat })),
    };
  });
  const you = view.you ?? null;
  return {
    view,
    you,
    players,
    stack: view.stack.map((one) => piece(one, { seat: one.controller, zone: "stack" })),
    aside: view.aside.map((one) => card(one, { seat: -1, zone: "aside" })),
    things,
    piles: new Map(view.piles.flatMap((pile, at) => pile.map((one): [Key, number] => [keyOf(one), at + 1]))),
    rivals: view.living.filter((seat) => seat !== you),
  };
}

/** Letters for what lies face down on the table: of each side the first is A, in the order in which they came. */
function lettersOf({ players, stack }: View): Map<Key, string> {
  const letters = new Map<Key, string>();
  const name = (pieces: readonly PieceView[]) => {
    for (const { id, side } of pieces) {
      if (side !== "down" || id === undefined) continue;
      letters.set(`c${id}`, letter(letters.size));
    }
  };
  for (const { battlefield, command } of players) name([...battlefield, ...command]);
  name(stack);
  return letters;
}

function letter(at: number): string {
  const one = String.fromCharCode(65 + (at % 26));
  return at < 26 ? one : `${one}${Math.floor(at / 26) + 1}`;
}

/** The piece or card with this number, wherever it lies. */
export function cardNamed({ things }: Scene, card: Card): Thing | undefined {
  return things.get(`c${card}`);
}

/** What the viewer looks at just now, in the order in which the dealer knows it. */
export function lookOf({ you, players, things }: Scene): { of: Seat; isHand: boolean; isSearch: boolean; cards: Thing[] } | null {
  const looking = you === null ? undefined : players[you]?.view.looking;
  if (!looking) return null;
  const cards = looking.cards.flatMap((card) => things.get(`c${card}`) ?? []);
  return { of: looking.of, isHand: looking.hand, isSearch: looking.search, cards };
}

/** Who still has to answer the open question. */
export function asked({ view: { request } }: Scene): Seat[] {
  return request?.answers.waiting ?? [];
}
