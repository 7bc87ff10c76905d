import { beforeAll, describe, expect, it } from "vitest";
import { learnAll, piece, player, table } from "../fixture";
import { lay, rowsOf, spotAt, TALL } from "./rows";
import { shown } from "./scene";
import { sceneOf } from "./table";
import type { PieceView } from "../../../protocol/games/spellbook";

beforeAll(learnAll);

const kitten = (token: number, more: Partial<PieceView> = {}): PieceView => ({
  token,
  owner: 0,
  controller: 0,
  side: "up",
  tapped: false,
  since: 0,
  more: { token: { kind: "token", name: "Kitten", line: "Creature — Cat", power: "1", toughness: "1" } },
  ...more,
});

function rows(battlefield: PieceView[]) {
  return rowsOf(sceneOf(table([player({ battlefield }), player()])).players[0]!.battlefield, shown);
}

const room = { width: 700, height: 240, most: 120, least: 46, isOpposite: false };

describe("the rows of a battlefield", () => {
  it("has creatures in front, and behind them lands before the rest", () => {
    const [front, back] = rows([
      piece("Yarn Basket", 0),
      piece("Garden", 0),
      piece("Lap Kitten", 0),
      piece(null, 0, { side: "down" }),
    ]);
    expect(front.map(({ things }) => shown(things[0]!)?.name)).toEqual(["Lap Kitten", undefined]);
    expect(back.map(({ things }) => shown(things[0]!)?.name)).toEqual(["Garden", "Yarn Basket"]);
  });

  it("puts identical tokens and lands into piles, tapped ones beside those that are not", () => {
    const [front, back] = rows([
      kitten(1),
      kitten(2),
      kitten(3, { tapped: true }),
      piece("Garden", 0),
      piece("Garden", 0),
      piece("Lap Kitten", 0),
      piece("Lap Kitten", 0),
    ]);
    expect(front.map(({ things }) => things.length)).toEqual([2, 1, 1, 1]);
    expect(back.map(({ things }) => things.length)).toEqual([2]);
  });

  it("leaves what is marked by itself", () => {
    const marked = kitten(2);
    const [front] = rows([kitten(1), { ...marked, more: { ...marked.more, counters: [{ name: "+1/+1", count: 1 }] } }]);
    expect(front.map(({ things }) => things.length)).toEqual([1, 1]);
  });

  it("never puts face-down cards into one pile, whatever their controller sees", () => {
    const [front] = rows([piece("Garden", 0, { side: "down" }), piece("Garden", 0, { side: "down" })]);
    expect(front.map(({ things }) => things.length)).toEqual([1, 1]);
  });

  it("keeps what is attached with its host, and what is attached to that", () => {
    const host = piece("Lap Kitten", 0);
    const basket = piece("Yarn Basket", 0, { more: { attached: { card: host.id! } } });
    const second = piece("Yarn Basket", 0, { more: { attached: { card: basket.id! } } });
    const [front, back] = rows([second, basket, host]);
    expect(front[0]!.attached.map(({ key }) => key)).toEqual([`c${basket.id}`, `c${second.id}`]);
    expect(back).toEqual([]);
  });

  it("shows every card once, even if two are attached to each other", () => {
    const one = piece("Yarn Basket", 0);
    const other = piece("Yarn Basket", 0, { more: { attached: { card: one.id! } } });
    one.more = { attached: { card: other.id! } };
    const [front, back] = rows([one, other, piece("Lap Kitten", 0)]);
    const all = [...front, ...back].flatMap(({ things, attached }) => [...things, ...attached]).map(({ key }) => key);
    expect(new Set(all).size).toBe(3);
    expect(all.length).toBe(3);
  });

  it("follows the spot that a controller chose", () => {
    const [front, back] = rows([
      piece("Garden", 0, { more: { spot: { x: 900, y: 100 } } }),
      piece("Lap Kitten", 0, { more: { spot: { x: 10, y: 900 } } }),
      piece("Sofa Tyrant", 0),
    ]);
    expect(front.map(({ things }) => shown(things[0]!)?.name)).toEqual(["Sofa Tyrant", "Garden"]);
    expect(back.map(({ things }) => shown(things[0]!)?.name)).toEqual(["Lap Kitten"]);
  });
});

describe("the layout", () => {
  const many = (count: number) => rows(Array.from({ length: count }, (_, at) => piece(at % 2 ? "Lap Kitten" : "Yarn Basket", 0)));

  it.each([1, 5, 20, 150])("keeps %i permanents within the side", (count) => {
    const { card, slots } = lay(many(count), room);
    expect(slots.reduce((sum, { pile }) => sum + pile.things.length, 0)).toBe(count);
    for (const { x, y } of slots) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + card).toBeLessThanOrEqual(room.width + 0.5);
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y + card * TALL).toBeLessThanOrEqual(room.height);
    }
  });

  it("does not make cards smaller for one more, as long as there is room", () => {
    expect(lay(many(5), room).card).toBe(lay(many(6), room).card);
  });

  it("has the front row next to the middle on both sides", () => {
    const own = lay(many(4), room).slots;
    const theirs = lay(many(4), { ...room, isOpposite: true }).slots;
    const front = many(4)[0].length;
    expect(own[0]!.y).toBeLessThan(own[front]!.y);
    expect(theirs[0]!.y).toBeGreaterThan(theirs[front]!.y);
  });

  it("gives room for what peeps out above its host", () => {
    const host = piece("Lap Kitten", 0);
    const { slots, card } = lay(rows([host, piece("Yarn Basket", 0, { more: { attached: { card: host.id! } } })]), room);
    expect(slots[0]!.y).toBeGreaterThanOrEqual(card * TALL * 0.16);
  });
});

describe("a spot", () => {
  it("is the same for both sides: y counts from the middle of the table", () => {
    expect(spotAt(70, 24, { ...room })).toEqual({ x: 100, y: 100 });
    expect(spotAt(70, 216, { ...room, isOpposite: true })).toEqual({ x: 100, y: 100 });
  });

  it("lies on the side, wherever the pointer was", () => {
    expect(spotAt(-5, 999, room)).toEqual({ x: 0, y: 1000 });
  });
});
