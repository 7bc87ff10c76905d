//! A table from outside: a share code, or the file of a record.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use facedown_core::{BySeat, Game, Record, Refused, Replayed, Table, game_named_in, share};

use crate::failure::Failure;

/// The most that is read of a file: far more than any evening makes.
const MOST: u64 = 1 << 30;

/// What is in a file, unless that is too much.
pub(crate) fn contents(path: &Path) -> io::Result<Vec<u8>> {
    let too_large = || {
        io::Error::new(
            io::ErrorKind::FileTooLarge,
            "it has more than 1 GiB; name a record or a chain",
        )
    };
    let file = File::open(path)?;
    if file.metadata()?.len() > MOST {
        return Err(too_large());
    }
    let mut bytes = Vec::new();
    // A pipe does not say how long it is.
    file.take(MOST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST { Err(too_large()) } else { Ok(bytes) }
}

/// What the user named: the text of a record, or a share code.
pub(crate) enum Source {
    Code(String),
    Record { path: String, text: String },
}

/// A table from outside, played again.
pub(crate) struct Loaded<G: Game> {
    pub(crate) table: Table<G>,
    /// What the players are called: by name if the record says, otherwise by seat.
    pub(crate) names: BySeat<String>,
    /// Whether the record says what they are called.
    pub(crate) by_name: bool,
    /// The record's actions that were refused and changed nothing: their numbers from 1, and why.
    pub(crate) refused: Vec<(usize, String)>,
}

impl Source {
    /// Reads what was named. What is not a file but looks like a code is a code.
    pub(crate) fn read(named: &str) -> Result<Self, Failure> {
        Self::of(named, contents(named.as_ref()))
    }

    /// The same, of what was found under the name.
    pub(crate) fn of(named: &str, found: io::Result<Vec<u8>>) -> Result<Self, Failure> {
        let path = Path::new(named);
        let text = match found {
            Ok(bytes) => String::from_utf8(bytes).map_err(|_| {
                Failure::damaged(
                    named,
                    "this is neither a record nor a share code; name another file",
                )
            })?,
            // A file that is missing may be called like a code, such as game1.json.
            Err(error) => match share::initials_in(named) {
                Ok(initials) if facedown_games::with_initials(initials).is_some() => named.into(),
                Ok(_)
                    if !named.contains(['/', '\\'])
                        && path.extension() != Some("json".as_ref()) =>
                {
                    named.into()
                }
                _ => return Err(Failure::unreadable(path, error)),
            },
        };
        if text.trim().is_empty() {
            return Err(Failure::damaged(
                named,
                "the file is empty; name a record or a share code",
            ));
        }
        if share::initials_in(&text).is_ok() {
            return Ok(Self::Code(text.trim().to_owned()));
        }
        Ok(Self::Record { path: named.to_owned(), text })
    }

    /// That this program does not have the game it is of.
    pub(crate) fn of_unknown_game(&self, game: &str) -> Failure {
        let known = facedown_games::NAMES.join(", ");
        let why = format!("this is of a game called {game:?}; this program has: {known}");
        match self {
            Self::Code(code) => Failure::damaged(code, why),
            Self::Record { path, .. } => Failure::damaged(path, why),
        }
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

    /// The table, played again.
    pub(crate) fn load<G: Game>(&self) -> Result<Loaded<G>, Failure> {
        let (table, names, refused) = match self {
            Self::Code(code) => {
                let table = share::decode(code).map_err(|e| Failure::damaged(code, e))?;
                (table, Vec::new(), Vec::new())
            }
            Self::Record { path, .. } => {
                let record = self.record::<G>()?;
                let Replayed { table, refused } =
                    record.replay().map_err(|e| Failure::damaged(path, e))?;
                let said = |(i, why): (usize, Refused<G::Refusal>)| (i + 1, why.to_string());
                (table, record.names, refused.into_iter().map(said).collect())
            }
        };
        let by_name = !names.is_empty();
        let names = BySeat::new(table.seats(), |seat| {
            let name = names.get(seat.index()).cloned();
            name.unwrap_or_else(|| format!("Seat {}", seat.index()))
        });
        Ok(Loaded { table, names, by_name, refused })
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
