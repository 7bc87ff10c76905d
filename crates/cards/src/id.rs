//! The number of a card: 16 bytes that are the same on every machine.

use std::fmt;
use std::str::FromStr;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest, Sha256};

use crate::name::normalised;

/// Separates the hashes of names from all other hashes.
const DOMAIN: &[u8] = b"facedown/v1/card name\0";
/// The same for cards that share their name, such as tokens.
const WORDS_DOMAIN: &[u8] = b"facedown/v1/card words\0";

/// The number of a card, whichever of its printings is meant.
///
/// A card that Scryfall knows has its oracle id, a UUID. All others have a hash of their name, marked as a UUID of version 8, so that
/// two machines that have never met give the same number to the same name. As text it is 32 hexadecimal digits.
///
/// ```
/// use facedown_cards::CardId;
///
/// let id: CardId = "0af3b1c2-5d6e-4f70-8192-a3b4c5d6e7f8".parse()?;
/// assert_eq!(id.to_string(), "0af3b1c25d6e4f708192a3b4c5d6e7f8");
/// assert_eq!(CardId::from_name("Æther  Otter"), CardId::from_name("aether otter"));
/// # Ok::<(), facedown_cards::NotACardId>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CardId([u8; 16]);

impl CardId {
    /// The card with these bytes.
    pub const fn from_bytes(bytes: [u8; 16]) -> Self {
        Self(bytes)
    }

    /// The bytes of this number.
    pub const fn to_bytes(self) -> [u8; 16] {
        self.0
    }

    /// The number of a card of which only the name is known. Names that differ only in case, blanks, accents or the kind of
    /// apostrophe give the same number.
    pub fn from_name(name: &str) -> Self {
        Self::hashed(DOMAIN, &[&normalised(name)])
    }

    /// The number of a card that shares its name with others and differs in its words.
    pub(crate) fn from_words(words: &[&str]) -> Self {
        Self::hashed(WORDS_DOMAIN, words)
    }

    /// Whether this number was made from a name or words, and not given by a catalogue of others.
    pub const fn is_derived(self) -> bool {
        self.0[6] >> 4 == 8 && self.0[8] >> 6 == 0b10
    }

    fn hashed(domain: &[u8], parts: &[&str]) -> Self {
        let mut hasher = Sha256::new();
        hasher.update(domain);
        for part in parts {
            hasher.update((part.len() as u64).to_le_bytes());
            hasher.update(part.as_bytes());
        }
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&hasher.finalize()[..16]);
        bytes[6] = bytes[6] & 0x0f | 0x80;
        bytes[8] = bytes[8] & 0x3f | 0x80;
        Self(bytes)
    }
}

impl fmt::Display for CardId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for CardId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CardId({self})")
    }
}

/// A text that is not the number of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the number of a card is 32 hexadecimal digits, or a UUID; copy all of it")]
pub struct NotACardId;

impl FromStr for CardId {
    type Err = NotACardId;

    /// Parses 32 hexadecimal digits, or a UUID with its hyphens.
    fn from_str(text: &str) -> Result<Self, NotACardId> {
        let hyphens = [8, 13, 18, 23];
        let mut digits = [0; 32];
        let mut count = 0;
        for (at, byte) in text.bytes().enumerate() {
            if text.len() == 36 && hyphens.contains(&at) {
                if byte != b'-' {
                    return Err(NotACardId);
                }
                continue;
            }
            let digit = char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
            *digits.get_mut(count).ok_or(NotACardId)? = digit.ok_or(NotACardId)?;
            count += 1;
        }
        if count != digits.len() {
            return Err(NotACardId);
        }
        let mut bytes = [0; 16];
        for (byte, pair) in bytes.iter_mut().zip(digits.as_chunks::<2>().0) {
            *byte = pair[0] << 4 | pair[1];
        }
        Ok(Self(bytes))
    }
}

impl Serialize for CardId {
    /// Text in formats that people read, otherwise 16 bytes.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_str(self)
        } else {
            self.0.serialize(serializer)
        }
    }
}

impl<'de> Deserialize<'de> for CardId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;
        impl Visitor<'_> for Text {
            type Value = CardId;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the number of a card")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<CardId, E> {
                text.parse().map_err(E::custom)
            }
        }
        if deserializer.is_human_readable() {
            deserializer.deserialize_str(Text)
        } else {
            <[u8; 16]>::deserialize(deserializer).map(Self)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const UUID: &str = "0af3b1c2-5d6e-4f70-8192-a3b4c5d6e7f8";

    #[test]
    fn a_uuid_and_its_digits_are_the_same_number() {
        let id: CardId = UUID.parse().unwrap();
        assert_eq!(id.to_string().parse(), Ok(id));
        assert_eq!(UUID.to_uppercase().parse(), Ok(id));
        assert!(!id.is_derived());
        let json = serde_json::to_string(&id).unwrap();
        assert_eq!(json, "\"0af3b1c25d6e4f708192a3b4c5d6e7f8\"");
        assert_eq!(serde_json::from_str::<CardId>(&json).unwrap(), id);
    }

    #[test]
    fn other_texts_are_refused() {
        let long = format!("{UUID}0");
        let shifted = "0af3b1c25-d6e-4f70-8192-a3b4c5d6e7f8";
        for text in ["", "0af3", &UUID[1..], &long, shifted, "☃af3b1c25d6e4f708192a3b4c5d6e7", "+"]
        {
            assert_eq!(text.parse::<CardId>(), Err(NotACardId), "{text}");
        }
        assert!(serde_json::from_str::<CardId>("\"0af3\"").is_err());
    }

    /// These numbers are in decks and on chains, so they never change.
    #[test]
    fn the_number_of_a_name_stays_the_same() {
        let id = CardId::from_name("Lantern Otter");
        assert!(id.is_derived());
        assert_eq!(id.to_string(), "b92a90be3b9b8f098c580cad60dba509");
        assert_ne!(id, CardId::from_name("Lantern Otters"));
        assert_ne!(CardId::from_words(&["ab", "c"]), CardId::from_words(&["a", "bc"]));
    }
}
