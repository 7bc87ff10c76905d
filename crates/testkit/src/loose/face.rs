//! The faces of Loose: names of 16 bytes.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// What is printed on a card: a name of 16 bytes, which fills all that the cryptography has for a face.
///
/// People read it as 32 hexadecimal digits, and machines as its bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Face([u8; 16]);

impl Face {
    /// All faces that a deck may have.
    pub const ALL: [Self; 5] = [
        Self(*b"a sleeping beast"),
        Self(*b"a river of stone"),
        Self(*b"\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f"),
        Self([0; 16]),
        Self([0xff; 16]),
    ];
}

impl fmt::Debug for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl Serialize for Face {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_str(&format_args!("{self:?}"))
        } else {
            self.0.serialize(serializer)
        }
    }
}

impl<'de> Deserialize<'de> for Face {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if !deserializer.is_human_readable() {
            return <[u8; 16]>::deserialize(deserializer).map(Self);
        }
        let text = String::deserialize(deserializer)?;
        let digits = text.len() == 32 && text.bytes().all(|c| c.is_ascii_hexdigit());
        let number = u128::from_str_radix(&text, 16).ok().filter(|_| digits);
        let number = number.ok_or_else(|| de::Error::custom("a face is 32 hexadecimal digits"))?;
        Ok(Self(number.to_be_bytes()))
    }
}
