//! Why a file cannot be imported.

use std::io;

use crate::catalogue::CatalogueError;

/// Why a file cannot be imported.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ImportError {
    /// There is nothing in it.
    #[error("the file is empty; download it again")]
    Empty,
    /// It is something that has no cards, or not in this form.
    #[error("this is {what}; {advice}")]
    Unknown {
        /// What it seems to be.
        what: &'static str,
        /// What to do.
        advice: &'static str,
    },
    /// It can be read, but it is about something else.
    #[error(
        "there are no cards in it; name bulk data of Scryfall, AtomicCards or AllPrintings of MTGJSON, cards.xml of \
         Cockatrice, or Facedown’s own JSON"
    )]
    NoCards,
    /// It is XML of another kind.
    #[error("this XML begins with <{root}>; card databases begin with <cockatrice_carddatabase>")]
    OtherXml {
        /// The outermost element.
        root: String,
    },
    /// Its end is missing.
    #[error("the file is cut at line {line}, column {column}; download it again")]
    Cut {
        /// The line, counted from 1.
        line: usize,
        /// The column, counted from 1.
        column: usize,
    },
    /// Its end is missing, but lines cannot be told.
    #[error("the file is cut after {bytes} bytes; download it again")]
    CutAfter {
        /// How much was read.
        bytes: u64,
    },
    /// It breaks the rules of its language.
    #[error("the file is damaged: {what}; download it again")]
    Damaged {
        /// What is wrong, and where.
        what: String,
    },
    /// A field has not the form that it should have.
    #[error(
        "a card cannot be read: {what}; correct it, or tell us about it if you have downloaded the file"
    )]
    Shape {
        /// What is wrong, and where.
        what: String,
    },
    /// It was made for a newer program.
    #[error(
        "the file has version {version} of Facedown’s JSON, and this program reads version {known}; update facedown"
    )]
    Newer {
        /// The version of the file.
        version: u64,
        /// The version that this program reads.
        known: u64,
    },
    /// It is a catalogue that cannot be loaded.
    #[error(transparent)]
    Catalogue(#[from] CatalogueError),
    /// It cannot be read.
    #[error("the file cannot be read: {0}")]
    Unreadable(#[source] io::Error),
}

impl ImportError {
    /// What a file is that begins with these bytes.
    pub(super) fn unknown(start: &[u8]) -> Self {
        const UNPACK: &str = "unpack it, and name the file that is in it";
        const KNOWN: [(&[u8], &str, &str); 8] = [
            (b"PK\x03\x04", "a ZIP archive", UNPACK),
            (b"\xfd7zXZ", "packed with xz", UNPACK),
            (b"BZh", "packed with bzip2", UNPACK),
            (b"\x28\xb5\x2f\xfd", "packed with zstd", UNPACK),
            (b"7z\xbc\xaf\x27\x1c", "a 7z archive", UNPACK),
            (b"Rar!", "a RAR archive", UNPACK),
            (b"SQLite format 3\0", "a database", "download the JSON instead"),
            (b"\x1f\x8b", "packed twice with gzip", "unpack it once"),
        ];
        let known = KNOWN.iter().find(|(first, ..)| start.starts_with(first));
        let other = (
            "no file of cards",
            "name bulk data of Scryfall, MTGJSON, cards.xml or Facedown’s own JSON",
        );
        let (what, advice) = known.map_or(other, |&(_, what, advice)| (what, advice));
        Self::Unknown { what, advice }
    }
}

impl From<io::Error> for ImportError {
    /// A packed file that is cut or damaged is no error of the disk.
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::UnexpectedEof
            | io::ErrorKind::InvalidData
            | io::ErrorKind::InvalidInput => Self::Damaged { what: error.to_string() },
            _ => Self::Unreadable(error),
        }
    }
}

impl From<serde_json::Error> for ImportError {
    fn from(error: serde_json::Error) -> Self {
        use serde_json::error::Category;
        match error.classify() {
            Category::Io => io::Error::from(error).into(),
            Category::Eof => Self::Cut { line: error.line(), column: error.column() },
            Category::Syntax => Self::Damaged { what: error.to_string() },
            Category::Data => Self::Shape { what: error.to_string() },
        }
    }
}
