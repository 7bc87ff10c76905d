//! The chain: a genesis and all entries, and a verifier that folds them together with the rules and names the first wrong one.
//!
//! # Encoding
//!
//! The domain separator of chains, the genesis, and the entries in the order in which they were heard.

use facedown_core::Seat;
use thiserror::Error;

use super::entry::{Entry, EntryKind};
use super::fault::Refusal;
use super::genesis::Genesis;
use super::task::{Place, Task, TaskError, TaskOutcome};
use super::{Accepted, Stage, TableState};
use crate::domain;
use crate::encoding::{Codec, DecodeError, Reader, Writer};
use crate::faces::FaceCode;

/// The rules of a game, as far as a table needs them. They must be the same on every machine.
pub trait Rules {
    /// What the game demands before the first action.
    fn start(&mut self) -> Vec<Task>;

    /// Judges an action by what is public and by the cards that it turns over, and tells what it demands. An error says why it
    /// is against the rules.
    fn judge(
        &mut self,
        author: Seat,
        action: &[u8],
        turned: &[(Place, FaceCode)],
    ) -> Result<Vec<Task>, String>;

    /// What the game demands next, given what came of the last tasks; nothing if somebody may act.
    fn go_on(&mut self, outcomes: &[TaskOutcome]) -> Vec<Task>;

    /// A seat has left. Tasks that it interrupted go on without it.
    fn left(&mut self, _: Seat) {}

    /// The piles that are shuffled after a seat has left. They must contain all of these hidden cards.
    fn renewal(&mut self, hidden: &[Place]) -> Vec<Vec<Place>> {
        vec![hidden.to_vec()]
    }
}

/// Why a chain is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ChainError {
    /// The bytes are not a chain.
    #[error("this is not a chain: {0}")]
    Unreadable(#[from] DecodeError),
    /// An entry is refused.
    #[error("entry {number}, by {author}: {refusal}")]
    Entry {
        /// The number of the entry, counted from 0.
        number: usize,
        /// The author that the entry names.
        author: Seat,
        /// Why it is refused.
        refusal: Refusal,
    },
    /// An action is against the rules.
    #[error("entry {number}, by {author}, is against the rules: {reason}")]
    Rules {
        /// The number of the entry, counted from 0.
        number: usize,
        /// Its author.
        author: Seat,
        /// What the rules say.
        reason: String,
    },
    /// Two entries convict their author.
    #[error("entries {first} and {second} are both at one place: {author} has said two things")]
    Contradiction {
        /// The number of the first entry.
        first: usize,
        /// The number of the second entry.
        second: usize,
        /// Their author.
        author: Seat,
    },
    /// The rules demand something impossible.
    #[error("the rules demand something impossible: {0}")]
    Tasks(#[from] TaskError),
}

/// A genesis and the entries that followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    /// The genesis.
    pub genesis: Genesis,
    /// The entries, in the order in which they were heard.
    pub entries: Vec<Entry>,
}

/// A summary of a valid chain.
#[derive(Clone)]
pub struct ChainReport {
    /// The entries in order.
    pub entries: Vec<EntrySummary>,
    /// The state of the table at the end.
    pub state: TableState,
}

/// A summary of one entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntrySummary {
    /// The author.
    pub author: Seat,
    /// What it is.
    pub kind: EntryKind,
    /// The size in bytes.
    pub size: usize,
    /// Whether it came too late to count.
    pub stale: bool,
}

impl Chain {
    /// A chain without entries.
    pub const fn new(genesis: Genesis) -> Self {
        Self { genesis, entries: Vec::new() }
    }

    /// Folds the chain with the rules from the beginning, and verifies all of it.
    pub fn verify(&self, rules: &mut impl Rules) -> Result<ChainReport, ChainError> {
        self.fold(rules, |_| ())
    }

    /// Like [`Chain::verify`], and visits the state whenever a wave is complete: with the opened keys, that is an audit.
    pub fn fold(
        &self,
        rules: &mut impl Rules,
        mut visit: impl FnMut(&TableState),
    ) -> Result<ChainReport, ChainError> {
        let mut state = TableState::new(self.genesis.clone());
        let mut asked = Asked::Nothing;
        let mut entries = Vec::with_capacity(self.entries.len());
        for (number, entry) in self.entries.iter().enumerate() {
            let author = entry.author();
            let wrong = |refusal| self.refused(number, refusal);
            let accepted = match state.accept(entry).map_err(wrong)? {
                Accepted::Action(pending) => {
                    let judged = rules.judge(author, pending.action(), pending.turned());
                    let tasks =
                        judged.map_err(|reason| ChainError::Rules { number, author, reason })?;
                    asked = Asked::Start;
                    state.begin(*pending, tasks).map_err(wrong)?
                }
                Accepted::Left(seat) => {
                    rules.left(seat);
                    Accepted::Left(seat)
                }
                accepted => accepted,
            };
            let late = matches!(accepted, Accepted::Stale | Accepted::Known);
            entries.push(EntrySummary {
                author,
                kind: entry.kind(),
                size: entry.size(),
                stale: late,
            });
            if matches!(accepted, Accepted::Step | Accepted::Done | Accepted::Left(_)) {
                proceed(&mut state, rules, &mut asked, &mut visit)?;
            }
        }
        Ok(ChainReport { entries, state })
    }

    /// Names the first entry too, if the second contradicts it.
    fn refused(&self, number: usize, refusal: Refusal) -> ChainError {
        let entry = &self.entries[number];
        let author = entry.author();
        let earlier = self.entries[..number].iter().position(|e| e.place() == entry.place());
        match (refusal, earlier) {
            (Refusal::Contradiction, Some(first)) => {
                ChainError::Contradiction { first, second: number, author }
            }
            _ => ChainError::Entry { number, author, refusal },
        }
    }
}

/// What the rules have been asked for.
enum Asked {
    Nothing,
    /// What the game demands first.
    Start,
    /// What follows from everything so far: somebody has to act.
    All,
}

/// Lets the rules go on as far as they come without an entry.
fn proceed(
    state: &mut TableState,
    rules: &mut impl Rules,
    asked: &mut Asked,
    visit: &mut impl FnMut(&TableState),
) -> Result<(), TaskError> {
    loop {
        match state.stage().clone() {
            Stage::Idle => {
                visit(state);
                // If somebody has left while the table was idle, the rules have been asked before.
                let tasks = match asked {
                    Asked::Nothing => rules.start(),
                    Asked::Start => rules.go_on(&state.outcomes().unwrap_or_default()),
                    Asked::All => Vec::new(),
                };
                if tasks.is_empty() {
                    *asked = Asked::All;
                    return Ok(());
                }
                *asked = Asked::Start;
                let _ = state.extend(tasks)?;
            }
            Stage::Renewal(hidden) => {
                let _ = state.renew(rules.renewal(&hidden))?;
            }
            Stage::Working => return Ok(()),
            Stage::Over(_) => {
                visit(state);
                return Ok(());
            }
        }
    }
}

impl Codec for Chain {
    fn write(&self, to: &mut Writer) {
        to.bytes(domain::PLACES_CHAIN);
        self.genesis.write(to);
        self.entries.iter().for_each(|entry| entry.write(to));
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, DecodeError> {
        if from.take(domain::PLACES_CHAIN.len())? != domain::PLACES_CHAIN {
            return Err(DecodeError::Invalid("it does not start like a chain"));
        }
        let genesis = Genesis::read(from)?;
        let mut entries = Vec::new();
        while from.end().is_err() {
            entries.push(Entry::read(from)?);
        }
        Ok(Self { genesis, entries })
    }
}
