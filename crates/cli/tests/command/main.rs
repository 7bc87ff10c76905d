//! The command, run as a program of its own. One program tests it all, because each is linked with half of the command.
#![allow(clippy::unwrap_used)] // a test that cannot go on has failed
#![allow(clippy::expect_used)] // a test that cannot go on has failed

#[path = "../common/mod.rs"]
mod common;

mod cards;
mod crash;
mod deck;
mod exploding_kittens;
mod fixtures;
mod load;
mod mental_poker;
mod perft;
mod play;
mod replay;
mod scenario;
#[cfg(unix)]
mod serve;
mod sim;
mod streams;
mod texas_42;
mod verify;
mod verify_chain;
mod verify_proof;
