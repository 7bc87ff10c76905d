//! The proof chain: every message as a signed entry, and a verifier that names the first wrong one and its author.
//!
//! # What exactly is written
//!
//! A chain is its [`Genesis`] and its entries. An entry is its number (32 bits, little-endian), its parent (32
//! bytes), its author's seat (one byte), the message's length (32 bits), the message, and an Ed25519 signature (64
//! bytes) of `SHA-512`-transcript bytes over the table's id and everything before the signature.
//!
//! The *head* of an empty chain is the table's id; each entry makes a new head of the old one and its own bytes. An
//! entry's parent is the head before it. Messages that several seats send at once have the head at which the table
//! began to wait for them; the next entry's parent fixes their order. What is cut off at the end cannot be missed
//! by anybody who has no later head: compare heads with the other players.

use ed25519_dalek::{Signature, Signer, SigningKey, VerifyingKey};
use facedown_core::{Seat, SeatCount};
use thiserror::Error;

use super::apply::Proofs;
use super::{Fault, Message, Table};
use crate::domain;
use crate::encoding::{DecodeError, Reader, Wire, Writer};
use crate::transcript::Transcript;

/// The longest message.
const MAX_MESSAGE: usize = 1 << 17;

/// Who plays, and under which name: what a chain begins with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Genesis {
    name: [u8; 32],
    players: Vec<VerifyingKey>,
}

impl Genesis {
    /// A table of 2 to 6 players who are known by different keys. The name tells it from all other tables.
    pub fn new(name: [u8; 32], players: Vec<VerifyingKey>) -> Result<Self, ChainError> {
        let distinct = players.iter().enumerate().all(|(n, key)| !players[..n].contains(key));
        if !(2..=6).contains(&players.len()) || !distinct {
            return Err(ChainError::Players);
        }
        Ok(Self { name, players })
    }

    /// The table's id, which is in every proof.
    pub fn id(&self) -> [u8; 32] {
        let mut transcript = Transcript::new(domain::TABLE);
        transcript.absorb(b"genesis", &self.to_bytes());
        head_of(&mut transcript)
    }

    /// The table before the first message.
    pub fn table(&self) -> Result<Table, ChainError> {
        let seats = SeatCount::new(self.players.len()).ok_or(ChainError::Players)?;
        Ok(Table::new(self.id(), seats))
    }
}

/// A message with its place in the chain, signed by its author.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    number: u32,
    pub(super) parent: [u8; 32],
    pub(super) author: Seat,
    pub(super) message: Vec<u8>,
    pub(super) signature: [u8; 64],
}

impl Entry {
    /// Who signed it.
    pub const fn author(&self) -> Seat {
        self.author
    }

    /// The message.
    pub fn message(&self) -> Result<Message, DecodeError> {
        Message::from_bytes(&self.message)
    }

    /// How many bytes it has.
    pub fn size(&self) -> usize {
        4 + 32 + 1 + 4 + self.message.len() + 64
    }

    pub(super) fn signed(&self, table: &[u8; 32]) -> [u8; 64] {
        let mut transcript = Transcript::new(domain::ENTRY);
        transcript.absorb(b"table", table);
        transcript.absorb_number(b"number", u64::from(self.number));
        transcript.absorb(b"parent", &self.parent);
        transcript.absorb_number(b"author", self.author.index() as u64);
        transcript.absorb(b"message", &self.message);
        transcript.challenge_bytes(b"signed")
    }
}

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
    table: Table,
    pub(super) head: [u8; 32],
    pub(super) entries: Vec<Entry>,
}

/// What a chain that holds is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Who did what, in order: counts and places, never what is hidden.
    pub steps: Vec<(Seat, &'static str)>,
    /// The head, to compare with the other players'.
    pub head: [u8; 32],
}

impl Chain {
    /// A chain without entries.
    pub fn new(genesis: Genesis) -> Result<Self, ChainError> {
        let table = genesis.table()?;
        Ok(Self { head: genesis.id(), genesis, table, entries: Vec::new() })
    }

    /// The table as it is now.
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// All entries.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Signs a message that comes next.
    pub fn sign(&self, author: Seat, key: &SigningKey, message: &Message) -> Entry {
        let mut entry = Entry {
            #[allow(clippy::cast_possible_truncation)] // a chain is far shorter
            number: self.number_of(message) as u32,
            parent: self.parent_of(message),
            author,
            message: message.to_bytes(),
            signature: [0; 64],
        };
        entry.signature = key.sign(&entry.signed(&self.table.id)).to_bytes();
        entry
    }

    /// Adds an entry and gives its message, if signature, place and message are right; otherwise nothing changes.
    pub fn add(&mut self, entry: Entry) -> Result<Message, ChainError> {
        let (number, author) = (self.entries.len(), entry.author);
        let wrong = |misdeed| ChainError::Entry { number, author, misdeed };
        let message = entry.message().map_err(|error| wrong(Fault::from(error).into()));
        // A signature that does not fit is the first thing to be said, also of what cannot be read.
        self.signed_by_its_author(&entry).map_err(wrong)?;
        let message = message?;
        self.add_read(entry, &message, Proofs::Checked)?;
        Ok(message)
    }

    /// Adds an entry whose message has been read.
    pub(super) fn add_read(
        &mut self,
        entry: Entry,
        message: &Message,
        proofs: Proofs,
    ) -> Result<(), ChainError> {
        let (number, author) = (self.entries.len(), entry.author);
        self.accept(entry, message, proofs).map_err(|misdeed| ChainError::Entry {
            number,
            author,
            misdeed,
        })
    }

    /// Whether these bytes begin as a chain does.
    pub fn is_chain(bytes: &[u8]) -> bool {
        bytes.starts_with(domain::CHAIN)
    }

    /// Whether a written chain holds from beginning to end.
    pub fn verify(bytes: &[u8]) -> Result<Report, ChainError> {
        let chain = Self::from_bytes(bytes)?;
        let step = |entry: &Entry| Ok((entry.author, entry.message()?.kind()));
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
            chain.add(Entry::read(&mut from)?)?;
        }
        Ok(chain)
    }

    fn signed_by_its_author(&self, entry: &Entry) -> Result<(), Misdeed> {
        let key = self.genesis.players.get(entry.author.index());
        let key = key.ok_or(Fault::NoSuchSeat(entry.author))?;
        let signature = Signature::from_bytes(&entry.signature);
        key.verify_strict(&entry.signed(&self.table.id), &signature).map_err(|_| Misdeed::Signature)
    }

    fn accept(&mut self, entry: Entry, message: &Message, proofs: Proofs) -> Result<(), Misdeed> {
        if entry.number as usize != self.number_of(message) {
            return Err(Misdeed::Number(entry.number));
        }
        if entry.parent != self.parent_of(message) {
            return Err(Misdeed::Parent);
        }
        let mut transcript = Transcript::new(domain::CHAIN);
        transcript.absorb(b"head", &self.head);
        transcript.absorb(b"entry", &entry.to_bytes());
        let head = head_of(&mut transcript);
        self.table.apply(entry.author, message, head, proofs)?;
        self.head = head;
        self.entries.push(entry);
        Ok(())
    }

    /// Whether the entry has the place of what comes next.
    pub(super) fn continues_with(&self, entry: &Entry, message: &Message) -> bool {
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

fn head_of(transcript: &mut Transcript) -> [u8; 32] {
    let mut head = [0; 32];
    head.copy_from_slice(&transcript.challenge_bytes(b"head")[..32]);
    head
}

impl Wire for Genesis {
    fn write(&self, to: &mut Writer) {
        to.bytes(&self.name);
        to.short(self.players.len());
        for player in &self.players {
            to.bytes(player.as_bytes());
        }
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, DecodeError> {
        let name = from.array()?;
        let count = from.count(6)?;
        let key = |bytes: [u8; 32]| {
            VerifyingKey::from_bytes(&bytes)
                .ok()
                .filter(|key| !key.is_weak())
                .ok_or(DecodeError::NotAPoint)
        };
        let players =
            (0..count).map(|_| from.array().and_then(key)).collect::<Result<Vec<_>, _>>()?;
        Self::new(name, players)
            .map_err(|_| DecodeError::Senseless("a table has 2 to 6 different players"))
    }
}

impl Wire for Entry {
    fn write(&self, to: &mut Writer) {
        to.bytes(&self.number.to_le_bytes());
        to.bytes(&self.parent);
        self.author.write(to);
        // A message has a bounded number of cards.
        to.bytes(&u32::try_from(self.message.len()).unwrap_or(u32::MAX).to_le_bytes());
        to.bytes(&self.message);
        to.bytes(&self.signature);
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, DecodeError> {
        let number = u32::from_le_bytes(from.array()?);
        let parent = from.array()?;
        let author = Seat::read(from)?;
        let count = u32::from_le_bytes(from.array()?) as usize;
        if count > MAX_MESSAGE {
            return Err(DecodeError::TooMany { count, most: MAX_MESSAGE });
        }
        let message = from.take(count)?.to_vec();
        Ok(Self { number, parent, author, message, signature: from.array()? })
    }
}
