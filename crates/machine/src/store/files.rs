//! Files that only their owner may read, written such that they are either complete or not there.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Ends the name of a file that is being written.
const UNFINISHED: &str = ".new";

/// Options for a file that only its owner may read and write.
pub(super) fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Makes a folder that only its owner may look into, with those above it.
pub(super) fn make_folder(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Writes a file as a whole: after a crash there is either the old one or the new one. Nobody else may read it.
pub(super) fn write_whole(path: &Path, contents: &[u8]) -> io::Result<()> {
    let mut new = path.as_os_str().to_owned();
    new.push(UNFINISHED);
    let new = PathBuf::from(new);
    let mut file = private().write(true).create(true).truncate(true).open(&new)?;
    file.write_all(contents)?;
    file.sync_all()?;
    drop(file);
    fs::rename(&new, path)?;
    sync_folder_of(path)
}

/// The name of a file while [`write_whole`] writes it.
pub(super) fn unfinished(name: &str) -> String {
    format!("{name}{UNFINISHED}")
}

/// Makes sure that the name of a file survives a crash.
pub(super) fn sync_folder_of(path: &Path) -> io::Result<()> {
    path.parent().map_or(Ok(()), sync_folder)
}

/// Makes sure that the names of all files in a folder survive a crash.
pub(super) fn sync_folder(folder: &Path) -> io::Result<()> {
    // Only Unix has handles of folders.
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}
