// Every kind of event and action has words, and they say no more than the viewer may know.
import { describe, expect, it } from "vitest";
import type { Action, Event } from "../../../protocol/games/herding-cats";
import { beat } from "../beat";
import { table, told } from "../fixture";
import { spoken } from "../../../lib/spoken";
import { facts } from "./facts";
import { texts } from "./texts";

const { words, label } = spoken(texts, facts);

const EVENTS: { [T in Event["type"]]: [Extract<Event, { type: T }>, string | null] } = {
  turnStarted: [{ type: "turnStarted", player_id: 0 }, "Your turn."],
  cardDeclared: [
    { type: "cardDeclared", player_id: 0, card: { id: 2 }, declared: "catnip", target_player_id: 1 },
    "You play an Alley Cat and call it a Catnip, against Ada.",
  ],
  challengePassed: [{ type: "challengePassed", player_id: 2 }, "Bob passes."],
  challengeResult: [
    {
      type: "challengeResult",
      player_id: 1,
      challenger_id: 0,
      declared: "kitten",
      truthful: false,
      card: { id: 9, type: "catnip" },
    },
    "You catch Ada bluffing: the Kitten is a Catnip.",
  ],
  penaltyDue: [{ type: "penaltyDue", player_id: 1, picker_id: 0 }, "Ada loses a card, picked unseen by you."],
  cardSelected: [
    { type: "cardSelected", player_id: 1, target_player_id: 0, zone: "hand", card: { id: 3 }, selected_slot_index: 2 },
    "Ada selects card 3, Catnip, of your hand.",
  ],
  interceptDeclined: [{ type: "interceptDeclined", player_id: 0 }, "You let the attack through."],
  interceptClaimed: [
    { type: "interceptClaimed", player_id: 0, zone: "hand", card: { id: 0 } },
    "You hold up a Kitten and call it a Laser Pointer.",
  ],
  interceptChallengeResult: [
    {
      type: "interceptChallengeResult",
      player_id: 0,
      challenged: true,
      challenger_id: 2,
      stands: true,
      card: { id: 5, type: "laser_pointer" },
    },
    "Bob challenges you, but the Laser Pointer is real.",
  ],
  interceptApplied: [
    { type: "interceptApplied", player_id: 0, attacker_id: 1, zone: "hand", card: { id: 5 } },
    "Your card takes the place of the chosen one, which stays hidden.",
  ],
  cardRemoved: [{ type: "cardRemoved", player_id: 0, from_zone: "hand", card_id: 5 }, null],
  cardStolen: [
    { type: "cardStolen", from_player_id: 0, to_player_id: 1, card: { id: 5 }, hand_counts: [3, 3] },
    "Ada steals a card from you.",
  ],
  cardStolenPrivate: [
    { type: "cardStolenPrivate", from_player_id: 1, to_player_id: 0, card: { id: 9, type: "show_cat" } },
    "Only you know what you stole: a Show Cat.",
  ],
  herdUpdate: [{ type: "herdUpdate", player_id: 1, visible: false, card: { id: 9 } }, "The card joins Ada’s herd, face down."],
  discardUpdate: [
    { type: "discardUpdate", player_id: 1, card: { id: 9, type: "animal_control" } },
    "Ada discards an Animal Control.",
  ],
  alleyCatIneffective: [
    { type: "alleyCatIneffective", target_player_id: 0, card: { id: 2, type: "alley_cat" }, selected_slot_index: 1 },
    "Ineffective: you reveal Alley Cat (returns to hand).",
  ],
  catnipIneffective: [
    { type: "catnipIneffective", target_player_id: 1, card: { id: 12, type: "catnip" }, selected_slot_index: 1 },
    "Ineffective: Ada reveals Catnip (returns to hand).",
  ],
  animalControlIneffective: [
    { type: "animalControlIneffective", target_player_id: 1, card: { id: 10, type: "animal_control" }, selected_slot_index: 0 },
    "Ineffective: Ada reveals Animal Control (stays, face up and safe).",
  ],
  attackFizzled: [
    { type: "attackFizzled", player_id: 1, declared: "catnip", target_player_id: 2 },
    "Ada’s Catnip has nothing left to attack.",
  ],
  gameEnded: [{ type: "gameEnded", scores: [9, 9, 1], winners: [0, 1] }, "You and Ada share the win with 9 points each."],
};

const ACTIONS: { [T in Action["type"]]: [Extract<Action, { type: T }>, string] } = {
  play: [{ type: "play", card: 0, declare: "alley_cat", target: 2 }, "Play a Kitten as an Alley Cat against Bob (a bluff)"],
  challenge: [{ type: "challenge" }, "Challenge"],
  pass: [{ type: "pass" }, "Pass"],
  pick: [{ type: "pick", card: 11 }, "Pick card 1 of Ada’s hand"],
  select: [{ type: "select", card: 10 }, "Attack card 1 of Ada’s herd, a Kitten"],
  intercept: [{ type: "intercept", card: 5 }, "Intercept with your Laser Pointer"],
  decline: [{ type: "decline" }, "Let the attack through"],
};

describe("words", () => {
  it.each(Object.entries(EVENTS))("tells of %s", (_, [event, expected]) => {
    expect(words(event, told(table(3)))).toBe(expected);
  });

  it("says nothing that the viewer does not know", () => {
    const selected = EVENTS.cardSelected[0];
    for (const view of [table(3, { type: "turn" }, 2), table(3, { type: "turn" }, null)]) {
      expect(words(selected, told(view))).toBe("Ada selects card 3 of Mina’s hand.");
      expect(words(EVENTS.interceptClaimed[0], told(view))).toBe("Mina holds up a card from their hand as a Laser Pointer.");
      expect(words(EVENTS.cardDeclared[0], told(view))).toBe("Mina plays a card as a Catnip, against Ada.");
    }
  });

  it("tells of all that the other way round", () => {
    const at = told(table(3));
    expect(
      words(
        {
          type: "challengeResult",
          player_id: 0,
          challenger_id: 1,
          declared: "kitten",
          truthful: true,
          card: { id: 0, type: "kitten" },
        },
        at,
      ),
    ).toBe("Ada challenges you, but it is true: a Kitten.");
    expect(words({ type: "interceptChallengeResult", player_id: 1, challenged: false, stands: true, card: { id: 9 } }, at)).toBe(
      "Nobody challenges the Laser Pointer.",
    );
    expect(
      words(
        {
          type: "interceptChallengeResult",
          player_id: 1,
          challenged: true,
          challenger_id: 0,
          stands: false,
          card: { id: 9, type: "kitten" },
        },
        at,
      ),
    ).toBe("You catch Ada bluffing: the Laser Pointer is a Kitten.");
    expect(words({ type: "herdUpdate", player_id: 0, visible: true, card: { id: 9, type: "kitten" } }, at)).toBe(
      "Your herd now has a Kitten, face up.",
    );
    expect(words({ type: "gameEnded", scores: [1, 5, 3], winners: [1] }, at)).toBe("Ada wins with 5 points.");
  });
});

describe("beat", () => {
  it.each(Object.entries(EVENTS))("knows how long %s is on show", (_, [event]) => {
    const shown = beat(event);
    expect(shown === null || shown.millis > 0).toBe(true);
  });
});

describe("label", () => {
  it.each(Object.entries(ACTIONS))("names %s", (_, [action, expected]) => {
    expect(label(action, told(table(3)))).toBe(expected);
  });

  it("calls a truth no bluff", () => {
    expect(label({ type: "play", card: 0, declare: "kitten" }, told(table(3)))).toBe("Play a Kitten");
    expect(label({ type: "intercept", card: 0 }, told(table(3)))).toBe("Hold up a Kitten as a Laser Pointer (a bluff)");
  });
});
