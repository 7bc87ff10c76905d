// The clicks of Herding Cats: playing, answering, going for a card, holding one up; and finding roles in a fresh deal.
import { expect } from "@playwright/test";
import type { Event, Kind, View } from "../../../protocol/games/herding-cats";
import type { Player } from "../../../../e2e/support/player";

export type Cat = Player<View, Event>;

/** Who attacks and who is attacked: the first player, and somebody else who holds what is wanted. */
export interface Duel {
  attacker: number;
  defender: number;
}

/** The kinds in the hand of a seat, seen by its own player. */
export function hand(views: View[], seat: number): (Kind | undefined)[] {
  return views[seat]!.players[seat]!.hand.map(({ type }) => type);
}

/** The first player with all of these, against somebody else with all of those. */
export function duel(views: View[], attacks: Kind[], defends: Kind[]): Duel | null {
  const attacker = views[0]!.turn;
  if (!holds(hand(views, attacker), attacks)) return null;
  const others = views.map((_, seat) => seat).filter((seat) => seat !== attacker);
  const defender = others.find((seat) => holds(hand(views, seat), defends));
  return defender === undefined ? null : { attacker, defender };
}

function holds(hand: (Kind | undefined)[], wanted: Kind[]): boolean {
  const left = [...hand];
  return wanted.every((kind) => {
    const at = left.indexOf(kind);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

/** The place of a card of this kind in somebody's own hand. */
export function slotOf(player: Cat, kind: Kind): number {
  const slot = player.tap.view.players[player.seat]!.hand.findIndex(({ type }) => type === kind);
  expect(slot, `${player.name} holds ${kind}`).toBeGreaterThanOrEqual(0);
  return slot;
}

/** The id of the card in a place of a hand. */
export function cardAt(player: Cat, slot: number): number {
  return player.tap.view.players[player.seat]!.hand[slot]!.id;
}

/** Plays a card of this kind and says what it is, perhaps against somebody. */
export async function play(player: Cat, kind: Kind, declared: Kind = kind, target?: Cat): Promise<void> {
  await player
    .by(`hand-${player.seat}-${slotOf(player, kind)}`)
    .getByRole("button")
    .click();
  await player.by(`claim-${declared}`).click();
  const aim = target ? player.by(`target-${target.seat}`) : null;
  const isPlayed = player.by("played");
  if (aim) {
    await aim.or(isPlayed).first().waitFor();
    if (await aim.isVisible()) await aim.click();
  }
  await isPlayed.waitFor();
}

export async function pass(...players: Cat[]): Promise<void> {
  for (const player of players) await player.by("answer-pass").getByRole("button").click();
}

export async function challenge(player: Cat): Promise<void> {
  await player.by("answer-challenge").getByRole("button").click();
}

/** Goes for, or picks blind, the card in a place of somebody's hand or herd. */
export async function goFor(player: Cat, victim: Cat, slot: number, zone: "hand" | "herd" = "hand"): Promise<void> {
  await player.by("tray").getByTestId(`${zone}-${victim.seat}-${slot}`).getByRole("button").click();
}

export async function letThrough(player: Cat): Promise<void> {
  await player.by("answer-decline").getByRole("button").click();
}

/** Holds up a card of the own hand or herd as a Laser Pointer. */
export async function holdUp(player: Cat, slot: number, zone: "hand" | "herd" = "hand"): Promise<void> {
  await player.by(`${zone}-${player.seat}-${slot}`).getByRole("button").click();
}

export interface Counts {
  hand?: number;
  herd?: number;
  discard?: number;
}

/** What stands on everybody's board beside a seat. */
export async function counted(on: Cat[], seat: number, counts: Counts): Promise<void> {
  for (const { page, name } of on) {
    for (const [zone, count] of Object.entries(counts)) {
      await expect(page.getByTestId(`${zone}-count-${seat}`), `${zone} of seat ${seat} as ${name} sees it`).toHaveText(
        String(count),
        { timeout: 15_000 },
      );
    }
  }
}
