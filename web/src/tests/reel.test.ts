// That what a viewer was sent is folded into scenes, one for each action, with the lines and marks that belong to it.
import { describe, expect, it } from "vitest";
import type { GameModule, TextContext } from "../lib/game";
import { fold, notableMoments, logLines } from "../lib/reel";
import { DeltaError, type Json } from "../protocol/delta";
import type { FromServer, Vocabulary } from "../protocol/types";
import vectors from "../protocol/vectors/delta.json";

const VOCABULARY: Vocabulary = {
  shapes: [
    { keys: ["type", "card"], is: "play" },
    { keys: ["type"], is: "boom" },
  ],
  words: ["turn"],
};

function welcome(more: object = {}): FromServer {
  const table = { id: "t", game: "g", state: "playing", seats: [] };
  return {
    type: "welcome",
    version: 2,
    n: 4,
    you: 0,
    table,
    vocabulary: VOCABULARY,
    view: { turn: 0 },
    legal: [{ type: "play", card: 3 }],
    waiting: [0],
    missed: [{ n: 4, e: [{ type: "dealt" }] }],
    ...more,
  } as unknown as FromServer;
}

const FRAMES: FromServer[] = [
  welcome(),
  { n: 5, e: [[1, 3]], v: { "0": 1 }, w: [1] },
  { n: 6, m: { seat: 1, name: "Ada", text: "oh" } },
  { n: 7, by: "clock", s: 1, e: [[2]], v: { "0": 0 }, w: [0] },
  { n: 8, t: { "'state": "'over" } },
] as FromServer[];

const game = {
  words: (event: { type: string }, at: TextContext<{ turn: number }>) =>
    event.type === "dealt" ? null : `${event.type} on turn ${at.view.turn}`,
  beat: (event: { type: string }) => (event.type === "boom" ? { millis: 100, sound: "boom" } : { millis: 100 }),
} as unknown as GameModule;

const told = (view: unknown): TextContext<unknown> => ({ view, you: 0, name: String });

describe("a replay", () => {
  it("has a scene for the deal and for every action; what is none goes with the one before", () => {
    const scenes = fold(FRAMES);
    expect(scenes.map(({ action, live }) => [action, live.n, live.view, live.waiting])).toEqual([
      [0, 4, { turn: 0 }, [0]],
      [1, 6, { turn: 1 }, [1]],
      [2, 8, { turn: 0 }, [0]],
    ]);
    expect(scenes[0]?.steps.map(({ events }) => events)).toEqual([[{ type: "dealt" }]]);
    expect(scenes[1]?.steps.map(({ n }) => n)).toEqual([5, 6]);
    expect(scenes[2]?.live.table.state).toBe("over");
  });

  it("knows what was offered again, though it was not sent again", () => {
    const scenes = fold(FRAMES);
    expect(scenes.map(({ live }) => live.legal.length)).toEqual([1, 0, 1]);
  });

  it("is written down over the views from before, with what was said in its place", () => {
    const lines = logLines(fold(FRAMES), game, told);
    expect(lines.map(({ action, kind, text }) => [action, kind, text])).toEqual([
      [1, "event", "play on turn 0"],
      [1, "chat", "oh"],
      [2, "event", "1 ran out of time: boom on turn 1"],
    ]);
  });

  it("marks what is loud", () => {
    const scenes = fold(FRAMES);
    expect(notableMoments(scenes, logLines(scenes, game, told), game)).toEqual([
      { action: 2, text: "1 ran out of time: boom on turn 1" },
    ]);
  });

  it("with a gap or without a beginning is refused", () => {
    expect(() => fold([])).toThrow(DeltaError);
    expect(() => fold(FRAMES.slice(1))).toThrow(DeltaError);
    expect(() => fold([FRAMES[0]!, FRAMES[2]!])).toThrow(DeltaError);
  });
});

interface Group {
  name: string;
  vocabulary: Vocabulary;
  cases: { old: Json; delta: Json; new: Json }[];
}

describe.each(vectors as unknown as Group[])("the vectors of $name", ({ vocabulary, cases }) => {
  it("are the views of a replay", () => {
    for (const { old, delta, new: expected } of cases) {
      const [before, after] = fold([welcome({ vocabulary, view: old }), { n: 5, v: delta }]);
      expect(before?.live.view).toEqual(old);
      expect(after?.live.view).toEqual(expected);
    }
  });
});
