// Nope, the use cases 2.1 to 2.3 of the requirements: a simple Nope, a chain of them, and one that is not played.
import { expect, test } from "../../../../e2e/fixtures";
import { choice, counted, discarded, hasTurn, inHand, nope, pass, play, reach, type Kitten } from "./kittens";

test("UC2.1: a Nope stops an Attack, both are lost, and the turn goes on", async ({ browser, server }) => {
  const { turn, all } = await reach(browser, server, {
    people: 3,
    fits: ({ has, turn, after }) => has(turn, "attack") && has(after(1), "nope"),
  });
  const [attacker, noper, third] = turn as [Kitten, Kitten, Kitten];
  const [mine, theirs] = [attacker, noper].map(({ tap, seat }) => tap.view.players[seat]!.hand.length) as [number, number];
  const pile = attacker.tap.view.pile.length;

  await play(attacker, "attack", "Attack");
  await expect(noper.prompt).toContainText(`${attacker.name} plays an Attack. Nope it?`);
  await nope(noper);
  for (const one of all) await expect(one.by("nope-stack")).toHaveAttribute("data-state", "nope");
  await expect(attacker.prompt).toContainText("Stopped. Nope the Nope?");
  await pass(attacker, third);

  await hasTurn(all, attacker);
  await counted(all, {
    hands: [
      [attacker, mine - 1],
      [noper, theirs - 1],
    ],
    pile,
  });
  await discarded(all, "attack", "nope");
  for (const one of all) {
    expect(one.tap.of("stopped")).toEqual([{ type: "stopped", player: attacker.seat, nopes: 1 }]);
    expect(one.tap.names()).not.toContain("attacked");
    await expect(one.log).toContainText(`Nope: what ${one === attacker ? "you" : attacker.name} played is stopped.`);
  }
  await expect(attacker.by("draw")).toBeVisible();
});

test("UC2.2: three Nopes on a Shuffle, each on the one before, stop it", async ({ browser, server }) => {
  const { turn, all } = await reach(browser, server, {
    people: 4,
    fits: ({ has, turn, after }) => has(turn, "shuffle") && [1, 2, 3].every((places) => has(after(places), "nope")),
  });
  const [actor, second, third, fourth] = turn as [Kitten, Kitten, Kitten, Kitten];
  const hands = turn.map((one): [Kitten, number] => [one, one.tap.view.players[one.seat]!.hand.length - 1]);

  await play(actor, "shuffle", "Shuffle");
  await nope(second);
  for (const one of all) await expect(one.by("nope-stack")).toHaveAttribute("data-nopes", "1");
  await pass(actor);
  await nope(third);
  for (const one of all) {
    await expect(one.by("nope-stack")).toHaveAttribute("data-nopes", "2");
    await expect(one.by("nope-stack")).toHaveAttribute("data-state", "yup");
  }
  await pass(actor, second);
  await nope(fourth);
  for (const one of all) {
    await expect(one.by("nope-stack")).toHaveAttribute("data-nopes", "3");
    await expect(one.by("nope-stack")).toHaveAttribute("data-state", "nope");
  }
  await pass(actor, second, third);

  await hasTurn(all, actor);
  await counted(all, { hands });
  await discarded(all, "shuffle", "nope", "nope", "nope");
  await expect(actor.by("shuffle-panel")).toHaveCount(0);
  for (const one of all) {
    expect(one.tap.of("noped").map(({ player, nopes }) => [player, nopes])).toEqual([
      [second.seat, 1],
      [third.seat, 2],
      [fourth.seat, 3],
    ]);
    expect(one.tap.of("stopped")).toEqual([{ type: "stopped", player: actor.seat, nopes: 3 }]);
    expect(one.tap.names()).not.toContain("shuffled");
  }
});

test("UC2.3: who has a Nope need not play it, and the Attack goes through", async ({ browser, server }) => {
  const { turn, all, watcher } = await reach(browser, server, {
    people: 3,
    fits: ({ has, turn, after }) => has(turn, "attack") && has(after(2), "nope"),
  });
  const [attacker, victim, third] = turn as [Kitten, Kitten, Kitten];
  const nopes = await inHand(third, "nope").count();

  await play(attacker, "attack", "Attack");
  await pass(victim);
  await expect(choice(third, "Nope!")).toBeVisible();
  await expect(third.prompt).toContainText("If everybody passes, it happens.");
  await pass(third);

  await hasTurn(all, victim, 2);
  await discarded(all, "attack");
  await expect(inHand(third, "nope")).toHaveCount(nopes);
  for (const one of all)
    expect(one.tap.of("attacked")).toEqual([{ type: "attacked", player: attacker.seat, target: victim.seat, turns: 2 }]);
  // Nobody learns that there was a Nope.
  for (const one of [attacker, victim, watcher]) {
    if (one.tap.view.players[one.seat]?.hand.some(({ type }) => type === "nope")) continue;
    expect(one.tap.heard.flatMap(({ view }) => view.players[third.seat]!.hand).every(({ type }) => type === undefined)).toBe(
      true,
    );
  }
});
