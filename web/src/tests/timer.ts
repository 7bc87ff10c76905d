// What a screen reader is told of a timer, for the tests of whatever shows one.

/** Some moments of a clock around a full minute, in milliseconds, and what is read then. */
export const MOMENTS: readonly [left: number, text: string][] = [
  [60_500, "1:01"],
  [60_000, "1:00"],
  [59_500, "1:00"],
  [59_000, "0:59"],
  [0, "0:00"],
];

/** The name of the timer in this markup. */
export function timer({ body }: { body: string }): string {
  return body.match(/role="timer"[^>]*aria-label="([^"]*)"/)?.[1] ?? "no timer";
}
