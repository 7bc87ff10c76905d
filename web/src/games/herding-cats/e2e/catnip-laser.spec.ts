// The Catnip plan, CN6 and CN7: a Laser Pointer from the hand takes the place of what Catnip goes for, doubted or not.
import { expect, test } from "../../../../e2e/fixtures";
import { attack, strike, type Attack } from "./attack";
import { cardAt, challenge, counted, goFor, holdUp, pass, slotOf, type Cat } from "./cats";
import { herdsAfter, neverTold } from "./secrets";

/** The Laser Pointer has gone to the thief's herd, and the card that was chosen is as hidden as ever. */
async function substituted(
  { attacker, defender, all }: Attack,
  chosen: { slot: number; card: number },
  pointer: number,
  played: number,
): Promise<void> {
  await counted(all, attacker.seat, { herd: 2, discard: 0 });
  await counted(all, defender.seat, { hand: 6, herd: 0, discard: 0 });
  expect(attacker.tap.of("cardStolenPrivate").map(({ card }) => card)).toEqual([{ id: pointer, type: "laser_pointer" }]);
  for (const one of all) {
    const isDefender = one === defender;
    // The chosen card is still in the hand, and nobody but its owner was ever told what it is.
    expect(one.tap.view.players[defender.seat]!.hand.map(({ id }) => id)).toContain(chosen.card);
    if (!isDefender) neverTold(one, chosen.card, null);
    expect(one.tap.of("interceptApplied").map(({ card }) => card.id)).toEqual([pointer]);
    expect(one.tap.of("cardRemoved").map(({ card_id, player_id }) => [card_id, player_id])).toContainEqual([
      pointer,
      defender.seat,
    ]);
    expect(one.tap.of("cardStolen").map(({ card }) => card)).toEqual([{ id: pointer }]);
    if (one !== attacker) expect(one.tap.of("cardStolenPrivate").filter(({ card }) => card.type !== undefined)).toEqual([]);
    expect(one.tap.of("herdUpdate").map(({ card, visible }) => [card.id, visible])).toEqual([[played, false]]);
    herdsAfter(one, "interceptChallengeResult");
    const order = one.tap
      .names()
      .filter((name) => ["interceptChallengeResult", "interceptApplied", "cardStolen", "herdUpdate"].includes(name));
    expect(order).toEqual(["interceptChallengeResult", "interceptApplied", "cardStolen", "herdUpdate"]);
  }
  await onlyTheThiefSees(attacker, defender, all, pointer);
}

/** What was stolen is for the thief's eyes alone: the others may draw conclusions, and are shown a back that nobody has named. */
async function onlyTheThiefSees(attacker: Cat, defender: Cat, all: Cat[], pointer: number): Promise<void> {
  const stolen = (one: Cat) => one.page.locator(`[data-testid^=herd-${attacker.seat}-][data-stolen="${defender.seat}"]`);
  await expect(stolen(attacker)).toHaveAttribute("data-kind", "laser_pointer");
  await expect(stolen(attacker).getByRole("button")).toHaveAccessibleDescription(
    `Stolen from ${defender.name}. Only you can see what it is.`,
  );
  for (const one of all.filter((other) => other !== attacker)) {
    await expect(stolen(one)).toHaveCount(1);
    for (const attribute of ["data-kind", "data-claim", "data-secret"])
      await expect(stolen(one), `${attribute} as ${one.name} sees it`).not.toHaveAttribute(attribute);
    await expect(stolen(one).getByRole("img").first()).toHaveAccessibleName(/^face-down card, .* nobody has said what it is$/);
    await expect(one.by("tip")).toHaveCount(0);
    await expect(one.log).not.toContainText("Only you know what you stole");
    const there = one.tap.view.players[attacker.seat]!.herd.find(({ id }) => id === pointer);
    expect(there, `what ${one.name} is sent of it`).toEqual({ id: pointer, face_up: false });
  }
}

/** It stays so when the pages are opened anew. */
async function evenAfterReloading({ attacker, defender, all }: Attack, pointer: number): Promise<void> {
  for (const one of all) await one.page.reload();
  await onlyTheThiefSees(attacker, defender, all, pointer);
}

function printed(scene: Attack, kind: "kitten" | "show_cat" | "catnip") {
  const slot = slotOf(scene.defender, kind);
  return { slot, card: cardAt(scene.defender, slot) };
}

test("CN6: a Laser Pointer that nobody doubts is stolen in place of the chosen card", async ({ browser, server }) => {
  const scene = await attack(browser, server, ["catnip"], ["laser_pointer", "show_cat"]);
  const { attacker, defender, third, watcher, all } = scene;
  const chosen = printed(scene, "show_cat");
  const pointer = cardAt(defender, slotOf(defender, "laser_pointer"));
  const played = cardAt(attacker, slotOf(attacker, "catnip"));
  await strike(scene, "catnip", "show_cat");
  await holdUp(defender, slotOf(defender, "laser_pointer"));
  await attacker.by("answer-challenge").waitFor();
  await counted(all, attacker.seat, { herd: 0 });
  await pass(attacker, third);

  await substituted(scene, chosen, pointer, played);
  await counted(all, attacker.seat, { hand: 6 });
  await counted(all, third.seat, { hand: 7 });
  for (const one of all) {
    expect(one.tap.of("interceptChallengeResult")).toMatchObject([{ challenged: false, stands: true, card: { id: pointer } }]);
    if (one !== attacker && one !== defender) expect(one.tap.of("interceptChallengeResult")[0]?.card.type).toBeUndefined();
  }
  // Not even a word of what was chosen.
  for (const one of [attacker, third, watcher]) neverTold(one, chosen.card, "show_cat");
  await evenAfterReloading(scene, pointer);
});

test("CN7: a true Laser Pointer that is doubted costs the doubter a card", async ({ browser, server }) => {
  const scene = await attack(browser, server, ["catnip"], ["laser_pointer", "show_cat"]);
  const { attacker, defender, third, all } = scene;
  const chosen = printed(scene, "show_cat");
  const pointer = cardAt(defender, slotOf(defender, "laser_pointer"));
  const played = cardAt(attacker, slotOf(attacker, "catnip"));
  await strike(scene, "catnip", "show_cat");
  await holdUp(defender, slotOf(defender, "laser_pointer"));
  await challenge(third);
  await counted(all, attacker.seat, { herd: 0 });
  await goFor(defender, third, 2);

  await substituted(scene, chosen, pointer, played);
  await counted(all, third.seat, { hand: 6, discard: 1 });
  for (const one of all) {
    expect(one.tap.of("interceptChallengeResult")).toMatchObject([
      { challenged: true, challenger_id: third.seat, stands: true, card: { id: pointer, type: "laser_pointer" } },
    ]);
  }
  await evenAfterReloading(scene, pointer);
});

/** Somebody holds up a Kitten as a Laser Pointer and is caught by the third player. */
async function caught(scene: Attack): Promise<number> {
  const { defender, third, all } = scene;
  const slot = slotOf(defender, "kitten");
  const bluff = cardAt(defender, slot);
  await holdUp(defender, slot);
  await challenge(third);
  for (const one of all) {
    await expect
      .poll(() => one.tap.of("interceptChallengeResult"))
      .toMatchObject([{ challenged: true, stands: false, card: { id: bluff, type: "kitten" } }]);
    expect(one.tap.of("discardUpdate")[0]).toMatchObject({ player_id: defender.seat, card: { id: bluff, type: "kitten" } });
  }
  await counted(all, defender.seat, { discard: 1 });
  for (const one of all) await expect(one.by(`discard-${defender.seat}`)).toHaveAttribute("aria-label", /on top Kitten/);
  return bluff;
}

test("CN7: a bluff that is caught is discarded, and the chosen card is stolen", async ({ browser, server }) => {
  const scene = await attack(browser, server, ["catnip"], ["kitten", "show_cat"]);
  const { attacker, defender, third, watcher, all } = scene;
  const chosen = printed(scene, "show_cat");
  await strike(scene, "catnip", "show_cat");
  await caught(scene);

  await counted(all, defender.seat, { hand: 5, discard: 1 });
  await counted(all, attacker.seat, { hand: 6, herd: 2 });
  await counted(all, third.seat, { hand: 7 });
  expect(attacker.tap.of("cardStolenPrivate").map(({ card }) => card)).toEqual([{ id: chosen.card, type: "show_cat" }]);
  const others: Cat[] = [third, watcher];
  for (const one of others) neverTold(one, chosen.card, "show_cat");
  for (const one of all) herdsAfter(one, "interceptChallengeResult");
});

test("CN7: a bluff that is caught does not save Catnip from meeting Catnip", async ({ browser, server }) => {
  const scene = await attack(browser, server, ["catnip"], ["kitten", "catnip"]);
  const { attacker, defender, all } = scene;
  const chosen = printed(scene, "catnip");
  await strike(scene, "catnip", "catnip");
  await caught(scene);

  await counted(all, attacker.seat, { hand: 6, herd: 0, discard: 1 });
  await counted(all, defender.seat, { hand: 6, discard: 1 });
  for (const one of all) {
    expect(one.tap.of("catnipIneffective").map(({ card }) => card)).toEqual([{ id: chosen.card, type: "catnip" }]);
    expect(one.tap.names()).not.toContain("herdUpdate");
  }
});
