// Somebody who plays against bots: level and speed, faces and names, help in place, a coach, and all cards at the end.
import { expect, test } from "./fixtures";
import { expectNoSidewaysScroll, expectAccessible } from "./support/audit";
import { ending, playOn } from "./support/drive";
import { GAMES, tableOf } from "./support/games";
import { deal } from "./support/table";
import type { NewTable } from "../src/protocol/types";

for (const game of GAMES) {
  test(`${game.title}: level and speed are chosen before it begins`, async ({ page, server }) => {
    await page.goto(server.url);
    await page.locator(`[data-game="${game.name}"]`).click();
    await page.getByText("Easy", { exact: true }).click();
    await page.getByText("Fast", { exact: true }).click();
    await expectAccessible(page, "the game's sheet");
    const asked = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/api/v1/tables"));
    await page.getByRole("button", { name: "Play now against bots" }).click();
    const table = (await asked).postDataJSON() as NewTable;
    expect(table.pace).toBe("fast");
    const easiest = (game.bots.findLast(({ level }) => level === "easy") ?? game.bots[0]!).name;
    expect(table.seats.slice(1)).toEqual(table.seats.slice(1).map(() => ({ bot: easiest })));
    const faces = page.getByTestId("board").getByRole("img", { name: "bot", exact: true });
    await expect(faces).toHaveCount(table.seats.length - 1);
    // What was chosen is remembered.
    await page.goto(server.url);
    await page.locator(`[data-game="${game.name}"]`).click();
    await expect(page.getByRole("radio", { name: "Easy" })).toBeChecked();
    await expect(page.getByRole("radio", { name: "Fast" })).toBeChecked();
  });

  test(`${game.title}: everything is turned over at the end`, async ({ browser, server }) => {
    test.slow();
    const { players } = await deal(browser, server, tableOf(game));
    const { page } = players[0]!;
    await playOn(page);
    await expect(ending(page)).toBeVisible();
    await page.getByRole("button", { name: "All cards and statistics" }).click();
    const sheet = page.getByRole("dialog", { name: "All cards and statistics" });
    await expect(sheet.getByRole("table")).toBeVisible();
    expect(await sheet.getByRole("row").count()).toBeGreaterThan(5);
    await expect(sheet.locator("code")).toHaveText(/^[a-z0-9]+\./i);
    await expectAccessible(page, "all cards");
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoSidewaysScroll(page, "all cards on a phone");
    await sheet
      .getByRole("button", { name: /show when/ })
      .first()
      .click();
    const moment = sheet.getByRole("link", { name: /Watch action/ }).first();
    const at = (await moment.textContent())!.trim();
    await moment.click();
    await expect(page).toHaveURL(new RegExp(`/r/.*[?&]at=${at}$`));
    await expect(page.getByTestId("board").first()).toBeVisible();
  });
}

for (const game of GAMES.filter(({ plan }) => !plan.without?.includes("coach"))) {
  test(`${game.title}: a coach guides a first game and goes when told`, async ({ page, server }) => {
    await page.goto(server.url);
    await page.locator(`[data-game="${game.name}"]`).click();
    await page.getByRole("button", { name: "Play a guided game" }).click();
    const coach = page.getByTestId("coach");
    await expect(coach).toContainText("Welcome");
    await expectAccessible(page, "the coach");
    await coach.getByRole("button", { name: "Got it" }).click();
    await expect(coach).not.toContainText("Welcome");
    await page.locator("[data-offers] button:enabled").first().waitFor();
    await expect(coach).toBeVisible();
    await coach.getByRole("button", { name: "No more tips" }).click();
    await expect(coach).toHaveCount(0);
    await page.reload();
    await page.locator("[data-offers] button:enabled").first().waitFor();
    await expect(coach).toHaveCount(0);
    // It is offered to those who are new to the game, and later where the rules are.
    await page.goto(server.url);
    await page.locator(`[data-game="${game.name}"]`).click();
    await expect(page.getByRole("button", { name: "Play now against bots" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Play a guided game" })).toHaveCount(0);
    await page.goto(`${server.url}/rules/${game.name}`);
    await expect(page.getByRole("button", { name: "Play a guided game" })).toBeVisible();
  });
}

for (const game of GAMES.filter(({ plan }) => !plan.without?.includes("help"))) {
  test(`${game.title}: help by mouse, by key and by a long press`, async ({ browser, page, server }) => {
    await page.goto(server.url);
    await page.locator(`[data-game="${game.name}"]`).click();
    await page.getByRole("button", { name: "Play now against bots" }).click();
    await page.locator("[data-offers] button:enabled").first().waitFor();
    const card = page.getByTestId("hand").locator("[data-help]").first();
    const help = page.getByTestId("help");
    await card.hover({ position: { x: 10, y: 20 } });
    await expect(help).toBeVisible();
    await expect(help.locator(".picture > svg")).toBeVisible();
    const said = await help.locator(".words > span").first().textContent();
    expect(said).toMatch(/[.]$/);
    await expectAccessible(page, "with help shown");
    await expect(card).toHaveAttribute("aria-description", said!);
    // What scrolls elsewhere does not close it, as the log does when somebody acts.
    await page.getByRole("list", { name: "Log" }).evaluate(async (list) => {
      list.style.maxHeight = "10px";
      const scrolled = new Promise((done) => list.addEventListener("scroll", done, { once: true }));
      list.scrollTop = list.scrollTop > 0 ? 0 : 5;
      await scrolled;
    });
    await expect(help).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(help).toBeHidden();
    await page.mouse.move(2, 2);
    // Tab leads to a card of the hand whether or not it can be played now, and arrows to the others.
    await page.keyboard.press("Tab");
    await page.getByTestId("hand").locator("[data-help][tabindex='0']").first().focus();
    await expect(help).toBeVisible();
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
    const first = await focused();
    for (const key of ["ArrowRight", "ArrowLeft"]) if ((await focused()) === first) await page.keyboard.press(key);
    expect(await focused()).not.toBe(first);
    await expect(help).toBeVisible();
    const offered = page.locator("[data-offers] button[data-help]:enabled").first();
    if (await offered.count()) {
      await offered.focus();
      await expect(help).toBeVisible();
    }
    // The same table on a phone: a long press shows the help and does nothing else.
    const storageState = await page.context().storageState();
    const screen = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    const phone = await (await browser.newContext({ ...screen, storageState, reducedMotion: "reduce" })).newPage();
    await phone.goto(page.url());
    await phone.locator("[data-offers] button:enabled").first().waitFor();
    const lines = phone.getByRole("list", { name: "Log" }).getByRole("listitem");
    const held = phone.getByTestId("hand").locator("[data-card]").first();
    const { x, y } = (await held.boundingBox())!;
    const finger = await phone.context().newCDPSession(phone);
    await finger.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x: x + 12, y: y + 30 }] });
    await expect(phone.getByTestId("help")).toBeVisible();
    await finger.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await expect(phone.getByTestId("help")).toBeVisible();
    await expect(held).not.toHaveAttribute("aria-pressed", "true");
    await phone.getByRole("button", { name: "Log and chat" }).click();
    await expect(phone.getByTestId("help")).toBeHidden();
    expect(await lines.count()).toBe(await page.getByRole("list", { name: "Log" }).getByRole("listitem").count());
  });
}

for (const game of GAMES.filter(({ plan }) => !plan.without?.includes("calm"))) {
  test(`${game.title}: the prompt bar is never empty, and nothing jumps`, async ({ browser, server }) => {
    test.slow();
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    const context = await browser.newContext({ ...phone, reducedMotion: "no-preference" });
    const page = await context.newPage();
    await page.addInitScript(() => {
      const seen = { empty: 0, shift: 0, window: 0, from: 0, last: 0 };
      Object.assign(window, { seen });
      setInterval(() => {
        const bar = document.querySelector("main [data-testid=prompt]");
        if (bar && !bar.textContent?.trim()) seen.empty += 1;
      }, 20);
      // As browsers count it: the worst window of five seconds at most, without pauses of a second.
      new PerformanceObserver((list) => {
        for (const { startTime, value, hadRecentInput } of list.getEntries() as (PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
        })[]) {
          if (hadRecentInput) continue;
          if (startTime - seen.last > 1000 || startTime - seen.from > 5000) Object.assign(seen, { window: 0, from: startTime });
          seen.last = startTime;
          seen.window += value;
          seen.shift = Math.max(seen.shift, seen.window);
        }
      }).observe({ type: "layout-shift", buffered: true });
    });
    const devtools = await context.newCDPSession(page);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    await page.goto(server.url);
    await page.locator(`[data-game="${game.name}"]`).click();
    await page.getByRole("button", { name: "Play now against bots" }).click();
    await page.locator("[data-offers] button:enabled").first().waitFor();
    const seen = () => page.evaluate(() => (window as unknown as { seen: { empty: number; shift: number } }).seen);
    expect((await seen()).shift, "layout shift until the first move").toBeLessThanOrEqual(0.05);
    await playOn(page, { seed: 4, enough: 6 });
    expect((await seen()).empty, "moments with an empty prompt bar").toBe(0);
  });
}
