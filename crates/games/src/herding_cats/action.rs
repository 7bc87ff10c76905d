//! The actions of the players, the options of a table, and the refusals.

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
        /// The kind that it is declared to be.
        declare: Kind,
        /// The target, if that kind attacks (R-TURN-02).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        target: Option<Seat>,
    },
    /// Challenges the declaration or the claim on the table (R-CHAL-01, R-INT-04).
    Challenge {},
    /// Passes.
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

/// The options of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// How many seconds there are to challenge, 5 to 600; without a limit all must pass (R-CHAL-02).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub challenge_clock: Option<u32>,
    /// The tie-breakers between players with equal points, in this order; without one they share the win (R-SCORE-04).
    #[serde(skip_serializing_if = "ArrayVec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub tie_breakers: ArrayVec<TieBreaker, 2>,
}

/// A tie-breaker between players with equal points (R-SCORE-05).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum TieBreaker {
    /// Most face-down cards in the herd.
    FaceDownHerd,
    /// Most cards in the herd.
    Herd,
}

facedown_core::refusals! {
    /// Why an action is refused.
    pub enum Refusal {
        /// An action of another phase of the game.
        #[rule(rule)]
        #[error("that cannot be done now: {now}")]
        NotNow {
            /// What can be done.
            now: &'static str,
            /// The rule that says so.
            rule: &'static str,
        },
        /// The card is not in the player's own hand.
        #[rule("R-TURN-01")]
        #[error("card {card} is not in your hand; play one that is")]
        NotInHand {
            /// The card that was named.
            card: Card,
        },
        /// An attack without a target.
        #[rule("R-TURN-02")]
        #[error("{declare} attacks an opponent; name one as the target")]
        TargetNeeded {
            /// The kind that was declared.
            declare: Kind,
        },
        /// A target without an attack.
        #[rule("R-TURN-02")]
        #[error("{declare} attacks nobody; declare it without a target")]
        TargetNotNeeded {
            /// The kind that was declared.
            declare: Kind,
        },
        /// An attack on oneself.
        #[rule("R-TURN-02")]
        #[error("you cannot attack yourself; name an opponent")]
        TargetIsSelf,
        /// An attack on somebody who is not there.
        #[rule("R-TURN-02")]
        #[error("there is no {target} at this table; name an opponent")]
        NoSuchTarget {
            /// The seat that was named.
            target: Seat,
        },
        /// An attack on somebody who has nothing to attack.
        #[rule("R-TURN-03")]
        #[error(
            "{target} has no card that {declare} could attack; name another target or declare another kind"
        )]
        NothingToAttack {
            /// The seat that was named.
            target: Seat,
            /// The kind that was declared.
            declare: Kind,
        },
        /// The penalty is paid from another hand.
        #[rule("R-PEN-01")]
        #[error("card {card} is not in the hand of {payer}, who pays the penalty; pick one that is")]
        NotInPayersHand {
            /// The card that was named.
            card: Card,
            /// The player who pays the penalty.
            payer: Seat,
        },
        /// The attack is aimed elsewhere.
        #[rule("R-ATK-01")]
        #[error("card {card} cannot be selected; select a hidden card of the attacked player")]
        NotAttackable {
            /// The card that was named.
            card: Card,
        },
        /// The presented card is not where the attack is.
        #[rule("R-INT-01")]
        #[error(
            "card {card} cannot intercept; present a card of your own from the place that is attacked"
        )]
        NotPresentable {
            /// The card that was named.
            card: Card,
        },
        /// The presented card is the attacked one.
        #[rule("R-INT-02")]
        #[error("card {card} is the one under attack; present another one or decline")]
        PresentedIsSelected {
            /// The card that was named.
            card: Card,
        },
        /// The clock is too fast or too slow.
        #[rule("R-CHAL-02")]
        #[error("a challenge clock of {seconds} seconds is not offered; choose 5 to 600, or none")]
        ClockOutOfRange {
            /// The seconds that were asked for.
            seconds: u32,
        },
        /// A tie-breaker is named twice.
        #[rule("R-SCORE-05")]
        #[error("the same tie-breaker is named twice; name each at most once")]
        TieBreakerTwice,
    }
}
