//! A record: a whole table as a versioned JSON file that replays for ever.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::game::{Game, Standing};
use crate::house::Rig;
use crate::seat::SeatCount;
use crate::seed::{Commitment, Contribution, Seed, hash, to_hex};
use crate::table::{Deal, LogEntry, Refused, SetupError, Table, has_rules, written};

/// The version of the file format that this program writes, and the newest it reads.
const VERSION: u64 = 1;
const CHECKSUM: &[u8] = b"facedown/v1/record\0";

/// A table as it is stored in a file: where the cards come from, and every action.
///
/// It contains the seed, and thereby every face, so it has no `Serialize` and is written only with [`Record::to_json`].
/// Publish it when the game is over.
///
/// ```
/// use facedown_core::{Game, Record};
/// fn publish<G: Game>(record: &Record<G>) { record.to_json(); }
/// ```
/// ```compile_fail,E0277
/// use facedown_core::{Game, Record};
/// fn publish<G: Game>(record: &Record<G>) { serde_json::to_string(record); }
/// ```
/// ```compile_fail,E0277
/// use facedown_core::{Game, Record};
/// fn publish<G: Game>(record: &Record<G>) { format!("{record:?}"); }
/// ```
pub struct Record<G: Game> {
    /// The version of the rules that the game was played by.
    pub rules: u32,
    /// The names of the players, in seat order; empty if they are unknown.
    pub names: Vec<String>,
    /// What the table chose.
    pub options: G::Options,
    /// How many seats there are.
    pub seats: SeatCount,
    /// Where the cards come from.
    pub deal: Deal<G::Face>,
    /// The commitment to the seed that was published before the deal.
    pub commitment: Option<Commitment>,
    /// The log.
    pub actions: Vec<LogEntry<G::Action>>,
    /// The result, if the game is over.
    pub outcome: Option<Standing>,
}

/// Why a file cannot be read as a record.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// The file is not valid JSON, or is truncated.
    #[error("this is not a record: not JSON from line {line}, column {column} on")]
    NotJson {
        /// The line of the error, counted from 1.
        line: usize,
        /// The column of the error.
        column: usize,
    },
    /// The file is JSON, but not a record.
    #[error("this is not a record: it has no \"facedown\" version number")]
    NotARecord,
    /// The file was written by a newer program.
    #[error(
        "this record has format version {0}; this program reads version {VERSION} — use a newer one"
    )]
    UnknownVersion(u64),
    /// The record is of another game.
    #[error("this is a record of {found}, not of {wanted}")]
    WrongGame {
        /// The record's game.
        found: String,
        /// The game that was expected.
        wanted: &'static str,
    },
    /// The game was played by a version of the rules that this program does not know.
    #[error(
        "this game was played by version {found} of the rules; the newest that this program knows is {known}"
    )]
    UnknownRules {
        /// The version that the game was played by.
        found: u32,
        /// The newest version that this program has.
        known: u32,
    },
    /// The contents have changed since the record was written.
    #[error("this record is damaged: its contents do not match its checksum")]
    Checksum,
    /// A part of the record is invalid.
    #[error("this record is damaged: {part}: {source}")]
    Part {
        /// Which part.
        part: &'static str,
        /// What is wrong with it.
        source: serde_json::Error,
    },
    /// An action is invalid.
    #[error("this record is damaged: action {number} (counted from 1): {source}")]
    Action {
        /// The number of the action, counted from 1.
        number: usize,
        /// What is wrong with it.
        source: serde_json::Error,
    },
    /// The seed is invalid.
    #[error("this record is damaged: the seed is not 64 hexadecimal digits")]
    Seed,
    /// There are names, but not one for each seat.
    #[error("this record is damaged: {names} names for {seats} seats")]
    Names {
        /// The number of names.
        names: usize,
        /// The number of seats.
        seats: usize,
    },
}

/// The outer structure of the file. Its parts are deserialised one by one, so that an error can name the part.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    facedown: u64,
    game: String,
    rules: u32,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    names: Vec<String>,
    options: Value,
    seats: SeatCount,
    deal: Value,
    actions: Vec<Value>,
    outcome: Option<Standing>,
    checksum: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SeededFile {
    commitment: Commitment,
    seed: String,
    #[serde(default)]
    contributions: Vec<Contribution>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RiggedFile<F> {
    #[serde(default)]
    dealer: Option<DealerName>,
    shuffles: Vec<Vec<F>>,
    rolls: Vec<u32>,
    #[serde(default = "Vec::new")]
    mixes: Vec<Vec<F>>,
}

/// Who dealt, where it was neither a house nor a scenario.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum DealerName {
    Players,
}

/// The name of the record's game, to find the rules that can read it.
pub fn game_named_in(text: &str) -> Result<String, RecordError> {
    let file = parse(text)?;
    file.get("game").and_then(Value::as_str).map(str::to_owned).ok_or(RecordError::NotARecord)
}

impl<G: Game> Table<G> {
    /// This table as a record. It contains every secret: publish it only when the game is over.
    pub fn record(&self, names: Vec<String>) -> Record<G> {
        Record {
            rules: self.rules(),
            names,
            options: self.options().clone(),
            seats: self.seats(),
            deal: self.deal().clone(),
            commitment: self.deal().commitment(),
            actions: self.log().to_vec(),
            outcome: self.standing(),
        }
    }
}

/// A record played again.
pub struct Replayed<G: Game> {
    /// The table after all actions.
    pub table: Table<G>,
    /// The actions that were refused and changed nothing: their numbers, counted from 0, and the reasons.
    pub refused: Vec<(usize, Refused<G::Refusal>)>,
}

/// Something wrong with a record.
#[derive(Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Flaw<G: Game> {
    /// The seed does not match the commitment.
    #[error("the seed does not match the commitment {0} that was published before the deal")]
    Commitment(Commitment),
    /// No commitment was published.
    #[error("the house published no commitment before the deal, so nobody can vouch for it")]
    NoCommitment,
    /// The deal was not random but given by a scenario.
    #[error("the deal was rigged by a scenario, so nobody can vouch for it")]
    Rigged,
    /// The players dealt on their own machines. Their chain of signed entries has the proofs, not this record.
    #[error(
        "the players dealt this themselves; only their chain shows that it was fair: verify that"
    )]
    Dealt,
    /// The table cannot be set up.
    #[error("{0}")]
    Setup(SetupError<G::Refusal>),
    /// The rules refuse an action.
    #[error("action {number} (counted from 1) is not permitted: {refused}")]
    Refused {
        /// The number of the action, counted from 1.
        number: usize,
        /// The reason for the refusal.
        refused: Refused<G::Refusal>,
    },
    /// The game did not end as the record states.
    #[error("the record’s outcome is not the one that its actions lead to")]
    Outcome,
}

/// The result of verifying a record.
pub struct Report<G: Game> {
    /// How many actions were permitted.
    pub actions: usize,
    /// How many players' contributions went into the deal.
    pub contributions: usize,
    /// The result of the game after them, if it is over.
    pub standing: Option<Standing>,
    /// What is wrong; empty if the record is valid.
    pub flaws: Vec<Flaw<G>>,
}

impl<G: Game> Record<G> {
    /// The record as a file. It contains every secret.
    pub fn to_json(&self) -> String {
        let deal = match &self.deal {
            Deal::Seeded { seed, contributions } => json!({
                "commitment": self.commitment,
                "seed": seed.to_hex(),
                "contributions": contributions,
            }),
            Deal::Rigged(Rig { shuffles, rolls, mixes }) if mixes.is_empty() => {
                json!({ "shuffles": shuffles, "rolls": rolls })
            }
            Deal::Rigged(Rig { shuffles, rolls, mixes }) => {
                json!({ "shuffles": shuffles, "rolls": rolls, "mixes": mixes })
            }
            Deal::Dealt(Rig { shuffles, rolls, mixes }) => json!({
                "dealer": DealerName::Players,
                "shuffles": shuffles,
                "rolls": rolls,
                "mixes": mixes,
            }),
        };
        let entry = |entry: &LogEntry<G::Action>| json!({ "seat": entry.seat, "action": written(&entry.action) });
        let mut file = json!({
            "facedown": VERSION,
            "game": G::NAME,
            "rules": self.rules,
            "options": self.options,
            "seats": self.seats,
            "deal": deal,
            "actions": self.actions.iter().map(entry).collect::<Vec<_>>(),
            "outcome": self.outcome,
        });
        if !self.names.is_empty() {
            file["names"] = json!(self.names);
        }
        file["checksum"] = json!(checksum(&file));
        let mut text = serde_json::to_string_pretty(&file).unwrap_or_default();
        text.push('\n');
        text
    }

    /// Parses a file and checks everything that can be checked without replaying it.
    pub fn from_json(text: &str) -> Result<Self, RecordError> {
        let mut value = parse(text)?;
        let sum = value.as_object_mut().and_then(|fields| fields.remove("checksum"));
        let actual = checksum(&value);
        value["checksum"] = sum.clone().unwrap_or_default();
        let part = |part| move |source| RecordError::Part { part, source };
        let file = File::deserialize(value).map_err(part("the file"))?;
        if file.game != G::NAME {
            return Err(RecordError::WrongGame { found: file.game, wanted: G::NAME });
        }
        if !has_rules::<G>(file.rules) {
            return Err(RecordError::UnknownRules { found: file.rules, known: G::RULES });
        }
        if file.checksum != actual {
            return Err(RecordError::Checksum);
        }
        if !file.names.is_empty() && file.names.len() != file.seats.get() {
            let (names, seats) = (file.names.len(), file.seats.get());
            return Err(RecordError::Names { names, seats });
        }
        let options = serde_json::from_value(file.options).map_err(part("the options"))?;
        let (deal, commitment) = if file.deal.get("shuffles").is_some() {
            let RiggedFile { dealer, shuffles, rolls, mixes } =
                RiggedFile::deserialize(file.deal).map_err(part("the rigged deal"))?;
            let rig = Rig { shuffles, rolls, mixes };
            let deal = match dealer {
                None => Deal::Rigged(rig),
                Some(DealerName::Players) => Deal::Dealt(rig),
            };
            (deal, None)
        } else {
            let SeededFile { commitment, seed, contributions } =
                SeededFile::deserialize(file.deal).map_err(part("the deal"))?;
            let seed = Seed::from_hex(&seed).ok_or(RecordError::Seed)?;
            (Deal::Seeded { seed, contributions }, Some(commitment))
        };
        let actions = file.actions.into_iter().enumerate().map(|(i, value)| {
            LogEntry::deserialize(value)
                .map_err(|source| RecordError::Action { number: i + 1, source })
        });
        Ok(Self {
            rules: file.rules,
            names: file.names,
            options,
            seats: file.seats,
            deal,
            commitment,
            actions: actions.collect::<Result<_, _>>()?,
            outcome: file.outcome,
        })
    }

    /// The table as it was after the deal.
    pub fn dealt(&self) -> Result<Table<G>, SetupError<G::Refusal>> {
        Table::by_rules(self.rules, self.options.clone(), self.seats, self.deal.clone())
    }

    /// Replays the record. A refused action changes nothing and is reported.
    pub fn replay(&self) -> Result<Replayed<G>, SetupError<G::Refusal>> {
        let mut table = self.dealt()?;
        let mut refused = Vec::new();
        for (number, LogEntry { seat, action }) in self.actions.iter().enumerate() {
            if let Err(error) = table.act(*seat, action.clone()) {
                refused.push((number, error.refused));
            }
        }
        Ok(Replayed { table, refused })
    }

    /// Verifies the commitment, every action and the outcome, and reports what is wrong.
    ///
    /// This cannot show that the commitment was really published before the deal. Whoever saw it then compares it with
    /// [`Record::commitment`].
    pub fn verify(&self) -> Report<G> {
        let mut report = Report { actions: 0, contributions: 0, standing: None, flaws: Vec::new() };
        match (&self.deal, self.commitment) {
            (Deal::Seeded { seed, contributions }, Some(commitment)) => {
                report.contributions = contributions.len();
                if seed.commitment() != commitment {
                    report.flaws.push(Flaw::Commitment(commitment));
                }
            }
            (Deal::Seeded { .. }, None) => report.flaws.push(Flaw::NoCommitment),
            (Deal::Rigged(_), _) => report.flaws.push(Flaw::Rigged),
            (Deal::Dealt(_), _) => report.flaws.push(Flaw::Dealt),
        }
        match self.replay() {
            Err(error) => report.flaws.push(Flaw::Setup(error)),
            Ok(Replayed { table, refused }) => {
                report.actions = table.log().len();
                report.standing = table.standing();
                report.flaws.extend(
                    refused
                        .into_iter()
                        .map(|(i, refused)| Flaw::Refused { number: i + 1, refused }),
                );
                if report.standing != self.outcome {
                    report.flaws.push(Flaw::Outcome);
                }
            }
        }
        report
    }
}

/// Parses the file as JSON and checks its format version.
fn parse(text: &str) -> Result<Value, RecordError> {
    let value: Value = serde_json::from_str(text)
        .map_err(|e| RecordError::NotJson { line: e.line(), column: e.column() })?;
    match value.get("facedown").and_then(Value::as_u64) {
        None => Err(RecordError::NotARecord),
        Some(VERSION) => Ok(value),
        Some(version) => Err(RecordError::UnknownVersion(version)),
    }
}

/// The hash of the file without its checksum, as compact JSON with sorted keys.
fn checksum(file: &Value) -> String {
    to_hex(&hash(&[CHECKSUM, file.to_string().as_bytes()]))
}
