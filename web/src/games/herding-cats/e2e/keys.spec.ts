// A whole game of Herding Cats against bots with keys alone: no click, no touch, no focus set by the test.
import { expect, test } from "../../../../e2e/fixtures";
import { dice, ending } from "../../../../e2e/support/drive";

test("keys alone: from the lobby to the end of a game", async ({ browser, server }) => {
  test.slow();
  const context = await browser.newContext({ reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto(server.url);
  const tile = page.locator("[data-game=herding-cats]");
  await tile.waitFor();
  await tabTo("[data-game=herding-cats]");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Play now against bots" }).waitFor();
  await tabTo("button:has-text('Play now against bots')");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/t\//);

  const roll = dice(7);
  const over = ending(page);
  const answer = page.locator("[data-testid^=answer-] button");
  const claims = page.locator("[data-testid^=claim-]:enabled");
  const targets = page.locator("[data-testid^=target-]:not([data-testid^=target-seat-])");
  const cards = page.locator("[data-offers] [data-card]:is(button)");
  const anything = answer.or(claims).or(targets).or(cards).or(over);
  for (let presses = 0; presses < 400; presses += 1) {
    await anything.first().waitFor({ timeout: 30_000 });
    if (await over.count()) break;
    if (await targets.count()) await page.keyboard.press(String(1 + roll(await targets.count())));
    else if (await claims.count()) await page.keyboard.press(String(1 + roll(6)));
    else if (await answer.count()) await page.keyboard.press((await answer.count()) > 1 && roll(4) === 0 ? "c" : "p");
    else if (await cards.count()) await pickCard();
    // Speeds up the animation.
    await page.keyboard.press("Enter");
  }
  await expect(over).toBeVisible();
  await tabTo("button:has-text('See the table')");
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("score")).toBeVisible();

  /** By its number, or by walking there with Tab and arrows. */
  async function pickCard(): Promise<void> {
    const all = await cards.evaluateAll((buttons) =>
      buttons.map((button) => button.closest("li")?.dataset.testid?.split("-").at(-1) ?? ""),
    );
    const slot = all[roll(all.length)];
    if (slot !== undefined && slot !== "") await page.keyboard.press(String(Number(slot) + 1));
  }

  /** Presses Tab until what is wanted has the focus. */
  async function tabTo(selector: string): Promise<void> {
    const wanted = page.locator(selector).first();
    for (let presses = 0; presses < 60; presses += 1) {
      await page.keyboard.press("Tab");
      if (await wanted.evaluate((element) => element === document.activeElement)) return;
    }
    throw new Error(`Tab does not lead to ${selector}`);
  }
});
