//! Machines at a relay that breaks its promises: each is survived, or named.
//!
//! The relay is one of the tests' own that speaks the real protocol over real connections ([`relay::Relay`]), and the machines are the
//! real ones. What it does follows docs/threat-model.md.

#![allow(clippy::unwrap_used)] // what fails here is the test

mod delivery;
mod player;
mod relay;
mod saying;
mod stamping;
