//! Jobs: the parts of one seat's entry, in the order in which they are encoded.

use facedown_core::Seat;

use super::task::Place;

/// One thing that is due from a seat. The first number is that of the task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Job {
    /// Promises of a key and of a part of the first roll.
    KeyPromise,
    /// Their openings, and a one-time key for escrow.
    KeyOpening,
    /// The key in escrow.
    Dealing(usize),
    /// A secret list.
    List(usize, Vec<Place>),
    /// The places in a new order of chance.
    Shuffle(usize, Vec<Place>),
    /// The faces that a test compares with, in a new order of chance.
    Comparands(usize),
    /// A one-time key for escrow.
    Sealing(usize),
    /// The places in an order that the seat chooses.
    Arrange(usize, Vec<Place>),
    /// The places with the card of the first one at a secret place among them.
    Tuck(usize, Vec<Place>),
    /// The places in an order of chance that the seat alone knows.
    Mix(usize, Vec<Place>),
    /// The seat's newest key in the place of older ones.
    Unify(usize, Vec<Place>),
    /// Yes or no.
    Answer(usize),
    /// A promise of a part of a roll.
    RollPromise(usize),
    /// Its opening.
    RollOpening(usize),
    /// A blinded difference.
    Blind(usize),
    /// Shares of the sum of all blinded differences.
    TestShares(usize),
    /// A fresh key in all of these places.
    Rekey(usize, Vec<Place>),
    /// The seat's keys, or a refusal to open them.
    Close(usize),
    /// Fresh masks for cards, before the layer of a player who has left is taken off.
    Refresh(usize, Seat),
    /// The seat's part of the layer of a player who has left.
    Recover(usize, Seat),
    /// Cards of one key in place, under fresh masks.
    Remask(u16, Vec<Place>),
    /// Shares of cards of one key.
    Shares(u16, Vec<Place>),
}

impl Job {
    /// The task that the job belongs to. Re-masks and shares belong to several.
    pub(super) const fn task(&self) -> Option<usize> {
        match self {
            Self::KeyPromise | Self::KeyOpening => Some(0),
            Self::Dealing(task)
            | Self::List(task, _)
            | Self::Shuffle(task, _)
            | Self::Comparands(task)
            | Self::Sealing(task)
            | Self::Arrange(task, _)
            | Self::Tuck(task, _)
            | Self::Mix(task, _)
            | Self::Unify(task, _)
            | Self::Answer(task)
            | Self::RollPromise(task)
            | Self::RollOpening(task)
            | Self::Blind(task)
            | Self::TestShares(task)
            | Self::Rekey(task, _)
            | Self::Close(task)
            | Self::Refresh(task, _)
            | Self::Recover(task, _) => Some(*task),
            Self::Remask(..) | Self::Shares(..) => None,
        }
    }
}

/// What a task needs from a seat now.
pub(super) enum Need {
    Job(Job),
    /// A fresh mask for the card at this place.
    Remask(Place),
    /// A share of the card at this place.
    Share(Place),
}
