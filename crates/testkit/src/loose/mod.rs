//! Loose: an open game with secret decks, to test core and the suite on a free-form table.
//!
//! Its rules are in `LOOSE.md`. It is generic over a [`Flaw`], so that deliberately broken variants can show that the suite finds
//! what can be wrong with an open game. [`Flawless`] is the correct game.

mod action;
mod face;
mod flaw;
mod rules;
mod turns;

pub use action::{Action, Event, Refusal, Zone};
pub use face::Face;
pub use flaw::{Flaw, Flawless};

use facedown_core::{BySeat, Card, Seat, SeatCount, Shown};
use serde::{Deserialize, Serialize};

/// The public state of a game of Loose.
#[derive(Clone, Serialize)]
pub struct Loose<T: Flaw = Flawless> {
    seats: SeatCount,
    /// Whose turn it is, once all have brought a deck.
    turn: Seat,
    turns_left: usize,
    players: BySeat<Player>,
    #[serde(skip)]
    flaw: T,
}

/// The cards and points of one seat.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Player {
    has_brought: bool,
    library: Vec<Card>,
    hand: Vec<Card>,
    table: Vec<Card>,
    points: i32,
    is_searching: bool,
    has_given_up: bool,
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

/// What one viewer sees.
#[derive(Clone, Debug, Serialize)]
pub struct View {
    /// Whose turn it is.
    pub turn: Seat,
    /// How many turns are left.
    pub turns_left: usize,
    /// What the viewer sees of each seat.
    pub players: BySeat<PlayerView>,
}

/// What a viewer sees of one seat.
#[derive(Clone, Debug, Serialize)]
pub struct PlayerView {
    /// The library, from the top.
    pub library: Vec<Shown<Face>>,
    /// The cards in hand.
    pub hand: Vec<Shown<Face>>,
    /// The cards on the table.
    pub table: Vec<Shown<Face>>,
    /// The points.
    pub points: i32,
    /// Whether the player looks at the library.
    pub is_searching: bool,
    /// Whether the player has given up.
    pub has_given_up: bool,
}
