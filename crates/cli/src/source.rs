//! Reads tables that the user names: a share code, or a file with a record or a chain.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use facedown_core::{BySeat, Game, Record, Refused, Replayed, Table, game_named_in, share};
use facedown_peers::audit_at;

use crate::chain::{ParsedChain, looks_like_chain};
use crate::failure::Failure;

/// Larger files are refused. No record or chain comes near this size.
const MAX_FILE_SIZE: u64 = 1 << 30;

/// Reads a whole file of at most [`MAX_FILE_SIZE`].
pub(crate) fn read_limited(path: &Path) -> io::Result<Vec<u8>> {
    let too_large = || {
        io::Error::new(
            io::ErrorKind::FileTooLarge,
            "it is larger than 1 GiB; name a record or a chain",
        )
    };
    let file = File::open(path)?;
    if file.metadata()?.len() > MAX_FILE_SIZE {
        return Err(too_large());
    }
    let mut bytes = Vec::new();
    // A pipe has no length of its own.
    file.take(MAX_FILE_SIZE + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_FILE_SIZE { Err(too_large()) } else { Ok(bytes) }
}

/// What the user named: a share code, or a file with a record or a chain.
pub(crate) enum Source {
    Code(String),
    Record { path: String, text: String },
    Chain { path: String, parsed: Box<ParsedChain> },
}

/// A table that has been replayed from a share code or a record.
pub(crate) struct Loaded<G: Game> {
    pub(crate) table: Table<G>,
    /// The players' names from the record, or "Seat 0" and so on.
    pub(crate) names: BySeat<String>,
    /// Whether the names come from the record.
    pub(crate) has_names: bool,
    /// Actions of the record that were refused: their numbers, counted from 1, and the reasons.
    pub(crate) refused: Vec<(usize, String)>,
}

impl Source {
    /// Reads the file with this name. A name that is not a file but looks like a share code is a share code.
    pub(crate) fn read(named: &str) -> Result<Self, Failure> {
        Self::from_contents(named, read_limited(named.as_ref()))
    }

    /// Like [`Source::read`], for a file that has already been read.
    pub(crate) fn from_contents(
        named: &str,
        contents: io::Result<Vec<u8>>,
    ) -> Result<Self, Failure> {
        let path = Path::new(named);
        if let Ok(bytes) = &contents
            && looks_like_chain(bytes)
        {
            let parsed = Box::new(ParsedChain::read(named, bytes)?);
            return Ok(Self::Chain { path: named.to_owned(), parsed });
        }
        let text = match contents {
            Ok(bytes) => String::from_utf8(bytes).map_err(|_| {
                Failure::damaged(
                    named,
                    "this is neither a record, a share code nor a chain; name another file",
                )
            })?,
            // The name of a missing file can look like a share code, such as game1.json.
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

    /// The error for a table of a game that this program does not have.
    pub(crate) fn unknown_game(&self, game: &str) -> Failure {
        let known = facedown_games::NAMES.join(", ");
        let reason = format!("this is of a game called {game:?}; this program has: {known}");
        match self {
            Self::Code(code) => Failure::damaged(code, reason),
            Self::Record { path, .. } | Self::Chain { path, .. } => Failure::damaged(path, reason),
        }
    }

    /// The name of the table's game.
    pub(crate) fn game(&self) -> Result<String, Failure> {
        match self {
            Self::Code(code) => {
                let initials = share::initials_in(code).map_err(|e| Failure::damaged(code, e))?;
                let known = facedown_games::with_initials(initials);
                known.map(str::to_owned).ok_or_else(|| {
                    Failure::damaged(code, format_args!("no game’s codes begin with {initials:?}"))
                })
            }
            Self::Record { path, text } => {
                game_named_in(text).map_err(|e| Failure::damaged(path, e))
            }
            Self::Chain { parsed, .. } => Ok(parsed.terms.game().to_owned()),
        }
    }

    /// Replays the table.
    pub(crate) fn load<G: Game>(&self) -> Result<Loaded<G>, Failure> {
        let (table, names, refused) = match self {
            Self::Code(code) => {
                let table = share::decode(code).map_err(|e| Failure::damaged(code, e))?;
                (table, Vec::new(), Vec::new())
            }
            Self::Record { path, .. } | Self::Chain { path, .. } => {
                let record = self.record::<G>()?;
                let Replayed { table, refused } =
                    record.replay().map_err(|e| Failure::damaged(path, e))?;
                let numbered =
                    |(i, refused): (usize, Refused<G::Refusal>)| (i + 1, refused.to_string());
                (table, record.names, refused.into_iter().map(numbered).collect())
            }
        };
        let has_names = !names.is_empty();
        let names = BySeat::new(table.seats(), |seat| {
            let name = names.get(seat.index()).cloned();
            name.unwrap_or_else(|| format!("Seat {}", seat.index()))
        });
        Ok(Loaded { table, names, has_names, refused })
    }

    /// The record, unless this is a share code. That of a chain can be read once the keys have been opened.
    pub(crate) fn record<G: Game>(&self) -> Result<Record<G>, Failure> {
        match self {
            Self::Code(_) => Err(Failure::Usage(
                "this is a share code, and only a record can be verified; name its file".into(),
            )),
            Self::Record { path, text } => {
                Record::from_json(text).map_err(|e| Failure::damaged(path, e))
            }
            Self::Chain { path, parsed } => {
                let audit = audit_at::<G>(parsed.whole()?, &parsed.times)
                    .map_err(|e| Failure::damaged(path, e))?;
                audit.record.ok_or_else(|| {
                    Failure::damaged(
                        path,
                        "not every card of this chain can be read: it ends before all keys were opened, or somebody \
                         did not open them",
                    )
                })
            }
        }
    }
}
