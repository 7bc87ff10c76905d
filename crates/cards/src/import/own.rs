//! Facedown's own JSON, for cards that people invent: short to write, and strict about what it does not know.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{Rank, Sink};
use crate::card::{CardWords, FaceWords, Legality, Printing, RelatedCard};
use crate::collection::{Incoming, Part};
use crate::colours::Colours;
use crate::id::CardId;
use crate::layout::CardLayout;
use crate::mana::ManaValue;

/// A card, or one face of it. What is not said follows from what is.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OwnCard {
    id: Option<CardId>,
    name: Option<String>,
    #[serde(default)]
    layout: CardLayout,
    cost: Option<String>,
    #[serde(rename = "type")]
    type_line: Option<String>,
    text: Option<String>,
    power: Option<String>,
    toughness: Option<String>,
    loyalty: Option<String>,
    defense: Option<String>,
    hand: Option<String>,
    life: Option<String>,
    colours: Option<Colours>,
    #[serde(default)]
    faces: Vec<OwnFace>,
    colour_identity: Option<Colours>,
    mana_value: Option<ManaValue>,
    #[serde(default)]
    legalities: BTreeMap<String, Legality>,
    #[serde(default)]
    printings: Vec<Printing>,
    #[serde(default)]
    related: Vec<RelatedCard>,
}

/// One of several faces.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OwnFace {
    name: String,
    #[serde(default)]
    cost: String,
    #[serde(default, rename = "type")]
    type_line: String,
    #[serde(default)]
    text: String,
    power: Option<String>,
    toughness: Option<String>,
    loyalty: Option<String>,
    defense: Option<String>,
    hand: Option<String>,
    life: Option<String>,
    colours: Option<Colours>,
}

/// Why a card of one's own cannot be read.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum OwnError {
    #[error("a card has no name; give it a name, or faces that have names")]
    Nameless,
    #[error("the card {name:?} has faces, and words beside them; put all words into its faces")]
    Both { name: String },
}

impl OwnCard {
    pub(super) fn put_into(self, sink: &mut Sink<'_>) -> Result<(), OwnError> {
        let mut card = Incoming::new(self.words()?, Rank::OWN);
        // Those of which only the name is known are looked up when all cards are there.
        let (known, named) = std::mem::take(&mut card.words.related)
            .into_iter()
            .partition(|other| other.id.is_some());
        card.words.related = known;
        let part = |RelatedCard { kind, name, .. }| Part { kind, name, printing: None };
        card.parts = Vec::into_iter(named).map(part).collect();
        sink.add(card);
        Ok(())
    }

    fn words(mut self) -> Result<CardWords, OwnError> {
        let faces = std::mem::take(&mut self.faces);
        let (id, layout) = (self.id, self.layout);
        let (identity, mana_value) = (self.colour_identity, self.mana_value);
        let (legalities, printings) =
            (std::mem::take(&mut self.legalities), std::mem::take(&mut self.printings));
        let related = std::mem::take(&mut self.related);
        let name = self.name.clone().filter(|name| !name.trim().is_empty());
        let faces: Vec<FaceWords> = if faces.is_empty() {
            vec![self.only_face().words()]
        } else if self.has_words() {
            return Err(OwnError::Both { name: name.unwrap_or_default() });
        } else {
            faces.into_iter().map(OwnFace::words).collect()
        };
        if faces.iter().any(|face| face.name.trim().is_empty()) {
            return Err(OwnError::Nameless);
        }
        let symbols = faces.iter().map(|face| {
            let text = Colours::of_symbols(&face.text);
            text.union(Colours::of_symbols(&face.cost)).union(face.colours)
        });
        let mut words = CardWords {
            id: CardId::from_bytes([0; 16]),
            name: name.unwrap_or_else(|| CardWords::joined_name(&faces)),
            layout,
            colour_identity: identity
                .unwrap_or_else(|| symbols.fold(Colours::NONE, Colours::union)),
            mana_value: mana_value.unwrap_or_else(|| of_faces(layout, &faces)),
            legalities,
            printings,
            related,
            faces,
        };
        words.id = id.unwrap_or_else(|| words.derived_id());
        Ok(words)
    }

    fn has_words(&self) -> bool {
        let texts = [&self.cost, &self.type_line, &self.text, &self.power, &self.toughness];
        let more = [&self.loyalty, &self.defense, &self.hand, &self.life];
        self.colours.is_some() || texts.iter().chain(&more).any(|text| text.is_some())
    }

    fn only_face(self) -> OwnFace {
        OwnFace {
            name: self.name.unwrap_or_default(),
            cost: self.cost.unwrap_or_default(),
            type_line: self.type_line.unwrap_or_default(),
            text: self.text.unwrap_or_default(),
            power: self.power,
            toughness: self.toughness,
            loyalty: self.loyalty,
            defense: self.defense,
            hand: self.hand,
            life: self.life,
            colours: self.colours,
        }
    }
}

impl OwnFace {
    fn words(self) -> FaceWords {
        FaceWords {
            colours: self.colours.unwrap_or_else(|| Colours::of_symbols(&self.cost)),
            name: self.name,
            cost: self.cost,
            type_line: self.type_line,
            text: self.text,
            power: self.power,
            toughness: self.toughness,
            loyalty: self.loyalty,
            defense: self.defense,
            hand: self.hand,
            life: self.life,
        }
    }
}

/// What a card costs: a split card both halves, any other its front.
fn of_faces(layout: CardLayout, faces: &[FaceWords]) -> ManaValue {
    let count = if layout.has_halves() { faces.len() } else { 1 };
    let costs: String = faces.iter().take(count).map(|face| face.cost.as_str()).collect();
    ManaValue::of_cost(&costs)
}
