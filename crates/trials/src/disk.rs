//! A small disk that can be filled and freed while the house writes to it.

use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Failure;

/// How large it is: enough for a trial, and quickly filled.
const SIZE: &str = "size=96m,mode=0700";
/// How much is written at a time to fill it.
const PIECE: usize = 1 << 16;

/// A small disk in memory. It is gone when this is dropped.
pub(crate) struct Disk {
    folder: PathBuf,
}

impl Disk {
    /// Mounts one in this folder, which is made for it. Nothing, where that is not allowed: it takes the rights of root.
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
        let bytes = vec![1; PIECE];
        let mut piece = PIECE;
        while piece > 0 {
            match file.write(&bytes[..piece]) {
                Ok(_) => {}
                Err(error) if error.kind() == ErrorKind::StorageFull => piece /= 2,
                Err(error) => return Err(Failure::io("the ballast")(error)),
            }
        }
        Ok(())
    }

    /// Gives the room back.
    pub(crate) fn free(&self) -> Result<(), Failure> {
        match fs::remove_file(self.ballast()) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                Err(Failure::io("the ballast")(error))
            }
            _ => Ok(()),
        }
    }

    /// Copies what is on it into another folder.
    pub(crate) fn save(&self, to: &Path) {
        for file in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            if file.path() != self.ballast() {
                // What cannot be copied is missing there; the rest is worth having.
                let _ = fs::copy(file.path(), to.join(file.file_name()));
            }
        }
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        // Lazily, for the process that used it may not be gone for good.
        let _ = Command::new("umount").arg("-l").arg(&self.folder).output();
    }
}
