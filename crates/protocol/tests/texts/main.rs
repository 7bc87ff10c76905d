//! What players read is the same in the terminal and on the page, complete, and written in one way.
#![allow(clippy::unwrap_used)] // a test that cannot go on has failed

mod complete;
mod files;
mod samples;
mod vectors;
