// Setting up tables, and remembering the codes of those that have one.
import type { GameInfo, Level, NewTable, NewTableInfo, SeatChoice, TableInfo } from "../protocol/types";
import { api } from "./api";
import type { GameCover } from "./game";
import { me } from "./identity.svelte";
import { preferences } from "./preferences.svelte";
import { store, storedJson } from "./storage";

/** The game's bot of this level, or the nearest weaker one. */
export function botOf(game: GameInfo, level: Level): string {
  const most = LEVELS.indexOf(level);
  return game.bots.findLast((bot) => LEVELS.indexOf(bot.level) <= most)?.name ?? game.bots[0]?.name ?? "random";
}

/** The levels of a game's bots, the weakest first. */
export function levelsOf(game: GameInfo): Level[] {
  return LEVELS.filter((level) => game.bots.some((bot) => bot.level === level));
}

const LEVELS: Level[] = ["easy", "medium", "hard"];

/** How many play when nobody has said: three, if the game allows. */
export function usualSeats(game: GameInfo): number {
  return Math.min(game.most, Math.max(game.least, 3));
}

/** A table against bots that begins at once. */
export async function playNow(name: string): Promise<string> {
  return me.doing(async () => {
    const game = await find(name);
    const bot = botOf(game, preferences.level);
    const bots: SeatChoice[] = Array.from({ length: usualSeats(game) - 1 }, () => ({ bot }));
    const pace = preferences.speed;
    return setUp({ game: name, seats: ["open", ...bots], sit: 0, autostart: true, private: true, spectators: "none", pace });
  });
}

/** A game for somebody new: easy bots that take their time, and a coach. */
export async function playGuided({ name, guided = {} }: GameCover): Promise<string> {
  return me.doing(async () => {
    const game = await find(name);
    const bots: SeatChoice[] = Array.from({ length: usualSeats(game) - 1 }, () => ({ bot: botOf(game, "easy") }));
    const table = { game: name, options: guided, seats: ["open" as const, ...bots], sit: 0, autostart: true, private: true };
    const id = await setUp({ ...table, spectators: "none", pace: "slow" });
    store("guided", id);
    return id;
  });
}

/** Whether a game was played on this browser before. */
export function hasPlayed(game: string): boolean {
  return (storedJson<string[]>("played") ?? []).includes(game);
}

/** Whether one person plays against bots. */
export function isSolo({ seats }: TableInfo): boolean {
  return seats.filter(({ who }) => who === "player").length === 1 && seats.every(({ who }) => who === "player" || who === "bot");
}

/** The same table against the same bots from the start; the old game is played to its end without the player. */
export async function startOver(old: TableInfo, you: number): Promise<string> {
  if (old.state === "playing") {
    await api.setPace(old.id, "instant");
    if (!old.seats[you]?.resigned) await api.resign(old.id);
  }
  const { game, options, clock, absent, grace, autostart, spectators } = old;
  const seats = old.seats.map(({ bot }): SeatChoice => (bot === undefined ? "open" : { bot }));
  const pace = preferences.speed;
  return setUp({ game, options, seats, sit: you, clock, absent, grace, autostart, spectators, private: old.private, pace });
}

/** Sets up a table; gives its id. */
export async function setUp(table: NewTable): Promise<string> {
  const made = await me.doing(() => api.newTable({ contribution: newContribution(), ...table }));
  remember(made);
  store("played", JSON.stringify([...new Set([...(storedJson<string[]>("played") ?? []), table.game])]));
  return made.table;
}

/** What this player adds to the deal, so that the server alone cannot choose it. */
export function newContribution(): string {
  return crypto.randomUUID();
}

let games: Promise<GameInfo[]> | null = null;

/** The games of the server; asked for once. */
export function allGames(): Promise<GameInfo[]> {
  games ??= api.games().then((answer) => answer.games);
  games.catch(() => (games = null));
  return games;
}

export async function find(name: string): Promise<GameInfo> {
  const game = (await allGames()).find((one) => one.name === name);
  if (!game) throw new Error(`no game ${name}`);
  return game;
}

export function remember({ table, code }: NewTableInfo): void {
  if (!code) return;
  const codes = storedJson<Record<string, string>>("codes") ?? {};
  const latest = Object.entries(codes)
    .filter(([id]) => id !== table)
    .slice(-40);
  store("codes", JSON.stringify(Object.fromEntries([...latest, [table, code]])));
}

export function codeOf(table: string): string | undefined {
  return storedJson<Record<string, string>>("codes")?.[table];
}
