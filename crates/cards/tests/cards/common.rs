//! What the tests share: the files with invented cards, and ways to import them.

use facedown_cards::{CardWords, Catalogue, Collection, ImportError, Imported, import};

/// Bulk data of Scryfall: every layout and every odd name, with printings that must not become cards.
pub(crate) const SCRYFALL: &[u8] = include_bytes!("../fixtures/default-cards.json");
/// The same cards as MTGJSON has them, by name.
pub(crate) const ATOMIC: &[u8] = include_bytes!("../fixtures/AtomicCards.json");
/// The same cards as MTGJSON has them, by set.
pub(crate) const PRINTINGS: &[u8] = include_bytes!("../fixtures/AllPrintings.json");
/// The same cards as Cockatrice has them.
pub(crate) const COCKATRICE: &[u8] = include_bytes!("../fixtures/cards.xml");
/// Their tokens.
pub(crate) const TOKENS: &[u8] = include_bytes!("../fixtures/tokens.xml");
/// Other cards in Facedown's own JSON.
pub(crate) const OWN: &[u8] = include_bytes!("../fixtures/own.json");

/// Imports files one after the other.
pub(crate) fn cards(files: &[&[u8]]) -> Vec<CardWords> {
    let mut collection = Collection::default();
    for file in files {
        import(*file, &mut collection, &mut |_| {}).unwrap();
    }
    collection.into_cards()
}

pub(crate) fn catalogue(files: &[&[u8]]) -> Catalogue {
    Catalogue::new(cards(files))
}

/// Imports a file into nothing.
pub(crate) fn imported(file: impl AsRef<[u8]>) -> Result<Imported, ImportError> {
    import(file.as_ref(), &mut Collection::default(), &mut |_| {})
}

/// The card of this name, the best if there are several.
#[track_caller]
pub(crate) fn card(catalogue: &Catalogue, name: &str) -> CardWords {
    catalogue.get(catalogue.find(name).unwrap()).unwrap()
}
