//! Texas 42: bid, name a trump, take tricks with dominoes. The rules are in RULES.md.

mod domino;
mod suits;

pub use domino::{DOMINOES, Domino, Dominoes};
pub use suits::{NelloDoubles, Suit, Suits, Trump};
