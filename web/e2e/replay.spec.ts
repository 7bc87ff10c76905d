// Replays of a finished game: step by step, from every perspective, by link, and as a file for a problem report.
import { readFileSync } from "node:fs";
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, test, type Server } from "./fixtures";
import { ANY, GAMES, seatsOf, type Game } from "./support/games";
import { perspectiveButton, played, scrubber, seatNames } from "./support/replay";

/** A game that bots have played to the end. */
const over = (server: Server, game: Game) => played(server, game.name, seatsOf(game), game.plan.options);
const board = (page: Page) => page.getByTestId("board");

/** The cards whose faces can be seen. */
async function faces(page: Page): Promise<string[]> {
  return page
    .locator("[data-card][data-face-up]")
    .evaluateAll((cards) => cards.map((card) => card.getAttribute("data-card") ?? ""));
}

for (const game of GAMES) {
  test(`${game.title} is stepped through, and every action is there`, async ({ page, server }) => {
    const complaints: string[] = [];
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    const { table, record } = await over(server, game);
    const last = String(record.actions.length);
    const log = page.getByRole("list", { name: "Log" }).getByRole("listitem");

    await page.goto(`${server.url}/r/${table}?at=0`);
    await expect(scrubber(page)).toHaveValue("0");
    await expect(scrubber(page)).toHaveAttribute("max", last);
    await expect(page.getByRole("button", { name: "Previous action" })).toBeDisabled();
    const told = await log.count();
    await page.keyboard.press("ArrowRight");
    await expect(scrubber(page)).toHaveValue("1");
    await page.getByRole("button", { name: "Next action" }).click();
    await expect(scrubber(page)).toHaveValue("2");
    await expect(page).toHaveURL(/at=2/);
    await page.keyboard.press("End");
    await expect(scrubber(page)).toHaveValue(last);
    await expect.poll(() => log.count()).toBeGreaterThan(told);
    await page.keyboard.press("Home");
    await expect(scrubber(page)).toHaveValue("0");

    // A focused button takes Space for itself, and the one that was clicked may still have the focus.
    await page.getByRole("button", { name: "Next action" }).blur();
    await page.getByLabel("Speed").selectOption({ label: "8×" });
    await page.keyboard.press("Space");
    await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
    await expect.poll(async () => Number(await scrubber(page).inputValue()), { timeout: 30_000 }).toBeGreaterThan(4);
    await page.keyboard.press("Space");
    await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();

    // A line of the log leads to where it happened.
    const line = page.getByRole("list", { name: "Log" }).getByRole("button").first();
    await line.click();
    expect(Number(await scrubber(page).inputValue())).toBeLessThanOrEqual(1);
    expect(complaints).toEqual([]);
  });

  test(`${game.title}: everybody's eyes see their own hand, and a link leads to them and to an action`, async ({
    page,
    server,
    context,
  }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const { table } = await over(server, game);
    const dealt = String(game.plan.dealt ?? 3);
    await page.goto(`${server.url}/r/${table}?as=spectator&at=${dealt}`);
    await expect(scrubber(page)).toHaveValue(dealt);
    await expect(board(page)).toHaveCount(1);
    const seenByAll = await faces(page);
    const names = await seatNames(page, seatsOf(game));
    await perspectiveButton(page, names[1]!).check({ force: true });
    await expect.poll(async () => (await faces(page)).filter((card) => !seenByAll.includes(card))).not.toEqual([]);
    await expect(scrubber(page)).toHaveValue(dealt);
    await page.getByRole("radio", { name: "All seats" }).check({ force: true });
    await expect(board(page)).toHaveCount(seatsOf(game));
    for (const name of names) {
      const column = page.getByRole("listitem", { name: `As ${name} saw it` });
      await expect(column).toBeVisible();
      // Their hands are in sight, and small enough for a column.
      const frame = (await column.boundingBox())!;
      const card = (await column.getByTestId("hand").locator("[data-card]").first().boundingBox())!;
      expect(card.y + card.height, `the hand of ${name}`).toBeLessThanOrEqual(frame.y + frame.height + 1);
      expect(card.width, `a card of ${name}`).toBeLessThan(frame.width / 3);
    }
    await perspectiveButton(page, names[0]!).check({ force: true });
    await page.getByRole("button", { name: "Copy the link to this action" }).click();
    await expect(page.getByText(/Link copied/).first()).toBeVisible();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toContain(`/r/${table}?as=0&at=${dealt}`);

    const other = await context.newPage();
    await other.goto(link);
    await expect(scrubber(other)).toHaveValue(dealt);
    await expect(perspectiveButton(other, names[0]!)).toBeChecked();
  });
}

test("a problem is reported with a file that plays the game up to it", async ({ page, server }) => {
  const { table } = await over(server, ANY);
  await page.goto(`${server.url}/r/${table}?at=4`);
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("button", { name: "Report a problem" }).click();
  await page.getByLabel(/What is wrong here/).fill("the card\nsneezed");
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save the scenario file" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe(`${ANY.name}-action-4.json`);
  const scenario = JSON.parse(readFileSync(await download.path(), "utf8")) as {
    game: string;
    scenario: string;
    steps: unknown[];
  };
  expect(scenario).toMatchObject({ game: ANY.name, seats: seatsOf(ANY) });
  expect(scenario.steps).toHaveLength(4);
  expect(scenario.scenario).toContain("the card sneezed");
  await expect(page.getByText(/is in your downloads/)).toBeVisible();
});

test("a record from a file is shown as well, and what is none is refused in words", async ({ page, server }) => {
  const { record } = await over(server, ANY);
  await page.goto(server.url);
  await page.getByRole("link", { name: "open a replay" }).click();
  await page
    .getByLabel("Record file")
    .setInputFiles({ name: "note.json", mimeType: "application/json", buffer: Buffer.from("{}") });
  await expect(page.getByText("note.json is no record of a game.")).toBeVisible();
  const buffer = Buffer.from(JSON.stringify(record));
  await page.getByLabel("Record file").setInputFiles({ name: "game.json", mimeType: "application/json", buffer });
  await expect(scrubber(page)).toHaveAttribute("max", String(record.actions.length));
  await page.goto(`${server.url}/replay#xx1.nonsense`);
  await expect(page.getByRole("heading", { name: "This share code does not work" })).toBeVisible();
});

test("during a game there are only one's own eyes", async ({ page, server }) => {
  await page.goto(server.url);
  await page.locator(`[data-game="${ANY.name}"]`).click();
  await page.getByRole("button", { name: "Play now against bots" }).click();
  await expect(page.locator("[data-offers] button:enabled").first()).toBeVisible({ timeout: 30_000 });
  await page.keyboard.press("m");
  await page.getByRole("link", { name: "Replay so far" }).click();
  await expect(page.getByText("Only your own seat until the game is over.")).toBeVisible();
  await expect(page.getByRole("radio")).toHaveCount(0);
  expect(await faces(page)).not.toEqual([]);
  const { pathname } = new URL(page.url());
  await page.goto(`${server.url}${pathname}?as=1`);
  await expect(page.getByRole("heading", { name: "The game is not over yet" })).toBeVisible();
  await page.getByRole("button", { name: "Replay from my seat" }).click();
  await expect(scrubber(page)).toBeVisible();
});

for (const [scheme, width] of [
  ["light", 1280],
  ["dark", 360],
] as const) {
  test(`a replay is accessible: ${scheme}, ${width} px`, async ({ page, server }) => {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 740 });
    test.slow();
    const tables: string[] = [];
    for (const game of GAMES) tables.push((await over(server, game)).table);
    const replays = tables.flatMap((table) => [`/r/${table}?as=0&at=9`, `/r/${table}?as=all&at=9`, `/r/${table}?as=all&at=9999`]);
    for (const path of [...replays, "/replay", "/r/nowhere"]) {
      await page.goto(server.url + path);
      const shown = path.includes("?") ? scrubber(page) : page.getByRole("heading").last();
      await expect(shown).toBeVisible({ timeout: 30_000 });
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => `${path} ${id}: ${nodes.map(({ target }) => target).join(" | ")}`)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    }
  });
}
