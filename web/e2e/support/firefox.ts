// Starts the Firefox of the system over WebDriver BiDi. Playwright drives a Firefox that it builds itself, not the one people have.
import { existsSync } from "node:fs";
import puppeteer, { type Browser, type Page } from "puppeteer-core";
import { OFFER } from "./drive";

export const FIREFOX = process.env.FIREFOX || "/usr/bin/firefox-esr";

export const hasFirefox = (): boolean => existsSync(FIREFOX);

export function launchFirefox(): Promise<Browser> {
  return puppeteer.launch({
    browser: "firefox",
    executablePath: FIREFOX,
    headless: true,
    // The window has this size; the Firefox of stable systems is too old to be told that a page has another.
    defaultViewport: null,
    args: ["--width=1280", "--height=880"],
    extraPrefsFirefox: {
      "ui.prefersReducedMotion": 1,
      // No requests except to the server under test.
      "app.normandy.enabled": false,
      "browser.safebrowsing.malware.enabled": false,
      "browser.safebrowsing.phishing.enabled": false,
      "network.captive-portal-service.enabled": false,
      "network.connectivity-service.enabled": false,
      "services.settings.server": "data:,",
    },
  });
}

/** A page that collects its errors. */
export async function openPage(browser: Browser): Promise<{ page: Page; problems: string[] }> {
  const page = await browser.newPage();
  await page.bringToFront();
  const problems: string[] = [];
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  page.on("pageerror", (error) => problems.push(String(error)));
  return { page, problems };
}

/** Clicks this as soon as it is there. */
export async function click(page: Page, selector: string): Promise<void> {
  await (await page.waitForSelector(selector, { visible: true }))?.click();
}

/** The current path of the page, including changes through the history API. */
export function pathOf(page: Page): Promise<string> {
  return page.evaluate(() => location.pathname);
}

/** Clicks what is offered until the game is over; `pick` chooses one of so many. */
export async function playToTheEnd(page: Page, pick: (count: number) => number): Promise<void> {
  const over = "section[aria-labelledby=over-title]";
  const composer = `[data-testid$=composer] ${OFFER}, [data-testid$=panel] ${OFFER}`;
  for (let clicks = 0; clicks < 400; clicks += 1) {
    await page.waitForSelector(`${OFFER}, ${over}`, { visible: true, timeout: 60_000 });
    if (await page.$(over)) return;
    const begun = await page.$$(composer);
    const offers = begun.length > 0 ? begun : await page.$$(OFFER);
    const offer = offers[pick(offers.length)];
    // Somebody else can be faster, and then it is gone. Of a card in a fan only the corner may be free.
    await offer?.click({ offset: { x: 8, y: 16 } }).catch(() => {});
  }
  throw new Error("not over after 400 clicks");
}
