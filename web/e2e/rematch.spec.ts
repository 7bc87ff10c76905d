// Playing again: one click seats everybody who was there, with friends and against bots.
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { ending } from "./support/drive";
import { ANY, tableOf } from "./support/games";
import { ask } from "./support/player";
import { deal } from "./support/table";

const again = (page: Page) => ending(page).getByRole("button", { name: /Play again|Join the rematch/ });

test("friends play again with one click each", async ({ browser, house }) => {
  const { players, table } = await deal(browser, house, tableOf(ANY, 2));
  for (const { guest } of players) await ask(house, "POST", `/tables/${table}/resign`, undefined, guest.token);
  const [host, guest] = players.map(({ page }) => page) as [Page, Page];
  await again(guest).click();
  await expect(guest.getByRole("heading", { name: "Waiting for one more" })).toBeVisible();
  await expect(guest.getByText("Waiting for Ada")).toBeVisible();
  await again(host).click();
  for (const [seat, page] of [host, guest].entries()) {
    await expect(page).not.toHaveURL(new RegExp(table));
    await expect(page.locator("main [data-testid=board]").first()).toBeVisible();
    const me = await ask<{ tables: { you?: number; state: string }[] }>(
      house,
      "GET",
      "/me/tables",
      undefined,
      players[seat]!.guest.token,
    );
    expect(me.tables[0]).toMatchObject({ you: seat, state: "playing" });
  }
});

test("against bots the next game begins at once", async ({ browser, house }) => {
  const { players, table } = await deal(browser, house, tableOf(ANY));
  const { page, guest } = players[0]!;
  await ask(house, "POST", `/tables/${table}/resign`, undefined, guest.token);
  await again(page).click();
  await expect(page).not.toHaveURL(new RegExp(table));
  await expect(page.locator("[data-offers] button:enabled").first()).toBeVisible({ timeout: 30_000 });
});
