// Setting up tables, and remembering the codes of those that have one.
import type { GameInfo, NewTable, NewTableInfo, SeatChoice } from "../protocol/types";
import { api } from "./api";
import { me } from "./identity.svelte";
import { store, storedJson } from "./storage";

/** The strongest bot: somebody who starts at once wants a game, not a walkover. */
export function bestBot(game: GameInfo): string {
  return game.bots.at(-1)?.name ?? "random";
}

/** How many play when nobody has said: three, if the game allows. */
export function usualSeats(game: GameInfo): number {
  return Math.min(game.most, Math.max(game.least, 3));
}

/** A table against bots that begins at once. */
export async function playNow(name: string): Promise<string> {
  return me.doing(async () => {
    const game = await find(name);
    const bots: SeatChoice[] = Array.from({ length: usualSeats(game) - 1 }, () => ({ bot: bestBot(game) }));
    return setUp({ game: name, seats: ["open", ...bots], sit: 0, autostart: true, private: true, spectators: "none" });
  });
}

/** Sets up a table; gives its id. */
export async function setUp(table: NewTable): Promise<string> {
  const made = await me.doing(() => api.newTable({ contribution: chance(), ...table }));
  remember(made);
  return made.table;
}

/** What this player adds to the deal, so that the house alone cannot choose it. */
export function chance(): string {
  return crypto.randomUUID();
}

let games: Promise<GameInfo[]> | null = null;

/** The games of the house; asked for once. */
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
