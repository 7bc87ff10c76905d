//! What a seat can ask the table to do.

use std::fmt;

use facedown_core::Seat;

use super::message::{Pile, tagged};
use crate::encoding::{Codec, DecodeError, Reader, Writer};

/// What a seat asks the table to do.
///
/// What shows cards of a pile must be asked by the owner of the pile; of a common pile anybody may ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request {
    /// Everybody shuffles the pile, under the keys it has.
    Shuffle {
        /// Which pile.
        pile: Pile,
    },
    /// Everybody replaces its key inside the pile by a fresh one, and shuffles it.
    Reshuffle {
        /// Which pile.
        pile: Pile,
    },
    /// The author takes cards from the top into its hand, and sees them.
    Draw {
        /// Which pile.
        pile: Pile,
        /// How many cards.
        count: u16,
        /// The hand.
        to: Pile,
    },
    /// A seat sees one card where it lies.
    Show {
        /// Which pile.
        pile: Pile,
        /// Where in it; the top is 0.
        place: u16,
        /// Who sees it.
        to: Seat,
    },
    /// Everybody sees one card where it lies.
    Reveal {
        /// Which pile.
        pile: Pile,
        /// Where in it; the top is 0.
        place: u16,
    },
    /// The author sees the top cards, then arranges them.
    Scry {
        /// Which pile.
        pile: Pile,
        /// How many cards.
        count: u16,
    },
    /// The author sees the whole pile, takes a card, and the rest is shuffled.
    Tutor {
        /// Which pile.
        pile: Pile,
        /// Where the card goes.
        to: Pile,
    },
    /// Cards go from the top of a pile to another.
    Mill {
        /// Which pile.
        pile: Pile,
        /// How many cards.
        count: u16,
        /// Where they go.
        to: Pile,
        /// Who alone sees them; everybody if nobody is named.
        seen_by: Option<Seat>,
    },
    /// A card goes back under a pile. It is still known there until the pile is shuffled.
    Return {
        /// Where it was.
        from: Pile,
        /// Its place there.
        place: u16,
        /// Where it goes.
        pile: Pile,
    },
    /// The author puts a card into a pile, at a place that nobody else learns; the others keep their order.
    Tuck {
        /// Where it was.
        from: Pile,
        /// Its place there.
        place: u16,
        /// Where it goes.
        pile: Pile,
    },
    /// Everybody together rolls a number below `sides`.
    Roll {
        /// How many numbers there are.
        sides: u16,
    },
    /// A seat that knows all cards of a pile is asked about them. The answer is audited when the table is closed.
    Question {
        /// Which pile.
        pile: Pile,
        /// Who is asked.
        to: Seat,
        /// The number of the question; a game numbers what can be asked.
        question: u16,
    },
    /// If all agree, everybody opens its keys and its secret lists: the table ends, and everything can be audited.
    Close,
}

impl Request {
    /// What is asked for, in a word.
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
