//! From the bytes of a file to text, or to what the file is instead.

use std::borrow::Cow;

use super::{DeckError, MAX_BYTES};

/// The text of a file, and whether it had to be read as Windows-1252.
pub(super) fn to_text(bytes: &[u8]) -> Result<(Cow<'_, str>, bool), DeckError> {
    if bytes.len() > MAX_BYTES {
        return Err(DeckError::TooLarge { bytes: bytes.len() });
    }
    if let Some(what) = known_binary(bytes) {
        return Err(DeckError::NotADeck { what });
    }
    let (text, guessed) = decode(bytes);
    // A tab, the ends of lines, and the mark that old editors put at the end of a file.
    let is_binary = |c: char| c.is_control() && !matches!(c, '\t' | '\n' | '\r' | '\x0c' | '\x1a');
    let odd = text.chars().filter(|&c| is_binary(c) || c == char::REPLACEMENT_CHARACTER).count();
    if text.contains('\0') || odd > 8 + text.len() / 100 {
        return Err(DeckError::NotADeck { what: "a binary file" });
    }
    known_text(&text).map_or(Ok((text, guessed)), |what| Err(DeckError::NotADeck { what }))
}

/// What a file of bytes is by its first ones.
fn known_binary(bytes: &[u8]) -> Option<&'static str> {
    const KNOWN: [(&[u8], &str); 11] = [
        (b"PK\x03\x04", "a ZIP archive"),
        (b"Rar!\x1a", "a RAR archive"),
        (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
        (b"\x1f\x8b", "a gzip archive"),
        (b"\xfd7zXZ", "an xz archive"),
        (b"%PDF-", "a PDF"),
        (b"\x89PNG", "a picture"),
        (b"\xff\xd8\xff", "a picture"),
        (b"GIF8", "a picture"),
        (b"SQLite format 3\0", "a database"),
        (b"{\\rtf", "a document with formats"),
    ];
    KNOWN.iter().find(|(start, _)| bytes.starts_with(start)).map(|&(_, what)| what)
}

/// What a text is if it is plainly no deck.
fn known_text(text: &str) -> Option<&'static str> {
    let start = text.trim_start();
    let begins = |with: &str| start.get(..with.len()).is_some_and(|s| s.eq_ignore_ascii_case(with));
    if begins("<!doctype html") || begins("<html") {
        return Some("a web page");
    }
    if start.starts_with('{') || start.starts_with("[{") || start.starts_with("[\n") {
        return Some("JSON");
    }
    let first = start.lines().next().unwrap_or_default().to_lowercase();
    let columns: Vec<&str> =
        first.split([',', ';', '\t']).map(|column| column.trim_matches(['"', ' '])).collect();
    let has = |names: &[&str]| columns.iter().any(|column| names.contains(column));
    let is_table =
        has(&["count", "quantity", "qty", "amount"]) && has(&["name", "card", "card name"]);
    is_table.then_some("a table of columns (CSV)")
}

fn decode(bytes: &[u8]) -> (Cow<'_, str>, bool) {
    let utf16 = |rest: &[u8], unit: fn([u8; 2]) -> u16| {
        let units: Vec<u16> = rest.as_chunks::<2>().0.iter().map(|&pair| unit(pair)).collect();
        (Cow::Owned(String::from_utf16_lossy(&units)), false)
    };
    match bytes {
        [0xef, 0xbb, 0xbf, rest @ ..] => decode(rest),
        [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes),
        _ => match str::from_utf8(bytes) {
            Ok(text) => (Cow::Borrowed(text), false),
            Err(_) => (Cow::Owned(bytes.iter().copied().map(windows_1252).collect()), true),
        },
    }
}

/// The character of a byte in the encoding of old Windows programs. The five unused bytes stay control characters.
fn windows_1252(byte: u8) -> char {
    const C1: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž',
        '\u{8f}', '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}',
        'ž', 'Ÿ',
    ];
    match byte {
        0x80..=0x9f => C1[usize::from(byte - 0x80)],
        _ => byte.into(),
    }
}
