// Every event and every action has words, from the viewer's perspective and with nothing raw in them.
import { describe, expect, it } from "vitest";
import type { Bid, PlayerView, Trump } from "../../../protocol/games/texas-42";
import { beat } from "../beat";
import { ACTIONS, atOf, EVENTS } from "../fixture";
import { label } from "./label";
import { trumpTitle } from "./names";
import { prompt } from "./prompt";
import { words } from "./words";

const SILENT = ["agreed", "trick-completed"];
const BIDS: Bid[] = ["pass", { points: 41 }, { marks: 1 }, { marks: 3 }, { splash: 2 }, "plunge"];
const TRUMPS: Trump[] = ["blanks", "ones", "twos", "threes", "fours", "fives", "sixes", "doubles", "no-trump", "nello", "sevens"];
const RAW = /undefined|null|\[object|[{}]|NaN|-trump|_/;

describe("words", () => {
  it.each(Object.values(EVENTS))("tells $type", (event) => {
    for (const you of [0, 1, 2, 3, null]) {
      const text = words(event, atOf({ contract: [2, { bid: { points: 34 }, marks: 1 }] }, you));
      if (SILENT.includes(event.type)) expect(text).toBeNull();
      else expect(text).toMatch(/^[A-Z0-9].*\.$/);
      expect(text ?? "").not.toMatch(RAW);
    }
  });

  it("speaks to the viewer", () => {
    const say = (bid: Bid, player: number) => words({ type: "called", player, bid }, atOf());
    expect(say("pass", 0)).toBe("You pass.");
    expect(say("pass", 1)).toBe("Ann passes.");
    expect(say({ points: 34 }, 1)).toBe("Ann bids 34.");
    expect(say({ marks: 1 }, 0)).toBe("You bid 1 mark.");
    expect(say({ splash: 2 }, 3)).toMatch(/^Cat splashes for 2 marks/);
    expect(words(EVENTS["game-over"], atOf())).toBe("The game is over: you and Bob have won.");
    expect(words(EVENTS["all-passed"], atOf())).toBe("Everybody has passed; you shake next.");
    expect(words({ type: "trick-won", player: 1, points: 1 }, atOf())).toBe("Ann takes the trick: 1 point.");
  });

  it.each(TRUMPS)("tells of %s", (trump) => {
    expect(words({ type: "trump-selected", player: 1, trump }, atOf())).not.toMatch(RAW);
    expect(trumpTitle(trump)).toMatch(/^[A-Z]/);
  });
});

describe("label", () => {
  it.each(Object.values(ACTIONS))("names $type", (action) => {
    expect(label(action, atOf())).toMatch(/^[A-Z]/);
    expect(label(action, atOf())).not.toMatch(RAW);
  });

  it("names every bid and every trump differently", () => {
    const bids = BIDS.map((bid) => label({ type: "bid", bid }, atOf()));
    const trumps = TRUMPS.map((trump) => label({ type: "select-trump", trump }, atOf()));
    expect(new Set([...bids, ...trumps]).size).toBe(BIDS.length + TRUMPS.length);
  });

  it("says what a bone is", () => {
    expect(label(ACTIONS["play-domino"], atOf({ trump: "fives" }))).toBe("Play 5-5, double, trump, counts 10");
  });
});

describe("prompt", () => {
  const consensus = { open_to: [0, 1, 2, 3], passed: [1, 2] };
  const PHASES: { [T in PlayerView["phase"]["type"]]: Extract<PlayerView["phase"], { type: T }> } = {
    bidding: { type: "bidding", player: 1 },
    redeal: { type: "redeal", player: 1 },
    "trump-selection": { type: "trump-selection", player: 1 },
    playing: { type: "playing", player: 1 },
    "trick-complete": { type: "trick-complete", winner: 1, consensus },
    "hand-complete": { type: "hand-complete", consensus },
    "game-complete": { type: "game-complete", player: 1 },
    over: { type: "over" },
  };

  it.each(Object.values(PHASES))("asks and waits in $type", (phase) => {
    const at = atOf({ phase });
    const waits = prompt({ ...at, legal: [], waiting: [1] });
    expect(waits?.tone).toBe("wait");
    expect(waits?.title).not.toMatch(RAW);
    if (phase.type === "over") return;
    const asks = prompt({ ...at, legal: Object.values(ACTIONS), waiting: [0] });
    expect(asks?.tone).toBe("ask");
    expect(`${asks?.title} ${asks?.detail}`).not.toMatch(RAW);
  });

  it("says whether one may pass", () => {
    const [bid, pass] = [{ type: "bid", bid: { points: 30 } } as const, { type: "bid", bid: "pass" } as const];
    expect(prompt({ ...atOf(), legal: [bid, pass], waiting: [0] })?.detail).toContain("pass");
    expect(prompt({ ...atOf(), legal: [bid], waiting: [0] })?.detail).toContain("have to bid");
  });

  it("counts who agrees", () => {
    const view = atOf({ phase: PHASES["trick-complete"], consensus: { complete_trick: [1, 2], score_hand: [] } });
    expect(prompt({ ...view, legal: [{ type: "agree-complete-trick" }], waiting: [0, 3] })?.detail).toContain("2 of 4 agree");
  });
});

describe("beat", () => {
  it.each(Object.values(EVENTS))("shows $type long enough, but not for ever", (event) => {
    const shown = beat(event);
    if (event.type === "your-hand") expect(shown).toBeNull();
    else expect(shown?.millis).toBeLessThan(3000);
  });
});
