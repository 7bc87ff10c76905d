// What the board shows of a view: to each only what they may see, and where it is.
import { describe, expect, it } from "vitest";
import type { Attack, Phase } from "../../../protocol/games/herding-cats";
import { table, told } from "../fixture";
import { spoken } from "../../../lib/spoken";
import { facts } from "../words/facts";
import { texts } from "../words/texts";
import { openedBy } from "./reveals";
import { knownOnTable, seatScene, trayOf } from "./scene";
import { slip } from "./worth";

const { prompt } = spoken(texts, facts);
const NONE = new Map();
const attack: Attack = { card: 17, declared: "catnip", zone: "hand", target: 0, selected: 3 };
const intercept: Phase = { type: "intercept", attack };

describe("a herd", () => {
  it("shows its player what the cards really are, beside what they were declared", () => {
    const [bluff, open, stolen] = seatScene(table(3), 0, NONE).herd;
    expect(bluff).toMatchObject({ kind: "show_cat", claim: "kitten", secret: true, isBluff: true, stolenFrom: null });
    expect(open).toMatchObject({ kind: "animal_control", secret: false, faceUp: true });
    expect(stolen).toMatchObject({ kind: "kitten", claim: null, secret: true, stolenFrom: 1 });
  });

  it("shows everybody else the backs, in the same order", () => {
    for (const you of [1, null]) {
      const [bluff, , stolen] = seatScene(table(3, { type: "turn" }, you), 0, NONE).herd;
      expect(bluff).toMatchObject({ kind: null, claim: "kitten", secret: false, isBluff: false, slot: 0 });
      expect(stolen).toMatchObject({ kind: null, claim: null, secret: false, slot: 2 });
    }
  });
});

describe("an attack", () => {
  it("tells the defender alone which card it goes for", () => {
    const seen = (you: number | null) =>
      prompt({ ...told(table(3, intercept, you)), legal: you === 0 ? [{ type: "decline" }] : [], waiting: [0] })!;
    expect(seen(0).title).toBe("Catnip: Ada selected Card 3, Catnip");
    expect(seen(2).title).toBe("Ada selected card 3 of Mina’s hand");
    expect(seen(null).title).toBe("Ada selected card 3 of Mina’s hand");
  });

  it("marks the place for everybody", () => {
    for (const you of [0, 2, null]) {
      const { hand } = seatScene(table(3, intercept, you), 0, NONE);
      expect(hand.map(({ isTarget }) => isTarget)).toEqual([false, false, true, false]);
      expect(hand[2]!.kind).toBe(you === 0 ? "catnip" : null);
    }
    expect(trayOf(table(3, intercept, 2))).toEqual({ seat: 0, zone: "hand" });
    expect(trayOf(table(3, intercept, 0))).toBeNull();
  });
});

describe("the card on the table", () => {
  const now: Phase = { type: "intercept", attack };

  it("is known to whoever played it, as a secret, and to the others once it is turned over", () => {
    expect(knownOnTable({ ...table(3, now, 1), played: "kitten" }, NONE)).toEqual({ kind: "kitten", isSecret: true });
    expect(knownOnTable(table(3, now, 2), NONE)).toBeNull();
    expect(knownOnTable({ ...table(3, now, 2), played: "catnip" }, NONE)).toEqual({ kind: "catnip", isSecret: false });
  });

  it("is no secret while it lies open", () => {
    const opened = openedBy(
      {
        type: "challengeResult",
        player_id: 1,
        challenger_id: 0,
        declared: "catnip",
        truthful: true,
        card: { id: 17, type: "catnip" },
      },
      NONE,
    );
    const open = { kind: "catnip", isSecret: false };
    expect(knownOnTable(table(3, now, 0), opened)).toEqual(open);
    const proved: Phase = {
      type: "penalty",
      payer: 0,
      picker: 1,
      then: { type: "resolve", play: { card: 17, declared: "catnip", target: 0 } },
    };
    expect(knownOnTable({ ...table(3, proved, 1), played: "catnip" }, NONE)).toEqual(open);
  });
});

describe("what events turn over", () => {
  it("stays open until the next view, unless it goes back", () => {
    const shown = openedBy(
      { type: "catnipIneffective", target_player_id: 0, card: { id: 3, type: "catnip" }, selected_slot_index: 2 },
      NONE,
    );
    expect([...shown.keys()]).toEqual([3]);
    const then = openedBy({ type: "discardUpdate", player_id: 1, card: { id: 17, type: "kitten" } }, shown);
    expect([...then.keys()]).toEqual([17]);
    expect([...openedBy({ type: "turnStarted", player_id: 2 }, then).keys()]).toEqual([17]);
  });

  it("is nothing for those who may not see what was stolen", () => {
    expect(
      openedBy({ type: "cardStolen", from_player_id: 0, to_player_id: 1, card: { id: 3 }, hand_counts: [3, 4] }, NONE).size,
    ).toBe(0);
  });
});

describe("the slip", () => {
  it("explains the server's count, and no other", () => {
    const player = table(3).players[0]!;
    expect(slip(player, 6)).toEqual({ herd: [2, 0, 2], hand: 2 });
    expect(slip(player, 7)).toBeNull();
  });
});
