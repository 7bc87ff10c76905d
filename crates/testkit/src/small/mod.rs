//! Small: a game that uses nearly every verb of the dealer and every kind of window, to test core and the suite.
//!
//! Its rules are in `RULES.md`. It is generic over a [`Twist`], so that deliberately broken variants can show that the
//! suite finds their flaws. [`Sound`] is the correct game.

mod action;
mod rules;
mod turns;
mod twist;
mod view;

pub use action::{Action, Event, Refusal};
pub use twist::{Sound, Twist};
pub use view::{PlayerView, Statistics, View};

use facedown_core::{BySeat, Card, Seat, SeatCount, Window};
use serde::{Deserialize, Serialize};

/// The public state of a game of Small.
#[derive(Clone, Serialize)]
pub struct Small<T: Twist = Sound> {
    seats: SeatCount,
    turn: Seat,
    turns_left: usize,
    phase: Phase,
    pile: Vec<Card>,
    players: BySeat<Player>,
    #[serde(skip)]
    twist: T,
}

/// What is printed on the cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Face {
    /// A gem.
    Pearl,
    /// A gem.
    Ruby,
    /// Worth nothing.
    Stone,
}

impl Face {
    /// All faces.
    pub const ALL: [Self; 3] = [Self::Pearl, Self::Ruby, Self::Stone];

    /// Whether this is a gem.
    pub const fn is_gem(self) -> bool {
        matches!(self, Self::Pearl | Self::Ruby)
    }
}

/// What can be asked about hidden cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Is one of them a gem?
    Gem,
    /// Is one of them a pearl? Only a broken twist asks this.
    Pearl,
}

/// The options of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// How many turns each player has.
    pub rounds: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self { rounds: 2 }
    }
}

/// The phase of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Phase {
    /// Each player stashes a charm.
    Stash {
        /// The seats that still have to.
        window: Window,
    },
    /// A player takes a turn.
    Turn,
    /// The other players may doubt the card that was laid.
    Doubt {
        /// The card that was laid.
        card: Card,
        /// The seats that may still doubt.
        window: Window,
    },
    /// The players are asked in turn whether they open their charm.
    Charms {
        /// The seats that are still to be asked.
        window: Window,
    },
    /// All players must agree to the score.
    Agree {
        /// The seats that still have to.
        window: Window,
    },
    /// The game is over.
    Over,
}

/// The cards and points of one seat.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Player {
    pub(crate) hand: Vec<Card>,
    pub(crate) row: Vec<Card>,
    pub(crate) charm: Option<Card>,
    /// The face of the charm once it was opened. Everybody saw it, so the rules may know it.
    pub(crate) opened: Option<Face>,
    pub(crate) score: i32,
}
