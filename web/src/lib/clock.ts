// The time that is left on a clock, in whole seconds and as text. Seconds are rounded up: 0:00 stands there once nothing is left.

export function secondsLeft(millis: number): number {
  return Math.max(0, Math.ceil(millis / 1000));
}

/** "1:05", "0:09". */
export function clockText(millis: number): string {
  const seconds = secondsLeft(millis);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
