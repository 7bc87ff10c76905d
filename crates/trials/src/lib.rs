//! The server as a whole, driven from outside: how much it can take, and whether it survives being killed or kept busy.
//!
//! [`client`] is a client of the server in Rust. [`load`] measures the server with it; [`Crash`] kills the server in a
//! loop; [`Soak`] keeps it busy. In the last two, every client keeps all that it hears, and in the end that is compared
//! with the journal, and the journal with the downloaded record.
#![deny(missing_docs)]

pub mod client;
mod crash;
pub mod load;
mod process;
mod soak;
mod trial;

pub use crash::{Crash, Report};
pub use soak::{Sample, Soak, SoakReport};
pub use trial::Failure;

use std::path::{Path, PathBuf};

/// Prints a line about how far a trial has come.
pub type Say = fn(&str);

/// The `facedown` program in the same folder as this one.
pub fn neighbour(program: &Path) -> PathBuf {
    program.with_file_name(format!("facedown{}", std::env::consts::EXE_SUFFIX))
}
