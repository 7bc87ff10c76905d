//! A chain with the relay's stamps: what players keep and show to others, since only stamps show who was silent for how long.
//!
//! # Encoding
//!
//! The domain separator of stamped chains, the genesis, and each stamped entry with its length before it (32 bits, little-endian).

use std::collections::HashMap;

use facedown_crypto::places::{Chain, Entry, Genesis};
use facedown_crypto::{Codec, DecodeError, Reader};
use facedown_protocol::relay::{StampError, Stamped, Stamps, convict};

use crate::verdict::{EntryName, Verdict};

/// A genesis and the entries as the relay has stamped them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StampedChain {
    /// The genesis. It names the relay.
    pub genesis: Genesis,
    /// The entries in the order in which the relay stamped them.
    pub entries: Vec<Stamped>,
}

/// Why bytes are no stamped chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StampedChainError {
    /// They do not begin like one.
    #[error("this does not begin like a chain with stamps")]
    Beginning,
    /// The genesis, or the entry with this number, cannot be decoded.
    #[error("{}", match .0 {
        None => format!("the genesis cannot be read: {}", .1),
        Some(number) => format!("entry {number} cannot be read: {}", .1),
    })]
    Unreadable(Option<usize>, DecodeError),
    /// The stamp of the entry with this number cannot be decoded.
    #[error("the stamp of entry {0} cannot be read: {1}")]
    Stamp(usize, StampError),
}

/// What is wrong with the stamps of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StampFlaw {
    /// The genesis names no relay.
    #[error("the genesis names no relay, so nobody can have stamped the entries")]
    NoRelay,
    /// The stamp with this number does not follow. Somebody has changed the chain.
    #[error("{0}; somebody has changed the chain, or left something out")]
    Broken(StampError),
    /// The relay has signed a time before the one that it had signed before.
    #[error("the relay has signed that entry {0} came before the one before it")]
    Backwards(u64),
}

/// What two chains of one table prove together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compared {
    /// The number for which the relay has signed two different stamps. That convicts it.
    pub relay: Option<u64>,
    /// The players who have signed two different things at one place.
    pub players: Vec<Verdict>,
}

impl StampedChain {
    /// The first bytes of every chain with stamps.
    pub const MAGIC: &[u8] = b"facedown/mental-poker/v2/stamped-chain";

    /// The encoding.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Self::MAGIC.to_vec();
        out.extend(self.genesis.to_bytes());
        for stamped in &self.entries {
            let bytes = stamped.to_bytes();
            // An entry has at most 64 KiB.
            out.extend(u32::try_from(bytes.len()).unwrap_or(u32::MAX).to_le_bytes());
            out.extend(bytes);
        }
        out
    }

    /// Reads the encoding. Nothing is verified.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, StampedChainError> {
        let (chain, broken) = Self::read_as_far_as_possible(bytes)?;
        broken.map_or(Ok(chain), Err)
    }

    /// Reads the encoding up to the first entry that cannot be decoded, and says why that one cannot.
    pub fn read_as_far_as_possible(
        bytes: &[u8],
    ) -> Result<(Self, Option<StampedChainError>), StampedChainError> {
        let rest = bytes.strip_prefix(Self::MAGIC).ok_or(StampedChainError::Beginning)?;
        let mut from = Reader::new(rest);
        let genesis = Genesis::read(&mut from);
        let genesis = genesis.map_err(|error| StampedChainError::Unreadable(None, error))?;
        let mut chain = Self { genesis, entries: Vec::new() };
        while from.end().is_err() {
            match Self::read_entry(&mut from, chain.entries.len()) {
                Ok(stamped) => chain.entries.push(stamped),
                Err(error) => return Ok((chain, Some(error))),
            }
        }
        Ok((chain, None))
    }

    fn read_entry(from: &mut Reader<'_>, number: usize) -> Result<Stamped, StampedChainError> {
        let unreadable = |error| StampedChainError::Unreadable(Some(number), error);
        let length = u32::from_le_bytes(from.array().map_err(unreadable)?) as usize;
        let bytes = from.take(length).map_err(unreadable)?;
        let stamped = Stamped::from_bytes(bytes);
        let stamped = stamped.map_err(|error| StampedChainError::Stamp(number, error))?;
        Entry::from_bytes(&stamped.entry).map_err(unreadable)?;
        Ok(stamped)
    }

    /// The chain without its stamps, and the times of these. Entries that cannot be decoded are left out.
    pub fn unstamped(&self) -> (Chain, Vec<Option<u64>>) {
        let mut chain = Chain::new(self.genesis.clone());
        let mut times = Vec::new();
        for stamped in &self.entries {
            if let Ok(entry) = Entry::from_bytes(&stamped.entry) {
                chain.entries.push(entry);
                times.push(Some(stamped.time));
            }
        }
        (chain, times)
    }

    /// Verifies all stamps.
    pub fn check_stamps(&self) -> Result<(), StampFlaw> {
        let relay = self.genesis.relay().ok_or(StampFlaw::NoRelay)?;
        let mut stamps = Stamps::new(&self.genesis.to_bytes());
        for stamped in &self.entries {
            stamps = stamps.check(relay, stamped).map_err(|error| match error {
                // It is signed.
                StampError::Time(number) => StampFlaw::Backwards(number),
                other => StampFlaw::Broken(other),
            })?;
        }
        Ok(())
    }

    /// What this chain and another one of the same table prove together; `None` if they are of different tables.
    pub fn compare(&self, other: &Self) -> Option<Compared> {
        if self.genesis != other.genesis {
            return None;
        }
        let relay = self.genesis.relay().and_then(|relay| {
            let mut here = Stamps::new(&self.genesis.to_bytes());
            let mut there = here;
            let found = self.entries.iter().zip(&other.entries).find(|(one, two)| {
                let (before, other_before) = (*here.before(), *there.before());
                (here, there) = (here.after(one), there.after(two));
                convict(relay, here.genesis(), (one, &before), (two, &other_before))
            });
            found.map(|(stamped, _)| stamped.number)
        });
        let mut players: Vec<Verdict> = Vec::new();
        let (one, two) = (self.unstamped().0.entries, other.unstamped().0.entries);
        let mut by_place: HashMap<EntryName, Vec<&Entry>> = HashMap::new();
        for entry in &two {
            by_place.entry(entry.place()).or_default().push(entry);
        }
        for entry in &one {
            let same_place = by_place.get(&entry.place()).into_iter().flatten();
            let verdicts = same_place
                .filter_map(|other| Verdict::of_contradiction(entry, other, &self.genesis));
            for verdict in verdicts {
                if !players.contains(&verdict) {
                    players.push(verdict);
                }
            }
        }
        Some(Compared { relay, players })
    }
}
