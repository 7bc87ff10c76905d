//! The genesis of a table: its terms, its players, and what makes it different from every other table.
//!
//! # Encoding
//!
//! The terms' length (16 bits, little-endian) and the terms; the threshold of escrow or 0 (one byte); 0, or 1 and the relay's
//! Ed25519 key; the number of players (16 bits) and for each its Ed25519 key and its nonce (32 bytes each).

use ed25519_dalek::{SigningKey, VerifyingKey};
use facedown_core::SeatCount;
use thiserror::Error;
use zeroize::Zeroizing;

use crate::domain;
use crate::encoding::{Codec, DecodeError, Reader, Writer};
use crate::escrow::Threshold;
use crate::transcript::Transcript;

/// The maximum size of the terms in bytes.
pub const MAX_TERMS: usize = 1 << 14;

/// Why there is no such table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum GenesisError {
    /// There are not 2 to 6 players with different keys.
    #[error("a table has 2 to 6 players with different keys")]
    Players,
    /// Two players gave the same nonce, or one gave none.
    #[error("every player gives a nonce of its own: 32 random bytes, never used before")]
    Nonces,
    /// The terms are too long.
    #[error("the terms have {0} bytes: at most {MAX_TERMS} are allowed")]
    Terms(usize),
    /// The threshold is not more than half of the players, or not less than all of them.
    #[error(
        "{threshold} of {players} is no threshold: it must be more than half and less than all"
    )]
    Threshold {
        /// The threshold.
        threshold: u8,
        /// The number of players.
        players: usize,
    },
}

/// A player of a table: its key, and a nonce that it has never used before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seated {
    /// The Ed25519 key that signs the player's entries.
    pub key: VerifyingKey,
    /// 32 random bytes. They make the table a new one even if everything else was used before.
    pub nonce: [u8; 32],
}

impl Seated {
    /// The player whose secrets come from this seed.
    pub fn new(seed: &[u8; 32], nonce: [u8; 32]) -> Self {
        Self { key: signing_key(seed).verifying_key(), nonce }
    }
}

/// The key that signs the entries of the player with this seed, and whatever else proves that somebody is this player.
pub fn signing_key(seed: &[u8; 32]) -> SigningKey {
    let mut transcript = Transcript::new(domain::PLACES_IDENTITY);
    transcript.absorb(b"seed", seed);
    let bytes = Zeroizing::new(transcript.challenge_bytes(b"key"));
    let mut secret = Zeroizing::new([0; 32]);
    secret.copy_from_slice(&bytes[..32]);
    SigningKey::from_bytes(&secret)
}

/// What a table is: the terms that all players agree on, the players, escrow, and the relay's key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Genesis {
    terms: Vec<u8>,
    escrow: Option<u8>,
    relay: Option<VerifyingKey>,
    players: Vec<Seated>,
    seats: SeatCount,
}

impl Genesis {
    /// A table of 2 to 6 players. The terms say what is played; this crate does not read them.
    pub fn new(terms: Vec<u8>, players: Vec<Seated>) -> Result<Self, GenesisError> {
        let seats = SeatCount::new(players.len())
            .filter(|seats| (2..=6).contains(&seats.get()))
            .ok_or(GenesisError::Players)?;
        let before = |n: usize| players[..n].iter();
        let mut all = players.iter().enumerate();
        if all.any(|(n, new)| new.key.is_weak() || before(n).any(|old| old.key == new.key)) {
            return Err(GenesisError::Players);
        }
        let mut all = players.iter().enumerate();
        if all.any(|(n, new)| new.nonce == [0; 32] || before(n).any(|old| old.nonce == new.nonce)) {
            return Err(GenesisError::Nonces);
        }
        if terms.len() > MAX_TERMS {
            return Err(GenesisError::Terms(terms.len()));
        }
        Ok(Self { terms, escrow: None, relay: None, players, seats })
    }

    /// Puts every key into escrow: any `threshold` of the players can together replace one who has left.
    ///
    /// They can also do so while the player is there: `threshold` players together read every card. More than half are needed,
    /// so that of two sides of a network that is cut only one can go on. If `k` players work together and also decide who hears
    /// what, they can go on with both sides as soon as `k ≥ 2·threshold − n`. The usual threshold is all but one.
    pub fn with_escrow(self, threshold: u8) -> Result<Self, GenesisError> {
        let players = self.players.len();
        if Threshold::new(players, usize::from(threshold)).is_ok() {
            Ok(Self { escrow: Some(threshold), ..self })
        } else {
            Err(GenesisError::Threshold { threshold, players })
        }
    }

    /// Names the relay that stamps the entries.
    #[must_use]
    pub fn with_relay(self, key: VerifyingKey) -> Self {
        Self { relay: Some(key), ..self }
    }

    /// The table's id, a hash that every signature and every proof is bound to.
    pub fn id(&self) -> [u8; 32] {
        let mut transcript = Transcript::new(domain::PLACES_GENESIS);
        transcript.absorb(b"genesis", &self.to_bytes());
        super::hash_of(transcript)
    }

    /// What is played.
    pub fn terms(&self) -> &[u8] {
        &self.terms
    }

    /// The players, in seat order.
    pub fn players(&self) -> &[Seated] {
        &self.players
    }

    /// The number of seats.
    pub const fn seats(&self) -> SeatCount {
        self.seats
    }

    /// The threshold of escrow, if the table uses it.
    pub fn escrow(&self) -> Option<usize> {
        self.escrow.map(usize::from)
    }

    /// The relay's key, if the table names one.
    pub const fn relay(&self) -> Option<&VerifyingKey> {
        self.relay.as_ref()
    }
}

impl Codec for Genesis {
    fn write(&self, to: &mut Writer) {
        to.short(self.terms.len());
        to.bytes(&self.terms);
        to.byte(self.escrow.unwrap_or(0));
        to.byte(u8::from(self.relay.is_some()));
        if let Some(relay) = &self.relay {
            to.bytes(relay.as_bytes());
        }
        to.short(self.players.len());
        for player in &self.players {
            to.bytes(player.key.as_bytes());
            to.bytes(&player.nonce);
        }
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, DecodeError> {
        let length = from.count(MAX_TERMS)?;
        let terms = from.take(length)?.to_vec();
        let escrow = from.byte()?;
        let relay = match from.byte()? {
            0 => None,
            1 => Some(key(from)?),
            byte => return Err(DecodeError::UnknownKind { what: "relay", byte }),
        };
        let count = from.count(6)?;
        let player = |_| Ok(Seated { key: key(from)?, nonce: from.array()? });
        let players = (0..count).map(player).collect::<Result<Vec<_>, DecodeError>>()?;
        let genesis = Self::new(terms, players)
            .map_err(|_| DecodeError::Invalid("a table has 2 to 6 players, all different"))?;
        let genesis = match escrow {
            0 => genesis,
            threshold => genesis
                .with_escrow(threshold)
                .map_err(|_| DecodeError::Invalid("no such threshold of escrow"))?,
        };
        Ok(Self { relay, ..genesis })
    }
}

/// Reads an Ed25519 key. Keys have several encodings; only the one that signatures are checked with is accepted.
fn key(from: &mut Reader<'_>) -> Result<VerifyingKey, DecodeError> {
    let bytes: [u8; 32] = from.array()?;
    VerifyingKey::from_bytes(&bytes)
        .ok()
        .filter(|key| !key.is_weak() && key.to_edwards().compress().as_bytes() == &bytes)
        .ok_or(DecodeError::NotAPoint)
}
