// Sets tables up for tests. The house deals as it pleases, so whoever needs certain cards has new tables dealt until they lie.
import type { Browser, BrowserContextOptions, Page } from "@playwright/test";
import type { NewTable, NewTableInfo, SeatChoice } from "../../src/protocol/types";
import type { House } from "./house";
import { ask, regular, welcome, type Player } from "./player";
import { look } from "./wire";

const NAMES = ["Ada", "Bea", "Cleo", "Dot"];

export interface Wish<View, Found> {
  game: string;
  people: number;
  /** What else sits there. */
  bots?: string[];
  options?: object;
  /** Whether the guests are new, as in a house that is opened for one test. */
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
  house: House,
  wish: Wish<View, Found>,
  context?: BrowserContextOptions,
): Promise<{ players: Player<View, Event>[]; table: string; found: Found }> {
  const names = NAMES.slice(0, wish.people);
  const isUsual = !context && !wish.before && !wish.isFresh;
  const players = await Promise.all(
    names.map((name) =>
      isUsual ? regular<View, Event>(browser, house, name) : welcome<View, Event>(browser, house, name, context),
    ),
  );
  players.forEach((player, seat) => (player.seat = seat));
  for (const { page } of players) await wish.before?.(page);
  const scout = await scoutOf(browser, house, isUsual);
  for (let deals = 0; deals < DEALS; deals += 1) {
    const table = await seat(
      house,
      wish,
      players.map(({ guest }) => guest.token),
    );
    const views = await Promise.all(players.map(async ({ guest }) => (await look<View>(scout, table, guest.token)).view));
    const found = wish.fits(views);
    if (found === null) continue;
    await Promise.all(players.map((player) => come(player, house, table)));
    return { players, table, found };
  }
  throw new Error(`no fitting deal among ${DEALS}`);
}

/** A page with a small document of the house, from which its tables can be looked at. */
export async function scoutOf(browser: Browser, house: House, isUsual = true): Promise<Page> {
  const { page } = await (isUsual ? regular : welcome)(browser, house, "Scout");
  if (page.url() === "about:blank") await page.goto(`${house.url}/api/v1/games`);
  return page;
}

/** Somebody who looks on. */
export async function lookOn<View, Event extends { type: string }>(
  browser: Browser,
  house: House,
  table: string,
  isFresh = false,
): Promise<Player<View, Event>> {
  const watcher = await (isFresh ? welcome : regular)<View, Event>(browser, house, "Wim");
  await come(watcher, house, table);
  return watcher;
}

/** Opens the table in this player's page and waits for the board. */
export async function come<View, Event extends { type: string }>(
  player: Player<View, Event>,
  house: House,
  table: string,
): Promise<void> {
  player.tap.follow(table);
  await player.page.goto(`${house.url}/t/${table}`);
  await player.page.locator("main [data-testid=board]").first().waitFor();
}

/** Opens a table and seats these guests there; gives its id. */
export async function seat<View>(house: House, wish: Wish<View, unknown>, tokens: string[]): Promise<string> {
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
  };
  const { table } = await ask<NewTableInfo>(house, "POST", "/tables", request, tokens[0]);
  for (const [at, token] of tokens.entries()) {
    if (at > 0) await ask(house, "POST", `/tables/${table}/sit`, { seat: at }, token);
  }
  return table;
}
