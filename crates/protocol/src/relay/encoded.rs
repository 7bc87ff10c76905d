//! Bytes in JSON: keys, nonces and signatures in hexadecimal digits, longer ones in base64.

use std::borrow::Cow;
use std::fmt::{self, Write};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A number of bytes that is always the same, as lower-case hexadecimal digits: a key, a nonce, a digest, a signature.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Hex<const N: usize>(pub [u8; N]);

/// Any number of bytes, as base64 with padding.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Base64(pub Vec<u8>);

impl<const N: usize> Hex<N> {
    /// Parses exactly `2 · N` lower-case hexadecimal digits.
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.as_bytes();
        if digits.len() != 2 * N {
            return None;
        }
        let digit = |digit: u8| match digit {
            b'0'..=b'9' => Some(digit - b'0'),
            b'a'..=b'f' => Some(digit - b'a' + 10),
            _ => None,
        };
        let mut bytes = [0; N];
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            *byte = digit(pair[0])? << 4 | digit(pair[1])?;
        }
        Some(Self(bytes))
    }
}

impl<const N: usize> fmt::Display for Hex<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl<const N: usize> fmt::Debug for Hex<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl<const N: usize> Serialize for Hex<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut text = String::with_capacity(2 * N);
        // A `String` takes everything.
        let _ = write!(text, "{self}");
        serializer.serialize_str(&text)
    }
}

impl<'de, const N: usize> Deserialize<'de> for Hex<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| {
            de::Error::custom(format_args!("{} lower-case hexadecimal digits are needed", 2 * N))
        })
    }
}

impl fmt::Debug for Base64 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&STANDARD.encode(&self.0))
    }
}

impl Serialize for Base64 {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&STANDARD.encode(&self.0))
    }
}

impl<'de> Deserialize<'de> for Base64 {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        STANDARD.decode(text.as_bytes()).map(Self).map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_have_one_text_each() {
        let bytes = Hex([0x00, 0x0f, 0xa7]);
        assert_eq!(serde_json::to_string(&bytes).unwrap(), r#""000fa7""#);
        assert_eq!(serde_json::from_str::<Hex<3>>(r#""000fa7""#).unwrap(), bytes);
        for other in ["000FA7", "000fa", "000fa70", "000fg7", "00 fa7", "", "é0fa7"] {
            assert_eq!(Hex::<3>::parse(other), None, "{other}");
        }
        let long = Base64(vec![1, 2, 3, 4]);
        assert_eq!(serde_json::to_string(&long).unwrap(), r#""AQIDBA==""#);
        assert_eq!(serde_json::from_str::<Base64>(r#""AQIDBA==""#).unwrap(), long);
        for other in [r#""AQIDBA""#, r#""AQIDBB==""#, r#""AQIDB_==""#, "17"] {
            assert!(serde_json::from_str::<Base64>(other).is_err(), "{other}");
        }
    }
}
