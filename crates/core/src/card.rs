//! A card as the rules know it: a handle that says nothing about what is printed on it.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The handle of a card: a place in the dealer's ledger.
///
/// Shuffling and arranging move faces *under* the handles, so a handle's number tells nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(transparent)]
pub struct Card(u16);

impl Card {
    /// The handle with this number. Having a handle gives no access to the face.
    pub const fn new(id: u16) -> Self {
        Self(id)
    }

    /// The number of the handle, as it goes over the wire.
    pub const fn id(self) -> u16 {
        self.0
    }

    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// The handles of cards that came to the table together, in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cards {
    first: u16,
    count: u16,
}

impl Cards {
    pub(crate) const fn new(first: u16, count: u16) -> Self {
        Self { first, count }
    }

    /// How many cards there are.
    pub const fn len(self) -> usize {
        self.count as usize
    }

    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.count == 0
    }
}

impl IntoIterator for Cards {
    type Item = Card;
    type IntoIter = std::iter::Map<std::ops::Range<u16>, fn(u16) -> Card>;

    fn into_iter(self) -> Self::IntoIter {
        (self.first..self.first + self.count).map(Card)
    }
}

/// A card on the wire: its id, plus its face if this viewer may see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Shown<F> {
    /// The card's handle.
    pub id: Card,
    /// The card's face, if this viewer may see it.
    #[serde(rename = "type", default = "Option::default", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub face: Option<F>,
}

impl<F> Shown<F> {
    /// A card without its face, which is all that the rules can write. A lens adds the face for those who may see it.
    pub const fn back(id: Card) -> Self {
        Self { id, face: None }
    }
}
