//! Verdicts: who cheated, how, by which entries, and to whom that is proven.

use facedown_core::{Card, Seat};
use facedown_crypto::places::{Entry, EntryPlace, Fault, Genesis, Place};

use crate::posted::PostedError;

/// The name of an entry: the head it was made for, its author, and which of the author's things it is. It is the same on
/// all machines.
pub type EntryName = EntryPlace;

/// That somebody cheated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Who.
    pub seat: Seat,
    /// How.
    pub cheat: Cheat,
    /// To whom it is proven, and by what.
    pub proven: Proven,
    /// The entry by which it was done.
    pub entry: EntryName,
}

/// How somebody cheated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Cheat {
    /// A proof, a signature of something else, or a message that was not due.
    #[error("broke the protocol: {0}")]
    Fault(#[from] Fault),
    /// Two different entries at one place.
    #[error("signed two different entries for one place")]
    Contradiction,
    /// What was posted is no action of the game.
    #[error("posted what is no action: {0}")]
    NoAction(#[from] PostedError),
    /// The action was against the rules, by what everybody knew.
    #[error("took an action that is against the rules: {why}")]
    AgainstRules {
        /// The rule, if it is one of the game's.
        rule: Option<&'static str>,
        /// What was wrong.
        why: String,
    },
    /// The action said of a card what is not on it.
    #[error("said of card {card} what is not on it")]
    FalseWord {
        /// The card.
        card: Card,
    },
    /// A card was withheld that the rules would have had played, as everybody can see now.
    #[error("withheld card {card}")]
    Withheld {
        /// The card.
        card: Card,
    },
    /// The action was against the rules, by cards that only its author saw when it was taken.
    #[error("took an action that is against the rules by cards that others did not see: {why}")]
    NotPermitted {
        /// The rule, if it is one of the game's.
        rule: Option<&'static str>,
        /// What was wrong.
        why: String,
    },
    /// The answer to a question was false.
    #[error("answered {said} where it is {}", !said)]
    FalseAnswer {
        /// What the answer was: yes or no.
        said: bool,
    },
    /// A card was brought that has no face.
    #[error("brought a card to place {} that has no face", .0.0)]
    NoFace(Place),
}

/// To whom it is proven that somebody cheated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proven {
    /// To everybody, as soon as the entry was heard.
    AtOnce,
    /// To this seat, which saw a card that others did not see. It can prove it to all by showing the card, or the hand that it is
    /// in now ([`Fold::prove`](crate::Fold::prove)).
    ToOne(Seat),
    /// To everybody, by cards that have been turned over since.
    ByCards,
    /// To everybody who has the chain, by the keys that were opened at the end.
    ByKeys,
}

impl Verdict {
    /// Convicts the author of two entries that exclude each other, if they do. Anybody can check it.
    pub fn of_contradiction(one: &Entry, other: &Entry, genesis: &Genesis) -> Option<Self> {
        one.contradicts(other, genesis).then(|| Self {
            seat: one.author(),
            cheat: Cheat::Contradiction,
            proven: Proven::AtOnce,
            entry: one.place(),
        })
    }

    pub(crate) fn at_once(entry: &Entry, cheat: impl Into<Cheat>) -> Self {
        let (seat, entry) = (entry.author(), entry.place());
        Self { seat, cheat: cheat.into(), proven: Proven::AtOnce, entry }
    }
}
