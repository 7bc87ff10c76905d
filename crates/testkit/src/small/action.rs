//! The actions, events and refusals of Small.

use facedown_core::{Card, Pen, Sealed, Seat, Shown, Tuck};
use serde::{Deserialize, Serialize};

use super::Face;

/// What a seat can do.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Action {
    /// Stash a charm, which is a list of one face.
    Stash {
        /// The charm.
        charm: Sealed<Vec<Face>>,
    },
    /// Draw from the pile.
    Draw,
    /// Lay a card as a gem.
    Lay {
        /// The card.
        card: Card,
    },
    /// Bury a card in the pile.
    Bury {
        /// The card.
        card: Card,
        /// The number of cards above it.
        depth: Sealed<Tuck>,
    },
    /// Lend a card to another player.
    Lend {
        /// The card.
        card: Card,
        /// The player who gets it.
        to: Seat,
    },
    /// Ask another player for a gem.
    Call {
        /// The player who is asked.
        seat: Seat,
    },
    /// Doubt the card that was laid.
    Doubt,
    /// Pass: neither doubt, nor open the charm.
    Pass,
    /// Open the charm.
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

/// What players and spectators are told.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[allow(missing_docs)] // RULES.md describes them
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
    /// The cards in the event, whose faces are filled in for those who may see them.
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

facedown_core::refusals! {
    /// Why an action is refused.
    pub enum Refusal {
        /// Too few or too many rounds.
        #[rule("R-SMALL-12")]
        #[error("{rounds} rounds cannot be played; choose from 1 to 5")]
        Rounds {
            /// How many were asked for.
            rounds: usize,
        },
        /// What was stashed is no charm.
        #[rule("R-SMALL-03")]
        #[error("a charm is one pearl, one ruby or one stone; stash just one")]
        NotACharm,
        /// An action of another phase of the game.
        #[rule("R-SMALL-09")]
        #[error("that cannot be done now; wait for its time")]
        NotNow,
        /// Nothing is left to draw.
        #[rule("R-SMALL-04")]
        #[error("the pile is empty; do something else")]
        EmptyPile,
        /// The card is not in the player's own hand.
        #[rule("R-SMALL-05")]
        #[error("card {card} is not in your hand; choose one that is")]
        NotInHand {
            /// Which card.
            card: Card,
        },
        /// The pile is smaller than that.
        #[rule("R-SMALL-06")]
        #[error("the pile has {pile} cards; choose a depth from 0 to {pile}")]
        TooDeep {
            /// How many cards it has.
            pile: usize,
        },
        /// The player named is oneself, or nobody.
        #[rule("R-SMALL-08")]
        #[error("{seat} is not another player; choose one")]
        NotAnother {
            /// Who was named.
            seat: Seat,
        },
    }
}
