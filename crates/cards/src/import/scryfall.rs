//! Cards as Scryfall has them: an object for each printing.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{Rank, Sink, colours, mana_value};
use crate::card::{CardWords, FaceWords, Legality, Printing, RelatedKind};
use crate::collection::{Incoming, Part};
use crate::colours::Colours;
use crate::id::CardId;
use crate::layout::CardLayout;

/// A printing of a card or one face of it, without the fields that nobody here needs.
#[derive(Deserialize)]
pub(super) struct ScryfallCard {
    name: String,
    id: Option<CardId>,
    oracle_id: Option<CardId>,
    layout: Option<String>,
    lang: Option<String>,
    digital: Option<bool>,
    set: Option<String>,
    collector_number: Option<String>,
    cmc: Option<f64>,
    mana_cost: Option<String>,
    type_line: Option<String>,
    oracle_text: Option<String>,
    power: Option<String>,
    toughness: Option<String>,
    loyalty: Option<String>,
    defense: Option<String>,
    hand_modifier: Option<String>,
    life_modifier: Option<String>,
    colors: Option<Vec<String>>,
    color_indicator: Option<Vec<String>>,
    color_identity: Option<Vec<String>>,
    legalities: Option<BTreeMap<String, String>>,
    all_parts: Option<Vec<ScryfallPart>>,
    card_faces: Option<Vec<ScryfallCard>>,
}

/// A card that belongs to another.
#[derive(Deserialize)]
struct ScryfallPart {
    id: Option<CardId>,
    component: String,
    name: String,
    type_line: Option<String>,
}

impl ScryfallCard {
    /// Adds this card, or each of the two that are printed back to back.
    pub(super) fn put_into(mut self, sink: &mut Sink<'_>) {
        if self.layout.as_deref() == Some("art_series") {
            sink.left_out += 1;
            return;
        }
        let faces = self.card_faces.take().unwrap_or_default();
        if self.layout.as_deref() != Some("reversible_card") {
            return sink.add(self.card(&faces));
        }
        let mut cards: Vec<(Option<CardId>, Vec<Self>)> = Vec::new();
        for face in faces {
            match cards.iter_mut().find(|(id, _)| *id == face.oracle_id) {
                // The second side is the same again.
                Some((_, faces)) if faces.iter().any(|known| known.name == face.name) => {}
                Some((_, faces)) => faces.push(face),
                None => cards.push((face.oracle_id, vec![face])),
            }
        }
        for (oracle_id, faces) in cards {
            self.oracle_id = oracle_id;
            let front = faces.first();
            self.layout = front.and_then(|face| face.layout.clone());
            self.cmc = front.and_then(|face| face.cmc).or(self.cmc);
            sink.add(self.card(&faces));
        }
    }

    fn card(&self, faces: &[Self]) -> Incoming {
        let layout = CardLayout::from_name(self.layout.as_deref().unwrap_or_default());
        let faces: Vec<FaceWords> = match faces {
            [] => vec![self.words(layout, self)],
            faces => faces.iter().map(|face| face.words(layout, self)).collect(),
        };
        let printing = self.set.as_ref().map(|set| Printing {
            set: set.to_uppercase(),
            number: self.collector_number.clone().unwrap_or_default(),
            picture: self.id,
        });
        let legalities = self.legalities.iter().flatten();
        let mut words = CardWords {
            id: CardId::from_bytes([0; 16]),
            name: CardWords::joined_name(&faces),
            layout,
            colour_identity: colours(self.color_identity.iter().flatten()),
            mana_value: mana_value(self.cmc, &faces),
            legalities: legalities
                .filter_map(|(format, legality)| Some((format.clone(), legality_named(legality)?)))
                .collect(),
            printings: printing.into_iter().collect(),
            related: Vec::new(),
            faces,
        };
        words.id = self.oracle_id.unwrap_or_else(|| words.derived_id());
        let is_english = self.lang.as_deref().is_none_or(|lang| lang == "en");
        let rank = Rank::of_printing(is_english, self.digital.unwrap_or(false));
        let mut card = Incoming::new(words, rank);
        card.is_digital = self.digital.unwrap_or(false);
        // Tokens name every card that makes them, and those name the tokens as well.
        if !layout.is_token() {
            card.parts =
                self.all_parts.iter().flatten().filter_map(|part| self.part(part)).collect();
        }
        card
    }

    /// A card that belongs to this one. The list has this card too.
    fn part(&self, part: &ScryfallPart) -> Option<Part> {
        let type_line = part.type_line.as_deref().unwrap_or_default();
        let is_made = ["Token", "Emblem"].iter().any(|made| type_line.starts_with(made));
        let kind = match part.component.as_str() {
            "token" => RelatedKind::Token,
            "meld_part" => RelatedKind::MeldPart,
            "meld_result" => RelatedKind::MeldResult,
            _ if is_made => RelatedKind::Token,
            _ => RelatedKind::Combo,
        };
        let is_self = part.name == self.name || part.id.is_some() && part.id == self.id;
        let part = Part { kind, name: part.name.clone(), printing: part.id };
        (!is_self || kind == RelatedKind::Token).then_some(part)
    }

    /// The words of this face. What it does not say, its card does.
    fn words(&self, layout: CardLayout, card: &Self) -> FaceWords {
        let cost = self.mana_cost.clone().unwrap_or_default();
        let said = self.colors.as_ref().or(self.color_indicator.as_ref());
        // The second face of a flip card has no cost and the colours of the first.
        let whole = card.colors.as_ref().filter(|_| layout == CardLayout::Flip);
        let colours = match said.or(whole) {
            Some(list) => colours(list),
            None => Colours::of_symbols(&cost),
        };
        FaceWords {
            name: self.name.clone(),
            cost,
            type_line: self.type_line.clone().unwrap_or_default(),
            text: self.oracle_text.clone().unwrap_or_default(),
            power: self.power.clone(),
            toughness: self.toughness.clone(),
            loyalty: self.loyalty.clone(),
            defense: self.defense.clone(),
            hand: self.hand_modifier.clone(),
            life: self.life_modifier.clone(),
            colours,
        }
    }
}

/// The legality with this name, as Scryfall, MTGJSON and Cockatrice write it.
pub(super) fn legality_named(name: &str) -> Option<Legality> {
    match name.to_ascii_lowercase().as_str() {
        "legal" => Some(Legality::Legal),
        "restricted" => Some(Legality::Restricted),
        "banned" => Some(Legality::Banned),
        "not_legal" => Some(Legality::NotLegal),
        _ => None,
    }
}
