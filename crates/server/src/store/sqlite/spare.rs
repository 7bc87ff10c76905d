//! Checks that there is room on the disk of the database, by writing and removing a small file.

use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::Path;

use super::super::StoreError;
use super::super::files::{private, with_suffix};

/// How much room there has to be, in bytes. It is enough for some time of writing, until the operator makes more room.
const REQUIRED_ROOM: usize = 64 * 1024;

/// Checks that there is room next to the database. On a full disk the existing write-ahead log may have room for some more
/// commits, and the operator should know before it is used up.
pub(super) fn check(database: &Path) -> Result<(), StoreError> {
    let path = with_suffix(database, "-spare");
    let mut options = OpenOptions::new();
    let written = private(options.write(true).create(true).truncate(true)).open(&path).and_then(
        |mut file| file.write_all(&vec![0; REQUIRED_ROOM]).and_then(|()| file.sync_data()),
    );
    // The file may not exist.
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
        // Other errors do not matter here: the probe also commits a transaction.
        _ => Ok(()),
    }
}
