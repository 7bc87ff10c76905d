// Lays one side of the battlefield out: two rows, identical tokens and lands in piles, what is attached behind its host. The numbers go
// straight into transforms, so nothing has to be measured.
import { isCreature, isLand, type Printed } from "./printed";
import { keyOf, type Key, type Thing } from "./scene";

/** Things that are drawn as one: alike, or attached to the first. */
export interface Pile {
  key: Key;
  /** The one that is on top first. */
  things: Thing[];
  attached: Thing[];
}

export interface Slot {
  pile: Pile;
  x: number;
  y: number;
  z: number;
}

export interface Layout {
  /** How wide a card is. */
  card: number;
  slots: Slot[];
}

export interface Room {
  width: number;
  height: number;
  /** The widest and the narrowest that a card may be. */
  most: number;
  least: number;
  /** The front row is at the bottom, as with those who sit opposite. */
  isOpposite: boolean;
}

export const TALL = 88 / 63;
const GAP = 7;
/** Of each further card of a pile, so much of its width is seen; of what is attached, so much of its height. */
const FAN = 0.1;
export const PEEP = 0.16;
/** Cards grow and shrink in steps, so that one more does not move all. */
const STEPS = [1, 0.86, 0.74, 0.64, 0.56];
/** As many of a pile are drawn. */
export const DRAWN = 4;

/** The two rows of a side, from the front: creatures and what lies face down, and everything else with the lands first. */
export function rowsOf(things: readonly Thing[], of: (thing: Thing) => Printed | null): [Pile[], Pile[]] {
  const here = new Set(things.map(({ key }) => key));
  const hostOf = ({ more, key }: Thing): Key | null => {
    if (!more.attached || "seat" in more.attached) return null;
    const host = keyOf(more.attached);
    return host !== key && here.has(host) ? host : null;
  };
  const attached = new Map<Key, Thing[]>();
  const free: Thing[] = [];
  for (const thing of things) {
    const host = hostOf(thing);
    if (host === null) free.push(thing);
    else attached.set(host, [...(attached.get(host) ?? []), thing]);
  }
  // What is attached in a circle has no host that lies by itself.
  const reached = new Set(free.flatMap(({ key }) => [key, ...followers(key, attached).map((one) => one.key)]));
  for (const thing of things) {
    if (reached.has(thing.key)) continue;
    free.push(thing);
    for (const [host, all] of attached)
      attached.set(
        host,
        all.filter((one) => one !== thing),
      );
    for (const one of [thing, ...followers(thing.key, attached)]) reached.add(one.key);
  }
  const sorted = free
    .map((thing, at) => ({ thing, row: rowOf(thing, of(thing)), x: xOf(thing, of(thing), at) }))
    .sort((a, b) => a.x - b.x);
  const rows: [Pile[], Pile[]] = [[], []];
  const piles = new Map<string, Pile>();
  for (const { thing, row } of sorted) {
    const like = attached.has(thing.key) ? null : alike(thing, of(thing));
    const known = like === null ? undefined : piles.get(`${row} ${like}`);
    if (known) known.things.push(thing);
    else {
      const pile = { key: thing.key, things: [thing], attached: followers(thing.key, attached) };
      if (like !== null) piles.set(`${row} ${like}`, pile);
      rows[row].push(pile);
    }
  }
  return rows;
}

/** What is attached to this, and to that again. */
function followers(key: Key, attached: ReadonlyMap<Key, Thing[]>, seen = new Set<Key>()): Thing[] {
  if (seen.has(key)) return [];
  seen.add(key);
  return (attached.get(key) ?? []).flatMap((thing) => [thing, ...followers(thing.key, attached, seen)]);
}

function rowOf({ more }: Thing, card: Printed | null): 0 | 1 {
  if (more.spot) return more.spot.y < 500 ? 0 : 1;
  return !card || isCreature(card) ? 0 : 1;
}

function xOf({ more }: Thing, card: Printed | null, at: number): number {
  const usual = !card || isCreature(card) ? 500 : isLand(card) ? 250 : 750;
  return (more.spot?.x ?? usual) + at / 1000;
}

/** What makes two things alike enough for one pile; null for what lies by itself. */
function alike({ side, tapped, more, piece, isCommander }: Thing, card: Printed | null): string | null {
  if (!card || side === "down" || isCommander) return null;
  const { token, source: _, spot: __, ...marks } = more;
  const isPlain = "token" in piece || isLand(card);
  if (!isPlain || Object.keys(marks).length > 0) return null;
  return `${card.name}|${card.type}|${card.stat}|${card.text}|${tapped}|${token?.kind ?? ""}`;
}

/** Where everything goes in this room. */
export function lay(rows: readonly Pile[][], room: Room): Layout {
  // What is attached peeps out above its host, so such a row is taller.
  const tall = rows.map((row) => 1 + Math.min(3, Math.max(0, ...row.map(({ attached }) => attached.length))) * PEEP);
  const sum = tall.reduce((all, one) => all + one, 0);
  const free = room.height - GAP * (rows.length + 1);
  const widest = Math.max(room.least, Math.min(room.most, free / TALL / sum));
  const fits = (card: number) => rows.every((row) => wide(row, card) <= room.width);
  const card =
    STEPS.map((step) => Math.max(room.least, Math.floor(widest * step))).find(fits) ??
    Math.max(room.least, widest * STEPS.at(-1)!);
  const spare = Math.max(0, free - card * TALL * sum) / rows.length;
  const order = rows.map((_, at) => at);
  if (room.isOpposite) order.reverse();
  const tops = new Map<number, number>();
  let y = GAP + spare / 2;
  for (const at of order) {
    tops.set(at, y + (tall[at]! - 1) * card * TALL);
    y += tall[at]! * card * TALL + GAP + spare;
  }
  const slots = rows.flatMap((row, at) => inRow(row, card, room.width).map((place, z) => ({ ...place, y: tops.get(at)!, z })));
  return { card, slots };
}

function wide(row: readonly Pile[], card: number): number {
  return row.reduce((sum, pile) => sum + cell(pile, card) + GAP, -GAP);
}

/** How wide a pile is: turned sideways, a card is as wide as it is tall. */
function cell({ things, attached }: Pile, card: number): number {
  const fan = (Math.min(things.length, DRAWN) - 1) * FAN * card;
  const isTurned = things.some(({ tapped }) => tapped) || attached.some(({ tapped }) => tapped);
  return (isTurned ? card * TALL : card) + fan;
}

function inRow(row: readonly Pile[], card: number, width: number): { pile: Pile; x: number }[] {
  const whole = wide(row, card);
  const last = row.at(-1);
  const lastCell = last ? cell(last, card) : 0;
  // Where they do not fit side by side, they overlap.
  const squeeze = whole > width && whole > lastCell ? Math.max(0, (width - lastCell) / (whole - lastCell)) : 1;
  let x = squeeze < 1 ? 0 : (width - whole) / 2;
  return row.map((pile) => {
    const space = cell(pile, card);
    const place = { pile, x };
    x += (space + GAP) * squeeze;
    return place;
  });
}

/** How far the card at this place of a pile is moved to the side. */
export function fanned(at: number, card: number): number {
  return Math.min(at, DRAWN - 1) * FAN * card;
}

/** A spot, in thousandths of a side, from a place in pixels. */
export function spotAt(x: number, y: number, { width, height, isOpposite }: Room): { x: number; y: number } {
  const share = (value: number) => Math.max(0, Math.min(1000, Math.round(value * 1000)));
  const down = share(y / height);
  return { x: share(x / width), y: isOpposite ? 1000 - down : down };
}
