// Doubt in Herding Cats: a bluff that is caught, a truth that is doubted, and attacks that a Laser Pointer draws to itself.
import { expect, test } from "../../../../e2e/fixtures";
import type { Event, View } from "../../../protocol/games/herding-cats";
import { attack, strike } from "./attack";
import { cardAt, challenge, counted, duel, goFor, hand, holdUp, pass, play, slotOf } from "./cats";
import { neverTold } from "./secrets";
import { deal } from "../../../../e2e/support/table";

test("a bluff that is caught costs the card and one more", async ({ browser, server }) => {
  const { attacker: liar, third, all } = await attack(browser, server, ["kitten"], []);
  const card = cardAt(liar, slotOf(liar, "kitten"));
  await play(liar, "kitten", "show_cat");
  for (const one of all) await expect(one.by("claim")).toHaveAttribute("data-kind", "show_cat");
  await expect(liar.by("played")).toHaveAttribute("data-kind", "kitten");
  await expect(third.by("played")).not.toHaveAttribute("data-kind");
  neverTold(third, card, null);
  await challenge(third);
  for (const one of all) await expect(one.log).toContainText("bluffing: the Show Cat is a Kitten.");

  // Who was right picks, blind.
  await expect(third.prompt).toContainText("Pick the card");
  await expect(third.by("tray").locator("[data-kind]")).toHaveCount(0);
  await goFor(third, liar, 3);
  await counted(all, liar.seat, { hand: 5, herd: 0, discard: 2 });
  await counted(all, third.seat, { hand: 7, discard: 0 });
  for (const one of all)
    expect(one.tap.of("challengeResult")).toMatchObject([
      { truthful: false, challenger_id: third.seat, card: { id: card, type: "kitten" } },
    ]);
});

test("a truth that is doubted costs the doubter, and takes effect", async ({ browser, server }) => {
  const { attacker: honest, third, all } = await attack(browser, server, ["kitten"], []);
  const card = cardAt(honest, slotOf(honest, "kitten"));
  await play(honest, "kitten");
  await challenge(third);
  for (const one of all) await expect(one.log).toContainText("but it is true: a Kitten.");
  await expect(honest.prompt).toContainText(`Pick the card that ${third.name} loses`);
  await counted(all, honest.seat, { herd: 0 });
  await goFor(honest, third, 0);
  await counted(all, third.seat, { hand: 6, discard: 1 });
  await counted(all, honest.seat, { hand: 6, herd: 1, discard: 0 });
  for (const one of all)
    expect(one.tap.of("challengeResult")).toMatchObject([
      { truthful: true, challenger_id: third.seat, card: { id: card, type: "kitten" } },
    ]);
});

test("a Laser Pointer from the hand is discarded in place of the Alley Cat's target", async ({ browser, server }) => {
  const scene = await attack(browser, server, ["alley_cat"], ["laser_pointer", "show_cat"]);
  const { attacker, defender, third, watcher, all } = scene;
  const chosen = cardAt(defender, slotOf(defender, "show_cat"));
  const slot = await strike(scene, "alley_cat", "show_cat");

  // The defender alone reads what it is; the place throbs on every board.
  await expect(defender.prompt).toContainText(`selected Card ${slot + 1}, Show Cat`);
  for (const one of all) await expect(one.by(`hand-${defender.seat}-${slot}`).locator(".pulsing")).toBeVisible();
  for (const one of [attacker, third, watcher]) {
    await expect(one.prompt).toContainText(`${one === attacker ? "You" : attacker.name} selected card ${slot + 1} of`);
    for (const part of [one.prompt, one.by("table"), one.by(`seat-${defender.seat}`)])
      await expect(part).not.toContainText("Show Cat");
  }
  await holdUp(defender, slotOf(defender, "laser_pointer"));
  await pass(attacker, third);
  await counted(all, defender.seat, { hand: 6, discard: 1 });
  await counted(all, attacker.seat, { hand: 6, herd: 1 });
  for (const one of all) await expect(one.by(`discard-${defender.seat}`)).toHaveAttribute("aria-label", /on top Laser Pointer/);
  for (const one of [attacker, third, watcher]) neverTold(one, chosen, "show_cat");
});

test("a Laser Pointer in the herd saves another cat from Animal Control", async ({ browser, server }) => {
  const { players, found } = await deal<View, Event, { attacker: number; defender: number }>(browser, server, {
    game: "herding-cats",
    people: 2,
    fits: (views) => {
      const roles = duel(views, ["laser_pointer", "kitten"], ["animal_control", "kitten"]);
      return roles && hand(views, roles.attacker).length === 7 ? roles : null;
    },
  });
  const owner = players[found.attacker]!;
  const catcher = players[found.defender]!;
  await play(owner, "laser_pointer");
  await pass(catcher);
  await play(catcher, "kitten");
  await pass(owner);
  await play(owner, "kitten");
  await pass(catcher);
  await play(catcher, "animal_control", "animal_control", owner);
  await pass(owner);
  await goFor(catcher, owner, 1, "herd");
  await expect(owner.prompt).toContainText("Card 2, Kitten");
  await expect(owner.by(`herd-${owner.seat}-1`)).toHaveAttribute("data-target", "true");
  await holdUp(owner, 0, "herd");
  await pass(catcher);
  await counted(players, owner.seat, { herd: 1, discard: 1 });
  await counted(players, catcher.seat, { herd: 2, discard: 0 });
  for (const one of players) {
    await expect(one.by(`herd-${owner.seat}-0`)).toHaveAttribute("data-claim", "kitten");
    await expect(one.by(`discard-${owner.seat}`)).toHaveAttribute("aria-label", /on top Laser Pointer/);
  }
});
