//! What a format has to say about a deck, in sentences.

use super::Format;
use crate::colours::{Colour, Colours};

/// Something that a format wants otherwise, or that nobody can check.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Finding {
    /// There are too few cards.
    #[error("a {format} deck has at least {least} cards; this one has {have}")]
    TooFew {
        /// The format.
        format: Format,
        /// How many there are.
        have: u32,
        /// How many there should be.
        least: u32,
    },
    /// There are too few or too many cards.
    #[error(
        "a {format} deck has exactly {exactly} cards, those in the command zone included; this one has {have}"
    )]
    WrongSize {
        /// The format.
        format: Format,
        /// How many there are.
        have: u32,
        /// How many there should be.
        exactly: u32,
    },
    /// The sideboard is too large.
    #[error("a {format} deck has {}; this one has {} there", sideboard(*most), cards(*have))]
    Sideboard {
        /// The format.
        format: Format,
        /// How many there are.
        have: u32,
        /// How many there may be.
        most: u32,
    },
    /// There are too many copies of a card.
    #[error("{have} copies of {name}; a deck has at most {most}")]
    Copies {
        /// The card.
        name: String,
        /// How many there are.
        have: u32,
        /// How many there may be.
        most: u32,
    },
    /// The command zone is empty.
    #[error("a {0} deck has a commander; write “Commander” above its line")]
    NoCommander(Format),
    /// There are too many commanders.
    #[error("a {format} deck has one commander, or two that go together; this one has {have}")]
    TooManyCommanders {
        /// The format.
        format: Format,
        /// How many there are.
        have: u32,
    },
    /// A card cannot be a commander.
    #[error("{name} cannot be a commander: {wanted}")]
    CannotCommand {
        /// The card.
        name: String,
        /// What it should be.
        wanted: &'static str,
    },
    /// Two commanders do not go together.
    #[error(
        "{one} and {other} are no pair: nothing on them says that both may be commanders of one deck"
    )]
    NoPair {
        /// One of them.
        one: String,
        /// The other.
        other: String,
    },
    /// A card has a colour that the commanders do not have.
    #[error("{name} has {}, which the commander does not have", colours(*outside))]
    Identity {
        /// The card.
        name: String,
        /// The colours.
        outside: Colours,
    },
    /// A card is banned.
    #[error("{name} is banned in {format}")]
    Banned {
        /// The card.
        name: String,
        /// The format.
        format: Format,
    },
    /// A card is not in the sets of the format.
    #[error("{name} is not in the sets of {format}")]
    NotAllowed {
        /// The card.
        name: String,
        /// The format.
        format: Format,
    },
    /// A card costs too much.
    #[error("{name} costs {value}; a {format} deck has cards that cost at most {most}")]
    TooExpensive {
        /// The card.
        name: String,
        /// What it costs.
        value: String,
        /// What it may cost.
        most: u16,
        /// The format.
        format: Format,
    },
    /// There is a companion, whose condition nobody has checked.
    #[error(
        "check yourself that the deck is as {name} wants it: conditions of companions are not checked"
    )]
    Companion {
        /// The card.
        name: String,
    },
    /// There are cards of which nothing is known.
    #[error("nothing is known of {}, so nothing is said about {}", unknown(*count, first), if *count == 1 { "it" } else { "them" })]
    Unknown {
        /// How many different cards.
        count: usize,
        /// The first of them.
        first: String,
    },
}

impl Finding {
    /// Whether the deck is not what the format wants, and not only impossible to judge.
    pub fn is_fault(&self) -> bool {
        !matches!(self, Self::Companion { .. } | Self::Unknown { .. })
    }
}

fn sideboard(most: u32) -> String {
    match most {
        0 => "no sideboard, unless the players agree on one".into(),
        most => format!("at most {most} cards in the sideboard"),
    }
}

fn cards(count: u32) -> String {
    format!("{count} card{}", if count == 1 { "" } else { "s" })
}

fn colours(colours: Colours) -> String {
    let names: Vec<&str> = colours.iter().map(name).collect();
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

const fn name(colour: Colour) -> &'static str {
    match colour {
        Colour::White => "white",
        Colour::Blue => "blue",
        Colour::Black => "black",
        Colour::Red => "red",
        Colour::Green => "green",
    }
}

fn unknown(count: usize, first: &str) -> String {
    match count {
        1 => first.to_owned(),
        count => format!("{count} cards, {first} the first of them"),
    }
}
