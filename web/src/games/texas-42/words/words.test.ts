// The messages from the viewer's perspective, with what the page alone knows. src/tests/texts.test.ts compares all of them
// with the terminal's.
import { describe, expect, it } from "vitest";
import { spoken } from "../../../lib/spoken";
import type { Action, Bid, Trump } from "../../../protocol/games/texas-42";
import { beat } from "../beat";
import { ACTIONS, atOf, EVENTS, viewOf } from "../fixture";
import { facts } from "./facts";
import { trumpTitle } from "./names";
import { texts } from "./texts";

const { words, label, prompt } = spoken(texts, facts);
const BIDS: Bid[] = ["pass", { points: 41 }, { marks: 1 }, { marks: 3 }, { splash: 2 }, "plunge"];
const TRUMPS: Trump[] = ["blanks", "ones", "twos", "threes", "fours", "fives", "sixes", "doubles", "no-trump", "nello", "sevens"];

describe("words", () => {
  it("speaks to the viewer", () => {
    const say = (bid: Bid, player: number) => words({ type: "called", player, bid }, atOf());
    expect(say("pass", 0)).toBe("You pass.");
    expect(say("pass", 1)).toBe("Ann passes.");
    expect(say({ points: 34 }, 1)).toBe("Ann bids 34.");
    expect(say({ marks: 1 }, 0)).toBe("You bid 1 mark.");
    expect(say({ splash: 2 }, 3)).toBe("Cat splashes for 2 marks, and their partner will name the trump.");
    expect(words(EVENTS["game-over"], atOf())).toBe("The game is over: you and Bob win.");
    expect(words(EVENTS["game-won"], atOf())).toBe("Ann and Cat win this game. The score is 1 to 0 games.");
    expect(words(EVENTS["all-passed"], atOf())).toBe("Everybody passed. You shake next.");
    expect(words({ type: "trick-won", player: 1, points: 1 }, atOf())).toBe("Ann takes the trick: 1 point.");
    expect(words(EVENTS["hand-scored"], atOf())).toBe("1 mark for you and Bob. The score is 3 to 2 marks.");
    expect(words(EVENTS.agreed, atOf())).toBeNull();
  });

  it("has a title for every trump", () => {
    for (const trump of TRUMPS) expect(trumpTitle(trump)).toMatch(/^[A-Z]/);
  });
});

describe("label", () => {
  it("names every bid and every trump differently", () => {
    const bids = BIDS.map((bid) => label({ type: "bid", bid }, atOf()));
    const trumps = TRUMPS.map((trump) => label({ type: "select-trump", trump }, atOf()));
    expect(new Set([...bids, ...trumps]).size).toBe(BIDS.length + TRUMPS.length);
  });

  it("says what a domino is", () => {
    expect(label(ACTIONS["play-domino"], atOf({ trump: "fives" }))).toBe("Play 5-5, double, trump, counts 10");
    expect(label({ type: "play-domino", card: 27 }, atOf())).toBe("Play a domino");
  });
});

describe("prompt", () => {
  it("says whether one may pass", () => {
    const [bid, pass] = [{ type: "bid", bid: { points: 30 } } as const, { type: "bid", bid: "pass" } as const];
    const detail = (legal: Action[]) => prompt({ ...atOf(), legal, waiting: [0] })?.detail;
    expect(detail([bid, pass])).toBe("Nobody has bid yet. You bid once: bid or pass.");
    expect(detail([bid])).toBe("Nobody has bid yet. It is up to you: you have to bid.");
  });

  it("counts who agrees", () => {
    const phase = { type: "trick-complete", winner: 1, consensus: { open_to: [0, 1, 2, 3], passed: [1, 2] } } as const;
    const view = atOf({
      phase: { ...phase, consensus: { open_to: [0, 1, 2, 3], passed: [1, 2] } },
      consensus: { complete_trick: [1, 2], score_hand: [] },
      trick_points: 11,
    });
    const asked = prompt({ ...view, legal: [{ type: "agree-complete-trick" }], waiting: [0, 3] });
    expect(asked).toEqual({
      title: "Ann takes the trick: 11 points",
      detail: "2 of 4 agree. Have a look, then go on.",
      tone: "ask",
    });
  });

  it.each([
    ["one that follows", [5, 5], [6, 1], 1, "Follow sixes", ". One of your dominoes follows."],
    ["none that follows", [5, 5], [4, 1], 2, "Play any domino", ", and you cannot follow."],
    ["only such as follow", [6, 5], [6, 1], 2, "Follow sixes", ". All your dominoes follow."],
    ["a last one", [5, 5], null, 1, "Play your last domino", "."],
  ] as const)("says of a hand with %s what may be played", (_, one, other, choices, title, detail) => {
    const hand = [one, other].flatMap((type, id) => (type ? [{ id, type: [...type] as [number, number] }] : []));
    const view = viewOf({
      phase: { type: "playing", player: 0 },
      trump: "fours",
      current_suit: 6,
      current_trick: [{ player: 3, card: 20, domino: [6, 2] }],
      self: { id: 0, hand },
    });
    const legal = hand.slice(0, choices).map(({ id }) => ({ type: "play-domino", card: id }) as const);
    const asked = prompt({ ...atOf(), view, legal, waiting: [0] });
    expect(asked?.title).toBe(title);
    expect(asked?.detail).toBe(`Cat led 6-2${detail}`);
  });
});

describe("beat", () => {
  it.each(Object.values(EVENTS))("shows $type long enough, but not for ever", (event) => {
    const shown = beat(event);
    if (event.type === "your-hand") expect(shown).toBeNull();
    else expect(shown?.millis).toBeLessThan(3000);
  });
});
