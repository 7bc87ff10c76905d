// How the tests for all games play this one.
import { expect } from "@playwright/test";
import type { TestPlan } from "../../../../e2e/support/plan";
import { attack, strike } from "./attack";

export default {
  /** The score is there, and everybody reads the same points. */
  async atTheEnd(players, bots) {
    const read = await Promise.all(
      players.map(async ({ page }) => {
        await expect(page.getByTestId("score")).toBeVisible();
        const seats = Array.from({ length: players.length + bots }, (_, seat) => seat);
        return Promise.all(seats.map((seat) => page.getByTestId(`points-${seat}`).innerText()));
      }),
    );
    for (const points of read) expect(points).toEqual(read[0]);
  },
  /** Catnip goes for a Show Cat. */
  async picture(browser, server) {
    const scene = await attack(browser, server, ["catnip"], ["laser_pointer", "show_cat", "kitten"]);
    await strike(scene, "catnip", "show_cat");
    return scene.defender;
  },
} satisfies TestPlan;
