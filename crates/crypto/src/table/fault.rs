//! What a player can do wrong.

use facedown_core::Seat;
use thiserror::Error;

use crate::encoding::DecodeError;
use crate::escrow::EscrowError;
use crate::keys::KeyError;
use crate::remask::RemaskError;
use crate::share::ShareError;
use crate::shuffle::ShuffleError;
use crate::tuck::TuckError;

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
    /// Re-masked cards that are not accepted.
    #[error(transparent)]
    Remask(#[from] RemaskError),
    /// A tuck that is not accepted.
    #[error(transparent)]
    Tuck(#[from] TuckError),
    /// A key in escrow, or a complaint about one, that is not accepted.
    #[error(transparent)]
    Escrow(#[from] EscrowError),
    /// A complaint about a share that is in order.
    #[error("the share in escrow is in order: there is nothing to complain about")]
    Groundless,
    /// There is no such pile, or it has not as many cards.
    #[error("the pile does not have the cards that are asked for")]
    NoCards,
    /// There is a pile with this number already, or a pile would go to itself.
    #[error("the number of the pile is taken")]
    PileTaken,
    /// A pile would have more cards than can be shuffled.
    #[error("a pile has at most 200 cards")]
    PileFull,
    /// A table would have more cards than anybody should have to follow.
    #[error("a table has at most 4000 cards, those that were asked about included")]
    TooManyCards,
    /// Only the owner of a pile may ask this of it.
    #[error("the pile belongs to {0}, who alone may ask this of it")]
    NotYours(Seat),
    /// What one seat alone sees cannot go to a pile that belongs to all.
    #[error("cards that one seat alone sees go to a pile of its own, not to a common one")]
    Common,
    /// The cards do not have one key: their pile must be reshuffled first.
    #[error("the cards have different keys; the pile must be reshuffled first")]
    MixedKeys,
    /// The cards can be read only with the key of a player who has left.
    #[error("a player who has left took the key of these cards along")]
    Lost,
    /// The keys of a table cannot be made anew for ever.
    #[error("the keys of a table can be made 4096 times")]
    TooManyKeys,
    /// Nobody sits there, or nobody any more.
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
    /// A point of a secret list is not new.
    #[error("a card of the secret list is at the table already, or there twice")]
    Doubled,
    /// What is said of a card of a secret list is not what its point stands for.
    #[error("a card of the secret list is opened as something else than was brought")]
    NotAsBrought,
    /// A key that is opened at the end is not the one that was used.
    #[error("a key that is opened at the end is not the one that was used")]
    NotTheKey,
    /// Who does not know the cards cannot be asked about them.
    #[error("{0} does not know the cards that it is asked about")]
    NotKnown(Seat),
    /// A card that was turned over is on no list.
    #[error("a card that was turned over is on no list")]
    UnknownCard,
    /// A seat that the table does not wait for has not left.
    #[error("the table does not wait for the seat that is said to have left")]
    NotAbsent,
}
