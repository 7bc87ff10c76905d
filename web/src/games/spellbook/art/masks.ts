// The faces of creatures: masks, the same on both sides, with what grows on their heads and what wings they have.
import { blob, circle, cut, mirrored, polygon, type Chance, type Point, type Shape } from "./draw";
import type { Inks } from "./inks";
import type { Subject } from "./scenes";

/** A face that is the same on both sides, as masks are carved. */
export function mask(subject: Subject, inks: Inks, chance: Chance): Shape[] {
  const flies = /\bfl(ying|ies)\b/i.test(subject.text);
  const size = 0.74 + Math.min(subject.power, 8) * 0.026;
  const [middle, high] = [108, chance(66, 78) * size];
  const wide = chance(50, 66) * size;
  const jaw = chance(0.36, 0.86);
  const outline = mirrored([
    [120, middle - high],
    [120 - wide * 0.7, middle - high * 0.98],
    [120 - wide, middle - high * 0.3],
    [120 - wide * 0.96, middle + high * 0.25],
    [120 - wide * jaw, middle + high * 0.86],
    [120 - wide * 0.2, middle + high],
  ]);
  const shapes: Shape[] = [];
  if (flies) shapes.push({ d: wings(middle, wide, chance), fill: inks.near });
  shapes.push({ d: crown(middle, wide, high, chance), fill: inks.dark });
  shapes.push({ d: blob(outline), fill: inks.near, stroke: inks.dark, width: 5 });
  shapes.push({ d: cheeks(middle, wide, high, chance), fill: inks.far });
  const [eyes, pupils] = eyesOf(middle, wide, high, chance);
  shapes.push({ d: eyes, fill: inks.light, stroke: inks.dark, width: 3.4 }, { d: pupils, fill: inks.dark });
  shapes.push(...mouth(middle, wide, high, inks, chance));
  return shapes;
}

function wings(middle: number, wide: number, chance: Chance): string {
  const reach = chance(84, 112);
  return [-1, 1]
    .map((side) => {
      const feathers = Array.from({ length: 5 }, (_, feather) => {
        const angle = -0.75 + feather * 0.32;
        const tip: Point = [120 + side * (wide * 0.6 + Math.cos(angle) * reach), middle + Math.sin(angle) * reach * 0.9];
        return cut([120 + side * wide * 0.5, middle + feather * 5], tip, 15, side * -7);
      });
      return feathers.join("");
    })
    .join("");
}

/** What grows on the head: horns, ears, antlers or a crest. */
function crown(middle: number, wide: number, high: number, chance: Chance): string {
  const kind = Math.floor(chance(0, 4));
  const top = middle - high;
  const both = (draw: (side: number) => string) => draw(-1) + draw(1);
  const tall = chance(26, 44);
  if (kind === 0) {
    return both((side) => {
      const x = 120 + side * wide * 0.66;
      return `M${x - 11} ${top + 26}Q${x + side * 34} ${top + 6} ${x + side * 20} ${top - tall}Q${x + side * 62} ${top + 4} ${x + 11} ${top + 38}Z`;
    });
  }
  if (kind === 1) {
    return both((side) => {
      const x = 120 + side * wide * 0.72;
      return blob([
        [x - 17, top + 40],
        [x + side * 8, top - tall],
        [x + side * 22, top - tall * 0.6],
        [x + 17, top + 40],
      ]);
    });
  }
  if (kind === 2) {
    return both((side) => {
      const x = 120 + side * wide * 0.4;
      const far: Point = [x + side * 44, top - tall * 0.7];
      return (
        cut([x, top + 20], far, 7, side * -9) +
        cut([x + side * 18, top - 2], [x + side * 14, top - tall], 5) +
        cut([x + side * 31, top - 8], [x + side * 56, top - tall * 0.2], 4.6)
      );
    });
  }
  const spikes = Math.round(chance(5, 9));
  return Array.from({ length: spikes }, (_, spike) => {
    const share = spike / (spikes - 1) - 0.5;
    const x = 120 + share * wide * 1.8;
    const bottom = top + 26 + Math.abs(share) * 34;
    const tip = bottom - 30 - tall * (1 - Math.abs(share) * 1.2);
    return polygon([
      [x - 11, bottom],
      [x + share * 26, tip],
      [x + 11, bottom],
    ]);
  }).join("");
}

function cheeks(middle: number, wide: number, high: number, chance: Chance): string {
  const count = Math.round(chance(2, 4));
  const tilt = chance(-12, 16);
  const marks = Array.from({ length: count }, (_, mark) => {
    const y = middle + high * (0.2 + mark * 0.17);
    return [-1, 1].map((side) => cut([120 + side * wide * 0.88, y + tilt], [120 + side * wide * 0.42, y], 3.6)).join("");
  });
  const brow = [-1, 0, 1].map((step) => cut([120 + step * 9, middle - high * 0.88], [120 + step * 5, middle - high * 0.44], 3));
  return [...marks, ...brow, cut([120, middle - high * 0.36], [120, middle + high * 0.24], 6)].join("");
}

function eyesOf(middle: number, wide: number, high: number, chance: Chance): [string, string] {
  const [apart, tilt, open] = [wide * chance(0.4, 0.5), chance(-9, 9), chance(8, 14)];
  const y = middle - high * 0.16;
  const long = wide * chance(0.28, 0.36);
  const slit = chance(0, 1) < 0.5;
  const eye = (side: number): [string, string] => {
    const x = 120 + side * apart;
    const [inner, outer]: Point[] = [
      [x - side * long, y + tilt],
      [x + side * long, y - tilt],
    ];
    return [
      cut(inner!, outer!, open * 1.8),
      slit ? cut([x, y - open * 0.8], [x, y + open * 0.8], open * 0.5) : circle(x, y, open * 0.52),
    ];
  };
  const all = [eye(-1), eye(1)];
  if (chance(0, 1) < 0.16) all.push([circle(120, middle - high * 0.56, 8), circle(120, middle - high * 0.56, 3.4)]);
  return [all.map(([white]) => white).join(""), all.map(([, pupil]) => pupil).join("")];
}

function mouth(middle: number, wide: number, high: number, inks: Inks, chance: Chance): Shape[] {
  const y = middle + high * 0.56;
  const long = wide * chance(0.3, 0.5);
  const bow = chance(-8, 13);
  if (chance(0, 1) < 0.36) {
    return [
      {
        d: polygon([
          [120 - long * 0.5, y - 8],
          [120 + long * 0.5, y - 8],
          [120, y + 18],
        ]),
        fill: inks.dark,
      },
    ];
  }
  const teeth = Array.from({ length: 5 }, (_, tooth) => {
    const x = 120 + (tooth - 2) * long * 0.3;
    return polygon([
      [x - 4, y - 2],
      [x + 4, y - 2],
      [x, y + 9],
    ]);
  });
  return [
    { d: cut([120 - long, y - bow * 0.4], [120 + long, y - bow * 0.4], 13, bow), fill: inks.dark },
    { d: teeth.join(""), fill: inks.light },
  ];
}
