import { describe, expect, it } from "vitest";
import type { Kind, Shown } from "../../../protocol/games/exploding-kittens";
import { held } from "./held";

const card = (id: number, type?: Kind): Shown<Kind> => (type ? { id, type } : { id });

describe("the own hand", () => {
  it("is sorted by kind, whichever way the server has mixed it", () => {
    const kinds = (hand: Shown<Kind>[]) => hand.map(({ type }) => type);
    const one = held([card(1, "tacocat"), card(2, "defuse"), card(3, "nope"), card(4, "tacocat")], []);
    const other = held([card(1, "nope"), card(2, "tacocat"), card(3, "tacocat"), card(4, "defuse")], []);
    expect(kinds(one.hand)).toEqual(["defuse", "nope", "tacocat", "tacocat"]);
    expect(kinds(other.hand)).toEqual(kinds(one.hand));
  });

  it("keeps its marks on the cards that bear them", () => {
    const { hand, marked } = held([card(1, "tacocat"), card(2, "defuse"), card(3, "nope")], [0, 2]);
    expect(marked.map((at) => hand[at]?.id)).toEqual([3, 1]);
  });

  it("leaves what a curse hides as it lies", () => {
    expect(held([card(5), card(3), card(4, "nope")], []).hand.map(({ id }) => id)).toEqual([4, 5, 3]);
  });
});
