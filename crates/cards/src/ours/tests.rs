//! Checks that the cards of the house are written alike and that its decks can be played.

use std::collections::{BTreeMap, BTreeSet};

use super::*;
use crate::card::{CardWords, RelatedKind};
use crate::deck::Section;
use crate::legality::advise;

fn cards() -> Vec<CardWords> {
    catalogue().iter().collect()
}

fn deck(key: &str) -> &'static HouseDeck {
    decks().iter().find(|deck| deck.key == key).expect("the house has this deck")
}

fn is_land(card: &CardWords) -> bool {
    card.faces[0].type_line.contains("Land")
}

/// The cards of a deck with their counts, commanders included.
fn words(deck: &Deck) -> Vec<(CardWords, u16)> {
    let entries = deck.commanders.iter().chain(&deck.main);
    let words = |card| catalogue().get(card).expect("it is in the catalogue");
    entries.map(|entry| (words(entry.card.expect("it is a card")), entry.count)).collect()
}

#[test]
fn there_are_two_decks_of_sixty_and_one_of_a_hundred() {
    let sizes = |key: &str| {
        let deck = &deck(key).deck;
        (deck.main_count(), deck.count(Section::Commander), deck.sideboard_count())
    };
    assert_eq!(decks().len(), 3);
    assert_eq!(sizes("nine-lives"), (60, 0, 0));
    assert_eq!(sizes("long-bluff"), (60, 0, 0));
    assert_eq!(sizes("house-of-nine"), (99, 1, 0));
}

#[test]
fn the_deck_of_a_hundred_has_every_card_once() {
    for (card, count) in words(&deck("house-of-nine").deck) {
        assert!(count == 1 || card.faces[0].type_line.starts_with("Basic Land"), "{}", card.name);
    }
}

#[test]
fn no_format_has_anything_to_say() {
    for HouseDeck { key, format, deck, .. } in decks() {
        assert_eq!(advise(deck, *format, |card| catalogue().get(card)), [], "{key}");
        assert_eq!(deck.notes, [], "{key}");
    }
}

#[test]
fn every_card_is_in_a_deck_and_every_token_is_made() {
    let mut used: BTreeSet<String> = BTreeSet::new();
    for HouseDeck { deck, .. } in decks() {
        let sections = Section::ALL.iter().flat_map(|&section| deck.section(section));
        used.extend(sections.map(|entry| entry.name.clone()));
    }
    let all: BTreeSet<String> = cards().into_iter().map(|card| card.name).collect();
    assert_eq!(all.difference(&used).collect::<Vec<_>>(), [""; 0]);
    assert_eq!(cards().iter().filter(|card| card.layout.is_token()).count(), 15);
    assert_eq!(all.len(), cards().len(), "two cards have one name");
}

#[test]
fn tokens_that_a_card_names_exist_and_are_related() {
    let tokens: BTreeMap<String, CardWords> = cards()
        .into_iter()
        .filter(|card| card.layout.is_token())
        .map(|card| (card.name.clone(), card))
        .collect();
    for card in cards() {
        let text = &card.faces[0].text;
        let named: BTreeSet<&String> = tokens
            .keys()
            .filter(|name| {
                let is_made =
                    [format!("{name} token"), format!("{name} emblem"), format!("take the {name}")];
                !card.layout.is_token() && is_made.iter().any(|made| text.contains(made))
            })
            .collect();
        let related: BTreeSet<&String> = card.related.iter().map(|related| &related.name).collect();
        assert_eq!(named, related, "{}", card.name);
        for related in &card.related {
            assert_eq!(related.kind, RelatedKind::Token, "{}", card.name);
            assert_eq!(related.id, Some(tokens[&related.name].id), "{}", card.name);
        }
    }
}

/// A keyword is explained on every card that has it, in the same words.
#[test]
fn keywords_are_explained_alike() {
    const KEYWORDS: [(&str, &str); 11] = [
        ("Ambush", "You may cast it at any time."),
        ("Barge", "Damage beyond what its blockers can take hits the player."),
        (
            "Bluff",
            "You may cast it face down for {3} as a 2/2 creature. Turn it face up at any time for its bluff cost.",
        ),
        ("Flying", "Only creatures with flying can block it."),
        ("Pounce", "It can attack and use {T} on the turn it enters."),
        ("Purr", "Damage it deals also gives you that much life."),
        ("Quick", "It deals its combat damage first."),
        ("Sit", "It can’t attack."),
        (
            "Spare life",
            "When it dies without a fright counter, it returns to the battlefield with one.",
        ),
        ("Watchful", "Attacking doesn’t tap it."),
        ("Wear", ""),
    ];
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    for card in cards() {
        for line in card.faces[0].text.lines() {
            let known = KEYWORDS.iter().find(|(keyword, _)| {
                let rest = line.strip_prefix(keyword);
                rest.is_some_and(|rest| rest.starts_with(" (") || rest.starts_with(" {"))
            });
            let Some((keyword, words)) = known else {
                let first = line.split(" (").next().unwrap_or_default();
                assert!(
                    first.contains([' ', ':']) || first.is_empty(),
                    "{}: what is {first}?",
                    card.name
                );
                continue;
            };
            seen.insert(keyword);
            let (_, explained) =
                line.split_once('(').unwrap_or_else(|| panic!("{}: {line}", card.name));
            assert!(explained.starts_with(words), "{}: {line}", card.name);
        }
    }
    assert_eq!(seen.len(), KEYWORDS.len());
}

#[test]
fn words_are_written_alike() {
    for card in cards() {
        let face = &card.faces[0];
        let text = &face.text;
        let all = format!("{} {} {text}", card.name, face.type_line);
        for wrong in [
            "'",
            "\"",
            "  ",
            " - ",
            "~",
            "color",
            "battlefield tapped",
            "may may",
            "Tap target creature it",
        ] {
            assert!(!all.contains(wrong), "{}: {wrong}", card.name);
        }
        for line in text.lines() {
            assert!(line.ends_with(['.', ')', '—']), "{}: {line}", card.name);
        }
        assert_eq!(text.matches('(').count(), text.matches(')').count(), "{}", card.name);
        assert_eq!(text.matches('{').count(), text.matches('}').count(), "{}", card.name);
        let symbols = text.split('{').skip(1).chain(face.cost.split('{').skip(1));
        for symbol in symbols.filter_map(|rest| rest.split('}').next()) {
            let is_known = ["W", "U", "B", "R", "G", "C", "T", "X"].contains(&symbol);
            assert!(is_known || symbol.parse::<u8>().is_ok(), "{}: {symbol}", card.name);
        }
        let is_creature = face.type_line.contains("Creature");
        assert_eq!(is_creature, face.power.is_some() && face.toughness.is_some(), "{}", card.name);
        assert_eq!(face.cost.is_empty(), is_land(&card) || card.layout.is_token(), "{}", card.name);
        let is_legendary = face.type_line.starts_with("Legendary");
        assert!(!is_legendary || is_creature, "{}", card.name);
        // The table shows all words of a card.
        assert!(text.chars().count() <= 400, "{} has {} letters", card.name, text.chars().count());
        assert!(card.name.chars().count() <= 30, "{}", card.name);
    }
}

/// Enough lands of each colour, something to do on every turn, and not too much that is dear.
#[test]
fn decks_have_curves_that_can_be_played() {
    for HouseDeck { key, deck, .. } in decks() {
        let cards = words(deck);
        let count = |wanted: &dyn Fn(&CardWords) -> bool| -> usize {
            cards
                .iter()
                .filter(|(card, _)| wanted(card))
                .map(|&(_, count)| usize::from(count))
                .sum()
        };
        let total = count(&|_| true);
        let lands = count(&is_land);
        assert!((38..=41).contains(&(lands * 100 / total)), "{key}: {lands} lands");
        let value = |card: &CardWords| card.mana_value.halves() / 2;
        let spells = total - lands;
        assert!(count(&|card| !is_land(card) && value(card) <= 2) * 3 >= spells, "{key}: too slow");
        assert!(count(&|card| value(card) >= 6) * 10 <= spells, "{key}: too dear");
        assert!(
            count(&|card| card.faces[0].type_line.contains("Creature")) * 3 >= spells,
            "{key}: no creatures"
        );
        for (card, _) in cards.iter().filter(|(card, _)| !is_land(card)) {
            for colour in card.faces[0].colours.iter() {
                let symbol = format!("{{{}}}", colour.letter());
                let sources = count(&|land| {
                    is_land(land)
                        && (land.faces[0].text.contains(&symbol)
                            || land.faces[0].text.contains("any colour"))
                });
                assert!(
                    sources * 6 >= lands * 2,
                    "{key}: {sources} lands for {} in {}",
                    colour.letter(),
                    card.name
                );
            }
        }
    }
}

/// The first game shows what the table can do.
#[test]
fn every_deck_uses_the_features_of_the_table() {
    for (key, features) in [
        (
            "nine-lives",
            &["scry", "Search your library", "token", "+1/+1 counter", "fright counter", "gain"][..],
        ),
        (
            "long-bluff",
            &[
                "scry",
                "Search your library",
                "mill",
                "token",
                "face down",
                "Counter target",
                "discards",
                "look at",
            ],
        ),
        (
            "house-of-nine",
            &[
                "scry",
                "Search your library",
                "mill",
                "token",
                "Flip a coin",
                "six-sided die",
                "secretly",
                "emblem",
                "Look at target opponent’s hand",
                "at random",
                "copy of",
                "attach",
            ],
        ),
    ] {
        let deck = &deck(key).deck;
        let tokens = deck.tokens.iter().filter_map(|token| catalogue().get(token.card?));
        let cards = words(deck).into_iter().map(|(card, _)| card).chain(tokens);
        let texts: Vec<String> = cards.map(|card| card.faces[0].text.to_lowercase()).collect();
        for feature in features {
            let feature = feature.to_lowercase();
            assert!(texts.iter().any(|text| text.contains(&feature)), "{key}: {feature}");
        }
    }
}

#[test]
fn house_decks_are_written_and_read_back() {
    for HouseDeck { key, deck, .. } in decks() {
        for written in [deck.to_text(), deck.to_cod()] {
            let read = Deck::read(written.as_bytes(), catalogue());
            assert_eq!(read.as_ref(), Ok(deck), "{key}");
        }
    }
}
