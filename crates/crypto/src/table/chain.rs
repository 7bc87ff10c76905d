//! The proof chain: signed entries, and a verifier that names the first invalid entry and its author.
//!
//! The *head* of an empty chain is the table's id. Each entry produces a new head: a hash of the old head and the
//! entry's bytes. The parent of an entry is the head before it. Messages that several seats send in parallel have
//! as their parent the head at which the table began to wait for them; the parent of the next entry fixes their
//! order. A chain alone cannot show that entries were cut off at its end: compare its head with the other players'.
//!
//! Proofs are verified in a batch when a step is complete. That is before anybody relies on them, and faster than one
//! by one. If the batch fails, the entries of the step are removed and added again one by one, up to the invalid one.

use std::mem;

use ed25519_dalek::SigningKey;
use facedown_core::Seat;
use thiserror::Error;

use super::checks::ProofChecks;
use super::entry::{ChainEntry, Genesis, head_of};
use super::{Fault, Message, TableState};
use crate::batch::Batch;
use crate::domain;
use crate::encoding::{Codec, DecodeError, Reader, Writer};
use crate::transcript::Transcript;

/// How many proofs are verified in a batch when a whole chain is read. A larger batch takes more memory and saves no
/// time.
const PROOF_BATCH_SIZE: usize = 64;

/// The maximum number of accepted entries in a step.
const MAX_STEP_ENTRIES: usize = 16;

/// Why an entry is not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum EntryError {
    /// The entry does not have the number of its place in the chain.
    #[error("its number is {0}: an entry is missing, doubled or moved")]
    Number(u32),
    /// The parent of the entry is not the head before it.
    #[error(
        "it does not follow the entries before it: an entry was changed, dropped or moved, or this one is stale"
    )]
    Parent,
    /// The entry was not signed by its author.
    #[error("its signature is not its author's: it was changed after signing, or forged")]
    Signature,
    /// The author violated the protocol.
    #[error("{0}")]
    Fault(#[from] Fault),
}

/// Why a chain is not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ChainError {
    /// The bytes are not a chain.
    #[error("this is not a chain: {0}")]
    Unreadable(#[from] DecodeError),
    /// There are not 2 to 6 players with different keys.
    #[error("a table has 2 to 6 players with different keys")]
    Players,
    /// The threshold of escrow is not between two and the number of other players.
    #[error("the threshold of escrow must be at least two and at most the number of other players")]
    Threshold,
    /// An entry is invalid.
    #[error("entry {number}, by seat {}: {error}", author.index())]
    Entry {
        /// The number of the entry, counted from 0.
        number: usize,
        /// The author that the entry names.
        author: Seat,
        /// What is wrong with the entry.
        error: EntryError,
    },
}

/// A table and all entries that led to its current state.
#[derive(Clone)]
pub struct Chain {
    genesis: Genesis,
    table: TableState,
    pub(super) head: [u8; 32],
    pub(super) entries: Vec<ChainEntry>,
    unchecked: Option<Box<Unchecked>>,
}

/// Proofs that have not been verified yet, and the state to restore if they fail.
#[derive(Clone)]
struct Unchecked {
    table: TableState,
    head: [u8; 32],
    entries: usize,
    fold: Batch,
    proofs: usize,
}

/// A summary of a valid chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChainReport {
    /// The entries in order.
    pub steps: Vec<EntrySummary>,
    /// The head, to compare with the other players'.
    pub head: [u8; 32],
}

/// A summary of one entry. It contains counts and places but no hidden information.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntrySummary {
    /// The author of the entry.
    pub author: Seat,
    /// The message in words.
    pub description: String,
    /// The size of the entry in bytes.
    pub size: usize,
}

impl Chain {
    /// Creates a chain without entries.
    pub fn new(genesis: Genesis) -> Result<Self, ChainError> {
        let table = genesis.table()?;
        let (head, entries) = (table.id, Vec::new());
        Ok(Self { genesis, table, head, entries, unchecked: None })
    }

    /// The current state of the table. In the middle of a step, its last proofs may not have been verified yet.
    pub const fn table(&self) -> &TableState {
        &self.table
    }

    /// The genesis: the players and the options of the table.
    pub const fn genesis(&self) -> &Genesis {
        &self.genesis
    }

    /// All entries.
    pub fn entries(&self) -> &[ChainEntry] {
        &self.entries
    }

    /// The head: a hash of the genesis and all entries.
    pub const fn head(&self) -> &[u8; 32] {
        &self.head
    }

    /// Signs a message as the next entry.
    pub fn sign(&self, author: Seat, key: &SigningKey, message: &Message) -> ChainEntry {
        #[allow(clippy::cast_possible_truncation)] // a chain is far shorter
        let number = self.number_of(message) as u32;
        let parent = self.parent_of(message);
        ChainEntry::sign(&self.table.id, number, parent, author, message.to_bytes(), key)
    }

    /// Verifies an entry, appends it, and returns its message.
    ///
    /// If the error names this entry, the chain is unchanged. The error can also name an earlier entry of the same
    /// step, whose proof has only now been verified; that entry and all after it have then been removed.
    pub fn add(&mut self, entry: &ChainEntry) -> Result<Message, ChainError> {
        let message = self.read(entry)?;
        self.add_read(entry, &message, false)?;
        Ok(message)
    }

    fn read(&self, entry: &ChainEntry) -> Result<Message, ChainError> {
        let wrong =
            |error| ChainError::Entry { number: self.entries.len(), author: entry.author, error };
        // Check the signature first, so that it is reported even if the message cannot be decoded.
        if !self.table.seats.has(entry.author) {
            return Err(wrong(Fault::NoSuchSeat(entry.author).into()));
        }
        if !entry.is_signed_at(&self.table.id, &self.genesis) {
            return Err(wrong(EntryError::Signature));
        }
        entry.message().map_err(|error| wrong(Fault::from(error).into()))
    }

    /// Appends an entry whose message has been decoded. The proofs of the player's own entries are not verified.
    pub(super) fn add_read(
        &mut self,
        entry: &ChainEntry,
        message: &Message,
        own: bool,
    ) -> Result<(), ChainError> {
        self.collect(entry, message, own)?;
        // A step is done when the table begins to wait for something else. Shuffling cards that turn out to be wrong
        // reveals nothing, so the proof of a card that was taken is verified after the shuffles that follow.
        let done = self.table.since == self.head;
        let taken = matches!(message, Message::Taken(_)) && self.table.is_shuffling();
        if done && !taken { self.settle() } else { Ok(()) }
    }

    /// Appends an entry and adds its proofs to the batch.
    fn collect(
        &mut self,
        entry: &ChainEntry,
        message: &Message,
        own: bool,
    ) -> Result<(), ChainError> {
        let mut claims = Vec::new();
        let mut checks = if own { ProofChecks::Skip } else { ProofChecks::Deferred(&mut claims) };
        let (head, entries) = (self.head, self.entries.len());
        match self.accept(entry, message, &mut checks) {
            Ok(before) if claims.is_empty() => drop(before),
            Ok(table) => {
                let unchecked = self.unchecked.get_or_insert_with(|| {
                    Box::new(Unchecked { table, head, entries, fold: Batch::default(), proofs: 0 })
                });
                unchecked.proofs += claims.len();
                for claim in claims {
                    unchecked.fold.add(claim);
                }
            }
            // The entry may only seem invalid because of an earlier invalid proof, so verify the batch first.
            Err(_) => {
                self.settle()?;
                let number = self.entries.len();
                self.accept(entry, message, &mut ProofChecks::Immediate)
                    .map_err(|error| ChainError::Entry { number, author: entry.author, error })?;
            }
        }
        Ok(())
    }

    /// Verifies the batch. If it fails, removes the first invalid entry and all after it, and names it.
    fn settle(&mut self) -> Result<(), ChainError> {
        let Some(unchecked) = self.unchecked.take() else { return Ok(()) };
        if unchecked.fold.holds() {
            return Ok(());
        }
        let entries = self.entries.split_off(unchecked.entries);
        (self.table, self.head) = (unchecked.table, unchecked.head);
        for entry in entries {
            let (number, author) = (self.entries.len(), entry.author);
            let wrong = |error| ChainError::Entry { number, author, error };
            let message = entry.message().map_err(|error| wrong(Fault::from(error).into()))?;
            self.accept(&entry, &message, &mut ProofChecks::Immediate).map_err(wrong)?;
        }
        Ok(())
    }

    /// Appends an entry and returns the previous state of the table. A refused entry changes nothing.
    fn accept(
        &mut self,
        entry: &ChainEntry,
        message: &Message,
        checks: &mut ProofChecks<'_>,
    ) -> Result<TableState, EntryError> {
        if entry.number as usize != self.number_of(message) {
            return Err(EntryError::Number(entry.number));
        }
        if entry.parent != self.parent_of(message) {
            return Err(EntryError::Parent);
        }
        // The transport may deliver an entry twice; that is not its author's fault.
        if message.is_parallel()
            && self.entries.iter().rev().take(MAX_STEP_ENTRIES).any(|old| old == entry)
        {
            return Err(EntryError::Number(entry.number));
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

    /// Whether all proofs have been verified.
    pub(super) const fn is_settled(&self) -> bool {
        self.unchecked.is_none()
    }

    /// Whether these bytes start like a chain of this version.
    pub fn is_chain(bytes: &[u8]) -> bool {
        bytes.starts_with(domain::CHAIN)
    }

    /// Verifies an encoded chain and summarises it.
    pub fn verify(bytes: &[u8]) -> Result<ChainReport, ChainError> {
        let chain = Self::from_bytes(bytes)?;
        let step = |entry: &ChainEntry| {
            let description = entry.message()?.to_string();
            Ok(EntrySummary { author: entry.author, description, size: entry.size() })
        };
        let steps = chain.entries.iter().map(step).collect::<Result<_, DecodeError>>()?;
        Ok(ChainReport { steps, head: chain.head })
    }

    /// Encodes the chain.
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

    /// Decodes a chain and verifies every entry.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ChainError> {
        let mut from = Reader::new(bytes);
        if from.take(domain::CHAIN.len())? != domain::CHAIN {
            return Err(DecodeError::Invalid("it does not start like a chain").into());
        }
        let mut chain = Self::new(Genesis::read(&mut from)?)?;
        while from.end().is_err() {
            // An invalid earlier entry is reported before an entry that cannot be decoded.
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

    /// Whether the entry is for the next place in the chain.
    pub(super) fn continues_with(&self, entry: &ChainEntry, message: &Message) -> bool {
        entry.parent == self.parent_of(message) && entry.number as usize == self.number_of(message)
    }

    const fn parent_of(&self, message: &Message) -> [u8; 32] {
        if message.is_parallel() { self.table.since } else { self.head }
    }

    /// The number of the next entry. Parallel messages do not know their place and have the number 0.
    const fn number_of(&self, message: &Message) -> usize {
        if message.is_parallel() { 0 } else { self.entries.len() }
    }
}
