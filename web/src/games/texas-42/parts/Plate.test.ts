// The plate shows the same time as every clock.
import { render } from "svelte/server";
import { expect, it } from "vitest";
import { MOMENTS, timer } from "../../../tests/timer";
import Plate from "./Plate.svelte";

const props = {
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

it.each(MOMENTS)("the plate with %i ms left", (left, text) => {
  expect(timer(render(Plate, { props: { ...props, left } }))).toBe(`Ada: ${text} left`);
});
