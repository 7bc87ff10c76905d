// What a clock shows around full minutes, where rounding minutes and seconds apart would show too little or too much.
import { describe, expect, it } from "vitest";
import { clockText } from "../lib/clock";

/** Every half second, from the millisecond count of the first to that of the last. */
function everyHalfSecond(from: number, to: number): number[] {
  return Array.from({ length: (to - from) / 500 + 1 }, (_, i) => from + i * 500);
}

describe("a clock", () => {
  it.each([
    [0, ["0:00", "0:01", "0:01", "0:02", "0:02"]],
    [58_000, ["0:58", "0:59", "0:59", "1:00", "1:00", "1:01", "1:01", "1:02", "1:02"]],
    [118_000, ["1:58", "1:59", "1:59", "2:00", "2:00", "2:01", "2:01", "2:02", "2:02"]],
    [598_000, ["9:58", "9:59", "9:59", "10:00", "10:00", "10:01", "10:01", "10:02", "10:02"]],
  ])("shows every half second from %i ms", (from, texts) => {
    expect(everyHalfSecond(from, from + (texts.length - 1) * 500).map(clockText)).toEqual(texts);
  });

  it("never shows more than the half second before, nor 0:00 while anything is left", () => {
    const shown = everyHalfSecond(0, 7_200_000).map((left) => {
      const [minutes = "", seconds = ""] = clockText(left).split(":");
      expect(seconds).toMatch(/^[0-5]\d$/);
      return Number(minutes) * 60 + Number(seconds);
    });
    for (const [at, seconds] of shown.entries()) expect(seconds).toBe(Math.ceil(at / 2));
  });

  it("stays at 0:00 once nothing is left", () => {
    expect([1, 0, -1, -90_000].map(clockText)).toEqual(["0:01", "0:00", "0:00", "0:00"]);
  });
});
