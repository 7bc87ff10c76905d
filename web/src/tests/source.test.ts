// That a link to a replay says where it leads, and is understood again.
import { beforeAll, describe, expect, it, vi } from "vitest";

let source: typeof import("../lib/source");

beforeAll(async () => {
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => (key === "facedown.codes" ? JSON.stringify({ hidden: "9b/q" }) : null),
    setItem: () => {},
  });
  source = await import("../lib/source");
});

describe("a link to a replay", () => {
  it("says whose eyes and which action", () => {
    expect(source.addressOf({ kind: "table", id: "k3J" }, 1, 12)).toBe("/r/k3J?as=1&at=12");
    expect(source.addressOf({ kind: "share", share: "hc1.a" }, "all", 0)).toBe("/replay?as=all&at=0#hc1.a");
    expect(source.addressOf({ kind: "record", record: {}, file: "a.json" }, 0, 3)).toBeNull();
  });

  it("brings the code of a private table along where only the page sees it", () => {
    expect(source.addressOf({ kind: "table", id: "hidden" }, "spectator", 2)).toBe("/r/hidden?as=spectator&at=2#9b%2Fq");
  });

  it("is understood again", () => {
    expect(source.placeIn("?as=1&at=12")).toEqual({ eyes: 1, at: 12 });
    expect(source.placeIn("?as=spectator")).toEqual({ eyes: "spectator", at: null });
    expect(source.placeIn("?as=me&at=-1")).toEqual({ eyes: null, at: null });
  });

  it("knows a share code from the code of a table", () => {
    for (const code of ["hc1.AgEDc29tZXRoaW5n", " ek2.Ab_-9 "]) expect(source.isShareCode(code)).toBe(true);
    for (const other of ["9bTq", "hc1", "", "https://cards.example/t/k3J"]) expect(source.isShareCode(other)).toBe(false);
  });
});
