// Reads shorthand and applies differences: what docs/protocol.md says under "Shorthand" and "Differences".
// The server's own code for the same is in crates/protocol/src/delta; both are tested with vectors/delta.json.

import type { Vocabulary } from "./types";

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Members = { [key: string]: Json };

/** A difference that does not fit: ask the server for a new snapshot by connecting again. */
export class DeltaError extends Error {}

/** The value that a piece of shorthand stands for. */
export function lengthen(short: Json, vocabulary: Vocabulary): Json {
  if (typeof short === "string") return word(short, vocabulary);
  if (!Array.isArray(short)) {
    return isObject(short) ? filled(Object.keys(short), Object.values(short), vocabulary) : short;
  }
  if (short.length === 0) return [];
  const [number, ...values] = short;
  if (number === 0) return values.map((value) => lengthen(value, vocabulary));
  if (number === -1 && values.length > 0) return values[0]!;
  const shape = typeof number === "number" ? vocabulary.shapes[number - 1] : undefined;
  if (shape === undefined) throw new DeltaError(`no shape ${JSON.stringify(number)}`);
  if (shape.is === undefined) return filled(shape.keys, values, vocabulary);
  return { [shape.keys[0]!]: shape.is, ...filled(shape.keys.slice(1), values, vocabulary) };
}

/** The new value. The old one is not changed, and the new one shares with it what has stayed the same. */
export function apply(old: Json, delta: Json, vocabulary: Vocabulary): Json {
  const value = change(old, delta, vocabulary);
  if (value === undefined) throw new DeltaError("only a member of an object can be gone");
  return value;
}

/** What a viewer sees: what everybody sees, with the viewer's own part over it. It shares with both what it can. */
export function viewOf(everybodys: Json, own: Json | undefined): Json {
  if (own === undefined || own === null) return everybodys;
  return layOver(everybodys, own);
}

function layOver(value: Json | undefined, own: Json): Json {
  if (own === null || typeof own !== "object" || value === undefined || value === null || typeof value !== "object") return own;
  if (Array.isArray(value)) {
    if (Array.isArray(own)) return own.length === value.length ? value.map((part, i) => layOver(part, own[i]!)) : own;
    return value.map((part, i) => (Object.hasOwn(own, i) ? layOver(part, own[String(i)]!) : part));
  }
  if (Array.isArray(own)) return own;
  const members = new Map(Object.entries(value));
  for (const [key, inner] of Object.entries(own)) members.set(key, layOver(members.get(key), inner));
  return Object.fromEntries(members);
}

function change(old: Json | undefined, delta: Json, vocabulary: Vocabulary): Json | undefined {
  if (Array.isArray(delta) && delta.length < 2) {
    return delta.length === 0 ? undefined : lengthen(delta[0]!, vocabulary);
  }
  if (delta === null || typeof delta !== "object") return lengthen(delta, vocabulary);
  if (Array.isArray(old)) {
    const steps = Array.isArray(delta) && typeof delta[0] !== "number" ? delta : [delta];
    return steps.reduce((list: Json[], step) => changeList(list, step, vocabulary), old);
  }
  if (old === undefined || !isObject(old) || Array.isArray(delta)) throw new DeltaError("no such parts");
  const members = new Map(Object.entries(old));
  for (const [word, inner] of Object.entries(delta)) {
    const key = text(word, vocabulary);
    const value = change(members.get(key), inner, vocabulary);
    if (value === undefined) members.delete(key);
    else members.set(key, value);
  }
  return Object.fromEntries(members);
}

function changeList(old: Json[], step: Json, vocabulary: Vocabulary): Json[] {
  const list = [...old];
  if (Array.isArray(step)) {
    const [at, gone, ...come] = step;
    if (!isCount(at) || !isCount(gone) || at + gone > list.length) throw new DeltaError("no such elements");
    list.splice(at, gone, ...come.map((value) => lengthen(value, vocabulary)));
  } else if (isObject(step)) {
    for (const [index, inner] of Object.entries(step)) {
      if (!/^\d+$/.test(index) || !(Number(index) < list.length)) throw new DeltaError("no such element");
      list[Number(index)] = apply(list[Number(index)]!, inner, vocabulary);
    }
  } else {
    throw new DeltaError("not a step");
  }
  return list;
}

function word(short: string, vocabulary: Vocabulary): Json {
  if (short.startsWith("'")) return short.slice(1);
  const known = /^[0-9a-z]+$/.test(short) ? vocabulary.words[parseInt(short, 36)] : undefined;
  if (known === undefined) throw new DeltaError(`no word ${JSON.stringify(short)}`);
  return known;
}

function text(short: string, vocabulary: Vocabulary): string {
  const known = word(short, vocabulary);
  if (typeof known !== "string") throw new DeltaError(`no text ${JSON.stringify(short)}`);
  return known;
}

function filled(keys: string[], values: Json[], vocabulary: Vocabulary): Members {
  if (keys.length !== values.length) throw new DeltaError("not as many values as keys");
  return Object.fromEntries(keys.map((key, i) => [key, lengthen(values[i]!, vocabulary)]));
}

function isObject(value: Json): value is Members {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

function isCount(value: Json | undefined): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0;
}
