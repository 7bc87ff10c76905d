//! The actions, events and refusals of Loose.

use facedown_core::{Card, CardOrder, Pen, Sealed, Seat, Shown};
use serde::{Deserialize, Serialize};

use super::Face;

/// What a seat can do.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Action {
    /// Bring a deck.
    Bring {
        /// The faces.
        deck: Sealed<Vec<Face>>,
    },
    /// Draw cards.
    Draw {
        /// How many.
        count: usize,
    },
    /// Look at the whole library.
    Search {},
    /// Take the first cards of the library in this order, and shuffle the rest.
    Take {
        /// The order that brings the cards to the top.
        order: Sealed<CardOrder>,
        /// How many.
        count: usize,
    },
    /// Move cards.
    Move {
        /// The cards.
        cards: Vec<Card>,
        /// Where to.
        to: Zone,
        /// Whether they are turned up.
        up: bool,
    },
    /// Show a card to another player.
    Show {
        /// The card.
        card: Card,
        /// The player.
        to: Seat,
    },
    /// Count points.
    Count {
        /// How many, up or down.
        by: i32,
    },
    /// End one's turn.
    Pass {},
    /// Give up.
    GiveUp {},
}

/// Where cards go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)] // the names are clear
pub enum Zone {
    Library,
    Hand,
    Table,
}

impl facedown_core::Action for Action {
    fn seals(&mut self, pen: &Pen) {
        match self {
            Self::Bring { deck } => deck.mark(pen),
            Self::Take { order, .. } => order.mark(pen),
            _ => {}
        }
    }
}

/// What players and spectators are told.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[allow(missing_docs)] // LOOSE.md describes them
pub enum Event {
    Brought { seat: Seat, count: usize },
    Drew { seat: Seat, cards: Vec<Shown<Face>> },
    Searched { seat: Seat },
    Took { seat: Seat, cards: Vec<Shown<Face>> },
    Moved { seat: Seat, cards: Vec<Shown<Face>>, to: Zone },
    Showed { seat: Seat, cards: Vec<Shown<Face>>, to: Seat },
    Counted { seat: Seat, points: i32 },
    Passed { seat: Seat },
    GaveUp { seat: Seat },
}

impl Event {
    /// The cards in the event, whose faces are filled in for those who may see them.
    pub(super) fn cards(&mut self) -> &mut [Shown<Face>] {
        match self {
            Self::Drew { cards, .. }
            | Self::Took { cards, .. }
            | Self::Moved { cards, .. }
            | Self::Showed { cards, .. } => cards,
            _ => &mut [],
        }
    }
}

facedown_core::refusals! {
    /// Why an action is refused.
    pub enum Refusal {
        /// Too few or too many rounds.
        #[rule("R-LOOSE-08")]
        #[error("{rounds} rounds cannot be played; choose from 1 to 5")]
        Rounds {
            /// How many were asked for.
            rounds: usize,
        },
        /// The deck is too small or too large, or has a face that there is not.
        #[rule("R-LOOSE-01")]
        #[error("a deck has 3 to 6 cards, of faces that the game has; bring another one")]
        NotADeck,
        /// The deck has been brought, or has not been.
        #[rule("R-LOOSE-01")]
        #[error("first everybody brings a deck, and only one; wait for its time")]
        NotNow,
        /// The player looks at the library.
        #[rule("R-LOOSE-04")]
        #[error("you are searching; take what you have found, or nothing, before you do anything else")]
        Searching,
        /// The player does not look at the library.
        #[rule("R-LOOSE-04")]
        #[error("search your library first")]
        NotSearching,
        /// One takes up to two cards.
        #[rule("R-LOOSE-04")]
        #[error("name every place of the library once, and take no more than two cards and no more than there are")]
        CannotTake,
        /// So many cards are not there.
        #[rule("R-LOOSE-03")]
        #[error("the library has {left} cards; draw at least one and no more than that")]
        CannotDraw {
            /// How many are left.
            left: usize,
        },
        /// The cards are not the player's own, or named twice.
        #[rule("R-LOOSE-05")]
        #[error("name cards of your own hand and table, each once")]
        NotYours,
        /// Nobody to show a card to.
        #[rule("R-LOOSE-06")]
        #[error("{seat} is not another player of this game; choose one")]
        NotAnother {
            /// Who was named.
            seat: Seat,
        },
        /// Too many points.
        #[rule("R-LOOSE-07")]
        #[error("points stay between minus and plus a million; count by less")]
        TooMuch,
        /// It is somebody else's turn.
        #[rule("R-LOOSE-08")]
        #[error("only whose turn it is can pass; wait for yours")]
        NotYourTurn,
        /// There are cards in the library.
        #[rule("R-LOOSE-09")]
        #[error("your library is not empty; play on")]
        PlayOn,
    }
}
