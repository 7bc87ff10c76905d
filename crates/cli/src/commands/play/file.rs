//! The file that a game is saved to, which never overwrites any other file.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use facedown_core::{Game, Table};

use crate::failure::{Failure, os_message};

/// The file that a game is saved to.
pub(super) struct SaveFile {
    /// The file that was asked for or last written, or the one that the game was resumed from.
    path: PathBuf,
    /// Whether the game is saved without asking.
    pub(super) autosave: bool,
    /// Whether the game was resumed from `path`.
    resumed_from_path: bool,
    /// How many actions the file has; `None` if it has not been written yet.
    saved: Option<usize>,
    /// The commitment of the deal, by which a record of the same game is recognised.
    commitment: String,
}

impl SaveFile {
    pub(super) fn new<G: Game>(
        asked: Option<&Path>,
        resumed: Option<&Path>,
        table: &Table<G>,
    ) -> Result<Self, Failure> {
        let commitment =
            table.deal().commitment().map_or_else(String::new, |commitment| commitment.to_string());
        let named = asked.or(resumed).map(Path::to_owned);
        let default =
            || format!("{}-{}.json", G::NAME, commitment.get(..8).unwrap_or("rigged")).into();
        let file = Self {
            path: named.unwrap_or_else(default),
            autosave: asked.is_some() || resumed.is_some(),
            resumed_from_path: asked.is_none_or(|asked| Some(asked) == resumed)
                && resumed.is_some(),
            saved: None,
            commitment,
        };
        if let Some(asked) = asked.filter(|asked| file.is_taken(asked) && Some(*asked) != resumed) {
            return Err(Failure::Usage(name_taken(asked)));
        }
        Ok(file)
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Whether the file has every action of the table.
    pub(super) fn is_current<G: Game>(&self, table: &Table<G>) -> bool {
        self.saved == Some(table.log().len())
    }

    /// Notes that the table has been replayed from a file.
    pub(super) fn resumed<G: Game>(&mut self, table: &Table<G>) {
        self.saved = self.resumed_from_path.then_some(table.log().len());
    }

    /// Saves the game. If another file is named, it is used from then on.
    pub(super) fn save<G: Game>(
        &mut self,
        elsewhere: Option<&str>,
        table: &Table<G>,
        names: &[String],
    ) -> io::Result<()> {
        let path = elsewhere.map_or_else(|| self.path.clone(), PathBuf::from);
        if self.is_taken(&path) && (elsewhere.is_some() || self.saved.is_none()) {
            return Err(io::Error::new(io::ErrorKind::AlreadyExists, name_taken(&path)));
        }
        // Write to a temporary file first, so that a crash does not destroy the last saved state.
        let mut temporary = OsString::from(&path);
        temporary.push(".new");
        let text = table.record(names.to_vec()).to_json();
        std::fs::write(&temporary, text)
            .and_then(|()| std::fs::rename(&temporary, &path))
            .map_err(|error| {
                let (path, why) = (path.display(), os_message(&error));
                io::Error::new(error.kind(), format!("{path}: {why}; choose another place"))
            })?;
        self.path = path;
        self.saved = Some(table.log().len());
        Ok(())
    }

    /// Whether there is a file at `path` that is not a record of this game.
    fn is_taken(&self, path: &Path) -> bool {
        match std::fs::read(path) {
            Ok(bytes) => {
                self.commitment.is_empty()
                    || !String::from_utf8_lossy(&bytes).contains(&self.commitment)
            }
            Err(error) => error.kind() != io::ErrorKind::NotFound,
        }
    }
}

fn name_taken(path: &Path) -> String {
    format!("{} already exists and is not this game; choose another name", path.display())
}
