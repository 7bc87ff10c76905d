// Keyboard shortcuts: the topmost component is asked first, and the list of shortcuts shows all of them.

export interface Key {
  /** As `KeyboardEvent.key` has it; letters are small. */
  key: string;
  /** What it does, for the list of keys; a key without words is not listed. */
  what?: string;
  run: (event: KeyboardEvent) => void;
}

type Layer = () => Key[];
const layers: Layer[] = [];
/** Bindings that take precedence over all others. */
const first: Layer[] = [];

/** Adds keys for as long as a component lives: `$effect(() => addKeys(() => [...]))`. With `isFirst` they go before a board's. */
export function addKeys(keys: Layer, isFirst = false): () => void {
  const among = isFirst ? first : layers;
  among.push(keys);
  return () => {
    const at = among.indexOf(keys);
    if (at >= 0) among.splice(at, 1);
  };
}

/** All bindings, the one with the highest precedence first. */
function inOrder(): Layer[] {
  return [...layers, ...first].reverse();
}

/** All keys that do something now, for the list. */
export function listKeys(): { key: string; what: string }[] {
  const listed = new Map<string, string>();
  for (const layer of inOrder()) {
    for (const { key, what } of layer()) if (what && !listed.has(key)) listed.set(key, what);
  }
  return [...listed].map(([key, what]) => ({ key, what }));
}

/** Called once; returns a function that stops it. */
export function startKeys(): () => void {
  addEventListener("keydown", press);
  return () => removeEventListener("keydown", press);
}

function press(event: KeyboardEvent): void {
  // A key that is held down repeats itself; only the arrows are meant so.
  if (event.repeat && !event.key.startsWith("Arrow")) return;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return;
  // An open dialog handles all keys itself.
  if (document.querySelector("dialog[open]")) return;
  const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  // A focused button takes Enter and Space for itself.
  const isOnControl = event.target instanceof Element && event.target.closest("button, a, select, summary, [role=button]");
  if (isOnControl && (name === "Enter" || name === " ")) return;
  for (const layer of inOrder()) {
    const found = layer().find(({ key }) => key === name);
    if (!found) continue;
    event.preventDefault();
    found.run(event);
    return;
  }
}

function isWriting(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  return target instanceof HTMLInputElement && !["checkbox", "radio", "button", "range"].includes(target.type);
}
