// A whole game of each game by clicking, from the lobby or a table of friends to the sheet that says how it ended.
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { expectAccessible } from "./support/audit";
import { ending, playOn } from "./support/drive";
import { GAMES, tableOf } from "./support/games";
import { deal } from "./support/table";

/** No axe violation at the end of a game, light and dark, with and without the summary. */
async function openAtTheEnd(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expectAccessible(page, `the end, ${colorScheme}`);
  }
  await page.getByRole("button", { name: "See the table" }).click();
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expectAccessible(page, `the table at the end, ${colorScheme}`);
  }
}

for (const game of GAMES) {
  test(`${game.title}: people and bots play to the end`, async ({ browser, server }) => {
    test.slow();
    const table = tableOf(game, game.plan.people ?? 2);
    const { players } = await deal(browser, server, table);
    await Promise.all(players.map(({ page, seat }) => playOn(page, { seed: seat })));
    for (const { page } of players) {
      await expect(ending(page).getByRole("listitem")).toHaveCount(table.people + table.bots.length);
    }
    const winners = game.plan.winners ?? (await ending(players[0]!.page).getByText("winner").count());
    for (const { page } of players) await expect(ending(page).getByText("winner")).toHaveCount(winners);
    await openAtTheEnd(players[0]!.page);
    for (const { page } of players.slice(1)) await page.getByRole("button", { name: "See the table" }).click();
    await game.plan.atTheEnd?.(players, table.bots.length);
  });
}
