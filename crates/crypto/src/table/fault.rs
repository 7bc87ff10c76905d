//! What a player can do wrong.

use facedown_core::Seat;
use thiserror::Error;

use crate::encoding::DecodeError;
use crate::keys::KeyError;
use crate::share::ShareError;
use crate::shuffle::ShuffleError;

/// Why a message is not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// The bytes are no message.
    #[error("this is no message: {0}")]
    Unreadable(#[from] DecodeError),
    /// The table does not wait for this from its author.
    #[error("the table does not wait for this message from its author")]
    NotDue,
    /// A key that is not accepted.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// Shares, or steps to a fresh key, that are not accepted.
    #[error(transparent)]
    Share(#[from] ShareError),
    /// A shuffle that is not accepted.
    #[error(transparent)]
    Shuffle(#[from] ShuffleError),
    /// There is no such pile, or it has not as many cards.
    #[error("the pile does not have the cards that are asked for")]
    NoCards,
    /// There is a pile with this number already, or a pile would go to itself.
    #[error("the number of the pile is taken")]
    PileTaken,
    /// A pile would have more cards than can be shuffled.
    #[error("a pile has at most 200 cards")]
    PileFull,
    /// The cards do not have one key: their pile must be reshuffled first.
    #[error("the cards have different keys; the pile must be reshuffled first")]
    MixedKeys,
    /// Nobody sits there.
    #[error("nobody sits at seat {}", .0.index())]
    NoSuchSeat(Seat),
    /// More cards are to stay on top than were arranged.
    #[error("more cards are to stay on top than were arranged")]
    TooManyOnTop,
    /// There is no number below zero sides.
    #[error("a roll has at least one side")]
    NoSides,
    /// What is opened is not what was promised.
    #[error("the part of the roll is not the one that was promised")]
    NotAsPromised,
    /// A card that was turned over is on no list.
    #[error("a card that was turned over is on no list")]
    UnknownCard,
    /// A seat that the table does not wait for has not left.
    #[error("the table does not wait for the seat that is said to have left")]
    NotAbsent,
}
