// That the log says who acted in the place of a player, once for each action and not for each of its consequences.
import { describe, expect, it, vi } from "vitest";
import type { GameModule, TextContext } from "../lib/game";

vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener() {} }));
const { sentencesOf } = await import("../lib/stage");

const game = { words: (event: string) => (event === "silent" ? null : event) } as unknown as GameModule;
const at: TextContext<unknown> = { view: null, you: 0, name: (seat) => (seat === 0 ? "You" : "Ann") };
const said = (step: object, seats: { resigned?: boolean }[] = []) =>
  sentencesOf(game, { n: 1, events: ["silent", "You let it pass.", "The turn ends."], ...step }, at, seats).map(
    ({ text }) => text,
  );

describe("the log", () => {
  it("says nothing more of what a player did", () => {
    expect(said({})).toEqual([null, "You let it pass.", "The turn ends."]);
  });

  it.each([
    [{ by: "absent", seat: 0 }, "While you were away: You let it pass."],
    [{ by: "absent", seat: 1 }, "While Ann was away: You let it pass."],
    [{ by: "clock", seat: 0 }, "Your time was up: You let it pass."],
    [{ by: "clock", seat: 1 }, "Ann ran out of time: You let it pass."],
  ])("says it of the action and not of what follows: %o", (step, first) => {
    expect(said(step)).toEqual([null, first, "The turn ends."]);
  });

  it("says of those who resigned that they did", () => {
    expect(said({ by: "absent", seat: 1 }, [{}, { resigned: true }])[1]).toBe("Played for Ann, who resigned: You let it pass.");
  });
});
