// That the page says what the terminal says: the same messages with the same arguments, as in Rust.
import { describe, expect, it } from "vitest";
import { load } from "../games";
import { textsOf } from "../games/texts";
import { sentence } from "../lib/sentence";
import vectors from "../protocol/vectors/texts.json";

interface Told {
  you: number | null;
  event: object;
  text: string | null;
}

interface Scene {
  you: number | null;
  view: object;
  waiting: number[];
  legal: object[];
  title: string;
  detail: string | null;
  offers: [number, string][];
}

const { names, ...games } = vectors as unknown as { names: string[] } & Record<string, (Told | Scene)[]>;

function reader(you: number | null) {
  return { you, name: (seat: number) => (seat === you ? "You" : (names[seat] ?? "?")) };
}

describe.each(Object.entries(games))("the vectors of %s", async (name, lines) => {
  const { label, prompt } = await load(name);
  const texts = await textsOf(name);

  it("tell of events", () => {
    const told = lines.filter((line) => "event" in line);
    expect(told.length).toBeGreaterThan(0);
    for (const { you, event, text } of told) expect(texts.event(event, reader(you)), JSON.stringify(event)).toBe(text);
  });

  it("ask and offer", () => {
    const scenes = lines.filter((line) => "view" in line);
    expect(scenes.length).toBeGreaterThan(0);
    for (const { you, view, waiting, legal, title, detail, offers } of scenes) {
      const at = { ...reader(you), view };
      const said = prompt({ ...at, legal, waiting });
      expect({ title: said?.title, detail: said?.detail ?? null }).toEqual({ title, detail });
      for (const [index, text] of offers) expect(label(legal[index], at)).toBe(text);
    }
  });
});

describe("a game without messages", () => {
  it("names the fields", async () => {
    const at = { ...reader(0), view: {} };
    const event = { type: "card-played", player: 1, card: { id: 4, type: "kitten" }, at_last: true };
    expect(sentence(event, at)).toBe("Bob: card played, at last true, card kitten");
    const { words, label, prompt } = await load("a-new-game");
    expect(words(event, at)).toBe("Bob: card played, at last true, card kitten.");
    expect(label({ type: "playCard", target: 0 }, at)).toBe("Play card, target you");
    expect(prompt({ ...at, legal: [{ type: "pass" }], waiting: [0] })).toEqual({ title: "Your move", tone: "ask" });
    expect(prompt({ ...at, legal: [], waiting: [0, 1, 2] })).toEqual({ title: "Waiting for Bob and Mittens", tone: "wait" });
  });
});
