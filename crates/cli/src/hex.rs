//! Hexadecimal text for chain heads and seeds.

use std::fmt::Write;

/// Encodes bytes as lowercase hexadecimal digits.
pub(crate) fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Decodes exactly 64 hexadecimal digits.
pub(crate) fn from_hex(text: &str) -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    if pairs.len() != bytes.len() || !rest.is_empty() {
        return None;
    }
    let digit = |digit: u8| char::from(digit).to_digit(16).and_then(|it| u8::try_from(it).ok());
    for (byte, pair) in bytes.iter_mut().zip(pairs) {
        *byte = digit(pair[0])? * 16 + digit(pair[1])?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let bytes = std::array::from_fn(|n| u8::try_from(n * 8).unwrap());
        assert_eq!(from_hex(&to_hex(&bytes)), Some(bytes));
        for wrong in ["", "0", &"0".repeat(63), &"0".repeat(65), &"x".repeat(64), &"é".repeat(32)]
        {
            assert_eq!(from_hex(wrong), None, "{wrong}");
        }
    }
}
