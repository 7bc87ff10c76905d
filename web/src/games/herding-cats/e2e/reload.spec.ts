// Reloading while an attack is being decided brings back the same question.
import { expect, test } from "../../../../e2e/fixtures";
import { attack, strike } from "./attack";
import { cardAt, counted, holdUp, letThrough, pass, slotOf, type Cat } from "./cats";
import { neverTold } from "./secrets";

/** Everything on the board that carries a meaning, for comparison. */
async function seen({ page, prompt }: Cat) {
  const marks = page.locator(
    "[data-testid^=hand-], [data-testid^=herd-], [data-testid=claim], [data-testid=played], [data-testid^=answer-]",
  );
  const board = await marks.evaluateAll((all) =>
    all
      .map(({ dataset }) =>
        [dataset.testid, dataset.kind, dataset.target, dataset.claim, dataset.passed].map((value) => value ?? "").join(" "),
      )
      .toSorted(),
  );
  return { board, prompt: await prompt.innerText() };
}

test("reloading in mid-interception brings the same question back", async ({ browser, server }) => {
  const scene = await attack(browser, server, ["catnip"], ["laser_pointer", "show_cat"]);
  const { attacker, defender, third, watcher, all } = scene;
  const chosen = cardAt(defender, slotOf(defender, "show_cat"));
  const slot = await strike(scene, "catnip", "show_cat");
  await expect(defender.prompt).toContainText(`Card ${slot + 1}, Show Cat`);
  for (const one of all) await expect(one.by(`hand-${defender.seat}-${slot}`)).toHaveAttribute("data-target", "true");

  for (const one of all) {
    await expect(one.by("stamp")).toHaveCount(0);
    const before = await seen(one);
    await one.page.reload();
    await expect(one.by(`hand-${defender.seat}-${slot}`)).toHaveAttribute("data-target", "true");
    await expect.poll(() => seen(one)).toEqual(before);
  }

  // Also while the claim is being decided; then it goes on as if nothing had been.
  await holdUp(defender, slotOf(defender, "laser_pointer"));
  await third.by("answer-challenge").waitFor();
  await pass(third);
  for (const one of all) {
    await expect(one.by(`answer-${third.seat}`)).toHaveAttribute("data-passed", "true");
    const before = await seen(one);
    await one.page.reload();
    await expect.poll(() => seen(one)).toEqual(before);
  }
  await pass(attacker);
  await counted(all, attacker.seat, { herd: 2 });
  await counted(all, defender.seat, { hand: 6 });
  for (const one of [attacker, third, watcher]) neverTold(one, chosen, null);
});

test("what happens while somebody is gone is told when they are back", async ({ browser, server }) => {
  const scene = await attack(browser, server, ["catnip"], ["show_cat"]);
  const { attacker, defender, third, all } = scene;
  await strike(scene, "catnip", "show_cat");
  await third.page.context().setOffline(true);
  await third.page.evaluate(() => window.dispatchEvent(new Event("offline")));
  await attacker.page.reload();
  await letThrough(defender);
  await counted([attacker, defender], attacker.seat, { herd: 2 });
  await third.page.context().setOffline(false);
  await third.page.reload();
  await counted(all, attacker.seat, { herd: 2, hand: 6 });
  await counted(all, defender.seat, { hand: 6 });
});
