// A lost connection: the page says so, comes back by itself, says that too, and nothing is lost.
import { expect, startServer, test, type Server } from "./fixtures";

let server: Server;
test.beforeEach(async () => {
  server = await startServer();
});
test.afterEach(() => server.discard());

test("a server that closes and opens again is found again", async ({ page }) => {
  await page.goto(server.url);
  await page.locator("[data-game]").first().click();
  await page.getByRole("button", { name: "Play now against bots" }).click();
  const offered = page.locator("[data-offers] button:enabled").first();
  await expect(offered).toBeVisible({ timeout: 30_000 });
  const lines = await page.getByRole("list", { name: "Log" }).getByRole("listitem").count();

  await server.stop();
  await expect(page.getByText("Connection lost.", { exact: true })).toBeVisible();
  await expect(page.locator("[data-offers] button:enabled")).toHaveCount(0);

  await server.start();
  await expect(page.getByText("Connection lost.", { exact: true })).toBeHidden({ timeout: 30_000 });
  await expect(page.getByText("Connected again. Nothing was lost.")).toBeAttached();
  await expect(offered).toBeVisible();
  await expect(page.getByRole("list", { name: "Log" }).getByRole("listitem")).toHaveCount(lines);
  await page.reload();
  await expect(page.getByRole("list", { name: "Log" }).getByRole("listitem")).toHaveCount(lines, { timeout: 30_000 });
});
