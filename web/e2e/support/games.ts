// The games that the server offers, each with its test plan. A new game is among them automatically.
import { existsSync } from "node:fs";
import type { GameInfo } from "../../src/protocol/types";
import type { TestPlan } from "./plan";
import { offered } from "./offered";
import type { TableSpec } from "./table";

export interface Game extends GameInfo {
  plan: TestPlan;
}

async function planOf(name: string): Promise<TestPlan> {
  const file = new URL(`../../src/games/${name}/e2e/plan.ts`, import.meta.url);
  return existsSync(file) ? ((await import(file.href)) as { default: TestPlan }).default : {};
}

export const GAMES: readonly Game[] = await Promise.all(
  offered().map(async (game) => ({ ...game, plan: await planOf(game.name) })),
);

/** For what is the same in every game. */
export const ANY: Game = GAMES[0]!;

/** How many sit at a table: three, if the game allows, and everybody who is to. */
export function seatsOf(game: Game, people = 1): number {
  return Math.max(people, Math.min(game.most, Math.max(game.least, 3)));
}

/** A table of this game with so many people, and bots on the other seats, for guests who are new. */
export function tableOf(game: Game, people = 1): TableSpec<unknown, true> & { bots: string[] } {
  return {
    game: game.name,
    people,
    bots: Array.from({ length: seatsOf(game, people) - people }, () => "random"),
    options: game.plan.options ?? {},
    pace: "instant",
    fits: () => true,
    isFresh: true,
  };
}
