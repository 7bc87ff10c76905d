// The games of the page: every folder beside this file. To add one, add its folder; everything missing has a default.
import type { Cover, GameCover, GameModule, GameParts } from "../lib/game";
import { readable } from "../lib/names";
import { allGames } from "../lib/tables";
import { ABOUT } from "../protocol/games";
import type { GameInfo } from "../protocol/types";
import PlainPicture from "../ui/PlainPicture.svelte";

const COVERS = byFolder(import.meta.glob<Cover>("./*/cover.ts", { eager: true, import: "default" }));
const PARTS = byFolder(import.meta.glob<GameParts>("./*/index.ts", { import: "default" }));
const RULES = import.meta.glob<string>("../../../crates/games/src/*/RULES.md", { query: "?raw", import: "default" });

/** What the page shows of a game before it is played. A game that the page was built without describes itself in `info`. */
export function coverOf(name: string, info?: GameInfo): GameCover {
  const described = Object.hasOwn(ABOUT, name) ? ABOUT[name as keyof typeof ABOUT] : info;
  const plain: GameCover = {
    name,
    title: described?.title ?? readable(name),
    blurb: described?.about.match(/\S[^.]*\./g) ?? [],
    accent: "var(--accent-fill)",
    Picture: PlainPicture,
  };
  return { ...plain, ...COVERS.get(name) };
}

/** The games that have a cover here. */
export const covers: readonly GameCover[] = [...COVERS.keys()].map((name) => coverOf(name));

/** Those, and after them what else the server offers. */
export async function allCovers(): Promise<readonly GameCover[]> {
  const others = (await allGames()).filter(({ name }) => !COVERS.has(name));
  return [...covers, ...others.map((info) => coverOf(info.name, info))];
}

/** Loads all of a game. */
export async function load(name: string): Promise<GameModule> {
  const texts = import("./texts").then(({ textsOf }) => textsOf(name));
  const [{ plainGame }, said, parts] = await Promise.all([import("../lib/plain"), texts, PARTS.get(name)?.()]);
  return { ...plainGame(coverOf(name), said), ...parts };
}

/** The whole rules of a game, as they are written beside its code; nothing, if there are none. */
export async function rulesOf(name: string): Promise<string | null> {
  const rules = RULES[`../../../crates/games/src/${name.replaceAll("-", "_")}/RULES.md`];
  return rules ? await rules() : null;
}

/** What was found, by the name of its folder. */
function byFolder<T>(found: Record<string, T>): Map<string, T> {
  return new Map(Object.entries(found).map(([path, value]) => [path.split("/")[1] ?? "", value]));
}
