// How the tests for all games play a game: `e2e/plan.ts` in its folder overrides the defaults.
import type { Browser, Page } from "@playwright/test";
import type { Server } from "./server";

export interface TestPlan {
  /** How many people play a whole game; bots have the other seats. Usually two. */
  people?: number;
  /** The options of the table, for instance such that the game is short. */
  options?: object;
  /** After how many actions players have hands; usually three. */
  dealt?: number;
  /** What the page of this game does not have yet: tips for a first game, help in place, a first screen that does not move. */
  without?: readonly ("coach" | "help" | "calm")[];
  /** How many win, where that is always the same. */
  winners?: number;
  /** Further checks at the end of a whole game, with the summary closed. */
  atTheEnd?: (players: Seated[], bots: number) => Promise<void>;
  /** How to reach the moment that the README has a picture of. */
  picture?: Clicks | ((browser: Browser, server: Server) => Promise<{ page: Page }>);
}

/** Somebody at the table. */
export interface Seated {
  page: Page;
  seat: number;
}

export interface Clicks {
  /** Usually the strongest. */
  bot?: string;
  options?: object;
  /** How many; usually five. */
  clicks?: number;
  /** What is clicked if it is there, most wanted first. */
  wants?: string[];
}
