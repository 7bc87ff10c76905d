// What every test is given: a server that lasts as long as its worker, and browsers in which nothing is left of the test before.
import { test as base } from "@playwright/test";
import { openHouse, type House } from "./support/house";
import { isKept } from "./support/player";

export const test = base.extend<{ tidy: void }, { house: House }>({
  // A page that nobody looks at any more still listens and animates.
  tidy: [
    async ({ browser }, use) => {
      await use();
      for (const context of browser.contexts()) if (!isKept(browser, context)) await context.close();
    },
    { auto: true },
  ],
  house: [
    // eslint-disable-next-line no-empty-pattern -- Playwright wants it so
    async ({}, use) => {
      const house = await openHouse();
      await use(house);
      await house.discard();
    },
    { scope: "worker" },
  ],
});

export { expect } from "@playwright/test";
export { openHouse, type House } from "./support/house";
