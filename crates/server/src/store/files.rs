//! The files of a database: canonical paths, permissions, and whether they are still the files that were opened.

use std::ffi::OsString;
use std::fs::{self, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use super::StoreError;

/// The suffixes of SQLite's files next to a database, and of our lock file.
const SUFFIXES: [&str; 3] = ["-wal", "-shm", "-lock"];

/// The files of an open database.
pub(super) struct Files {
    database: PathBuf,
    opened: [Option<FileId>; 2],
}

/// The device and inode of a file, which distinguish it from another file with the same name.
type FileId = (u64, u64);

impl Files {
    /// Remembers the identities of the files. To be called when SQLite has opened both.
    pub(super) fn opened(database: &Path) -> Self {
        let database = database.to_owned();
        let opened = [file_id(&database), file_id(&with_suffix(&database, "-wal"))];
        Self { database, opened }
    }

    /// Checks that the database and its write-ahead log were not moved: what is written into a file that has been removed or
    /// replaced is lost when the process ends.
    pub(super) fn check(&self) -> Result<(), StoreError> {
        let wal = with_suffix(&self.database, "-wal");
        for (path, opened) in [&self.database, &wal].into_iter().zip(&self.opened) {
            if file_id(path) != *opened {
                return Err(StoreError::Moved(path.clone()));
            }
        }
        Ok(())
    }

    /// The size of the write-ahead log in bytes.
    pub(super) fn wal_bytes(&self) -> u64 {
        fs::metadata(with_suffix(&self.database, "-wal")).map_or(0, |wal| wal.len())
    }
}

/// The canonical path of a database, which need not exist yet.
pub(super) fn canonical(path: &Path) -> Result<PathBuf, StoreError> {
    let failed = |error| StoreError::Files { path: path.to_owned(), error };
    let mut path = path.to_owned();
    loop {
        match fs::canonicalize(&path) {
            Ok(path) => return Ok(path),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(failed(error)),
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = fs::canonicalize(folder.unwrap_or(Path::new("."))).map_err(failed)?;
        let Some(name) = path.file_name() else {
            return Err(failed(io::ErrorKind::InvalidFilename.into()));
        };
        let whole = folder.join(name);
        match fs::read_link(&whole) {
            // A link to a file that does not exist yet: SQLite would create that file.
            Ok(target) => path = folder.join(target),
            Err(_) => return Ok(whole),
        }
    }
}

/// Creates the database if there is none, readable only for its owner, and removes the permissions of others from
/// existing files.
pub(super) fn make_private(database: &Path) -> Result<(), StoreError> {
    let failed = |error| StoreError::Files { path: database.to_owned(), error };
    let mut options = OpenOptions::new();
    match private(options.write(true).create_new(true)).open(database) {
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
        Err(error) => return Err(failed(error)),
    }
    let companions = SUFFIXES.iter().map(|suffix| with_suffix(database, suffix));
    for path in std::iter::once(database.to_owned()).chain(companions) {
        restrict_permissions(&path);
    }
    has_one_name(database)
}

pub(super) fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    name.into()
}

/// Lets only the owner read and write a file that is created with these options.
#[cfg(unix)]
pub(super) fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600)
}

#[cfg(not(unix))]
pub(super) fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    options
}

#[cfg(unix)]
fn restrict_permissions(path: &Path) {
    use std::os::unix::fs::PermissionsExt;
    let Ok(metadata) = fs::metadata(path) else { return };
    let mode = metadata.permissions().mode() & 0o7777;
    let restricted = mode & 0o700;
    if mode == restricted {
        return;
    }
    let (path_shown, was) = (path.display(), format!("{mode:04o}"));
    match fs::set_permissions(path, fs::Permissions::from_mode(restricted)) {
        Ok(()) => {
            tracing::warn!(path = %path_shown, was, "others could read the database; now only its owner can");
        }
        Err(error) => {
            tracing::warn!(path = %path_shown, was, %error, "others can read the database, and that cannot be changed");
        }
    }
}

#[cfg(not(unix))]
fn restrict_permissions(_path: &Path) {}

/// Refuses a database with several hard links: SQLite would use a separate write-ahead log for each name, which destroys
/// the database.
#[cfg(unix)]
fn has_one_name(database: &Path) -> Result<(), StoreError> {
    use std::os::unix::fs::MetadataExt;
    let failed = |error| StoreError::Files { path: database.to_owned(), error };
    match fs::metadata(database).map_err(failed)?.nlink() {
        0 | 1 => Ok(()),
        links => Err(StoreError::ManyNames { path: database.to_owned(), links }),
    }
}

#[cfg(not(unix))]
fn has_one_name(_database: &Path) -> Result<(), StoreError> {
    Ok(())
}

#[cfg(unix)]
fn file_id(path: &Path) -> Option<FileId> {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(path).ok().map(|metadata| (metadata.dev(), metadata.ino()))
}

#[cfg(not(unix))]
fn file_id(path: &Path) -> Option<FileId> {
    fs::metadata(path).ok().map(|_| (0, 0))
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    #[test]
    fn every_spelling_of_a_path_is_the_same_also_before_the_file_exists() {
        let folder = tempfile::tempdir().unwrap();
        let own = folder.path().canonicalize().unwrap().join("facedown.db");
        fs::create_dir(folder.path().join("sub")).unwrap();
        symlink("facedown.db", folder.path().join("link.db")).unwrap();
        symlink("../link.db", folder.path().join("sub/far.db")).unwrap();
        let check = || {
            for spelling in
                ["facedown.db", "./facedown.db", "sub/../facedown.db", "link.db", "sub/far.db"]
            {
                assert_eq!(canonical(&folder.path().join(spelling)).unwrap(), own, "{spelling}");
            }
        };
        check();
        fs::write(&own, "").unwrap();
        check();
        assert!(canonical(&folder.path().join("nowhere/facedown.db")).is_err());
    }

    #[test]
    fn what_others_could_read_is_closed_to_them_and_a_second_name_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("facedown.db");
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        make_private(&path).unwrap();
        assert_eq!(mode(&path), 0o600);
        let wal = with_suffix(&path, "-wal");
        fs::write(&wal, "").unwrap();
        for path in [&path, &wal] {
            fs::set_permissions(path, fs::Permissions::from_mode(0o644)).unwrap();
        }
        make_private(&path).unwrap();
        assert_eq!((mode(&path), mode(&wal)), (0o600, 0o600));
        fs::hard_link(&path, folder.path().join("other.db")).unwrap();
        assert!(matches!(make_private(&path), Err(StoreError::ManyNames { links: 2, .. })));
    }

    #[test]
    fn a_file_that_was_removed_or_replaced_is_noticed_and_so_is_its_return() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("facedown.db");
        let wal = with_suffix(&path, "-wal");
        for path in [&path, &wal] {
            fs::write(path, "").unwrap();
        }
        let files = Files::opened(&path);
        assert!(files.check().is_ok());
        for path in [&path, &wal] {
            let away = with_suffix(path, "-away");
            fs::rename(path, &away).unwrap();
            assert!(matches!(files.check(), Err(StoreError::Moved(moved)) if moved == *path));
            fs::write(path, "").unwrap();
            assert!(files.check().is_err(), "another file");
            fs::rename(&away, path).unwrap();
            assert!(files.check().is_ok());
        }
    }
}
