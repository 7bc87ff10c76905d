//! What the reader has to say about single lines of a list.

use super::{MAX_COPIES, MAX_NAME, Section};

/// Something about one line that its owner should know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The line, counted from 1, or nothing if it is about the whole list.
    pub line: Option<u32>,
    /// What there is to say.
    pub kind: NoteKind,
}

/// What there is to say about a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoteKind {
    /// The dictionary has no such name.
    #[error("no card is called “{name}”; it is kept as a name without words")]
    Unknown {
        /// The name in the list.
        name: String,
    },
    /// The name is unknown, but the printing is not.
    #[error("no card is called “{written}”; {set} {number} is {name}, which is taken")]
    ByPrinting {
        /// The name in the list.
        written: String,
        /// The set in the list.
        set: String,
        /// The number in the list.
        number: String,
        /// The name of the card of that printing.
        name: String,
    },
    /// Name and printing are of different cards.
    #[error("{set} {number} is {other}, not {name}; the name counts")]
    OtherPrinting {
        /// The name of the card that is taken.
        name: String,
        /// The set in the list.
        set: String,
        /// The number in the list.
        number: String,
        /// The name of the card of that printing.
        other: String,
    },
    /// A version for online play only is read as the card.
    #[error("{written} is read as {name}")]
    Rebalanced {
        /// The name in the list.
        written: String,
        /// The name of the card that is taken.
        name: String,
    },
    /// A line asks for no copy.
    #[error("0 copies of {name}: the line is left out")]
    NoCopies {
        /// The name in the list.
        name: String,
    },
    /// A count is not a number, or too large.
    #[error(
        "“{count}” copies of {name}: a count is a number from 1 to {MAX_COPIES}; it is taken once"
    )]
    BadCount {
        /// The count in the list.
        count: String,
        /// The name in the list.
        name: String,
    },
    /// The list has the card, but outside the deck.
    #[error("{count} {name}: “{part}” is not part of the deck; the line is left out")]
    LeftOut {
        /// How many copies.
        count: u16,
        /// The name of the card.
        name: String,
        /// The part of the list.
        part: String,
    },
    /// A part of the list has no place of its own in a deck.
    #[error("{count} {name}: cards of “{part}” are kept in the sideboard")]
    KeptAside {
        /// How many copies.
        count: u16,
        /// The name of the card.
        name: String,
        /// The part of the list.
        part: String,
    },
    /// A line was taken for a heading and ignored.
    #[error("“{text}” is taken for a heading")]
    Heading {
        /// The line.
        text: String,
    },
    /// A comment holds a card.
    #[error("a comment is not part of the deck: “{text}”")]
    CommentedOut {
        /// The comment.
        text: String,
    },
    /// Blank lines part the list in more than two blocks.
    #[error(
        "blank lines part the list into {blocks} blocks, which are all taken for the main deck; write “Sideboard” above \
         what is not"
    )]
    ManyBlocks {
        /// How many blocks.
        blocks: usize,
    },
    /// One blank line parts the list.
    #[error("what follows the blank line is taken for the sideboard")]
    BlankLine,
    /// A first block of one or two cards is taken for the commanders.
    #[error("what stands alone before the blank line is taken for the {}", Section::Commander)]
    LoneCommanders,
    /// A commander was found in the sideboard.
    #[error("{name} is moved from the sideboard to the commanders")]
    Promoted {
        /// The name of the card.
        name: String,
    },
    /// The companion is listed in the sideboard as well.
    #[error("{name} is the companion and in the sideboard; it is counted once")]
    CompanionTwice {
        /// The name of the card.
        name: String,
    },
    /// There are several companions.
    #[error("a deck has one companion; {count} {name} go to the sideboard")]
    SecondCompanion {
        /// How many copies.
        count: u16,
        /// The name of the card.
        name: String,
    },
    /// A name is longer than names can be.
    #[error("a name has at most {MAX_NAME} bytes; this one is cut")]
    LongName,
    /// An element of XML is not known.
    #[error("<{element}> is not known and skipped")]
    Element {
        /// The element's name.
        element: String,
    },
    /// A card element says nothing that can be read.
    #[error("this card has no name; it is left out")]
    NoName,
    /// The file is not UTF-8.
    #[error("the file is not UTF-8 and is read as Windows-1252; check letters with marks")]
    Encoding,
}

impl std::fmt::Display for Note {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.kind),
            None => self.kind.fmt(f),
        }
    }
}
