//! The words of a card, as they are printed on it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::colours::Colours;
use crate::id::CardId;
use crate::layout::CardLayout;
use crate::mana::ManaValue;
use crate::name::normalised;

/// Everything that is printed on a card, and what is known about it.
///
/// As JSON it is a card of Facedown’s own format, in which empty fields are left out, but not those that otherwise follow from others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CardWords {
    /// The number of this card.
    pub id: CardId,
    /// The whole name: `Dawn // Dusk` if there are two faces with different names.
    pub name: String,
    /// How the faces are arranged.
    #[serde(default, skip_serializing_if = "is_default")]
    pub layout: CardLayout,
    /// The faces, at least one; the front first.
    pub faces: Vec<FaceWords>,
    /// The colours of all mana symbols on it.
    #[serde(default)]
    pub colour_identity: Colours,
    /// What it costs, as a number.
    #[serde(default)]
    pub mana_value: ManaValue,
    /// In which formats it may be played: see [`CardWords::legality`].
    #[serde(default, skip_serializing_if = "is_default")]
    pub legalities: BTreeMap<String, Legality>,
    /// Where it was printed.
    #[serde(default, skip_serializing_if = "is_default")]
    pub printings: Vec<Printing>,
    /// Cards that it makes or that belong to it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub related: Vec<RelatedCard>,
}

/// What is printed on one face. Power and the like are texts, because there are `*`, `1+*`, `∞` and `X`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FaceWords {
    /// The name of this face.
    pub name: String,
    /// The mana cost, such as `{2}{W/U}`; empty if it has none.
    #[serde(default, skip_serializing_if = "is_default")]
    pub cost: String,
    /// The types, such as `Creature — Otter`.
    #[serde(default, rename = "type", skip_serializing_if = "is_default")]
    pub type_line: String,
    /// The rules text, with line breaks.
    #[serde(default, skip_serializing_if = "is_default")]
    pub text: String,
    /// A creature's power.
    #[serde(default, skip_serializing_if = "is_default")]
    pub power: Option<String>,
    /// A creature's toughness.
    #[serde(default, skip_serializing_if = "is_default")]
    pub toughness: Option<String>,
    /// A planeswalker's loyalty.
    #[serde(default, skip_serializing_if = "is_default")]
    pub loyalty: Option<String>,
    /// A battle's defense.
    #[serde(default, skip_serializing_if = "is_default")]
    pub defense: Option<String>,
    /// How an avatar changes its player's hand, such as `+1`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub hand: Option<String>,
    /// How an avatar changes its player's life, such as `-3`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub life: Option<String>,
    /// The colours of this face.
    #[serde(default)]
    pub colours: Colours,
}

/// Whether a card may be played in a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Legality {
    /// As many copies as the format allows.
    Legal,
    /// One copy.
    Restricted,
    /// None, by name.
    Banned,
    /// None, because it was never printed for this format.
    NotLegal,
}

/// One printing of a card.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Printing {
    /// The code of the set, in capitals: `XLN`.
    pub set: String,
    /// The number in the set, which need not be a number: `12a`, `★3`. Empty if it is not known.
    #[serde(default, skip_serializing_if = "is_default")]
    pub number: String,
    /// Scryfall's id of this printing, which its pictures are named after.
    #[serde(default, skip_serializing_if = "is_default")]
    pub picture: Option<CardId>,
}

/// A card that another makes or that belongs to it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct RelatedCard {
    /// How they belong together.
    pub kind: RelatedKind,
    /// The name of the other card.
    pub name: String,
    /// The number of the other card, if it is known. Tokens often share their name.
    #[serde(default, skip_serializing_if = "is_default")]
    pub id: Option<CardId>,
}

/// How a card belongs to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RelatedKind {
    /// A token or emblem that this card makes.
    Token,
    /// The other half of a pair that melds.
    MeldPart,
    /// What the pair melds into.
    MeldResult,
    /// A card that is used together with this one.
    Combo,
}

impl CardWords {
    /// A card of one face that nobody else has a number for. Its number, colours and mana value follow from its words.
    pub fn invented(face: FaceWords) -> Self {
        let symbols = Colours::of_symbols(&face.cost).union(Colours::of_symbols(&face.text));
        Self {
            id: CardId::from_name(&face.name),
            name: face.name.clone(),
            layout: CardLayout::Normal,
            colour_identity: symbols.union(face.colours),
            mana_value: ManaValue::of_cost(&face.cost),
            legalities: BTreeMap::new(),
            printings: Vec::new(),
            related: Vec::new(),
            faces: vec![FaceWords {
                colours: face.colours.union(Colours::of_symbols(&face.cost)),
                ..face
            }],
        }
    }

    /// The face that lies on top when the card comes into play, if there is any.
    pub fn front(&self) -> Option<&FaceWords> {
        self.faces.first()
    }

    /// Whether this card may be played in a format, such as `commander`. `None` if nothing is known about any format, as with cards
    /// that people have invented; a card that is known in other formats only is [`Legality::NotLegal`].
    pub fn legality(&self, format: &str) -> Option<Legality> {
        match self.legalities.get(format) {
            None if self.legalities.is_empty() => None,
            found => Some(found.copied().unwrap_or(Legality::NotLegal)),
        }
    }

    /// The number of a card that nobody has given one: of its name, and for a token of its words, because tokens share their names.
    pub fn derived_id(&self) -> CardId {
        if !self.layout.is_token() {
            return CardId::from_name(&self.name);
        }
        let mut words = vec![normalised(&self.name)];
        for face in &self.faces {
            words.extend([&face.type_line, &face.text].map(|text| normalised(text)));
            words.extend(
                [&face.power, &face.toughness].map(|text| text.clone().unwrap_or_default()),
            );
            words.push(face.colours.to_string());
        }
        CardId::from_words(&words.iter().map(String::as_str).collect::<Vec<_>>())
    }

    /// The names of the faces as one: `Dawn // Dusk`. A name that both faces share is there once.
    pub fn joined_name(faces: &[FaceWords]) -> String {
        let mut names: Vec<&str> = faces.iter().map(|face| face.name.as_str()).collect();
        names.dedup();
        names.join(" // ")
    }
}

/// Whether a field has its default value, and is left out.
fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
