// What the variables of a message stand for: paths into what the message is about. crates/games/src/texts/value.rs
// does the same for the terminal, and says what comes of which value.

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json | undefined };

/** What the variable with this name stands for. */
export function lookUp(about: Json, name: string): string | number {
  let at: Json | undefined = about;
  for (const step of name.split("-")) at = enter(at, step);
  return simplify(at);
}

function enter(value: Json | undefined, step: string): Json | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (Array.isArray(value)) return step === "count" ? value.length : value[Number(step)];
  const fields = Object.values(value);
  return step === "value" && fields.length === 1 ? fields[0] : Object.hasOwn(value, step) ? value[step] : undefined;
}

function simplify(value: Json | undefined): string | number {
  if (value === undefined || value === null) return "none";
  if (typeof value === "string" || typeof value === "number") return value;
  if (typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return value.map(simplify).join(" ");
  const { id, type } = value;
  if (id !== undefined) return Array.isArray(type) ? type.map(simplify).join("-") : simplify(type);
  if (typeof type === "string") return type;
  const keys = Object.keys(value);
  return keys.length === 1 ? keys[0]! : "some";
}

/** The same as a text, also if it is a number. */
export function textOf(value: Json | undefined): string {
  return String(simplify(value));
}

/**
 * Where a card lies in a view, and what the view shows of it: the fields that it has there, and `seat`, `zone` (the list
 * it is in), `place` (counted from 1) and `of` (how many are in that list).
 */
export function locate(view: Json, card: number): Json | null {
  return search(view, "", null, card);
}

function search(value: Json | undefined, key: string, seat: number | null, card: number): Json | null {
  if (typeof value !== "object" || value === null) return null;
  if (!Array.isArray(value)) return first(Object.entries(value), ([key, field]) => search(field, key, seat, card));
  if (key === "players") return first([...value.entries()], ([seat, item]) => search(item, "", seat, card));
  return first([...value.entries()], ([at, item]) =>
    isCard(item, card) ? { ...item, seat, zone: key, place: at + 1, of: value.length } : search(item, "", seat, card),
  );
}

function isCard(item: Json, card: number): item is { [key: string]: Json | undefined } {
  return typeof item === "object" && item !== null && !Array.isArray(item) && item.id === card;
}

function first<T>(all: T[], find: (one: T) => Json | null): Json | null {
  for (const one of all) {
    const found = find(one);
    if (found !== null) return found;
  }
  return null;
}
