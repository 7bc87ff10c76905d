// The Catnip plan, 3.5: a client that ignores `cardStolenPrivate` keeps working. Here the message never reaches the thief's page.
import type { Page } from "@playwright/test";
import { lengthen, type Json } from "../../../protocol/delta";
import type { FromServer, Vocabulary } from "../../../protocol/types";
import { expect, test } from "../../../../e2e/fixtures";
import { attack, strike } from "./attack";
import { counted, letThrough, pass, play, slotOf } from "./cats";

const DROPPED = "cardStolenPrivate";

/** Takes the private message out of everything that the server sends to a page; counts how often. */
async function withoutPrivate(page: Page, dropped: Map<Page, number>): Promise<void> {
  dropped.set(page, 0);
  await page.routeWebSocket(/\/ws$/, (socket) => {
    let vocabulary: Vocabulary = { shapes: [], words: [] };
    const without = (events: unknown[], spelt: (event: unknown) => unknown) => {
      const kept = events.filter((event) => (spelt(event) as { type: string }).type !== DROPPED);
      dropped.set(page, dropped.get(page)! + events.length - kept.length);
      return kept;
    };
    socket.connectToServer().onMessage((frame) => {
      const message = JSON.parse(frame.toString()) as FromServer;
      if ("type" in message && message.type === "welcome") {
        vocabulary = message.vocabulary;
        for (const missed of message.missed ?? []) if (missed.e) missed.e = without(missed.e, (event) => event);
      } else if (!("type" in message) && message.e) {
        message.e = without(message.e, (event) => lengthen(event as Json, vocabulary));
      }
      socket.send(JSON.stringify(message));
    });
  });
}

test("a page that never hears cardStolenPrivate shows the theft and plays on", async ({ browser, server }) => {
  const dropped = new Map<Page, number>();
  const errors: string[] = [];
  const before = async (page: Page) => {
    page.on("pageerror", (error) => errors.push(String(error)));
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    await withoutPrivate(page, dropped);
  };
  const scene = await attack(browser, server, ["catnip", "kitten"], ["show_cat"], { isFresh: true, before });
  const { attacker: thief, defender: victim, third, all } = scene;
  await strike(scene, "catnip", "show_cat");
  await letThrough(victim);

  // The server sent it, and the page went without.
  await counted(all, thief.seat, { hand: 6, herd: 2, discard: 0 });
  await counted(all, victim.seat, { hand: 6, discard: 0 });
  expect(thief.tap.of(DROPPED)).toHaveLength(1);
  expect(dropped.get(thief.page)).toBe(1);
  await expect(thief.log).toContainText(`You steal a card from ${victim.name}.`);
  await expect(thief.log).not.toContainText("Only you know what you stole");

  // What lies in the thief's herd comes from the view, so nothing is missing on the board, now and after a reload.
  const stolen = thief.page.locator(`[data-testid^=herd-${thief.seat}-][data-stolen="${victim.seat}"]`);
  for (const again of [false, true]) {
    if (again) await thief.page.reload();
    await expect(stolen).toHaveAttribute("data-kind", "show_cat");
    await expect(stolen.getByRole("button")).toHaveAccessibleDescription(/Only you can see what it is/);
  }
  expect(dropped.get(thief.page)).toBe(2);

  // The game goes on, once around the table to the thief.
  const turns = [thief, victim, third].toSorted((a, b) => a.seat - b.seat);
  for (let seat = (thief.seat + 1) % 3; seat !== thief.seat; seat = (seat + 1) % 3) {
    const actor = turns[seat]!;
    const kind = actor.tap.view.players[seat]!.hand[0]!.type!;
    await play(actor, kind, "kitten");
    await pass(...turns.filter((other) => other !== actor));
  }
  expect(slotOf(thief, "kitten")).toBeGreaterThanOrEqual(0);
  await play(thief, "kitten");
  await pass(victim, third);
  await counted(all, thief.seat, { hand: 5, herd: 3 });
  expect(errors).toEqual([]);
});
