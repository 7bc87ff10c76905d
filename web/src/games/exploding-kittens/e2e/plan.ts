// How the tests for all games play this one.
import { expect } from "@playwright/test";
import type { TestPlan } from "../../../../e2e/support/plan";

export default {
  /** Who is left. */
  winners: 1,
  async atTheEnd(players) {
    for (const { page } of players) await expect(page.getByTestId("over")).toBeAttached();
  },
  picture: { bot: "nine-lives", options: { set: "party" }, wants: ["[data-testid=draw]"] },
} satisfies TestPlan;
