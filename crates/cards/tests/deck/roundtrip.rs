//! What is written is read back.

use facedown_cards::deck::{Deck, Edition, Entry, Section};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::RngSeed;

use crate::bodies;
use crate::known::{ODD, catalogue};

/// What decks are made of.
const PIECES: [&str; 44] = [
    "\n",
    "\n",
    "\n\n",
    " ",
    "4 ",
    "1x ",
    "0 ",
    "1000 ",
    "SB: ",
    "// ",
    "#",
    "Garden",
    "Lap Kitten",
    "Double Six",
    "Moss Golem",
    "|ABC|1",
    " (ABC) 12",
    "[ABC:1] ",
    " [Maybeboard{noDeck}]",
    " #!Commander",
    " *F*",
    " #=",
    "About\nName ",
    "Deck\n",
    "Sideboard:\n",
    "Commander\n",
    "Companion\n",
    "Tokens\n",
    "[Main]\n",
    "[metadata]\n",
    "Name=",
    "NAME:",
    "LAYOUT MAIN:",
    "<cockatrice_deck>",
    "</cockatrice_deck>",
    "<zone name=\"main\">",
    "</zone>",
    "<card number=\"2\" name=\"Garden\"/>",
    "<Deck>",
    "</Deck>",
    "<Cards Quantity=\"2\" Name=\"Fold\"/>",
    "<deck><section name=\"Main\"><card qty=\"1\">Fold</card></section></deck>",
    "&amp;",
    "\r",
];

/// A name that no card has. Some look like everything that a line can contain.
fn unknown_name() -> impl Strategy<Value = String> {
    let words = select(vec![
        "Moss",
        "Golem",
        "4",
        "x",
        "12",
        "(ABC)",
        "[ABC:1]",
        "(foo)",
        "#tag",
        "#1",
        "#=",
        "*F*",
        "|ABC",
        "<7>",
        "//",
        "SB:",
        "CMDR",
        "^a^",
        "Forest",
        "Fire",
        "A-Forest",
        "Sideboard",
        "&amp;",
        "é",
        "\"",
        "'",
        "<",
        ">",
        "&",
        "+",
        "-",
        "_",
        ",",
        "†",
        "1x",
        "Deck",
        "Name",
        "{top}",
        "(F)",
        "x4",
    ]);
    prop_oneof![
        vec(words, 1..5).prop_map(|words| words.join(" ")),
        "[ -~]{1,30}".prop_map(|text| text.split_whitespace().collect::<Vec<_>>().join(" ")),
    ]
    .prop_filter("a card has a name that no other card has", |name| {
        !name.is_empty() && catalogue().find(name).is_none()
    })
}

fn edition() -> impl Strategy<Value = Edition> {
    let number = option::of("[0-9]{1,3}[a-z★*+]?|C15-5|U16|★");
    ("[A-Z0-9]{2,5}", number).prop_map(|(set, number)| Edition { set, number })
}

fn entry() -> impl Strategy<Value = Entry> {
    let known = select(ODD.to_vec()).prop_map(|name| {
        let catalogue = catalogue();
        let card = catalogue.find(name).expect("it is in the catalogue");
        (catalogue.name(card).unwrap_or_default().to_owned(), Some(card))
    });
    let name = prop_oneof![known, unknown_name().prop_map(|name| (name, None))];
    // The catalogue has cards of this set, which may contradict the name.
    let edition = option::of(
        edition().prop_filter("it is not in the catalogue", |e| !["ODD", "PLN"].contains(&&*e.set)),
    );
    (prop_oneof![1..5_u16, Just(999), 1_000..3_000_u16], name, edition)
        .prop_map(|(count, (name, card), edition)| Entry { count, name, card, edition })
}

/// Entries that differ in name or edition.
fn entries(most: usize) -> impl Strategy<Value = Vec<Entry>> {
    vec(entry(), 0..most).prop_map(|entries| {
        let mut different: Vec<Entry> = Vec::new();
        for entry in entries {
            if different.iter().all(|e| (&e.name, &e.edition) != (&entry.name, &entry.edition)) {
                different.push(entry);
            }
        }
        different
    })
}

fn deck() -> impl Strategy<Value = Deck> {
    let name = option::of("[A-Za-z0-9&<é\"][ -~]{0,30}")
        .prop_map(|name| name.map(|name| name.split_whitespace().collect::<Vec<_>>().join(" ")));
    let companion = option::of(entry().prop_map(|entry| Entry { count: 1, ..entry }));
    (name, entries(3), companion, entries(6), entries(4), entries(3))
        .prop_map(|(name, commanders, companion, main, sideboard, tokens)| Deck {
            name,
            commanders,
            companion,
            main,
            sideboard,
            tokens,
            notes: Vec::new(),
        })
        .prop_filter("a deck has a card", |deck| Section::ALL.iter().any(|&s| deck.count(s) > 0))
}

/// Reads a deck, without its notes.
fn reread(written: &str) -> Deck {
    let deck = Deck::read(written.as_bytes(), &catalogue());
    let deck = deck.unwrap_or_else(|error| panic!("{error}\n{written}"));
    Deck { notes: Vec::new(), ..deck }
}

fn fixed() -> ProptestConfig {
    ProptestConfig { rng_seed: RngSeed::Fixed(42), failure_persistence: None, ..<_>::default() }
}

proptest! {
    #![proptest_config(fixed())]

    #[test]
    fn text_is_read_back(deck in deck()) {
        let written = deck.to_text();
        prop_assert_eq!(reread(&written), deck, "{}", written);
    }

    #[test]
    fn cod_is_read_back(deck in deck()) {
        let written = deck.to_cod();
        prop_assert_eq!(reread(&written), deck, "{}", written);
    }

    /// Whatever is read is written such that it is read as the same deck.
    #[test]
    fn what_was_read_is_written(lines in vec(prop_oneof![unknown_name(), "[ -~]{0,40}", "[0-9]{1,4} \\PC{0,30}"], 1..12)) {
        let list = lines.join("\n");
        if let Ok(deck) = Deck::read(list.as_bytes(), &catalogue()) {
            let deck = Deck { notes: Vec::new(), ..deck };
            prop_assert_eq!(reread(&deck.to_text()), deck.clone(), "{}", deck.to_text());
            prop_assert_eq!(reread(&deck.to_cod()), deck.clone(), "{}", deck.to_cod());
        }
    }

    #[test]
    fn bytes_of_any_kind_are_answered(bytes in vec(any::<u8>(), 0..400)) {
        bodies::reads_back_or_says_why(&bytes);
    }

    /// Texts that look like XML or lists, with pieces missing, doubled or in the wrong place.
    #[test]
    fn broken_decks_are_answered(pieces in vec(select(PIECES.to_vec()), 0..30)) {
        bodies::reads_back_or_says_why(pieces.concat().as_bytes());
    }

    /// No line is dropped in silence.
    #[test]
    fn every_counted_line_is_a_card(names in vec(unknown_name(), 1..9)) {
        let list = format!("2x {}\n", names.join("\n2x "));
        let deck = Deck::read(list.as_bytes(), &catalogue()).expect("it has cards");
        let cards: u32 = Section::ALL.iter().map(|&section| deck.count(section)).sum();
        let unsaid = deck.notes.iter().filter(|note| note.to_string().contains("left out")).count();
        prop_assert_eq!(cards as usize + 2 * unsaid, 2 * names.len(), "{}\n{:#?}", list, deck);
    }
}
