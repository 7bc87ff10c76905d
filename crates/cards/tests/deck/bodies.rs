//! The body of the fuzz target, which the tests run as well.
#![allow(unreachable_pub)] // the fuzz target uses it from outside

use facedown_cards::deck::{Deck, MAX_BYTES, MAX_CARDS, Section};
use facedown_cards::legality::{Format, advise, choose_commanders};
use facedown_cards::ours;

/// Bytes that are a deck are written as decks that read as the same, and every format has something to say or nothing.
pub fn reads_back_or_says_why(bytes: &[u8]) {
    let catalogue = ours::catalogue();
    let read = |bytes: &[u8]| Deck::read(bytes, catalogue);
    let mut deck = match read(bytes) {
        Ok(deck) => Deck { notes: Vec::new(), ..deck },
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let cards: u32 = Section::ALL.iter().map(|&section| deck.count(section)).sum();
    assert!((1..=MAX_CARDS).contains(&cards));
    for written in [deck.to_text(), deck.to_cod()] {
        // Many short names take more as XML than as text.
        if written.len() > MAX_BYTES {
            continue;
        }
        let again = read(written.as_bytes()).map(|deck| Deck { notes: Vec::new(), ..deck });
        assert_eq!(again.as_ref(), Ok(&deck), "{written}");
    }
    for format in Format::ALL {
        choose_commanders(&mut deck, format, |card| catalogue.get(card));
        for finding in advise(&deck, format, |card| catalogue.get(card)) {
            assert!(!finding.to_string().is_empty());
        }
    }
}

/// Real decks for the fuzz target to begin with, if it is the one of this name.
#[allow(dead_code)] // the tests begin with nothing
pub fn seeds(target: &str) -> Option<Vec<Vec<u8>>> {
    let decks = ours::decks().iter().map(|house| &house.deck);
    let seeds =
        decks.flat_map(|deck| [deck.to_text().into_bytes(), deck.to_cod().into_bytes()]).collect();
    (target == "deck").then_some(seeds)
}
