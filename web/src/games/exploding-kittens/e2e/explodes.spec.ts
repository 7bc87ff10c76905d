// Exploding Kitten, the use cases 1.1 to 1.4 of the requirements: defused, deadly, cursed, and kept with a Streaking Kitten.
import { expect, test } from "../../../../e2e/fixtures";
import { choice, counted, discarded, draw, hasTurn, inHand, pass, play, reach, touch, tuckIn, type Kitten } from "./kittens";

/** Tucks the kitten in with the slider of its panel, so that so many cards lie above it. */
async function tuck(player: Kitten, place: number): Promise<void> {
  await player.by("tuck-place").fill(String(place));
  await tuckIn(player);
}

test("UC1.1: who draws an Exploding Kitten and has a Defuse puts it back where only they know", async ({ browser, server }) => {
  const { turn, all, watcher } = await reach(browser, server, {
    people: 3,
    fits: ({ has, turn, inPile }) => inPile(0) === "exploding_kitten" && has(turn, "defuse"),
    tuck: () => 0,
  });
  const [actor, second, third] = turn as [Kitten, Kitten, Kitten];
  const { hand } = actor.tap.view.players[actor.seat]!;
  const defuses = await inHand(actor, "defuse").count();
  const pile = actor.tap.view.pile.length;

  await draw(actor);
  for (const one of all) await expect.poll(() => one.tap.names()).toContain("exploding");
  await expect(actor.prompt).toContainText("An Exploding Kitten is in your hands!");
  await choice(actor, "Defuse it").click();

  // Every place is offered, from the top to the bottom of the pile, and none beyond.
  const place = actor.by("tuck-place");
  await expect(place).toHaveAttribute("min", "0");
  await expect(place).toHaveAttribute("max", String(pile - 1));
  for (const one of [second, third, watcher]) await expect(one.by("tuck-panel")).toHaveCount(0);
  const before = Math.max(...all.map(({ tap }) => tap.n));
  await tuck(actor, 2);

  await hasTurn(all, second);
  await counted(all, { hands: [[actor, hand.length - 1]], pile });
  await expect(inHand(actor, "defuse")).toHaveCount(defuses - 1);
  await discarded(all, "defuse");
  // The place is the player's own secret: it is in nobody else's frames, views or log.
  await expect(actor.log).toContainText("You tuck the kitten back into the pile; only you know where.");
  expect(actor.tap.view.pile.findIndex(({ type }) => type === "exploding_kitten")).toBe(2);
  for (const one of [second, third, watcher]) {
    expect(one.tap.view.pile.every(({ type }) => type === undefined)).toBe(true);
    expect(one.tap.of("tucked", before - 1)).toEqual([{ type: "tucked", player: actor.seat }]);
    await expect(one.log).toContainText(`${actor.name} tucks the kitten back into the pile, in secret.`);
    await expect(one.by("pile-line")).toHaveAttribute("data-danger", "unknown");
  }
});

test("UC1.2: who draws an Exploding Kitten and has no Defuse is out, and the others go on", async ({ browser, server }) => {
  const { turn, all } = await reach(browser, server, {
    people: 3,
    fits: ({ has, turn, inPile }) => inPile(0) === "exploding_kitten" && !has(turn, "defuse"),
    tuck: () => 0,
  });
  const [actor, second] = turn as [Kitten, Kitten, Kitten];
  const lost = actor.tap.view.players[actor.seat]!.hand;
  const pile = actor.tap.view.pile.length;

  await draw(actor);
  await hasTurn(all, second);
  await counted(all, { pile: pile - 1 });
  await expect(actor.prompt).toContainText("You are out");
  await expect(actor.by("hand")).toHaveCount(0);
  await expect(actor.by("draw")).toHaveCount(0);
  for (const one of all) {
    await expect(one.by(`seat-${actor.seat}`)).toContainText("out");
    await expect(one.log).toContainText(one === actor ? "You are out." : `${actor.name} is out.`);
    expect(one.tap.names()).toEqual(expect.arrayContaining(["exploding", "died"]));
    expect(one.tap.view.players[actor.seat]).toMatchObject({ alive: false, hand: [] });
    // Nobody is shown the hand that leaves the game with them.
    if (one !== actor) for (const { id } of lost) expect(one.tap.facesOf(id)).toEqual([]);
  }
});

test("UC1.3: a cursed player guesses card by card for the Defuse, and is free once it is found", async ({ browser, server }) => {
  // A kitten lies on top; the player whose turn it is has a Curse for the next one, who has a Defuse, and a Skip for themselves.
  const { turn, all, watcher } = await reach(browser, server, {
    people: 3,
    options: { set: "streaking" },
    fits: ({ has, turn, after, inPile }) =>
      inPile(0) === "exploding_kitten" && has(turn, "curse_of_the_cat_butt", "skip") && has(after(1), "defuse"),
    tuck: ({ has, after }) => (has(after(1), "curse_of_the_cat_butt", "skip") && has(after(2), "defuse") ? 0 : 50),
  });
  const [witch, cursed, third] = turn as [Kitten, Kitten, Kitten];
  const held = cursed.tap.view.players[cursed.seat]!.hand.map(({ type }) => type!);

  await play(witch, "curse_of_the_cat_butt", "Curse of the Cat Butt", cursed);
  await pass(cursed, third);
  await expect(cursed.page.locator("[data-testid=hand-card][data-kind]")).toHaveCount(0);
  for (const one of all) await expect(one.by(`seat-${cursed.seat}`)).toContainText("cursed");
  await play(witch, "skip", "Skip");
  await pass(cursed, third);
  await hasTurn(all, cursed);

  await draw(cursed);
  await expect(cursed.prompt).toContainText("Which card is your Defuse?");
  await expect(cursed.page.locator("[data-testid=hand-card][data-kind]")).toHaveCount(0);
  const wrong: string[] = [];
  while (wrong.length < held.length) {
    const left = held.length - wrong.length;
    const since = cursed.tap.n;
    await touch(cursed.by("hand-card").first());
    await choice(cursed, "Guess that unseen card 1 is a Defuse").click();
    await expect.poll(() => cursed.tap.names(since)).toContainEqual(expect.stringMatching(/^(guessed-wrong|defused)$/));
    if (cursed.tap.names(since).includes("defused")) break;
    // A wrong guess is shown to all and lost for good, and the question is the same.
    const guessed = cursed.tap.of("guessed-wrong", since)[0]!.card.type!;
    wrong.push(guessed);
    await discarded(all, guessed);
    await counted(all, { hands: [[cursed, left - 1]] });
    await expect(cursed.prompt).toContainText("Which card is your Defuse?");
  }
  expect(wrong).not.toContain("defuse");

  // It is found: the kitten goes back, the curse is over, and the cards can be seen again.
  await tuck(cursed, 0);
  await hasTurn(all, third);
  await discarded(all, "defuse");
  const left = held.filter((kind) => kind !== "defuse").toSorted();
  for (const kind of wrong) left.splice(left.indexOf(kind as (typeof left)[number]), 1);
  const seen = await cursed.page
    .getByTestId("hand-card")
    .evaluateAll((cards) => cards.map((card) => card.getAttribute("data-kind")));
  expect(seen.filter((kind) => kind !== "defuse").toSorted()).toEqual(left);
  for (const one of [...all, watcher]) {
    await expect(one.by(`seat-${cursed.seat}`)).not.toContainText("cursed");
    expect(one.tap.names()).toContain("curse-lifted");
    expect(one.tap.view.players[cursed.seat]!.alive).toBe(true);
  }
});

/** Somebody with a Streaking Kitten, a Defuse and no kitten, at whose turn one lies on top. */
const streaking = {
  people: 3,
  options: { set: "streaking" },
  fits: ({ has, turn, inPile }: Parameters<Parameters<typeof reach>[2]["fits"]>[0]) =>
    inPile(0) === "exploding_kitten" && has(turn, "streaking_kitten", "defuse") && !has(turn, "exploding_kitten"),
  // So that the one who has the Streaking Kitten draws it; every other player draws one card before.
  tuck: ({ views, turn, has }: Parameters<Parameters<typeof reach>[2]["fits"]>[0]) => {
    const holder = views.findIndex((_, seat) => has(seat, "streaking_kitten"));
    return holder < 0 || holder === turn ? 50 : ((holder - turn + views.length) % views.length) - 1;
  },
};

test("UC1.4: with a Streaking Kitten an Exploding Kitten is kept, and nobody notices", async ({ browser, server }) => {
  const { turn, all, watcher } = await reach(browser, server, streaking);
  const [actor, second, third] = turn as [Kitten, Kitten, Kitten];
  const hand = actor.tap.view.players[actor.seat]!.hand.length;
  const kitten = actor.tap.view.pile[0]!.id;
  const since = Math.max(...[second, third, watcher].map(({ tap }) => tap.n));

  await draw(actor);
  await expect(actor.prompt).toContainText("You drew an Exploding Kitten");
  await expect(choice(actor, "Keep the Exploding Kitten")).toBeVisible();
  await expect(choice(actor, "Defuse it")).toBeVisible();
  await choice(actor, "Keep the Exploding Kitten").click();

  await hasTurn(all, second);
  await counted(all, { hands: [[actor, hand + 1]] });
  await expect(inHand(actor, "exploding_kitten")).toHaveCount(1);
  for (const one of [second, third, watcher]) {
    expect(one.tap.names(since)).toEqual(["drawn", "turn-started"]);
    // The one who had tucked it in knew where it lay, and so who drew it; nobody else does.
    if (one.tap.facesOf(kitten).length > 0) continue;
    expect(one.tap.words(since)).not.toContain("exploding_kitten");
  }
});

test("UC1.4: with a Streaking Kitten an Exploding Kitten can be defused as ever", async ({ browser, server }) => {
  const { turn, all } = await reach(browser, server, streaking);
  const [actor, second] = turn as [Kitten, Kitten, Kitten];
  const hand = actor.tap.view.players[actor.seat]!.hand.length;
  const pile = actor.tap.view.pile.length;

  await draw(actor);
  await choice(actor, "Defuse it").click();
  await tuck(actor, pile - 1);
  await hasTurn(all, second);
  await counted(all, { hands: [[actor, hand - 1]], pile });
  await discarded(all, "defuse");
  await expect(inHand(actor, "exploding_kitten")).toHaveCount(0);
  await expect(inHand(actor, "streaking_kitten")).toHaveCount(1);
  expect(actor.tap.view.pile.at(-1)?.type).toBe("exploding_kitten");
});
