// A client to which `cardStolenPrivate` never comes shows the same table: the private message adds a line and a moment, no more.
import { describe, expect, it } from "vitest";
import type { Event, View } from "../../../protocol/games/herding-cats";
import { Director } from "../../../lib/director.svelte";
import type { Step } from "../../../lib/follow";
import { beat } from "../beat";
import { table, told } from "../fixture";
import { openedBy } from "./reveals";
import { seatScene, type Opened } from "./scene";
import { spoken } from "../../../lib/spoken";
import { facts } from "../words/facts";
import { texts } from "../words/texts";

const { words } = spoken(texts, facts);

const LOOT = 11;

const EVENTS: Event[] = [
  { type: "interceptDeclined", player_id: 1 },
  { type: "cardRemoved", player_id: 1, from_zone: "hand", card_id: LOOT },
  { type: "cardStolen", from_player_id: 1, to_player_id: 0, card: { id: LOOT }, hand_counts: [4, 2, 4] },
  { type: "cardStolenPrivate", from_player_id: 1, to_player_id: 0, card: { id: LOOT, type: "alley_cat" } },
  { type: "herdUpdate", player_id: 0, visible: false, card: { id: 3 } },
  { type: "turnStarted", player_id: 1 },
];

/** The table before and after seat 0 has stolen an Alley Cat from seat 1, as the thief sees it. */
function theft(): { before: View; after: View } {
  const before = table(3, {
    type: "intercept",
    attack: { card: 3, declared: "catnip", zone: "hand", target: 1, selected: LOOT },
  });
  const after = table(3);
  after.players[1]!.hand = after.players[1]!.hand.filter(({ id }) => id !== LOOT);
  after.players[0]!.herd.push({ id: LOOT, type: "alley_cat", identity: "alley_cat", face_up: false });
  return { before, after };
}

/** What the thief's page writes into its log, and what its board shows of the own herd in the end. */
async function shown(events: Event[]) {
  const { before, after } = theft();
  const log: (string | null)[] = [];
  let opened: Opened = new Map();
  const director = new Director({
    beat: (event) => beat(event as Event),
    told: (event, _, view) => {
      log.push(words(event as Event, told(view as View)));
      opened = openedBy(event as Event, opened);
    },
    said: () => {},
    move: (commit) => {
      commit();
      opened = new Map();
      return Promise.resolve(0);
    },
    wait: () => Promise.resolve(),
    isStill: () => false,
    isHidden: () => false,
  });
  director.cut(before);
  const step: Step = { n: 7, events, view: after };
  await director.take([step]);
  expect(director.busy).toBe(false);
  return { log, herd: seatScene(director.shown as View, 0, opened).herd };
}

describe("without cardStolenPrivate", () => {
  it("the thief's board shows the stolen card all the same, from the view", async () => {
    const whole = await shown(EVENTS);
    const dropped = await shown(EVENTS.filter(({ type }) => type !== "cardStolenPrivate"));
    expect(dropped.herd).toEqual(whole.herd);
    expect(dropped.herd.find(({ id }) => id === LOOT)).toMatchObject({ kind: "alley_cat", secret: true, stolenFrom: 1 });
    expect(whole.log.filter((line) => !dropped.log.includes(line))).toEqual(["Only you know what you stole: an Alley Cat."]);
  });
});
