//! Reads files of cards of others, as streams: a file of any size takes no more memory than the cards that are kept.

use std::io::{self, BufRead, BufReader, Read};

use flate2::bufread::MultiGzDecoder;

use crate::card::FaceWords;
use crate::catalogue::Catalogue;
use crate::collection::{Collection, Incoming};
use crate::colours::{Colour, Colours};
use crate::mana::ManaValue;

mod cockatrice;
mod error;
mod json;
mod mtgjson;
mod own;
mod scryfall;

pub use error::ImportError;

/// How many bytes are read between two calls of the callback for progress.
const STEP: u64 = 1 << 18;

/// How many bytes tell what a file is.
const ENOUGH: u64 = 64;

/// What kind of file was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ImportFormat {
    /// Bulk data of Scryfall.
    Scryfall,
    /// A file of MTGJSON.
    Mtgjson,
    /// `cards.xml` or `tokens.xml` of Cockatrice.
    Cockatrice,
    /// Facedown's own JSON.
    Own,
    /// A catalogue that was imported before.
    Catalogue,
}

impl ImportFormat {
    /// The name of the format, for people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Scryfall => "Scryfall",
            Self::Mtgjson => "MTGJSON",
            Self::Cockatrice => "Cockatrice",
            Self::Own => "Facedown",
            Self::Catalogue => "a catalogue",
        }
    }
}

/// What was in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Imported {
    /// What kind of file it was.
    pub format: ImportFormat,
    /// How many cards and printings were read.
    pub read: u64,
    /// How many entries were left out, because they are pictures and no cards.
    pub left_out: u64,
}

/// Reads a file into a collection. What kind of file it is follows from its contents; it may be packed with gzip.
///
/// `progress` is called now and then with the number of bytes that were read, and once at the end. After an error the collection has
/// the cards before it.
///
/// ```
/// use facedown_cards::{Collection, import};
///
/// let file = r#"{"facedown_cards": 1, "cards": [{"name": "Lantern Otter", "cost": "{1}{U}", "type": "Creature — Otter"}]}"#;
/// let mut collection = Collection::default();
/// let imported = import(file.as_bytes(), &mut collection, &mut |_bytes| {})?;
/// assert_eq!(imported.read, 1);
/// let catalogue = collection.into_catalogue();
/// assert!(catalogue.find("lantern otter").is_some());
/// # Ok::<(), facedown_cards::ImportError>(())
/// ```
pub fn import(
    input: impl Read,
    into: &mut Collection,
    progress: &mut dyn FnMut(u64),
) -> Result<Imported, ImportError> {
    let counted = Counted { input, count: 0, next: STEP, progress };
    let mut input = BufReader::with_capacity(1 << 16, counted);
    let start = Start::read(&mut input)?;
    let imported = if start.is_gzip() {
        let packed = start.0.chain(&mut input);
        let mut unpacked = BufReader::with_capacity(1 << 16, MultiGzDecoder::new(packed));
        let start = Start::read(&mut unpacked)?;
        start.import(&mut unpacked, into)?
    } else {
        start.import(&mut input, into)?
    };
    let Counted { count, progress, .. } = input.into_inner();
    progress(count);
    if imported.read == 0 { Err(ImportError::NoCards) } else { Ok(imported) }
}

/// The first bytes of a file, which tell what it is.
struct Start(Vec<u8>);

impl Start {
    /// Reads some bytes. A mark of byte order and blanks at the beginning are dropped.
    fn read(input: &mut impl BufRead) -> Result<Self, ImportError> {
        let mut start = Vec::new();
        loop {
            input.by_ref().take(ENOUGH - start.len() as u64).read_to_end(&mut start)?;
            let nothing: usize = match start.as_slice() {
                [0xef, 0xbb, 0xbf, ..] => 3,
                bytes => bytes.iter().take_while(|byte| byte.is_ascii_whitespace()).count(),
            };
            if nothing == 0 {
                return Ok(Self(start));
            }
            start.drain(..nothing);
        }
    }

    fn is_gzip(&self) -> bool {
        self.0.starts_with(b"\x1f\x8b")
    }

    fn import(
        self,
        rest: &mut impl BufRead,
        into: &mut Collection,
    ) -> Result<Imported, ImportError> {
        match self.0.as_slice() {
            [] => return Err(ImportError::Empty),
            [b'[' | b'{', ..] => return json::read(self.0.chain(rest), into),
            [b'<', ..] => return cockatrice::read(self.0.chain(rest), into),
            start if Catalogue::is_beginning(start) => {}
            start => return Err(ImportError::unknown(start)),
        }
        let mut bytes = self.0;
        rest.read_to_end(&mut bytes)?;
        let catalogue = Catalogue::from_bytes(bytes)?;
        let mut sink = Sink::new(ImportFormat::Catalogue, into);
        for words in catalogue.iter() {
            sink.add(Incoming::new(words, Rank::CATALOGUE));
        }
        Ok(sink.imported())
    }
}

/// Whose words count if two files have the same card: the higher.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Rank(u8);

impl Rank {
    const COCKATRICE: Self = Self(10);
    const CATALOGUE: Self = Self(20);
    const OWN: Self = Self(60);

    /// An entry of Scryfall or MTGJSON. Its words are best if it is on paper and English.
    const fn of_printing(is_english: bool, is_digital: bool) -> Self {
        Self(30 + 10 * is_english as u8 + 5 * !is_digital as u8)
    }
}

/// The colours with these letters. Others do not count.
fn colours<'a>(letters: impl IntoIterator<Item = &'a String>) -> Colours {
    letters.into_iter().flat_map(|text| text.chars()).filter_map(Colour::from_letter).collect()
}

/// The mana value that a file gives, or else that of the front.
fn mana_value(given: Option<f64>, faces: &[FaceWords]) -> ManaValue {
    let given = given.and_then(|value| ManaValue::from_number(value).ok());
    let front = faces.first().map(|front| ManaValue::of_cost(&front.cost));
    given.or(front).unwrap_or_default()
}

/// Where importers put what they find.
struct Sink<'a> {
    format: ImportFormat,
    into: &'a mut Collection,
    read: u64,
    left_out: u64,
}

impl<'a> Sink<'a> {
    fn new(format: ImportFormat, into: &'a mut Collection) -> Self {
        Self { format, into, read: 0, left_out: 0 }
    }

    fn add(&mut self, card: Incoming) {
        self.read += 1;
        self.into.add(card);
    }

    fn imported(self) -> Imported {
        Imported { format: self.format, read: self.read, left_out: self.left_out }
    }
}

/// Counts the bytes of a reader.
struct Counted<'a, R> {
    input: R,
    count: u64,
    next: u64,
    progress: &'a mut dyn FnMut(u64),
}

impl<R: Read> Read for Counted<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(buffer)?;
        self.count += read as u64;
        if self.count >= self.next {
            self.next = self.count + STEP;
            (self.progress)(self.count);
        }
        Ok(read)
    }
}
