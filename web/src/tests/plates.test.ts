// Every plate with a clock shows the same time for the same half second.
import { render } from "svelte/server";
import { describe, expect, it } from "vitest";
import CatsPlate from "../games/herding-cats/parts/Plate.svelte";
import TexasPlate from "../games/texas-42/parts/Plate.svelte";
import ClockRing from "../ui/ClockRing.svelte";

const cats = { seat: 0, name: "Ada", hand: 7, herd: 0, isTurn: true, isThinking: true, note: "" };
const texas = {
  seat: 0,
  info: undefined,
  name: "Ada",
  isYou: false,
  isPartner: false,
  isThinking: true,
  isShaker: false,
  isAgreed: false,
  isOut: false,
  isHere: true,
  bid: null,
  isBest: false,
  isFresh: false,
  bones: 7,
  ours: false,
  place: "west" as const,
};

/** What a screen reader is told of the timer in this markup. */
function timer({ body }: { body: string }): string {
  return body.match(/role="timer" aria-label="([^"]*)"/)?.[1] ?? "no timer";
}

describe.each([
  [60_500, "1:01"],
  [60_000, "1:00"],
  [59_500, "1:00"],
  [59_000, "0:59"],
  [0, "0:00"],
])("with %i ms left", (left, text) => {
  it("stands on every plate", () => {
    expect(timer(render(CatsPlate, { props: { ...cats, left } }))).toBe(`Ada, time left ${text}`);
    expect(timer(render(TexasPlate, { props: { ...texas, left } }))).toBe(`Ada: ${text} left`);
    expect(timer(render(ClockRing, { props: { left } }))).toBe(
      `Time left: ${text.startsWith("0:") ? String(Number(text.slice(2))) : text}`,
    );
  });
});
