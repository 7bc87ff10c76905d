//! How the faces of a card are arranged.

use std::borrow::Cow;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// How the faces of a card are arranged. A layout that nobody here has heard of is [`CardLayout::Normal`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CardLayout {
    /// One face, and nothing special about it.
    #[default]
    Normal,
    /// Two halves on one side, each played by itself.
    Split,
    /// A second face upside down in the lower half.
    Flip,
    /// A face on each side; the card turns over.
    Transform,
    /// A face on each side; either may be played.
    ModalDfc,
    /// Two cards whose backs are one large face.
    Meld,
    /// A creature with levels.
    Leveler,
    /// An enchantment with levels.
    Class,
    /// A mystery with conditions.
    Case,
    /// Chapters.
    Saga,
    /// A creature or enchantment with a second spell.
    Adventure,
    /// A creature that may be played onto another.
    Mutate,
    /// A land or artifact that becomes a creature.
    Prototype,
    /// A battle.
    Battle,
    /// A plane or phenomenon.
    Planar,
    /// A scheme.
    Scheme,
    /// An avatar of a player.
    Vanguard,
    /// A token.
    Token,
    /// A token with another on its back.
    DoubleFacedToken,
    /// An emblem.
    Emblem,
    /// Half a card that is put onto a host.
    Augment,
    /// A card that augments are put onto.
    Host,
    /// Two printings of one card, back to back.
    ReversibleCard,
}

impl CardLayout {
    /// All layouts. Their places are their numbers in catalogues: new ones come last.
    pub const ALL: [Self; 23] = [
        Self::Normal,
        Self::Split,
        Self::Flip,
        Self::Transform,
        Self::ModalDfc,
        Self::Meld,
        Self::Leveler,
        Self::Class,
        Self::Case,
        Self::Saga,
        Self::Adventure,
        Self::Mutate,
        Self::Prototype,
        Self::Battle,
        Self::Planar,
        Self::Scheme,
        Self::Vanguard,
        Self::Token,
        Self::DoubleFacedToken,
        Self::Emblem,
        Self::Augment,
        Self::Host,
        Self::ReversibleCard,
    ];

    /// The name of this layout, as in the data of Scryfall: `modal_dfc`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Normal => "normal",
            Self::Split => "split",
            Self::Flip => "flip",
            Self::Transform => "transform",
            Self::ModalDfc => "modal_dfc",
            Self::Meld => "meld",
            Self::Leveler => "leveler",
            Self::Class => "class",
            Self::Case => "case",
            Self::Saga => "saga",
            Self::Adventure => "adventure",
            Self::Mutate => "mutate",
            Self::Prototype => "prototype",
            Self::Battle => "battle",
            Self::Planar => "planar",
            Self::Scheme => "scheme",
            Self::Vanguard => "vanguard",
            Self::Token => "token",
            Self::DoubleFacedToken => "double_faced_token",
            Self::Emblem => "emblem",
            Self::Augment => "augment",
            Self::Host => "host",
            Self::ReversibleCard => "reversible_card",
        }
    }

    /// The layout with this name. MTGJSON and Cockatrice have `aftermath` for some split cards.
    pub fn from_name(name: &str) -> Self {
        if name == "aftermath" {
            return Self::Split;
        }
        Self::ALL.into_iter().find(|layout| layout.name() == name).unwrap_or_default()
    }

    /// Whether such a card is made during play and is in no deck.
    pub const fn is_token(self) -> bool {
        matches!(self, Self::Token | Self::DoubleFacedToken | Self::Emblem)
    }

    /// Whether there is a face on the back, so that the card can be turned over.
    pub const fn is_double_faced(self) -> bool {
        matches!(
            self,
            Self::Transform | Self::ModalDfc | Self::DoubleFacedToken | Self::ReversibleCard
        )
    }

    /// Whether the faces are halves, each of which people name by itself.
    pub const fn has_halves(self) -> bool {
        matches!(self, Self::Split)
    }
}

impl Serialize for CardLayout {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for CardLayout {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Cow::<str>::deserialize(deserializer).map(|name| Self::from_name(&name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_layouts_agree() {
        for layout in CardLayout::ALL {
            assert_eq!(CardLayout::from_name(layout.name()), layout);
            let json = serde_json::to_string(&layout).unwrap();
            assert_eq!(json, format!("\"{}\"", layout.name()));
            assert_eq!(serde_json::from_str::<CardLayout>(&json).unwrap(), layout);
        }
        assert_eq!(CardLayout::from_name("origami"), CardLayout::Normal);
        assert_eq!(serde_json::from_str::<CardLayout>("\"origami\"").unwrap(), CardLayout::Normal);
    }
}
