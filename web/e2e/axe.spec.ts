// No axe violation anywhere, light and dark: the lobby, a new table, the gathering, the rules, every board in play.
// The end of each game is looked at where it is played to the end, in whole.spec.ts.
import { test } from "./fixtures";
import { expectAccessible } from "./support/audit";
import { clickOne, dice, ending, OFFER } from "./support/drive";
import { ANY, GAMES, tableOf } from "./support/games";
import { newPlayer } from "./support/player";
import { deal } from "./support/table";

for (const colorScheme of ["light", "dark"] as const) {
  test(`the pages around the games: ${colorScheme}`, async ({ browser, server }) => {
    const { page } = await newPlayer(browser, server, "Ada", { colorScheme });
    for (const path of ["/", "/nowhere", ...GAMES.flatMap(({ name }) => [`/new/${name}`, `/rules/${name}`])]) {
      await page.goto(server.url + path);
      await page.locator("h1").first().waitFor();
      await page.waitForLoadState("networkidle");
      await expectAccessible(page, path);
    }
    await page.goto(`${server.url}/new/${ANY.name}`);
    await page.getByLabel("Seat 2").selectOption("invited");
    await page.getByRole("button", { name: "Open the table and invite" }).click();
    await page.getByRole("textbox", { name: "The link" }).waitFor();
    await expectAccessible(page, "the gathering");
  });

  for (const game of GAMES) {
    test(`${game.name} in play: ${colorScheme}`, async ({ browser, server }) => {
      const { players } = await deal(browser, server, tableOf(game), { colorScheme });
      const { page } = players[0]!;
      const roll = dice(3);
      for (let looks = 0; looks < 3; looks += 1) {
        await page.locator(OFFER).or(ending(page)).first().waitFor({ timeout: 30_000 });
        await expectAccessible(page, `after ${looks} clicks`);
        await clickOne(page, [], roll);
      }
    });
  }
}
