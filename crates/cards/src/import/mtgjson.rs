//! Cards as MTGJSON has them: an object for each face.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::scryfall::legality_named;
use super::{Rank, Sink, colours, mana_value};
use crate::card::{CardWords, FaceWords, Legality, Printing, RelatedKind};
use crate::collection::{Incoming, Part};
use crate::colours::Colours;
use crate::id::CardId;
use crate::layout::CardLayout;

/// One face of a card, or a whole card, without the fields that nobody here needs. Lists of other things have no layout.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct FaceEntry {
    name: Option<String>,
    face_name: Option<String>,
    side: Option<String>,
    layout: Option<String>,
    mana_cost: Option<String>,
    mana_value: Option<f64>,
    converted_mana_cost: Option<f64>,
    #[serde(rename = "type")]
    type_line: Option<String>,
    text: Option<String>,
    power: Option<String>,
    toughness: Option<String>,
    loyalty: Option<String>,
    defense: Option<String>,
    hand: Option<String>,
    life: Option<String>,
    colors: Option<Vec<String>>,
    color_identity: Option<Vec<String>>,
    legalities: Option<BTreeMap<String, String>>,
    identifiers: Option<Identifiers>,
    number: Option<String>,
    set_code: Option<String>,
    printings: Option<Vec<String>>,
    is_online_only: Option<bool>,
    language: Option<String>,
    related_cards: Option<RelatedCards>,
    reverse_related: Option<Vec<String>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Identifiers {
    scryfall_oracle_id: Option<CardId>,
    scryfall_id: Option<CardId>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct RelatedCards {
    reverse_related: Option<Vec<String>>,
    spellbook: Option<Vec<String>>,
}

/// The faces of a set, or of one name, that wait for the others of their card.
#[derive(Default)]
pub(super) struct Faces(BTreeMap<(String, Option<String>, Option<CardId>), Vec<FaceEntry>>);

impl Faces {
    /// Adds a card of one face, and keeps a face of a card of several.
    pub(super) fn add(&mut self, mut face: FaceEntry, sink: &mut Sink<'_>) {
        let (Some(name), Some(layout)) = (&face.name, &face.layout) else { return };
        match layout.as_str() {
            "art_series" => sink.left_out += 1,
            // Each card of such a pair, and what they become, is a card of its own.
            "meld" => {
                let result = name.split_once(" // ").map(|(_, result)| result.to_owned());
                face.name = face.face_name.clone().or(face.name);
                let melds = result.filter(|result| face.name.as_ref() != Some(result));
                let mut card = card(&[face]);
                let part = |name| Part { kind: RelatedKind::MeldResult, name, printing: None };
                card.parts.extend(melds.map(part));
                sink.add(card);
            }
            _ if face.side.is_some() => {
                let key = (name.clone(), face.number.clone(), face.oracle_id());
                self.0.entry(key).or_default().push(face);
            }
            _ => sink.add(card(&[face])),
        }
    }

    /// Adds all cards that have waited.
    pub(super) fn finish(self, sink: &mut Sink<'_>) {
        for (_, mut faces) in self.0 {
            faces.sort_by(|one, other| one.side.cmp(&other.side));
            if faces[0].layout.as_deref() == Some("reversible_card") {
                // The second side is the same again.
                faces.dedup_by(|one, other| one.face_name == other.face_name);
            }
            sink.add(card(&faces));
        }
    }
}

impl FaceEntry {
    fn oracle_id(&self) -> Option<CardId> {
        self.identifiers.as_ref()?.scryfall_oracle_id
    }

    fn words(&self) -> FaceWords {
        let cost = self.mana_cost.clone().unwrap_or_default();
        let said = self.colors.as_ref().map(colours);
        FaceWords {
            name: self.face_name.clone().or_else(|| self.name.clone()).unwrap_or_default(),
            colours: said.unwrap_or_else(|| Colours::of_symbols(&cost)),
            cost,
            type_line: self.type_line.clone().unwrap_or_default(),
            text: self.text.clone().unwrap_or_default(),
            power: self.power.clone(),
            toughness: self.toughness.clone(),
            loyalty: self.loyalty.clone(),
            defense: self.defense.clone(),
            hand: self.hand.clone(),
            life: self.life.clone(),
        }
    }

    fn printings(&self) -> Vec<Printing> {
        let picture = self.identifiers.as_ref().and_then(|ids| ids.scryfall_id);
        let of = |set: &String, number: Option<&String>, picture| Printing {
            set: set.to_uppercase(),
            number: number.cloned().unwrap_or_default(),
            picture,
        };
        match &self.set_code {
            Some(set) => vec![of(set, self.number.as_ref(), picture)],
            None => self.printings.iter().flatten().map(|set| of(set, None, None)).collect(),
        }
    }
}

/// The card with these faces, of which there is at least one.
fn card(entries: &[FaceEntry]) -> Incoming {
    let first = &entries[0];
    let faces: Vec<FaceWords> = entries.iter().map(FaceEntry::words).collect();
    let layout = match first.layout.as_deref().unwrap_or_default() {
        "reversible_card" if faces.len() == 1 => CardLayout::Normal,
        name => CardLayout::from_name(name),
    };
    let mut words = CardWords {
        id: CardId::from_bytes([0; 16]),
        name: CardWords::joined_name(&faces),
        layout,
        colour_identity: colours(first.color_identity.iter().flatten()),
        mana_value: mana_value(first.mana_value.or(first.converted_mana_cost), &faces),
        legalities: legalities(first, layout),
        printings: first.printings(),
        related: Vec::new(),
        faces,
    };
    words.id = first.oracle_id().unwrap_or_else(|| words.derived_id());
    let is_english = first.language.as_deref().is_none_or(|language| language == "English");
    let is_digital = first.is_online_only.unwrap_or(false);
    let mut card = Incoming::new(words, Rank::of_printing(is_english, is_digital));
    card.is_digital = is_digital;
    let related = first.related_cards.as_ref();
    let combo = related.and_then(|related| related.spellbook.as_ref()).into_iter().flatten();
    let part =
        |name: &String| Part { kind: RelatedKind::Combo, name: name.clone(), printing: None };
    card.parts.extend(combo.map(part));
    if layout.is_token() {
        let makers = related.and_then(|related| related.reverse_related.as_ref());
        card.made_by = makers.or(first.reverse_related.as_ref()).cloned().unwrap_or_default();
    }
    card
}

/// The formats of a card. MTGJSON names only those that know the card, so a card of no format says so about one.
fn legalities(entry: &FaceEntry, layout: CardLayout) -> BTreeMap<String, Legality> {
    let Some(named) = &entry.legalities else { return BTreeMap::new() };
    let known = named
        .iter()
        .filter_map(|(format, legality)| Some((format.clone(), legality_named(legality)?)));
    let mut known: BTreeMap<_, _> = known.collect();
    if known.is_empty() && !layout.is_token() {
        known.insert("vintage".into(), Legality::NotLegal);
    }
    known
}
