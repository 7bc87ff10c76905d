//! Where things are, and what they are called: zones, places in them, and the pieces that lie there.

use facedown_core::{Card, Seat, Seats};
use serde::{Deserialize, Serialize};

/// A zone. Each player has the first seven; the stack and what is set aside belong to all (R-ZONE-01).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Zone {
    /// The cards to draw from, the top one first.
    Library,
    /// What a player holds.
    Hand,
    /// What is in play, on its controller's side.
    Battlefield,
    /// The discard pile, the oldest card first.
    Graveyard,
    /// What was removed from play.
    Exile,
    /// Commanders and emblems.
    Command,
    /// Cards that were brought and not put into the library.
    Sideboard,
    /// Spells and abilities that wait to resolve, the oldest first. Common to all.
    Stack,
    /// What is set aside for all to handle, as in piles. Common to all.
    Aside,
}

impl Zone {
    /// What players call it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Library => "library",
            Self::Hand => "hand",
            Self::Battlefield => "battlefield",
            Self::Graveyard => "graveyard",
            Self::Exile => "exile",
            Self::Command => "command zone",
            Self::Sideboard => "sideboard",
            Self::Stack => "stack",
            Self::Aside => "cards set aside",
        }
    }

    /// Whether cards lie there as pieces, with counters and the like.
    pub const fn has_pieces(self) -> bool {
        matches!(self, Self::Battlefield | Self::Stack | Self::Command)
    }
}

impl std::fmt::Display for Zone {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// Something on the table that can be named: a card, or something that is none (R-ZONE-03).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum PieceId {
    /// A card.
    Card(Card),
    /// A token, a copy, an emblem or an ability.
    Token(u16),
}

impl PieceId {
    /// The card, if it is one.
    pub const fn card(self) -> Option<Card> {
        match self {
            Self::Card(card) => Some(card),
            Self::Token(_) => None,
        }
    }
}

impl From<Card> for PieceId {
    fn from(card: Card) -> Self {
        Self::Card(card)
    }
}

impl std::fmt::Display for PieceId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Card(card) => write!(f, "card {card}"),
            Self::Token(token) => write!(f, "token {token}"),
        }
    }
}

/// What an effect is aimed at: a player or a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Target {
    /// A player.
    Seat(Seat),
    /// A card.
    Card(Card),
    /// A token, a copy, an emblem or an ability.
    Token(u16),
}

impl Target {
    /// The piece, if it is one.
    pub const fn piece(self) -> Option<PieceId> {
        match self {
            Self::Seat(_) => None,
            Self::Card(card) => Some(PieceId::Card(card)),
            Self::Token(token) => Some(PieceId::Token(token)),
        }
    }
}

impl From<PieceId> for Target {
    fn from(piece: PieceId) -> Self {
        match piece {
            PieceId::Card(card) => Self::Card(card),
            PieceId::Token(token) => Self::Token(token),
        }
    }
}

/// Where something goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// The zone.
    pub zone: Zone,
    /// On whose side of the battlefield; nothing means the mover's own. Other zones are always the owner's (R-ZONE-02).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub seat: Option<Seat>,
    /// Where in the zone.
    #[serde(default, skip_serializing_if = "At::is_usual")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub at: At,
}

impl Place {
    /// The usual place in a zone.
    pub const fn of(zone: Zone) -> Self {
        Self { zone, seat: None, at: At::Top }
    }

    /// The bottom of a zone.
    pub const fn bottom(zone: Zone) -> Self {
        Self { zone, seat: None, at: At::Bottom }
    }
}

/// Where in a zone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum At {
    /// On top, which is the usual place. Of several, the first one ends up on top.
    #[default]
    Top,
    /// Under the others. Of several, the last one ends up lowest.
    Bottom,
    /// With so many cards above it.
    Nth(u16),
    /// On top, in random order.
    RandomTop,
    /// Under the others, in random order.
    RandomBottom,
    /// At this spot of the battlefield; the numbers mean something to the players’ screens only.
    Spot {
        /// From the left, 0 to 1000.
        x: u16,
        /// From the top, 0 to 1000.
        y: u16,
    },
}

impl At {
    #[allow(clippy::trivially_copy_pass_by_ref)] // as serde calls it
    const fn is_usual(&self) -> bool {
        matches!(self, Self::Top)
    }
}

/// Which side of a card is up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// Face up; the front of a card with two faces.
    #[default]
    Up,
    /// Face down.
    Down,
    /// Face up, with the back of a card with two faces up.
    Back,
}

impl Side {
    /// Whether everybody may see what it is.
    pub const fn is_up(self) -> bool {
        matches!(self, Self::Up | Self::Back)
    }

    #[allow(clippy::trivially_copy_pass_by_ref)] // as serde calls it
    pub(super) const fn is_front(&self) -> bool {
        matches!(self, Self::Up)
    }
}

/// Who is shown something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Audience {
    /// Everybody, spectators included.
    All,
    /// These players.
    Seats(Seats),
}
