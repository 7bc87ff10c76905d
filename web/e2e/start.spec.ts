// From a fresh start to the first move against bots in two clicks, and a page that anyone can use.
import { expect, test } from "./fixtures";
import { expectNoSidewaysScroll, expectAccessible } from "./support/audit";
import { GAMES } from "./support/games";

/** The pages around the games. */
const PATHS = ["/", ...GAMES.flatMap(({ name }) => [`/new/${name}`, `/rules/${name}`]), "/nowhere"];

test("two clicks lead to the first move", async ({ page, server }) => {
  await page.goto(server.url);
  await expect(page.locator("[data-game]")).toHaveCount(GAMES.length);
  for (const { name } of GAMES) {
    await page.goto(server.url);
    await page.locator(`[data-game="${name}"]`).click();
    await page.getByRole("button", { name: "Play now against bots" }).click();
    await expect(page).toHaveURL(/\/t\//);
    await expect(page.locator("[data-offers] button:enabled").first()).toBeVisible({ timeout: 30_000 });
  }
});

test("the server lets the page do all that it does", async ({ page, server }) => {
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  const foreign: string[] = [];
  page.on("request", (request) => request.url().startsWith(server.url) || foreign.push(request.url()));
  for (const path of PATHS) {
    await page.goto(server.url + path);
    await expect(page.locator("h1").first()).toBeVisible();
  }
  expect(complaints).toEqual([]);
  expect(foreign).toEqual([]);
});

test("the first load is small", async ({ page, server }) => {
  const sizes: Promise<number>[] = [];
  page.on("requestfinished", (request) => sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize)));
  await page.goto(server.url, { waitUntil: "networkidle" });
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  expect(bytes).toBeGreaterThan(20_000);
  expect(bytes).toBeLessThan(200_000);
});

for (const scheme of ["light", "dark"] as const) {
  test(`the pages around the games are accessible on a phone: ${scheme}`, async ({ page, server }) => {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    await page.setViewportSize({ width: 360, height: 740 });
    for (const path of PATHS) {
      await page.goto(server.url + path);
      await expect(page.locator("h1").first()).toBeVisible();
      await page.waitForLoadState("networkidle");
      await expectAccessible(page, path);
      await expectNoSidewaysScroll(page, path);
    }
  });
}
