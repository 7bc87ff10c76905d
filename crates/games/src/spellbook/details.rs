//! What the fields of actions are made of.

use facedown_core::Card;
use serde::{Deserialize, Serialize};

use super::place::{PieceId, Place, Side, Target};
use super::token::Colours;
use super::words::{Line, Name};

/// Where milled cards go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum MillTo {
    /// Into the graveyard, face up.
    Graveyard,
    /// Into exile, face up.
    Exile,
    /// Into exile, face down; the owner of the cards sees them.
    ExileFaceDown,
    /// Into exile, face down; nobody sees them.
    ExileUnseen,
}

/// Some cards of a library.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    /// So many from the top.
    Top(u16),
    /// So many from the bottom.
    Bottom(u16),
}

/// Where some of the cards go that were put in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Sorted {
    /// How many of them.
    pub count: u16,
    /// Where they go.
    pub to: Place,
    /// Which side is up there; as the zone has it, if this is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub side: Option<Side>,
    /// Whether everybody sees them on the way.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub reveal: bool,
}

/// What happens to the cards of a look that go nowhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Rest {
    /// They stay where they were, in their new order.
    #[default]
    Back,
    /// The whole library is shuffled.
    Shuffle,
}

/// What can be kept shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Kept {
    /// The top card of one's own library.
    Top,
    /// One's own hand.
    Hand,
}

/// What is noted on a piece. An empty text takes a note off.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields))]
#[serde(default, deny_unknown_fields)]
pub struct Marks {
    /// Its power, other than printed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub power: Option<Name>,
    /// Its toughness, other than printed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub toughness: Option<Name>,
    /// A note for everybody to read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<Line>,
    /// Its colours, other than printed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub colours: Option<Colours>,
    /// Whether it stays tapped when its controller untaps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stays_tapped: Option<bool>,
    /// Whether it is phased out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phased: Option<bool>,
}

/// An attacker and whom it attacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Attacker {
    /// What attacks.
    pub piece: PieceId,
    /// The player, or the piece of an opponent, that it attacks.
    pub target: Target,
}

/// A blocker and what it blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Blocker {
    /// What blocks.
    pub piece: PieceId,
    /// What it blocks.
    pub attacker: PieceId,
}

/// What a player asks another for (R-ASK-01).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Wish {
    /// To look at cards of their library.
    Look(Part),
    /// To search their library.
    Search,
    /// To look at their hand.
    Hand,
    /// To look at this face-down card of theirs.
    Peek(Card),
    /// To control this permanent of theirs.
    Control(PieceId),
}
