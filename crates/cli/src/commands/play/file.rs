//! Where a game is kept, and how nothing of somebody else's is overwritten.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use facedown_core::{Game, Table};

use crate::failure::{Failure, plainly};

/// Where a game is kept.
pub(super) struct SaveFile {
    /// The file that was asked for or last written, or the one the game came from.
    path: PathBuf,
    /// Whether the game is to be kept there without asking.
    pub(super) kept: bool,
    /// Whether the game came from this very file.
    came_from_here: bool,
    /// How many actions the file has; nothing if it was never written.
    saved: Option<usize>,
    /// What a file of this very game has in it.
    mark: String,
}

impl SaveFile {
    pub(super) fn new<G: Game>(
        asked: Option<&Path>,
        resumed: Option<&Path>,
        table: &Table<G>,
    ) -> Result<Self, Failure> {
        let mark = table.deal().commitment().map_or_else(String::new, |mark| mark.to_string());
        let named = asked.or(resumed).map(Path::to_owned);
        let usual = || format!("{}-{}.json", G::NAME, mark.get(..8).unwrap_or("rigged")).into();
        let file = Self {
            path: named.unwrap_or_else(usual),
            kept: asked.is_some() || resumed.is_some(),
            came_from_here: asked.is_none_or(|asked| Some(asked) == resumed) && resumed.is_some(),
            saved: None,
            mark,
        };
        if let Some(asked) = asked.filter(|asked| file.is_taken(asked) && Some(*asked) != resumed) {
            return Err(Failure::Usage(taken(asked)));
        }
        Ok(file)
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Whether the file has all that was played.
    pub(super) fn is_current<G: Game>(&self, table: &Table<G>) -> bool {
        self.saved == Some(table.log().len())
    }

    /// Notes that all that was played so far came from a file.
    pub(super) fn resumed<G: Game>(&mut self, table: &Table<G>) {
        self.saved = self.came_from_here.then_some(table.log().len());
    }

    /// Writes the game, to another file if one is named, which is used from then on.
    pub(super) fn save<G: Game>(
        &mut self,
        elsewhere: Option<&str>,
        table: &Table<G>,
        names: &[String],
    ) -> io::Result<()> {
        let path = elsewhere.map_or_else(|| self.path.clone(), PathBuf::from);
        if self.is_taken(&path) && (elsewhere.is_some() || self.saved.is_none()) {
            return Err(io::Error::new(io::ErrorKind::AlreadyExists, taken(&path)));
        }
        // A crash half-way must not cost the game that was there before.
        let mut beside = OsString::from(&path);
        beside.push(".new");
        let text = table.record(names.to_vec()).to_json();
        std::fs::write(&beside, text).and_then(|()| std::fs::rename(&beside, &path)).map_err(
            |error| {
                let (path, why) = (path.display(), plainly(&error));
                io::Error::new(error.kind(), format!("{path}: {why}; choose another place"))
            },
        )?;
        self.path = path;
        self.saved = Some(table.log().len());
        Ok(())
    }

    /// Whether there is a file that is not of this game.
    fn is_taken(&self, path: &Path) -> bool {
        match std::fs::read(path) {
            Ok(bytes) => {
                self.mark.is_empty() || !String::from_utf8_lossy(&bytes).contains(&self.mark)
            }
            Err(error) => error.kind() != io::ErrorKind::NotFound,
        }
    }
}

fn taken(path: &Path) -> String {
    format!("{} is there already and is not this game; choose another name", path.display())
}
