//! The decks of the house: cards that we have invented, so that people can play with no cards of their own.
//!
//! Names and words are ours. `docs/decks.md` says how they are written, and the tests of this module check it.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::catalogue::Catalogue;
use crate::collection::Collection;
use crate::deck::{Deck, Entry};
use crate::import::import;
use crate::legality::Format;

#[cfg(test)]
mod tests;

/// The files of cards, in Facedown's own JSON.
const CARDS: [&str; 5] = [
    include_str!("lands.json"),
    include_str!("cats.json"),
    include_str!("dominoes.json"),
    include_str!("luck.json"),
    include_str!("tokens.json"),
];

/// A deck of the house.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HouseDeck {
    /// What programs call it, in kebab case. It never changes.
    pub key: String,
    /// What it is about, in a sentence.
    pub about: String,
    /// What it is built for.
    pub format: Format,
    /// Its cards, all of them in [`catalogue`], and the tokens that they make.
    pub deck: Deck,
}

/// All cards of the house, tokens included.
pub fn catalogue() -> &'static Catalogue {
    static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(|| {
        let mut collection = Collection::default();
        for file in CARDS {
            import(file.as_bytes(), &mut collection, &mut |_| {})
                .expect("the house’s cards are sound");
        }
        collection.into_catalogue()
    });
    &CATALOGUE
}

/// The decks of the house.
pub fn decks() -> &'static [HouseDeck] {
    static DECKS: LazyLock<Vec<HouseDeck>> = LazyLock::new(|| {
        let lists: Vec<List> =
            serde_json::from_str(include_str!("decks.json")).expect("the house’s decks are sound");
        lists.into_iter().map(List::deck).collect()
    });
    &DECKS
}

/// A deck as it is written down.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    key: String,
    name: String,
    about: String,
    format: String,
    #[serde(default)]
    commanders: Vec<String>,
    /// Part of the deck, which is written down in groups for those who read it.
    main: Vec<BTreeMap<String, u16>>,
}

impl List {
    fn deck(self) -> HouseDeck {
        let catalogue = catalogue();
        let entry = |name: &str, count| Entry {
            count,
            name: name.to_owned(),
            card: Some(catalogue.find(name).unwrap_or_else(|| panic!("the house has no {name}"))),
            edition: None,
        };
        let mut deck = Deck { name: Some(self.name), ..Deck::default() };
        deck.commanders = self.commanders.iter().map(|name| entry(name, 1)).collect();
        let cards = self.main.iter().flatten();
        deck.main = cards.map(|(name, &count)| entry(name, count)).collect();
        let makers = deck.commanders.iter().chain(&deck.main).filter_map(|entry| entry.card);
        let made = makers.filter_map(|card| catalogue.get(card)).flat_map(|card| card.related);
        let mut tokens: Vec<String> = made.map(|token| token.name).collect();
        tokens.sort();
        tokens.dedup();
        deck.tokens = tokens.iter().map(|name| entry(name, 1)).collect();
        HouseDeck {
            key: self.key,
            about: self.about,
            format: self.format.parse().expect("the house’s formats exist"),
            deck,
        }
    }
}
