// Where the arrows lead, in order and by direction.
import { describe, expect, it } from "vitest";
import { nextIn, stride } from "../lib/arrows";

describe("arrows", () => {
  const grid = [
    { x: 0, y: 0 },
    { x: 50, y: 0 },
    { x: 0, y: 50 },
    { x: 50, y: 50 },
  ];

  it("go to the nearest in that direction", () => {
    expect(nextIn(grid, 0, "ArrowRight")).toBe(1);
    expect(nextIn(grid, 0, "ArrowDown")).toBe(2);
    expect(nextIn(grid, 3, "ArrowUp")).toBe(1);
    expect(nextIn(grid, 1, "ArrowRight")).toBeNull();
  });

  it("go one place along a row and one row up or down", () => {
    const keys = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"];
    expect(keys.map((key) => stride(key, 7, 4))).toEqual([-1, 1, -4, 4, -7, 7]);
    expect(stride("a", 7, 4)).toBeUndefined();
  });
});
