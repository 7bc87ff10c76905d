//! Why an action is not accepted, and why a table between machines cannot go on.

use crate::card::Card;
use crate::dealer::DealError;
use crate::refusal::Refusal;
use crate::table::Refused;

/// Why an action is not accepted. It depends only on what everybody knows, so all machines say the same.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum NotAccepted<R: Refusal> {
    /// It is not this seat's turn, or the rules forbid it.
    #[error("{0}")]
    Refused(#[from] Refused<R>),
    /// The action turns over a card that its author sees, and does not say what is on it.
    #[error("the action turns over card {card}, which its author sees; attach the face")]
    NotTurned {
        /// The card.
        card: Card,
    },
    /// The face of a card is attached that the action does not turn over, or that its author cannot know.
    #[error("the action does not turn over card {card}; attach only the faces that it does")]
    NotTurnedOver {
        /// The card.
        card: Card,
    },
    /// A face is attached that the card cannot have, since all such cards lie open elsewhere.
    #[error("card {card} cannot have the face that is attached to the action")]
    Impossible {
        /// The card.
        card: Card,
    },
    /// The action brings a secret list, and does not say how long it is.
    #[error("the action brings cards whose list is secret; attach how many there are")]
    NotBrought,
    /// The length of a secret list is attached to an action that brings none.
    #[error("the action brings no secret list; attach no number of cards")]
    NothingBrought,
    /// A verb of the dealer failed.
    #[error("{0}")]
    Dealer(DealError),
}

/// Why a table between machines cannot go on. Nothing has changed by the call that returns it.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PeerError<R: Refusal> {
    /// The action is not accepted.
    #[error("{0}")]
    NotAccepted(#[from] NotAccepted<R>),
    /// The deal or another action is under way.
    #[error("something is still being carried out; wait until it is done")]
    Busy,
    /// This machine's viewer has no seat, so it does nothing.
    #[error("a spectator cannot act; take a seat")]
    Spectator,
    /// An outcome is not of the kind that its demand has, or there are more outcomes than demands.
    #[error("outcome {number} (counted from 0) is not one of its demand")]
    WrongOutcome {
        /// The number of the demand, counted from 0.
        number: usize,
    },
    /// A card has a face that it cannot have, by what this machine's viewer has seen. Somebody has cheated.
    #[error("card {card} cannot have this face, by what was seen on this machine")]
    Contradiction {
        /// The card.
        card: Card,
    },
    /// What this machine's own viewer sealed is not here.
    #[error("the sealed value of one’s own action is missing; restore it from where it was kept")]
    ChoiceMissing,
    /// The rules demanded something else when they were run again, so they depend on more than state and action.
    #[error("the rules are not deterministic: demand {number} (counted from 0) has changed")]
    Impure {
        /// The number of the demand, counted from 0.
        number: usize,
    },
    /// A verb of the dealer failed.
    #[error("{0}")]
    Dealer(#[from] DealError),
}
