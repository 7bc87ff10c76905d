// On a phone: the whole hand of every game is on the screen, nothing is wider than it, and everything can be hit with a finger.
import { expect, test } from "./fixtures";
import { expectNoSidewaysScroll, tooSmall } from "./support/audit";
import { playOn } from "./support/drive";
import { GAMES, tableOf } from "./support/games";
import { deal } from "./support/table";

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
/** The cards of one's own hand, on every board. */
const HAND = "[data-testid=hand] [data-card]";

for (const game of GAMES) {
  test(`${game.name} on a phone`, async ({ browser, server }) => {
    test.slow();
    const { players } = await deal(browser, server, tableOf(game), PHONE);
    const { page } = players[0]!;
    const complaints: string[] = [];
    await playOn(page, {
      seed: 2,
      enough: 24,
      async each(_, clicks) {
        await expectNoSidewaysScroll(page, `the board before click ${clicks + 1}`);
        complaints.push(...(await tooSmall(page, "[data-offers] button:enabled")));
        // The corners of a card that leans in a fan may be cut by a few pixels, but nothing that stands on it.
        const outside = await page.locator(HAND).evaluateAll((all) =>
          all
            .map((one) => ({ what: one.getAttribute("aria-label"), box: one.getBoundingClientRect() }))
            .filter(
              ({ box }) =>
                box.width > 0 && (box.left < -1 || box.right > innerWidth + 1 || box.top < 0 || box.bottom > innerHeight + 8),
            )
            .map(({ what, box }) => `${what} ends at ${Math.round(box.right)}, ${Math.round(box.bottom)}`),
        );
        expect(outside, `cards of the hand outside of the screen before click ${clicks + 1}`).toEqual([]);
      },
    });
    expect([...new Set(complaints)], "smaller than a finger").toEqual([]);
  });
}

test("the pages around the games fit on a phone", async ({ browser, server }) => {
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  for (const path of ["/", ...GAMES.flatMap(({ name }) => [`/new/${name}`, `/rules/${name}`])]) {
    await page.goto(server.url + path);
    await page.locator("h1").first().waitFor();
    await expectNoSidewaysScroll(page, path);
    expect(await tooSmall(page, "button:visible, select:visible"), path).toEqual([]);
  }
});
