//! Seeds: where a table's randomness comes from, and how anyone can check afterwards that the deal was fair.
//!
//! Before the deal the house publishes the [`Commitment`] to its seed. Then each player may add a [`Contribution`]. The
//! cards are dealt from the [`mix`] of them all. After the game the house publishes its seed. The house alone could not
//! choose the cards, because it was bound before it saw the contributions, and no player alone could, without knowing the
//! seed. A house that conspires with the player who contributes last could still try out contributions; only play without
//! a trusted dealer prevents that.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use sha2::{Digest, Sha256};

// The domain separators of this crate's hashes. A change to any is a new version of the format.
const COMMITMENT: &[u8] = b"facedown/v1/seed-commitment\0";
const MIX: &[u8] = b"facedown/v1/seed-mix\0";
const TEXT: &[u8] = b"facedown/v1/seed-text\0";

/// 256 bits that determine every shuffle and roll of a table. Secret until the game is over, so it has
/// no `Debug` and no `Serialize`; only [`Seed::to_hex`] writes it.
///
/// ```
/// let seed = facedown_core::Seed::from_text("a rainy evening");
/// assert_eq!(seed.to_hex().len(), 64);
/// ```
/// ```compile_fail,E0277
/// let seed = facedown_core::Seed::from_text("a rainy evening");
/// assert_eq!(format!("{seed:?}").len(), 64);
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Seed([u8; 32]);

impl Seed {
    /// The seed with these bytes.
    pub const fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The seed for a text that a person typed: 64 hexadecimal digits are the seed itself, any other text is hashed.
    ///
    /// Use it only for simulations, tests and games against bots: a short text can be guessed from its commitment.
    pub fn from_text(text: &str) -> Self {
        from_hex(text).map_or_else(|| Self(hash(&[TEXT, text.as_bytes()])), Self)
    }

    /// Parses the output of [`Seed::to_hex`].
    pub fn from_hex(text: &str) -> Option<Self> {
        from_hex(text).map(Self)
    }

    /// The secret seed as 64 hexadecimal digits, for the record.
    pub fn to_hex(&self) -> String {
        to_hex(&self.0)
    }

    pub(crate) const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// What is published before the deal: `SHA-256("facedown/v1/seed-commitment" 0x00 seed)`.
    pub fn commitment(&self) -> Commitment {
        Commitment(hash(&[COMMITMENT, &self.0]))
    }
}

/// A hash that binds the house to a seed which nobody else knows yet.
#[derive(Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(type = "string"))]
pub struct Commitment([u8; 32]);

impl fmt::Display for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&to_hex(&self.0))
    }
}

impl fmt::Debug for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Commitment({self})")
    }
}

impl Serialize for Commitment {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Commitment {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        from_hex(&text)
            .map(Self)
            .ok_or_else(|| de::Error::custom("a commitment is 64 hexadecimal digits"))
    }
}

/// A player's contribution to the randomness of the deal: any text of at most 256 bytes, given after the commitment and
/// before the deal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(transparent)]
pub struct Contribution(String);

impl Contribution {
    /// The longest contribution, in bytes.
    pub const MAX_BYTES: usize = 256;

    /// The contribution with this text, or `None` if it is too long.
    pub fn new(text: impl Into<String>) -> Option<Self> {
        let text = text.into();
        (text.len() <= Self::MAX_BYTES).then_some(Self(text))
    }
}

impl<'de> Deserialize<'de> for Contribution {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::new(String::deserialize(deserializer)?)
            .ok_or_else(|| de::Error::custom("a contribution has at most 256 bytes"))
    }
}

/// The seed that a table is dealt from: the house's own if nobody contributed, otherwise
/// `SHA-256("facedown/v1/seed-mix" 0x00 seed length₀ text₀ length₁ text₁ …)` in seat order, each length
/// as 16 bits, little-endian. A seat that gave nothing counts as an empty text.
pub fn mix(house: &Seed, contributions: &[Contribution]) -> Seed {
    if contributions.is_empty() {
        return house.clone();
    }
    let mut hasher = Sha256::new();
    hasher.update(MIX);
    hasher.update(house.0);
    for Contribution(text) in contributions {
        #[allow(clippy::cast_possible_truncation)] // at most MAX_BYTES
        hasher.update((text.len() as u16).to_le_bytes());
        hasher.update(text.as_bytes());
    }
    Seed(hasher.finalize().into())
}

pub(crate) fn hash(parts: &[&[u8]]) -> [u8; 32] {
    let mut hasher = Sha256::new();
    for part in parts {
        hasher.update(part);
    }
    hasher.finalize().into()
}

pub(crate) fn to_hex(bytes: &[u8]) -> String {
    use fmt::Write;
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        // Writing to a String cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn from_hex(text: &str) -> Option<[u8; 32]> {
    let digits = text.as_bytes();
    if digits.len() != 64 {
        return None;
    }
    let mut bytes = [0; 32];
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
        let digit = |c: u8| char::from(c).to_digit(16);
        *byte = u8::try_from(digit(pair[0])? * 16 + digit(pair[1])?).ok()?;
    }
    Some(bytes)
}
