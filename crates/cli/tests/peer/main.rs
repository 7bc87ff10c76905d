//! Plays over a real relay with real processes: `facedown serve` and `facedown peer`.
//!
//! `FACEDOWN_LONG=1` plays the long form: every machine is killed at every entry. See `docs/trials.md`.

#![allow(clippy::unwrap_used)] // what fails here is the test

mod answers;
mod damage;
mod games;
mod kills;
mod players;
mod typed;
mod typist;
mod waits;
