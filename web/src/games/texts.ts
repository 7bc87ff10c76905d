// The games' messages, a file a language beside their rules.
import { Texts } from "../lib/texts";

const LANGUAGE = "en";
const FILES = import.meta.glob<string>("../../../crates/games/src/*/texts/*.ftl", { query: "?raw", import: "default" });
const read = new Map<string, Promise<Texts>>();

/** The messages of a game; a game without any says everything in a plain way. */
export function textsOf(name: string): Promise<Texts> {
  const known = read.get(name) ?? load(name);
  read.set(name, known);
  return known;
}

async function load(name: string): Promise<Texts> {
  const file = FILES[`../../../crates/games/src/${name.replaceAll("-", "_")}/texts/${LANGUAGE}.ftl`];
  return new Texts(LANGUAGE, ...(file ? [await file()] : []));
}
