//! Decks: one reader for the formats in which people keep them, and two formats to write.
//!
//! [`Deck::read`] takes the bytes of a file, finds out what they are, and looks every line up in a [`Dictionary`]. It
//! never drops a line without a [`Note`]: a name that the dictionary does not have stays in the deck as a card with a
//! name and no words. `docs/decks.md` describes the formats.

use crate::id::CardId;

mod bytes;
mod dictionary;
mod element;
mod error;
mod heading;
mod line;
mod note;
mod reader;
mod tail;
mod text;
mod write;
mod xml;

pub use self::dictionary::{Dictionary, NoDictionary};
pub use self::error::DeckError;
pub use self::note::{Note, NoteKind};

/// The largest file that is read. The longest deck that can be written takes less.
pub const MAX_BYTES: usize = 4 << 20;
/// The most cards that a deck holds, all of its parts together.
pub const MAX_CARDS: u32 = 65_535;
/// The most copies that one line of a list may ask for. Numbers above it begin a name, as in "1996 World Champion".
pub const MAX_COPIES: u16 = 999;
/// The longest name of a card or deck in bytes. A longer one is cut, with a note.
pub const MAX_NAME: usize = 200;

/// A deck, as somebody brings it to a table.
///
/// The parts hold different cards: a commander is not in [`main`](Self::main) as well. Copies of one edition are one
/// [`Entry`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Deck {
    /// What its owner calls it.
    pub name: Option<String>,
    /// The cards that begin in the command zone.
    pub commanders: Vec<Entry>,
    /// The companion, which begins outside the game and is not in [`sideboard`](Self::sideboard) as well.
    pub companion: Option<Entry>,
    /// The cards that are shuffled into the library.
    pub main: Vec<Entry>,
    /// The cards that may be exchanged between games.
    pub sideboard: Vec<Entry>,
    /// Tokens that the list asks for.
    pub tokens: Vec<Entry>,
    /// What the reader wants to say about the list.
    pub notes: Vec<Note>,
}

/// Some copies of a card in one part of a deck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// How many copies, at least one.
    pub count: u16,
    /// The card's name: the dictionary's, or as the list has it if the dictionary does not know it.
    pub name: String,
    /// The card, if the dictionary knows it.
    pub card: Option<CardId>,
    /// The edition that the list asks for.
    pub edition: Option<Edition>,
}

/// A printing that a list asks for. Programs differ in their sets and numbers, so it need not exist.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Edition {
    /// The code of the set, in capitals.
    pub set: String,
    /// The collector's number, which need not be a number: `64ab`, `U16`, `2*`, `C15-5`.
    pub number: Option<String>,
}

/// A part of a deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Section {
    /// Shuffled into the library.
    Main,
    /// Exchanged between games.
    Sideboard,
    /// Begins in the command zone.
    Commander,
    /// Begins outside the game.
    Companion,
    /// Tokens.
    Tokens,
}

impl Section {
    /// All parts, in the order in which they are written.
    pub const ALL: [Self; 5] =
        [Self::Commander, Self::Companion, Self::Main, Self::Sideboard, Self::Tokens];
}

impl std::fmt::Display for Section {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Main => "main deck",
            Self::Sideboard => "sideboard",
            Self::Commander => "commanders",
            Self::Companion => "companion",
            Self::Tokens => "tokens",
        })
    }
}

impl Deck {
    /// Reads a deck in any of the known formats.
    ///
    /// ```
    /// use facedown_cards::deck::{Deck, NoDictionary};
    ///
    /// let deck = Deck::read(b"4 Sly Tomcat\n20 Garden\n\n2 Cat Flap\n", &NoDictionary)?;
    /// assert_eq!((deck.main_count(), deck.sideboard_count()), (24, 2));
    /// assert_eq!(deck.notes[1].to_string(), "line 1: no card is called “Sly Tomcat”; it is kept as a name without words");
    /// # Ok::<(), facedown_cards::deck::DeckError>(())
    /// ```
    pub fn read(bytes: &[u8], dictionary: &impl Dictionary) -> Result<Self, DeckError> {
        reader::read(bytes, dictionary)
    }

    /// Writes the deck as text, in the way of Arena, with tokens as one more section. [`Deck::read`] reads it back.
    pub fn to_text(&self) -> String {
        write::text(self)
    }

    /// Writes the deck as a `.cod` file of Cockatrice. [`Deck::read`] reads it back.
    pub fn to_cod(&self) -> String {
        write::cod(self)
    }

    /// The entries of one part.
    pub fn section(&self, section: Section) -> &[Entry] {
        match section {
            Section::Main => &self.main,
            Section::Sideboard => &self.sideboard,
            Section::Commander => &self.commanders,
            Section::Companion => self.companion.as_slice(),
            Section::Tokens => &self.tokens,
        }
    }

    /// The number of cards in one part.
    pub fn count(&self, section: Section) -> u32 {
        self.section(section).iter().map(|entry| u32::from(entry.count)).sum()
    }

    /// The number of cards that are shuffled into the library.
    pub fn main_count(&self) -> u32 {
        self.count(Section::Main)
    }

    /// The number of cards in the sideboard, without the companion.
    pub fn sideboard_count(&self) -> u32 {
        self.count(Section::Sideboard)
    }
}
