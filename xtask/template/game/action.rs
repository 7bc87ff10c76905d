//! What a player can do, what is told of it, what a table can choose, and why an action is refused.

use arrayvec::ArrayVec;
use facedown_core::{Card, MAX_SEATS, Seat, Seats, Shown};
use serde::{Deserialize, Serialize};

use super::{MAX_HAND, Rank};

/// What a player can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Action {
    /// Plays a card face down (R-ROUND-01).
    Play {
        /// A card of one's own hand.
        card: Card,
    },
}

impl facedown_core::Action for Action {}

/// What is told of what happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Event {
    /// What the one who is told was dealt (R-DEAL-03).
    Dealt {
        /// The cards of the hand, which only their holder sees.
        hand: ArrayVec<Shown<Rank>, MAX_HAND>,
    },
    /// Somebody played a card face down.
    Played {
        /// The seat that played it.
        player: Seat,
    },
    /// Everything that was played is turned up.
    TurnedUp {
        /// The cards, in the order of the seats.
        cards: ArrayVec<Shown<Rank>, MAX_SEATS>,
    },
    /// Somebody took the round.
    RoundWon {
        /// The seat whose card was highest.
        player: Seat,
        /// What the round is worth.
        points: u8,
    },
    /// The game is over.
    GameOver {
        /// The seats with the most points.
        winners: Seats,
    },
}

impl Event {
    /// The cards that are told of, each to be shown to those who may see it.
    pub(super) fn cards(&mut self) -> &mut [Shown<Rank>] {
        match self {
            Self::Dealt { hand } => hand,
            Self::TurnedUp { cards } => cards,
            _ => &mut [],
        }
    }
}

/// What a table can choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// How many cards everybody is dealt, 3 to 7 (R-DEAL-03).
    pub hand: u8,
}

impl Default for Options {
    fn default() -> Self {
        Self { hand: 5 }
    }
}

facedown_core::refusals! {
    /// Why an action is refused.
    pub enum Refusal {
        /// The card is not in the player's own hand.
        #[rule("R-ROUND-01")]
        #[error("card {card} is not in your hand; play one that is")]
        NotInHand {
            /// The card that was asked for.
            card: Card,
        },
        /// The hands are too small or too large.
        #[rule("R-DEAL-03")]
        #[error("hands of {hand} cards cannot be dealt; choose 3 to 7")]
        HandOutOfRange {
            /// How many cards the options asked for.
            hand: u8,
        },
    }
}
