//! The log of a seat: everything that was heard and noted, in one file that only grows.
//!
//! # Encoding
//!
//! [`HEADER`], then records. A record is [`MARK`], the length of its content (32 bits, little-endian), its kind (one byte), the
//! content, and a checksum: the first 8 bytes of the SHA-256 of the record's place in the file (64 bits), the kind and the content.
//!
//! A crash can tear off the end of the last record, and nothing depends on that: what was posted, or said to the user, was on the
//! disk before. A record that is wrong with good ones after it is damage.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::StoreError;
use super::files::{private, sync_folder_of};

/// How the file begins.
const HEADER: &[u8] = b"facedown/log/v1\n";
/// How each record begins, so that good records after a wrong one can be found.
const MARK: [u8; 4] = *b"fdr1";
const PREFIX_LENGTH: usize = MARK.len() + 4 + 1;
const SUM_LENGTH: usize = 8;
/// The longest content. An entry has at most 64 KiB, a note is shorter.
const MAX_CONTENT: usize = 128 * 1024;

/// Something that has to be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Record {
    /// A note of the player's own choices. It is secret.
    Note(Vec<u8>),
    /// An entry with the relay's stamp.
    Stamped(Vec<u8>),
}

/// The log, open for appending.
pub struct Journal {
    path: PathBuf,
    file: File,
    length: u64,
    is_synced: bool,
    /// Whether the last write has failed, so that the end of the file may be torn.
    is_torn: bool,
}

impl Journal {
    /// Opens a log, which is made if there is none, and reads what it has. Its last record is dropped if a crash has torn it.
    pub fn open(path: &Path) -> Result<(Self, Vec<Record>), StoreError> {
        let failed = |error| StoreError::files(path, error);
        let mut options = private();
        let mut file = options.read(true).append(true).create(true).open(path).map_err(failed)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed)?;
        let (records, good) =
            read(&bytes).map_err(|why| StoreError::Damaged { path: path.to_owned(), why })?;
        if good < bytes.len() {
            file.set_len(good as u64).map_err(failed)?;
        }
        let mut journal = Self {
            path: path.to_owned(),
            file,
            length: good as u64,
            is_synced: false,
            is_torn: false,
        };
        if good == 0 {
            journal.write(HEADER)?;
            sync_folder_of(path).map_err(failed)?;
        }
        journal.sync()?;
        Ok((journal, records))
    }

    /// Appends a record. It may be lost in a crash until [`Journal::sync`].
    pub fn append(&mut self, record: &Record) -> Result<(), StoreError> {
        let (kind, content) = match record {
            Record::Note(content) => (b'n', content),
            Record::Stamped(content) => (b'e', content),
        };
        let mut bytes = Vec::with_capacity(PREFIX_LENGTH + content.len() + SUM_LENGTH);
        bytes.extend(MARK);
        // Contents are far shorter than 4 GiB.
        bytes.extend(u32::try_from(content.len()).unwrap_or(u32::MAX).to_le_bytes());
        bytes.push(kind);
        bytes.extend_from_slice(content);
        bytes.extend(sum(self.length, kind, content));
        self.write(&bytes)
    }

    /// Waits until everything that was appended is on the disk.
    pub fn sync(&mut self) -> Result<(), StoreError> {
        if !self.is_synced {
            self.file.sync_data().map_err(|error| StoreError::files(&self.path, error))?;
            self.is_synced = true;
        }
        Ok(())
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), StoreError> {
        let failed = |error| StoreError::files(&self.path, error);
        if self.is_torn {
            self.file.set_len(self.length).map_err(failed)?;
            self.is_torn = false;
        }
        if let Err(error) = self.file.write_all(bytes) {
            self.is_torn = true;
            return Err(failed(error));
        }
        self.length += bytes.len() as u64;
        self.is_synced = false;
        Ok(())
    }
}

/// The records of a file, and where the good part ends. An error says what is damaged.
fn read(bytes: &[u8]) -> Result<(Vec<Record>, usize), String> {
    if bytes.len() < HEADER.len() && HEADER.starts_with(bytes) {
        return Ok((Vec::new(), 0));
    }
    if !bytes.starts_with(HEADER) {
        return Err("it does not begin like a log that this program writes".into());
    }
    let mut records = Vec::new();
    let mut at = HEADER.len();
    while at < bytes.len() {
        let Some((record, end)) = record_at(bytes, at) else {
            let later = (at + 1..bytes.len())
                .filter(|&place| bytes[place..].starts_with(&MARK))
                .any(|place| record_at(bytes, place).is_some());
            if later {
                let number = records.len();
                return Err(format!(
                    "record {number}, at byte {at}, was changed after it was written"
                ));
            }
            break;
        };
        records.push(record);
        at = end;
    }
    Ok((records, at))
}

/// The record at a place, and where it ends; nothing if it is not whole.
fn record_at(bytes: &[u8], at: usize) -> Option<(Record, usize)> {
    let rest = bytes.get(at..)?.strip_prefix(&MARK)?;
    let (length, rest) = rest.split_first_chunk()?;
    let length = usize::try_from(u32::from_le_bytes(*length)).ok().filter(|n| *n <= MAX_CONTENT)?;
    let (&kind, rest) = rest.split_first()?;
    let (content, rest) = rest.split_at_checked(length)?;
    if rest.get(..SUM_LENGTH)? != sum(at as u64, kind, content) {
        return None;
    }
    let record = match kind {
        b'n' => Record::Note(content.to_vec()),
        b'e' => Record::Stamped(content.to_vec()),
        _ => return None,
    };
    Some((record, at + PREFIX_LENGTH + length + SUM_LENGTH))
}

fn sum(at: u64, kind: u8, content: &[u8]) -> [u8; SUM_LENGTH] {
    let mut hasher = Sha256::new();
    hasher.update(at.to_le_bytes());
    hasher.update([kind]);
    hasher.update(content);
    let mut sum = [0; SUM_LENGTH];
    sum.copy_from_slice(&hasher.finalize()[..SUM_LENGTH]);
    sum
}

/// Reads a log without opening it for writing, for who only wants to know.
pub(super) fn read_only(path: &Path) -> io::Result<Vec<Record>> {
    let bytes = std::fs::read(path)?;
    read(&bytes).map(|(records, _)| records).map_err(io::Error::other)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some_records() -> Vec<Record> {
        (0..5u8)
            .map(|n| match n % 2 {
                0 => Record::Stamped(vec![n; 40 * usize::from(n)]),
                _ => Record::Note(vec![n; 7]),
            })
            .collect()
    }

    /// A file with some records, and its bytes.
    fn written() -> (tempfile::TempDir, PathBuf, Vec<u8>) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        let (mut journal, nothing) = Journal::open(&path).unwrap();
        assert!(nothing.is_empty());
        for record in some_records() {
            journal.append(&record).unwrap();
        }
        journal.sync().unwrap();
        let bytes = std::fs::read(&path).unwrap();
        (folder, path, bytes)
    }

    #[test]
    fn what_was_appended_is_read_back_in_order() {
        let (_folder, path, _) = written();
        let (mut journal, records) = Journal::open(&path).unwrap();
        assert_eq!(records, some_records());
        journal.append(&Record::Note(vec![9])).unwrap();
        drop(journal);
        assert_eq!(Journal::open(&path).unwrap().1.last(), Some(&Record::Note(vec![9])));
    }

    #[test]
    fn wherever_the_end_is_torn_off_the_records_before_it_are_there() {
        let (_folder, path, bytes) = written();
        let mut before = 0;
        for length in 0..bytes.len() {
            std::fs::write(&path, &bytes[..length]).unwrap();
            let (mut journal, records) = Journal::open(&path).unwrap();
            assert_eq!(records, some_records()[..records.len()]);
            assert!(records.len() >= before, "more bytes, and fewer records");
            before = records.len();
            // It goes on from there.
            journal.append(&Record::Note(vec![1, 2, 3])).unwrap();
            drop(journal);
            let again = Journal::open(&path).unwrap().1;
            assert_eq!(again[..records.len()], records);
            assert_eq!(again.len(), records.len() + 1);
        }
        // Some file systems leave zeros, or anything, where the end was not written.
        for tail in [vec![0; 500], vec![0xff; 3], b"fdr1\xff\xff\xff\x7fe".to_vec()] {
            std::fs::write(&path, [&bytes[..], &tail].concat()).unwrap();
            assert_eq!(Journal::open(&path).unwrap().1, some_records());
        }
    }

    #[test]
    fn a_changed_byte_before_the_last_record_is_damage_and_says_where() {
        let (_folder, path, bytes) = written();
        let last = 40 * 4 + PREFIX_LENGTH + SUM_LENGTH;
        for place in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[place] ^= 0x10;
            std::fs::write(&path, &changed).unwrap();
            match Journal::open(&path) {
                Ok((_, records)) => {
                    assert!(place >= bytes.len() - last, "byte {place} was changed silently");
                    assert_eq!(records, some_records()[..4]);
                }
                Err(error) => {
                    let error = error.to_string();
                    assert!(place < bytes.len() - last, "{error}");
                    assert!(error.contains("damaged"), "{error}");
                    assert_eq!(std::fs::read(&path).unwrap(), changed, "nothing is cut off");
                }
            }
        }
    }

    #[test]
    fn records_that_were_exchanged_are_damage() {
        let (_folder, path, bytes) = written();
        let size = |record: &Record| match record {
            Record::Note(content) | Record::Stamped(content) => {
                PREFIX_LENGTH + content.len() + SUM_LENGTH
            }
        };
        let records = some_records();
        let (first, second) = (size(&records[0]), size(&records[1]));
        let start = HEADER.len();
        let mut changed = bytes[..start].to_vec();
        changed.extend(&bytes[start + first..start + first + second]);
        changed.extend(&bytes[start..start + first]);
        changed.extend(&bytes[start + first + second..]);
        std::fs::write(&path, changed).unwrap();
        assert!(matches!(Journal::open(&path), Err(StoreError::Damaged { .. })));
    }
}
