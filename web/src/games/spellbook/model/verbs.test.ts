import { beforeAll, describe, expect, it } from "vitest";
import type { Action, PlayerView, View } from "../../../protocol/games/spellbook";
import { card, learnAll, piece, player, table } from "../fixture";
import type { Thing } from "./scene";
import { sceneOf, type Scene } from "./table";
import { aimed, moveFrom, usual, verbsFor } from "./verbs";

beforeAll(learnAll);

function scene(own: Partial<PlayerView>, other: Partial<PlayerView> = {}, more: Partial<View> = {}): Scene {
  return sceneOf(table([player(own), player(other)], more));
}
const ids = (scene: Scene, things: Thing[]) => verbsFor(scene, things).map(({ id }) => id);
const act = (scene: Scene, things: Thing[], id: string): Action | undefined =>
  verbsFor(scene, things).find((verb) => verb.id === id)?.act;

describe("what is offered for the selection", () => {
  it("is nothing for nothing, and nothing for who watches", () => {
    const own = scene({ hand: [card("Garden")] });
    expect(verbsFor(own, [])).toEqual([]);
    expect(verbsFor({ ...own, you: null }, own.players[0]!.hand)).toEqual([]);
  });

  it("casts a spell, and puts a land into play", () => {
    const own = scene({ hand: [card("Short Fuse"), card("Garden")] });
    const [fuse, garden] = own.players[0]!.hand;
    expect(ids(own, [fuse!])[0]).toBe("cast");
    expect(ids(own, [garden!])).not.toContain("cast");
    expect(act(own, [garden!], "to-battlefield")).toEqual({ type: "move", pieces: [garden!.piece], to: { zone: "battlefield" } });
  });

  it("puts cards of the hand into the library so that nobody can tell which they were", () => {
    const own = scene({ hand: [card("Garden"), card("Short Fuse"), card("Lap Kitten")] });
    const [garden, , kitten] = own.players[0]!.hand;
    expect(act(own, [kitten!, garden!], "to-bottom")).toEqual({
      type: "from-hand",
      order: [2, 0, 1],
      piles: [{ count: 2, to: { zone: "library", at: "bottom" } }],
    });
    expect(act(own, [garden!], "face-down")).toEqual({
      type: "from-hand",
      order: [0, 1, 2],
      piles: [{ count: 1, to: { zone: "battlefield" }, side: "down" }],
    });
  });

  it("does nothing with the hand of somebody else", () => {
    const own = scene({}, { hand: [card()] });
    expect(verbsFor(own, own.players[1]!.hand)).toEqual([]);
  });

  it("taps those that are not tapped, and untaps only if all are", () => {
    const own = scene({ battlefield: [piece("Lap Kitten", 0), piece("Sofa Tyrant", 0, { tapped: true })] });
    const [kitten, tyrant] = own.players[0]!.battlefield;
    expect(act(own, [kitten!, tyrant!], "tap")).toEqual({ type: "tap", pieces: [kitten!.piece] });
    expect(act(own, [tyrant!], "tap")).toEqual({ type: "untap", pieces: [tyrant!.piece] });
  });

  it("attacks the only opponent at once, together with what attacks already, and asks whom if there are several", () => {
    const tyrant = piece("Sofa Tyrant", 0, { more: { attacks: { seat: 1 } } });
    const two = scene({ battlefield: [tyrant, piece("Lap Kitten", 0)] });
    const kitten = two.players[0]!.battlefield[1]!;
    expect(act(two, [kitten], "attack")).toEqual({
      type: "attack",
      attackers: [
        { piece: { card: tyrant.id }, target: { seat: 1 } },
        { piece: kitten.piece, target: { seat: 1 } },
      ],
    });
    expect(act(two, [two.players[0]!.battlefield[0]!], "no-attack")).toEqual({ type: "attack", attackers: [] });
    const three = sceneOf(table([player({ battlefield: [tyrant, piece("Lap Kitten", 0)] }), player(), player()]));
    const verb = verbsFor(three, [three.players[0]!.battlefield[1]!]).find(({ id }) => id === "attack");
    expect(verb?.act).toBeUndefined();
    expect(verb?.ask?.type).toBe("aim");
  });

  it("keeps blockers that block already", () => {
    const attacker = piece("Sofa Tyrant", 1, { more: { attacks: { seat: 0 } } });
    const first = piece("Lap Kitten", 0, { more: { blocks: { card: attacker.id! } } });
    const own = scene({ battlefield: [first, piece("Lap Kitten", 0)] }, { battlefield: [attacker] });
    const second = own.players[0]!.battlefield[1]!;
    expect(aimed(own, { type: "aim", what: "block", things: [second] }, { card: attacker.id! }).act).toEqual({
      type: "block",
      blocks: [
        { piece: { card: first.id }, attacker: { card: attacker.id } },
        { piece: second.piece, attacker: { card: attacker.id } },
      ],
    });
    // Nobody blocks a player.
    expect(aimed(own, { type: "aim", what: "block", things: [second] }, { seat: 1 })).toEqual({});
  });

  it("offers nothing on others’ permanents that only their controller can do", () => {
    const own = scene({}, { battlefield: [piece("Lap Kitten", 1), piece(null, 1, { side: "down" })] });
    const [kitten, hidden] = own.players[1]!.battlefield;
    const offered = ids(own, [kitten!]);
    expect(offered).toContain("damage");
    expect(offered).toContain("ask-control");
    for (const id of ["tap", "attack", "to-graveyard", "marks"]) expect(offered).not.toContain(id);
    expect(ids(own, [kitten!])).not.toContain("ask-peek");
    expect(ids(own, [hidden!])).toContain("ask-peek");
  });

  it("resolves a spell into the graveyard and a permanent into play, and only by whoever put it there", () => {
    const own = scene({}, {}, { stack: [piece("Lap Kitten", 0), piece("Short Fuse", 0), piece("Short Fuse", 1)] });
    const [kitten, fuse, theirs] = own.stack;
    expect(usual(own, kitten!)).toEqual({ type: "resolve", piece: kitten!.piece, to: { zone: "battlefield" } });
    expect(usual(own, fuse!)).toEqual({ type: "resolve", piece: fuse!.piece, to: { zone: "graveyard" } });
    expect(usual(own, theirs!)).toBeNull();
    expect(ids(own, [theirs!])).toEqual(["arrow"]);
  });

  it("only marks what lies in several zones", () => {
    const own = scene({ hand: [card("Garden")], battlefield: [piece("Lap Kitten", 0)] });
    const offered = ids(own, [own.players[0]!.hand[0]!, own.players[0]!.battlefield[0]!]);
    expect(offered).toContain("counters");
    expect(offered).not.toContain("to-graveyard");
  });
});

describe("the usual", () => {
  it("is to cast spells, play lands, and tap what is in play", () => {
    const own = scene({ hand: [card("Short Fuse"), card("Garden")], battlefield: [piece("Garden", 0)] });
    const [fuse, garden] = own.players[0]!.hand;
    expect(usual(own, fuse!)?.type).toBe("cast");
    expect(usual(own, garden!)?.type).toBe("move");
    expect(usual(own, own.players[0]!.battlefield[0]!)?.type).toBe("tap");
  });
});

describe("a move", () => {
  it("from play to the library is an ordinary one: everybody knows what goes there", () => {
    const own = scene({ battlefield: [piece("Lap Kitten", 0)] });
    expect(moveFrom(own, own.players[0]!.battlefield, { zone: "library" }).type).toBe("move");
  });
});
