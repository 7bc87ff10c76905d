// Tables of Exploding Kittens that have come to where a test begins, and the clicks of that game.
import { expect, test, type Browser, type Locator, type Page } from "@playwright/test";
import type { Action, Event, Kind, View } from "../../../protocol/games/exploding-kittens";
import type { Server } from "../../../../e2e/fixtures";
import { returningGuest, type Player } from "../../../../e2e/support/player";
import { openTable, watch, blankPage, seat, type TableSpec } from "../../../../e2e/support/table";
import { act, look } from "../../../../e2e/support/wire";

export type Kitten = Player<View, Event>;

/** What is known of a table by all its players together. */
export interface Known {
  /** Everybody's own view. */
  views: View[];
  /** Whose turn it is. */
  turn: number;
  /** The kinds in a hand, as its player sees them. */
  hand: (seat: number) => (Kind | undefined)[];
  has: (seat: number, ...kinds: Kind[]) => boolean;
  /** The seat that comes so many places after the one whose turn it is. */
  after: (places: number) => number;
  /** What somebody knows to lie at a place of the pile. */
  inPile: (place: number) => Kind | undefined;
}

export interface Start {
  people: number;
  options?: object;
  /** Whether a test can begin here, at the beginning of somebody's turn. */
  fits: (known: Known) => boolean;
  /** Whether See the Future is played on the way, so that somebody knows what comes. */
  sees?: boolean;
  /** Under how many cards a kitten goes that is defused on the way; at the bottom, if nothing is said. */
  tuck?: (known: Known) => number;
}

export interface Scene {
  players: Kitten[];
  watcher: Kitten;
  all: Kitten[];
  /** Whose turn it is, and the others in the order in which they sit. */
  turn: Kitten[];
  table: string;
}

/** Tables and moves of which at most so many are tried. */
const TABLES = 60;
const MOVES = 60;
/** So many cards are still to be drawn when a test begins, so that there is room to look, to draw and to tuck. */
const PILE = 8;

/**
 * Has players draw card after card, without a browser, until a test can begin; then everybody comes to the table. Nothing is
 * played on the way but, if that is wanted, See the Future; who draws a kitten defuses it; where somebody dies
 * or few cards are left, another table is tried.
 */
export async function reach(browser: Browser, server: Server, start: Start): Promise<Scene> {
  // Many tables may have to be tried.
  test.slow();
  const names = ["Ada", "Bea", "Cleo", "Dot"].slice(0, start.people);
  const players: Kitten[] = [];
  for (const name of names) players.push(await returningGuest<View, Event>(browser, server, name));
  players.forEach((player, at) => (player.seat = at));
  const tokens = players.map(({ guest }) => guest.token);
  const wish: TableSpec<View, never> = {
    game: "exploding-kittens",
    people: start.people,
    options: start.options ?? {},
    fits: () => null,
  };
  const scout = await blankPage(browser, server);
  for (let tables = 0; tables < TABLES; tables += 1) {
    const table = await seat(server, wish, tokens);
    if (!(await drawUntil(scout, table, tokens, start))) continue;
    await Promise.all(players.map((player) => openTable(player, server, table)));
    const watcher = await watch<View, Event>(browser, server, table);
    for (const { tap } of [...players, watcher]) tap.forget();
    const first = players[0]!.tap.view.turns.seat;
    const turn = [...players.slice(first), ...players.slice(0, first)];
    return { players, watcher, all: [...players, watcher], turn, table };
  }
  throw new Error(`no table came to where the test begins, of ${TABLES}`);
}

async function drawUntil(scout: Page, table: string, tokens: string[], start: Start): Promise<boolean> {
  for (let moves = 0; moves < MOVES; moves += 1) {
    const seen = await Promise.all(tokens.map((token) => look<View, Action>(scout, table, token)));
    const known = knownTo(seen.map(({ view }) => view));
    const { players, pile, now } = known.views[0]!;
    if (players.some(({ alive }) => !alive) || pile.length < PILE) return false;
    if (now.type === "turn" && start.fits(known)) return true;
    const asked = seen.findIndex(({ legal }) => legal.length > 0);
    const action = next(seen[asked]!.legal, seen[asked]!.view, start.tuck?.(known), start.sees && known.inPile(0) === undefined);
    await act(scout, table, tokens[asked]!, action);
  }
  return false;
}

/** What is done on the way. */
function next(legal: Action[], view: View, place?: number, sees = false): Action {
  const isKnown = (card: number, kind: Kind) =>
    view.players[view.you!]!.hand.some(({ id, type }) => id === card && type === kind);
  const tucks = legal.filter((action) => action.type === "tuck");
  if (tucks.length > 0) return tucks.find((action) => action.place === place) ?? tucks.at(-1)!;
  const defuse = legal.find((action) => action.type === "defuse" && isKnown(action.card, "defuse"));
  // A kitten that could be kept is shown and defused, so that it goes back into the pile.
  if (defuse) return defuse;
  const look = legal.find((action) => action.type === "play" && isKnown(action.card, "see_the_future"));
  if (look && sees) return look;
  return (
    legal.find(({ type }) => type === "draw") ??
    legal.find(({ type }) => type === "keep") ??
    legal.find(({ type }) => type === "pass") ??
    legal[0]!
  );
}

function knownTo(views: View[]): Known {
  const turn = views[0]!.turns.seat;
  const hand = (seat: number) => views[seat]!.players[seat]!.hand.map(({ type }) => type);
  return {
    views,
    turn,
    hand,
    has: (seat, ...kinds) =>
      kinds.every(
        (kind) => hand(seat).filter((other) => other === kind).length >= kinds.filter((other) => other === kind).length,
      ),
    after: (places) => (turn + places) % views.length,
    inPile: (place) => views.map(({ pile }) => pile[place]?.type).find((kind) => kind !== undefined),
  };
}

/** The cards of this kind in somebody's own hand. */
export function inHand(player: Kitten, kind: Kind): Locator {
  return player.page.locator(`[data-testid=hand-card][data-kind=${kind}]`);
}

/** A button among what can be done now. */
export function choice(player: Kitten, name: string | RegExp): Locator {
  return player.page.getByRole("group", { name: "What you can do" }).getByRole("button", { name, exact: true });
}

/** Plays a card, perhaps at somebody. */
export async function play(player: Kitten, kind: Kind, title: string, target?: Kitten): Promise<void> {
  await touch(inHand(player, kind).first());
  await choice(player, target ? target.name : new RegExp(`^Play (a|an|the) ${title}$`)).click();
}

/** Clicks a card of the fan where the next one does not cover it. */
export async function touch(card: Locator): Promise<void> {
  const button = card.getByRole("button");
  const { height = 0 } = (await button.boundingBox()) ?? {};
  await button.click({ position: { x: 26, y: height / 2 } });
}

export async function draw(player: Kitten): Promise<void> {
  await player.by("draw").click();
}

export async function nope(player: Kitten): Promise<void> {
  await choice(player, "Nope!").click();
}

/** These pass one after the other, in the order in which they are asked. */
export async function pass(...players: Kitten[]): Promise<void> {
  for (const player of players) await choice(player, "Pass").click();
}

/** Says that the kitten goes where the panel has it. */
export async function tuckIn(player: Kitten): Promise<void> {
  await player.by("tuck-panel").getByRole("button", { name: "Tuck it in" }).click();
}

/** Draws what nobody knows, and defuses it if it is a kitten: either way one turn is over. */
export async function drawUnknown(player: Kitten): Promise<void> {
  const since = player.tap.n;
  await draw(player);
  await expect.poll(() => player.tap.names(since)).toContainEqual(expect.stringMatching(/^(exploding|turn-started)$/));
  if (!player.tap.names(since).includes("exploding")) return;
  await choice(player, "Defuse it").click();
  await tuckIn(player);
}

/** It is this player's turn on everybody's board, with so many turns to take. */
export async function hasTurn(all: Kitten[], player: Kitten, turns = 1): Promise<void> {
  for (const one of all) {
    const seen = () => ({ seat: one.tap.view.turns.seat, turns: one.tap.view.turns.owed.turns });
    await expect.poll(seen, { message: `whose turn ${one.name} sees` }).toEqual({ seat: player.seat, turns });
    const burst = one.page.locator(`[data-testid=turns-owed][data-seat="${player.seat}"]`);
    if (turns > 1) await expect(burst).toHaveAttribute("data-turns", String(turns));
  }
  await expect(player.prompt).toContainText(turns > 1 ? `Your turn: ${turns} turns to take` : /Your (last )?turn/);
}

/** How many cards a hand and the pile have, on everybody's board. */
export async function counted(all: Kitten[], { hands = [], pile }: { hands?: [Kitten, number][]; pile?: number }): Promise<void> {
  for (const one of all) {
    if (pile !== undefined) await expect(one.by("draw-pile")).toHaveAttribute("data-count", String(pile));
    for (const [{ seat: at }, count] of hands) {
      await expect(one.by(`seat-${at}`).locator(".count")).toHaveAttribute(
        "aria-label",
        `${count} ${count === 1 ? "card" : "cards"}`,
      );
    }
  }
}

/** The newest cards of the discard pile, in the order in which they came, as everybody is shown them. */
export async function discarded(all: Kitten[], ...kinds: Kind[]): Promise<void> {
  for (const one of all) {
    const newest = () => one.tap.view.discard.slice(-kinds.length).map(({ type }) => type);
    await expect.poll(newest, { message: `what ${one.name} sees discarded` }).toEqual(kinds);
  }
}
