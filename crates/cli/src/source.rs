//! A table from outside: a share code, or the file of a record.

use std::path::Path;

use facedown_core::{Game, Record, Table, game_named_in, share};

use crate::failure::Failure;

/// What the user named: the text of a record, or a share code.
pub(crate) enum Source {
    Code(String),
    Record { path: String, text: String },
}

impl Source {
    /// Reads what was named. What is not a file but looks like a code is a code.
    pub(crate) fn read(named: &str) -> Result<Self, Failure> {
        let path = Path::new(named);
        if !path.exists() && share::initials_in(named).is_ok() {
            return Ok(Self::Code(named.to_owned()));
        }
        let text = std::fs::read_to_string(path).map_err(|e| Failure::unreadable(path, e))?;
        if share::initials_in(&text).is_ok() {
            return Ok(Self::Code(text.trim().to_owned()));
        }
        Ok(Self::Record { path: named.to_owned(), text })
    }

    /// The name of the game it is of.
    pub(crate) fn game(&self) -> Result<String, Failure> {
        match self {
            Self::Code(code) => {
                let initials = share::initials_in(code).map_err(|e| Failure::damaged(code, e))?;
                let known = facedown_games::with_initials(initials);
                known.map(str::to_owned).ok_or_else(|| {
                    Failure::damaged(code, format_args!("no game's codes begin with {initials:?}"))
                })
            }
            Self::Record { path, text } => {
                game_named_in(text).map_err(|e| Failure::damaged(path, e))
            }
        }
    }

    /// The table, and how many of its actions were refused in the replay.
    pub(crate) fn table<G: Game>(&self) -> Result<(Table<G>, usize), Failure> {
        match self {
            Self::Code(code) => {
                let table = share::decode(code).map_err(|e| Failure::damaged(code, e))?;
                Ok((table, 0))
            }
            Self::Record { path, .. } => {
                let replayed =
                    self.record::<G>()?.replay().map_err(|e| Failure::damaged(path, e))?;
                Ok((replayed.table, replayed.refused.len()))
            }
        }
    }

    /// The record, if it is one.
    pub(crate) fn record<G: Game>(&self) -> Result<Record<G>, Failure> {
        match self {
            Self::Code(_) => Err(Failure::Usage(
                "this is a share code; only a record has what is needed here, so name its file"
                    .into(),
            )),
            Self::Record { path, text } => {
                Record::from_json(text).map_err(|e| Failure::damaged(path, e))
            }
        }
    }
}
