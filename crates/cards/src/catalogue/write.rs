//! Writes a catalogue: texts once, cards by number, names and printings in order.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::find::{NameKind, number_key, set_key};
use super::format::Sections;
use super::record::Record;
use crate::card::{CardWords, FaceWords, Legality};
use crate::name::normalised;

/// The file of these cards.
pub(super) fn written(mut cards: Vec<CardWords>) -> (Vec<u8>, Sections) {
    // The sort is stable, so the first of several cards with one number stays.
    cards.sort_by_key(|card| card.id);
    cards.dedup_by_key(|card| card.id);
    for card in cards.iter_mut().filter(|card| card.faces.is_empty()) {
        card.faces.push(FaceWords { name: card.name.clone(), ..FaceWords::default() });
    }
    let mut blobs = Blobs::default();
    let (mut ids, mut ends, mut records) = (Vec::new(), Vec::new(), Vec::new());
    for card in &cards {
        ids.extend(card.id.to_bytes());
        records.extend(Record::write(card, &mut |blob| blobs.intern(blob)));
        ends.extend(offset(&records));
    }
    let names = names(&cards, &mut blobs);
    let printings = printings(&cards, &mut blobs);
    Sections::write([blobs.ends, blobs.bytes, ids, ends, records, names, printings])
}

/// All blobs, each once.
#[derive(Default)]
struct Blobs {
    bytes: Vec<u8>,
    ends: Vec<u8>,
    numbers: HashMap<Box<[u8]>, u32>,
}

impl Blobs {
    fn intern(&mut self, blob: &[u8]) -> u32 {
        let next = u32::try_from(self.numbers.len()).unwrap_or(u32::MAX);
        match self.numbers.entry(blob.into()) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(new) => {
                self.bytes.extend(blob);
                self.ends.extend(offset(&self.bytes));
                *new.insert(next)
            }
        }
    }
}

/// The end of these bytes. All cards ever printed take some 10 MB.
fn offset(bytes: &[u8]) -> [u8; 4] {
    u32::try_from(bytes.len()).unwrap_or(u32::MAX).to_le_bytes()
}

/// Every name of every card. Of several cards with one name the best comes first: no token, by its whole name, played in most
/// formats.
fn names(cards: &[CardWords], blobs: &mut Blobs) -> Vec<u8> {
    let mut names = Vec::new();
    for (place, card) in cards.iter().enumerate() {
        let formats = card.legalities.values().filter(|&&legality| legality != Legality::NotLegal);
        let rank = (card.layout.is_token(), usize::MAX - formats.count());
        let mut own: Vec<(String, NameKind)> = Vec::new();
        let faces = card.faces.iter().enumerate();
        let kinds = faces.map(|(at, face)| match at {
            _ if card.layout.has_halves() => (&face.name, NameKind::Half),
            0 => (&face.name, NameKind::Front),
            _ => (&face.name, NameKind::Other),
        });
        for (name, kind) in std::iter::once((&card.name, NameKind::Whole)).chain(kinds) {
            let name = normalised(name);
            if !name.is_empty() && own.iter().all(|(known, _)| *known != name) {
                own.push((name, kind));
            }
        }
        let ranked = |(name, kind)| (name, rank.0, kind, rank.1, place);
        names.extend(own.into_iter().map(ranked));
    }
    names.sort();
    let mut section = Vec::with_capacity(12 * names.len());
    for (name, _, kind, _, place) in names {
        let numbers = [blobs.intern(name.as_bytes()), number(place), kind as u32];
        section.extend(numbers.map(u32::to_le_bytes).as_flattened());
    }
    section
}

/// Every printing of every card.
fn printings(cards: &[CardWords], blobs: &mut Blobs) -> Vec<u8> {
    let mut printings = Vec::new();
    for (place, card) in cards.iter().enumerate() {
        let known = card.printings.iter().filter(|printing| !printing.number.is_empty());
        printings.extend(known.map(|printing| {
            (set_key(&printing.set), number_key(&printing.number), card.layout.is_token(), place)
        }));
    }
    printings.sort();
    printings.dedup_by(|one, other| one.0 == other.0 && one.1 == other.1);
    let mut section = Vec::with_capacity(12 * printings.len());
    for (set, of, _, place) in printings {
        let numbers = [blobs.intern(set.as_bytes()), blobs.intern(of.as_bytes()), number(place)];
        section.extend(numbers.map(u32::to_le_bytes).as_flattened());
    }
    section
}

fn number(place: usize) -> u32 {
    u32::try_from(place).unwrap_or(u32::MAX)
}
