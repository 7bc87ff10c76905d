// Moves the focus with the arrows among the buttons of a container, to the nearest one in that direction.

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

/** Moves the focus; the first press only goes to the first button. */
export function rove(container: HTMLElement | null | undefined, arrow: Arrow): void {
  const buttons = [...(container?.querySelectorAll<HTMLButtonElement>("button:not([aria-disabled=true]):enabled") ?? [])];
  const from = buttons.findIndex((button) => button === document.activeElement);
  const boxes = buttons.map((button) => {
    const { x, y, width, height } = button.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  });
  const to = from < 0 ? (arrow === "ArrowLeft" ? buttons.length - 1 : 0) : nextIn(boxes, from, arrow);
  if (to !== null) buttons[to]?.focus();
}
