//! The six kinds of card.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What is printed on a card, and what it can be declared to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Worth 2.
    Kitten,
    /// Worth 5, or 7 with a Kitten in the same herd.
    ShowCat,
    /// Worth 1; makes an opponent discard a card from the hand.
    AlleyCat,
    /// Worth 1; steals a card from an opponent's hand.
    Catnip,
    /// Worth 0; removes a card from an opponent's herd.
    AnimalControl,
    /// Worth 0; takes the place of a card that is attacked.
    LaserPointer,
}

/// A part of a player's cards that can be attacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Zone {
    /// The hand.
    Hand,
    /// The herd.
    Herd,
}

impl Kind {
    /// All six.
    pub const ALL: [Self; 6] = [
        Self::Kitten,
        Self::ShowCat,
        Self::AlleyCat,
        Self::Catnip,
        Self::AnimalControl,
        Self::LaserPointer,
    ];

    /// The deck of each player (R-SET-02).
    pub const DECK: [Self; 9] = [
        Self::Kitten,
        Self::Kitten,
        Self::Kitten,
        Self::ShowCat,
        Self::AlleyCat,
        Self::AlleyCat,
        Self::Catnip,
        Self::AnimalControl,
        Self::LaserPointer,
    ];

    /// The zone that this kind attacks; `None` if it does not attack (R-TURN-02).
    pub const fn attacks(self) -> Option<Zone> {
        match self {
            Self::AlleyCat | Self::Catnip => Some(Zone::Hand),
            Self::AnimalControl => Some(Zone::Herd),
            Self::Kitten | Self::ShowCat | Self::LaserPointer => None,
        }
    }

    /// What it is worth in a herd (R-SCORE-01, R-SCORE-02).
    pub const fn value(self, beside_a_kitten: bool) -> i32 {
        match self {
            Self::Kitten => 2,
            Self::ShowCat if beside_a_kitten => 7,
            Self::ShowCat => 5,
            Self::AlleyCat | Self::Catnip => 1,
            Self::AnimalControl | Self::LaserPointer => 0,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Kitten => "Kitten",
            Self::ShowCat => "Show Cat",
            Self::AlleyCat => "Alley Cat",
            Self::Catnip => "Catnip",
            Self::AnimalControl => "Animal Control",
            Self::LaserPointer => "Laser Pointer",
        })
    }
}
