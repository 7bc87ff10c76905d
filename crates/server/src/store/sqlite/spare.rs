//! Whether there is room on the disk of the database: a small file is written there and removed.

use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::Path;

use super::super::StoreError;
use super::super::files::{private, with_suffix};

/// How much room there has to be, in bytes: for some time of writing, until somebody makes more.
const ROOM: usize = 64 * 1024;

/// Checks that there is room beside the database. The write-ahead log is often long enough for some commits more on a
/// disk that is full, and whoever looks after the server wants to know before these are used up.
pub(super) fn check(database: &Path) -> Result<(), StoreError> {
    let path = with_suffix(database, "-spare");
    let mut options = OpenOptions::new();
    let written = private(options.write(true).create(true).truncate(true))
        .open(&path)
        .and_then(|mut file| file.write_all(&vec![0; ROOM]).and_then(|()| file.sync_data()));
    // It may never have been there.
    let _ = fs::remove_file(&path);
    match written {
        Err(error)
            if matches!(
                error.kind(),
                ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge
            ) =>
        {
            Err(StoreError::Files { path: database.to_owned(), error })
        }
        // Whether the database itself can be written is for a commit to show.
        _ => Ok(()),
    }
}
