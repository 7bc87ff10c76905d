//! Why a table cannot be set up, and why an action is refused.

use std::fmt;

use crate::dealer::DealError;
use crate::game::{Game, NeedsHouse};
use crate::refusal::Refusal;
use crate::seat::{Seat, Seats};

/// Why a table cannot be set up.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SetupError<R: Refusal> {
    /// This program does not have this version of the rules.
    #[error(
        "{game} was played by version {found} of the rules; this program has {oldest} to {newest}"
    )]
    Rules {
        /// The game.
        game: &'static str,
        /// The version that was asked for.
        found: u32,
        /// The oldest version that this program has.
        oldest: u32,
        /// The newest version that this program has.
        newest: u32,
    },
    /// The game is not for this number of players.
    #[error("{game} is for {least} to {most} players, not {seats}")]
    SeatCount {
        /// The game.
        game: &'static str,
        /// The number of seats that was asked for.
        seats: usize,
        /// The smallest number of players.
        least: usize,
        /// The largest number of players.
        most: usize,
    },
    /// There are contributions, but not one for each seat.
    #[error("{given} contributions for {seats} seats; give one for each seat, or none at all")]
    Contributions {
        /// The number of contributions.
        given: usize,
        /// The number of seats.
        seats: usize,
    },
    /// The options cannot be played.
    #[error("these options cannot be played: {0}")]
    Options(R),
    /// The game cannot be played without a house.
    #[error("{0}")]
    NeedsHouse(NeedsHouse),
    /// The dealer could not deal.
    #[error("the cards cannot be dealt: {0}")]
    Deal(#[from] DealError),
}

/// Why an action changed nothing.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Refused<R: Refusal> {
    /// The game has ended.
    #[error("the game is over; start a new one")]
    GameOver,
    /// There is no such seat at the table.
    #[error("there is no {seat} at a table of {seats}")]
    NoSuchSeat {
        /// Who tried to act.
        seat: Seat,
        /// How many seats there are.
        seats: usize,
    },
    /// This seat may not act at the moment.
    #[error("{seat} cannot act now; it is up to {may_act}")]
    OutOfTurn {
        /// Who tried to act.
        seat: Seat,
        /// Who may act.
        may_act: Seats,
    },
    /// The rules forbid it.
    #[error("{0}")]
    Rules(R),
    /// The dealer could not carry it out.
    #[error("{0}")]
    Dealer(DealError),
}

impl<R: Refusal> Refused<R> {
    /// A short name for programs.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::GameOver => "game-over",
            Self::NoSuchSeat { .. } => "no-such-seat",
            Self::OutOfTurn { .. } => "out-of-turn",
            Self::Rules(refusal) => refusal.kind(),
            Self::Dealer(_) => "dealer",
        }
    }
}

/// A refused action, given back as it was handed in, and the reason for the refusal.
///
/// Its `Debug` leaves out the action, which may contain sealed values.
#[derive(Clone)]
pub struct ActError<G: Game> {
    /// The action, unchanged.
    pub action: G::Action,
    /// Why it was refused.
    pub refused: Refused<G::Refusal>,
}

impl<G: Game> fmt::Debug for ActError<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ActError").field("refused", &self.refused).finish_non_exhaustive()
    }
}

impl<G: Game> fmt::Display for ActError<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.refused.fmt(f)
    }
}

impl<G: Game> std::error::Error for ActError<G> {}
