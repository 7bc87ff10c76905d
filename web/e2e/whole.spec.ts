// A whole game of each game by clicking, from the lobby or a table of friends to the sheet that says how it ended.
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { open } from "./support/audit";
import { ending, impatient, playOn } from "./support/drive";
import { deal } from "./support/table";

/** Nothing keeps anybody out of the end either, light and dark, with the sheet and without. */
async function openAtTheEnd(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await open(page, `the end, ${colorScheme}`);
  }
  await page.getByRole("button", { name: "See the table" }).click();
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await open(page, `the table at the end, ${colorScheme}`);
  }
}

test("Herding Cats: two people and a bot play to the end", async ({ browser, house }) => {
  test.slow();
  const { players } = await deal(browser, house, {
    game: "herding-cats",
    people: 2,
    bots: ["random"],
    fits: () => true,
    before: impatient,
  });
  await Promise.all(players.map(({ page, seat }) => playOn(page, { seed: seat })));
  for (const { page } of players) await expect(ending(page).getByRole("listitem")).toHaveCount(3);
  await openAtTheEnd(players[0]!.page);
  await players[1]!.page.getByRole("button", { name: "See the table" }).click();
  for (const { page, seat } of players) {
    await expect(page.getByTestId("score")).toBeVisible();
    const points = await Promise.all([0, 1, 2].map((other) => page.getByTestId(`points-${other}`).innerText()));
    expect(points).toEqual(
      await Promise.all([0, 1, 2].map((other) => players[1 - seat]!.page.getByTestId(`points-${other}`).innerText())),
    );
  }
});

test("Exploding Kittens: two people and a bot play until one is left", async ({ browser, house }) => {
  test.slow();
  const { players } = await deal(browser, house, {
    game: "exploding-kittens",
    people: 2,
    bots: ["random"],
    fits: () => true,
    before: impatient,
  });
  await Promise.all(players.map(({ page, seat }) => playOn(page, { seed: seat, often: "[data-testid=draw]" })));
  for (const { page } of players) {
    await expect(ending(page).getByText("winner")).toHaveCount(1);
    await expect(page.getByTestId("over")).toBeAttached();
  }
  await openAtTheEnd(players[0]!.page);
});

test("Texas 42: four people bid, follow suit and agree, until a side has won", async ({ browser, house }) => {
  test.slow();
  const { players } = await deal(browser, house, {
    game: "texas-42",
    people: 4,
    options: { marks: 1 },
    fits: () => true,
    before: impatient,
  });
  await Promise.all(players.map(({ page, seat }) => playOn(page, { seed: seat })));
  for (const { page } of players) await expect(ending(page).getByText("winner")).toHaveCount(2);
  await openAtTheEnd(players[0]!.page);
});
