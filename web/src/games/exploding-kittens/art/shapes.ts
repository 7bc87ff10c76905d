// Shapes that are cut again and again: jagged bursts, stars, spirals.

/** A number between 0 and 1 that is always the same for the same place. */
function rough(i: number): number {
  const wave = Math.sin(i * 127.1 + 311.7) * 43758.5453;
  return wave - Math.floor(wave);
}

function point(x: number, y: number, radius: number, angle: number): string {
  return `${(x + Math.cos(angle) * radius).toFixed(1)} ${(y + Math.sin(angle) * radius).toFixed(1)}`;
}

/** A star with uneven points, as a knife makes it. */
export function burst(x: number, y: number, points: number, outer: number, inner: number, unevenness = 0.18): string {
  const corners: string[] = [];
  for (let i = 0; i < points * 2; i += 1) {
    const angle = (i / (points * 2)) * Math.PI * 2 - Math.PI / 2 + (rough(i + points) - 0.5) * (0.7 / points);
    const radius = (i % 2 === 0 ? outer : inner) * (1 + (rough(i * 3 + points) - 0.5) * 2 * unevenness);
    corners.push(point(x, y, radius, angle));
  }
  return `M${corners.join("L")}Z`;
}

/** Wedges that run outwards, as a gouge leaves them. */
export function rays(x: number, y: number, count: number, from: number, to: number, width = 0.035): string {
  let path = "";
  for (let i = 0; i < count; i += 1) {
    const angle = (i / count) * Math.PI * 2 + (rough(i + count) - 0.5) * 0.18;
    const near = from * (1 + (rough(i * 5) - 0.5) * 0.3);
    const far = to * (1 + (rough(i * 7) - 0.5) * 0.25);
    path += `M${point(x, y, near, angle)}L${point(x, y, far, angle - width)}L${point(x, y, far, angle + width)}Z`;
  }
  return path;
}

/** A line that winds inwards. */
export function spiral(x: number, y: number, radius: number, turns: number, start = 0): string {
  const steps = Math.ceil(turns * 14);
  const points = Array.from({ length: steps + 1 }, (_, i) =>
    point(x, y, radius * (1 - i / steps), start + (i / steps) * turns * Math.PI * 2),
  );
  return `M${points.join("L")}`;
}
