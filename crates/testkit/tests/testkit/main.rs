//! The test kit on a small game. One program, because each would compile the suite for that game again.
#![allow(clippy::unwrap_used)] // a test that cannot go on has failed

mod loose;
mod mutants;
mod peer_table;
mod peers;
mod play;
mod small;
mod verbs;
