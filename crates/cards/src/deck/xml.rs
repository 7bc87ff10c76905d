//! Decks in XML: `.cod` of Cockatrice, `.dek` of Magic Online, `.o8d` of OCTGN.

use super::element::Element;
use super::heading::{Heading, heading};
use super::line::{CardLine, Count};
use super::reader::Collector;
use super::tail::Tail;
use super::{DeckError, Dictionary, Edition, NoteKind, Section};

/// The attribute with which we mark commanders and companion in a `.cod` file, which has no place for them.
pub(super) const ROLE: &str = "role";

/// What decks have beside their cards.
const BESIDE: [&str; 13] = [
    "bannerCard",
    "comments",
    "format",
    "game",
    "hash",
    "lastLoadedTimestamp",
    "NetDeckID",
    "notes",
    "PreconstructedDeckID",
    "sideboard_plan",
    "sleeve",
    "tags",
    "description",
];

/// Reads an XML file.
pub(super) fn read<D: Dictionary>(
    text: &str,
    collector: &mut Collector<'_, D>,
) -> Result<(), DeckError> {
    let deck = Element::read(text)?;
    match deck.name.as_str() {
        "cockatrice_deck" => cockatrice(&deck, collector),
        "Deck" => magic_online(&deck, collector),
        "deck" => octgn(&deck, collector),
        _ => Err(DeckError::OtherXml { root: super::reader::tidied(&deck.name).0 }),
    }
}

/// `<zone name="main"><card number="4" name="Forest"/></zone>`.
fn cockatrice<D: Dictionary>(
    deck: &Element,
    collector: &mut Collector<'_, D>,
) -> Result<(), DeckError> {
    for element in &deck.children {
        match element.name.as_str() {
            "deckname" => collector.call(&element.text),
            "zone" => {
                let part = part(element);
                for card in &element.children {
                    if card.name != "card" {
                        skip(card, collector);
                        continue;
                    }
                    let count = card.attribute("number").map_or(Count::Unsaid, Count::read);
                    let number = card.attribute("collectorNumber");
                    let edition = card
                        .attribute("setShortName")
                        .and_then(|set| Edition::checked(set, number));
                    let role = match card.attribute(ROLE) {
                        Some("commander") => Some(Heading::Section(Section::Commander)),
                        Some("companion") => Some(Heading::Section(Section::Companion)),
                        _ => None,
                    };
                    let name = card.attribute("name");
                    put(card, name, count, edition, role.as_ref().unwrap_or(&part), collector)?;
                }
            }
            _ => skip(element, collector),
        }
    }
    Ok(())
}

/// `<Cards CatID="64832" Quantity="1" Sideboard="false" Name="Refuse/Cooperate"/>`.
fn magic_online<D: Dictionary>(
    deck: &Element,
    collector: &mut Collector<'_, D>,
) -> Result<(), DeckError> {
    for card in &deck.children {
        if card.name != "Cards" {
            skip(card, collector);
            continue;
        }
        let count = card.attribute("Quantity").map_or(Count::Unsaid, Count::read);
        let is_side = card
            .attribute("Sideboard")
            .is_some_and(|side| side.trim().eq_ignore_ascii_case("true"));
        let section = if is_side { Section::Sideboard } else { Section::Main };
        put(card, card.attribute("Name"), count, None, &Heading::Section(section), collector)?;
    }
    Ok(())
}

/// `<section name="Main"><card qty="4" id="…">Forest</card></section>`.
fn octgn<D: Dictionary>(deck: &Element, collector: &mut Collector<'_, D>) -> Result<(), DeckError> {
    for element in &deck.children {
        if element.name != "section" {
            skip(element, collector);
            continue;
        }
        let part = part(element);
        for card in &element.children {
            if card.name != "card" {
                skip(card, collector);
                continue;
            }
            let count = card.attribute("qty").map_or(Count::Unsaid, Count::read);
            put(card, Some(&card.text), count, None, &part, collector)?;
        }
    }
    Ok(())
}

/// The part of the deck that the cards of an element belong to.
fn part(element: &Element) -> Heading {
    let name = element.attribute("name").unwrap_or("main").trim();
    heading(name).unwrap_or_else(|| Heading::Outside(name.to_owned()))
}

fn put<D: Dictionary>(
    element: &Element,
    name: Option<&str>,
    count: Count,
    edition: Option<Edition>,
    part: &Heading,
    collector: &mut Collector<'_, D>,
) -> Result<(), DeckError> {
    let Some(name) = name.map(str::trim).filter(|name| !name.is_empty()) else {
        collector.note(element.line, NoteKind::NoName);
        return Ok(());
    };
    let card = collector.dictionary.find(name);
    let tail = Tail { edition, ..Tail::default() };
    collector.put_under(
        element.line,
        part,
        CardLine { count, written: name.to_owned(), card, tail },
    )
}

/// Says that an element is skipped, unless it is one that has no cards.
fn skip<D: Dictionary>(element: &Element, collector: &mut Collector<'_, D>) {
    if !BESIDE.iter().any(|known| known.eq_ignore_ascii_case(&element.name)) {
        collector.note(element.line, NoteKind::Element { element: element.name.clone() });
    }
}
