import { beforeAll, describe, expect, it } from "vitest";
import type { Event } from "../../../protocol/games/spellbook";
import { card, faceOf, learnAll, player, table } from "../fixture";
import { logged } from "./log";

beforeAll(learnAll);

const view = table([player(), player()]);
const name = (seat: number) => (seat === 0 ? "You" : "Ann");
const at = { view, you: 0, name };
const say = (event: Event) => logged(event, at);

describe("the log", () => {
  it.each<[Event, string | null]>([
    [{ type: "drew", player: 1, count: 2, asked: 2 }, "Ann draws 2 cards."],
    [{ type: "drew", player: 0, count: 0, asked: 1 }, "You draw 0 cards (1 were asked for)."],
    [{ type: "you-drew", cards: [card("Garden"), card("Garden"), card("Lap Kitten")] }, "You draw Garden ×2 and Lap Kitten."],
    [
      { type: "milled", player: 1, seat: 0, asked: 1, to: "graveyard", cards: [card("Short Fuse")] },
      "Ann puts Short Fuse from your library into the graveyard.",
    ],
    [
      { type: "milled", player: 1, seat: 1, asked: 2, to: "exile-unseen", cards: [card(), card()] },
      "Ann puts 2 cards from their library into exile, unseen.",
    ],
    [{ type: "looked", player: 1, seat: 1, part: { top: 3 }, count: 3 }, "Ann looks at 3 cards on top of their library."],
    [
      {
        type: "sorted-out",
        player: 1,
        seat: 1,
        piles: [{ count: 2, to: { zone: "library", at: "bottom" } }],
        back: 1,
        rest: "back",
      },
      "Ann puts 2 cards on the bottom, a card back.",
    ],
    [
      {
        type: "moved",
        player: 0,
        pieces: [{ piece: { id: 4, type: faceOf("Garden") }, owner: 0, from: "hand" }],
        to: { zone: "battlefield" },
        seat: 0,
      },
      "You play Garden.",
    ],
    [
      {
        type: "moved",
        player: 0,
        pieces: [{ piece: { id: 4, type: faceOf("Garden") }, owner: 0, from: "battlefield" }],
        to: { zone: "battlefield", at: { spot: { x: 1, y: 2 } } },
        seat: 0,
      },
      null,
    ],
    [{ type: "cast", player: 1, piece: { id: 9 }, from: "hand" }, "Ann casts a face-down card."],
    [
      { type: "attacked", player: 1, attackers: [{ piece: { id: 3, type: faceOf("Lap Kitten") }, at: { seat: 0 } }] },
      "Ann attacks you with Lap Kitten.",
    ],
    [{ type: "life-changed", player: 1, seat: 0, by: -3, life: 17 }, "You lose 3 life: 17."],
    [{ type: "rolled", player: 0, sides: 20, results: [7] }, "You roll a d20: 7."],
    [{ type: "choices-shown", player: 1, cards: [{ id: 1, type: "ff013700000000000000000000000000" }] }, "Ann chose “7”."],
    [{ type: "match-ended", winners: [0] }, "You win."],
  ])("says what happened: %j", (event, text) => {
    expect(say(event)).toBe(text);
  });

  it("names nothing that the reader does not see", () => {
    expect(say({ type: "revealed", player: 1, to: { seats: [1] }, random: false, cards: [card(), card()] })).toBe(
      "Ann shows 2 cards to Ann.",
    );
  });
});
