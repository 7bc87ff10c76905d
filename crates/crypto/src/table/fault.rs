//! Violations of the protocol.

use facedown_core::Seat;
use thiserror::Error;

use crate::encoding::DecodeError;
use crate::escrow::EscrowError;
use crate::keys::KeyError;
use crate::remask::RemaskError;
use crate::share::ShareError;
use crate::shuffle::ShuffleError;
use crate::tuck::TuckError;

/// Why a message is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// The bytes are not a message.
    #[error("this is not a message: {0}")]
    Unreadable(#[from] DecodeError),
    /// The table does not wait for this message from its author.
    #[error("the table does not wait for this message from its author")]
    NotDue,
    /// A key is invalid.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// Shares, or steps to a fresh key, are invalid.
    #[error(transparent)]
    Share(#[from] ShareError),
    /// A shuffle is invalid.
    #[error(transparent)]
    Shuffle(#[from] ShuffleError),
    /// Re-masked cards are invalid.
    #[error(transparent)]
    Remask(#[from] RemaskError),
    /// A tuck is invalid.
    #[error(transparent)]
    Tuck(#[from] TuckError),
    /// A key in escrow, or a complaint about one, is invalid.
    #[error(transparent)]
    Escrow(#[from] EscrowError),
    /// A complaint about a valid share in escrow.
    #[error("the complaint is groundless: the share in escrow is valid")]
    GroundlessComplaint,
    /// The pile does not exist or does not have enough cards.
    #[error("the pile does not have the requested cards")]
    NoCards,
    /// The number of a new pile is taken, or cards would move within one pile.
    #[error("the number of the pile is taken")]
    PileTaken,
    /// A pile would have more cards than can be shuffled.
    #[error("a pile has at most 200 cards")]
    PileFull,
    /// The table would have too many cards.
    #[error("a table has at most 4000 cards, including those that questions were asked about")]
    TooManyCards,
    /// Only the owner of the pile may make this request.
    #[error("the pile belongs to {0}, and only its owner may make this request")]
    NotOwner(Seat),
    /// Cards that only one seat sees would go to a common pile.
    #[error("cards that only one seat sees cannot go to a common pile")]
    Common,
    /// The cards have different keys.
    #[error("the cards have different keys; the pile must be reshuffled first")]
    MixedKeys,
    /// The cards can only be read with the key of a player who has left.
    #[error("these cards can only be read with the key of a player who has left")]
    Lost,
    /// The table has had the maximum number of keys.
    #[error("a table can have at most 4096 keys")]
    TooManyKeys,
    /// The seat does not exist, or its player has left.
    #[error("nobody sits at seat {}", .0.index())]
    NoSuchSeat(Seat),
    /// More cards would stay on top than were arranged.
    #[error("more cards would stay on top than were arranged")]
    TooManyOnTop,
    /// A roll with zero sides.
    #[error("a roll has at least one side")]
    NoSides,
    /// The opened part of a roll does not match its promise.
    #[error("the part of the roll is not the one that was promised")]
    PromiseMismatch,
    /// A point of a secret list is already in use.
    #[error("a card of the secret list is already on the table, or twice in the list")]
    Duplicate,
    /// The opening of a card of a secret list does not match its point.
    #[error("a card of the secret list is opened as another card than was brought")]
    WrongOpening,
    /// A key opened at the end is not the one that was used.
    #[error("a key that is opened at the end is not the one that was used")]
    WrongKey,
    /// A seat was asked about cards that it does not know.
    #[error("{0} does not know the cards that it is asked about")]
    NotKnown(Seat),
    /// A revealed card is not on any list.
    #[error("a revealed card is not on any list")]
    UnknownCard,
    /// A seat was reported as having left although the table does not wait for it.
    #[error("the table does not wait for the seat that is reported as having left")]
    NotAbsent,
}
