//! Why a file cannot be read as a deck at all.

use super::{MAX_BYTES, MAX_CARDS};

/// Why a file cannot be read as a deck. Single lines that are odd do not prevent that; they become notes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DeckError {
    /// There is no card in it.
    #[error("there is no card in it; a deck has lines such as “4 Forest”")]
    Empty,
    /// The file is larger than a deck can be.
    #[error("it has {bytes} bytes, and a deck has at most {MAX_BYTES}; name a deck")]
    TooLarge {
        /// The size of the file.
        bytes: usize,
    },
    /// The list has more cards than a deck can hold.
    #[error(
        "there are more than {MAX_CARDS} cards in it up to line {line}; look for a wrong count"
    )]
    TooManyCards {
        /// Where the limit is passed.
        line: u32,
    },
    /// It is something else than text.
    #[error("this is {what}, not a deck; export the deck as text")]
    NotADeck {
        /// What it seems to be.
        what: &'static str,
    },
    /// The XML cannot be read to its end.
    #[error(
        "the XML breaks off or is damaged at line {line}: {what}; save or download the file again"
    )]
    BrokenXml {
        /// The line, counted from 1.
        line: u32,
        /// What is wrong with it.
        what: String,
    },
    /// It is XML, but not of a deck.
    #[error(
        "this XML begins with <{root}>; decks begin with <cockatrice_deck>, <Deck> (Magic Online) or <deck> (OCTGN)"
    )]
    OtherXml {
        /// The outermost element.
        root: String,
    },
}
