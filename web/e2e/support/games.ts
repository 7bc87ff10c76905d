// The games that the server offers, each with the manner in which it is played here. A new game is among them by itself.
import { existsSync } from "node:fs";
import type { GameInfo } from "../../src/protocol/types";
import { impatient } from "./drive";
import type { Manner } from "./manner";
import { offered } from "./offered";
import type { Wish } from "./table";

export interface Game extends GameInfo {
  manner: Manner;
}

async function mannerOf(name: string): Promise<Manner> {
  const file = new URL(`../../src/games/${name}/e2e/manner.ts`, import.meta.url);
  return existsSync(file) ? ((await import(file.href)) as { default: Manner }).default : {};
}

export const GAMES: readonly Game[] = await Promise.all(
  offered().map(async (game) => ({ ...game, manner: await mannerOf(game.name) })),
);

/** For what is the same in every game. */
export const ANY: Game = GAMES[0]!;

/** How many sit at a table: three, if the game allows, and everybody who is to. */
export function seatsOf(game: Game, people = 1): number {
  return Math.max(people, Math.min(game.most, Math.max(game.least, 3)));
}

/** A table of this game with so many people, and bots on the other seats, that is played in a hurry. */
export function tableOf(game: Game, people = 1): Wish<unknown, true> & { bots: string[] } {
  return {
    game: game.name,
    people,
    bots: Array.from({ length: seatsOf(game, people) - people }, () => "random"),
    options: game.manner.options ?? {},
    fits: () => true,
    before: impatient,
  };
}
