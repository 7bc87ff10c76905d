// What the board makes of views, events and legal actions before anything is drawn.
import { describe, expect, it } from "vitest";
import type { Action, Domino } from "../../../protocol/games/texas-42";
import { ACTIONS, viewOf } from "../fixture";
import { countOf, inOrder, placeOf, starsOf } from "./look";
import { hasBids, keyOf, narrowed, offersOf, typedFor } from "./offers";
import { tableNow } from "./shown";

describe("offers", () => {
  const bids: Action[] = [
    { type: "bid", bid: "pass" },
    ...[36, 37, 38, 39, 40, 41].map((points) => ({ type: "bid", bid: { points } }) as const),
    { type: "bid", bid: { marks: 1 } },
    { type: "bid", bid: { marks: 2 } },
    { type: "bid", bid: { splash: 2 } },
    { type: "bid", bid: "plunge" },
  ];

  it("sorts the bids into a ladder and loses none", () => {
    const { bids: sorted } = offersOf(bids);
    expect([...sorted.points.keys()]).toEqual([36, 37, 38, 39, 40, 41]);
    expect(sorted.marks.map(({ bid }) => bid)).toEqual([{ marks: 1 }, { marks: 2 }]);
    expect(sorted.special.map(({ bid }) => bid)).toEqual([{ splash: 2 }, "plunge"]);
    expect(sorted.pass).toBe(bids[0]);
    expect(hasBids(offersOf(bids))).toBe(true);
    expect(hasBids(offersOf([]))).toBe(false);
  });

  it("offers each kind of action somewhere", () => {
    for (const action of Object.values(ACTIONS)) {
      const offers = offersOf([action]);
      const places = [hasBids(offers), offers.trumps.length > 0, offers.plays.size > 0, offers.onward !== null];
      expect(places.filter(Boolean)).toHaveLength(1);
    }
  });

  it("narrows bids by what is typed", () => {
    const { bids: sorted } = offersOf(bids);
    const all = [...sorted.points.values(), ...sorted.marks, ...sorted.special];
    expect(narrowed(all, "4").map(({ bid }) => typedFor(bid))).toEqual(["40", "41", "42"]);
    expect(narrowed(all, "42").map(({ bid }) => bid)).toEqual([{ marks: 1 }]);
    expect(narrowed(all, "84").map(({ bid }) => bid)).toEqual([{ marks: 2 }]);
    expect(narrowed(all, "35")).toEqual([]);
  });

  it("has a key of its own for each trump", () => {
    const trumps = [
      "blanks",
      "ones",
      "twos",
      "threes",
      "fours",
      "fives",
      "sixes",
      "doubles",
      "no-trump",
      "nello",
      "sevens",
    ] as const;
    expect(new Set(trumps.map(keyOf)).size).toBe(trumps.length);
  });
});

describe("look", () => {
  it("puts partners across and the viewer at the bottom", () => {
    expect([0, 1, 2, 3].map((seat) => placeOf(seat, 0))).toEqual(["south", "west", "north", "east"]);
    expect(placeOf(1, 3)).toBe("north");
    expect(placeOf(0, null)).toBe("south");
  });

  it("marks what counts and what is trump", () => {
    const counting = (
      [
        [5, 5],
        [6, 4],
        [5, 0],
        [4, 1],
        [3, 2],
        [6, 6],
      ] as Domino[]
    ).map(countOf);
    expect(counting).toEqual([10, 10, 5, 5, 5, 0]);
    expect(starsOf([5, 2], "fives")).toEqual([true, false]);
    expect(starsOf([6, 5], "fives")).toEqual([false, true]);
    expect(starsOf([3, 3], "doubles")).toEqual([true, true]);
    expect(starsOf([3, 3], "nello")).toEqual([false, false]);
  });

  it("lays trumps first, and the double before the others", () => {
    const hand = (
      [
        [6, 6],
        [6, 5],
        [5, 5],
        [5, 0],
        [4, 4],
      ] as Domino[]
    ).map((type, id) => ({ id, type }));
    expect(inOrder(hand, "fives").map(({ type }) => type?.join(""))).toEqual(["55", "65", "50", "66", "44"]);
    expect(inOrder(hand, null).map(({ type }) => type?.join(""))).toEqual(["66", "65", "55", "50", "44"]);
  });
});

describe("what lies on the table", () => {
  it("adds what was told since the view", () => {
    const view = viewOf({
      trump: "fives",
      phase: { type: "playing", player: 0 },
      contract: [0, { bid: { points: 30 }, marks: 1 }],
    });
    const now = tableNow(view, [
      { type: "domino-played", player: 0, card: { id: 4, type: [5, 5] } },
      { type: "trick-won", player: 0, points: 11 },
      { type: "hand-decided", made: true },
      { type: "hand-scored", team: 0, marks: 1, team_marks: [1, 0] },
    ]);
    expect(now.trick.map(({ card }) => card)).toEqual([4]);
    expect(now.gone.has(4)).toBe(true);
    expect(now.taken).toEqual({ player: 0, points: 11 });
    expect(now.scores).toEqual([11, 0]);
    expect(now.marks).toEqual([1, 0]);
    expect(now.made).toBe(true);
    expect(view.team_scores).toEqual([0, 0]);
  });

  it("clears the table for a new hand", () => {
    const now = tableNow(viewOf({ bids: [{ player: 1, bid: "pass" }] }), [
      { type: "hand-dealt", shaker: 1 },
      { type: "called", player: 2, bid: "pass" },
    ]);
    expect(now.isShaken).toBe(true);
    expect(now.calls).toEqual([{ player: 2, bid: "pass" }]);
  });
});
