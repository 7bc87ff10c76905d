//! What a player can do, what a table can choose, and why an action is refused.

use arrayvec::ArrayVec;
use facedown_core::{Card, Seat};
use serde::{Deserialize, Serialize};

use super::kind::Kind;

/// What a player can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Plays a card face down and declares it to be of some kind (R-TURN-01).
    Play {
        /// A card of one's own hand.
        card: Card,
        /// What it is said to be.
        declare: Kind,
        /// Whom it attacks, if that kind attacks (R-TURN-02).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        target: Option<Seat>,
    },
    /// Doubts the declaration or the claim on the table (R-CHAL-01, R-INT-04).
    Challenge {},
    /// Lets it go.
    Pass {},
    /// Picks the penalty, blind, from the hand of the one who has to pay (R-PEN-01).
    Pick {
        /// A card of that hand.
        card: Card,
    },
    /// Selects the card to attack (R-ATK-01).
    Select {
        /// A card of the attacked hand, or a face-down card of the attacked herd.
        card: Card,
    },
    /// Claims to intercept the attack with this card as a Laser Pointer (R-INT-01).
    Intercept {
        /// A card of one's own in the attacked zone, other than the selected one.
        card: Card,
    },
    /// Lets the attack through (R-ATK-03).
    Decline {},
}

impl facedown_core::Action for Action {}

/// What a table can choose.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// How many seconds there are to challenge, 5 to 600; without a clock all must pass (R-CHAL-02).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub challenge_clock: Option<u32>,
    /// What decides between players with equal points, in this order; nothing: they share (R-SCORE-04).
    #[serde(skip_serializing_if = "ArrayVec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub tie_breakers: ArrayVec<TieBreaker, 2>,
}

/// Something that can decide between players with equal points (R-SCORE-05).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum TieBreaker {
    /// Most face-down cards in the herd.
    FaceDownHerd,
    /// Most cards in the herd.
    Herd,
}

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
    /// The card is not in the player's own hand.
    #[error("card {card} is not in your hand; play one that is")]
    NotInHand {
        /// Which card.
        card: Card,
    },
    /// An attack without a target.
    #[error("{declare} attacks an opponent; name one as the target")]
    TargetNeeded {
        /// What was declared.
        declare: Kind,
    },
    /// A target without an attack.
    #[error("{declare} attacks nobody; declare it without a target")]
    TargetNotNeeded {
        /// What was declared.
        declare: Kind,
    },
    /// An attack on oneself.
    #[error("you cannot attack yourself; name an opponent")]
    TargetIsSelf,
    /// An attack on somebody who is not there.
    #[error("there is no {target} at this table; name an opponent")]
    NoSuchTarget {
        /// Who was named.
        target: Seat,
    },
    /// An attack on somebody who has nothing to attack.
    #[error(
        "{target} has no card that {declare} could attack; name another target or declare another kind"
    )]
    NothingToAttack {
        /// Who was named.
        target: Seat,
        /// What was declared.
        declare: Kind,
    },
    /// The penalty is paid from another hand.
    #[error("card {card} is not in the hand of {payer}, who pays the penalty; pick one that is")]
    NotInPayersHand {
        /// Which card.
        card: Card,
        /// Who pays.
        payer: Seat,
    },
    /// The attack is aimed elsewhere.
    #[error("card {card} cannot be selected; select a hidden card of the attacked player")]
    NotAttackable {
        /// Which card.
        card: Card,
    },
    /// The presented card is not where the attack is.
    #[error(
        "card {card} cannot intercept; present a card of your own from the place that is attacked"
    )]
    NotPresentable {
        /// Which card.
        card: Card,
    },
    /// The presented card is the attacked one.
    #[error("card {card} is the one under attack; present another one or decline")]
    PresentedIsSelected {
        /// Which card.
        card: Card,
    },
    /// The clock is too fast or too slow.
    #[error("a challenge clock of {seconds} seconds is not offered; choose 5 to 600, or none")]
    ClockOutOfRange {
        /// How many seconds.
        seconds: u32,
    },
    /// A tie-breaker is named twice.
    #[error("the same tie-breaker is named twice; name each at most once")]
    TieBreakerTwice,
}

impl facedown_core::Refusal for Refusal {
    fn kind(&self) -> &'static str {
        match self {
            Self::NotNow { .. } => "not-now",
            Self::NotInHand { .. } => "not-in-hand",
            Self::TargetNeeded { .. } => "target-needed",
            Self::TargetNotNeeded { .. } => "target-not-needed",
            Self::TargetIsSelf => "target-is-self",
            Self::NoSuchTarget { .. } => "no-such-target",
            Self::NothingToAttack { .. } => "nothing-to-attack",
            Self::NotInPayersHand { .. } => "not-in-payers-hand",
            Self::NotAttackable { .. } => "not-attackable",
            Self::NotPresentable { .. } => "not-presentable",
            Self::PresentedIsSelected { .. } => "presented-is-selected",
            Self::ClockOutOfRange { .. } => "clock-out-of-range",
            Self::TieBreakerTwice => "tie-breaker-twice",
        }
    }

    fn rule(&self) -> &'static str {
        match self {
            Self::NotNow { rule, .. } => rule,
            Self::NotInHand { .. } => "R-TURN-01",
            Self::TargetNeeded { .. }
            | Self::TargetNotNeeded { .. }
            | Self::TargetIsSelf
            | Self::NoSuchTarget { .. } => "R-TURN-02",
            Self::NothingToAttack { .. } => "R-TURN-03",
            Self::NotInPayersHand { .. } => "R-PEN-01",
            Self::NotAttackable { .. } => "R-ATK-01",
            Self::NotPresentable { .. } => "R-INT-01",
            Self::PresentedIsSelected { .. } => "R-INT-02",
            Self::ClockOutOfRange { .. } => "R-CHAL-02",
            Self::TieBreakerTwice => "R-SCORE-05",
        }
    }
}
