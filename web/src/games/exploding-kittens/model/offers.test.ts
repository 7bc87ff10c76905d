// The narrowing of choices: step by step, always by what is legal.
import { describe, expect, it } from "vitest";
import type { Action } from "../../../protocol/games/exploding-kittens";
import { arrangeable, arranging, moved, names, pick, pickable, stillPicked, targets, using, usingOnly } from "./offers";
import { offersFor, panelFor } from "./choices";

const TURN: Action[] = [
  { type: "draw" },
  { type: "play", card: 1 },
  { type: "play", card: 2, target: 1 },
  { type: "play", card: 2, target: 2 },
  { type: "pair", cards: [4, 5], target: 1 },
  { type: "pair", cards: [4, 6], target: 1 },
  { type: "pair", cards: [5, 6], target: 1 },
  { type: "triple", cards: [4, 5, 6], target: 1 },
];

describe("narrowing", () => {
  it("offers every card that something can be done with", () => {
    expect([...pickable(TURN, [])].sort()).toEqual([1, 2, 4, 5, 6]);
    expect([...pickable(TURN, [4])].sort()).toEqual([4, 5, 6]);
    expect([...pickable(TURN, [1])]).toEqual([1]);
  });

  it("builds a combo card by card", () => {
    const one = pick(TURN, [], 4);
    expect(usingOnly(TURN, one)).toEqual([]);
    const two = pick(TURN, one, 5);
    expect(usingOnly(TURN, two).map(({ type }) => type)).toEqual(["pair"]);
    const three = pick(TURN, two, 6);
    expect(usingOnly(TURN, three).map(({ type }) => type)).toEqual(["triple"]);
    expect(pick(TURN, three, 5)).toEqual([4, 6]);
  });

  it("takes another card instead of one that does not go with it, and none that nothing can be done with", () => {
    expect(pick(TURN, [4, 5], 1)).toEqual([1]);
    expect(pick(TURN, [4], 9)).toEqual([4]);
  });

  it("forgets what was picked when it is no longer legal", () => {
    expect(stillPicked(TURN, [4, 5])).toEqual([4, 5]);
    expect(stillPicked([{ type: "pass" }], [4, 5])).toEqual([]);
    expect(stillPicked([], [4])).toEqual([]);
  });

  it("asks for the target last", () => {
    expect(targets(usingOnly(TURN, [2]))).toEqual([1, 2]);
    const offered = offersFor(
      TURN,
      [2],
      () => "",
      (seat) => `Seat ${seat}`,
    );
    expect(offered.map(({ label }) => label)).toEqual(["Seat 1", "Seat 2"]);
    expect(offered.map(({ action }) => action)).toEqual(TURN.slice(2, 4));
  });

  it("leaves alone what needs no card", () => {
    expect(using(TURN, []).some(({ type }) => type === "draw")).toBe(false);
  });
});

describe("orders", () => {
  const orders = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ];
  const legal: Action[] = orders.map((order) => ({ type: "arrange", order }));

  it("finds the legal action for an order that was made by moving cards", () => {
    expect(arrangeable(legal)).toBe(3);
    const order = moved([0, 1, 2], 0, 2);
    expect(order).toEqual([1, 2, 0]);
    expect(arranging(legal, order)).toBe(legal[3]);
    expect(moved(order, 2, 0)).toEqual([0, 1, 2]);
  });

  it("knows no order that is not legal", () => {
    expect(arranging(legal, [0, 0, 1])).toBeUndefined();
    expect(arrangeable([{ type: "draw" }])).toBe(0);
  });
});

describe("panels", () => {
  it("opens the one that the legal actions need", () => {
    expect(panelFor(TURN)).toBeNull();
    expect(panelFor([{ type: "shuffle", times: 1 }])).toBe("shuffle");
    expect(panelFor([{ type: "tuck", place: 0 }])).toBe("tuck");
    expect(panelFor([{ type: "pick", card: 1 }])).toBe("pick");
    expect(panelFor([{ type: "name", kind: "skip" }])).toBe("name");
    expect(
      names([
        { type: "name", kind: "skip" },
        { type: "name", kind: "nope" },
      ]),
    ).toEqual(["skip", "nope"]);
  });
});
