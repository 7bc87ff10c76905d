// Generated from the Rust types by `cargo xtask codegen`. Do not edit.

import type { Game as herding_cats } from "./herding-cats";
import type { Game as texas_42 } from "./texas-42";
import type { Game as exploding_kittens } from "./exploding-kittens";

/**
 * Every game by its name.
 */
export interface Games {
  "herding-cats": herding_cats;
  "texas-42": texas_42;
  "exploding-kittens": exploding_kittens;
}
