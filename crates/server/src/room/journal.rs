//! The journal of a table, in the compact form in which it is held in memory and archived.

use super::{FoldError, JournalEntry};

/// How many bytes are free in the text before an entry is appended: about as many as an entry has.
const MIN_SPARE_BYTES: usize = 256;

/// The journal of a table: a line of JSON for each entry.
///
/// Its first entry holds the seed, so it has no `Debug`.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Journal {
    /// UTF-8. Each line ends with a line feed.
    text: Vec<u8>,
    entries: usize,
}

impl Journal {
    /// Creates a journal from the text of an archive: lines separated by line feeds.
    pub fn from_text(mut text: String) -> Self {
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        let entries = text.bytes().filter(|&byte| byte == b'\n').count();
        Self { text: text.into_bytes(), entries }
    }

    /// The text for an archive: lines separated by line feeds.
    pub fn text(&self) -> &str {
        utf8(self.text.strip_suffix(b"\n").unwrap_or_default())
    }

    /// How many entries there are.
    pub const fn len(&self) -> usize {
        self.entries
    }

    /// Whether there are no entries.
    pub const fn is_empty(&self) -> bool {
        self.entries == 0
    }

    /// How many bytes of memory its text takes.
    pub const fn bytes(&self) -> usize {
        self.text.len()
    }

    /// The lines of JSON, in order.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        self.text.split_inclusive(|&byte| byte == b'\n').map(|line| utf8(&line[..line.len() - 1]))
    }

    /// The entries in order, parsed one at a time.
    pub fn entries(&self) -> impl Iterator<Item = Result<JournalEntry, FoldError>> {
        (0..).zip(self.lines()).map(|(n, line)| read(n, line))
    }

    /// Appends an entry, and returns its line.
    pub fn push(&mut self, entry: &JournalEntry) -> &str {
        let start = self.text.len();
        if self.text.capacity() - start < MIN_SPARE_BYTES {
            // By a quarter, not to twice the size: there are many tables, and most journals are short.
            self.text.reserve_exact(MIN_SPARE_BYTES.max(start / 4));
        }
        if serde_json::to_writer(&mut self.text, entry).is_err() {
            // Serialising plain data into memory cannot fail. If it did, the empty line would be reported when it is read.
            self.text.truncate(start);
        }
        self.text.push(b'\n');
        self.entries += 1;
        utf8(&self.text[start..self.text.len() - 1])
    }

    /// Appends a line of JSON, which must not contain a line feed.
    pub fn push_line(&mut self, line: &str) {
        debug_assert!(!line.contains('\n'));
        self.text.extend_from_slice(line.as_bytes());
        self.text.push(b'\n');
        self.entries += 1;
    }

    /// Removes all entries but the first `len`.
    pub fn truncate(&mut self, len: usize) {
        self.text.truncate(self.end_of(len));
        self.entries = self.entries.min(len);
    }

    /// A journal of the first `len` entries.
    #[must_use]
    pub fn first(&self, len: usize) -> Self {
        let text = self.text[..self.end_of(len)].to_vec();
        Self { text, entries: self.entries.min(len) }
    }

    /// How many bytes the first `len` entries take.
    fn end_of(&self, len: usize) -> usize {
        // Searched from the end, since usually only the last few entries are removed.
        let ends = self.text.iter().enumerate().rev().filter(|(_, byte)| **byte == b'\n');
        let mut ends = ends.map(|(place, _)| place + 1).chain([0]);
        ends.nth(self.entries.saturating_sub(len)).unwrap_or_default()
    }
}

impl<T: AsRef<str>> FromIterator<T> for Journal {
    fn from_iter<I: IntoIterator<Item = T>>(lines: I) -> Self {
        let mut journal = Self::default();
        for line in lines {
            journal.push_line(line.as_ref());
        }
        journal
    }
}

/// Parses the line of entry number `n`.
pub fn read(n: u64, line: &str) -> Result<JournalEntry, FoldError> {
    serde_json::from_str(line).map_err(|source| FoldError::Entry { n, source })
}

/// Only valid UTF-8 is ever written into the buffer.
fn utf8(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_journal_is_its_lines() {
        let mut journal: Journal = ["one", "two", "three"].iter().collect();
        assert_eq!((journal.len(), journal.bytes()), (3, 14));
        assert_eq!(journal.text(), "one\ntwo\nthree");
        assert_eq!(journal.lines().collect::<Vec<_>>(), ["one", "two", "three"]);
        assert!(Journal::from_text(journal.text().to_owned()) == journal);
        assert_eq!(journal.first(2).text(), "one\ntwo");
        assert_eq!(journal.first(0).text(), "");
        assert!(journal.first(9) == journal);
        journal.truncate(1);
        assert_eq!((journal.len(), journal.text()), (1, "one"));
        journal.push_line("");
        assert_eq!(journal.lines().collect::<Vec<_>>(), ["one", ""]);
        journal.truncate(0);
        assert!(journal.is_empty() && journal == Journal::from_text(String::new()));
    }
}
