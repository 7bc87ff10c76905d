// Plays whole games by clicking what the page offers, the same each time for the same cards.
import type { Locator, Page } from "@playwright/test";

/** The sheet that says how it ended. */
export function ending(page: Page): Locator {
  return page.locator("section[aria-labelledby=over-title]");
}

/** Pseudo-random numbers that are the same every time. */
export function dice(seed: number): (sides: number) => number {
  let state = seed + 1;
  return (sides) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % sides;
  };
}

export interface Drive {
  /** What may be clicked, most wanted group first: the first that is there is used. */
  wants?: string[];
  /** What is clicked two times out of three if it is there; usually what draws a card, for that brings every game on. */
  often?: string;
  seed?: number;
  /** Called before each click. */
  each?: (page: Page, clicks: number) => Promise<void>;
  /** Stops after so many clicks, over or not. */
  enough?: number;
}

/** A limit on clicks that no game reaches. */
const MOST = 700;

/** What can be clicked; cards with which nothing can be done just now are left alone. */
export const OFFER = "[data-offers] button:enabled:not([data-usable=false] *)";

/** What is clicked first: where something is being put together, it is finished. */
const FIRST = ["composer", "panel"].map((name) => `[data-testid$=${name}] ${OFFER}`);

const DRAW = "[data-testid=draw]";

/** Clicks until the game is over; gives how many clicks that took. */
export async function playOn(
  page: Page,
  { wants = FIRST, often = DRAW, seed = 0, each, enough = MOST }: Drive = {},
): Promise<number> {
  const roll = dice(seed);
  const over = ending(page);
  for (let clicks = 0; clicks < enough; clicks += 1) {
    await page.locator(OFFER).or(over).first().waitFor();
    if (await over.count()) return clicks;
    await each?.(page, clicks);
    await clickOne(page, roll(3) > 0 ? [often, ...wants] : wants, roll);
  }
  if (enough === MOST) throw new Error(`not over after ${MOST} clicks`);
  return enough;
}

/** Clicks one of the things that are offered, if it is still there. */
export async function clickOne(page: Page, wants: string[], roll: (sides: number) => number): Promise<void> {
  for (const want of [...wants, OFFER]) {
    const offers = page.locator(want);
    const count = await offers.count();
    if (count === 0) continue;
    // Somebody else can be faster, and then it is gone. Of a card in a fan perhaps only the corner can be touched.
    const offer = offers.nth(roll(count));
    await offer.click({ timeout: 1000 }).catch(() => offer.click({ timeout: 500, position: { x: 8, y: 16 } }).catch(() => {}));
    return;
  }
}
