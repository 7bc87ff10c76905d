//! Cards from files into catalogues, and found again.
#![allow(clippy::unwrap_used)] // a test that cannot go on has failed

mod bodies;
mod catalogue;
mod common;
mod damage;
mod formats;
mod import;
mod memory;
mod merge;
mod names;
