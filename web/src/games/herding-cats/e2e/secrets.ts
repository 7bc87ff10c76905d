// Checks that secrets are not in a page's traffic, and not too early.
import { expect } from "@playwright/test";
import type { Kind } from "../../../protocol/games/herding-cats";
import type { Cat } from "./cats";

/** The face of a card was never sent to this page since an update: not beside its id, nor as a word in any frame. */
export function neverTold(player: Cat, card: number, kind: Kind | null, since = -1): void {
  expect(player.tap.facesOf(card, since), `what ${player.name} was told of card ${card}`).toEqual([]);
  // The first frame has the own hand, in which there may be such a card.
  const start = Math.max(since, player.tap.heard[0]?.n ?? -1);
  if (kind) expect(player.tap.words(start), `what was sent to ${player.name}`).not.toContain(kind);
}

/** No herd has changed, in events or in the view, before this event. */
export function herdsAfter(player: Cat, name: string): void {
  const names = player.tap.names();
  const first = names.findIndex((one) => ["herdUpdate", "cardStolen", "cardStolenPrivate", "cardRemoved"].includes(one));
  expect(names.indexOf(name), `${name} comes`).toBeGreaterThanOrEqual(0);
  expect(first, "herds change at last").toBeGreaterThan(names.lastIndexOf(name));
  for (const { events, view } of player.tap.heard) {
    if (events.some(({ type }) => type === name)) break;
    expect(view.players.map(({ herd }) => herd.length).every((count) => count === 0)).toBe(true);
  }
}
