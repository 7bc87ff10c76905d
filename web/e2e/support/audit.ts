// Accessibility checks: no axe violation, nothing wider than the screen, nothing too small to touch.
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** No violation that axe finds on the page as it is now, once colours that are changing have changed. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  await page.waitForFunction(() => document.getAnimations().every((one) => !(one instanceof CSSTransition)));
  const { violations } = await new AxeBuilder({ page }).analyze();
  const said = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target, any }) => `${target.join(" ")} (${any[0]?.message ?? ""})`).join(" | ")}`,
  );
  expect(said, what).toEqual([]);
}

/** The page does not scroll sideways. */
export async function expectNoSidewaysScroll(page: Page, what: string): Promise<void> {
  const [wide, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(wide, `the width of ${what}`).toBeLessThanOrEqual(screen ?? 0);
}

/** The buttons on the screen that are smaller than a finger; cards that overlap count with what is free of them. */
export async function tooSmall(page: Page, selector: string, least = 44): Promise<string[]> {
  return page.locator(selector).evaluateAll((all, least) => {
    const found: string[] = [];
    for (const element of all) {
      const { width, height } = element.getBoundingClientRect();
      if (width === 0 || height === 0) continue;
      if (Math.round(width) < least || Math.round(height) < least) {
        found.push(
          `${element.getAttribute("aria-label") ?? element.textContent?.trim() ?? ""}: ${Math.round(width)}×${Math.round(height)}`,
        );
      }
    }
    return found;
  }, least);
}
