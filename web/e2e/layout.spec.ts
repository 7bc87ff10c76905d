// What must stay on the screen: on a landscape phone and at 200 % zoom, with the log open on a phone, and at the end of a game.
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { ending, playOn } from "./support/drive";
import { GAMES, tableOf } from "./support/games";
import { deal } from "./support/table";

const SIZES = {
  "a landscape phone": { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true },
  "a window at 200 %": { viewport: { width: 640, height: 400 } },
};
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** The cards of one's own hand, what is asked, and the others. */
const PARTS = ["[data-testid=hand] [data-card]", "[data-testid=prompt]", "[data-testid^=seat-]"];

/** Which of these elements are cut off by the screen, or covered by something else where their middle is. */
async function hidden(page: Page, selector: string): Promise<string[]> {
  return page.locator(selector).evaluateAll((all) =>
    all.flatMap((one) => {
      const box = (one.checkVisibility() ? one : (one.firstElementChild ?? one)).getBoundingClientRect();
      if (box.width === 0) return [];
      const name = `${one.getAttribute("data-testid") ?? ""} ${one.getAttribute("aria-label") ?? ""} at ${Math.round(box.left)}, ${Math.round(box.top)}, ${Math.round(box.width)}×${Math.round(box.height)}`;
      if (box.left < -4 || box.top < 0 || box.right > innerWidth + 4 || box.bottom > innerHeight + 8)
        return [`${name} is cut off`];
      const top = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
      return top?.closest("aside, [data-over]") ? [`${name} is covered`] : [];
    }),
  );
}

/** Notes every transition from now on; what it gives tells which properties had one. */
async function noteTransitions(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const begun: string[] = [];
    Object.assign(window, { begun });
    document.addEventListener("transitionrun", ({ propertyName }) => begun.push(propertyName));
  });
  return () =>
    page.evaluate(async () => {
      for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
      return (window as unknown as { begun: string[] }).begun;
    });
}

for (const game of GAMES) {
  for (const [size, options] of Object.entries(SIZES)) {
    test(`${game.title} fits on ${size}`, async ({ browser, server }) => {
      test.slow();
      const { players } = await deal(browser, server, tableOf(game), options);
      const { page } = players[0]!;
      await playOn(page, {
        seed: 3,
        enough: 10,
        async each(_, clicks) {
          for (const part of PARTS) expect(await hidden(page, part), `before click ${clicks + 1}`).toEqual([]);
        },
      });
    });
  }

  test(`${game.title}: the log leaves the prompt and the hand free on a phone`, async ({ browser, server }) => {
    const { players } = await deal(browser, server, tableOf(game), PHONE);
    const { page } = players[0]!;
    await page.locator("[data-offers] button:enabled").first().waitFor();
    const transitions = await noteTransitions(page);
    await page.getByRole("button", { name: "Log and chat" }).click();
    await expect(page.getByRole("list", { name: "Log" })).toBeVisible();
    for (const part of PARTS.slice(0, 2)) expect(await hidden(page, part)).toEqual([]);
    expect(await hidden(page, "[data-offers] button:enabled")).toEqual([]);
    // With reduced motion nothing is shown where it was a frame ago.
    expect(await transitions()).toEqual([]);
  });

  test(`${game.title}: the log shows its newest line on a phone`, async ({ browser, server }) => {
    const { players } = await deal(browser, server, tableOf(game), PHONE);
    const { page } = players[0]!;
    await playOn(page, { seed: 2, enough: 8 });
    await page.locator("[data-offers] button:enabled").or(ending(page)).first().waitFor();
    await page.getByRole("button", { name: "Log and chat" }).click();
    const log = page.getByRole("list", { name: "Log" });
    await expect.poll(() => log.evaluate((list) => list.scrollHeight > list.clientHeight), "more lines than fit").toBe(true);
    const below = () => log.evaluate((list) => list.scrollHeight - list.scrollTop - list.clientHeight);
    await expect.poll(below, "pixels of the log out of sight below").toBeLessThan(2);
  });

  test(`${game.title}: the result does not cover the end, and scores have a unit`, async ({ browser, server }) => {
    test.slow();
    const { players } = await deal(browser, server, tableOf(game));
    const { page } = players[0]!;
    await playOn(page, { seed: 1 });
    const board = (await page.getByTestId("board").boundingBox())!;
    const main = (await page.locator("main").boundingBox())!;
    const result = (await ending(page).boundingBox())!;
    expect(result.y).toBeGreaterThanOrEqual(main.y + main.height - 1);
    expect(board.height).toBeGreaterThan(300);
    for (const line of await ending(page).getByRole("listitem").allTextContents()) expect(line).toMatch(/[a-z]{3,}\s*$/);
  });
}
