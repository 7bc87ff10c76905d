// Fixtures: a server per worker, and a clean browser for each test.
import { test as base } from "@playwright/test";
import { startServer, type Server } from "./support/server";
import { isReused } from "./support/player";

export const test = base.extend<{ tidy: void }, { server: Server }>({
  page: async ({ page }, use) => {
    await page.addInitScript(passByHand);
    await use(page);
  },
  // A page that is left open would keep its connection and its animations.
  tidy: [
    async ({ browser }, use) => {
      await use();
      for (const context of browser.contexts()) if (!isReused(browser, context)) await context.close();
    },
    { auto: true },
  ],
  server: [
    // eslint-disable-next-line no-empty-pattern -- Playwright wants it so
    async ({}, use) => {
      const server = await startServer();
      await use(server);
      await server.discard();
    },
    { scope: "worker" },
  ],
});

/** In the page: a pass that it makes by itself would take away what a test is about to click. */
function passByHand(): void {
  const key = "facedown.preferences";
  if (location.protocol.startsWith("http") && !localStorage.getItem(key))
    localStorage.setItem(key, JSON.stringify({ autoPass: false }));
}

export { expect } from "@playwright/test";
export { startServer, type Server } from "./support/server";
