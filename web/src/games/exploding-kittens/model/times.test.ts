// What is typed as the number of shuffles is done as it stands, or refused with the reason; nothing is made to fit.
import { describe, expect, it } from "vitest";
import { read } from "./times";

const offers = Array.from({ length: 100 }, (_, i) => ({ type: "shuffle" as const, times: i + 1 }));

describe("the number of shuffles", () => {
  it.each([
    ["1", 1],
    ["5", 5],
    ["100", 100],
    [" 7 ", 7],
    ["+3", 3],
    ["007", 7],
  ])("is taken from %j", (typed, times) => {
    expect(read(typed, offers)).toEqual({ action: { type: "shuffle", times } });
  });

  it.each([
    ["0", "The pile cannot be shuffled 0 times; shuffle it at least once."],
    ["-1", "The pile cannot be shuffled -1 times; shuffle it at least once."],
    ["101", "101 shuffles are too many; shuffle at most 100 times."],
    ["150", "150 shuffles are too many; shuffle at most 100 times."],
    ["99999999999999999999", "99999999999999999999 shuffles are too many; shuffle at most 100 times."],
    ["1.5", "1.5 is not a whole number. Type a whole number from 1 to 100."],
    ["1,5", "1,5 is not a whole number. Type a whole number from 1 to 100."],
    [".5", ".5 is not a whole number. Type a whole number from 1 to 100."],
    ["abc", "“abc” is not a number. Type a whole number from 1 to 100."],
    ["1e2", "“1e2” is not a number. Type a whole number from 1 to 100."],
    ["0x10", "“0x10” is not a number. Type a whole number from 1 to 100."],
    ["", "How often? Type a whole number from 1 to 100."],
    ["  ", "How often? Type a whole number from 1 to 100."],
  ])("is refused for %j", (typed, reason) => {
    expect(read(typed, offers)).toEqual({ reason });
  });

  it("keeps to what is offered, whatever that is", () => {
    const few = [2, 3, 5].map((times) => ({ type: "shuffle" as const, times }));
    expect(read("5", few)).toEqual({ action: few[2] });
    expect(read("1", few).reason).toBe("The pile cannot be shuffled once; shuffle it at least twice.");
    expect(read("4", few).reason).toBe("The pile cannot be shuffled 4 times now. Type a whole number from 2 to 5.");
    expect(read("6", few).reason).toBe("6 shuffles are too many; shuffle at most 5 times.");
  });
});
