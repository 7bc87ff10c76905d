// On a phone: the whole hand of every game is on the screen, nothing is wider than it, and everything can be hit with a finger.
import { expect, test } from "./fixtures";
import { fits, small } from "./support/audit";
import { impatient, playOn } from "./support/drive";
import { deal } from "./support/table";

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const GAMES = [
  { game: "herding-cats", bots: ["random", "random"], options: {}, hand: "[data-testid=seat-0] [data-testid^=hand-0-]" },
  { game: "exploding-kittens", bots: ["random", "random"], options: {}, hand: "[data-testid=hand-card]" },
  {
    game: "texas-42",
    bots: ["random", "random", "random"],
    options: { marks: 1 },
    hand: "[data-testid=hand] [data-testid^=bone-]",
  },
];

for (const { game, bots, options, hand } of GAMES) {
  test(`${game} on a phone`, async ({ browser, house }) => {
    test.slow();
    const { players } = await deal(
      browser,
      house,
      { game, people: 1, bots, options, fits: () => true, before: impatient },
      PHONE,
    );
    const { page } = players[0]!;
    const complaints: string[] = [];
    await playOn(page, {
      seed: 2,
      often: "[data-testid=draw]",
      enough: 24,
      async each(_, clicks) {
        await fits(page, `the board before click ${clicks + 1}`);
        complaints.push(...(await small(page, "[data-offers] button:enabled")));
        // The corners of a card that leans in a fan may be cut by a few pixels, but nothing that stands on it.
        const outside = await page.locator(hand).evaluateAll((all) =>
          all
            .map((one) => ({ what: one.getAttribute("data-testid"), box: one.getBoundingClientRect() }))
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

test("the pages around the games fit on a phone", async ({ browser, house }) => {
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  for (const path of ["/", ...GAMES.flatMap(({ game }) => [`/new/${game}`, `/rules/${game}`])]) {
    await page.goto(house.url + path);
    await page.locator("h1").first().waitFor();
    await fits(page, path);
    expect(await small(page, "button:visible, select:visible"), path).toEqual([]);
  }
});
