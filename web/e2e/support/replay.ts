// Finished games for the tests of replays, and the parts of the replay page.
import { expect, type Locator, type Page } from "@playwright/test";
import type { Guest, NewTable, NewTableInfo } from "../../src/protocol/types";
import type { Server } from "./server";
import { ask } from "./player";

export interface Kept {
  actions: unknown[];
}

/** A game that so many bots have played to the end; gives its table and its record. */
export async function played(
  server: Server,
  game: string,
  seats: number,
  options = {},
): Promise<{ table: string; record: Kept }> {
  const { token } = await ask<Guest>(server, "POST", "/guests", { name: "Host" });
  const bots = Array.from({ length: seats }, () => ({ bot: "random" }));
  const request: NewTable = { game, options, seats: bots, autostart: true, spectators: "live" };
  const { table } = await ask<NewTableInfo>(server, "POST", "/tables", request, token);
  const record = () => fetch(`${server.url}/api/v1/tables/${table}/record`);
  await expect.poll(async () => (await record()).status, { timeout: 30_000 }).toBe(200);
  return { table, record: (await (await record()).json()) as Kept };
}

/** The slider for the current action. */
export function scrubber(page: Page): Locator {
  return page.getByRole("slider", { name: "Action" });
}

/** What the players are called, in the order of their seats. */
export async function seatNames(page: Page, seats: number): Promise<string[]> {
  const names = page.getByRole("group", { name: "Perspective" }).locator(".name");
  await expect(names.nth(seats)).toBeAttached();
  return (await names.allTextContents()).slice(0, seats).map((name) => name.trim());
}

/** The button that shows the replay from this player's perspective. */
export function perspectiveButton(page: Page, name: string): Locator {
  return page.getByRole("radio", { name, exact: true });
}
