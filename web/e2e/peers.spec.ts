// Tables whose players deal for themselves: the lobby lists them, and their page says how to join in every state.
import { expect, test } from "./fixtures";
import { expectAccessible, expectNoSidewaysScroll } from "./support/audit";
import { joinPeerTable, newPeerTable, playPeers } from "./support/peers";

test("the lobby lists a table, and its page has the line to paste", async ({ page, context, server }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const at = await newPeerTable(server.url);
  await joinPeerTable(server.url, at, "Zoë");
  await page.goto(server.url);
  const row = page.locator(`a[href="/peers/${at.table}"]`);
  await expect(row).toContainText("Zoë");
  await expect(row).toContainText("Dealt by the players");
  await expect(row).toContainText("3 free seats");
  await row.click();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const line = `facedown peer join ${server.url}/peers/${at.table}`;
  await expect(page.locator("code").first()).toHaveText(line);
  await page.getByRole("button", { name: "Copy" }).click();
  await expect(page.getByText("The line is copied.")).toBeAttached();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(line);
  // Somebody joins, and the page shows it by itself.
  await joinPeerTable(server.url, at, "Ben");
  await expect(page.getByRole("listitem").filter({ hasText: "Ben" })).toBeVisible({ timeout: 15_000 });
  await expect(page.getByText("2 of 4 seats are free")).toBeVisible();
});

test("a full table can be watched, and a game that is over looked at", async ({ page, server }) => {
  const at = await newPeerTable(server.url, { seats: 2 });
  await page.goto(`${server.url}/peers/${at.table}`);
  await expect(page.getByText("Nobody is here yet")).toBeVisible();
  const players = [await joinPeerTable(server.url, at, "Ann"), await joinPeerTable(server.url, at, "Ben")];
  await expect(page.getByText("the game is about to begin")).toBeVisible({ timeout: 15_000 });
  await expect(page.locator("code").first()).toContainText("facedown peer watch");
  await playPeers(page, at, players, false);
  await expect(page.getByText("the game is on")).toBeVisible({ timeout: 15_000 });
  await page.goto(server.url);
  await page.getByText("Watch", { exact: true }).click();
  await expect(page.locator(`a[href="/peers/${at.table}"]`)).toContainText("Watch");
  const next = await newPeerTable(server.url, { seats: 2 });
  const others = [await joinPeerTable(server.url, next, "Ann"), await joinPeerTable(server.url, next, "Ben")];
  await page.reload();
  await page.goto(`${server.url}/peers/${next.table}`);
  await playPeers(
    await page
      .context()
      .newPage()
      .then(async (tab) => (await tab.goto(server.url), tab)),
    next,
    others,
    true,
  );
  await expect(page.getByText("This game is over")).toBeVisible({ timeout: 15_000 });
  await expect(page.getByRole("heading", { name: "Look at the game again" })).toBeVisible();
});

test("a private table needs the whole link", async ({ page, server }) => {
  const at = await newPeerTable(server.url, { private: true });
  await joinPeerTable(server.url, at, "Ann");
  await page.goto(`${server.url}/peers/${at.table}`);
  await expect(page.getByRole("heading", { name: "No such table" })).toBeVisible();
  await page.goto(`${server.url}/peers/nowhere`);
  await expect(page.getByRole("heading", { name: "No such table" })).toBeVisible();
  const link = `${server.url}/peers/${at.table}#${at.code}`;
  await page.goto(link);
  await page.reload();
  await expect(page.locator("code").first()).toHaveText(`facedown peer join "${link}"`);
  await page.goto(server.url);
  await expect(page.locator("[data-game]").first()).toBeVisible();
  await expect(page.locator(`a[href="/peers/${at.table}"]`)).toHaveCount(0);
});

for (const scheme of ["light", "dark"] as const) {
  test(`the page of a table is accessible on a phone: ${scheme}`, async ({ page, server }) => {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    await page.setViewportSize({ width: 360, height: 740 });
    const at = await newPeerTable(server.url, { private: true, escrow: 3 });
    await joinPeerTable(server.url, at, "A name that is as long as can be");
    for (const path of [`/peers/${at.table}#${at.code}`, "/peers/nowhere"]) {
      await page.goto(server.url + path);
      await expect(page.locator("h1").first()).toBeVisible();
      await expectAccessible(page, path);
      await expectNoSidewaysScroll(page, path);
    }
  });
}
