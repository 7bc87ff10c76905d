// Where the pips of a half are, on a square of 60, and the ink that each number is printed in.

type Spot = readonly [number, number];
const [NEAR, MID, FAR] = [16, 30, 44];

const SPOTS: readonly (readonly Spot[])[] = [
  [],
  [[MID, MID]],
  [
    [NEAR, NEAR],
    [FAR, FAR],
  ],
  [
    [NEAR, NEAR],
    [MID, MID],
    [FAR, FAR],
  ],
  [
    [NEAR, NEAR],
    [FAR, NEAR],
    [NEAR, FAR],
    [FAR, FAR],
  ],
  [
    [NEAR, NEAR],
    [FAR, NEAR],
    [MID, MID],
    [NEAR, FAR],
    [FAR, FAR],
  ],
  [
    [NEAR, NEAR],
    [FAR, NEAR],
    [NEAR, MID],
    [FAR, MID],
    [NEAR, FAR],
    [FAR, FAR],
  ],
];

export const INKS = ["#8d7a5b", "#17706b", "#8a5306", "#4e7312", "#3a4aa8", "#bb5410", "#7b2d74"] as const;

/** The spots of so many pips, each a hair off, as a hand would cut them. */
export function spots(pips: number): [number, number][] {
  return (SPOTS[pips] ?? []).map(([x, y], i) => [
    x + (((i * 7 + pips * 3) % 5) - 2) * 0.28,
    y + (((i * 5 + pips) % 5) - 2) * 0.28,
  ]);
}

/** A star with five points. */
export function star(x: number, y: number, radius: number, turn = 0): string {
  const points = Array.from({ length: 10 }, (_, i) => {
    const r = i % 2 === 0 ? radius : radius * 0.44;
    const angle = (i / 10) * Math.PI * 2 - Math.PI / 2 + turn;
    return `${(x + Math.cos(angle) * r).toFixed(1)} ${(y + Math.sin(angle) * r).toFixed(1)}`;
  });
  return `M${points.join("L")}Z`;
}
