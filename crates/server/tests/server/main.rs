//! The server as its clients see it, over HTTP and WebSockets. One program, because each program is linked with all of the server.
#![allow(clippy::unwrap_used)] // a test that cannot go on has failed

#[path = "../common/mod.rs"]
mod common;

mod access;
mod delayed;
mod described;
mod durability;
mod guests;
mod jumps;
mod log;
mod metrics;
mod pace;
mod relay;
mod rematch;
mod replay;
mod sign_out;
mod store;
mod stream;
mod time;
mod versions;
mod why;
mod words;
