// The games of the page: every folder beside this file. To add one, add its folder.
import type { GameCover, GameModule } from "../lib/game";

const COVERS = import.meta.glob<GameCover>("./*/cover.ts", { eager: true, import: "default" });
const MODULES = import.meta.glob<GameModule>("./*/index.ts", { import: "default" });

/** What the lobby shows, for each game that has a folder. */
export const covers: ReadonlyMap<string, GameCover> = new Map(Object.values(COVERS).map((cover) => [cover.name, cover]));

/** Loads all of a game; nothing, if this page does not know it. */
export async function load(name: string): Promise<GameModule | null> {
  const module = MODULES[`./${name}/index.ts`];
  return module ? await module() : null;
}

const RULES = import.meta.glob<string>("../../../crates/games/src/*/RULES.md", { query: "?raw", import: "default" });

/** The whole rules of a game, as they are written beside its code; nothing, if there are none. */
export async function rulesOf(name: string): Promise<string | null> {
  const rules = RULES[`../../../crates/games/src/${name.replaceAll("-", "_")}/RULES.md`];
  return rules ? await rules() : null;
}
