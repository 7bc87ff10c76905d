//! Trials of the server as a whole, driven from outside: load, crashes and long runs.
//!
//! [`client`] is a client of the server in Rust. [`load`] measures the server with it; [`Crash`] kills the server in a
//! loop; [`Soak`] keeps it busy; [`Network`] plays between machines. In [`Crash`] and [`Soak`], every client keeps all
//! messages. In the end these are compared with the journal, and the journal with the downloaded record.
#![deny(missing_docs)]

pub mod client;
mod crash;
pub mod load;
mod network;
mod process;
mod soak;
mod trial;

pub use crash::{Crash, Report};
pub use network::{Network, NetworkError, NetworkReport};
pub use soak::{Sample, Soak, SoakReport};
pub use trial::Failure;

use std::path::{Path, PathBuf};

/// Prints a line about the progress of a trial.
pub type Say = fn(&str);

/// The `facedown` program in the same folder as this one.
pub fn neighbour(program: &Path) -> PathBuf {
    program.with_file_name(format!("facedown{}", std::env::consts::EXE_SUFFIX))
}
