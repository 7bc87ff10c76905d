// Moving the focus with the arrows: along a row or the rows of a grid, in order or to the nearest in a direction.
import { addKeys } from "./keys";

/** By how many places a key moves among so many in rows of `across`; nothing for any other key. */
export function stride(key: string, count: number, across: number): number | undefined {
  return { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -across, ArrowDown: across, Home: -count, End: count }[key];
}

/** Moves the focus in order by the arrow that was pressed; says whether it was one. */
export function step(root: HTMLElement, key: string): boolean {
  const buttons = [...root.querySelectorAll<HTMLElement>("button:not(:disabled)")];
  const by = stride(key, buttons.length, across(buttons));
  if (by === undefined || buttons.length === 0) return false;
  const at = buttons.indexOf(document.activeElement as HTMLElement);
  const next = at < 0 ? 0 : Math.max(0, Math.min(buttons.length - 1, at + by));
  buttons[next]?.focus();
  return true;
}

/** For `{@attach walk}` on what holds the buttons. */
export function walk(root: HTMLElement): () => void {
  const press = (event: KeyboardEvent) => {
    if (step(root, event.key)) event.preventDefault();
  };
  root.addEventListener("keydown", press);
  const enter = () => void step(root, "Home");
  const forget = addKeys(() => [
    { key: "ArrowLeft", what: "Move among the cards", run: enter },
    { key: "ArrowRight", run: enter },
  ]);
  return () => {
    root.removeEventListener("keydown", press);
    forget();
  };
}

/** How many stand in the first row. */
function across(buttons: HTMLElement[]): number {
  const top = buttons[0]?.getBoundingClientRect().top ?? 0;
  const below = buttons.findIndex((button) => button.getBoundingClientRect().top > top + 20);
  return below < 0 ? buttons.length : below;
}

export type Arrow = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown";
export const ARROWS: readonly Arrow[] = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];

interface Box {
  x: number;
  y: number;
}

/** Which of these boxes is next in a direction; nothing if there is none. */
export function nextIn(boxes: readonly Box[], from: number, arrow: Arrow): number | null {
  const here = boxes[from];
  if (!here) return boxes.length > 0 ? 0 : null;
  const isAcross = arrow === "ArrowLeft" || arrow === "ArrowRight";
  const sign = arrow === "ArrowLeft" || arrow === "ArrowUp" ? -1 : 1;
  let best: { at: number; distance: number } | null = null;
  boxes.forEach((box, at) => {
    const [along, aside] = isAcross ? [box.x - here.x, box.y - here.y] : [box.y - here.y, box.x - here.x];
    if (along * sign < 4) return;
    const distance = Math.abs(along) + Math.abs(aside) * 3;
    if (!best || distance < best.distance) best = { at, distance };
  });
  return (best as { at: number } | null)?.at ?? null;
}

const REACHABLE = "button:not([aria-disabled=true]):enabled, [role=img][tabindex]";

/** Moves the focus among buttons and pictures with help; the first press only goes to the first of them. */
export function rove(container: HTMLElement | null | undefined, arrow: Arrow): void {
  const buttons = [...(container?.querySelectorAll<HTMLElement>(REACHABLE) ?? [])];
  const from = buttons.findIndex((button) => button === document.activeElement);
  const boxes = buttons.map((button) => {
    const { x, y, width, height } = button.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  });
  const first = Math.max(
    0,
    buttons.findIndex((button) => button.tabIndex === 0),
  );
  const to = from < 0 ? (arrow === "ArrowLeft" ? buttons.length - 1 : first) : nextIn(boxes, from, arrow);
  if (to !== null) buttons[to]?.focus();
}
