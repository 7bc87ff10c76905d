// The plate shows the same time as every clock.
import { render } from "svelte/server";
import { expect, it } from "vitest";
import { MOMENTS, timer } from "../../../tests/timer";
import Plate from "./Plate.svelte";

const props = { seat: 0, at: { you: null, name: () => "Ada" }, hand: 7, herd: 0, isTurn: true, isThinking: true, note: "" };

it.each(MOMENTS)("the plate with %i ms left", (left, text) => {
  expect(timer(render(Plate, { props: { ...props, left } }))).toBe(`Ada: ${text} left`);
});
