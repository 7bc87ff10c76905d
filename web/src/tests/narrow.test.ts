// Choosing step by step, from the list of what is legal alone.
import { describe, expect, it } from "vitest";
import { left, next, ofType, settled, values } from "../lib/narrow";

type Play = { type: "play"; card: number; declare: string; target?: number };
const ORDER = ["card", "declare", "target"] as const;

function plays(cards: number[], targets: number[]): Play[] {
  return cards.flatMap((card): Play[] => [
    { type: "play", card, declare: "friend" },
    ...targets.map((target): Play => ({ type: "play", card, declare: "thief", target })),
  ]);
}

describe("narrowing", () => {
  it("finds the actions of one type", () => {
    const legal = [...plays([4], []), { type: "pass" as const }];
    expect(ofType(legal, "play")).toEqual(plays([4], []));
    expect(ofType(legal, "pass")).toEqual([{ type: "pass" }]);
  });

  it("asks for the card, what it is said to be, and whom it attacks", () => {
    const legal = plays([4, 7], [1, 2]);
    expect(next(legal, ORDER, {})).toBe("card");
    expect(values(legal, "card")).toEqual([4, 7]);
    expect(next(legal, ORDER, { card: 4 })).toBe("declare");
    expect(values(left(legal, { card: 4 }), "declare")).toEqual(["friend", "thief"]);
    expect(next(legal, ORDER, { card: 4, declare: "thief" })).toBe("target");
    expect(values(left(legal, { card: 4, declare: "thief" }), "target")).toEqual([1, 2]);
    expect(settled(legal, { card: 4, declare: "thief" })).toBeNull();
    expect(settled(legal, { card: 4, declare: "thief", target: 2 })).toEqual({
      type: "play",
      card: 4,
      declare: "thief",
      target: 2,
    });
  });

  it("asks nothing that has only one answer", () => {
    const legal = plays([4], [1]);
    expect(next(legal, ORDER, {})).toBe("declare");
    expect(next(legal, ORDER, { declare: "thief" })).toBeNull();
    expect(settled(legal, { card: 4, declare: "thief" })).toEqual({ type: "play", card: 4, declare: "thief", target: 1 });
    expect(settled(legal, { card: 4, declare: "friend" })).toEqual({ type: "play", card: 4, declare: "friend" });
  });

  it("offers nothing where nothing is legal", () => {
    expect(next([] as Play[], ORDER, {})).toBeNull();
    expect(settled([] as Play[], {})).toBeNull();
  });
});
