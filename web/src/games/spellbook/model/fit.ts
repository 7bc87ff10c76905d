// Breaks the words of a card into lines that fit its box, in the largest of a few sizes.
import { pieces } from "./symbols";

/** How wide a text is, as a multiple of its size. */
export type Measure = (text: string) => number;

export type Run = { x: number; text: string } | { x: number; symbol: string };

export interface Line {
  runs: Run[];
  /** How far the line stands below the top of the box. */
  y: number;
}

export interface Fitted {
  size: number;
  lines: Line[];
  /** In the smallest size, too, there was more than the box holds. */
  isCut: boolean;
}

export interface Box {
  width: number;
  height: number;
}

const SIZES = [15, 14, 13, 12, 11.2, 10.4, 9.7, 9, 8.4, 7.8, 7.2, 6.6];
const LEADING = 1.2;
const BETWEEN = 0.45;
/** A symbol with the space around it. */
const SYMBOL = 1.02;

/** The text in the largest size in which all of it fits. */
export function fit(text: string, box: Box, measure: Measure = measured, sizes: readonly number[] = SIZES): Fitted {
  let last: Fitted = { size: sizes[0] ?? 10, lines: [], isCut: false };
  for (const size of sizes) {
    const { lines, height } = broken(text, box.width / size, measure);
    const isCut = height * size > box.height;
    last = {
      size,
      lines: lines.map(({ runs, y }) => ({ runs: runs.map((run) => ({ ...run, x: run.x * size })), y: y * size })),
      isCut,
    };
    if (!isCut) return last;
  }
  return { ...last, lines: last.lines.filter(({ y }) => y <= box.height) };
}

/** The text in lines of this width, in multiples of its size. */
function broken(text: string, width: number, measure: Measure): { lines: Line[]; height: number } {
  const lines: Line[] = [];
  const space = measure(" ");
  let y = 0;
  for (const [at, paragraph] of text.split("\n").entries()) {
    if (at > 0) y += BETWEEN;
    let runs: Run[] = [];
    let x = 0;
    const end = () => {
      if (runs.length === 0) return;
      y += LEADING;
      lines.push({ runs, y: y - (LEADING - 0.92) });
      [runs, x] = [[], 0];
    };
    for (const word of paragraph.split(/\s+/).filter(Boolean)) {
      const parts = pieces(word);
      const long = parts.reduce((sum, part) => sum + ("text" in part ? measure(part.text) : SYMBOL), 0);
      if (x > 0 && x + space + long > width) end();
      if (x > 0) x += space;
      for (const part of parts) {
        const before = runs.at(-1);
        if ("symbol" in part) runs.push({ x, symbol: part.symbol });
        else if (before && "text" in before) before.text += ` ${part.text}`;
        else runs.push({ x, text: part.text });
        x += "text" in part ? measure(part.text) : SYMBOL;
      }
    }
    end();
  }
  return { lines, height: y };
}

/** Breaks a name into at most so many lines of this width, by words; what does not fit stands in the last. */
export function inLines(name: string, most: number, width: number, measure: Measure = measured): string[] {
  const lines: string[] = [];
  for (const word of name.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && (lines.length === most || measure(`${last} ${word}`) <= width))
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

const widths = new Map<string, number>();
let pen: CanvasRenderingContext2D | null | undefined;

/** As wide as the browser's own font makes it; without a browser, about as wide as usual. */
export function measured(text: string): number {
  const known = widths.get(text);
  if (known !== undefined) return known;
  pen ??= typeof document === "undefined" ? null : document.createElement("canvas").getContext("2d");
  if (pen) pen.font = '100px system-ui, -apple-system, "Segoe UI", sans-serif';
  const width = pen ? pen.measureText(text).width / 100 : [...text].reduce((sum, letter) => sum + usual(letter), 0);
  widths.set(text, width);
  return width;
}

function usual(letter: string): number {
  if (" .,:;!'’iljtfI|()".includes(letter)) return 0.3;
  return /[A-Zmw—]/.test(letter) ? 0.72 : 0.54;
}
