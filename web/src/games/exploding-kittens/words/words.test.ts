// Every event has its words, every action its label, from every perspective, and nothing raw in them.
import { describe, expect, it } from "vitest";
import type { Action, Event, Kind, Phase, Play, View } from "../../../protocol/games/exploding-kittens";
import { beat } from "../beat";
import { chainOf, rest } from "../model/chain";
import { INK, linesOf, textOf, title } from "./kinds";
import { spoken } from "../../../lib/spoken";
import { facts } from "./facts";
import { danger, stretches } from "../model/pile";
import { spectacle } from "../model/spectacle";
import { texts } from "./texts";

const { words, label, prompt } = spoken(texts, facts);

const skip = { id: 1, type: "skip" as const };

/** One of each: the types see to it that none is missing. */
const EVENTS: { [T in Event["type"]]: Extract<Event, { type: T }> } = {
  "turn-started": { type: "turn-started", player: 0, turns: 2, under_attack: true },
  played: {
    type: "played",
    player: 0,
    cards: [
      { id: 3, type: "tacocat" },
      { id: 4, type: "feral_cat" },
    ],
    target: 1,
  },
  wasted: { type: "wasted", player: 0, card: skip },
  aimed: { type: "aimed", player: 0, target: 1 },
  noped: { type: "noped", player: 0, card: { id: 2, type: "nope" }, nopes: 2 },
  passed: { type: "passed", player: 0 },
  stopped: { type: "stopped", player: 0, nopes: 1 },
  fizzled: { type: "fizzled", player: 0, target: 1 },
  drawn: { type: "drawn", player: 0, card: { id: 9 }, from: "bottom" },
  "you-drew": { type: "you-drew", card: skip },
  exposed: { type: "exposed", player: 0 },
  exploding: { type: "exploding", player: 0, card: { id: 9, type: "exploding_kitten" } },
  defused: { type: "defused", player: 0, card: { id: 8, type: "defuse" } },
  "guessed-wrong": { type: "guessed-wrong", player: 0, card: skip },
  imploding: { type: "imploding", player: 0, card: { id: 9, type: "imploding_kitten" } },
  tucked: { type: "tucked", player: 0 },
  surfaced: { type: "surfaced", card: { id: 9, type: "imploding_kitten" } },
  died: { type: "died", player: 0 },
  attacked: { type: "attacked", player: 0, target: 1, turns: 4 },
  skipped: { type: "skipped", player: 0 },
  reversed: { type: "reversed", player: 0 },
  shuffled: { type: "shuffled", player: 0, times: 7 },
  "future-seen": { type: "future-seen", player: 0, cards: 3 },
  "your-future": { type: "your-future", cards: [skip, { id: 2, type: "nope" }] },
  "future-altered": { type: "future-altered", player: 0, cards: 1 },
  swapped: { type: "swapped", player: 0 },
  marked: { type: "marked", player: 0, target: 1, card: skip },
  cursed: { type: "cursed", player: 0, target: 1 },
  "curse-lifted": { type: "curse-lifted", player: 0 },
  bombed: { type: "bombed", player: 0, kittens: [{ id: 9, type: "exploding_kitten" }] },
  gave: { type: "gave", player: 0, card: { id: 1 } },
  collected: { type: "collected", player: 0, cards: 3 },
  named: { type: "named", player: 0, target: 1, kind: "skip", has: false },
  taken: { type: "taken", player: 0, target: 1, card: { id: 1 } },
  "taken-private": { type: "taken-private", player: 0, target: 1, card: skip, secret: true },
  "game-ended": { type: "game-ended", winners: [0] },
};

const ACTIONS: { [T in Action["type"]]: Extract<Action, { type: T }> } = {
  draw: { type: "draw" },
  play: { type: "play", card: 1, target: 1 },
  pair: { type: "pair", cards: [3, 4], target: 1 },
  triple: { type: "triple", cards: [3, 4, 5], target: 1 },
  aim: { type: "aim", target: 1 },
  nope: { type: "nope", card: 2 },
  pass: { type: "pass" },
  "pass-turn": { type: "pass-turn" },
  shuffle: { type: "shuffle", times: 1 },
  arrange: { type: "arrange", order: [1, 0] },
  pick: { type: "pick", card: 20 },
  give: { type: "give", card: 1 },
  name: { type: "name", kind: "attack" },
  keep: { type: "keep" },
  unmask: { type: "unmask", card: 1 },
  defuse: { type: "defuse", card: 6 },
  tuck: { type: "tuck", place: 2 },
};

function table(changes: Partial<View> = {}): View {
  const hand = (["skip", "nope", "tacocat", "feral_cat", "tacocat", "defuse"] as const).map((type, i) => ({ id: i + 1, type }));
  return {
    you: 0,
    turns: { seat: 0, owed: { turns: 1, under_attack: false }, pending: [0, 0, 0], reversed: false },
    now: { type: "turn" },
    pile: [{ id: 30, type: "skip" }, { id: 31, type: "exploding_kitten" }, { id: 32 }, { id: 33 }, { id: 34, type: "nope" }],
    discard: [],
    players: [
      { alive: true, cursed: false, hand, marked: [], out: [] },
      { alive: true, cursed: false, hand: [{ id: 20 }, { id: 21 }], marked: [], out: [] },
      { alive: true, cursed: false, hand: [{ id: 22 }], marked: [], out: [] },
    ],
    standing_passes: [],
    imploding: "gone",
    ...changes,
  };
}

const name = (you: number | null) => (seat: number) => (seat === you ? "You" : (["Ada", "Bo", "Cy"][seat] ?? "?"));
const told = (you: number | null, view = table()) => ({ view, you, name: name(you) });

describe("words", () => {
  it.each(Object.values(EVENTS))("tell of $type to everybody", (event) => {
    for (const you of [0, 1, 2, null]) {
      const text = words(event, told(you));
      expect(text, event.type).toMatch(/^[A-Z][^_{}[\]]*[.!?]$/);
      expect(text).not.toMatch(/undefined|null|\bYou's\b|\bat You\b|You (has|is|plays|draws|gets)\b/);
    }
  });

  it("are said from where the viewer sits", () => {
    expect(words(EVENTS.attacked, told(0))).toBe("You attack Bo: 4 turns to take.");
    expect(words(EVENTS.attacked, told(1))).toBe("Ada attacks you: 4 turns to take.");
    expect(words(EVENTS.played, told(2))).toBe("Ada plays a Tacocat and a Feral Cat to steal from Bo.");
    expect(words(EVENTS.tucked, told(1))).toBe("Ada tucks the kitten back into the pile, in secret.");
    expect(words(EVENTS["game-ended"], told(0))).toBe("You win the game!");
    expect(words({ type: "game-ended", winners: [0, 1] }, told(2))).toContain("Ada and Bo share");
  });

  it("call a card that was taken a secret of two only if it is one", () => {
    const event = EVENTS["taken-private"];
    expect(words(event, told(0))).toBe("It is a Skip; only the two of you are told.");
    expect(words(event, told(1))).toBe("It is a Skip; only the two of you are told.");
    expect(words({ ...event, secret: false }, told(0))).toBe("It is a Skip.");
    expect(words({ ...EVENTS.taken, card: skip }, told(2))).toBe("Ada gets a Skip from Bo.");
  });

  it("say nothing of an ordinary turn of somebody else", () => {
    expect(words({ type: "turn-started", player: 1, turns: 1, under_attack: false }, told(0))).toBeNull();
  });

  it.each(Object.values(EVENTS))("have a beat and know whether $type is shown large", (event) => {
    expect(beat(event)?.millis ?? 0).toBeGreaterThan(0);
    expect(() => spectacle(event, 0)).not.toThrow();
  });
});

describe("labels", () => {
  it.each(Object.values(ACTIONS))("name $type", (action) => {
    for (const you of [0, null]) expect(label(action, told(you))).toMatch(/^[A-Z][^_{}[\]]*$/);
  });

  it("say what is known and no more", () => {
    expect(label(ACTIONS.play, told(0))).toBe("Play a Skip at Bo");
    expect(label(ACTIONS.pick, told(0))).toBe("Pick card 1 of Bo’s hand");
    expect(label(ACTIONS.tuck, told(0))).toBe("Under 2 cards");
    expect(label({ type: "tuck", place: 5 }, told(0))).toBe("At the bottom");
    expect(label(ACTIONS.arrange, told(0))).toBe("Put back Exploding Kitten, Skip");
    const blind = table({ players: [{ alive: true, cursed: true, hand: [{ id: 1 }], marked: [], out: [] }] });
    expect(label({ type: "nope", card: 1 }, told(0, blind))).toBe("Try unseen card 1 as a Nope");
    expect(label({ type: "defuse", card: 1 }, told(0, blind))).toBe("Guess that unseen card 1 is a Defuse");
  });
});

describe("prompts", () => {
  const play = (kind: Kind, cards: number[] = [40], target?: number): Play => ({
    by: 1,
    kind,
    cards,
    ...(target === undefined ? {} : { target }),
  });
  const window = { open_to: [0, 2], passed: [] };
  const gathered = [null, null, null];
  const PHASES: { [T in Phase["type"]]: Extract<Phase, { type: T }> } = {
    turn: { type: "turn" },
    aim: { type: "aim", play: play("targeted_attack") },
    nope: { type: "nope", play: play("attack"), nopes: 1, window },
    choice: { type: "choice", play: play("favor", [40], 0), window, gathered },
    drawn: { type: "drawn", seat: 0, card: 41 },
    unmask: { type: "unmask", seat: 0, then: "resume" },
    defuse: { type: "defuse", seat: 0, kitten: 41, then: "end_turn" },
    tuck: { type: "tuck", seat: 0, kitten: 41, then: "end_turn" },
    over: { type: "over" },
  };

  it.each(Object.values(PHASES))("ask and wait in $type", (now) => {
    const view = table({ now });
    const asked = prompt({ ...told(0, view), legal: [{ type: "pass" }], waiting: [0] });
    expect(asked?.title).toMatch(/^[A-Z]/);
    const waiting = prompt({ ...told(0, view), legal: [], waiting: [1] });
    if (now.type !== "over") expect(waiting?.title).toBe("Waiting for Bo");
  });

  it.each(["mark", "favor", "garbage_collection", "shuffle", "alter_the_future"] as const)("ask what %s asks", (kind) => {
    const view = table({ now: { type: "choice", play: play(kind, [40], 0), window, gathered } });
    expect(prompt({ ...told(0, view), legal: [{ type: "pass" }], waiting: [0] })?.title).toBeTruthy();
  });
});

describe("the table", () => {
  it("shows a Nope chain apart from the discard pile", () => {
    const discard = [
      { id: 7, type: "skip" as const },
      { id: 40, type: "attack" as const },
      { id: 50, type: "nope" as const },
      { id: 51, type: "nope" as const },
    ];
    const view = table({
      discard,
      now: { type: "nope", play: { by: 1, kind: "attack", cards: [40] }, nopes: 2, window: { open_to: [0], passed: [] } },
    });
    const chain = chainOf(view);
    expect(chain?.nopes.map(({ id }) => id)).toEqual([50, 51]);
    expect(chain?.isStopped).toBe(false);
    expect(rest(view, chain).map(({ id }) => id)).toEqual([7]);
  });

  it("shows what is known of the pile at its place", () => {
    expect(stretches(table().pile)).toEqual([
      { from: 0, length: 1, kind: "skip" },
      { from: 1, length: 1, kind: "exploding_kitten" },
      { from: 2, length: 2 },
      { from: 4, length: 1, kind: "nope" },
    ]);
    expect(danger(table().pile)).toEqual({ level: "safe", kind: "skip", ahead: 1 });
    expect(danger([{ id: 1 }])).toEqual({ level: "unknown", ahead: null });
    expect(danger([])).toEqual({ level: "empty", ahead: null });
  });

  it("has a title and a text for every card", () => {
    for (const kind of Object.keys(INK) as Kind[]) {
      expect(title(kind)).toMatch(/^[A-Z]/);
      expect(textOf(kind)).toMatch(/^[A-Z].*\.$/);
      for (const line of linesOf(kind)) expect(line.length).toBeLessThanOrEqual(13);
    }
  });
});
