// Arrows among the buttons of a row or grid, from inside it or, when nothing else has the focus, from anywhere.
import { addKeys } from "../../../lib/keys";

/** Moves the focus by the arrow that was pressed; says whether it was one. */
export function step(root: HTMLElement, key: string): boolean {
  const buttons = [...root.querySelectorAll<HTMLElement>("button:not(:disabled)")];
  const by = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -across(buttons),
    ArrowDown: across(buttons),
    Home: -buttons.length,
    End: buttons.length,
  }[key];
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
