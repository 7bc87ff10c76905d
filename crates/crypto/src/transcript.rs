//! Fiat–Shamir transcripts, which bind a challenge to everything before it and to one step of one table.
//!
//! # Construction
//!
//! A transcript is a SHA-512 computation. Absorbing a message hashes the label's length (one byte), the label,
//! the message's length (64 bits, little-endian) and the message. A challenge absorbs its label with an
//! empty message; its 64 bytes are the hash of everything so far, and are absorbed as well.
//! A scalar is those bytes modulo the group's order.

use curve25519_dalek::scalar::Scalar;
use facedown_core::Seat;
use sha2::{Digest, Sha512};

use crate::domain;
use crate::group::Point;

/// Everything that prover and verifier have exchanged so far.
#[derive(Clone)]
pub struct Transcript {
    hash: Sha512,
    #[cfg(test)]
    watched: watch::Watched,
}

impl Transcript {
    /// An empty transcript under a domain separator.
    pub fn new(domain: &'static [u8]) -> Self {
        let mut transcript = Self {
            hash: Sha512::new(),
            #[cfg(test)]
            watched: watch::Watched::default(),
        };
        transcript.absorb(b"domain", domain);
        transcript
    }

    /// Absorbs a message.
    pub fn absorb(&mut self, label: &'static [u8], message: &[u8]) {
        debug_assert!(label.len() < 256, "labels are short");
        #[cfg(test)]
        if self.watched.leaves_out(label) {
            return;
        }
        #[allow(clippy::cast_possible_truncation)] // labels are a few letters
        self.hash.update([label.len() as u8]);
        self.hash.update(label);
        self.hash.update((message.len() as u64).to_le_bytes());
        self.hash.update(message);
    }

    /// Absorbs a number.
    pub fn absorb_number(&mut self, label: &'static [u8], number: u64) {
        self.absorb(label, &number.to_le_bytes());
    }

    /// Absorbs a point.
    pub fn absorb_point(&mut self, label: &'static [u8], point: &Point) {
        self.absorb(label, point.as_bytes());
    }

    /// Absorbs points and their number.
    pub fn absorb_points<'a>(
        &mut self,
        label: &'static [u8],
        points: impl ExactSizeIterator<Item = &'a Point>,
    ) {
        self.absorb_number(label, points.len() as u64);
        #[cfg(test)]
        if self.watched.left_out {
            return;
        }
        for point in points {
            self.hash.update(point.as_bytes());
        }
    }

    /// Absorbs scalars and their number.
    pub fn absorb_scalars(&mut self, label: &'static [u8], scalars: &[Scalar]) {
        self.absorb_number(label, scalars.len() as u64);
        #[cfg(test)]
        if self.watched.left_out {
            return;
        }
        for scalar in scalars {
            self.hash.update(scalar.as_bytes());
        }
    }

    /// 64 bytes that depend on everything so far.
    pub fn challenge_bytes(&mut self, label: &'static [u8]) -> [u8; 64] {
        self.absorb(label, &[]);
        let bytes: [u8; 64] = self.hash.clone().finalize().into();
        self.absorb(b"challenge", &bytes);
        bytes
    }

    /// A challenge, never zero.
    pub fn challenge(&mut self, label: &'static [u8]) -> Scalar {
        loop {
            let scalar = Scalar::from_bytes_mod_order_wide(&self.challenge_bytes(label));
            if scalar != Scalar::ZERO {
                return scalar;
            }
        }
    }

    /// `count` weights of 128 bits, for combining as many equations into one.
    pub fn weights(&mut self, label: &'static [u8], count: usize) -> Vec<Scalar> {
        let key = self.challenge_bytes(label);
        let weight = |index: u64| {
            let mut hasher = Sha512::new();
            hasher.update(key);
            hasher.update(index.to_le_bytes());
            let mut low = [0; 16];
            low.copy_from_slice(&hasher.finalize()[..16]);
            Scalar::from(u128::from_le_bytes(low))
        };
        (0..count as u64).map(weight).collect()
    }
}

/// The operation that a proof belongs to. A proof for one operation is not valid for another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Operation {
    /// A key is opened, with its proof of possession.
    Key = 1,
    /// A secret list is brought.
    Bring = 2,
    /// A pile is shuffled.
    Shuffle = 3,
    /// A seat arranges cards it knows.
    Arrange = 4,
    /// A seat takes a card out of a pile it has searched.
    Tutor = 5,
    /// Shares of cards.
    Share = 6,
    /// A key inside cards is replaced by a fresh one.
    Rekey = 7,
    /// A complaint about a share in escrow.
    Escrow = 8,
    /// A key is put into escrow.
    Dealing = 9,
    /// Shares of cards with a part of a key in escrow, in the place of a seat that has left.
    Recover = 10,
    /// A seat puts a card at a secret place of a pile.
    Tuck = 11,
    /// Cards are re-masked in place.
    Remask = 12,
    /// A card is compared with faces without showing it.
    Test = 13,
    /// A one-time key is offered, to which parts of keys in escrow are sealed.
    Sealing = 14,
}

/// The context of a proof: the table, the request that it answers, its author, and the operation.
///
/// The transcript of every proof absorbs it first, so that a proof made for another table, time, author or operation
/// is not valid here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Context {
    /// The hash of the table's rules, seats and identities.
    pub table: [u8; 32],
    /// The head of the chain at the request.
    pub request: [u8; 32],
    /// The seat that makes the proof.
    pub author: Seat,
    /// The operation.
    pub operation: Operation,
    /// The pile or deck.
    pub pile: u16,
}

impl Context {
    /// Starts the transcript of a proof in this context.
    pub fn transcript(&self, domain: &'static [u8]) -> Transcript {
        #[cfg(test)]
        watch::begin(domain);
        let mut transcript = Transcript::new(domain::CONTEXT);
        transcript.absorb(b"table", &self.table);
        transcript.absorb(b"request", &self.request);
        transcript.absorb_number(b"author", self.author.index() as u64);
        transcript.absorb_number(b"operation", self.operation as u64);
        transcript.absorb_number(b"pile", u64::from(self.pile));
        transcript.absorb(b"proof", domain);
        transcript
    }
}

/// For tests: records what transcripts absorb, and leaves out one field on request.
#[cfg(test)]
pub(crate) mod watch {
    use std::cell::{Cell, RefCell};

    /// A field of the transcripts of a kind of proof: its domain, its number in the transcript, and its label.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(crate) struct Field {
        pub(crate) domain: &'static [u8],
        pub(crate) number: usize,
        pub(crate) label: &'static [u8],
    }

    thread_local! {
        static BEGUN: Cell<Option<&'static [u8]>> = const { Cell::new(None) };
        static DROPPED: Cell<Option<Field>> = const { Cell::new(None) };
        static ABSORBED: RefCell<Option<Vec<Field>>> = const { RefCell::new(None) };
    }

    /// Runs `work` and returns its result with all fields that were absorbed.
    pub(crate) fn absorbed<T>(work: impl FnOnce() -> T) -> (T, Vec<Field>) {
        ABSORBED.set(Some(Vec::new()));
        let value = work();
        (value, ABSORBED.take().unwrap_or_default())
    }

    /// Runs `work` with transcripts that leave out this field.
    pub(crate) fn without<T>(field: Field, work: impl FnOnce() -> T) -> T {
        DROPPED.set(Some(field));
        let value = work();
        DROPPED.set(None);
        value
    }

    /// Notes that the next transcript has this domain.
    pub(super) fn begin(domain: &'static [u8]) {
        BEGUN.set(Some(domain));
    }

    /// The domain of a transcript, and how many fields it has absorbed.
    #[derive(Clone)]
    pub(super) struct Watched {
        domain: Option<&'static [u8]>,
        count: usize,
        pub(super) left_out: bool,
    }

    impl Default for Watched {
        fn default() -> Self {
            Self { domain: BEGUN.take(), count: 0, left_out: false }
        }
    }

    impl Watched {
        pub(super) fn leaves_out(&mut self, label: &'static [u8]) -> bool {
            let Some(domain) = self.domain else { return false };
            let field = Field { domain, number: self.count, label };
            self.count += 1;
            ABSORBED.with_borrow_mut(|absorbed| absorbed.as_mut().map(|all| all.push(field)));
            self.left_out = DROPPED.get() == Some(field);
            self.left_out
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn context() -> Context {
        Context {
            table: [1; 32],
            request: [2; 32],
            author: Seat::new(0).unwrap(),
            operation: Operation::Shuffle,
            pile: 3,
        }
    }

    #[test]
    fn every_part_of_a_context_counts() {
        let challenge = |context: Context, domain| context.transcript(domain).challenge(b"c");
        let first = challenge(context(), domain::SHUFFLE);
        assert_eq!(first, challenge(context(), domain::SHUFFLE));
        assert_ne!(first, challenge(context(), domain::NONCES));
        for other in [
            Context { table: [9; 32], ..context() },
            Context { request: [9; 32], ..context() },
            Context { author: Seat::new(1).unwrap(), ..context() },
            Context { operation: Operation::Arrange, ..context() },
            Context { pile: 4, ..context() },
        ] {
            assert_ne!(first, challenge(other, domain::SHUFFLE));
        }
    }

    #[test]
    fn messages_cannot_run_into_each_other() {
        let challenge = |parts: &[&[u8]]| {
            let mut transcript = Transcript::new(domain::SHUFFLE);
            for part in parts {
                transcript.absorb(b"part", part);
            }
            transcript.challenge(b"c")
        };
        assert_ne!(challenge(&[b"ab", b"c"]), challenge(&[b"a", b"bc"]));
        assert_ne!(challenge(&[b"ab"]), challenge(&[b"ab", b""]));
    }

    #[test]
    fn a_challenge_changes_the_next() {
        let mut transcript = Transcript::new(domain::SHUFFLE);
        assert_ne!(transcript.challenge(b"c"), transcript.challenge(b"c"));
        let weights = transcript.weights(b"w", 3);
        assert!(weights[0] != weights[1] && weights[1] != weights[2]);
    }
}
