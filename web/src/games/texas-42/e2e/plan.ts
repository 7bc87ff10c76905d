// How the tests for all games play this one.
import type { TestPlan } from "../../../../e2e/support/plan";

export default {
  /** Four who bid, follow suit and agree. */
  people: 4,
  options: { marks: 1 },
  /** A side. */
  winners: 2,
  picture: { bot: "greedy", options: {}, clicks: 8, wants: ["[data-testid=offer-pass]", "[data-testid=onward]"] },
} satisfies TestPlan;
