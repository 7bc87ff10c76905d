// Generated from the Rust types by `cargo xtask codegen`. Do not edit.

import type { Game as herding_cats } from "./herding-cats";
import type { Game as texas_42 } from "./texas-42";
import type { Game as exploding_kittens } from "./exploding-kittens";
import type { Game as spellbook } from "./spellbook";

/**
 * Every game by its name.
 */
export interface Games {
  "herding-cats": herding_cats;
  "texas-42": texas_42;
  "exploding-kittens": exploding_kittens;
  "spellbook": spellbook;
}

/**
 * What each game is called, and what it is about in a few sentences.
 */
export const ABOUT: Record<keyof Games, { title: string; about: string }> = {
  "herding-cats": { title: "Herding Cats", about: "Play cards face down and say what they are. Is it true? Challenge or pass. Whoever gathers the best herd wins." },
  "texas-42": { title: "Texas 42", about: "Four at a table, two against two, with dominoes. Bid, name trumps, follow suit. First side to seven marks wins." },
  "exploding-kittens": { title: "Exploding Kittens", about: "Draw until somebody explodes. Skip, attack, peek, steal; and Nope to all that. The last one alive wins." },
  "spellbook": { title: "Spellbook", about: "Bring your own deck. The table keeps the cards and the secrets. The rules are yours to follow." },
};
