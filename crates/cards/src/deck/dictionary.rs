//! The names of the cards, as the reader of decks wants to look them up.

use crate::catalogue::Catalogue;
use crate::id::CardId;

/// Knows cards by their names.
///
/// Names are compared without regard to case, marks on letters, kinds of quotes and dashes, and the number of slashes
/// and blanks. A card is found by its whole name, by the name of its front, and, if it is split, by each half.
pub trait Dictionary {
    /// The card with the longest name at the beginning of `text`, and how many bytes of `text` the name takes.
    ///
    /// The name ends where no letter or digit follows.
    fn longest(&self, text: &str) -> Option<(CardId, usize)>;

    /// The card of this name.
    fn find(&self, name: &str) -> Option<CardId>;

    /// The card that this set has under this collector's number.
    fn printed_as(&self, set: &str, number: &str) -> Option<CardId>;

    /// The whole name of a card, if there is such a card.
    fn name(&self, card: CardId) -> Option<&str>;
}

impl Dictionary for Catalogue {
    fn longest(&self, text: &str) -> Option<(CardId, usize)> {
        self.longest_name(text)
    }

    fn find(&self, name: &str) -> Option<CardId> {
        self.find(name)
    }

    fn printed_as(&self, set: &str, number: &str) -> Option<CardId> {
        self.printing(set, number)
    }

    fn name(&self, card: CardId) -> Option<&str> {
        self.name(card)
    }
}

/// Two dictionaries as one; what both know is as the first has it.
impl<A: Dictionary, B: Dictionary> Dictionary for (&A, &B) {
    fn longest(&self, text: &str) -> Option<(CardId, usize)> {
        match (self.0.longest(text), self.1.longest(text)) {
            (Some(one), Some(other)) if other.1 > one.1 => Some(other),
            (one, other) => one.or(other),
        }
    }

    fn find(&self, name: &str) -> Option<CardId> {
        self.0.find(name).or_else(|| self.1.find(name))
    }

    fn printed_as(&self, set: &str, number: &str) -> Option<CardId> {
        self.0.printed_as(set, number).or_else(|| self.1.printed_as(set, number))
    }

    fn name(&self, card: CardId) -> Option<&str> {
        self.0.name(card).or_else(|| self.1.name(card))
    }
}

/// The dictionary without a card: every name is unknown.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoDictionary;

impl Dictionary for NoDictionary {
    fn longest(&self, _: &str) -> Option<(CardId, usize)> {
        None
    }

    fn find(&self, _: &str) -> Option<CardId> {
        None
    }

    fn printed_as(&self, _: &str, _: &str) -> Option<CardId> {
        None
    }

    fn name(&self, _: CardId) -> Option<&str> {
        None
    }
}
