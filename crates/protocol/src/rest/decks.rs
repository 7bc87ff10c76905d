//! Decks that players bring: read from what they paste, and those of the house.

use serde::{Deserialize, Serialize};

/// `POST /decks`: reads a deck in any of the usual formats. Nothing is stored.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ReadDeck {
    /// The deck as text: a list, or the contents of a file.
    pub text: String,
    /// The format for which there is to be advice, such as `commander`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub format: Option<String>,
}

/// The response to `POST /decks`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct DeckRead {
    /// What its owner calls it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub name: Option<String>,
    /// The cards that begin in the command zone.
    pub commanders: Vec<DeckEntry>,
    /// The cards that are shuffled into the library.
    pub main: Vec<DeckEntry>,
    /// The cards that may be exchanged between games, the companion first.
    pub sideboard: Vec<DeckEntry>,
    /// What the reader has to say about single lines. No line is dropped without a note.
    pub notes: Vec<DeckNote>,
    /// What the format has to say about the deck. It is advice: the table does not refuse the deck for it.
    pub advice: Vec<String>,
}

/// Some copies of a card in a deck.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct DeckEntry {
    /// The card, as actions name it: 32 hexadecimal digits.
    pub id: String,
    /// Its name.
    pub name: String,
    /// How many copies.
    pub count: u16,
    /// Whether the server has the words of this card.
    pub known: bool,
}

/// Something about one line of a deck that its owner should know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct DeckNote {
    /// The line, counted from 1; missing if it is about the whole list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub line: Option<u32>,
    /// What there is to say.
    pub text: String,
}

/// The response to `GET /decks`: decks for players who bring none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct HouseDecks {
    /// The decks.
    pub decks: Vec<HouseDeck>,
}

/// A deck of the house.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct HouseDeck {
    /// What programs call it, in kebab case.
    pub key: String,
    /// What it is about, in a sentence.
    pub about: String,
    /// What it is built for, such as `commander`.
    pub format: String,
    /// Its cards.
    pub deck: DeckRead,
}
