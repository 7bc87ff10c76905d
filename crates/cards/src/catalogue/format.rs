//! The file of a catalogue: a header, and sections one after the other.
//!
//! | bytes | what |
//! | --- | --- |
//! | 8 | [`MAGIC`] |
//! | 4 | the version |
//! | 4 | CRC-32 of all other bytes |
//! | 8 for each section | its length |
//! | … | the sections, in the order of [`Section::ALL`] |
//!
//! All numbers are little-endian. A file is checked against accidents; what a malicious file can do is to show wrong cards.

use std::ops::Range;

use super::CatalogueError;

/// The first bytes of every catalogue. As with PNG, a transfer that changes line ends or drops the eighth bit is noticed.
pub(super) const MAGIC: [u8; 8] = *b"\x8fcards\r\n";
/// The version that this program writes, and the newest that it reads.
pub(super) const VERSION: u32 = 1;

const HEADER: usize = 16 + 8 * Section::ALL.len();

/// A part of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Section {
    /// Where each blob ends, 4 bytes each.
    BlobEnds,
    /// Texts, and what else many cards share.
    Blobs,
    /// The numbers of all cards in ascending order, 16 bytes each.
    Ids,
    /// Where the record of each card ends, 4 bytes each.
    RecordEnds,
    /// The records.
    Records,
    /// Names in ascending order, 12 bytes each: the number of the text, the place of the card, the kind of name.
    Names,
    /// Printings in ascending order, 12 bytes each: the numbers of the texts of set and number, and the place of the card.
    Printings,
}

impl Section {
    /// All sections in their order in the file.
    const ALL: [Self; 7] = [
        Self::BlobEnds,
        Self::Blobs,
        Self::Ids,
        Self::RecordEnds,
        Self::Records,
        Self::Names,
        Self::Printings,
    ];

    /// How many bytes an entry has.
    const fn width(self) -> usize {
        match self {
            Self::Blobs | Self::Records => 1,
            Self::BlobEnds | Self::RecordEnds => 4,
            Self::Names | Self::Printings => 12,
            Self::Ids => 16,
        }
    }
}

/// Where the sections are.
#[derive(Clone, Debug)]
pub(super) struct Sections([Range<usize>; 7]);

impl Sections {
    /// Checks the header and the checksum.
    pub(super) fn read(bytes: &[u8]) -> Result<Self, CatalogueError> {
        let length = bytes.len() as u64;
        let cut = |expected: u64| CatalogueError::Cut { length, expected };
        if bytes.is_empty() {
            return Err(CatalogueError::Empty);
        }
        if !bytes.starts_with(&MAGIC[..MAGIC.len().min(bytes.len())]) {
            return Err(CatalogueError::Foreign);
        }
        let Some((header, _)) = bytes.split_first_chunk::<HEADER>() else {
            return Err(cut(HEADER as u64));
        };
        let (numbers, _) = header[8..16].as_chunks::<4>();
        let [version, sum] = [numbers[0], numbers[1]].map(u32::from_le_bytes);
        if version > VERSION {
            return Err(CatalogueError::Newer { version, known: VERSION });
        }
        let mut sections = [const { 0..0 }; 7];
        let mut at = HEADER as u64;
        let mut ranges = Vec::new();
        for length in header[16..].as_chunks::<8>().0 {
            let end = at.checked_add(u64::from_le_bytes(*length)).ok_or(CatalogueError::Corrupt)?;
            ranges.push((at, end));
            at = end;
        }
        if length < at {
            return Err(cut(at));
        }
        for ((place, section), (start, end)) in sections.iter_mut().zip(Section::ALL).zip(ranges) {
            let usize = |at: u64| usize::try_from(at).map_err(|_| CatalogueError::Corrupt);
            *place = usize(start)?..usize(end)?;
            if !place.len().is_multiple_of(section.width()) {
                return Err(CatalogueError::Corrupt);
            }
        }
        if version == 0 || length > at || checksum(bytes) != sum {
            return Err(CatalogueError::Corrupt);
        }
        Ok(Self(sections))
    }

    /// Puts a file together.
    pub(super) fn write(contents: [Vec<u8>; 7]) -> (Vec<u8>, Self) {
        let mut bytes = Vec::with_capacity(HEADER + contents.iter().map(Vec::len).sum::<usize>());
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend([0; 4]);
        for section in &contents {
            bytes.extend((section.len() as u64).to_le_bytes());
        }
        let sections = contents.map(|section| {
            let start = bytes.len();
            bytes.extend(section);
            start..bytes.len()
        });
        let sum = checksum(&bytes);
        bytes[12..16].copy_from_slice(&sum.to_le_bytes());
        (bytes, Self(sections))
    }

    /// The bytes of a section.
    pub(super) fn of<'a>(&self, section: Section, bytes: &'a [u8]) -> &'a [u8] {
        bytes.get(self.0[section as usize].clone()).unwrap_or_default()
    }

    /// How many entries a section has.
    pub(super) fn count(&self, section: Section) -> usize {
        self.0[section as usize].len() / section.width()
    }
}

/// The checksum of a file, in which its own four bytes do not count.
fn checksum(bytes: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&bytes[..12]);
    hasher.update(&bytes[16..]);
    hasher.finalize()
}

/// One of the pieces that `whole` is cut into at `ends`.
pub(super) fn piece<'a>(ends: &[u8], whole: &'a [u8], number: usize) -> Option<&'a [u8]> {
    let (ends, _) = ends.as_chunks::<4>();
    let end = |number: usize| ends.get(number).map(|end| u32::from_le_bytes(*end) as usize);
    let start = number.checked_sub(1).map_or(Some(0), end)?;
    whole.get(start..end(number)?)
}

/// Whether `ends` are ascending and the last is the end of `whole`.
pub(super) fn is_partition(ends: &[u8], whole: &[u8]) -> bool {
    let (ends, _) = ends.as_chunks::<4>();
    let mut ends = ends.iter().map(|end| u32::from_le_bytes(*end) as usize);
    ends.clone().is_sorted() && ends.next_back().unwrap_or(0) == whole.len()
}

/// The three numbers of an entry of 12 bytes.
pub(super) fn triple(entry: [u8; 12]) -> [u32; 3] {
    let (numbers, _) = entry.as_chunks::<4>();
    [numbers[0], numbers[1], numbers[2]].map(u32::from_le_bytes)
}
