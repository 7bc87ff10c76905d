// What is pictured: landscapes, masks, bursts, whirls, rosettes, vessels and figures, all 240 by 200 with what matters in the middle.
import { at, blob, chanceOf, circle, cut, line, mirrored, polygon, rays, type Chance, type Point, type Shape } from "./draw";
import { mask } from "./masks";
import { inksOf, type Colour, type Inks } from "./inks";

export interface Subject {
  /** Makes the picture its own: the card's name. */
  name: string;
  type: string;
  text: string;
  colours: readonly Colour[];
  /** How large it is drawn, if it has a size. */
  power: number;
}

const painted = new Map<string, readonly Shape[]>();

/** The picture of a card: the same shapes each time. */
export function paint(subject: Subject): readonly Shape[] {
  const key = `${subject.name}|${subject.type}|${subject.colours.join("")}`;
  const known = painted.get(key);
  if (known) return known;
  const shapes = draw(subject);
  painted.set(key, shapes);
  return shapes;
}

function draw(subject: Subject): Shape[] {
  const { type, colours, name } = subject;
  const chance = chanceOf(name);
  const inks = inksOf(colours, /land/i.test(type));
  const sun: Point = [120 + chance(-46, 46), chance(48, 84)];
  const is = (word: string) => type.toLowerCase().includes(word);
  const back: Shape[] = [
    { d: "M-20-20H260V220H-20Z", fill: inks.sky },
    { d: rays(sun[0], sun[1], Math.round(chance(13, 21)), 0, 330, chance(0, 1)), fill: inks.ray },
  ];
  if (is("creature")) return [...back, ...mask(subject, inks, chance)];
  if (is("land")) return [...back, ...landscape(colours[0] ?? "", inks, chance, sun)];
  if (is("planeswalker")) return [...back, ...figure(inks, chance)];
  if (is("artifact")) return [...back, ...(chance(0, 1) < 0.5 ? wheel(inks, chance) : vessel(inks, chance))];
  if (is("instant")) return [...back, ...burst(inks, chance)];
  if (is("sorcery")) return [...back, ...whirl(inks, chance)];
  return [...back, ...rosette(inks, chance)];
}

function landscape(colour: string, inks: Inks, chance: Chance, sun: Point): Shape[] {
  const light = [{ d: circle(sun[0], sun[1], chance(22, 31)), fill: inks.light }];
  switch (colour) {
    case "U":
      return [...light, ...waves(inks, chance)];
    case "R":
      return [...light, ...peaks(inks, chance)];
    case "G":
      return [...light, ...trees(inks, chance)];
    case "B":
      return [...light, ...reeds(inks, chance)];
    default:
      return [...light, ...fields(inks, chance)];
  }
}

function hill(chance: Chance, y: number, swell: number): string {
  const phase = chance(0, 6);
  const crest = Array.from({ length: 15 }, (_, step): Point => {
    const x = -20 + step * 20;
    return [x, y + Math.sin(phase + x / 47) * swell + Math.sin(phase * 2 + x / 23) * swell * 0.35];
  });
  return polygon([...crest, [270, 230], [-30, 230]]);
}

function fields(inks: Inks, chance: Chance): Shape[] {
  const furrows = Array.from({ length: 11 }, (_, row) => {
    const x = -110 + row * 46;
    return cut([120 + (x - 120) * 0.18, 146], [x, 216], 2.6);
  });
  return [
    { d: hill(chance, 112, 12), fill: inks.far },
    { d: hill(chance, 130, 9), fill: inks.near },
    { d: hill(chance, 148, 5), fill: inks.dark },
    { d: furrows.join(""), fill: inks.far },
  ];
}

function waves(inks: Inks, chance: Chance): Shape[] {
  return [inks.far, inks.near, inks.dark].map((fill, row): Shape => {
    const y = 112 + row * 30;
    const wide = chance(44, 60);
    const shift = chance(-wide, 0);
    const crests = Array.from({ length: 8 }, (_, wave) => {
      const x = shift - 30 + wave * wide;
      return `Q${x + wide * 0.55} ${y - 26} ${x + wide * 0.62} ${y - 8}Q${x + wide * 0.72} ${y + 8} ${x + wide} ${y}`;
    });
    return { d: `M${shift - 30} ${y}${crests.join("")}V230H-40Z`, fill, stroke: inks.light, width: 1.6 };
  });
}

function peaks(inks: Inks, chance: Chance): Shape[] {
  const range = (y: number, high: number, count: number): Point[] =>
    Array.from({ length: count * 2 + 1 }, (_, step): Point => [
      -30 + (step * 300) / (count * 2) + chance(-6, 6),
      step % 2 ? y - high * chance(0.6, 1) : y + chance(-6, 10),
    ]);
  const [far, near] = [range(128, 62, 4), range(166, 88, 3)];
  const snow = near
    .filter((_, step) => step % 2)
    .flatMap(([x, y]) => [
      cut([x, y + 2], [x - 16, y + 40], 4, 2),
      cut([x + 4, y + 10], [x + 3, y + 58], 3.4, -2),
      cut([x + 10, y + 22], [x + 26, y + 62], 3, 1),
    ]);
  return [
    { d: polygon([...far, [280, 230], [-40, 230]]), fill: inks.far },
    { d: polygon([...near, [280, 230], [-40, 230]]), fill: inks.dark },
    { d: snow.join(""), fill: inks.light },
  ];
}

function trees(inks: Inks, chance: Chance): Shape[] {
  const row = (y: number, high: number, count: number): string =>
    Array.from({ length: count }, (_, tree) => {
      const x = -14 + (tree * 268) / (count - 1) + chance(-7, 7);
      const tall = high * chance(0.7, 1.1);
      const wide = tall * 0.27;
      return [0, 1, 2]
        .map((tier) => {
          const top = y - tall + tier * tall * 0.24;
          const spread = wide * (0.55 + tier * 0.26);
          return polygon([
            [x, top],
            [x + spread, top + tall * 0.42],
            [x, top + tall * 0.36],
            [x - spread, top + tall * 0.42],
          ]);
        })
        .join("");
    }).join("");
  return [
    { d: hill(chance, 126, 8) + row(136, 56, 11), fill: inks.far },
    { d: hill(chance, 152, 6) + row(164, 76, 8), fill: inks.near },
    { d: hill(chance, 184, 4) + row(200, 90, 5), fill: inks.dark },
  ];
}

function reeds(inks: Inks, chance: Chance): Shape[] {
  const stalks = Array.from({ length: 15 }, () => {
    const x = chance(-8, 248);
    const top = chance(66, 132);
    const lean = chance(-12, 12);
    return cut([x, 210], [x + lean, top], 3.2, lean * 0.6) + cut([x + lean, top + 4], [x + lean * 1.1, top - 18], 5.2);
  });
  const ripples = Array.from({ length: 7 }, (_, row) => {
    const x = chance(20, 150);
    return cut([x, 140 + row * 9], [x + chance(40, 86), 140 + row * 9], 1.5);
  });
  return [
    { d: hill(chance, 114, 13), fill: inks.far },
    { d: "M-20 132H260V220H-20Z", fill: inks.near },
    { d: ripples.join(""), fill: inks.light },
    { d: stalks.join(""), fill: inks.dark },
  ];
}

function burst(inks: Inks, chance: Chance): Shape[] {
  const [x, y] = [120 + chance(-14, 14), 96 + chance(-8, 8)];
  const star = (count: number, inner: number, outer: number, turn: number): string =>
    polygon(
      Array.from({ length: count * 2 }, (_, step) =>
        at(x, y, turn + (step * Math.PI) / count, step % 2 ? inner : outer * chance(0.72, 1.12)),
      ),
    );
  const spikes = Math.round(chance(9, 15));
  const sparks = Array.from({ length: 16 }, () => {
    const angle = chance(0, 2 * Math.PI);
    const r = chance(86, 124);
    return cut(at(x, y, angle, r), at(x, y, angle, r + chance(10, 34)), 3);
  });
  return [
    { d: star(spikes, 44, 98, chance(0, 1)), fill: inks.near },
    { d: star(spikes, 30, 70, chance(0, 1)), fill: inks.dark },
    { d: star(spikes, 18, 48, chance(0, 1)), fill: inks.far },
    { d: star(spikes, 8, 27, chance(0, 1)) + sparks.join(""), fill: inks.light },
  ];
}

function whirl(inks: Inks, chance: Chance): Shape[] {
  const arms = Math.round(chance(4, 7));
  const twist = chance(0.7, 1.25) * (chance(0, 1) < 0.5 ? -1 : 1);
  const arm = (turn: number, thick: number, reach: number): string => {
    const steps = Array.from({ length: 9 }, (_, step) => step / 8);
    const out = steps.map((share) => at(120, 98, turn + share * twist * 2, 10 + share * reach));
    const back = steps
      .toReversed()
      .map((share) =>
        at(120, 98, turn + share * twist * 2 + thick * Math.sin(Math.PI * (0.15 + share * 0.85)), 10 + share * reach),
      );
    return blob([...out, ...back]);
  };
  const all = (thick: number, reach: number, offset: number) =>
    Array.from({ length: arms }, (_, one) => arm(offset + (one * 2 * Math.PI) / arms, thick, reach)).join("");
  return [
    { d: all(3.4 / arms, 118, 0), fill: inks.near },
    { d: all(1.9 / arms, 104, 0.16), fill: inks.far },
    { d: all(0.8 / arms, 92, 0.3), fill: inks.light },
    { d: circle(120, 98, 17), fill: inks.dark },
    { d: circle(120, 98, 8), fill: inks.light },
  ];
}

function rosette(inks: Inks, chance: Chance): Shape[] {
  const fold = Math.round(chance(6, 11));
  const petals = (inner: number, outer: number, wide: number, turn: number): string =>
    Array.from({ length: fold }, (_, petal) => {
      const angle = turn + (petal * 2 * Math.PI) / fold;
      return cut(at(120, 98, angle, inner), at(120, 98, angle, outer), wide);
    }).join("");
  const half = Math.PI / fold;
  const wide = 190 / fold;
  const dots = Array.from({ length: fold * 2 }, (_, dot) => {
    const [x, y] = at(120, 98, (dot * Math.PI) / fold + half / 2, 91);
    return circle(x, y, 3);
  });
  return [
    { d: circle(120, 98, 82), fill: inks.near },
    { d: petals(14, 96, wide * 1.15, half), fill: inks.dark },
    { d: petals(12, 84, wide, 0), fill: inks.far, stroke: inks.dark, width: 2.5 },
    { d: petals(22, 66, wide * 0.42, 0) + dots.join(""), fill: inks.light },
    { d: circle(120, 98, 20), fill: inks.dark },
    { d: circle(120, 98, 12) + circle(120, 98, 5), fill: inks.light },
  ];
}

function vessel(inks: Inks, chance: Chance): Shape[] {
  const [lip, neck, belly, foot] = [chance(22, 40), chance(10, 20), chance(48, 72), chance(20, 36)];
  const [at, low] = [chance(94, 122), 172];
  const side: Point[] = [
    [120 - lip, 26],
    [120 - lip, 36],
    [120 - neck, 48],
    [120 - neck, 66],
    [120 - belly, at - 18],
    [120 - belly, at + 18],
    [120 - foot * 0.7, 156],
    [120 - foot, low],
    [120 - foot, low + 4],
  ];
  const bands = [at - 12, at + 2, at + 16].map((y, band) =>
    cut([120 - belly * 0.8, y], [120 + belly * 0.8, y], band === 1 ? 7 : 3, 9),
  );
  const handles = [-1, 1]
    .map((side) => `M${120 + side * neck} 54Q${120 + side * (belly + 26)} 44 ${120 + side * belly * 0.86} ${at - 6}`)
    .join("");
  return [
    { d: "M-20 168H260V220H-20Z", fill: inks.near },
    { d: rays(120, 26, 12, 26, 60, 3.1, 0.26), fill: inks.light },
    { d: handles, stroke: inks.dark, width: 9 },
    { d: blob(mirrored(side)), fill: inks.far, stroke: inks.dark, width: 6 },
    { d: bands.join(""), fill: inks.dark },
    { d: cut([120 - belly * 0.5, at - 30], [120 - belly * 0.4, at + 30], 5, -7), fill: inks.light },
  ];
}

function wheel(inks: Inks, chance: Chance): Shape[] {
  const teeth = Math.round(chance(9, 15));
  const rim = Array.from({ length: teeth * 4 }, (_, step) => at(120, 98, (step * Math.PI) / (teeth * 2), step % 4 < 2 ? 84 : 68));
  const spokes = Math.round(chance(4, 7));
  const holes = Array.from({ length: spokes }, (_, spoke) => {
    const angle = (spoke * 2 * Math.PI) / spokes;
    const wide = Math.PI / spokes - 0.14;
    return blob([at(120, 98, angle - wide, 52), at(120, 98, angle, 60), at(120, 98, angle + wide, 52), at(120, 98, angle, 24)]);
  });
  return [
    { d: polygon(rim), fill: inks.near, stroke: inks.dark, width: 5 },
    { d: holes.join(""), fill: inks.sky, stroke: inks.dark, width: 3.5 },
    { d: circle(120, 98, 19), fill: inks.dark },
    { d: circle(120, 98, 9), fill: inks.light },
    { d: line([at(120, 98, -2.4, 78), at(120, 98, -1.9, 79), at(120, 98, -1.5, 78)]), stroke: inks.light, width: 4 },
  ];
}

function figure(inks: Inks, chance: Chance): Shape[] {
  const wide = chance(58, 78);
  const cloak = mirrored([
    [120, 70],
    [104, 78],
    [120 - wide * 0.6, 120],
    [120 - wide, 214],
  ]);
  const folds = [-2, -1, 0, 1, 2].map((fold) => cut([120 + fold * 7, 96], [120 + fold * wide * 0.38, 206], 3.6));
  const halo = Math.round(chance(14, 24));
  return [
    { d: circle(120, 62, 56), fill: inks.far },
    { d: rays(120, 62, halo, 34, 66, 0, 0.42), fill: inks.light },
    { d: polygon(cloak), fill: inks.near, stroke: inks.dark, width: 5 },
    { d: folds.join(""), fill: inks.dark },
    {
      d: blob([
        [120, 24],
        [92, 34],
        [94, 66],
        [120, 92],
        [146, 66],
        [148, 34],
      ]),
      fill: inks.dark,
    },
    {
      d: blob([
        [120, 40],
        [104, 46],
        [106, 66],
        [120, 80],
        [134, 66],
        [136, 46],
      ]),
      fill: inks.far,
    },
    { d: circle(113, 58, 3.4) + circle(127, 58, 3.4), fill: inks.light },
  ];
}
