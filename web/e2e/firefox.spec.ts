// The main paths in Firefox: from the lobby to the first move of every game, and one whole game with its replay.
import type { Browser } from "puppeteer-core";
import { expect, test } from "./fixtures";
import { dice } from "./support/drive";
import { click, FIREFOX, hasFirefox, launchFirefox, openPage, pathOf, playToTheEnd } from "./support/firefox";
import { ANY, GAMES } from "./support/games";

test.skip(!hasFirefox(), `there is no Firefox at ${FIREFOX}; FIREFOX=/path/to/it says where it is`);
test.describe.configure({ mode: "serial" });

const PLAY = "button::-p-text(Play now against bots)";

let browser: Browser;
test.beforeAll(async () => {
  browser = await launchFirefox();
});
test.afterAll(() => browser?.close());

for (const { name, title } of GAMES) {
  test(`Firefox: ${title} starts in two clicks`, async ({ server }) => {
    const { page, problems } = await openPage(browser);
    await page.goto(server.url);
    await click(page, `[data-game="${name}"]`);
    await click(page, PLAY);
    await page.waitForSelector("[data-offers] button:enabled", { visible: true });
    expect(await pathOf(page)).toMatch(/^\/t\//);
    expect(problems).toEqual([]);
    await page.close();
  });
}

test("Firefox: a whole game, to its end and through its replay", async ({ server }) => {
  test.slow();
  const { page, problems } = await openPage(browser);
  await page.evaluateOnNewDocument(() => {
    setInterval(() => document.querySelector("main")?.dispatchEvent(new PointerEvent("pointerdown")), 60);
  });
  await page.goto(server.url);
  await click(page, `[data-game="${ANY.name}"]`);
  await click(page, PLAY);
  await playToTheEnd(page, dice(2));
  const table = (await pathOf(page)).split("/")[2];
  await page.goto(`${server.url}/r/${table}?at=0`);
  const scrubber = (await page.waitForSelector("input[type=range]", { visible: true }))!;
  const value = () => scrubber.evaluate((input) => input.value);
  const last = await scrubber.evaluate((input) => input.max);
  expect(Number(last)).toBeGreaterThan(10);
  expect(await value()).toBe("0");
  await page.keyboard.press("ArrowRight");
  await expect.poll(value).toBe("1");
  await page.keyboard.press("End");
  await expect.poll(value).toBe(last);
  expect(problems).toEqual([]);
  await page.close();
});
