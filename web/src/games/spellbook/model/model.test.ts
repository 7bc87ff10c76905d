import { beforeAll, describe, expect, it } from "vitest";
import { card, faceOf, learnAll, piece, player, table } from "../fixture";
import { learn } from "../../../lib/words.svelte";
import { paint } from "../art/scenes";
import { fit, inLines } from "./fit";
import { begun, bucketsFor, put, sortOut, STAY } from "./look";
import { toBottom } from "./opening";
import { aloud, printed } from "./printed";
import { nameOf, seen, shown } from "./scene";
import { secretOf, textOf } from "./secret";
import { found, ordered, valueOf } from "./sort";
import { nextTo } from "./spatial";
import { pieces, said, symbols } from "./symbols";
import { cardNamed, lookOf, sceneOf } from "./table";
import { spokenOf, suggestions } from "./tokens";

beforeAll(learnAll);

describe("symbols", () => {
  it("are found in costs and texts, and said in words", () => {
    expect(symbols("{2}{W/U}{t}")).toEqual(["2", "W/U", "T"]);
    expect(pieces("{T}: Add {G}.")).toEqual([{ symbol: "T" }, { text: ": Add " }, { symbol: "G" }, { text: "." }]);
    expect(said("{T}, Pay {2}{W/P}: Add {G}.")).toBe("tap, Pay 2 white or two life: Add green.");
  });

  it("are left alone where they are none", () => {
    expect(pieces("{not one} {}")).toEqual([{ text: "{not one} {}" }]);
  });
});

describe("the text of a card", () => {
  const measure = (text: string) => text.length * 0.5;

  it("is set as large as it fits, and all of it is there", () => {
    const text =
      "Flying\nWhen this creature enters, draw two cards, then put a card from your hand on the bottom of your library.";
    const { lines, size, isCut } = fit(text, { width: 212, height: 90 }, measure);
    expect(isCut).toBe(false);
    expect(size).toBeGreaterThan(8);
    expect(lines.flatMap(({ runs }) => runs.map((run) => ("text" in run ? run.text : ""))).join(" ")).toBe(
      text.replace("\n", " "),
    );
    for (const { runs, y } of lines) {
      expect(y).toBeLessThanOrEqual(90);
      for (const run of runs) expect(run.x + ("text" in run ? measure(run.text) * size : size)).toBeLessThanOrEqual(212.5);
    }
  });

  it("of the longest card that there is fits in some size", () => {
    const { isCut } = fit("When something happens, something else does too. ".repeat(13), { width: 212, height: 90 }, measure);
    expect(isCut).toBe(false);
  });

  it("breaks names by words, and keeps what is left in the last line", () => {
    expect(inLines("The Fattest Cat in Town", 2, 6, measure)).toEqual(["The Fattest", "Cat in Town"]);
    expect(inLines("Ambush", 2, 1, measure)).toEqual(["Ambush"]);
  });
});

describe("what is printed", () => {
  it("of a card without words is its number and no more", () => {
    const face = "ab".repeat(16);
    expect(printed(face, undefined)).toMatchObject({ name: "Unknown card", type: "abababab", isUnknown: true });
  });

  it("joins both halves of a card that lies open, and turns one with two sides over", () => {
    const half = (name: string) => ({ name, cost: "{R}", type: "Instant", text: `${name} now.` });
    const split = { name: "Dawn // Dusk", layout: "split", faces: [half("Dawn"), half("Dusk")] };
    expect(printed("1", split)).toMatchObject({ name: "Dawn // Dusk", isDouble: false });
    expect(printed("1", split).text).toContain("Dusk now.");
    const double = { ...split, name: "Day", layout: "transform" };
    expect(printed("2", double, 1).name).toBe("Dusk");
  });

  it("has the colours that a land makes, and a size that need not be a number", () => {
    const of = (face: object) => printed("x", { name: "x", faces: [{ name: "x", ...face }] });
    expect(of({ type: "Land", text: "{T}: Add {W} or {G}." }).colours).toEqual(["W", "G"]);
    expect(of({ type: "Creature", power: "*", toughness: "1+*" }).stat).toBe("*/1+*");
    expect(aloud(of({ type: "Instant", cost: "{1}{R}", text: "{T} it." }))).toContain("costs 1 red");
  });

  it("has the same picture each time, and another one for another name", () => {
    const subject = { name: "Lap Kitten", type: "Creature", text: "", colours: ["W"], power: 1 } as const;
    expect(paint({ ...subject })).toBe(paint({ ...subject }));
    expect(paint({ ...subject, name: "Sofa Tyrant" })).not.toEqual(paint(subject));
    for (const { d } of paint(subject)) expect(d).not.toMatch(/NaN|undefined|Infinity/);
  });
});

describe("the scene", () => {
  it("tells face-down cards apart, and their controller what they are", () => {
    const view = table([
      player({ battlefield: [piece("Lap Kitten", 0, { side: "down" }), piece(null, 0, { side: "down" })] }),
      player(),
    ]);
    const [known, unknown] = sceneOf(view).players[0]!.battlefield;
    expect([known!.letter, unknown!.letter]).toEqual(["A", "B"]);
    expect(shown(known!)).toBeNull();
    expect(seen(known!)?.name).toBe("Lap Kitten");
    expect(nameOf(unknown!)).toBe("face-down card B");
  });

  it("knows the commanders, their damage, and counters on cards that are no pieces", () => {
    const commander = piece("Duchess Marmalade", 1);
    const exiled = card("Short Fuse");
    const view = table(
      [
        player({ exile: [exiled], commander_damage: [{ card: commander.id!, damage: 7 }] }),
        player({ command: [commander], commanders: [commander.id!] }),
      ],
      { counted: [{ card: exiled.id, counters: [{ name: "time", count: 3 }] }] },
    );
    const scene = sceneOf(view);
    expect(scene.players[0]!.wounds).toEqual([{ card: commander.id, owner: 1, damage: 7 }]);
    expect(cardNamed(scene, commander.id!)?.isCommander).toBe(true);
    expect(cardNamed(scene, exiled.id)?.more.counters).toEqual([{ name: "time", count: 3 }]);
  });

  it("takes as many cards back as mulligans have to be paid for", () => {
    const view = table([player({ mulligans: 2 }), player()]);
    expect(toBottom(view, 0)).toBe(2);
    expect(toBottom({ ...view, options: { ...view.options, mulligan: "free-first" } }, 0)).toBe(1);
  });
});

describe("a look", () => {
  const cards = [card("Garden"), card("Short Fuse"), card("Lap Kitten")];
  const view = table([
    player({ library: [...cards, card()], looking: { of: 0, hand: false, search: false, cards: cards.map(({ id }) => id) } }),
    player(),
  ]);
  const look = lookOf(sceneOf(view))!;
  const [garden, fuse, kitten] = look.cards.map(({ key }) => key);
  const buckets = bucketsFor(look);

  it("leaves the cards as they are, if nothing is sorted", () => {
    expect(sortOut(look.cards, buckets, begun(look.cards), "back")).toEqual({ type: "sort-out", order: [0, 1, 2], rest: "back" });
  });

  it("sends the first cards of the order to the first places, and the rest stays in its new order", () => {
    let sorting = put(begun(look.cards), garden!, "bottom");
    sorting = put(sorting, kitten!, STAY, 0);
    expect(sorting.get(STAY)).toEqual([kitten, fuse]);
    expect(sortOut(look.cards, buckets, sorting, "back")).toEqual({
      type: "sort-out",
      order: [0, 2, 1],
      piles: [{ count: 1, to: { zone: "library", at: "bottom" } }],
      rest: "back",
    });
  });

  it("takes a card that was found, shows it, and shuffles", () => {
    const search = { ...look, isSearch: true };
    const sorting = put(begun(look.cards), fuse!, "hand-shown");
    expect(sortOut(look.cards, bucketsFor(search), sorting, "shuffle")).toEqual({
      type: "sort-out",
      order: [1, 0, 2],
      piles: [{ count: 1, to: { zone: "hand" }, reveal: true }],
      rest: "shuffle",
    });
  });
});

describe("order", () => {
  const scene = sceneOf(
    table([
      player({ hand: ["Sofa Tyrant", "Garden", "Lap Kitten", "Short Fuse"].map((name) => card(name)).concat(card()) }),
      player(),
    ]),
  );
  const { hand } = scene.players[0]!;
  const names = (all: typeof hand) => all.map((thing) => seen(thing)?.name);

  it("is by name, by cost or by type, with unseen cards last", () => {
    expect(names(ordered(hand, seen, "by name"))).toEqual(["Garden", "Lap Kitten", "Short Fuse", "Sofa Tyrant", undefined]);
    expect(names(ordered(hand, seen, "by cost"))).toEqual(["Garden", "Lap Kitten", "Short Fuse", "Sofa Tyrant", undefined]);
    expect(names(ordered(hand, seen, "by type"))).toEqual(["Lap Kitten", "Sofa Tyrant", "Short Fuse", "Garden", undefined]);
    expect(ordered(hand, seen, "as they lie")).toEqual(hand);
  });

  it("counts what costs are worth", () => {
    expect(valueOf(["X", "2", "W", "W/U", "2/R"])).toBe(6);
  });

  it("finds cards by all their words, marks and case aside", () => {
    expect(names(found(hand, seen, "CREATURE purr"))).toEqual(["Lap Kitten"]);
    expect(found(hand, seen, "nothing like it")).toEqual([]);
  });
});

describe("tokens", () => {
  it("are suggested from what the cards say", () => {
    expect(spokenOf("Create two 1/1 white and blue Bird creature tokens with flying.")).toEqual([
      { kind: "token", name: "Bird", line: "Creature — Bird", power: "1", toughness: "1", colours: ["w", "u"], text: "Flying" },
    ]);
    expect(spokenOf("Draw two cards.")).toEqual([]);
  });

  it("have the words that came with the card that makes them", () => {
    const tokens = [
      {
        id: faceOf("Stray"),
        name: "Stray",
        faces: [{ name: "Stray", type: "Token Creature — Cat", power: "2", toughness: "2", colours: "G" }],
      },
    ];
    learn({ [faceOf("Saucer of Milk")]: { name: "Saucer of Milk", faces: [{ name: "Saucer of Milk" }], tokens } });
    const scene = sceneOf(table([player({ hand: [card("Saucer of Milk")] }), player()]));
    expect(suggestions(scene)[0]).toEqual({
      kind: "token",
      name: "Stray",
      line: "Token Creature — Cat",
      power: "2",
      toughness: "2",
      colours: ["g"],
      like: faceOf("Stray"),
    });
  });

  it("come first from the viewer’s own cards, and each once", () => {
    const scene = sceneOf(table([player({ hand: [card("Mother of Six"), card("Mother of Six")] }), player()]));
    const all = suggestions(scene);
    expect(all[0]).toMatchObject({ name: "Kitten", power: "1", text: "Purr" });
    expect(all.filter(({ name }) => name === "Kitten").length).toBe(1);
  });
});

describe("a secret choice", () => {
  it("is written as a face, and read again", () => {
    expect(secretOf("7")).toBe("ff013700000000000000000000000000");
    expect(textOf(secretOf("Ärger")!)).toBe("Ärger");
  });

  it("is short, and a card is none", () => {
    expect(secretOf(" ")).toBeNull();
    expect(secretOf("longer than that")).toBeNull();
    expect(textOf(faceOf("Lap Kitten"))).toBeNull();
    expect(textOf("ff026100000000000000000000000001")).toBeNull();
  });
});

describe("arrow keys", () => {
  it("go to the nearest ahead, and nowhere at the edge", () => {
    const all = [
      { x: 100, y: 0 },
      { x: 60, y: 80 },
      { x: 200, y: 0 },
    ];
    expect(nextTo({ x: 0, y: 0 }, all, "ArrowRight")).toBe(0);
    expect(nextTo({ x: 0, y: 0 }, all, "ArrowDown")).toBe(1);
    expect(nextTo({ x: 0, y: 0 }, all, "ArrowUp")).toBe(-1);
  });
});
