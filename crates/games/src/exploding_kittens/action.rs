//! The actions of the players, and the options of a table.

use facedown_core::{Card, CardOrder, Pen, Sealed, Seat, Tuck};
use serde::{Deserialize, Deserializer, Serialize};

use super::cards::Kind;
use super::deck::Set;

pub use super::refusal::Refusal;

/// What a player can do.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Action {
    /// Draws from the top, which ends one turn (R-TURN-02).
    Draw {},
    /// Plays a card (R-PLAY-01).
    Play {
        /// A card of one's own hand.
        card: Card,
        /// The target, if the card needs one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        target: Option<Seat>,
    },
    /// Plays two of a kind: a blind steal (R-COMBO-03).
    Pair {
        /// Two cards of one's own hand.
        cards: Combo<2>,
        /// The player to steal from.
        target: Seat,
    },
    /// Plays three of a kind: a named steal (R-COMBO-04).
    Triple {
        /// Three cards of one's own hand.
        cards: Combo<3>,
        /// The player to steal from.
        target: Seat,
    },
    /// Chooses the target of a card that was played blind (R-CURSE-03).
    Aim {
        /// The target.
        target: Seat,
    },
    /// Plays a Nope (R-NOPE-01).
    Nope {
        /// A card of one's own hand.
        card: Card,
    },
    /// Passes in the Nope window (R-NOPE-02).
    Pass {},
    /// Passes in all Nope windows until this turn ends (R-NOPE-07).
    PassTurn {},
    /// Chooses how often the pile is shuffled (R-SHUF-02).
    Shuffle {
        /// 1 to 100.
        #[serde(deserialize_with = "whole_number")]
        times: i64,
    },
    /// Puts the top cards of the pile in another order (R-FUT-02).
    Arrange {
        /// For each place from the top, the place the card comes from.
        #[cfg_attr(feature = "ts", ts(as = "CardOrder"))]
        order: Sealed<CardOrder>,
    },
    /// Picks a card of another hand without seeing it (R-COMBO-03, R-MARK-01).
    Pick {
        /// A card of that hand.
        card: Card,
    },
    /// Gives a card of one's own (R-COMBO-04, R-FAVOR-01, R-GARB-01).
    Give {
        /// A card of one's own hand.
        card: Card,
    },
    /// Names the card that three of a kind ask for (R-COMBO-04).
    Name {
        /// The kind that is asked for.
        kind: Kind,
    },
    /// Keeps the card that was drawn (R-STREAK-02).
    Keep {},
    /// Turns up a kitten that may not be kept (R-STREAK-04).
    Unmask {
        /// An Exploding Kitten of one's own hand.
        card: Card,
    },
    /// Uses a Defuse (R-DEF-01); a cursed player guesses which card is one (R-CURSE-05).
    Defuse {
        /// A card of one's own hand.
        card: Card,
    },
    /// Tucks a kitten into the pile (R-DEF-03).
    Tuck {
        /// The number of cards above it.
        #[cfg_attr(feature = "ts", ts(as = "Tuck"))]
        place: Sealed<Tuck>,
    },
}

impl facedown_core::Action for Action {
    fn seals(&mut self, pen: &Pen) {
        match self {
            Self::Arrange { order } => order.mark(pen),
            Self::Tuck { place } => place.mark(pen),
            _ => {}
        }
    }
}

/// Cards that are played together. They are sorted, so that equal sets are written alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(transparent)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(type = "number[]"))]
pub struct Combo<const N: usize>(#[serde(serialize_with = "as_list")] [Card; N]);

impl<const N: usize> Combo<N> {
    /// These cards.
    pub fn new(mut cards: [Card; N]) -> Self {
        cards.sort_unstable();
        Self(cards)
    }

    /// The cards in ascending order of their handles.
    pub const fn cards(&self) -> &[Card; N] {
        &self.0
    }
}

// Both attributes want these signatures; serde has arrays of any length only as lists.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn as_list<S: serde::Serializer, const N: usize>(
    cards: &[Card; N],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(cards)
}

impl<'de, const N: usize> Deserialize<'de> for Combo<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let cards = Vec::<Card>::deserialize(deserializer)?;
        let given = cards.len();
        let cards = cards.try_into().map_err(|_| {
            serde::de::Error::custom(format!("this takes {N} cards of your hand, not {given}"))
        })?;
        Ok(Self::new(cards))
    }
}

fn whole_number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i64, D::Error> {
    i64::deserialize(deserializer).map_err(|error| {
        serde::de::Error::custom(format!(
            "{error}; the number of shuffles is a whole number from 1 to 100"
        ))
    })
}

/// The options of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Which cards are played with (R-SET-03).
    pub set: Set,
    /// When the victim of a Targeted Attack takes their turns (R-ATT-04).
    pub targeted_attack: TargetedAttacks,
    /// Whether any two or three cards of a kind make a combo (R-COMBO-05).
    pub any_pairs: bool,
    /// How many seconds a player has in a Nope window, 3 to 600; `null` for no limit.
    pub nope_clock: Option<u32>,
}

/// When the victim of a Targeted Attack takes their turns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum TargetedAttacks {
    /// When the order of play comes to them.
    #[default]
    Pending,
    /// At once; play goes on from there.
    Immediate,
}
