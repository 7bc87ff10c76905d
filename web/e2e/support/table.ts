// Sets tables up for tests. The server deals as it pleases, so whoever needs certain cards has new tables dealt until they lie.
import type { Browser, BrowserContextOptions, Page } from "@playwright/test";
import type { NewTable, NewTableInfo, Pace, SeatChoice } from "../../src/protocol/types";
import type { Server } from "./server";
import { ask, returningGuest, newPlayer, type Player } from "./player";
import { look } from "./wire";

const NAMES = ["Ada", "Bea", "Cleo", "Dot"];

export interface TableSpec<View, Found> {
  game: string;
  people: number;
  /** What else sits there. */
  bots?: string[];
  options?: object;
  /** How fast it is played. At an instant pace, what is shown for a moment only cannot be seen. */
  pace?: Pace;
  /** Whether the guests are new, as in a server that is opened for one test. */
  isFresh?: boolean;
  /** Done with every page before it is opened. */
  before?: (page: Page) => Promise<void>;
  /** What is looked for in everybody's own view of a fresh deal; null if it is not there. */
  fits: (views: View[]) => Found | null;
}

/** Tables of which at most so many are dealt before it is given up. What the tests look for is there in at least every third. */
const DEALS = 40;

/** Players at a table whose deal fits, each in a browser of their own and already looking at it; and what was found. */
export async function deal<View, Event extends { type: string }, Found>(
  browser: Browser,
  server: Server,
  wish: TableSpec<View, Found>,
  context?: BrowserContextOptions,
): Promise<{ players: Player<View, Event>[]; table: string; found: Found }> {
  const names = NAMES.slice(0, wish.people);
  const isUsual = !context && !wish.before && !wish.isFresh;
  const players = await Promise.all(
    names.map((name) =>
      isUsual ? returningGuest<View, Event>(browser, server, name) : newPlayer<View, Event>(browser, server, name, context),
    ),
  );
  players.forEach((player, seat) => (player.seat = seat));
  for (const { page } of players) await wish.before?.(page);
  const scout = await blankPage(browser, server, isUsual);
  for (let deals = 0; deals < DEALS; deals += 1) {
    const table = await seat(
      server,
      wish,
      players.map(({ guest }) => guest.token),
    );
    const views = await Promise.all(players.map(async ({ guest }) => (await look<View>(scout, table, guest.token)).view));
    const found = wish.fits(views);
    if (found === null) continue;
    await Promise.all(players.map((player) => openTable(player, server, table)));
    return { players, table, found };
  }
  throw new Error(`no fitting deal among ${DEALS}`);
}

/** A blank page of the server's origin, from which WebSockets can be opened. */
export async function blankPage(browser: Browser, server: Server, isUsual = true): Promise<Page> {
  const { page } = await (isUsual ? returningGuest : newPlayer)(browser, server, "Scout");
  if (page.url() === "about:blank") await page.goto(`${server.url}/api/v1/games`);
  return page;
}

/** Opens the table as a spectator. */
export async function watch<View, Event extends { type: string }>(
  browser: Browser,
  server: Server,
  table: string,
  isFresh = false,
): Promise<Player<View, Event>> {
  const watcher = await (isFresh ? newPlayer : returningGuest)<View, Event>(browser, server, "Wim");
  await openTable(watcher, server, table);
  return watcher;
}

/** Opens the table in this player's page and waits for the board. */
export async function openTable<View, Event extends { type: string }>(
  player: Player<View, Event>,
  server: Server,
  table: string,
): Promise<void> {
  player.tap.follow(table);
  await player.page.goto(`${server.url}/t/${table}`);
  await player.page.locator("main [data-testid=board]").first().waitFor();
}

/** Opens a table and seats these guests there; gives its id. */
export async function seat<View>(server: Server, wish: TableSpec<View, unknown>, tokens: string[]): Promise<string> {
  const people: SeatChoice[] = tokens.map(() => "open");
  const bots: SeatChoice[] = (wish.bots ?? []).map((bot) => ({ bot }));
  const request: NewTable = {
    game: wish.game,
    options: wish.options ?? {},
    seats: [...people, ...bots],
    autostart: true,
    spectators: "live",
    sit: 0,
    grace: 600,
    pace: wish.pace ?? "normal",
  };
  const { table } = await ask<NewTableInfo>(server, "POST", "/tables", request, tokens[0]);
  for (const [at, token] of tokens.entries()) {
    if (at > 0) await ask(server, "POST", `/tables/${table}/sit`, { seat: at }, token);
  }
  return table;
}
