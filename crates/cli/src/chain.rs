//! Reads the chain of a game between machines from a file.

use facedown_core::Seat;
use facedown_crypto::places::{Chain, Entry, Genesis};
use facedown_crypto::{Codec, DecodeError, Reader};
use facedown_peers::{Proven, StampedChain, StampedChainError, Terms};

use crate::failure::Failure;

/// The first bytes of every chain, whatever its version.
const MAGIC_PREFIX: &[u8] = b"facedown/mental-poker/";
/// The first bytes of the chains without stamps that this program reads. Those with stamps begin like a [`StampedChain`].
const MAGIC: &str = "facedown/mental-poker/v2/chain";
/// Offset of the author in an entry: after the head that it belongs to.
const AUTHOR_OFFSET: usize = 32;

/// Whether a file is a chain of any version, even an incomplete or invalid one.
pub(crate) fn looks_like_chain(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC_PREFIX) || (!bytes.is_empty() && MAGIC_PREFIX.starts_with(bytes))
}

/// Whether a file begins like a chain that this program reads.
pub(crate) fn is_chain(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC.as_bytes()) || is_stamped(bytes)
}

fn is_stamped(bytes: &[u8]) -> bool {
    bytes.starts_with(StampedChain::MAGIC)
}

/// A chain that has been decoded but not verified.
pub(crate) struct ParsedChain {
    file: String,
    /// The chain, up to the first entry that cannot be decoded.
    pub(crate) chain: Chain,
    /// The times of its stamps, if it has any.
    pub(crate) times: Vec<Option<u64>>,
    /// The chain with its stamps.
    pub(crate) stamped: Option<StampedChain>,
    pub(crate) terms: Terms,
    /// The size of the file.
    pub(crate) bytes: usize,
    /// The entry that cannot be decoded: its author, if that much of it can be read, and what is wrong.
    unreadable: Option<(Option<Seat>, DecodeError)>,
}

impl ParsedChain {
    /// Decodes a chain up to the first entry that cannot be decoded.
    pub(crate) fn read(file: &str, bytes: &[u8]) -> Result<Self, Failure> {
        if !is_chain(bytes) {
            return Err(Failure::damaged(file, not_a_chain(bytes)));
        }
        let beginning = |error: &dyn std::fmt::Display| {
            let why = format_args!("the beginning of this chain cannot be read: {error}");
            Failure::damaged(file, why)
        };
        if is_stamped(bytes) {
            return Self::read_stamped(file, bytes);
        }
        let mut from = Reader::new(&bytes[MAGIC.len()..]);
        let genesis = Genesis::read(&mut from).map_err(|error| beginning(&error))?;
        let terms = Terms::read(genesis.terms()).map_err(|error| beginning(&error))?;
        let mut chain = Chain::new(genesis);
        let mut unreadable = None;
        while let Err(DecodeError::TooLong { extra }) = from.end() {
            match Entry::read(&mut from) {
                Ok(entry) => chain.entries.push(entry),
                Err(error) => {
                    let author = bytes.get(bytes.len() - extra + AUTHOR_OFFSET).copied();
                    let seat = author.and_then(|seat| Seat::new(seat.into()));
                    let seat = seat.filter(|seat| chain.genesis.seats().has(*seat));
                    unreadable = Some((seat, error));
                    break;
                }
            }
        }
        let (file, times, stamped) = (file.to_owned(), Vec::new(), None);
        Ok(Self { file, chain, times, stamped, terms, bytes: bytes.len(), unreadable })
    }

    fn read_stamped(file: &str, bytes: &[u8]) -> Result<Self, Failure> {
        let beginning = |error: &dyn std::fmt::Display| {
            let why = format_args!("the beginning of this chain cannot be read: {error}");
            Failure::damaged(file, why)
        };
        let read = StampedChain::read_as_far_as_possible(bytes);
        let (stamped, broken) = read.map_err(|error| beginning(&error))?;
        let terms = Terms::read(stamped.genesis.terms()).map_err(|error| beginning(&error))?;
        let (chain, times) = stamped.unstamped();
        let unreadable = broken.map(|broken| match broken {
            StampedChainError::Unreadable(_, error) => (None, error),
            _ => (None, DecodeError::Invalid("its stamp is damaged")),
        });
        let (file, bytes) = (file.to_owned(), bytes.len());
        Ok(Self { file, chain, times, stamped: Some(stamped), terms, bytes, unreadable })
    }

    /// The chain, unless an entry cannot be decoded.
    pub(crate) fn whole(&self) -> Result<&Chain, Failure> {
        let Some((author, error)) = &self.unreadable else { return Ok(&self.chain) };
        let number = self.chain.entries.len();
        let author = author.map_or_else(String::new, |seat| format!(", by {seat},"));
        let before = match number {
            0 => String::new(),
            1 => "; the entry before it can be read".into(),
            _ => format!("; the {number} entries before it can be read"),
        };
        let why = match error {
            DecodeError::Truncated { missing } => format!(
                "entry {number}{author} breaks off: at least {missing} bytes are missing, or its length was changed{before}"
            ),
            error => format!("entry {number}{author} cannot be read: {error}{before}"),
        };
        Err(Failure::damaged(&self.file, why))
    }

    /// What a seat is called: "seat 1 (Ben)".
    pub(crate) fn who(&self, seat: Seat) -> String {
        match self.terms.names().get(seat.index()) {
            Some(name) => format!("{seat} ({name})"),
            None => seat.to_string(),
        }
    }
}

/// Says why a file that starts like a chain cannot be read.
fn not_a_chain(bytes: &[u8]) -> String {
    if MAGIC.as_bytes().starts_with(bytes) {
        "this chain breaks off in its first words; get the whole file".into()
    } else {
        format!("this is not a {MAGIC}, the only version that this program can check")
    }
}

/// Since when a cheat is proven, in one word.
pub(crate) const fn proven(proven: Proven) -> &'static str {
    match proven {
        Proven::AtOnce => "at-once",
        Proven::ToOne(_) => "to-one",
        Proven::ByCards => "by-cards",
        Proven::ByKeys => "by-keys",
    }
}
