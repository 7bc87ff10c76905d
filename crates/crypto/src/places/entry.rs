//! Signed entries, the heads that they lead to, and the evidence against who signs two of them for one place.
//!
//! # Encoding
//!
//! An [`Entry`] is the head that it belongs to (32 bytes), its author's seat, its kind (one byte each), the payload's length (32
//! bits, little-endian), the payload, and an Ed25519 signature (64 bytes) of a digest of the table's id and everything before it.
//!
//! # Places
//!
//! A table proceeds in steps, and every step has a head. In one step a seat says at most one thing of each kind; an action and
//! a step's work are one kind. Only votes that somebody has left may be cast again, with a number. So the *place* of an entry is `(since, author, slot)`, and two different bodies at one place convict
//! their author. Signatures are no part of a head: a body that is signed twice is the same body.

use ed25519_dalek::{Signature, Signer, SigningKey};
use facedown_core::Seat;

use super::genesis::{Genesis, signing_key};
use crate::domain;
use crate::encoding::{Codec, DecodeError, Reader, Writer};
use crate::transcript::Transcript;

/// The maximum size of a payload in bytes. A table's own limit for each entry is far lower.
pub(super) const MAX_PAYLOAD: usize = 1 << 20;

/// What an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryKind {
    /// Everything that is due from its author in this step.
    Work,
    /// An action, with what its author adds to it.
    Action,
    /// Its author has arrived at the same head.
    Head,
    /// A seat's part of a key in escrow is wrong.
    Complaint,
    /// Its author takes its layer off all cards and leaves.
    Farewell,
    /// A vote that this seat has left.
    Forfeit(Seat),
}

impl EntryKind {
    const fn code(self) -> u8 {
        match self {
            Self::Work => 0,
            Self::Action => 1,
            Self::Head => 2,
            Self::Complaint => 3,
            Self::Farewell => 4,
            #[allow(clippy::cast_possible_truncation)] // a table has at most eight seats
            Self::Forfeit(seat) => 16 + seat.index() as u8,
        }
    }

    fn of(byte: u8) -> Result<Self, DecodeError> {
        Ok(match byte {
            0 => Self::Work,
            1 => Self::Action,
            2 => Self::Head,
            3 => Self::Complaint,
            4 => Self::Farewell,
            _ => {
                let seat = byte.checked_sub(16).and_then(|seat| Seat::new(usize::from(seat)));
                Self::Forfeit(seat.ok_or(DecodeError::UnknownKind { what: "entry", byte })?)
            }
        })
    }

    /// Whether its author may say it several times for one place: a vote is cast again when it came too early.
    pub(super) const fn may_be_repeated(self) -> bool {
        matches!(self, Self::Forfeit(_))
    }

    /// Entries of one slot exclude each other.
    const fn slot(self) -> u8 {
        match self {
            Self::Work | Self::Action => 0,
            other => other.code(),
        }
    }
}

/// The place of an entry: the head it belongs to, its author, and which of the author's things it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EntryPlace {
    since: [u8; 32],
    author: Seat,
    slot: u8,
}

/// A signed message of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    since: [u8; 32],
    author: Seat,
    kind: EntryKind,
    payload: Vec<u8>,
    signature: [u8; 64],
}

impl Entry {
    pub(super) fn sign(
        table: &[u8; 32],
        since: [u8; 32],
        author: Seat,
        kind: EntryKind,
        payload: Vec<u8>,
        key: &SigningKey,
    ) -> Self {
        let mut entry = Self { since, author, kind, payload, signature: [0; 64] };
        entry.signature = key.sign(&entry.digest(table)).to_bytes();
        entry
    }

    /// An entry that the player with this seed signs, whatever it says: for tests of what a table does with cheats.
    ///
    /// A [`Player`](super::Player) never signs two bodies for one place. Whoever uses this may convict itself.
    pub fn forged(
        genesis: &Genesis,
        seed: &[u8; 32],
        since: [u8; 32],
        author: Seat,
        kind: EntryKind,
        payload: Vec<u8>,
    ) -> Self {
        Self::sign(&genesis.id(), since, author, kind, payload, &signing_key(seed))
    }

    /// The head of the step that the entry belongs to.
    pub const fn since(&self) -> &[u8; 32] {
        &self.since
    }

    /// The author, who signed the entry.
    pub const fn author(&self) -> Seat {
        self.author
    }

    /// What the entry is.
    pub const fn kind(&self) -> EntryKind {
        self.kind
    }

    /// The place of the entry.
    pub const fn place(&self) -> EntryPlace {
        EntryPlace { since: self.since, author: self.author, slot: self.kind.slot() }
    }

    /// The content, as it is encoded.
    pub fn payload(&self) -> &[u8] {
        &self.payload
    }

    /// The size of the encoding in bytes.
    pub fn size(&self) -> usize {
        32 + 1 + 1 + 4 + self.payload.len() + 64
    }

    /// Verifies the signature for the table of this genesis.
    pub fn is_signed(&self, genesis: &Genesis) -> bool {
        self.has_signed(&self.digest(&genesis.id()), genesis)
    }

    /// Whether the author has signed the digest of this entry.
    pub(super) fn has_signed(&self, digest: &[u8; 64], genesis: &Genesis) -> bool {
        let signature = Signature::from_bytes(&self.signature);
        genesis
            .players()
            .get(self.author.index())
            .is_some_and(|player| player.key.verify_strict(digest, &signature).is_ok())
    }

    /// Whether two entries prove that their author signed two different bodies for one place.
    ///
    /// Only the signatures have to be valid, and anybody can check them: a player never signs two bodies for one place.
    pub fn contradicts(&self, other: &Self, genesis: &Genesis) -> bool {
        self.place() == other.place()
            && (self.kind, &self.payload) != (other.kind, &other.payload)
            && !self.kind.may_be_repeated()
            && self.is_signed(genesis)
            && other.is_signed(genesis)
    }

    /// The digest of the body, which is all but the signature.
    pub(super) fn digest(&self, table: &[u8; 32]) -> [u8; 64] {
        let mut transcript = Transcript::new(domain::PLACES_ENTRY);
        transcript.absorb(b"table", table);
        transcript.absorb(b"since", &self.since);
        transcript.absorb_number(b"author", self.author.index() as u64);
        transcript.absorb_number(b"kind", u64::from(self.kind.code()));
        transcript.absorb(b"payload", &self.payload);
        transcript.challenge_bytes(b"body")
    }
}

impl Codec for Entry {
    fn write(&self, to: &mut Writer) {
        to.bytes(&self.since);
        self.author.write(to);
        to.byte(self.kind.code());
        // A payload is far shorter than 4 GiB.
        to.bytes(&u32::try_from(self.payload.len()).unwrap_or(u32::MAX).to_le_bytes());
        to.bytes(&self.payload);
        to.bytes(&self.signature);
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, DecodeError> {
        let since = from.array()?;
        let author = Seat::read(from)?;
        let kind = EntryKind::of(from.byte()?)?;
        let count = u32::from_le_bytes(from.array()?) as usize;
        if count > MAX_PAYLOAD {
            return Err(DecodeError::TooMany { count, most: MAX_PAYLOAD });
        }
        let payload = from.take(count)?.to_vec();
        Ok(Self { since, author, kind, payload, signature: from.array()? })
    }
}

/// The head after a step: a hash of the head before and of the bodies of the step, in seat order.
///
/// The order in which parallel entries arrived does not matter, and neither do their signatures.
pub(super) fn head_after<'a>(
    before: &[u8; 32],
    bodies: impl Iterator<Item = &'a [u8; 64]>,
) -> [u8; 32] {
    let mut transcript = Transcript::new(domain::PLACES_STEP);
    transcript.absorb(b"before", before);
    for body in bodies {
        transcript.absorb(b"body", body);
    }
    super::hash_of(transcript)
}
