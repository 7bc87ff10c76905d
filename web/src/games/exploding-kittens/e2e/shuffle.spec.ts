// Shuffle, the use cases 3.1 to 3.3 of the requirements: what was seen is worth nothing, a safety shuffle, and numbers that are refused.
import { expect, test } from "../../../../e2e/fixtures";
import { expectNoSidewaysScroll, expectAccessible } from "../../../../e2e/support/audit";
import { counted, discarded, drawUnknown, hasTurn, pass, play, reach, type Kitten } from "./kittens";

/** Answers how often, and sends it with Enter. */
async function times(player: Kitten, typed: string): Promise<void> {
  await player.by("shuffle-times").fill(typed);
  await player.by("shuffle-times").press("Enter");
}

test("UC3.1: a Shuffle makes what somebody saw of the pile worthless", async ({ browser, server }) => {
  const { turn, all, watcher } = await reach(browser, server, {
    people: 3,
    fits: ({ has, turn, after, inPile }) =>
      inPile(0) === "exploding_kitten" && has(turn, "see_the_future", "skip") && has(after(1), "shuffle"),
    tuck: ({ has, after }) => (has(after(1), "see_the_future", "skip") && has(after(2), "shuffle") ? 0 : 50),
  });
  const [seer, actor, third] = turn as [Kitten, Kitten, Kitten];
  const pile = seer.tap.view.pile.length;

  await play(seer, "see_the_future", "See the Future");
  await pass(actor, third);
  await expect(seer.by("pile-line")).toHaveAttribute("data-danger", "deadly");
  expect(seer.tap.of("your-future")[0]?.cards[0]?.type).toBe("exploding_kitten");
  await expect(seer.log).toContainText("From the top, for you alone: Exploding Kitten,");
  for (const one of [actor, watcher]) {
    expect(one.tap.of("your-future").flatMap(({ cards }) => cards)).toEqual([]);
    await expect(one.by("pile-line")).toHaveAttribute("data-danger", "unknown");
  }
  await play(seer, "skip", "Skip");
  await pass(actor, third);
  await hasTurn(all, actor);

  await play(actor, "shuffle", "Shuffle");
  await pass(third, seer);
  await times(actor, "3");
  await hasTurn(all, actor);
  await counted(all, { pile });
  for (const one of all) {
    expect(one.tap.of("shuffled")).toEqual([{ type: "shuffled", player: actor.seat, times: 3 }]);
    await expect(one.log).toContainText(`${one === actor ? "You shuffle" : `${actor.name} shuffles`} the pile 3 times.`);
    expect(
      one.tap.view.pile.every(({ type }) => type === undefined),
      `what ${one.name} still knows`,
    ).toBe(true);
    await expect(one.by("pile-line")).toHaveAttribute("data-danger", "unknown");
    await expect(one.by("known-card")).toHaveCount(0);
  }
});

test("UC3.2: who shuffles once goes on, and draws from the new pile", async ({ browser, server }) => {
  const { turn, all } = await reach(browser, server, { people: 3, fits: ({ has, turn }) => has(turn, "shuffle", "defuse") });
  const [actor, second, third] = turn as [Kitten, Kitten, Kitten];
  const pile = actor.tap.view.pile.length;

  await play(actor, "shuffle", "Shuffle");
  await pass(second, third);
  await expect(actor.by("shuffle-times")).toHaveValue("1");
  await actor.by("shuffle-panel").getByRole("button", { name: "Shuffle once" }).click();
  await hasTurn(all, actor);
  await discarded(all, "shuffle");
  await counted(all, { pile });
  for (const one of all) expect(one.tap.of("shuffled")).toEqual([{ type: "shuffled", player: actor.seat, times: 1 }]);
  await drawUnknown(actor);
  await hasTurn(all, second);
});

/** What is typed, and what is said to it. */
const REFUSED: [string, string][] = [
  ["150", "150 shuffles are too many; shuffle at most 100 times."],
  ["101", "101 shuffles are too many; shuffle at most 100 times."],
  ["0", "The pile cannot be shuffled 0 times; shuffle it at least once."],
  ["-1", "The pile cannot be shuffled -1 times; shuffle it at least once."],
  ["1.5", "1.5 is not a whole number. Type a whole number from 1 to 100."],
  ["abc", "“abc” is not a number. Type a whole number from 1 to 100."],
  ["", "How often? Type a whole number from 1 to 100."],
];

test("UC3.3: a number of shuffles that cannot be is refused with the reason, and asked for again", async ({
  browser,
  server,
}) => {
  const { turn, all } = await reach(browser, server, { people: 3, fits: ({ has, turn }) => has(turn, "shuffle") });
  const [actor, second, third] = turn as [Kitten, Kitten, Kitten];
  await play(actor, "shuffle", "Shuffle");
  await pass(second, third);
  const field = actor.by("shuffle-times");
  const reason = actor.by("shuffle-reason");
  await expect(field).toHaveAccessibleName("How often, 1 to 100");
  const before = actor.tap.n;

  for (const [typed, said] of REFUSED) {
    await times(actor, typed);
    await expect(reason).toHaveText(said);
    await expect(field).toHaveValue(typed);
    await expect(field).toBeFocused();
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await expect(field).toHaveAccessibleDescription(said);
    // The button says the same; what is typed next takes the reason away.
    await field.fill("2");
    await expect(reason).toHaveCount(0);
    await field.fill(typed);
    await actor.by("shuffle-panel").getByRole("button", { name: "Shuffle", exact: true }).click();
    await expect(reason).toHaveText(said);
  }
  await expectAccessible(actor.page, "the question how often to shuffle, with a reason");
  await actor.page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(actor.page, "the question how often to shuffle, with a reason");
  await actor.page.setViewportSize({ width: 1280, height: 800 });
  // Counting goes on from the last number that could be.
  await field.fill("7");
  await field.press("Tab");
  await times(actor, "150");
  await actor.by("shuffle-panel").getByRole("button", { name: "Once less" }).click();
  await expect(field).toHaveValue("6");
  await expect(reason).toHaveCount(0);
  for (const one of all) expect(one.tap.names(before), "nothing has happened").toEqual([]);

  await times(actor, "5");
  await hasTurn(all, actor);
  for (const one of all) expect(one.tap.of("shuffled")).toEqual([{ type: "shuffled", player: actor.seat, times: 5 }]);
});
