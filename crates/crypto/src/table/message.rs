//! The messages of a table, one for each step of the protocol, and their encodings.

use facedown_core::Seat;

use crate::encoding::{DecodeError, Reader, Wire, Writer};
use crate::keys::KeyOpening;
use crate::masked::{Face, MAX_CARDS, MaskedCard};
use crate::rekey::Rekeyed;
use crate::share::Shares;
use crate::shuffle::ShuffleProof;

/// The number of a pile: a library, a hand, a graveyard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pile(pub u16);

/// What a seat asks the table to do.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// A card goes back under a pile. It is still known there until the pile is reshuffled.
    Return {
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
}

/// A step of the protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    /// The promise of a key.
    KeyPromise([u8; 32]),
    /// The key that was promised.
    KeyOpening(KeyOpening),
    /// A public list of cards comes to the table as a new pile.
    Bring {
        /// Its number.
        pile: Pile,
        /// What it consists of.
        faces: Vec<Face>,
    },
    /// A request.
    Ask(Request),
    /// Shares of the cards that are to be seen.
    Shares(Shares),
    /// The pile, shuffled by the author.
    Shuffled(Deck),
    /// The cards that the author has seen, in another order: `top` of them stay on top, the rest goes below.
    Arranged {
        /// The cards.
        deck: Deck,
        /// How many stay on top.
        top: u16,
    },
    /// The searched pile: the card that was taken first, then the rest.
    Taken(Deck),
    /// The author's fresh key, and its old ones replaced: one batch for every old key, oldest first.
    Rekeyed(KeyOpening, Vec<Rekeyed>),
    /// The promise of a part of a roll.
    RollPromise([u8; 32]),
    /// The part that was promised.
    RollOpening([u8; 32]),
    /// The seat for which the table waits has left; the author says so.
    Forfeit(Seat),
}

/// Cards in a new order, with the proof that they are the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deck {
    /// The cards.
    pub cards: Vec<MaskedCard>,
    /// The proof.
    pub proof: ShuffleProof,
}

impl Message {
    /// Whether several seats send this at once. Such a message is bound to the request, not to the message before.
    pub const fn is_parallel(&self) -> bool {
        matches!(
            self,
            Self::KeyPromise(_)
                | Self::KeyOpening(_)
                | Self::Shares(_)
                | Self::Rekeyed(..)
                | Self::RollPromise(_)
                | Self::RollOpening(_)
        )
    }

    /// What it is, in a word or two.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::KeyPromise(_) => "key promise",
            Self::KeyOpening(_) => "key",
            Self::Bring { .. } => "bring",
            Self::Ask(request) => request.kind(),
            Self::Shares(_) => "shares",
            Self::Shuffled(_) => "shuffled",
            Self::Arranged { .. } => "arranged",
            Self::Taken(_) => "taken",
            Self::Rekeyed(..) => "fresh key",
            Self::RollPromise(_) => "roll promise",
            Self::RollOpening(_) => "roll opening",
            Self::Forfeit(_) => "forfeit",
        }
    }
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
            Self::Roll { .. } => "roll",
        }
    }
}

impl Wire for Message {
    fn write(&self, to: &mut Writer) {
        match self {
            Self::KeyPromise(promise) => tagged(to, 1, promise),
            Self::KeyOpening(opening) => tagged(to, 2, opening),
            Self::Bring { pile, faces } => {
                tagged(to, 3, pile);
                to.list(faces);
            }
            Self::Ask(request) => tagged(to, 4, request),
            Self::Shares(shares) => tagged(to, 5, shares),
            Self::Shuffled(deck) => tagged(to, 6, deck),
            Self::Arranged { deck, top } => {
                tagged(to, 7, deck);
                to.short(usize::from(*top));
            }
            Self::Taken(deck) => tagged(to, 8, deck),
            Self::Rekeyed(opening, batches) => {
                tagged(to, 9, opening);
                to.list(batches);
            }
            Self::RollPromise(promise) => tagged(to, 10, promise),
            Self::RollOpening(part) => tagged(to, 11, part),
            Self::Forfeit(seat) => tagged(to, 12, seat),
        }
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, DecodeError> {
        Ok(match from.byte()? {
            1 => Self::KeyPromise(Wire::read(from)?),
            2 => Self::KeyOpening(Wire::read(from)?),
            3 => Self::Bring { pile: Wire::read(from)?, faces: from.list(MAX_CARDS)? },
            4 => Self::Ask(Wire::read(from)?),
            5 => Self::Shares(Wire::read(from)?),
            6 => Self::Shuffled(Wire::read(from)?),
            7 => Self::Arranged { deck: Wire::read(from)?, top: from.short()? },
            8 => Self::Taken(Wire::read(from)?),
            9 => Self::Rekeyed(Wire::read(from)?, from.list(MAX_CARDS)?),
            10 => Self::RollPromise(Wire::read(from)?),
            11 => Self::RollOpening(Wire::read(from)?),
            12 => Self::Forfeit(Wire::read(from)?),
            byte => return Err(DecodeError::UnknownKind { what: "message", byte }),
        })
    }
}

impl Wire for Request {
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
            Self::Roll { sides } => fields(10, &[], &[sides]),
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
            10 => Self::Roll { sides: from.short()? },
            byte => return Err(DecodeError::UnknownKind { what: "request", byte }),
        })
    }
}

impl Wire for Deck {
    fn write(&self, to: &mut Writer) {
        to.list(&self.cards);
        self.proof.write(to);
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, DecodeError> {
        Ok(Self { cards: from.list(MAX_CARDS)?, proof: ShuffleProof::read(from)? })
    }
}

impl Wire for Pile {
    fn write(&self, to: &mut Writer) {
        to.short(usize::from(self.0));
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, DecodeError> {
        from.short().map(Self)
    }
}

impl Wire for Seat {
    fn write(&self, to: &mut Writer) {
        #[allow(clippy::cast_possible_truncation)] // a table has at most eight seats
        to.byte(self.index() as u8);
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, DecodeError> {
        let byte = from.byte()?;
        Self::new(usize::from(byte)).ok_or(DecodeError::UnknownKind { what: "seat", byte })
    }
}

fn tagged(to: &mut Writer, tag: u8, value: &impl Wire) {
    to.byte(tag);
    value.write(to);
}
