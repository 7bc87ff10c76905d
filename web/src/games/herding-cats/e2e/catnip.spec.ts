// The Catnip plan, CN1 and CN2: a card is stolen that only the thief may know, and Catnip that meets Catnip.
import { expect, test } from "../../../../e2e/fixtures";
import { attack, strike } from "./attack";
import { cardAt, counted, letThrough, slotOf } from "./cats";
import { herdsAfter, neverTold } from "./secrets";

test("CN1: a stolen card is known to the thief and to nobody else", async ({ browser, server }) => {
  const scene = await attack(browser, server, ["catnip"], ["show_cat"]);
  const { attacker: thief, defender: victim, third, watcher, all } = scene;
  const slot = slotOf(victim, "show_cat");
  const loot = cardAt(victim, slot);
  const played = cardAt(thief, slotOf(thief, "catnip"));

  await strike(scene, "catnip", "show_cat");

  // The defender alone sees what is under attack; everybody sees where.
  await expect(victim.prompt).toContainText(`${thief.name} selected Card ${slot + 1}, Show Cat`);
  await expect(victim.log).toContainText(`${thief.name} selects card ${slot + 1}, Show Cat, of your hand.`);
  for (const one of all) await expect(one.by(`hand-${victim.seat}-${slot}`)).toHaveAttribute("data-target", "true");
  for (const one of [thief, third, watcher]) {
    await expect(one.by(`hand-${victim.seat}-${slot}`)).not.toHaveAttribute("data-kind");
    await expect(one.prompt).toContainText(
      `${one === thief ? "You" : thief.name} selected card ${slot + 1} of ${victim.name}’s hand`,
    );
    await expect(one.prompt).not.toContainText("Show Cat");
  }
  await counted(all, thief.seat, { herd: 0, hand: 6 });
  await counted(all, victim.seat, { hand: 7 });
  const asked = victim.tap.n;
  await letThrough(victim);

  await counted(all, victim.seat, { hand: 6, discard: 0 });
  await counted(all, thief.seat, { hand: 6, herd: 2, discard: 0 });

  // The thief is told in private, sees the face from now on, and reads it in the log.
  expect(thief.tap.of("cardStolenPrivate").map(({ card }) => card)).toEqual([{ id: loot, type: "show_cat" }]);
  const stolen = thief.page.locator(`[data-testid^=herd-${thief.seat}-][data-stolen="${victim.seat}"]`);
  await expect(stolen).toHaveAttribute("data-kind", "show_cat");
  await expect(stolen).toHaveAttribute("data-secret", "true");
  await expect(thief.log).toContainText("Only you know what you stole: a Show Cat.");

  // By mouse, by key and by tap its owner can ask what it is, and a screen reader is told, too.
  await expect(stolen.getByRole("button")).toHaveAccessibleName(/^Show Cat, card \d of 2 in your herd, face down$/);
  await expect(stolen.getByRole("button")).toHaveAccessibleDescription(
    `Stolen from ${victim.name}. Only you can see what it is.`,
  );
  const tip = thief.by("tip");
  await expect(tip).toBeHidden();
  await stolen.hover();
  await expect(tip).toHaveText(/^Show Cat\s*Stolen from \S+ Only you can see what it is\.$/);
  await thief.prompt.hover();
  await expect(tip).toBeHidden();

  // Nobody else hears it: not in an event, not in a view, not in a word of any frame, not in the log, not on the board.
  for (const one of [victim, third, watcher]) {
    neverTold(one, loot, "show_cat", asked);
    expect(one.tap.of("cardStolen").map(({ card }) => card)).toEqual([{ id: loot }]);
    expect(one.tap.of("cardStolen")[0]?.hand_counts[victim.seat]).toBe(6);
    const theirs = one.page.locator(`[data-testid^=herd-${thief.seat}-]`);
    await expect(theirs).toHaveCount(2);
    for (const attribute of ["data-kind", "data-secret"])
      await expect(theirs.and(one.page.locator(`[${attribute}]`))).toHaveCount(0);
    await expect(one.page.locator(`[data-testid^=herd-${thief.seat}-][data-claim=show_cat]`)).toHaveCount(0);
    await expect(one.by("tip")).toHaveCount(0);
  }
  for (const one of [third, watcher]) {
    neverTold(one, loot, "show_cat");
    await expect(one.log).not.toContainText("Show Cat");
  }
  for (const one of all) {
    herdsAfter(one, "interceptDeclined");
    const names = one.tap.names(asked).filter((name) => name !== "cardStolenPrivate");
    expect(names).toEqual(["interceptDeclined", "cardRemoved", "cardStolen", "herdUpdate", "turnStarted"]);
    expect(one.tap.of("cardRemoved").map(({ card_id, player_id }) => [card_id, player_id])).toEqual([[loot, victim.seat]]);
    expect(one.tap.of("herdUpdate").map(({ card, visible }) => [card.id, visible])).toEqual([[played, false]]);
  }

  // It stays so when the pages are opened anew.
  for (const one of all) await one.page.reload();
  await expect(stolen).toHaveAttribute("data-kind", "show_cat");
  for (const one of [victim, third, watcher]) {
    await expect(one.page.locator(`[data-testid^=herd-${thief.seat}-]`)).toHaveCount(2);
    await expect(one.page.locator(`[data-testid^=herd-${thief.seat}-][data-kind]`)).toHaveCount(0);
    neverTold(one, loot, null, asked);
  }
});

test("CN2: Catnip that goes for Catnip is shown to all, and has no effect", async ({ browser, server }) => {
  const scene = await attack(browser, server, ["catnip"], ["catnip"]);
  const { attacker: thief, defender: victim, third, watcher, all } = scene;
  const slot = slotOf(victim, "catnip");
  const met = cardAt(victim, slot);
  const played = cardAt(thief, slotOf(thief, "catnip"));
  const before = victim.tap.view.players[victim.seat]!.hand.map(({ id }) => id);

  await strike(scene, "catnip", "catnip");
  await expect(victim.prompt).toContainText(`Card ${slot + 1}, Catnip`);
  const asked = victim.tap.n;
  const shown = [thief, third, watcher].map((one) =>
    expect(one.by(`hand-${victim.seat}-${slot}`)).toHaveAttribute("data-kind", "catnip", { timeout: 15_000 }),
  );
  await letThrough(victim);
  await Promise.all(shown);

  // The played Catnip lies open on the discard pile and never was in the herd; the other one is back in its place, face down.
  await counted(all, thief.seat, { hand: 6, herd: 0, discard: 1 });
  await counted(all, victim.seat, { hand: 7, herd: 0, discard: 0 });
  for (const one of all) {
    await expect(one.by(`discard-${thief.seat}`)).toHaveAttribute("aria-label", /on top Catnip/);
    await expect(one.log).toContainText(
      `Ineffective: ${one === victim ? "you reveal" : `${victim.name} reveals`} Catnip (returns to hand).`,
    );
    expect(one.tap.of("catnipIneffective")).toEqual([
      { type: "catnipIneffective", target_player_id: victim.seat, card: { id: met, type: "catnip" }, selected_slot_index: slot },
    ]);
    expect(one.tap.of("discardUpdate").map(({ card, player_id }) => [player_id, card])).toEqual([
      [thief.seat, { id: played, type: "catnip" }],
    ]);
    for (const name of ["herdUpdate", "cardStolen", "cardStolenPrivate", "cardRemoved"])
      expect(one.tap.names(asked)).not.toContain(name);
    expect(one.tap.view.players[victim.seat]!.hand.map(({ id }) => id)).toEqual(before);
  }
  for (const one of [thief, third, watcher]) await expect(one.by(`hand-${victim.seat}-${slot}`)).not.toHaveAttribute("data-kind");
});
