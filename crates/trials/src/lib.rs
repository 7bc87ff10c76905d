//! Trials of the house as a whole: the real program, killed in a loop or kept busy, and everybody's word compared.
//!
//! Each table has its clients, one for each person and a spectator, who keep all that they hear. In the end what each
//! of them heard is compared with the journal, and the journal with the record that was downloaded.

mod check;
mod client;
mod client_view;
mod clocks;
mod context;
mod crash;
mod disk;
mod house;
mod jumps;
mod slot;
mod soak;
mod trial;

pub use crash::{Crash, Report};
pub use soak::{Sample, Soak, SoakReport};

use std::path::{Path, PathBuf};

/// How many findings are shown. What goes wrong once tends to go wrong often.
const SHOWN: usize = 12;

/// Where a trial says how far it has come, a line at a time.
pub type Say = fn(&str);

/// Why a trial did not go well.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The house did something wrong.
    #[error(
        "{} wrong{}:\n{}\nall of it, the database, the house's log and the transcripts are in {}",
        findings.len(),
        if findings.len() > SHOWN { ", among them" } else { "" },
        findings[..findings.len().min(SHOWN)].join("\n"),
        folder.display()
    )]
    Wrong {
        /// What, where.
        findings: Vec<String>,
        /// Where these, the database, the house's log, the records and the transcripts are.
        folder: PathBuf,
    },
    /// A file or a process is not as it has to be.
    #[error("{what}: {source}")]
    Io {
        /// What was tried.
        what: String,
        /// What came of it.
        source: std::io::Error,
    },
    /// The house did not open.
    #[error("the house did not open; the end of its log:\n{0}")]
    NotOpen(String),
}

impl Failure {
    /// What a command ends with: 1, if the house did something wrong; another, if the trial could not be made.
    pub const fn code(&self) -> u8 {
        match self {
            Self::Wrong { .. } => 1,
            Self::NotOpen(_) => 69,
            Self::Io { .. } => 74,
        }
    }

    pub(crate) fn io(what: impl Into<String>) -> impl FnOnce(std::io::Error) -> Self {
        move |source| Self::Io { what: what.into(), source }
    }
}

/// The program that is tried, if it lies beside this one.
pub fn neighbour(program: &Path) -> PathBuf {
    program.with_file_name(format!("facedown{}", std::env::consts::EXE_SUFFIX))
}
