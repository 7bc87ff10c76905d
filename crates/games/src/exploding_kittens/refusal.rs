//! Why an action is refused.

use facedown_core::{Card, Seat};

use super::cards::Kind;

/// Why an action is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(tag = "kind", rename_all = "kebab-case"))]
pub enum Refusal {
    /// Such an action does not fit what is going on.
    #[error("that cannot be done now: {now}")]
    NotNow {
        /// What can be done.
        now: &'static str,
        /// The rule that says so.
        rule: &'static str,
    },
    /// A Nope when there is nothing to stop.
    #[error("there is nothing to Nope; wait until somebody plays something")]
    NothingToNope,
    /// The card is not in the player's own hand.
    #[error("card {card} is not in your hand; choose one that is")]
    NotInHand {
        /// Which card.
        card: Card,
    },
    /// The card is not in the hand of the one who is robbed or marked.
    #[error("card {card} is not one that you can pick; pick a card of {target}'s hand")]
    NotInTheirHand {
        /// Which card.
        card: Card,
        /// Whose hand it should be in.
        target: Seat,
        /// The rule that asks for it.
        rule: &'static str,
    },
    /// Such a card is not played alone.
    #[error("{kind} is not played alone; play another card or draw")]
    NotPlayable {
        /// What it is.
        kind: Kind,
    },
    /// Cards that do not go together.
    #[error("these cards are not of a kind; play cats that match")]
    NotOfAKind,
    /// The same card twice.
    #[error("card {card} is named twice; a combo takes different cards")]
    CardTwice {
        /// Which card.
        card: Card,
    },
    /// A cursed player cannot see what goes together.
    #[error("you are cursed and cannot see your cards; play one card blind, or draw")]
    Blind,
    /// The card is aimed, and no target was named.
    #[error("{kind} is aimed at somebody; name a target")]
    TargetNeeded {
        /// What it is.
        kind: Kind,
    },
    /// The card is not aimed, and a target was named.
    #[error("{kind} is not aimed at anybody; leave the target out")]
    TargetNotNeeded {
        /// What it is.
        kind: Kind,
    },
    /// A card played blind is aimed only when it turns out to need it.
    #[error(
        "you cannot see that card; play it with no target, and aim it if it turns out to need one"
    )]
    BlindTarget,
    /// Nobody sits there.
    #[error("there is no {target} at this table; name one of your opponents")]
    NoSuchTarget {
        /// Who was named.
        target: Seat,
    },
    /// One cannot aim at oneself.
    #[error("you cannot aim at yourself; name an opponent")]
    TargetIsSelf,
    /// The dead are left alone.
    #[error("{target} is dead; name somebody who is alive")]
    TargetIsDead {
        /// Who was named.
        target: Seat,
    },
    /// There is nothing to take or to mark.
    #[error("{target} has no card for that; name somebody who has")]
    NothingToTake {
        /// Who was named.
        target: Seat,
    },
    /// The card is no Nope.
    #[error("card {card} is not a Nope; play a Nope or pass")]
    NotANope {
        /// Which card.
        card: Card,
    },
    /// Too few shuffles.
    #[error("the pile cannot be shuffled {times} times; shuffle it at least once")]
    TooFewShuffles {
        /// How many were asked for.
        times: i64,
    },
    /// Too many shuffles.
    #[error("{times} shuffles are too many; shuffle at most 100 times")]
    TooManyShuffles {
        /// How many were asked for.
        times: i64,
    },
    /// An order that does not name each of the cards once.
    #[error("that is no order of {cards} cards; name each place from 0 to {} once", cards - 1)]
    NotAnOrder {
        /// How many cards there are.
        cards: usize,
    },
    /// A kind that cannot be asked for.
    #[error("{kind} cannot be in a hand at this table; name another card")]
    NotInPlay {
        /// What was named.
        kind: Kind,
    },
    /// The card is not what was asked for.
    #[error("card {card} is not the {kind} that you are asked for; give one that is")]
    NotWhatWasNamed {
        /// Which card.
        card: Card,
        /// What was named.
        kind: Kind,
    },
    /// The card was drawn and is no kitten.
    #[error("what you drew is no Exploding Kitten; keep it")]
    NothingToDefuse,
    /// The card is no kitten.
    #[error("card {card} is not an Exploding Kitten; turn up one that is")]
    NotAKitten {
        /// Which card.
        card: Card,
    },
    /// The card is no Defuse.
    #[error("card {card} is not a Defuse; use one that is")]
    NotADefuse {
        /// Which card.
        card: Card,
    },
    /// The kitten cannot go there.
    #[error("place {place} is not in the pile; choose 0 (the top) to {bottom} (the bottom)")]
    NoSuchPlace {
        /// Where it was to go.
        place: u16,
        /// Below the last card.
        bottom: usize,
    },
    /// The clock of the Nope window cannot be set so.
    #[error("a Nope clock of {seconds} seconds cannot be played; choose 3 to 600")]
    ClockOutOfRange {
        /// How many seconds were asked for.
        seconds: u32,
    },
}

impl facedown_core::Refusal for Refusal {
    fn kind(&self) -> &'static str {
        match self {
            Self::NotNow { .. } => "not-now",
            Self::NothingToNope => "nothing-to-nope",
            Self::NotInHand { .. } => "not-in-hand",
            Self::NotInTheirHand { .. } => "not-in-their-hand",
            Self::NotPlayable { .. } => "not-playable",
            Self::NotOfAKind => "not-of-a-kind",
            Self::CardTwice { .. } => "card-twice",
            Self::Blind => "blind",
            Self::TargetNeeded { .. } => "target-needed",
            Self::TargetNotNeeded { .. } => "target-not-needed",
            Self::BlindTarget => "blind-target",
            Self::NoSuchTarget { .. } => "no-such-target",
            Self::TargetIsSelf => "target-is-self",
            Self::TargetIsDead { .. } => "target-is-dead",
            Self::NothingToTake { .. } => "nothing-to-take",
            Self::NotANope { .. } => "not-a-nope",
            Self::TooFewShuffles { .. } => "too-few-shuffles",
            Self::TooManyShuffles { .. } => "too-many-shuffles",
            Self::NotAnOrder { .. } => "not-an-order",
            Self::NotInPlay { .. } => "not-in-play",
            Self::NotWhatWasNamed { .. } => "not-what-was-named",
            Self::NothingToDefuse => "nothing-to-defuse",
            Self::NotAKitten { .. } => "not-a-kitten",
            Self::NotADefuse { .. } => "not-a-defuse",
            Self::NoSuchPlace { .. } => "no-such-place",
            Self::ClockOutOfRange { .. } => "clock-out-of-range",
        }
    }

    fn rule(&self) -> &'static str {
        match self {
            Self::NotNow { rule, .. } | Self::NotInTheirHand { rule, .. } => rule,
            Self::NothingToNope | Self::NotANope { .. } => "R-NOPE-01",
            Self::NotInHand { .. } => "R-PLAY-01",
            Self::NotPlayable { .. } => "R-PLAY-02",
            Self::NotOfAKind | Self::CardTwice { .. } => "R-COMBO-01",
            Self::Blind => "R-CURSE-02",
            Self::BlindTarget => "R-CURSE-03",
            Self::TargetNeeded { .. } | Self::TargetNotNeeded { .. } => "R-PLAY-03",
            Self::NoSuchTarget { .. }
            | Self::TargetIsSelf
            | Self::TargetIsDead { .. }
            | Self::NothingToTake { .. } => "R-PLAY-04",
            Self::TooFewShuffles { .. } | Self::TooManyShuffles { .. } => "R-SHUF-02",
            Self::NotAnOrder { .. } => "R-FUT-02",
            Self::NotInPlay { .. } | Self::NotWhatWasNamed { .. } => "R-COMBO-04",
            Self::NothingToDefuse => "R-STREAK-02",
            Self::NotAKitten { .. } => "R-STREAK-04",
            Self::NotADefuse { .. } => "R-DEF-01",
            Self::NoSuchPlace { .. } => "R-DEF-03",
            Self::ClockOutOfRange { .. } => "R-NOPE-08",
        }
    }
}
