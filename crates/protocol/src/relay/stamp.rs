//! Stamps: the relay's signature on the number and the time of each entry, and on all entries before.
//!
//! # Encoding
//!
//! A [`Stamped`] entry is its number and its time (64 bits each, little-endian), the seat that posted it (one byte), the
//! relay's Ed25519 signature (64 bytes), and the entry.
//!
//! The signature is over a domain separator, the SHA-256 of the genesis, number, time and seat as above, the digest of the
//! stamp before (32 zeros for the first), and the SHA-256 of the entry. The *digest* of a stamp is the SHA-256 of that message;
//! it has no signature in it, because a key can sign one message in many ways.
//!
//! The stamps of a table are therefore one chain. A relay that signs two different stamps with one number has signed two
//! chains, and the two stamps prove it ([`convict`]).

use ed25519_dalek::{Signature, Signer, SigningKey, VerifyingKey};
use facedown_core::Seat;
use sha2::{Digest, Sha256};

use super::{MAX_ENTRY, domain};

/// An entry with the relay's stamp.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stamped {
    /// The number of the entry at its table, counted from 0.
    pub number: u64,
    /// When the relay got it, in milliseconds of the relay's own monotonic clock. It never goes backwards.
    pub time: u64,
    /// The seat that posted it.
    pub seat: Seat,
    /// The relay's signature.
    pub signature: [u8; 64],
    /// The entry.
    pub entry: Vec<u8>,
}

/// Why a stamp is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StampError {
    /// It is too short to have a stamp.
    #[error("this stamped entry has {0} bytes; a stamp alone has {head}", head = Stamped::HEAD)]
    Short(usize),
    /// The entry is too long.
    #[error("this entry has {0} bytes; at most {MAX_ENTRY} are allowed")]
    Long(usize),
    /// There is no such seat.
    #[error("this entry is by seat {0}, which no table has")]
    Seat(u8),
    /// It has another number than the next one.
    #[error("this entry has number {found}; the next one has number {next}")]
    Number {
        /// The number of the stamp.
        found: u64,
        /// The number of the next stamp.
        next: u64,
    },
    /// Its time is before that of the stamp before.
    #[error(
        "the time of entry {0} is before that of the entry before; the relay does not keep its promise"
    )]
    Time(u64),
    /// The relay has not signed this after the stamps before.
    #[error("the stamp of entry {0} is not by the relay, or it follows other entries")]
    Signature(u64),
}

impl Stamped {
    /// How many bytes come before the entry.
    pub const HEAD: usize = 8 + 8 + 1 + 64;

    /// The encoding.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(Self::HEAD + self.entry.len());
        bytes.extend(self.number.to_le_bytes());
        bytes.extend(self.time.to_le_bytes());
        bytes.push(seat_byte(self.seat));
        bytes.extend(self.signature);
        bytes.extend(&self.entry);
        bytes
    }

    /// Reads the encoding. The signature is not verified: [`Stamps::check`] does that.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, StampError> {
        let short = StampError::Short(bytes.len());
        let (number, rest) = bytes.split_first_chunk().ok_or(short)?;
        let (time, rest) = rest.split_first_chunk().ok_or(short)?;
        let (&seat, rest) = rest.split_first().ok_or(short)?;
        let (signature, entry) = rest.split_first_chunk().ok_or(short)?;
        if entry.len() > MAX_ENTRY {
            return Err(StampError::Long(entry.len()));
        }
        Ok(Self {
            number: u64::from_le_bytes(*number),
            time: u64::from_le_bytes(*time),
            seat: Seat::new(usize::from(seat)).ok_or(StampError::Seat(seat))?,
            signature: *signature,
            entry: entry.to_vec(),
        })
    }

    /// The digest of this stamp at the table with this genesis, after the stamp with this digest.
    pub fn digest(&self, genesis: &[u8; 32], before: &[u8; 32]) -> [u8; 32] {
        Sha256::digest(self.message(genesis, before)).into()
    }

    /// Whether the relay signed this stamp for the table with this genesis, after the stamp with this digest.
    pub fn verify(&self, relay: &VerifyingKey, genesis: &[u8; 32], before: &[u8; 32]) -> bool {
        let signature = Signature::from_bytes(&self.signature);
        relay.verify_strict(&self.message(genesis, before), &signature).is_ok()
    }

    fn sign(mut self, relay: &SigningKey, genesis: &[u8; 32], before: &[u8; 32]) -> Self {
        self.signature = relay.sign(&self.message(genesis, before)).to_bytes();
        self
    }

    /// What the relay signs. All parts have a fixed length, so no two stamps have the same message.
    fn message(&self, genesis: &[u8; 32], before: &[u8; 32]) -> Vec<u8> {
        let mut message = domain::STAMP.to_vec();
        message.extend(genesis);
        message.extend(self.number.to_le_bytes());
        message.extend(self.time.to_le_bytes());
        message.push(seat_byte(self.seat));
        message.extend(before);
        message.extend(Sha256::digest(&self.entry));
        message
    }
}

/// Where the chain of stamps of a table has arrived: everything that the next stamp depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamps {
    genesis: [u8; 32],
    next: u64,
    time: u64,
    before: [u8; 32],
}

impl Stamps {
    /// No stamps yet, at the table with this genesis.
    pub fn new(genesis: &[u8]) -> Self {
        Self { genesis: Sha256::digest(genesis).into(), next: 0, time: 0, before: [0; 32] }
    }

    /// The SHA-256 of the genesis.
    pub const fn genesis(&self) -> &[u8; 32] {
        &self.genesis
    }

    /// The number of the next stamp, which is the number of those so far.
    pub const fn next(&self) -> u64 {
        self.next
    }

    /// The time of the last stamp; 0 if there is none.
    pub const fn time(&self) -> u64 {
        self.time
    }

    /// The digest of the last stamp; zeros if there is none.
    pub const fn before(&self) -> &[u8; 32] {
        &self.before
    }

    /// Stamps an entry as the next one. A clock that went backwards stands still instead.
    ///
    /// A relay signs one stamp for each number: [`Stamps::after`] is what the next one is made with.
    pub fn stamp(&self, relay: &SigningKey, time: u64, seat: Seat, entry: Vec<u8>) -> Stamped {
        let time = time.max(self.time);
        let unsigned = Stamped { number: self.next, time, seat, signature: [0; 64], entry };
        unsigned.sign(relay, &self.genesis, &self.before)
    }

    /// Checks that this is the relay's next stamp, and returns where the chain has arrived with it.
    pub fn check(&self, relay: &VerifyingKey, stamped: &Stamped) -> Result<Self, StampError> {
        if stamped.number != self.next {
            return Err(StampError::Number { found: stamped.number, next: self.next });
        }
        if !stamped.verify(relay, &self.genesis, &self.before) {
            return Err(StampError::Signature(stamped.number));
        }
        if stamped.time < self.time {
            return Err(StampError::Time(stamped.number));
        }
        Ok(self.after(stamped))
    }

    /// Where the chain has arrived with this stamp, which is not checked: for who made it, or has checked it before.
    #[must_use]
    pub fn after(&self, stamped: &Stamped) -> Self {
        Self {
            genesis: self.genesis,
            next: stamped.number + 1,
            time: stamped.time,
            before: stamped.digest(&self.genesis, &self.before),
        }
    }
}

/// Whether two stamps, each with the digest of the stamp before it, prove that this relay has signed two chains for one
/// table.
///
/// Both must be the relay's, for the table with this genesis (its SHA-256) and with one number, and differ in anything but the
/// signature: in the entry, the time, the seat, or what came before.
pub fn convict(
    relay: &VerifyingKey,
    genesis: &[u8; 32],
    one: (&Stamped, &[u8; 32]),
    other: (&Stamped, &[u8; 32]),
) -> bool {
    one.0.number == other.0.number
        && one.0.digest(genesis, one.1) != other.0.digest(genesis, other.1)
        && one.0.verify(relay, genesis, one.1)
        && other.0.verify(relay, genesis, other.1)
}

/// A table has at most eight seats.
#[allow(clippy::cast_possible_truncation)]
const fn seat_byte(seat: Seat) -> u8 {
    seat.index() as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn relay(seed: u8) -> SigningKey {
        SigningKey::from_bytes(&[seed; 32])
    }

    fn seat(index: usize) -> Seat {
        Seat::new(index).unwrap()
    }

    #[test]
    fn stamps_are_one_chain() {
        let (key, start) = (relay(1), Stamps::new(b"genesis"));
        let mut stamps = start;
        let mut all = Vec::new();
        for (number, time) in [(0, 5), (1, 5), (2, 900)] {
            let stamped = stamps.stamp(&key, time, seat(1), vec![number; 3]);
            stamps = stamps.check(&key.verifying_key(), &stamped).unwrap();
            assert_eq!((stamps.next(), stamps.time()), (u64::from(number) + 1, time));
            all.push(stamped);
        }
        let check = |at: Stamps, stamped: &Stamped| at.check(&key.verifying_key(), stamped);
        let second = start.after(&all[0]);
        assert_eq!(check(second, &all[2]), Err(StampError::Number { found: 2, next: 1 }));
        assert_eq!(check(start, &all[1]), Err(StampError::Number { found: 1, next: 0 }));
        assert_eq!(check(Stamps::new(b"other"), &all[0]), Err(StampError::Signature(0)));
        let other = second.check(&relay(2).verifying_key(), &all[1]);
        assert_eq!(other, Err(StampError::Signature(1)));
        let changes: [&dyn Fn(&mut Stamped); 4] = [
            &|stamped| stamped.entry[0] ^= 1,
            &|stamped| stamped.time += 1,
            &|stamped| stamped.seat = seat(0),
            &|stamped| stamped.signature[3] ^= 1,
        ];
        for change in changes {
            let mut forged = all[1].clone();
            change(&mut forged);
            assert_eq!(check(second, &forged), Err(StampError::Signature(1)));
        }
        // The same entry, signed after another one.
        let elsewhere = start.after(&start.stamp(&key, 5, seat(1), vec![9]));
        assert_eq!(check(elsewhere, &all[1]), Err(StampError::Signature(1)));
    }

    #[test]
    fn a_clock_never_goes_backwards() {
        let (key, start) = (relay(1), Stamps::new(b"genesis"));
        let later = start.after(&start.stamp(&key, 100, seat(0), vec![]));
        assert_eq!(later.stamp(&key, 50, seat(0), vec![]).time, 100);
        let unsigned =
            Stamped { number: 1, time: 99, seat: seat(0), signature: [0; 64], entry: vec![] };
        let back = unsigned.sign(&key, later.genesis(), later.before());
        assert_eq!(later.check(&key.verifying_key(), &back), Err(StampError::Time(1)));
    }

    #[test]
    fn two_stamps_for_one_number_convict_and_nothing_else_does() {
        let (key, start) = (relay(1), Stamps::new(b"genesis"));
        let verifying = key.verifying_key();
        let ann = start.stamp(&key, 5, seat(0), b"ann".to_vec());
        let zeros = [0; 32];
        let convicts = |one: (&Stamped, &[u8; 32]), other: (&Stamped, &[u8; 32])| {
            convict(&verifying, start.genesis(), one, other)
        };
        for other in [
            start.stamp(&key, 5, seat(0), b"bob".to_vec()),
            start.stamp(&key, 6, seat(0), b"ann".to_vec()),
            start.stamp(&key, 5, seat(1), b"ann".to_vec()),
        ] {
            assert!(convicts((&ann, &zeros), (&other, &zeros)));
            assert!(convicts((&other, &zeros), (&ann, &zeros)));
            // Their successors differ in nothing but what came before them.
            let [a, b] = [&ann, &other].map(|first| start.after(first));
            let [next_a, next_b] = [a, b].map(|at| at.stamp(&key, 7, seat(0), b"c".to_vec()));
            assert!(convicts((&next_a, a.before()), (&next_b, b.before())));
            assert!(!convicts((&next_a, a.before()), (&next_b, a.before())));
        }
        assert!(!convicts((&ann, &zeros), (&ann, &zeros)));
        let next = start.after(&ann).stamp(&key, 5, seat(0), b"bob".to_vec());
        assert!(!convicts((&ann, &zeros), (&next, start.after(&ann).before())));
        let forged = start.stamp(&relay(2), 5, seat(0), b"bob".to_vec());
        assert!(!convicts((&ann, &zeros), (&forged, &zeros)));
        let elsewhere = Stamps::new(b"other").stamp(&key, 5, seat(0), b"bob".to_vec());
        assert!(!convicts((&ann, &zeros), (&elsewhere, &zeros)));
    }

    #[test]
    fn the_encoding_is_read_back_and_lengths_are_checked() {
        let stamped = Stamps::new(b"genesis").stamp(&relay(1), 77, seat(3), vec![1, 2, 3]);
        let bytes = stamped.to_bytes();
        assert_eq!(bytes.len(), Stamped::HEAD + 3);
        assert_eq!(Stamped::from_bytes(&bytes), Ok(stamped));
        for length in 0..Stamped::HEAD {
            let short = Stamped::from_bytes(&bytes[..length]);
            assert_eq!(short, Err(StampError::Short(length)));
        }
        assert_eq!(Stamped::from_bytes(&bytes[..Stamped::HEAD]).map(|it| it.entry), Ok(vec![]));
        let mut nobody = bytes.clone();
        nobody[16] = 8;
        assert_eq!(Stamped::from_bytes(&nobody), Err(StampError::Seat(8)));
        let mut long = bytes;
        long.resize(Stamped::HEAD + MAX_ENTRY, 0);
        assert!(Stamped::from_bytes(&long).is_ok());
        long.push(0);
        assert_eq!(Stamped::from_bytes(&long), Err(StampError::Long(MAX_ENTRY + 1)));
    }
}
