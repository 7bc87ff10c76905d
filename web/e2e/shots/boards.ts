// Each board in a telling moment, at the width of a desktop and of a phone, and the lobby: kept in docs/screenshots/ for the README.
import type { Browser, Page } from "@playwright/test";
import { expect, openHouse, test, type House } from "../fixtures";
import { attack, strike } from "../support/attack";
import { clickOne, dice, ending, impatient } from "../support/drive";
import { welcome } from "../support/player";
import { deal } from "../support/table";
import { shoot } from "./webp";

const DESKTOP = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const SIZES = { desktop: DESKTOP, phone: PHONE };

let house: House;
test.beforeAll(async () => {
  house = await openHouse();
});
test.afterAll(() => house.discard());

/** The same page at both sizes, each in a browser that is made so. */
async function both(browser: Browser, { page }: { page: Page }, name: string): Promise<void> {
  const storageState = await page.context().storageState();
  for (const [size, options] of Object.entries(SIZES)) {
    const context = await browser.newContext({ ...options, storageState, reducedMotion: "reduce" });
    const seen = await context.newPage();
    await seen.goto(page.url(), { waitUntil: "networkidle" });
    await seen.locator("main [data-testid^=seat-], [data-game]").first().waitFor();
    await expect(seen.getByText("offline")).toHaveCount(0);
    await shoot(seen, `${name}-${size}`);
    await context.close();
  }
}

test("the lobby", async ({ browser }) => {
  const player = await welcome(browser, house, "Ada");
  await player.page.goto(house.url);
  await both(browser, player, "lobby");
});

test("Herding Cats: Catnip goes for a Show Cat", async ({ browser }) => {
  const scene = await attack(browser, house, ["catnip"], ["laser_pointer", "show_cat", "kitten"]);
  await strike(scene, "catnip", "show_cat");
  await both(browser, scene.defender, "herding-cats");
});

test("Exploding Kittens: a few turns in", async ({ browser }) => {
  await inPlay(browser, "exploding-kittens", ["nine-lives", "nine-lives"], { set: "party" }, 5, ["[data-testid=draw]"]);
});

test("Texas 42: in the middle of a hand", async ({ browser }) => {
  await inPlay(browser, "texas-42", ["greedy", "greedy", "greedy"], {}, 8, ["[data-testid=offer-pass]", "[data-testid=onward]"]);
});

/** Clicks so often, and then takes the pictures when it is the player's turn again. */
async function inPlay(browser: Browser, game: string, bots: string[], options: object, clicks: number, wants: string[]): Promise<void> {
  for (let tries = 0; tries < 5; tries += 1) {
    const { players } = await deal(browser, house, { game, people: 1, bots, options, fits: () => true, before: impatient });
    const player = players[0]!;
    const offers = player.page.locator("[data-offers] button:enabled");
    const over = ending(player.page);
    const roll = dice(1);
    for (let done = 0; done <= clicks; done += 1) {
      await offers.or(over).first().waitFor({ timeout: 60_000 });
      if (await over.count()) break;
      if (done < clicks) await clickOne(player.page, wants, roll);
    }
    if (await over.count()) continue;
    return both(browser, player, game);
  }
}
