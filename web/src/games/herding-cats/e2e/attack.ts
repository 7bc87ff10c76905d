// A table of Herding Cats on which an attack can be played out: who attacks, who is attacked, a third player, and a spectator.
import type { Browser, BrowserContextOptions, Page } from "@playwright/test";
import type { Event, Kind, View } from "../../../protocol/games/herding-cats";
import type { Server } from "../../../../e2e/fixtures";
import { duel, goFor, pass, play, slotOf, type Cat } from "./cats";
import { deal, watch } from "../../../../e2e/support/table";

export interface Attack {
  attacker: Cat;
  defender: Cat;
  third: Cat;
  watcher: Cat;
  all: Cat[];
  table: string;
}

export interface Setting {
  /** With fresh guests, as in a server of its own. */
  isFresh?: boolean;
  /** What kind of browsers they have. */
  context?: BrowserContextOptions;
  /** Done with every page before it is opened. */
  before?: (page: Page) => Promise<void>;
}

/** A deal in which the first player holds these cards, and somebody else those. */
export async function attack(
  browser: Browser,
  server: Server,
  attacks: Kind[],
  defends: Kind[],
  setting: Setting = {},
): Promise<Attack> {
  const { isFresh = false, before, context } = setting;
  const wish = {
    game: "herding-cats",
    people: 3,
    isFresh,
    ...(before ? { before } : {}),
    fits: (views: View[]) => duel(views, attacks, defends),
  };
  const { players, table, found } = await deal<View, Event, { attacker: number; defender: number }>(
    browser,
    server,
    wish,
    context,
  );
  const attacker = players[found.attacker]!;
  const defender = players[found.defender]!;
  const third = players.find((player) => player !== attacker && player !== defender)!;
  const watcher = await watch<View, Event>(browser, server, table, isFresh);
  return { attacker, defender, third, watcher, all: [attacker, defender, third, watcher], table };
}

/** A true attack on the hand that nobody challenges, up to the question whether it is intercepted; gives the place that it goes for. */
export async function strike({ attacker, defender, third }: Attack, kind: Kind, at: Kind): Promise<number> {
  const slot = slotOf(defender, at);
  await play(attacker, kind, kind, defender);
  await pass(defender, third);
  await goFor(attacker, defender, slot);
  await defender.by("answer-decline").waitFor();
  return slot;
}
