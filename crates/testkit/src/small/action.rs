//! What can be done in Small, what is told of it, and why it may be refused.

use facedown_core::{Card, Pen, Sealed, Seat, Shown, Tuck};
use serde::{Deserialize, Serialize};

use super::Face;

/// What a seat can do.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Action {
    /// Stash a charm: a list of one face.
    Stash {
        /// The charm.
        charm: Sealed<Vec<Face>>,
    },
    /// Draw from the pile.
    Draw,
    /// Lay a card as a gem.
    Lay {
        /// Which card.
        card: Card,
    },
    /// Bury a card in the pile.
    Bury {
        /// Which card.
        card: Card,
        /// How many cards are to lie above it.
        depth: Sealed<Tuck>,
    },
    /// Lend a card to another.
    Lend {
        /// Which card.
        card: Card,
        /// To whom.
        to: Seat,
    },
    /// Ask another for a gem.
    Call {
        /// Whom.
        seat: Seat,
    },
    /// Doubt the card that was laid.
    Doubt,
    /// Let it go: a doubt, or one's charm.
    Pass,
    /// Open one's charm.
    Open,
    /// Agree to the score.
    Agree,
}

impl facedown_core::Action for Action {
    fn seals(&mut self, pen: &Pen) {
        match self {
            Self::Stash { charm } => charm.mark(pen),
            Self::Bury { depth, .. } => depth.mark(pen),
            _ => {}
        }
    }
}

/// What is told of what happened.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[allow(missing_docs)] // the rules say what each is
pub enum Event {
    Dealt { seat: Seat, hand: Vec<Shown<Face>> },
    Stashed { seat: Seat, card: Shown<Face> },
    Drew { seat: Seat, card: Shown<Face> },
    Laid { seat: Seat, card: Card },
    Stood { card: Card },
    Doubted { seat: Seat, card: Shown<Face> },
    Buried { seat: Seat },
    Lent { seat: Seat, to: Seat, card: Shown<Face> },
    Called { seat: Seat, of: Seat, gem: bool },
    Passed { seat: Seat },
    Rolled { number: u32, wind: bool },
    Opened { seat: Seat, card: Shown<Face> },
    Agreed { seat: Seat },
}

impl Event {
    /// The cards that are told of, each to be shown to those who may see it.
    pub(super) fn cards(&mut self) -> &mut [Shown<Face>] {
        match self {
            Self::Dealt { hand, .. } => hand,
            Self::Stashed { card, .. }
            | Self::Drew { card, .. }
            | Self::Doubted { card, .. }
            | Self::Lent { card, .. }
            | Self::Opened { card, .. } => std::slice::from_mut(card),
            _ => &mut [],
        }
    }
}

/// Why an action is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)] // the sentences say it
pub enum Refusal {
    #[error("{rounds} rounds cannot be played; choose from 1 to 5")]
    Rounds { rounds: usize },
    #[error("a charm is one pearl, one ruby or one stone; stash just one")]
    NotACharm,
    #[error("that cannot be done now; wait for its time")]
    NotNow,
    #[error("the pile is empty; do something else")]
    EmptyPile,
    #[error("card {0} is not in your hand; choose one that is")]
    NotInHand(Card),
    #[error("the pile has {pile} cards; choose a depth from 0 to {pile}")]
    TooDeep { pile: usize },
    #[error("{0} is not another player; choose one")]
    NotAnother(Seat),
}

impl facedown_core::Refusal for Refusal {
    fn kind(&self) -> &'static str {
        match self {
            Self::Rounds { .. } => "rounds",
            Self::NotACharm => "not-a-charm",
            Self::NotNow => "not-now",
            Self::EmptyPile => "empty-pile",
            Self::NotInHand(_) => "not-in-hand",
            Self::TooDeep { .. } => "too-deep",
            Self::NotAnother(_) => "not-another",
        }
    }

    fn rule(&self) -> &'static str {
        match self {
            Self::Rounds { .. } => "R-SMALL-12",
            Self::NotACharm => "R-SMALL-03",
            Self::NotNow => "R-SMALL-09",
            Self::EmptyPile => "R-SMALL-04",
            Self::NotInHand(_) => "R-SMALL-05",
            Self::TooDeep { .. } => "R-SMALL-06",
            Self::NotAnother(_) => "R-SMALL-08",
        }
    }
}
