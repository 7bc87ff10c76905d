//! The parts of a chain: its genesis and signed entries.
//!
//! # Encoding
//!
//! A [`Genesis`] is the table's name (32 bytes), the threshold of escrow or 0 (one byte), the number of players (16
//! bits, little-endian) and their Ed25519 keys (32 bytes each). An [`ChainEntry`] is its number (32 bits), its parent (32
//! bytes), its author's seat (one byte), the message's length (32 bits), the message, and an Ed25519 signature (64
//! bytes) of `SHA-512`-transcript bytes over the table's id and everything before the signature.

use ed25519_dalek::{Signature, Signer, SigningKey, VerifyingKey};
use facedown_core::{Seat, SeatCount};

use super::{ChainError, Message, TableState};
use crate::domain;
use crate::encoding::{Codec, DecodeError, Reader, Writer};
use crate::transcript::Transcript;

/// The maximum size of a message in bytes.
const MAX_MESSAGE_SIZE: usize = 1 << 22;

/// The beginning of a chain: the table's name, its players, and its escrow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Genesis {
    name: [u8; 32],
    escrow: Option<u8>,
    players: Vec<VerifyingKey>,
}

impl Genesis {
    /// Creates a table of 2 to 6 players with different keys. The name distinguishes the table from all others: use 32
    /// random bytes, and never the same twice.
    pub fn new(name: [u8; 32], players: Vec<VerifyingKey>) -> Result<Self, ChainError> {
        let distinct = players.iter().enumerate().all(|(n, key)| !players[..n].contains(key));
        if !(2..=6).contains(&players.len())
            || !distinct
            || players.iter().any(VerifyingKey::is_weak)
        {
            return Err(ChainError::Players);
        }
        Ok(Self { name, escrow: None, players })
    }

    /// Puts every key into escrow: any `threshold` of the other players can replace a player who leaves.
    ///
    /// They can also do so while the player is still there. The smaller the threshold, the more players can leave, and
    /// the smaller the coalition that can read every card. One player alone is never enough.
    pub fn with_escrow(self, threshold: u8) -> Result<Self, ChainError> {
        if (2..self.players.len()).contains(&usize::from(threshold)) {
            Ok(Self { escrow: Some(threshold), ..self })
        } else {
            Err(ChainError::Threshold)
        }
    }

    /// The table's id, a hash that is bound into every proof.
    pub fn id(&self) -> [u8; 32] {
        let mut transcript = Transcript::new(domain::TABLE);
        transcript.absorb(b"genesis", &self.to_bytes());
        head_of(&mut transcript)
    }

    /// The players' keys, in seat order.
    pub fn players(&self) -> &[VerifyingKey] {
        &self.players
    }

    /// The state of the table before the first message.
    pub fn table(&self) -> Result<TableState, ChainError> {
        let seats = SeatCount::new(self.players.len()).ok_or(ChainError::Players)?;
        Ok(TableState::new(self.id(), seats, self.escrow.map(usize::from)))
    }
}

/// A signed message with its place in the chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChainEntry {
    pub(super) number: u32,
    pub(super) parent: [u8; 32],
    pub(super) author: Seat,
    pub(super) message: Vec<u8>,
    pub(super) signature: [u8; 64],
}

impl ChainEntry {
    pub(super) fn sign(
        table: &[u8; 32],
        number: u32,
        parent: [u8; 32],
        author: Seat,
        message: Vec<u8>,
        key: &SigningKey,
    ) -> Self {
        let mut entry = Self { number, parent, author, message, signature: [0; 64] };
        entry.signature = key.sign(&entry.signed(table)).to_bytes();
        entry
    }

    /// The author, who signed the entry.
    pub const fn author(&self) -> Seat {
        self.author
    }

    /// Decodes the message.
    pub fn message(&self) -> Result<Message, DecodeError> {
        Message::from_bytes(&self.message)
    }

    /// The size of the encoding in bytes.
    pub fn size(&self) -> usize {
        4 + 32 + 1 + 4 + self.message.len() + 64
    }

    /// Verifies the signature for the table of this genesis.
    pub fn is_signed(&self, genesis: &Genesis) -> bool {
        self.is_signed_at(&genesis.id(), genesis)
    }

    pub(super) fn is_signed_at(&self, table: &[u8; 32], genesis: &Genesis) -> bool {
        let signature = Signature::from_bytes(&self.signature);
        genesis
            .players
            .get(self.author.index())
            .is_some_and(|key| key.verify_strict(&self.signed(table), &signature).is_ok())
    }

    /// Whether two entries prove that their author signed two different messages for the same place.
    ///
    /// Only the signatures have to be valid: an honest player never signs two messages for the same place.
    pub fn contradicts(&self, other: &Self, genesis: &Genesis) -> bool {
        let place = |entry: &Self| (entry.author, entry.number, entry.parent);
        place(self) == place(other)
            && self.message != other.message
            && self.is_signed(genesis)
            && other.is_signed(genesis)
    }

    fn signed(&self, table: &[u8; 32]) -> [u8; 64] {
        let mut transcript = Transcript::new(domain::ENTRY);
        transcript.absorb(b"table", table);
        transcript.absorb_number(b"number", u64::from(self.number));
        transcript.absorb(b"parent", &self.parent);
        transcript.absorb_number(b"author", self.author.index() as u64);
        transcript.absorb(b"message", &self.message);
        transcript.challenge_bytes(b"signed")
    }
}

pub(super) fn head_of(transcript: &mut Transcript) -> [u8; 32] {
    let mut head = [0; 32];
    head.copy_from_slice(&transcript.challenge_bytes(b"head")[..32]);
    head
}

impl Codec for Genesis {
    fn write(&self, to: &mut Writer) {
        to.bytes(&self.name);
        to.byte(self.escrow.unwrap_or(0));
        to.short(self.players.len());
        for player in &self.players {
            to.bytes(player.as_bytes());
        }
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, DecodeError> {
        let name = from.array()?;
        let escrow = from.byte()?;
        let count = from.count(6)?;
        let key = |bytes: [u8; 32]| {
            // Keys have several encodings. Accept only the one that signatures are checked with.
            VerifyingKey::from_bytes(&bytes)
                .ok()
                .filter(|key| key.to_edwards().compress().as_bytes() == &bytes)
                .ok_or(DecodeError::NotAPoint)
        };
        let players =
            (0..count).map(|_| from.array().and_then(key)).collect::<Result<Vec<_>, _>>()?;
        let genesis = Self::new(name, players)
            .map_err(|_| DecodeError::Invalid("a table has 2 to 6 different players"))?;
        match escrow {
            0 => Ok(genesis),
            threshold => genesis
                .with_escrow(threshold)
                .map_err(|_| DecodeError::Invalid("no such threshold of escrow")),
        }
    }
}

impl Codec for ChainEntry {
    fn write(&self, to: &mut Writer) {
        to.bytes(&self.number.to_le_bytes());
        to.bytes(&self.parent);
        self.author.write(to);
        // The number of cards in a message is bounded, so its length fits.
        to.bytes(&u32::try_from(self.message.len()).unwrap_or(u32::MAX).to_le_bytes());
        to.bytes(&self.message);
        to.bytes(&self.signature);
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, DecodeError> {
        let number = u32::from_le_bytes(from.array()?);
        let parent = from.array()?;
        let author = Seat::read(from)?;
        let count = u32::from_le_bytes(from.array()?) as usize;
        if count > MAX_MESSAGE_SIZE {
            return Err(DecodeError::TooMany { count, most: MAX_MESSAGE_SIZE });
        }
        let message = from.take(count)?.to_vec();
        Ok(Self { number, parent, author, message, signature: from.array()? })
    }
}
