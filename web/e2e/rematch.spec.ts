// Playing again: one click seats everybody who was there, with friends and against bots.
import type { Page } from "@playwright/test";
import { expect, startServer, test } from "./fixtures";
import { ending } from "./support/drive";
import { ANY, tableOf } from "./support/games";
import { ask } from "./support/player";
import { deal } from "./support/table";

const again = (page: Page) => ending(page).getByRole("button", { name: /Play again|Join the rematch/ });

test("friends play again with one click each", async ({ browser, server }) => {
  const { players, table } = await deal(browser, server, tableOf(ANY, 2));
  for (const { guest } of players) await ask(server, "POST", `/tables/${table}/resign`, undefined, guest.token);
  const [host, guest] = players.map(({ page }) => page) as [Page, Page];
  await again(guest).click();
  await expect(guest.getByRole("heading", { name: "Waiting for one more" })).toBeVisible();
  await expect(guest.getByText("Waiting for Ada")).toBeVisible();
  await again(host).click();
  for (const [seat, page] of [host, guest].entries()) {
    await expect(page).not.toHaveURL(new RegExp(table));
    await expect(page.locator("main [data-testid=board]").first()).toBeVisible();
    const me = await ask<{ tables: { you?: number; state: string }[] }>(
      server,
      "GET",
      "/me/tables",
      undefined,
      players[seat]!.guest.token,
    );
    expect(me.tables[0]).toMatchObject({ you: seat, state: "playing" });
  }
});

test("against bots the next game begins at once", async ({ browser, server }) => {
  const { players, table } = await deal(browser, server, tableOf(ANY));
  const { page, guest } = players[0]!;
  await ask(server, "POST", `/tables/${table}/resign`, undefined, guest.token);
  await again(page).click();
  await expect(page).not.toHaveURL(new RegExp(table));
  await expect(page.locator("[data-offers] button:enabled").first()).toBeVisible();
});

test("friends are seated again with one click each after a restart, too", async ({ browser }) => {
  const server = await startServer();
  const { players, table } = await deal(browser, server, tableOf(ANY, 2));
  for (const { guest } of players) await ask(server, "POST", `/tables/${table}/resign`, undefined, guest.token);
  const pages = players.map(({ page }) => page);
  for (const page of pages) await expect(again(page)).toBeVisible();
  await server.stop();
  await server.start();
  for (const page of pages) {
    await page.reload();
    await again(page).click();
  }
  for (const page of pages) {
    await expect(page).not.toHaveURL(new RegExp(table));
    await expect(page.locator("main [data-testid=board]").first()).toBeVisible();
    await expect(page.getByText("watching", { exact: true })).toHaveCount(0);
  }
  await server.discard();
});
