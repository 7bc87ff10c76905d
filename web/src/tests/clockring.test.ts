// The ring shows the same time as every plate with a clock.
import { render } from "svelte/server";
import { expect, it } from "vitest";
import ClockRing from "../ui/ClockRing.svelte";
import { MOMENTS, timer } from "./timer";

it.each(MOMENTS)("the ring with %i ms left", (left, text) => {
  const short = text.startsWith("0:") ? String(Number(text.slice(2))) : text;
  expect(timer(render(ClockRing, { props: { left } }))).toBe(`Time left: ${short}`);
});
