// Choosing step by step, from the list of what is legal alone.
import { describe, expect, it } from "vitest";
import type { Action } from "../../../protocol/games/herding-cats";
import { left, next, settled, values } from "./narrow";

type Play = Extract<Action, { type: "play" }>;
const ORDER = ["card", "declare", "target"] as const;

function plays(cards: number[], targets: number[]): Play[] {
  return cards.flatMap((card): Play[] => [
    { type: "play", card, declare: "kitten" },
    ...targets.map((target): Play => ({ type: "play", card, declare: "catnip", target })),
  ]);
}

describe("narrowing", () => {
  it("asks for the card, what it is said to be, and whom it attacks", () => {
    const legal = plays([4, 7], [1, 2]);
    expect(next(legal, ORDER, {})).toBe("card");
    expect(values(legal, "card")).toEqual([4, 7]);
    expect(next(legal, ORDER, { card: 4 })).toBe("declare");
    expect(values(left(legal, { card: 4 }), "declare")).toEqual(["kitten", "catnip"]);
    expect(next(legal, ORDER, { card: 4, declare: "catnip" })).toBe("target");
    expect(values(left(legal, { card: 4, declare: "catnip" }), "target")).toEqual([1, 2]);
    expect(settled(legal, { card: 4, declare: "catnip" })).toBeNull();
    expect(settled(legal, { card: 4, declare: "catnip", target: 2 })).toEqual({
      type: "play",
      card: 4,
      declare: "catnip",
      target: 2,
    });
  });

  it("asks nothing that has only one answer", () => {
    const legal = plays([4], [1]);
    expect(next(legal, ORDER, {})).toBe("declare");
    expect(next(legal, ORDER, { declare: "catnip" })).toBeNull();
    expect(settled(legal, { card: 4, declare: "catnip" })).toEqual({ type: "play", card: 4, declare: "catnip", target: 1 });
    expect(settled(legal, { card: 4, declare: "kitten" })).toEqual({ type: "play", card: 4, declare: "kitten" });
  });

  it("offers nothing where nothing is legal", () => {
    expect(next([] as Play[], ORDER, {})).toBeNull();
    expect(settled([] as Play[], {})).toBeNull();
  });
});
