// That differences are read as the server writes them: the same vectors as in Rust.
import { describe, expect, it } from "vitest";
import { apply, lengthen, DeltaError, viewOf, type Json } from "../protocol/delta";
import type { Vocabulary } from "../protocol/types";
import vectors from "../protocol/vectors/delta.json";

interface Group {
  name: string;
  vocabulary: Vocabulary;
  cases: { old: Json; delta: Json; new: Json }[];
  own_parts: { everybodys: Json; own: Json; view: Json }[];
}

describe.each(vectors as unknown as Group[])("the vectors of $name", ({ vocabulary, cases, own_parts: ownParts }) => {
  it(`lead from the old value to the new one, and leave the old one alone (${cases.length})`, () => {
    expect(cases.length).toBeGreaterThan(0);
    for (const { old, delta, new: expected } of cases) {
      const before = JSON.stringify(old);
      expect(apply(old, delta, vocabulary)).toEqual(expected);
      expect(JSON.stringify(old)).toBe(before);
    }
  });

  it(`lay own parts over what everybody sees, and leave both alone (${ownParts.length})`, () => {
    expect(ownParts.length).toBeGreaterThan(0);
    for (const { everybodys, own, view } of ownParts) {
      const before = JSON.stringify([everybodys, own]);
      expect(viewOf(everybodys, own)).toEqual(view);
      expect(JSON.stringify([everybodys, own])).toBe(before);
    }
  });
});

describe("what does not fit", () => {
  const vocabulary: Vocabulary = { shapes: [], words: ["a"] };

  it("is refused, so that the table is asked for anew", () => {
    expect(() => apply({ a: 1 }, { "0": { "0": 2 } }, vocabulary)).toThrow(DeltaError);
    expect(() => apply([1], [5, 1], vocabulary)).toThrow(DeltaError);
    expect(() => lengthen("zz", vocabulary)).toThrow(DeltaError);
    expect(() => lengthen([9, 1], vocabulary)).toThrow(DeltaError);
  });
});
