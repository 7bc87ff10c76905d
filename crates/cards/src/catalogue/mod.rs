//! All cards that somebody has imported, as one file that is loaded at once and searched where it lies.

use std::fmt;

use crate::card::CardWords;
use crate::id::CardId;

mod error;
mod find;
mod format;
mod record;
mod suggest;
mod write;

pub use error::CatalogueError;
pub use find::{NameKind, Named};

use format::{Section, Sections};
use record::Record;

/// The cards that somebody has imported: found by number, by name or by printing.
///
/// The words of a card are read from the file's bytes only when somebody asks for them, so a catalogue takes as much memory as its
/// file, and is loaded in the time that it takes to check it.
///
/// ```
/// use facedown_cards::{CardId, CardWords, Catalogue, FaceWords};
///
/// let otter: CardWords = CardWords::invented(FaceWords {
///     name: "Lantern Otter".into(),
///     cost: "{1}{U}".into(),
///     type_line: "Creature — Otter".into(),
///     ..FaceWords::default()
/// });
/// let catalogue = Catalogue::new([otter.clone()]);
/// assert_eq!(catalogue.find("lantern  otter"), Some(otter.id));
/// assert_eq!(catalogue.get(otter.id), Some(otter));
///
/// let loaded = Catalogue::from_bytes(catalogue.bytes().to_vec())?;
/// assert_eq!(loaded.len(), 1);
/// # Ok::<(), facedown_cards::CatalogueError>(())
/// ```
#[derive(Clone)]
pub struct Catalogue {
    bytes: Vec<u8>,
    sections: Sections,
}

impl Catalogue {
    /// A catalogue of these cards. If two have the same number, the first is taken.
    pub fn new(cards: impl IntoIterator<Item = CardWords>) -> Self {
        let (bytes, sections) = write::written(cards.into_iter().collect());
        Self { bytes, sections }
    }

    /// Loads a file, and checks all of it.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Self, CatalogueError> {
        let sections = Sections::read(&bytes)?;
        let catalogue = Self { bytes, sections };
        if catalogue.is_sound() { Ok(catalogue) } else { Err(CatalogueError::Corrupt) }
    }

    /// The file of this catalogue.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Whether this is the beginning of a file of a catalogue, of any version.
    pub fn is_beginning(bytes: &[u8]) -> bool {
        bytes.starts_with(&format::MAGIC)
    }

    /// How many cards there are.
    pub fn len(&self) -> usize {
        self.sections.count(Section::Ids)
    }

    /// Whether there is no card.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The words of a card.
    pub fn get(&self, id: CardId) -> Option<CardWords> {
        self.words(self.place(id)?)
    }

    /// The whole name of a card.
    pub fn name(&self, id: CardId) -> Option<&str> {
        let name = self.record(self.place(id)?)?.name;
        self.text(name)
    }

    /// All cards, in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = CardWords> {
        (0..self.len()).filter_map(|place| self.words(place))
    }

    /// How many printings of cards are known.
    pub fn printings(&self) -> usize {
        self.sections.count(Section::Printings)
    }

    fn place(&self, id: CardId) -> Option<usize> {
        let (ids, _) = self.section(Section::Ids).as_chunks::<16>();
        ids.binary_search(&id.to_bytes()).ok()
    }

    fn id(&self, place: usize) -> Option<CardId> {
        let (ids, _) = self.section(Section::Ids).as_chunks::<16>();
        ids.get(place).copied().map(CardId::from_bytes)
    }

    fn words(&self, place: usize) -> Option<CardWords> {
        self.record(place)?.words(self.id(place)?, self)
    }

    fn record(&self, place: usize) -> Option<Record> {
        let ends = self.section(Section::RecordEnds);
        Record::read(format::piece(ends, self.section(Section::Records), place)?)
    }

    /// The text with this number.
    fn text(&self, number: u32) -> Option<&str> {
        str::from_utf8(self.blob(number)?).ok()
    }

    /// The bytes with this number: texts, and whatever else many cards share.
    fn blob(&self, number: u32) -> Option<&[u8]> {
        let ends = self.section(Section::BlobEnds);
        format::piece(ends, self.section(Section::Blobs), usize::try_from(number).ok()?)
    }

    fn section(&self, section: Section) -> &[u8] {
        self.sections.of(section, &self.bytes)
    }

    /// Whether every card can be read and every index is in order. Nothing that a file claims is believed before.
    fn is_sound(&self) -> bool {
        let (ids, _) = self.section(Section::Ids).as_chunks::<16>();
        let count = self.len();
        ids.is_sorted_by(|one, other| one < other)
            && self.sections.count(Section::RecordEnds) == count
            && format::is_partition(self.section(Section::BlobEnds), self.section(Section::Blobs))
            && format::is_partition(
                self.section(Section::RecordEnds),
                self.section(Section::Records),
            )
            && (0..count)
                .all(|place| self.record(place).is_some_and(|record| record.is_sound(self)))
            && self.has_sound_names()
            && self.has_sound_printings()
    }
}

impl fmt::Debug for Catalogue {
    /// Says how large it is. Its cards would fill books.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Catalogue({} cards)", self.len())
    }
}
