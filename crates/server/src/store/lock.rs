//! One server for each database: an exclusive lock that lasts as long as the process.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::StoreError;
use super::files::{private, with_suffix};

/// How many bytes of a lock file are read to name its holder.
const MAX_HOLDER: u64 = 200;

/// The lock of a database. It ends when this is dropped or the process ends, however it ends.
///
/// It is on a file of its own beside the database: SQLite's locks on the database itself are lost when any other handle
/// of the same process on that file is closed.
pub(super) struct Lock {
    file: Mutex<File>,
}

impl Lock {
    /// Takes the lock of the database at this path, which has to be canonical. The lock file is never removed: another process
    /// might be locking it at that moment.
    pub(super) fn take(database: &Path) -> Result<Self, StoreError> {
        let path = with_suffix(database, "-lock");
        let failed = |error| StoreError::Files { path: path.clone(), error };
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = private(&mut options).open(&path).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut holder = String::new();
                // A server on a full disk holds the lock even though the file is empty.
                let _ = (&mut file).take(MAX_HOLDER).read_to_string(&mut holder);
                return Err(in_use(database, holder.trim()));
            }
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        let lock = Self { file: Mutex::new(file) };
        lock.describe(&format!("process {}", std::process::id()));
        Ok(lock)
    }

    /// Describes the holder in the lock file, for the error message of another process.
    pub(super) fn describe(&self, holder: &str) {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let written = file
            .set_len(0)
            .and_then(|()| file.seek(SeekFrom::Start(0)))
            .and_then(|_| writeln!(file, "{holder}"));
        if let Err(error) = written {
            // Only the lock matters, not the contents of the file.
            tracing::debug!(%error, "the lock file could not be written");
        }
    }
}

fn in_use(database: &Path, holder: &str) -> StoreError {
    let holder = if holder.is_empty() { "another process".to_owned() } else { holder.to_owned() };
    StoreError::InUse { path: PathBuf::from(database), holder }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_holder_is_refused_and_told_who_has_it_until_the_first_lets_go() {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("facedown.db");
        let first = Lock::take(&database).unwrap();
        first.describe("process 7, which listens on 127.0.0.1:4242");
        let refused = Lock::take(&database).err().unwrap().to_string();
        assert!(refused.contains("process 7, which listens on 127.0.0.1:4242"), "{refused}");
        drop(first);
        let second = Lock::take(&database).unwrap();
        let text = std::fs::read_to_string(folder.path().join("facedown.db-lock")).unwrap();
        assert_eq!(
            text,
            format!("process {}\n", std::process::id()),
            "the first holder's description is gone"
        );
        drop(second);
    }

    #[test]
    fn a_lock_file_that_nobody_holds_is_no_obstacle() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("facedown.db-lock"), "process 1\n").unwrap();
        assert!(Lock::take(&folder.path().join("facedown.db")).is_ok());
    }
}
