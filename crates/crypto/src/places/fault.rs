//! What a player can do wrong, and why entries are refused.

use facedown_core::Seat;
use thiserror::Error;

use super::task::{Place, TaskError};
use crate::encoding::DecodeError;
use crate::equality::TestError;
use crate::escrow::EscrowError;
use crate::keys::KeyError;
use crate::remask::RemaskError;
use crate::secret_list::ListError;
use crate::share::ShareError;
use crate::shuffle::ShuffleError;
use crate::tuck::TuckError;

/// How the author of an entry broke the protocol. The signed entry proves it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// Nothing of this kind is due from the author.
    #[error("nothing of this kind is due from its author")]
    NotDue,
    /// The entry is longer than anything that is due.
    #[error("it has {size} bytes where at most {most} are due")]
    TooLong {
        /// The size of the payload.
        size: usize,
        /// The most that is due.
        most: usize,
    },
    /// The payload cannot be decoded.
    #[error("it cannot be read: {0}")]
    Unreadable(#[from] DecodeError),
    /// It does not have the number of cards that is due.
    #[error("it does not have the number of cards that is due")]
    Count,
    /// A share is attached of a card that the author alone cannot turn over.
    #[error("its author alone cannot turn over the card at place {}", .0.0)]
    NotTurnable(Place),
    /// A key is wrong.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// A key in escrow, or a complaint about one, is wrong.
    #[error(transparent)]
    Escrow(#[from] EscrowError),
    /// A complaint is about a part that is right.
    #[error("the complaint is groundless")]
    GroundlessComplaint,
    /// A shuffle or an arrangement is wrong.
    #[error(transparent)]
    Shuffle(#[from] ShuffleError),
    /// A tuck is wrong.
    #[error(transparent)]
    Tuck(#[from] TuckError),
    /// Shares are wrong.
    #[error(transparent)]
    Share(#[from] ShareError),
    /// Cards were not just re-masked.
    #[error(transparent)]
    Remask(#[from] RemaskError),
    /// A secret list is wrong.
    #[error(transparent)]
    List(#[from] ListError),
    /// A part of a test is wrong.
    #[error(transparent)]
    Test(#[from] TestError),
    /// An opening does not match its promise.
    #[error("the opening does not match its promise")]
    PromiseMismatch,
    /// The keys that were opened at the end are not the author's.
    #[error("the opened keys are not those that its author used")]
    WrongKeys,
    /// A seat was reported as having left, although it is not at the table or nothing is due from it.
    #[error("nobody waits for the seat that is reported as having left")]
    NotAbsent,
}

/// Why an entry is not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// It belongs to a head that this table has not reached. It may come from the future, another fork, or another table.
    #[error("it belongs to a head that this table has not reached")]
    Unplaced,
    /// There is no such seat, or it has left.
    #[error("{0} is not at the table")]
    NoSuchSeat(Seat),
    /// It is longer than anything that is said at this table. Nobody is to blame: its signature is not even looked at.
    #[error("it has {size} bytes; nothing that is said at this table has more than {most}")]
    TooLong {
        /// The size of the payload.
        size: usize,
        /// The most that anybody has to say, or can.
        most: usize,
    },
    /// It was not signed by its author.
    #[error("its signature is not its author's")]
    Signature,
    /// Its author has signed another body for the same place. Both entries together convict it.
    #[error("its author has said something else at the same place")]
    Contradiction,
    /// The player has signed it, but this machine has not made it: its notes are older than what the player has said, or another
    /// machine has the player's keys.
    #[error("it has this player's signature, but this machine did not make it")]
    NotMine,
    /// Its author broke the protocol.
    #[error("{0}")]
    Fault(#[from] Fault),
    /// The rules demanded something impossible.
    #[error("{0}")]
    Tasks(#[from] TaskError),
}
