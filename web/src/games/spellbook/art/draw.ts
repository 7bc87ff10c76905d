// Pens and dice for the pictures on cards: paths of a linocut, and chance that is the same each time for the same card.

export interface Shape {
  d: string;
  fill?: string;
  stroke?: string;
  width?: number;
}

export type Chance = (from: number, to: number) => number;

/** Numbers between two others, the same each time for the same text. */
export function chanceOf(text: string): Chance {
  let state = 2_166_136_261;
  for (let at = 0; at < text.length; at += 1) state = Math.imul(state ^ text.charCodeAt(at), 16_777_619);
  return (from, to) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return from + (((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * (to - from);
  };
}

export type Point = readonly [number, number];

const n = (value: number) => Math.round(value * 10) / 10;

export function polygon(points: readonly Point[]): string {
  return `M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join("L")}Z`;
}

export function line(points: readonly Point[]): string {
  return `M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join("L")}`;
}

/** A closed shape with round corners: through the middle of each side. */
export function blob(points: readonly Point[]): string {
  const middle = (at: number): Point => {
    const [a, b] = [points[at % points.length]!, points[(at + 1) % points.length]!];
    return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  };
  const start = middle(points.length - 1);
  const turns = points.map(([x, y], at) => {
    const to = middle(at);
    return `Q${n(x)} ${n(y)} ${n(to[0])} ${n(to[1])}`;
  });
  return `M${n(start[0])} ${n(start[1])}${turns.join("")}Z`;
}

export function circle(x: number, y: number, r: number): string {
  return `M${n(x - r)} ${n(y)}a${n(r)} ${n(r)} 0 1 0 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 1 0 ${n(-2 * r)} 0Z`;
}

export function at(x: number, y: number, angle: number, r: number): Point {
  return [x + Math.cos(angle) * r, y + Math.sin(angle) * r];
}

/** Wedges around a point, as light is cut into lino. */
export function rays(x: number, y: number, count: number, inner: number, outer: number, turn = 0, share = 0.5): string {
  const step = (2 * Math.PI) / count;
  return Array.from({ length: count }, (_, ray) => {
    const from = turn + ray * step;
    const to = from + step * share;
    return polygon([at(x, y, from + (step * share) / 2 - 0.01, inner), at(x, y, from, outer), at(x, y, to, outer)]);
  }).join("");
}

/** A thin cut that swells in the middle, from one point to another. */
export function cut(from: Point, to: Point, width: number, bow = 0): string {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const long = Math.hypot(dx, dy) || 1;
  const [nx, ny] = [-dy / long, dx / long];
  const [mx, my] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  const side = (by: number) => `${n(mx + nx * by)} ${n(my + ny * by)}`;
  return `M${n(from[0])} ${n(from[1])}Q${side(bow + width)} ${n(to[0])} ${n(to[1])}Q${side(bow - width)} ${n(from[0])} ${n(from[1])}Z`;
}

/** The mirror image of points about the middle of the picture, in the order that closes the outline. */
export function mirrored(points: readonly Point[], middle = 120): Point[] {
  return [...points, ...points.toReversed().map(([x, y]): Point => [2 * middle - x, y])];
}
