//! Names that break naive readers, and printings that contradict them.

use facedown_cards::deck::Deck;

use crate::known::{ODD, catalogue, check, id, outline, read};

/// A name is found in every line that programs write, whatever it looks like.
#[test]
fn odd_names_are_found_in_every_kind_of_line() {
    let catalogue = catalogue();
    for name in ODD {
        let whole = id(name);
        assert!(whole.is_some(), "{name}");
        for (line, count) in [
            (format!("4 {name}"), 4),
            (format!("4x {name}"), 4),
            (format!("4 {name} (ABC) 12"), 4),
            (format!("1 {name} (abc) 12a *F* #tag"), 1),
            (format!("SB: 2 {name}"), 2),
            (format!("* 3 [ABC] {name}"), 3),
            (format!("3 [ABC:7] {name}"), 3),
            (format!("2 {name}|ABC|1"), 2),
            (format!("2  {} ", name.to_uppercase()), 2),
            (format!("2 {}", name.replace('\'', "’").replace(" // ", "/")), 2),
            (format!("2 {}", name.replace('&', "&amp;")), 2),
        ] {
            let deck = Deck::read(line.as_bytes(), &catalogue).expect("this is a deck");
            let entries: Vec<_> = deck.main.iter().chain(&deck.sideboard).collect();
            let found: Vec<_> = entries.iter().map(|entry| (entry.count, entry.card)).collect();
            assert_eq!(found, [(count, whole)], "{line}");
            assert!(deck.notes.is_empty(), "{line}: {:?}", deck.notes);
        }
    }
}

#[test]
fn a_name_needs_no_count() {
    for name in ODD.iter().filter(|name| !["X", "+", "_____"].contains(name)) {
        let deck = read(&format!("{name}\n"));
        assert_eq!((deck.main[0].count, deck.main[0].card), (1, id(name)), "{name}");
    }
}

#[test]
fn the_longest_name_wins() {
    check(
        "1 Ow My Eye\n1 Ow\n1 Forest Bear\n1 Forest\n",
        "main deck: 1 Ow My Eye; 1 Ow; 1 Forest Bear; 1 Forest",
    );
}

#[test]
fn the_beginning_of_an_unknown_name_is_no_card() {
    check(
        "1 Forest Guardian\n1 Owl\n1 Fire at Will\n",
        "main deck: 1 Forest Guardian?; 1 Owl?; 1 Fire at Will?\n\
         - line 1: no card is called “Forest Guardian”; it is kept as a name without words\n\
         - line 2: no card is called “Owl”; it is kept as a name without words\n\
         - line 3: no card is called “Fire at Will”; it is kept as a name without words",
    );
}

#[test]
fn fronts_halves_and_backs_name_the_card() {
    check(
        "1 Fire\n1 Ice\n1 Moth\n1 Lamp\n1 Sly Tomcat // Sly Tomcat\n",
        "main deck: 2 Fire // Ice; 2 Moth // Lamp; 1 Sly Tomcat",
    );
}

#[test]
fn a_name_counts_more_than_a_printing() {
    check(
        "1 Forest (PLN) 5\n1 Hill Giantes (PLN) 8\n1 Forest (PLN) 1\n1 Forest (ZZZ) 1\n",
        "main deck: 1 Forest; 1 Hill Giantess [PLN 8]; 1 Forest [PLN 1]; 1 Forest [ZZZ 1]\n\
         - line 1: PLN 5 is Sly Tomcat, not Forest; the name counts\n\
         - line 2: no card is called “Hill Giantes”; PLN 8 is Hill Giantess, which is taken",
    );
}

#[test]
fn copies_of_one_edition_are_one_entry() {
    check(
        "2 Forest\n1 forest\n1 FOREST (PLN) 1\n3 forest (pln) 1\nSB: 1 Forest\n",
        "main deck: 3 Forest; 4 Forest [PLN 1]\nsideboard: 1 Forest",
    );
}

#[test]
fn old_encodings_are_read() {
    let deck = |bytes: &[u8]| outline(&Deck::read(bytes, &catalogue()).expect("this is a deck"));
    let utf16 = |to: fn(u16) -> [u8; 2], mark: [u8; 2]| -> Vec<u8> {
        mark.into_iter().chain("4 Æther Adept\n".encode_utf16().flat_map(to)).collect()
    };
    assert_eq!(deck(&utf16(u16::to_le_bytes, [0xff, 0xfe])), "main deck: 4 Æther Adept");
    assert_eq!(deck(&utf16(u16::to_be_bytes, [0xfe, 0xff])), "main deck: 4 Æther Adept");
    assert_eq!(deck("\u{feff}4 Æther Adept".as_bytes()), "main deck: 4 Æther Adept");
    assert_eq!(
        deck(b"4 \xc6ther Adept\r\n1 Lim-D\xfbl\x92s Vault\r\n"),
        "main deck: 4 Æther Adept; 1 Lim-Dûl's Vault\n\
         - the file is not UTF-8 and is read as Windows-1252; check letters with marks",
    );
    assert_eq!(deck(b"4 Forest\r1 Island\r"), "main deck: 4 Forest; 1 Island");
}
