//! The proof chain: every message as a signed entry, and a verifier that names the first wrong one and its author.
//!
//! The *head* of an empty chain is the table's id; each entry makes a new head of the old one and its own bytes. An
//! entry's parent is the head before it. Messages that several seats send at once have the head at which the table
//! began to wait for them; the next entry's parent fixes their order. What is cut off at the end cannot be missed
//! by anybody who has no later head: compare heads with the other players.
//!
//! Proofs are checked together, when a step is complete: before anybody uses what they prove, and at less than the
//! price of one by one. If they do not hold together, the entries of the step are taken back and added one by one,
//! up to the one that is wrong.

use std::mem;

use ed25519_dalek::SigningKey;
use facedown_core::Seat;
use thiserror::Error;

use super::checks::Checks;
use super::entry::{ChainEntry, Genesis, head_of};
use super::{Fault, Message, TableState};
use crate::domain;
use crate::encoding::{Codec, DecodeError, Reader, Writer};
use crate::fold::Fold;
use crate::transcript::Transcript;

/// How many proofs are checked together when a whole chain is read: more would take more memory and save no time.
const PROOF_BATCH_SIZE: usize = 64;

/// No step has more entries than this, but for those that are refused.
const STEP: usize = 16;

/// What is wrong with an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Misdeed {
    /// It has not the number of its place.
    #[error("its number is {0}: an entry is missing, doubled or moved")]
    Number(u32),
    /// It does not follow the entries before it.
    #[error(
        "it does not follow what is before it: an entry was changed, dropped or moved, or this is stale"
    )]
    Parent,
    /// It was not signed by its author.
    #[error("its signature is not its author's: it was changed after signing, or forged")]
    Signature,
    /// Its author broke the protocol.
    #[error("{0}")]
    Fault(#[from] Fault),
}

/// Why a chain is not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ChainError {
    /// The bytes are no chain.
    #[error("this is no chain: {0}")]
    Unreadable(#[from] DecodeError),
    /// A table has 2 to 6 players, known by different keys.
    #[error("a table has 2 to 6 players with different keys")]
    Players,
    /// Escrow needs at least two of the others and at most all of them.
    #[error("a key in escrow is with at least two of the others, and at most with all")]
    Threshold,
    /// An entry is wrong.
    #[error("entry {number}, by seat {}: {misdeed}", author.index())]
    Entry {
        /// Which one; the first is 0.
        number: usize,
        /// Whom it names as its author.
        author: Seat,
        /// What is wrong.
        misdeed: Misdeed,
    },
}

/// A table, with all that led to it.
#[derive(Clone)]
pub struct Chain {
    genesis: Genesis,
    table: TableState,
    pub(super) head: [u8; 32],
    pub(super) entries: Vec<ChainEntry>,
    unchecked: Option<Box<Unchecked>>,
}

/// Proofs that were not checked yet, and what to go back to if they do not hold.
#[derive(Clone)]
struct Unchecked {
    table: TableState,
    head: [u8; 32],
    entries: usize,
    fold: Fold,
    proofs: usize,
}

/// What a chain that holds is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Who did what, in order.
    pub steps: Vec<Step>,
    /// The head, to compare with the other players'.
    pub head: [u8; 32],
}

/// One entry in words: counts, places and splits, never what is hidden.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Who did it.
    pub author: Seat,
    /// What was done.
    pub what: String,
    /// How many bytes it took.
    pub size: usize,
}

impl Chain {
    /// A chain without entries.
    pub fn new(genesis: Genesis) -> Result<Self, ChainError> {
        let table = genesis.table()?;
        let (head, entries) = (table.id, Vec::new());
        Ok(Self { genesis, table, head, entries, unchecked: None })
    }

    /// The table as it is now. In the middle of a step its last proofs may not have been checked yet.
    pub const fn table(&self) -> &TableState {
        &self.table
    }

    /// Who plays.
    pub const fn genesis(&self) -> &Genesis {
        &self.genesis
    }

    /// All entries.
    pub fn entries(&self) -> &[ChainEntry] {
        &self.entries
    }

    /// The hash of everything so far.
    pub const fn head(&self) -> &[u8; 32] {
        &self.head
    }

    /// Signs a message that comes next.
    pub fn sign(&self, author: Seat, key: &SigningKey, message: &Message) -> ChainEntry {
        #[allow(clippy::cast_possible_truncation)] // a chain is far shorter
        let number = self.number_of(message) as u32;
        let parent = self.parent_of(message);
        ChainEntry::sign(&self.table.id, number, parent, author, message.to_bytes(), key)
    }

    /// Adds an entry and gives its message, if signature, place and message are right.
    ///
    /// If the error names this entry, nothing has changed. It may name an earlier one of the same step, whose proof
    /// was checked only now: then that entry and all after it are no longer in the chain.
    pub fn add(&mut self, entry: &ChainEntry) -> Result<Message, ChainError> {
        let message = self.read(entry)?;
        self.add_read(entry, &message, false)?;
        Ok(message)
    }

    fn read(&self, entry: &ChainEntry) -> Result<Message, ChainError> {
        let wrong = |misdeed| ChainError::Entry {
            number: self.entries.len(),
            author: entry.author,
            misdeed,
        };
        // A signature that does not fit is the first thing to be said, also of what cannot be read.
        if !self.table.seats.has(entry.author) {
            return Err(wrong(Fault::NoSuchSeat(entry.author).into()));
        }
        if !entry.is_signed_at(&self.table.id, &self.genesis) {
            return Err(wrong(Misdeed::Signature));
        }
        entry.message().map_err(|error| wrong(Fault::from(error).into()))
    }

    /// Adds an entry whose message has been read. What is the player's own needs no check.
    pub(super) fn add_read(
        &mut self,
        entry: &ChainEntry,
        message: &Message,
        own: bool,
    ) -> Result<(), ChainError> {
        self.collect(entry, message, own)?;
        // A step is done when the table begins to wait for something else. To shuffle what turns out to be wrong
        // tells nobody anything, so a card that was taken is checked after the shuffles that follow.
        let done = self.table.since == self.head;
        let taken = matches!(message, Message::Taken(_)) && self.table.is_shuffling();
        if done && !taken { self.settle() } else { Ok(()) }
    }

    /// Adds an entry and puts its proofs to those that are still to be checked.
    fn collect(
        &mut self,
        entry: &ChainEntry,
        message: &Message,
        own: bool,
    ) -> Result<(), ChainError> {
        let mut claims = Vec::new();
        let mut checks = if own { Checks::Own } else { Checks::Later(&mut claims) };
        let (head, entries) = (self.head, self.entries.len());
        match self.accept(entry, message, &mut checks) {
            Ok(before) if claims.is_empty() => drop(before),
            Ok(table) => {
                let unchecked = self.unchecked.get_or_insert_with(|| {
                    Box::new(Unchecked { table, head, entries, fold: Fold::default(), proofs: 0 })
                });
                unchecked.proofs += claims.len();
                for claim in claims {
                    unchecked.fold.add(claim);
                }
            }
            // It may look wrong only because of an earlier proof, or because of its own.
            Err(_) => {
                self.settle()?;
                let number = self.entries.len();
                self.accept(entry, message, &mut Checks::Now).map_err(|misdeed| {
                    ChainError::Entry { number, author: entry.author, misdeed }
                })?;
            }
        }
        Ok(())
    }

    /// Checks what is not checked yet. If it does not hold, goes back to before the first wrong entry and names it.
    fn settle(&mut self) -> Result<(), ChainError> {
        let Some(unchecked) = self.unchecked.take() else { return Ok(()) };
        if unchecked.fold.holds() {
            return Ok(());
        }
        let entries = self.entries.split_off(unchecked.entries);
        (self.table, self.head) = (unchecked.table, unchecked.head);
        for entry in entries {
            let (number, author) = (self.entries.len(), entry.author);
            let wrong = |misdeed| ChainError::Entry { number, author, misdeed };
            let message = entry.message().map_err(|error| wrong(Fault::from(error).into()))?;
            self.accept(&entry, &message, &mut Checks::Now).map_err(wrong)?;
        }
        Ok(())
    }

    /// Adds an entry and gives the table as it was before. Nothing changes if it is refused.
    fn accept(
        &mut self,
        entry: &ChainEntry,
        message: &Message,
        checks: &mut Checks<'_>,
    ) -> Result<TableState, Misdeed> {
        if entry.number as usize != self.number_of(message) {
            return Err(Misdeed::Number(entry.number));
        }
        if entry.parent != self.parent_of(message) {
            return Err(Misdeed::Parent);
        }
        // Whoever carries entries can bring one twice; its author has said it once.
        if message.is_parallel() && self.entries.iter().rev().take(STEP).any(|old| old == entry) {
            return Err(Misdeed::Number(entry.number));
        }
        let mut transcript = Transcript::new(domain::CHAIN);
        transcript.absorb(b"head", &self.head);
        transcript.absorb(b"entry", &entry.to_bytes());
        let head = head_of(&mut transcript);
        let mut table = self.table.clone();
        table.apply(entry.author, message, head, checks)?;
        self.head = head;
        self.entries.push(entry.clone());
        Ok(mem::replace(&mut self.table, table))
    }

    /// Whether all proofs have been checked.
    pub(super) const fn is_settled(&self) -> bool {
        self.unchecked.is_none()
    }

    /// Whether these bytes begin as a chain does.
    pub fn is_chain(bytes: &[u8]) -> bool {
        bytes.starts_with(domain::CHAIN)
    }

    /// Whether a written chain holds from beginning to end.
    pub fn verify(bytes: &[u8]) -> Result<Report, ChainError> {
        let chain = Self::from_bytes(bytes)?;
        let step = |entry: &ChainEntry| {
            let what = entry.message()?.to_string();
            Ok(Step { author: entry.author, what, size: entry.size() })
        };
        let steps = chain.entries.iter().map(step).collect::<Result<_, DecodeError>>()?;
        Ok(Report { steps, head: chain.head })
    }

    /// The whole chain.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut to = Writer::default();
        to.bytes(domain::CHAIN);
        self.genesis.write(&mut to);
        let mut bytes = to.into_bytes();
        for entry in &self.entries {
            bytes.extend(entry.to_bytes());
        }
        bytes
    }

    /// The chain with this encoding, if every entry in it is right.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ChainError> {
        let mut from = Reader::new(bytes);
        if from.take(domain::CHAIN.len())? != domain::CHAIN {
            return Err(DecodeError::Senseless("it does not begin as a chain does").into());
        }
        let mut chain = Self::new(Genesis::read(&mut from)?)?;
        while from.end().is_err() {
            // What is wrong before comes first, also if what follows cannot be read.
            let entry = ChainEntry::read(&mut from).map_err(ChainError::from);
            let read = entry.and_then(|entry| Ok((chain.read(&entry)?, entry)));
            let added = read.and_then(|(message, entry)| chain.collect(&entry, &message, false));
            let proofs = chain.unchecked.as_ref().map_or(0, |unchecked| unchecked.proofs);
            if added.is_err() || proofs >= PROOF_BATCH_SIZE {
                chain.settle()?;
            }
            added?;
        }
        chain.settle()?;
        Ok(chain)
    }

    /// Whether the entry has the place of what comes next.
    pub(super) fn continues_with(&self, entry: &ChainEntry, message: &Message) -> bool {
        entry.parent == self.parent_of(message) && entry.number as usize == self.number_of(message)
    }

    const fn parent_of(&self, message: &Message) -> [u8; 32] {
        if message.is_parallel() { self.table.since } else { self.head }
    }

    /// Messages that are sent at once do not know their place, so they have the number 0.
    const fn number_of(&self, message: &Message) -> usize {
        if message.is_parallel() { 0 } else { self.entries.len() }
    }
}
