// How the tests for all games play this one.
import { expect } from "@playwright/test";
import type { TestPlan } from "../../../../e2e/support/plan";

export default {
  /** Whoever has nothing left to draw has lost, so a game of drawing comes to its end. */
  options: { auto_loss: true },
  winners: 1,
  // Everybody brings a deck, and somebody says who begins.
  dealt: 4,
  without: ["coach", "help", "calm"],
  async atTheEnd(players) {
    for (const { page } of players) await expect(page.getByTestId("board")).toHaveAttribute("data-phase", "over");
  },
  picture: { options: {}, clicks: 12, wants: ["[data-testid=next-step] button", "[data-testid=draw] button"] },
} satisfies TestPlan;
