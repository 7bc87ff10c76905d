//! What a machine keeps, in the user's own data folder: for each seat a folder that only the user may look into.
//!
//! | file | what is in it |
//! | --- | --- |
//! | `seat.json` | which seat at which table of which relay it is, and what was agreed |
//! | `seed` | the player's secrets, until the table is over |
//! | `log` | the notes and all stamped entries that were heard ([`journal`](Journal)), until the table is over |
//! | `table.chain` | the chain, when the table is over |
//! | `lock` | held by the process that plays the seat |

mod data;
mod files;
mod folder;
mod journal;

use std::io;
use std::path::{Path, PathBuf};

pub use data::{BotSeat, Data, Listed};
pub use folder::{Kept, SeatFolder, Secrets, Who};
pub use journal::{Journal, Record};

use crate::error::Trouble;

/// Why something cannot be kept or read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The system has no folder for the user's data.
    #[error("this system names no folder for your data; choose one with --data FOLDER")]
    NoFolder,
    /// The file system has failed.
    #[error("{}: {}", path.display(), said(error))]
    Files {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// A file was changed, other than by a crash that has torn off its end.
    #[error("{} is damaged: {why}. Restore it from a copy that is not older than the last time you played; an older copy could make you say two things", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// The log does not have everything that the player has said.
    #[error(
        "you have said something at this table that this machine's log does not have: it was restored from an older copy, or another machine plays with your keys. So that you never say two things, this one says nothing more. Restore the newest log, or go on at the other machine"
    )]
    Older,
    /// The seed is not there.
    #[error("{} is missing: your secrets of this table were in it and nowhere else, so this machine cannot play your seat again. Restore the file, or let the others go on: after the grace of the table they can say that you have left", .0.display())]
    NoSeed(PathBuf),
    /// Another process plays the seat.
    #[error("{holder} plays this seat already; go on there, or stop it first")]
    InUse {
        /// The process.
        holder: String,
    },
    /// No own table has this name.
    #[error("you have no table {0:?}; facedown peer play lists yours")]
    NoSuchTable(String),
    /// Several tables begin with this.
    #[error("several of your tables begin with {0:?}; type more of it")]
    Ambiguous(String),
}

impl StoreError {
    pub(crate) fn files(path: &Path, error: io::Error) -> Self {
        Self::Files { path: path.to_owned(), error }
    }

    pub(crate) const fn trouble(&self) -> Trouble {
        match self {
            Self::Damaged { .. } | Self::Older | Self::NoSeed(_) => Trouble::Damaged,
            Self::Files { .. } | Self::NoFolder => Trouble::Files,
            Self::InUse { .. } | Self::NoSuchTable(_) | Self::Ambiguous(_) => Trouble::Usage,
        }
    }
}

/// What the system says, without the number of the error.
fn said(error: &io::Error) -> String {
    let text = error.to_string();
    let words = text.split_once(" (os error").map_or(text.as_str(), |(words, _)| words);
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            format!("{words}. Nothing is lost: make room, and go on")
        }
        _ => words.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_disk_says_what_to_do() {
        let full = StoreError::files(Path::new("log"), io::ErrorKind::StorageFull.into());
        assert!(full.to_string().ends_with("Nothing is lost: make room, and go on"), "{full}");
        let other = StoreError::files(Path::new("log"), io::ErrorKind::PermissionDenied.into());
        assert_eq!(other.to_string(), "log: permission denied");
    }
}
