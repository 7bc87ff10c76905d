//! Why a trial failed.

use std::path::PathBuf;

/// How many findings are shown. What goes wrong once tends to go wrong often.
const MAX_FINDINGS_SHOWN: usize = 12;

/// Why a trial failed.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The server did something wrong.
    #[error(
        "{} findings{}:\n{}\nthe full list, the database, the server's log and the transcripts are in {}",
        findings.len(),
        if findings.len() > MAX_FINDINGS_SHOWN { ", among them" } else { "" },
        findings[..findings.len().min(MAX_FINDINGS_SHOWN)].join("\n"),
        folder.display()
    )]
    Wrong {
        /// One sentence for each thing that was wrong.
        findings: Vec<String>,
        /// Where the findings, the database, the server's log, the records and the transcripts are.
        folder: PathBuf,
    },
    /// A file could not be used, or a process not be started.
    #[error("{what}: {source}")]
    Io {
        /// Which file or process.
        what: String,
        /// The error of the system.
        source: std::io::Error,
    },
    /// The server did not start.
    #[error("the server did not start; the end of its log:\n{0}")]
    NotOpen(String),
}

impl Failure {
    /// The exit code: 1 if the server did something wrong, another if the trial could not be run.
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
