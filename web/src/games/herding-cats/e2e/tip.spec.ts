// The tip on a stolen card: its owner reads what it is, with the keyboard, with a finger, and with a screen reader.
import { expect, test } from "../../../../e2e/fixtures";
import { attack, strike } from "./attack";
import { expectNoSidewaysScroll, expectAccessible } from "../../../../e2e/support/audit";
import { counted, letThrough } from "./cats";

test("the tip on a stolen card opens by key and by finger, stays on the screen, and closes", async ({ browser, server }) => {
  const scene = await attack(browser, server, ["catnip"], ["show_cat"], { isFresh: true, context: { hasTouch: true } });
  const { attacker: thief, defender: victim, all } = scene;
  await strike(scene, "catnip", "show_cat");
  await letThrough(victim);
  await counted(all, thief.seat, { herd: 2 });
  const { page } = thief;
  const card = page.locator(`[data-testid^=herd-${thief.seat}-][data-stolen="${victim.seat}"]`).getByRole("button");
  const tip = thief.by("tip");
  const says = new RegExp(`^Show Cat\\s*Stolen from ${victim.name}. Only you can see what it is.$`);

  // Tab reaches it; Escape closes it and nothing else, and it opens again on the way back.
  for (let presses = 0; presses < 60 && !(await card.evaluate((element) => element === document.activeElement)); presses += 1)
    await page.keyboard.press("Tab");
  await expect(card).toBeFocused();
  await expect(tip).toHaveText(says);
  await expect(tip).toBeInViewport({ ratio: 1 });
  await expectAccessible(page, "the table with a tip");
  await page.keyboard.press("Escape");
  await expect(tip).toBeHidden();
  await expect(card).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Tab");
  await expect(tip).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(tip).toBeHidden();

  // On a phone a tap opens it, and a tap elsewhere closes it.
  for (const width of [360, 412]) {
    await page.setViewportSize({ width, height: 740 });
    await page.reload();
    await card.tap();
    await expect(tip).toHaveText(says);
    await expect(tip).toBeInViewport({ ratio: 1 });
    await expectNoSidewaysScroll(page, `the table with a tip, ${width} wide`);
    await thief.prompt.tap();
    await expect(tip).toBeHidden();
  }
});
