//! What is made in play and is no card: tokens, copies, emblems, abilities on the stack.

use serde::{Deserialize, Serialize};

use super::face::CardId;
use super::words::{Line, Name, Prose};

/// What is written on something that is no card. Its maker writes it, and everybody reads it (R-TOKEN-01).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(default, deny_unknown_fields)]
pub struct TokenSpec {
    /// What it is.
    pub kind: TokenKind,
    /// Its name, up to 40 characters.
    pub name: Name,
    /// Its line of types: “Creature — Wolf”. Up to 120 characters.
    #[serde(skip_serializing_if = "Line::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub line: Line,
    /// What it does, up to 600 characters.
    #[serde(skip_serializing_if = "Prose::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub text: Prose,
    /// Its power, which need not be a number.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub power: Option<Name>,
    /// Its toughness, which need not be a number.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub toughness: Option<Name>,
    /// Its colours.
    #[serde(skip_serializing_if = "Colours::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub colours: Colours,
    /// The card of a catalogue that it is a token of, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub like: Option<CardId>,
}

impl TokenSpec {
    /// How many bytes of words are written on it.
    pub(super) fn bytes(&self) -> usize {
        let numbers = [&self.power, &self.toughness].into_iter().flatten().map(|name| name.len());
        self.name.len() + self.line.len() + self.text.len() + numbers.sum::<usize>()
    }
}

/// What something that is no card is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum TokenKind {
    /// A token on the battlefield.
    #[default]
    Token,
    /// A copy of something.
    Copy,
    /// An emblem, which lies in the command zone.
    Emblem,
    /// An ability on the stack.
    Ability,
}

/// A colour of mana (R-MANA-01).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Colour {
    /// White.
    W,
    /// Blue.
    U,
    /// Black.
    B,
    /// Red.
    R,
    /// Green.
    G,
    /// Colourless.
    C,
}

impl Colour {
    /// All colours of mana, in the usual order.
    pub const ALL: [Self; 6] = [Self::W, Self::U, Self::B, Self::R, Self::G, Self::C];
}

/// Some colours, in the usual order and each once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(as = "Vec<Colour>"))]
pub struct Colours(u8);

impl Colours {
    /// No colour.
    pub const NONE: Self = Self(0);

    /// Whether there are none.
    #[allow(clippy::trivially_copy_pass_by_ref)] // as serde calls it
    pub const fn is_none(&self) -> bool {
        self.0 == 0
    }

    /// The colours in the usual order.
    pub fn iter(self) -> impl Iterator<Item = Colour> {
        Colour::ALL.into_iter().filter(move |&colour| self.0 & (1 << colour as u8) != 0)
    }
}

impl FromIterator<Colour> for Colours {
    fn from_iter<I: IntoIterator<Item = Colour>>(colours: I) -> Self {
        Self(colours.into_iter().fold(0, |all, colour| all | 1 << colour as u8))
    }
}

impl Serialize for Colours {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Colours {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let colours = arrayvec::ArrayVec::<Colour, 6>::deserialize(deserializer)?;
        Ok(colours.into_iter().collect())
    }
}
