//! What is printed on a card, as the rules know it: sixteen bytes whose meaning is in a catalogue outside.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// The identity of a card: sixteen bytes, such as a UUID. JSON has it as 32 hexadecimal digits.
///
/// The rules never read it. A catalogue outside knows the name and the words that belong to it. An identity can also be a
/// short text of its own ([`CardId::of_words`]), as players write on a slip of paper when they choose in secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(type = "string"))]
pub struct CardId(pub [u8; 16]);

/// The first byte of an identity that is a text of its own. No UUID of a version in use begins with it and has a letter of
/// a text where its version should be.
const WORDS: u8 = 0xff;
/// The digits, by their values.
const DIGITS: &[u8; 16] = b"0123456789abcdef";

impl CardId {
    /// The longest text that can be an identity, in bytes.
    pub const LONGEST: usize = 14;

    /// The identity that is this text, or `None` if it is empty or too long.
    ///
    /// ```
    /// use facedown_games::spellbook::CardId;
    /// let choice = CardId::of_words("7").unwrap();
    /// assert_eq!(choice.to_string(), "ff013700000000000000000000000000");
    /// assert_eq!(choice.words(), Some("7"));
    /// assert_eq!(CardId::of_words("longer than that"), None);
    /// ```
    pub fn of_words(text: &str) -> Option<Self> {
        let length = u8::try_from(text.len()).ok()?;
        if text.is_empty() || text.len() > Self::LONGEST {
            return None;
        }
        let mut bytes = [0; 16];
        (bytes[0], bytes[1]) = (WORDS, length);
        bytes[2..2 + text.len()].copy_from_slice(text.as_bytes());
        Some(Self(bytes))
    }

    /// The text, if this identity is one.
    pub fn words(&self) -> Option<&str> {
        let [WORDS, length, text @ ..] = &self.0 else { return None };
        let (text, rest) = text.split_at_checked(usize::from(*length))?;
        let is_text = !text.is_empty() && rest.iter().all(|&byte| byte == 0);
        if is_text { std::str::from_utf8(text).ok() } else { None }
    }

    /// A card for tables on which nobody has brought a deck: bots and tests play with such.
    pub const fn sample(number: u8) -> Self {
        let mut bytes = *b"facedown-sample\0";
        bytes[15] = number;
        Self(bytes)
    }
}

impl fmt::Display for CardId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl Serialize for CardId {
    /// Text in formats that people read; otherwise the sixteen bytes, which are what players' machines encrypt.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if !serializer.is_human_readable() {
            return self.0.serialize(serializer);
        }
        let mut digits = [0; 32];
        for (pair, byte) in digits.chunks_exact_mut(2).zip(self.0) {
            pair[0] = DIGITS[usize::from(byte >> 4)];
            pair[1] = DIGITS[usize::from(byte & 15)];
        }
        serializer.serialize_str(std::str::from_utf8(&digits).unwrap_or_default())
    }
}

impl<'de> Deserialize<'de> for CardId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Digits;
        impl de::Visitor<'_> for Digits {
            type Value = CardId;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a card as 32 hexadecimal digits in lower case")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<CardId, E> {
                let wrong = || E::invalid_value(de::Unexpected::Str(text), &self);
                let digits: &[u8; 32] = text.as_bytes().try_into().map_err(|_| wrong())?;
                let mut bytes = [0; 16];
                for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
                    let (high, low) = (value(pair[0]), value(pair[1]));
                    *byte = high.zip(low).map(|(high, low)| high << 4 | low).ok_or_else(wrong)?;
                }
                Ok(CardId(bytes))
            }
        }
        if !deserializer.is_human_readable() {
            return <[u8; 16]>::deserialize(deserializer).map(Self);
        }
        deserializer.deserialize_str(Digits)
    }
}

fn value(digit: u8) -> Option<u8> {
    let value = DIGITS.iter().position(|&known| known == digit)?;
    u8::try_from(value).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_identity_is_written_as_32_digits_and_read_again() {
        let id = CardId(std::array::from_fn(|i| u8::try_from(i * 17).unwrap()));
        let written = serde_json::to_string(&id).unwrap();
        assert_eq!(written, r#""00112233445566778899aabbccddeeff""#);
        assert_eq!(serde_json::from_str::<CardId>(&written).unwrap(), id);
        assert_eq!(written, format!("\"{id}\""));
    }

    #[test]
    fn what_is_no_identity_is_refused_with_an_explanation() {
        let upper = r#""00112233445566778899AABBCCDDEEFF""#;
        for json in ["\"\"", "7", "null", "\"0011\"", upper, r#""ä0112233445566778899aabbccddeef""#]
        {
            let error = serde_json::from_str::<CardId>(json).unwrap_err().to_string();
            assert!(error.contains("32 hexadecimal digits"), "{json}: {error}");
        }
    }

    #[test]
    fn only_a_text_is_read_as_one() {
        assert_eq!(CardId::of_words("").and_then(|id| id.words().map(str::len)), None);
        assert_eq!(CardId::of_words("fourteen bytes").unwrap().words(), Some("fourteen bytes"));
        assert_eq!(CardId::sample(3).words(), None);
        let mut trailing = CardId::of_words("a").unwrap();
        trailing.0[9] = 1;
        assert_eq!(trailing.words(), None);
    }
}
