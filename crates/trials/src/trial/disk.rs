//! A small disk that can be filled and freed while the server writes to it.

use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Failure;

/// Its size: enough for a trial, and quickly filled.
const SIZE: &str = "size=96m,mode=0700";
/// How many bytes are written at a time to fill it.
const CHUNK_SIZE: usize = 1 << 16;

/// A small disk in memory. It is unmounted when this is dropped.
pub(crate) struct Disk {
    folder: PathBuf,
}

impl Disk {
    /// Mounts one at this folder, which is created. Returns nothing where that is not allowed: it needs root.
    pub(crate) fn mount(folder: &Path) -> Result<Option<Self>, Failure> {
        fs::create_dir_all(folder).map_err(Failure::io("a folder for the disk"))?;
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", SIZE, "facedown-trial"]).arg(folder);
        let is_mounted = mount.output().is_ok_and(|output| output.status.success());
        Ok(is_mounted.then(|| Self { folder: folder.to_owned() }))
    }

    fn ballast(&self) -> PathBuf {
        self.folder.join("ballast")
    }

    /// Fills it to the last byte.
    pub(crate) fn fill(&self) -> Result<(), Failure> {
        let mut file = File::create(self.ballast()).map_err(Failure::io("the ballast"))?;
        let bytes = vec![1; CHUNK_SIZE];
        let mut piece = CHUNK_SIZE;
        while piece > 0 {
            match file.write(&bytes[..piece]) {
                Ok(_) => {}
                Err(error) if error.kind() == ErrorKind::StorageFull => piece /= 2,
                Err(error) => return Err(Failure::io("the ballast")(error)),
            }
        }
        Ok(())
    }

    /// Frees the disk again.
    pub(crate) fn free(&self) -> Result<(), Failure> {
        match fs::remove_file(self.ballast()) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                Err(Failure::io("the ballast")(error))
            }
            _ => Ok(()),
        }
    }

    /// Copies its files into another folder.
    pub(crate) fn save(&self, to: &Path) {
        for file in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            if file.path() != self.ballast() {
                // The other files are worth having even if one cannot be copied.
                let _ = fs::copy(file.path(), to.join(file.file_name()));
            }
        }
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        // Lazily, because the process that used it may not have ended yet.
        let _ = Command::new("umount").arg("-l").arg(&self.folder).output();
    }
}
