// Each board in a telling moment, at the width of a desktop and of a phone, and the lobby: kept in docs/screenshots/ for the README.
import type { Browser, Page } from "@playwright/test";
import { expect, startServer, test, type Server } from "../fixtures";
import { clickOne, dice, ending, OFFER } from "../support/drive";
import { GAMES, tableOf, type Game } from "../support/games";
import type { Clicks } from "../support/plan";
import { newPlayer } from "../support/player";
import { deal } from "../support/table";
import { shoot } from "./webp";

const DESKTOP = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const SIZES = { desktop: DESKTOP, phone: PHONE };

let server: Server;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.discard());

/** The same page at both sizes, each in a browser that is made so. */
async function both(browser: Browser, { page }: { page: Page }, name: string): Promise<void> {
  const storageState = await page.context().storageState();
  for (const [size, options] of Object.entries(SIZES)) {
    const context = await browser.newContext({ ...options, storageState, reducedMotion: "reduce" });
    const seen = await context.newPage();
    await seen.goto(page.url(), { waitUntil: "networkidle" });
    await seen.locator("main [data-testid=board], [data-game]").first().waitFor();
    await expect(seen.getByText("not here")).toHaveCount(0);
    await shoot(seen, `${name}-${size}`);
    await context.close();
  }
}

test("the lobby", async ({ browser }) => {
  const player = await newPlayer(browser, server, "Ada");
  await player.page.goto(server.url);
  await both(browser, player, "lobby");
});

for (const game of GAMES) {
  test(game.title, async ({ browser }) => {
    const { picture = {} } = game.plan;
    const player = typeof picture === "function" ? await picture(browser, server) : await inPlay(browser, game, picture);
    await both(browser, player, game.name);
  });
}

/** Clicks so often and waits until it is the player's turn again. If the game is over before, another one is played. */
async function inPlay(browser: Browser, game: Game, { bot, options = {}, clicks = 5, wants = [] }: Clicks): Promise<{ page: Page }> {
  const table = tableOf(game);
  const best = bot ?? game.bots.at(-1)?.name ?? "random";
  for (let tries = 0; tries < 5; tries += 1) {
    const { players } = await deal(browser, server, { ...table, bots: table.bots.map(() => best), options });
    const { page } = players[0]!;
    const over = ending(page);
    const roll = dice(1);
    for (let done = 0; done <= clicks; done += 1) {
      await page.locator(OFFER).or(over).first().waitFor({ timeout: 60_000 });
      if (await over.count()) break;
      if (done < clicks) await clickOne(page, wants, roll);
    }
    if ((await over.count()) === 0) return { page };
  }
  throw new Error(`every game of ${game.title} was over too soon`);
}
