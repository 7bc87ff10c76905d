// Attack, the use cases 4.1 to 4.5 of the requirements: simple, in a chain, targeted, Noped in a chain, and skipped away.
import { expect, test } from "../../../../e2e/fixtures";
import { counted, discarded, draw, hasTurn, nope, pass, play, reach, type Kitten } from "./kittens";

/** How many cards somebody holds. */
function held(player: Kitten): number {
  return player.tap.view.players[player.seat]!.hand.length;
}

test("UC4.1: an Attack ends the turn without a draw, and the next player takes two", async ({ browser, server }) => {
  // Somebody knows that the next two cards are no kittens, so that the victim can draw both.
  const isSafe = (kind: string | undefined) => kind !== undefined && kind !== "exploding_kitten";
  const { turn, all } = await reach(browser, server, {
    people: 3,
    sees: true,
    fits: ({ has, turn, inPile }) => has(turn, "attack") && isSafe(inPile(0)) && isSafe(inPile(1)),
  });
  const [attacker, victim, third] = turn as [Kitten, Kitten, Kitten];
  const [mine, theirs] = [held(attacker), held(victim)];
  const pile = attacker.tap.view.pile.length;

  await play(attacker, "attack", "Attack");
  await pass(victim, third);
  await hasTurn(all, victim, 2);
  await counted(all, {
    hands: [
      [attacker, mine - 1],
      [victim, theirs],
    ],
    pile,
  });
  await discarded(all, "attack");
  for (const one of all)
    expect(one.tap.of("attacked")).toEqual([{ type: "attacked", player: attacker.seat, target: victim.seat, turns: 2 }]);

  await draw(victim);
  await hasTurn(all, victim);
  await expect(victim.prompt).toContainText("Your last turn under attack");
  await counted(all, { hands: [[victim, theirs + 1]], pile: pile - 1 });
  await draw(victim);
  await hasTurn(all, third);
  await counted(all, { hands: [[victim, theirs + 2]], pile: pile - 2 });
});

test("UC4.2: who is attacked and attacks passes four turns on", async ({ browser, server }) => {
  const { turn, all } = await reach(browser, server, {
    people: 3,
    fits: ({ has, turn, after }) => has(turn, "attack") && has(after(1), "attack"),
  });
  const [first, second, third] = turn as [Kitten, Kitten, Kitten];
  const pile = first.tap.view.pile.length;

  await play(first, "attack", "Attack");
  await pass(second, third);
  await hasTurn(all, second, 2);
  await play(second, "attack", "Attack");
  await pass(third, first);
  await hasTurn(all, third, 4);
  await discarded(all, "attack", "attack");
  await counted(all, { pile });
  for (const one of all) {
    expect(one.tap.of("attacked").map(({ player, target, turns }) => [player, target, turns])).toEqual([
      [first.seat, second.seat, 2],
      [second.seat, third.seat, 4],
    ]);
    expect(one.tap.names()).not.toContain("drawn");
  }
});

test("UC4.3: a Targeted Attack waits for the player it is aimed at, and play goes on in order", async ({ browser, server }) => {
  const { turn, all } = await reach(browser, server, {
    people: 3,
    options: { set: "imploding" },
    fits: ({ has, turn, after }) => has(turn, "targeted_attack") && has(after(1), "skip"),
  });
  const [attacker, second, victim] = turn as [Kitten, Kitten, Kitten];
  const pile = attacker.tap.view.pile.length;

  await play(attacker, "targeted_attack", "Targeted Attack", victim);
  await pass(second, victim);
  // The one in between takes an ordinary turn, and everybody sees what waits.
  await hasTurn(all, second);
  for (const one of all) {
    const waiting = one.page.locator(`[data-testid=turns-owed][data-seat="${victim.seat}"]`);
    await expect(waiting).toHaveAttribute("data-turns", "2");
    await expect(waiting).toHaveAccessibleName(/2 turns waiting$/);
  }
  await play(second, "skip", "Skip");
  await pass(victim, attacker);
  await hasTurn(all, victim, 2);
  await counted(all, { pile });
  await discarded(all, "targeted_attack", "skip");
});

test("UC4.4: a Nope in a chain of Attacks stops one of them, and the turns stay where they were", async ({ browser, server }) => {
  const { turn, all } = await reach(browser, server, {
    people: 4,
    fits: ({ has, turn, after }) => has(turn, "attack") && has(after(1), "attack") && has(after(3), "nope"),
  });
  const [first, second, third, fourth] = turn as [Kitten, Kitten, Kitten, Kitten];
  const nopes = held(fourth);

  await play(first, "attack", "Attack");
  await pass(second, third, fourth);
  await hasTurn(all, second, 2);
  await play(second, "attack", "Attack");
  await pass(third);
  await nope(fourth);
  await pass(second, third, first);

  await hasTurn(all, second, 2);
  await discarded(all, "attack", "attack", "nope");
  await counted(all, { hands: [[fourth, nopes - 1]] });
  for (const one of all) {
    expect(one.tap.of("attacked").map(({ target }) => target)).toEqual([second.seat]);
    expect(one.tap.of("stopped")).toEqual([{ type: "stopped", player: second.seat, nopes: 1 }]);
    await expect(one.page.locator(`[data-testid=turns-owed][data-seat="${third.seat}"]`)).toHaveCount(0);
  }
});

test("UC4.5: two Skips take an Attack away, without a draw", async ({ browser, server }) => {
  const { turn, all } = await reach(browser, server, {
    people: 3,
    fits: ({ has, turn, after }) => has(turn, "attack") && has(after(1), "skip", "skip"),
  });
  const [attacker, victim, third] = turn as [Kitten, Kitten, Kitten];
  const hand = held(victim);
  const pile = attacker.tap.view.pile.length;

  await play(attacker, "attack", "Attack");
  await pass(victim, third);
  await hasTurn(all, victim, 2);
  await play(victim, "skip", "Skip");
  await pass(third, attacker);
  await hasTurn(all, victim);
  await expect(victim.prompt).toContainText("Your last turn under attack");
  await play(victim, "skip", "Skip");
  await pass(third, attacker);
  await hasTurn(all, third);
  await counted(all, { hands: [[victim, hand - 2]], pile });
  await discarded(all, "attack", "skip", "skip");
  for (const one of all) expect(one.tap.names()).not.toContain("drawn");
});
