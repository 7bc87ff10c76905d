// Several people at one table: set up, invited by link, seated, chatting, one of them watching.
import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "./fixtures";
import { ANY } from "./support/games";

test("a friend follows the link, sits down, and the game begins", async ({ browser, server }) => {
  const host = await (await browser.newContext()).newPage();
  await host.goto(`${server.url}/new/${ANY.name}`);
  await host.getByLabel("Seat 2").selectOption("invited");
  await host.getByRole("button", { name: "Open the table and invite" }).click();
  const link = await host.getByRole("textbox", { name: "The link" }).inputValue();
  expect((await new AxeBuilder({ page: host }).analyze()).violations).toEqual([]);

  const friend = await (await browser.newContext()).newPage();
  await friend.goto(link);
  await friend.getByRole("button", { name: "Take seat 2" }).click();
  await friend.getByRole("button", { name: "Take the seat" }).click();
  await expect(host.locator("main")).toContainText("You");
  await expect(host.getByText("Waiting for one more")).toBeHidden();

  await friend.getByLabel("Say something to the table").fill("good luck");
  await friend.keyboard.press("Enter");
  await expect(host.getByRole("list", { name: "Log" })).toContainText("good luck");

  const watcher = await (await browser.newContext()).newPage();
  await watcher.goto(link);
  await expect(watcher.getByText("watching", { exact: true })).toBeVisible();
  await expect(watcher.locator("[data-offers] button:enabled")).toHaveCount(0);
});

test("another device goes on as the same player", async ({ browser, server }) => {
  const first = await (await browser.newContext()).newPage();
  await first.goto(server.url);
  await first.getByRole("button", { name: /your name and settings/ }).click();
  await first.getByLabel("Your name").fill("Zoë");
  await first.getByRole("button", { name: "Change" }).click();
  await first.getByRole("button", { name: "Add another device" }).click();
  const link = await first.getByRole("textbox", { name: "The link" }).inputValue();

  const second = await (await browser.newContext()).newPage();
  await second.goto(link);
  await second.getByRole("button", { name: "Use this device" }).click();
  await expect(second.getByRole("button", { name: /your name and settings/ })).toContainText("Zoë");
});

test("keys are enough to play", async ({ page, server }) => {
  await page.goto(server.url);
  await page.locator("[data-game]").first().focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Play now against bots" }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/t\//);
  await expect(page.locator("[data-offers] button:enabled").first()).toBeVisible({ timeout: 30_000 });
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("l");
  await expect(page.getByRole("list", { name: "Log" })).toHaveCount(0);
});
