//! The messages of a table, one kind for each step of the protocol, and their encodings.

use std::fmt;

use curve25519_dalek::scalar::Scalar;
use facedown_core::Seat;

use super::request::Request;
use crate::encoding::{Codec, DecodeError, Reader, Writer};
use crate::escrow::{Complaint, Dealing};
use crate::group::Point;
use crate::keys::KeyOpening;
use crate::masked::{FaceNumber, MAX_CARDS, MaskedCard};
use crate::rekey::Rekeyed;
use crate::remask::Remasked;
use crate::share::Shares;
use crate::shuffle::ShuffleProof;
use crate::tuck::TuckProof;

/// The maximum number of key epochs of a table.
pub const MAX_KEY_EPOCHS: usize = 4096;

/// The number of a pile: a library, a hand, a graveyard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pile(pub u16);

impl fmt::Display for Pile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "pile {}", self.0)
    }
}

/// A step of the protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    /// A promise of a key: a hash commitment.
    KeyPromise([u8; 32]),
    /// The opening of the promised key.
    KeyOpening(KeyOpening),
    /// The author's key in escrow with the other seats.
    Dealt(Dealing),
    /// A complaint about a wrong part in escrow.
    Complaint {
        /// The key epoch.
        epoch: u16,
        /// The seat that dealt it.
        dealer: Seat,
        /// The proof.
        complaint: Complaint,
    },
    /// Brings a public list of cards as a new pile.
    Bring {
        /// The number of the new pile.
        pile: Pile,
        /// Whether the pile is common; otherwise it belongs to the author.
        common: bool,
        /// The faces of the cards.
        faces: Vec<FaceNumber>,
    },
    /// Brings a secret list of cards as a new pile of the author.
    BringSecret {
        /// The number of the new pile.
        pile: Pile,
        /// The points of its cards, whose faces only the author knows.
        cards: Vec<Point>,
    },
    /// A request.
    Ask(Request),
    /// Shares of the cards that are being looked at.
    Shares(Shares),
    /// The faces of cards of the author's secret lists that become public: one opening per card, in the order of the pile.
    Named(Vec<CardOpening>),
    /// The pile after the author has shuffled it.
    Shuffled(ShuffledDeck),
    /// The scried cards in a new order: `top` of them stay on top, the rest go to the bottom.
    Arranged {
        /// The cards.
        deck: ShuffledDeck,
        /// How many cards stay on top.
        top: u16,
    },
    /// The searched pile: first the card that is taken, then the rest.
    Taken(ShuffledDeck),
    /// The pile with the author's card tucked into it.
    Tucked {
        /// The cards.
        cards: Vec<MaskedCard>,
        /// The proof that one card was inserted and no other card was changed or moved.
        proof: TuckProof,
    },
    /// Cards that the author has re-masked in place.
    Remasked(Remasked),
    /// The author's fresh key, which replaces the old one in a pile.
    Rekeyed(FreshKey),
    /// A promise of a part of a roll: a hash commitment.
    RollPromise([u8; 32]),
    /// The opening of the promised part.
    RollOpening([u8; 32]),
    /// The answer to a question.
    Answer(u16),
    /// Whether the author agrees to what the table waits for.
    Agree(bool),
    /// Reports that a seat for which the table waits has left.
    Forfeit(Seat),
    /// The author's part of the layer of a player who has left: one batch per key epoch, oldest first.
    Recovered(Vec<Shares>),
    /// The author's keys that are still in use, oldest first, and its secret lists, one opening per card.
    Closed {
        /// The keys.
        keys: Vec<Scalar>,
        /// The lists.
        lists: Vec<CardOpening>,
    },
}

/// Cards in a new order, with a shuffle proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShuffledDeck {
    /// The cards.
    pub cards: Vec<MaskedCard>,
    /// The proof.
    pub proof: ShuffleProof,
}

/// The opening of a card of a secret list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CardOpening {
    /// The face.
    pub face: FaceNumber,
    /// The salt of the card's point.
    pub salt: [u8; 32],
}

/// A fresh key, with the steps that replace the author's old keys by it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FreshKey {
    /// The key with its proof of possession.
    pub opening: KeyOpening,
    /// One batch per old key epoch, oldest first.
    pub batches: Vec<Rekeyed>,
    /// The key in escrow, if the table uses escrow.
    pub dealing: Option<Dealing>,
}

impl Message {
    /// Whether several seats send this message in parallel. Such a message is bound to the request, not to the previous message.
    pub const fn is_parallel(&self) -> bool {
        matches!(
            self,
            Self::KeyPromise(_)
                | Self::KeyOpening(_)
                | Self::Dealt(_)
                | Self::Shares(_)
                | Self::Named(_)
                | Self::Rekeyed(_)
                | Self::RollPromise(_)
                | Self::RollOpening(_)
                | Self::Agree(_)
                | Self::Recovered(_)
                | Self::Closed { .. }
        )
    }

    /// The kind of message, in one or two words.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::KeyPromise(_) => "key promise",
            Self::KeyOpening(_) => "key",
            Self::Dealt(_) => "key in escrow",
            Self::Complaint { .. } => "complaint",
            Self::Bring { .. } => "bring",
            Self::BringSecret { .. } => "bring secretly",
            Self::Ask(request) => request.kind(),
            Self::Shares(_) => "shares",
            Self::Named(_) => "named",
            Self::Shuffled(_) => "shuffled",
            Self::Arranged { .. } => "arranged",
            Self::Taken(_) => "taken",
            Self::Tucked { .. } => "tucked",
            Self::Remasked(_) => "re-masked",
            Self::Rekeyed(_) => "fresh key",
            Self::RollPromise(_) => "roll promise",
            Self::RollOpening(_) => "roll opening",
            Self::Answer(_) => "answer",
            Self::Agree(true) => "agree",
            Self::Agree(false) => "disagree",
            Self::Forfeit(_) => "forfeit",
            Self::Recovered(_) => "recovered",
            Self::Closed { .. } => "closed",
        }
    }
}

/// Describes a message by counts and places, without faces.
impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = self.kind();
        match self {
            Self::Complaint { dealer, .. } => write!(f, "{kind} about {dealer}"),
            Self::Bring { pile, common, faces } => {
                let whose = if *common { "for all" } else { "as its own" };
                write!(f, "{kind} {} as {pile}, {whose}", counted(faces.len()))
            }
            Self::BringSecret { pile, cards } => {
                write!(f, "bring {} as {pile}, secretly", counted(cards.len()))
            }
            Self::Ask(request) => request.fmt(f),
            Self::Shares(shares) => write!(f, "shares of {}", counted(shares.points().len())),
            Self::Named(openings) => write!(f, "{kind} {}", counted(openings.len())),
            Self::Shuffled(deck) => write!(f, "{kind} {}", counted(deck.cards.len())),
            Self::Arranged { deck, top } => {
                let below = deck.cards.len().saturating_sub(usize::from(*top));
                write!(f, "{kind}: {top} on top, {below} on the bottom")
            }
            Self::Taken(deck) => {
                write!(f, "{kind} 1 of {}, the rest shuffled", counted(deck.cards.len()))
            }
            Self::Tucked { cards, .. } => write!(f, "{kind} into a pile of now {}", cards.len()),
            Self::Remasked(remasked) => write!(f, "{kind} {}", counted(remasked.cards().len())),
            Self::Answer(answer) => write!(f, "{kind} {answer}"),
            Self::Forfeit(seat) => write!(f, "{kind} of {seat}"),
            Self::KeyPromise(_)
            | Self::KeyOpening(_)
            | Self::Dealt(_)
            | Self::Rekeyed(_)
            | Self::RollPromise(_)
            | Self::RollOpening(_)
            | Self::Agree(_)
            | Self::Recovered(_)
            | Self::Closed { .. } => f.write_str(kind),
        }
    }
}

impl Codec for Message {
    fn write(&self, to: &mut Writer) {
        match self {
            Self::KeyPromise(promise) => tagged(to, 1, promise),
            Self::KeyOpening(opening) => tagged(to, 2, opening),
            Self::Dealt(dealing) => tagged(to, 3, dealing),
            Self::Complaint { epoch, dealer, complaint } => {
                tagged(to, 4, dealer);
                to.short(usize::from(*epoch));
                complaint.write(to);
            }
            Self::Bring { pile, common, faces } => {
                tagged(to, 5, pile);
                to.byte(u8::from(*common));
                to.list(faces);
            }
            Self::BringSecret { pile, cards } => {
                tagged(to, 6, pile);
                to.list(cards);
            }
            Self::Ask(request) => tagged(to, 7, request),
            Self::Shares(shares) => tagged(to, 8, shares),
            Self::Named(openings) => {
                to.byte(9);
                to.list(openings);
            }
            Self::Shuffled(deck) => tagged(to, 10, deck),
            Self::Arranged { deck, top } => {
                tagged(to, 11, deck);
                to.short(usize::from(*top));
            }
            Self::Taken(deck) => tagged(to, 12, deck),
            Self::Tucked { cards, proof } => {
                to.byte(13);
                to.list(cards);
                proof.write(to);
            }
            Self::Rekeyed(fresh) => tagged(to, 14, fresh),
            Self::RollPromise(promise) => tagged(to, 15, promise),
            Self::RollOpening(part) => tagged(to, 16, part),
            Self::Answer(answer) => {
                to.byte(17);
                to.short(usize::from(*answer));
            }
            Self::Agree(agrees) => {
                to.byte(18);
                to.byte(u8::from(*agrees));
            }
            Self::Forfeit(seat) => tagged(to, 19, seat),
            Self::Recovered(batches) => {
                to.byte(20);
                to.list(batches);
            }
            Self::Remasked(remasked) => tagged(to, 22, remasked),
            Self::Closed { keys, lists } => {
                to.byte(21);
                to.scalars(keys);
                to.list(lists);
            }
        }
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, DecodeError> {
        Ok(match from.byte()? {
            1 => Self::KeyPromise(Codec::read(from)?),
            2 => Self::KeyOpening(Codec::read(from)?),
            3 => Self::Dealt(Codec::read(from)?),
            4 => Self::Complaint {
                dealer: Codec::read(from)?,
                epoch: from.short()?,
                complaint: Codec::read(from)?,
            },
            5 => Self::Bring {
                pile: Codec::read(from)?,
                common: flag(from)?,
                faces: from.list(MAX_CARDS)?,
            },
            6 => Self::BringSecret { pile: Codec::read(from)?, cards: from.list(MAX_CARDS)? },
            7 => Self::Ask(Codec::read(from)?),
            8 => Self::Shares(Codec::read(from)?),
            9 => Self::Named(from.list(MAX_CARDS)?),
            10 => Self::Shuffled(Codec::read(from)?),
            11 => Self::Arranged { deck: Codec::read(from)?, top: from.short()? },
            12 => Self::Taken(Codec::read(from)?),
            13 => Self::Tucked { cards: from.list(MAX_CARDS)?, proof: Codec::read(from)? },
            14 => Self::Rekeyed(Codec::read(from)?),
            15 => Self::RollPromise(Codec::read(from)?),
            16 => Self::RollOpening(Codec::read(from)?),
            17 => Self::Answer(from.short()?),
            18 => Self::Agree(flag(from)?),
            19 => Self::Forfeit(Codec::read(from)?),
            20 => Self::Recovered(from.list(usize::from(u16::MAX))?),
            21 => Self::Closed {
                keys: from.scalars(MAX_KEY_EPOCHS)?,
                lists: from.list(usize::from(u16::MAX))?,
            },
            22 => Self::Remasked(Codec::read(from)?),
            byte => return Err(DecodeError::UnknownKind { what: "message", byte }),
        })
    }
}

impl Codec for ShuffledDeck {
    fn write(&self, to: &mut Writer) {
        to.list(&self.cards);
        self.proof.write(to);
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, DecodeError> {
        Ok(Self { cards: from.list(MAX_CARDS)?, proof: ShuffleProof::read(from)? })
    }
}

impl Codec for CardOpening {
    fn write(&self, to: &mut Writer) {
        self.face.write(to);
        to.bytes(&self.salt);
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, DecodeError> {
        Ok(Self { face: Codec::read(from)?, salt: from.array()? })
    }
}

impl Codec for FreshKey {
    fn write(&self, to: &mut Writer) {
        self.opening.write(to);
        to.list(&self.batches);
        match &self.dealing {
            Some(dealing) => tagged(to, 1, dealing),
            None => to.byte(0),
        }
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, DecodeError> {
        Ok(Self {
            opening: Codec::read(from)?,
            batches: from.list(MAX_CARDS)?,
            dealing: if flag(from)? { Some(Codec::read(from)?) } else { None },
        })
    }
}

impl Codec for Pile {
    fn write(&self, to: &mut Writer) {
        to.short(usize::from(self.0));
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, DecodeError> {
        from.short().map(Self)
    }
}

impl Codec for Seat {
    fn write(&self, to: &mut Writer) {
        #[allow(clippy::cast_possible_truncation)] // a table has at most eight seats
        to.byte(self.index() as u8);
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, DecodeError> {
        let byte = from.byte()?;
        Self::new(usize::from(byte)).ok_or(DecodeError::UnknownKind { what: "seat", byte })
    }
}

fn counted(cards: usize) -> String {
    if cards == 1 { "1 card".into() } else { format!("{cards} cards") }
}

fn flag(from: &mut Reader<'_>) -> Result<bool, DecodeError> {
    match from.byte()? {
        0 => Ok(false),
        1 => Ok(true),
        byte => Err(DecodeError::UnknownKind { what: "flag", byte }),
    }
}

pub(super) fn tagged(to: &mut Writer, tag: u8, value: &impl Codec) {
    to.byte(tag);
    value.write(to);
}
