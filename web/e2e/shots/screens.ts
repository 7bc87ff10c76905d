// Every screen at the sizes that people have, light and dark: one sheet of pictures for each screen in web/shots/, to be looked at.
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Browser, BrowserContextOptions, Page } from "@playwright/test";
import type { NewTable, NewTableInfo } from "../../src/protocol/types";
import { startServer, test, type Server } from "../fixtures";
import { clickOne, dice, ending, OFFER, playOn } from "../support/drive";
import { GAMES, seatsOf, tableOf, type Game } from "../support/games";
import { ask, newPlayer, type Player } from "../support/player";
import { played } from "../support/replay";
import { deal } from "../support/table";

const FOLDER = new URL("../../shots/", import.meta.url);

const SIZES: Record<string, BrowserContextOptions> = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
  landscape: { viewport: { width: 740, height: 360 }, hasTouch: true, isMobile: true },
  // What a window of 1280 by 800 has room for when it shows everything twice as large.
  "200 %": { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 },
};
const SCHEMES = ["light", "dark"] as const;

let server: Server;
test.beforeAll(async () => {
  mkdirSync(FOLDER, { recursive: true });
  server = await startServer();
});
test.afterAll(() => server.discard());

/** Somebody who has a name, in a browser of their own. */
const somebody = (browser: Browser) => newPlayer(browser, server, "Ada");

/** The same page for the same player at every size, each in a browser that is made so. `act` does what leads to the screen. */
async function shootAll(
  browser: Browser,
  { page }: { page: Page },
  name: string,
  path: string,
  act?: (page: Page) => Promise<unknown>,
): Promise<void> {
  const storageState = await page.context().storageState();
  const pictures: { title: string; data: string }[] = [];
  for (const colorScheme of SCHEMES) {
    for (const [size, options] of Object.entries(SIZES)) {
      const context = await browser.newContext({ ...options, storageState, colorScheme, reducedMotion: "reduce" });
      const seen = await context.newPage();
      await seen.goto(server.url + path, { waitUntil: "networkidle" });
      await act?.(seen);
      await seen.evaluate(() => document.fonts.ready);
      const data = await seen.screenshot({ animations: "disabled" });
      pictures.push({ title: `${size}, ${colorScheme}`, data: data.toString("base64") });
      await context.close();
    }
  }
  await sheet(browser, name, pictures);
}

/** One picture of all pictures of a screen. */
async function sheet(browser: Browser, name: string, pictures: { title: string; data: string }[]): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 2000, height: 1000 } });
  const page = await context.newPage();
  const figures = pictures.map(
    ({ title, data }) =>
      `<figure><figcaption>${title}</figcaption><img src="data:image/png;base64,${data}" style="height:440px"></figure>`,
  );
  await page.setContent(
    `<style>body{margin:8px;background:#888;font:14px sans-serif;display:flex;flex-wrap:wrap;gap:8px}figure{margin:0}</style>` +
      figures.join(""),
  );
  await page.screenshot({ path: fileURLToPath(new URL(`${name}.png`, FOLDER)), fullPage: true });
  await context.close();
}

/** Clicks so often, and gives the player whose turn it is then; another game is played if that one ends before. */
async function inPlay(browser: Browser, game: Game, clicks: number): Promise<{ player: Player; table: string }> {
  for (let tries = 0; tries < 5; tries += 1) {
    const { players, table } = await deal(browser, server, tableOf(game));
    const player = players[0]! as Player;
    const over = ending(player.page);
    const roll = dice(tries);
    for (let done = 0; done <= clicks; done += 1) {
      await player.page.locator(OFFER).or(over).first().waitFor();
      if (await over.count()) break;
      if (done < clicks) await clickOne(player.page, [], roll);
    }
    if ((await over.count()) === 0) return { player, table };
  }
  throw new Error(`every game of ${game.title} was over too soon`);
}

test("the lobby", async ({ browser }) => {
  await shootAll(browser, await somebody(browser), "lobby", "/");
});

test("a player's name and settings", async ({ browser }) => {
  await shootAll(browser, await somebody(browser), "profile", "/", async (page) => {
    await page.getByRole("button", { name: /your name and settings/ }).click();
    await page.getByRole("dialog").waitFor();
  });
});

test("opening a replay, and addresses without a page", async ({ browser }) => {
  await shootAll(browser, await somebody(browser), "open-replay", "/replay");
  await shootAll(browser, await somebody(browser), "broken-share-code", "/replay#xx1.nonsense");
  await shootAll(browser, await somebody(browser), "nowhere", "/nowhere");
  await shootAll(browser, await somebody(browser), "no-such-table", "/t/nobodyishere");
});

for (const game of GAMES) {
  test(`${game.title}: before the game`, async ({ browser }) => {
    const player = await somebody(browser);
    await shootAll(browser, player, `${game.name}-sheet`, "/", async (page) => {
      await page.locator(`[data-game="${game.name}"]`).click();
      await page.getByRole("dialog").waitFor();
    });
    await shootAll(browser, player, `${game.name}-new`, `/new/${game.name}`);
    await shootAll(browser, player, `${game.name}-rules`, `/rules/${game.name}`);
    const request: NewTable = {
      game: game.name,
      options: {},
      seats: Array.from({ length: seatsOf(game, 2) }, () => "open"),
      autostart: true,
      spectators: "live",
      sit: 0,
    };
    const { table } = await ask<NewTableInfo>(server, "POST", "/tables", request, player.guest.token);
    const isShown = (page: Page) => page.getByRole("heading", { level: 2 }).first().waitFor();
    await shootAll(browser, player, `${game.name}-waiting`, `/t/${table}`, isShown);
    const guest = await newPlayer(browser, server, "Bea");
    await shootAll(browser, guest, `${game.name}-invited`, `/t/${table}`, isShown);
  });

  test(`${game.title}: a guided game`, async ({ browser }) => {
    await shootAll(browser, await somebody(browser), `${game.name}-coach`, "/", async (page) => {
      await page.locator(`[data-game="${game.name}"]`).click();
      await page.getByRole("button", { name: "Play a guided game" }).click();
      await page.getByTestId("coach").getByRole("button", { name: "Got it" }).click();
      await page.locator(OFFER).first().waitFor();
      await page.getByTestId("coach").waitFor();
    });
  });

  test(`${game.title}: in play`, async ({ browser }) => {
    for (const [moment, clicks] of Object.entries({ begins: 0, later: 7 })) {
      const { player, table } = await inPlay(browser, game, clicks);
      const board = (page: Page) => page.locator("main [data-testid=board]").first().waitFor();
      await shootAll(browser, player, `${game.name}-${moment}`, `/t/${table}`, board);
      if (clicks === 0) {
        await shootAll(browser, player, `${game.name}-help`, `/t/${table}`, async (page) => {
          await board(page);
          // A key was used before, so the focus shows what it is on.
          await page.keyboard.press("Tab");
          await page.getByTestId("hand").locator("[data-help]").first().focus();
          await page.getByTestId("help").waitFor();
        });
        continue;
      }
      for (const part of ["Log and chat", "Menu"]) {
        const opened = `${game.name}-${part.toLowerCase().replaceAll(" ", "-")}`;
        await shootAll(browser, player, opened, `/t/${table}`, async (page) => {
          await board(page);
          await page.getByRole("button", { name: part }).first().click();
        });
      }
    }
  });

  test(`${game.title}: after the game`, async ({ browser }) => {
    const { players, table } = await deal(browser, server, tableOf(game));
    const player = players[0]! as Player;
    await playOn(player.page, { seed: 1 });
    await shootAll(browser, player, `${game.name}-over`, `/t/${table}`, (page) => ending(page).waitFor());
    await shootAll(browser, player, `${game.name}-end`, `/t/${table}`, async (page) => {
      await page.getByRole("button", { name: "See the table" }).click();
    });
    await shootAll(browser, player, `${game.name}-summary`, `/t/${table}`, async (page) => {
      await page.getByRole("button", { name: "All cards and statistics" }).click();
      await page.getByRole("heading", { name: "Share code" }).waitFor();
    });
    const { table: watched, record } = await played(server, game.name, seatsOf(game), game.plan.options);
    const at = Math.floor(record.actions.length / 2);
    await shootAll(browser, player, `${game.name}-replay`, `/r/${watched}?at=${at}`);
    await shootAll(browser, player, `${game.name}-replay-all`, `/r/${watched}?at=${at}&as=all`);
  });
}
