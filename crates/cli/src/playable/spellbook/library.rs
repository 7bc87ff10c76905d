//! The words of cards, and the deck that the player brings.

use std::path::Path;
use std::sync::OnceLock;

use facedown_cards::deck::{Deck, Entry};
use facedown_cards::{CardWords, Catalogue, Collection, ours};
use facedown_core::{Sealed, Seat};
use facedown_games::spellbook::{Action, CardId};

use crate::commands::cards;
use crate::failure::Failure;

/// The deck of the house that is played if none is named.
const USUAL: &str = "nine-lives";

/// What the player has brought: chosen once, when the command starts.
static BROUGHT: OnceLock<Brought> = OnceLock::new();

struct Brought {
    deck: Deck,
    imported: Catalogue,
}

/// Takes a deck of the house or of a file, and the cards of a catalogue beside those of the house.
pub(super) fn prepare(deck: Option<&str>, cards: Option<&Path>) -> Result<(), Failure> {
    let imported = match cards {
        Some(path) => cards::load(path)?,
        None => Collection::default().into_catalogue(),
    };
    let deck = cards::deck(deck.unwrap_or(USUAL), &imported)?;
    // It is called once; a second call would change nothing.
    let _ = BROUGHT.set(Brought { deck, imported });
    Ok(())
}

/// The action that brings the deck.
pub(super) fn deck(you: Seat) -> Option<Action> {
    let deck = &BROUGHT.get()?.deck;
    let faces = |entries: &[Entry]| -> Vec<CardId> {
        entries.iter().flat_map(|entry| (0..entry.count).map(|_| face(entry))).collect()
    };
    let main = faces(&deck.main);
    let unknown = deck.main.iter().chain(&deck.sideboard).filter(|entry| entry.card.is_none());
    let names: Vec<String> = unknown.map(|entry| entry.name.clone()).collect();
    Some(Action::BringDeck {
        main: u16::try_from(main.len()).ok()?,
        cards: Sealed::new(you, [main, faces(&deck.sideboard)].concat()),
        commanders: faces(&deck.commanders),
        names: (!names.is_empty()).then(|| Sealed::new(you, names)),
    })
}

/// The number of a card; one that no catalogue has gets one of its name.
fn face(entry: &Entry) -> CardId {
    let card = entry.card.unwrap_or_else(|| facedown_cards::CardId::from_name(&entry.name));
    CardId(card.to_bytes())
}

/// The words of a card, if a catalogue has them.
pub(super) fn words(face: CardId) -> Option<CardWords> {
    let card = facedown_cards::CardId::from_bytes(face.0);
    let imported = || BROUGHT.get()?.imported.get(card);
    ours::catalogue().get(card).or_else(imported)
}

/// What a card is called.
pub(super) fn name(card: CardId) -> String {
    if let Some(text) = card.words() {
        return format!("“{text}”");
    }
    let listed = || {
        let deck = &BROUGHT.get()?.deck;
        let mut entries = deck.main.iter().chain(&deck.sideboard).chain(&deck.commanders);
        Some(entries.find(|entry| face(entry) == card)?.name.clone())
    };
    let known = words(card).map(|words| words.name);
    known.or_else(listed).unwrap_or_else(|| "an unknown card".into())
}

/// The text with the names of cards in place of their 32 digits.
pub(super) fn named(text: &str) -> String {
    let is_digit = |c: char| matches!(c, '0'..='9' | 'a'..='f');
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(is_digit) {
        let (before, from) = rest.split_at(at);
        let end = from.find(|c: char| !is_digit(c)).unwrap_or(from.len());
        let (digits, after) = from.split_at(end);
        out += before;
        let card = serde_json::from_value::<CardId>(digits.into()).ok();
        out += &card.map_or_else(|| digits.to_owned(), name);
        rest = after;
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_of_a_card_are_its_name() {
        let kitten = ours::catalogue().find("Lap Kitten").unwrap();
        let digits = CardId(kitten.to_bytes());
        assert_eq!(named(&format!("Ada cast {digits}.")), "Ada cast Lap Kitten.");
        assert_eq!(named("20 cards, a deck"), "20 cards, a deck");
    }
}
