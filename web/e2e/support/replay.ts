// Games to look back at, and what is on the page of a replay.
import { expect, type Locator, type Page } from "@playwright/test";
import type { Guest, NewTable, NewTableInfo } from "../../src/protocol/types";
import type { House } from "./house";
import { ask } from "./player";

export interface Kept {
  actions: unknown[];
}

/** A game that so many bots have played to the end; gives its table and its record. */
export async function played(house: House, game: string, seats: number, options = {}): Promise<{ table: string; record: Kept }> {
  const { token } = await ask<Guest>(house, "POST", "/guests", { name: "Host" });
  const bots = Array.from({ length: seats }, () => ({ bot: "random" }));
  const request: NewTable = { game, options, seats: bots, autostart: true, spectators: "live" };
  const { table } = await ask<NewTableInfo>(house, "POST", "/tables", request, token);
  const record = () => fetch(`${house.url}/api/v1/tables/${table}/record`);
  await expect.poll(async () => (await record()).status, { timeout: 30_000 }).toBe(200);
  return { table, record: (await (await record()).json()) as Kept };
}

/** What says at which action one looks, and leads to any other. */
export function scrubber(page: Page): Locator {
  return page.getByRole("slider", { name: "Action" });
}

/** What the players are called, in the order of their seats. */
export async function seatNames(page: Page, seats: number): Promise<string[]> {
  const names = page.getByRole("group", { name: "Through whose eyes" }).locator(".name");
  await expect(names.nth(seats)).toBeAttached();
  return (await names.allTextContents()).slice(0, seats).map((name) => name.trim());
}

/** The key that shows the replay through this player's eyes. */
export function eyesOf(page: Page, name: string): Locator {
  return page.getByRole("radio", { name, exact: true });
}
