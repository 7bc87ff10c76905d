// That adding a game is adding a folder: all folders have one layout, and nothing outside of a game's folder names a game.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { coverOf, covers, load } from "../games";

const WEB = new URL("../../", import.meta.url);
const GAMES = new URL("src/games/", WEB);
const FOLDERS = readdirSync(GAMES, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));

/** What may stand in a game's folder; `src/lib/game.ts` says what for. */
const LAYOUT = [
  "art",
  "Board.svelte",
  "HowTo.svelte",
  "beat.ts",
  "cover.ts",
  "e2e",
  "fixture.ts",
  "index.ts",
  "model",
  "parts",
  "words",
];

/** What is a game's own, or generated from it. */
const OWN = ["src/protocol/games/", ...FOLDERS.map((game) => `src/games/${game}/`)];

/** Every file below a folder of the page, but for those in some folders. */
function filesIn(folder: string, but: string[] = []): string[] {
  return readdirSync(new URL(folder, WEB), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}${entry.name}${entry.isDirectory() ? "/" : ""}`;
    if (but.includes(path)) return [];
    return entry.isDirectory() ? filesIn(path, but) : [path];
  });
}

describe("the folders of the games", () => {
  it.each(FOLDERS)("%s has the layout of all", (game) => {
    const tops = filesIn(`src/games/${game}/`).map((path) => path.split("/")[3] ?? "");
    expect(tops.filter((top) => !LAYOUT.includes(top))).toEqual([]);
  });

  it("are found by themselves", () => {
    expect(covers).not.toEqual([]);
    expect(FOLDERS).toEqual(expect.arrayContaining(covers.map(({ name }) => name)));
  });

  it("are all that names a game", () => {
    const names = covers.flatMap(({ name, title }) => [name, name.replaceAll("-", "_"), title]);
    const naming = ["src/", "e2e/"]
      .flatMap((folder) => filesIn(folder, OWN))
      .filter((path) => /\.(ts|js|svelte|css)$/.test(path))
      .filter((path) => {
        const text = readFileSync(new URL(path, WEB), "utf8").toLowerCase();
        return names.some((name) => text.includes(name.toLowerCase()));
      });
    expect(naming).toEqual([]);
  });
});

describe("a game without a folder", () => {
  it("has a cover", () => {
    expect(coverOf("old-maid")).toMatchObject({ name: "old-maid", title: "Old Maid", blurb: [] });
  });

  it("can be played", async () => {
    const game = await load("old-maid");
    const at = { view: {}, you: 0, name: (seat: number) => (seat === 0 ? "You" : "Ada") };
    expect(game.label({ type: "take_card", card: 4, target: 1 }, at)).toBe("Take card, card 4, target Ada");
    const taken = { type: "cardTaken", player_id: 1, card: { id: 4, type: "red_queen" }, from: { id: 5 }, left: [3, 2] };
    expect(game.words(taken, at)).toBe("Ada: card taken, card red queen, from face down, left 3 2.");
    expect(game.prompt({ ...at, legal: [{}], waiting: [0] })).toMatchObject({ tone: "ask" });
    expect(game.prompt({ ...at, legal: [], waiting: [1] })).toMatchObject({ title: "Waiting for Ada" });
    expect(game.beat({ type: "cardTaken" })).toEqual({ millis: 250 });
    expect(game.Board).toBeTypeOf("function");
    expect(game.HowTo).toBeTypeOf("function");
  });
});
