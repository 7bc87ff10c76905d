// What a herd says of a stolen card: to the thief what it is, to everybody else that it was stolen.
import { render } from "svelte/server";
import { describe, expect, it } from "vitest";
import { table } from "../fixture";
import Herd from "./Herd.svelte";
import { seatScene, type HerdCard } from "../model/scene";

const NAMES = ["Mina", "Ada", "Bob"];

/** The herd of seat 0 with a stolen card, as a viewer sees it; the fixture's own one is a Kitten from Ada. */
function herd(you: number | null, change: Partial<HerdCard> = {}): string {
  const cards = seatScene(table(3, { type: "turn" }, you), 0, new Map())
    .herd.slice(-1)
    .map((card) => ({ ...card, slot: 0, ...change }));
  return render(Herd, { props: { cards, seat: 0, at: { you: 0, name: (seat: number) => NAMES[seat]! } } }).body;
}

function tip(body: string): string | undefined {
  return body
    .match(/role="tooltip".*?<strong[^>]*>(.*?)<\/strong>.*?<span[^>]*>(.*?)<\/span>/s)
    ?.slice(1)
    .join(": ");
}

describe("a stolen card", () => {
  it("has a tip for the thief alone", () => {
    expect(tip(herd(0))).toBe("Kitten: Stolen from Ada. Only you can see what it is.");
    for (const you of [1, 2, null]) {
      const body = herd(you);
      expect(tip(body)).toBeUndefined();
      expect(body).not.toMatch(/kitten/i);
      expect(body).toContain("face-down card, card 1 of 1 in your herd, stolen from Ada, nobody has said what it is");
    }
  });

  it("that was held up as something else says what it counts as", () => {
    expect(tip(herd(0, { claim: "laser_pointer", isBluff: true }))).toBe(
      "Kitten: Stolen from Ada as a Laser Pointer, which it counts as. Only you can see what it is.",
    );
  });

  it("is described to a screen reader by its tip", () => {
    const body = herd(0);
    const id = body.match(/aria-describedby="([^"]*)"/)?.[1];
    expect(id).toBeTruthy();
    expect(body).toContain(`id="${id}"`);
    expect(body).toContain('aria-label="Kitten, card 1 of 1 in your herd, face down"');
  });
});
