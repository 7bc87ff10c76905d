// Two people bring house decks and try the table: hands, lands, spells, looks, tokens, life, undoing and giving up.
import type { Page } from "@playwright/test";
import { expect, test } from "../../../../e2e/fixtures";
import { expectAccessible, tooSmall } from "../../../../e2e/support/audit";
import type { Player } from "../../../../e2e/support/player";
import { deal } from "../../../../e2e/support/table";
import type { Event, View } from "../../../protocol/games/spellbook";

type Somebody = Player<View, Event>;

const TABLE = { game: "spellbook", people: 2, fits: () => true, isFresh: true };

/** Both take a house deck, the first of them begins, and both keep. */
async function begin(players: Somebody[]): Promise<void> {
  for (const [at, { page }] of players.entries()) {
    await page.getByTestId(`house-${at}`).click();
    await page.getByTestId("bring").getByRole("button").click();
  }
  for (const { page } of players) await expect(page.getByTestId("board")).not.toHaveAttribute("data-phase", "decks");
  // Chance, or the loser of the game before, says who begins.
  for (const { page } of players) {
    if (await page.getByTestId("first-panel").count()) await page.getByTestId("first-0").getByRole("button").click();
  }
  for (const { page } of players) await page.getByTestId("keep").getByRole("button").click();
  for (const { page } of players) await expect(page.getByTestId("board")).toHaveAttribute("data-phase", "playing");
}

const hand = (page: Page) => page.getByTestId("hand").locator("[data-thing]");

/** The key of the first card of the hand. */
async function firstOf(page: Page): Promise<string> {
  return (await hand(page).first().getAttribute("data-thing"))!;
}

test("a goldfish game of two with house decks", async ({ browser, server }) => {
  test.slow();
  const { players } = await deal<View, Event, boolean>(browser, server, TABLE);
  const [ada, bea] = players as [Somebody, Somebody];
  await begin([ada, bea]);

  await test.step("hands are seen by their holders alone", async () => {
    await expect(hand(ada.page)).toHaveCount(ada.tap.view.players[0]!.hand.length);
    await expect(hand(ada.page).first()).toHaveAttribute("data-name", /\w/);
    const { players: seen } = bea.tap.view;
    expect(seen[0]!.hand.every(({ type }) => type === undefined)).toBe(true);
    expect(seen[1]!.hand.every(({ type }) => type !== undefined)).toBe(true);
  });

  await test.step("a card is played, tapped, and seen by both", async () => {
    const key = await firstOf(ada.page);
    await ada.page.getByTestId(`piece-${key}`).click();
    await ada.page.getByTestId("verb-to-battlefield").getByRole("button").click();
    for (const { page } of players) {
      await expect(page.getByTestId("battlefield-0").getByTestId(`piece-${key}`)).toHaveAttribute("data-name", /\w/);
    }
    await ada.page.getByTestId(`piece-${key}`).click();
    await ada.page.keyboard.press("q");
    await expect(bea.page.getByTestId(`piece-${key}`)).toHaveAttribute("data-tapped", "");
  });

  await test.step("what is dragged into play is the same as what is tapped into it", async () => {
    const key = await firstOf(ada.page);
    const from = (await ada.page.getByTestId(`piece-${key}`).boundingBox())!;
    const to = (await ada.page.getByTestId("battlefield-0").boundingBox())!;
    await ada.page.mouse.move(from.x + 20, from.y + 20);
    await ada.page.mouse.down();
    await ada.page.mouse.move(to.x + to.width * 0.7, to.y + to.height * 0.3, { steps: 5 });
    await ada.page.mouse.up();
    const there = bea.page.getByTestId("battlefield-0").or(bea.page.getByTestId("stack")).getByTestId(`piece-${key}`);
    await expect(there).toBeVisible();
    await expect(hand(ada.page).and(ada.page.getByTestId(`piece-${key}`))).toHaveCount(0);
  });

  await test.step("the top is looked at and sorted, and the others read only how many went where", async () => {
    await ada.page.keyboard.press("Escape");
    await ada.page.keyboard.press("w");
    await ada.page.getByRole("dialog").getByRole("button", { name: /^Look/ }).click();
    const look = ada.page.getByTestId("look-panel");
    await expect(look.locator("[data-testid^=look-c]")).toHaveCount(3);
    await look.locator("[data-testid^=look-c]").first().click();
    await ada.page.getByTestId("to-bottom").getByRole("button").click();
    await ada.page.getByTestId("look-done").getByRole("button").click();
    await expect(look).toHaveCount(0);
    await expect(bea.log).toContainText("a card on the bottom");
    expect(bea.tap.view.players[0]!.library.every(({ type }) => type === undefined)).toBe(true);
  });

  await test.step("life is counted, and a token is made", async () => {
    await ada.page.getByTestId("life-less-0").click();
    await expect(bea.page.getByTestId("seat-0")).toHaveAttribute("data-life", "19");
    await ada.page.keyboard.press("t");
    await ada.page.getByTestId("token-0").click();
    await expect(bea.page.getByTestId("battlefield-0").locator("[data-thing^=t]")).toHaveCount(1);
  });

  await test.step("what was done last is taken back", async () => {
    await ada.page.keyboard.press("Backspace");
    await expect(bea.page.getByTestId("battlefield-0").locator("[data-thing^=t]")).toHaveCount(0);
  });

  await test.step("somebody asks to wait, and lets go on", async () => {
    await bea.page.getByTestId("hold").getByRole("button").click();
    await expect(ada.page.getByTestId("steps")).toContainText("wait");
    await bea.page.getByTestId("pass").getByRole("button").click();
    await expect(ada.page.getByTestId("steps")).not.toContainText("wait");
    await ada.page.getByTestId("end-turn").getByRole("button").click();
    await expect(bea.page.getByTestId("steps")).toHaveAttribute("data-active", "1");
  });

  await test.step("a question is answered", async () => {
    await bea.page.getByTestId("player-0").click();
    await bea.page.getByRole("button", { name: "To look at the hand" }).click();
    await expect(ada.page.getByTestId("request-panel")).toContainText("your hand");
    await ada.page.getByTestId("refuse").getByRole("button").click();
    await expect(bea.page.getByTestId("request-panel")).toHaveCount(0);
  });

  await test.step("the page is accessible, and nothing is too small to touch", async () => {
    await expectAccessible(bea.page, "the table");
    expect(await tooSmall(bea.page, "[data-offers] button")).toEqual([]);
  });

  await test.step("somebody concedes, and the other wins", async () => {
    await ada.page.keyboard.press(".");
    await ada.page.getByRole("button", { name: "Concede…" }).click();
    await ada.page.getByTestId("concede").getByRole("button").click();
    for (const { page } of players) await expect(page.getByTestId("board")).toHaveAttribute("data-phase", "over");
  });
});

test("keys alone play a card", async ({ browser, server }) => {
  const { players } = await deal<View, Event, boolean>(browser, server, TABLE);
  const [ada, bea] = players as [Somebody, Somebody];
  await begin([ada, bea]);
  const { page } = ada;
  const key = await firstOf(page);
  await hand(page).first().focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("p");
  await expect(bea.page.getByTestId("battlefield-0").getByTestId(`piece-${key}`)).toBeVisible();
  const before = Number(await bea.page.getByTestId("seat-0").getAttribute("data-hand"));
  await page.keyboard.press("d");
  await expect(bea.page.getByTestId("seat-0")).toHaveAttribute("data-hand", String(before + 1));
});
