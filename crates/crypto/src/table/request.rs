//! The requests of a table.

use std::fmt;

use facedown_core::Seat;

use super::message::{Pile, tagged};
use crate::encoding::{Codec, DecodeError, Reader, Writer};

/// A request to the table.
///
/// A request that reveals cards of a pile must be made by the pile's owner; for a common pile, by anybody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request {
    /// All players shuffle the pile, with its current keys.
    Shuffle {
        /// The pile.
        pile: Pile,
    },
    /// All players replace their keys in the pile by fresh ones, and shuffle it.
    Reshuffle {
        /// The pile.
        pile: Pile,
    },
    /// The author draws cards from the top into its own pile, and sees them.
    Draw {
        /// The pile.
        pile: Pile,
        /// The number of cards.
        count: u16,
        /// The author's pile.
        to: Pile,
    },
    /// A seat sees one card, which stays in its place.
    Show {
        /// The pile.
        pile: Pile,
        /// The place in the pile; 0 is the top.
        place: u16,
        /// The seat that sees the card.
        to: Seat,
    },
    /// Everybody sees one card, which stays in its place.
    Reveal {
        /// The pile.
        pile: Pile,
        /// The place in the pile; 0 is the top.
        place: u16,
    },
    /// The author looks at the top cards, then arranges them.
    Scry {
        /// The pile.
        pile: Pile,
        /// The number of cards.
        count: u16,
    },
    /// The author looks at the whole pile and takes a card, and the rest is shuffled.
    Tutor {
        /// The pile.
        pile: Pile,
        /// The pile that the card goes to.
        to: Pile,
    },
    /// Cards go from the top of a pile to another pile.
    Mill {
        /// The pile.
        pile: Pile,
        /// The number of cards.
        count: u16,
        /// The pile that the cards go to.
        to: Pile,
        /// The seat that sees the cards; everybody if there is none.
        seen_by: Option<Seat>,
    },
    /// A card goes to the bottom of a pile. Seats that know it can follow it until the pile is shuffled.
    Return {
        /// The pile that the card comes from.
        from: Pile,
        /// The place in that pile.
        place: u16,
        /// The pile that the card goes to.
        pile: Pile,
    },
    /// The author puts a card at a secret place of a pile; the other cards keep their order.
    Tuck {
        /// The pile that the card comes from.
        from: Pile,
        /// The place in that pile.
        place: u16,
        /// The pile that the card goes to.
        pile: Pile,
    },
    /// All players together roll a random number below `sides`.
    Roll {
        /// The number of sides.
        sides: u16,
    },
    /// Asks a seat about a pile whose cards it knows. The answer is checked when the table is closed.
    Question {
        /// The pile.
        pile: Pile,
        /// The seat that is asked.
        to: Seat,
        /// The number of the question. Each game numbers its own questions.
        question: u16,
    },
    /// If all agree, all players open their keys and secret lists. The table ends, and everything can be audited.
    Close,
}

impl Request {
    /// The kind of request, in one word.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Shuffle { .. } => "shuffle",
            Self::Reshuffle { .. } => "reshuffle",
            Self::Draw { .. } => "draw",
            Self::Show { .. } => "show",
            Self::Reveal { .. } => "reveal",
            Self::Scry { .. } => "scry",
            Self::Tutor { .. } => "tutor",
            Self::Mill { .. } => "mill",
            Self::Return { .. } => "return",
            Self::Tuck { .. } => "tuck",
            Self::Roll { .. } => "roll",
            Self::Question { .. } => "question",
            Self::Close => "close",
        }
    }
}

impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = self.kind();
        match self {
            Self::Shuffle { pile } | Self::Reshuffle { pile } => write!(f, "{kind} {pile}"),
            Self::Draw { pile, count, to } => write!(f, "draw {count} from {pile} to {to}"),
            Self::Show { pile, place, to } => write!(f, "show card {place} of {pile} to {to}"),
            Self::Reveal { pile, place } => write!(f, "reveal card {place} of {pile}"),
            Self::Scry { pile, count } => write!(f, "scry {count} of {pile}"),
            Self::Tutor { pile, to } => write!(f, "tutor from {pile} to {to}"),
            Self::Mill { pile, count, to, seen_by: None } => {
                write!(f, "mill {count} from {pile} to {to}, face up")
            }
            Self::Mill { pile, count, to, seen_by: Some(seat) } => {
                write!(f, "mill {count} from {pile} to {to}, face down for {seat}")
            }
            Self::Return { from, place, pile } | Self::Tuck { from, place, pile } => {
                write!(f, "{kind} card {place} of {from} to {pile}")
            }
            Self::Roll { sides } => write!(f, "roll {sides} sides"),
            Self::Question { pile, to, question } => {
                write!(f, "question {question} to {to} about {pile}")
            }
            Self::Close => f.write_str(kind),
        }
    }
}

impl Codec for Request {
    fn write(&self, to: &mut Writer) {
        let mut fields = |tag, piles: &[Pile], numbers: &[u16]| {
            to.byte(tag);
            for pile in piles {
                pile.write(to);
            }
            for &number in numbers {
                to.short(usize::from(number));
            }
        };
        match *self {
            Self::Shuffle { pile } => fields(1, &[pile], &[]),
            Self::Reshuffle { pile } => fields(2, &[pile], &[]),
            Self::Draw { pile, count, to } => fields(3, &[pile, to], &[count]),
            Self::Show { pile, place, to: seat } => {
                fields(4, &[pile], &[place]);
                seat.write(to);
            }
            Self::Reveal { pile, place } => fields(5, &[pile], &[place]),
            Self::Scry { pile, count } => fields(6, &[pile], &[count]),
            Self::Tutor { pile, to } => fields(7, &[pile, to], &[]),
            Self::Mill { pile, count, to: pile_to, seen_by } => {
                fields(8, &[pile, pile_to], &[count]);
                match seen_by {
                    Some(seat) => tagged(to, 1, &seat),
                    None => to.byte(0),
                }
            }
            Self::Return { from, place, pile } => fields(9, &[from, pile], &[place]),
            Self::Tuck { from, place, pile } => fields(10, &[from, pile], &[place]),
            Self::Roll { sides } => fields(11, &[], &[sides]),
            Self::Question { pile, to: seat, question } => {
                fields(12, &[pile], &[question]);
                seat.write(to);
            }
            Self::Close => fields(13, &[], &[]),
        }
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, DecodeError> {
        let tag = from.byte()?;
        let mut pile = || Pile::read(from);
        Ok(match tag {
            1 => Self::Shuffle { pile: pile()? },
            2 => Self::Reshuffle { pile: pile()? },
            3 => Self::Draw { pile: pile()?, to: pile()?, count: from.short()? },
            4 => Self::Show { pile: pile()?, place: from.short()?, to: Seat::read(from)? },
            5 => Self::Reveal { pile: pile()?, place: from.short()? },
            6 => Self::Scry { pile: pile()?, count: from.short()? },
            7 => Self::Tutor { pile: pile()?, to: pile()? },
            8 => Self::Mill {
                pile: pile()?,
                to: pile()?,
                count: from.short()?,
                seen_by: match from.byte()? {
                    0 => None,
                    1 => Some(Seat::read(from)?),
                    byte => return Err(DecodeError::UnknownKind { what: "viewer", byte }),
                },
            },
            9 => Self::Return { from: pile()?, pile: pile()?, place: from.short()? },
            10 => Self::Tuck { from: pile()?, pile: pile()?, place: from.short()? },
            11 => Self::Roll { sides: from.short()? },
            12 => Self::Question { pile: pile()?, question: from.short()?, to: Seat::read(from)? },
            13 => Self::Close,
            byte => return Err(DecodeError::UnknownKind { what: "request", byte }),
        })
    }
}
