// Somebody who plays against bots: level and speed, faces and names, help in place, a coach, and all cards at the end.
import { expect, test } from "./fixtures";
import { fits, open } from "./support/audit";
import { fromFolder } from "./support/page";
import { ending, impatient, playOn } from "./support/drive";
import { GAMES } from "./support/games";
import type { NewTable } from "../src/protocol/types";

test.beforeEach(({ context }) => fromFolder(context));

for (const game of GAMES) {
  test(`${game.title}: level and speed are chosen before it begins`, async ({ page, house }) => {
    await page.goto(house.url);
    await page.locator(`[data-game="${game.name}"]`).click();
    await page.getByText("Easy", { exact: true }).click();
    await page.getByText("Fast", { exact: true }).click();
    await open(page, "the game's sheet");
    const asked = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/api/v1/tables"));
    await page.getByRole("button", { name: "Play now against bots" }).click();
    const table = (await asked).postDataJSON() as NewTable;
    expect(table.pace).toBe("fast");
    const easiest = game.bots[0]!.name;
    expect(table.seats.slice(1)).toEqual(table.seats.slice(1).map(() => ({ bot: easiest })));
    const faces = page.getByTestId("board").getByRole("img", { name: "bot", exact: true });
    await expect(faces).toHaveCount(table.seats.length - 1);
    // What was chosen is remembered.
    await page.goto(house.url);
    await page.locator(`[data-game="${game.name}"]`).click();
    await expect(page.getByRole("radio", { name: "Easy" })).toBeChecked();
    await expect(page.getByRole("radio", { name: "Fast" })).toBeChecked();
  });

  test(`${game.title}: everything is turned over at the end`, async ({ page, house }) => {
    test.slow();
    await impatient(page);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(house.url);
    await page.locator(`[data-game="${game.name}"]`).click();
    await page.getByText("Easy", { exact: true }).click();
    await page.getByText("Fast", { exact: true }).click();
    await page.getByRole("button", { name: "Play now against bots" }).click();
    const skip = page.getByRole("button", { name: "Skip to the end" });
    await page.addLocatorHandler(skip, async () => skip.click({ timeout: 1000 }).catch(() => {}));
    await playOn(page);
    await expect(ending(page)).toBeVisible();
    await page.getByRole("button", { name: "All cards and statistics" }).click();
    const sheet = page.getByRole("dialog", { name: "All cards and statistics" });
    await expect(sheet.getByRole("table")).toBeVisible();
    expect(await sheet.getByRole("row").count()).toBeGreaterThan(5);
    await expect(sheet.locator("code")).toHaveText(/^[a-z0-9]+\./i);
    await open(page, "all cards");
    await page.setViewportSize({ width: 360, height: 740 });
    await fits(page, "all cards on a phone");
    await sheet
      .getByRole("button", { name: /show when/ })
      .first()
      .click();
    const moment = sheet.getByRole("link", { name: /Watch action/ }).first();
    const at = (await moment.textContent())!.trim();
    await moment.click();
    await expect(page).toHaveURL(new RegExp(`/r/.*[?]at=${at}$`));
    await expect(page.getByTestId("board").first()).toBeVisible();
  });

  test(`${game.title}: a coach guides a first game and goes when told`, async ({ page, house }) => {
    await page.goto(house.url);
    await page.locator(`[data-game="${game.name}"]`).click();
    await page.getByRole("button", { name: "Play a guided game" }).click();
    const coach = page.getByTestId("coach");
    await expect(coach).toContainText("Welcome");
    await open(page, "the coach");
    await coach.getByRole("button", { name: "Got it" }).click();
    await expect(coach).not.toContainText("Welcome");
    await page.locator("[data-offers] button:enabled").first().waitFor({ timeout: 30_000 });
    await expect(coach).toBeVisible();
    await coach.getByRole("button", { name: "No more tips" }).click();
    await expect(coach).toHaveCount(0);
    await page.reload();
    await page.locator("[data-offers] button:enabled").first().waitFor({ timeout: 30_000 });
    await expect(coach).toHaveCount(0);
    // It is offered to those who are new to the game, and later where the rules are.
    await page.goto(house.url);
    await page.locator(`[data-game="${game.name}"]`).click();
    await expect(page.getByRole("button", { name: "Play now against bots" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Play a guided game" })).toHaveCount(0);
    await page.goto(`${house.url}/rules/${game.name}`);
    await expect(page.getByRole("button", { name: "Play a guided game" })).toBeVisible();
  });

  test(`${game.title}: help by mouse, by key and by a long press`, async ({ page, house }) => {
    await page.goto(house.url);
    await page.locator(`[data-game="${game.name}"]`).click();
    await page.getByRole("button", { name: "Play now against bots" }).click();
    await page.locator("[data-offers] button:enabled").first().waitFor({ timeout: 30_000 });
    const card = page.getByTestId("hand").locator("[data-help]").first();
    const help = page.getByTestId("help");
    await card.hover({ position: { x: 10, y: 20 } });
    await expect(help).toBeVisible();
    await expect(help.locator(".picture > svg")).toBeVisible();
    const said = await help.locator(".words > span").first().textContent();
    expect(said).toMatch(/[.]$/);
    await expect(card).toHaveAttribute("aria-description", said!);
    await page.keyboard.press("Escape");
    await expect(help).toBeHidden();
    await page.mouse.move(2, 2);
    const offered = page.locator("[data-offers] button[data-help]:enabled").first();
    if (await offered.count()) {
      await page.keyboard.press("Tab");
      await offered.focus();
      await expect(help).toBeVisible();
    }
  });
}
