// Arrow keys on a table: from one thing to the nearest in that direction.

export interface Spot {
  x: number;
  y: number;
}

export type Direction = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown";
export const DIRECTIONS: readonly Direction[] = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];

/** Which of these places is the next in this direction; -1 if there is none. What lies straight ahead goes before what lies aside. */
export function nextTo(from: Spot, all: readonly Spot[], direction: Direction): number {
  const isAcross = direction === "ArrowLeft" || direction === "ArrowRight";
  const sign = direction === "ArrowRight" || direction === "ArrowDown" ? 1 : -1;
  let best = -1;
  let least = Infinity;
  for (const [at, { x, y }] of all.entries()) {
    const ahead = sign * (isAcross ? x - from.x : y - from.y);
    const aside = Math.abs(isAcross ? y - from.y : x - from.x);
    if (ahead < 2) continue;
    const cost = ahead + aside * 2.4;
    if (cost < least) [best, least] = [at, cost];
  }
  return best;
}
