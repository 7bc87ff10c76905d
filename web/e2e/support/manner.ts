// How a game is played by the tests that are for all games: `e2e/manner.ts` in its folder says so, as far as the usual does not do.
import type { Browser, Page } from "@playwright/test";
import type { House } from "./house";

export interface Manner {
  /** How many people play a whole game; bots have the other seats. Usually two. */
  people?: number;
  /** The options of the table, for instance such that the game is short. */
  options?: object;
  /** How many win, where that is always the same. */
  winners?: number;
  /** What else must be so when a whole game is over, as everybody sees it who has put the sheet aside. */
  atTheEnd?: (players: Seated[], bots: number) => Promise<void>;
  /** The moment that the README has a picture of: how to come there by clicking, or how else. */
  picture?: Clicks | ((browser: Browser, house: House) => Promise<{ page: Page }>);
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
