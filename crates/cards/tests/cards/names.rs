//! Cards are found by what people type.

use facedown_cards::NameKind;

use crate::common::{COCKATRICE, PRINTINGS, SCRYFALL, TOKENS, catalogue};

/// What stands at the beginning of a line of a deck, and the card that it means.
const ODD: [(&str, &str); 24] = [
    ("1887 River Champion", "1887 River Champion"),
    ("40,000 Steps to Market", "40,000 Steps to Market"),
    ("+3 Ladle", "+3 Ladle"),
    ("Grief 204", "Grief 204"),
    ("Beetle-Man 3098", "Beetle-Man 3098"),
    ("MP//tr, Driven by Pella", "MP//tr, Driven by Pella"),
    ("MP/tr, driven by pella", "MP//tr, Driven by Pella"),
    ("Call: Moss/Fern", "Call: Moss/Fern"),
    ("K.O.K. (Kettle of Kelp)", "K.O.K. (Kettle of Kelp)"),
    ("“Oh! Liesl, Hide!”", "\"Oh! Liesl, Hide!\""),
    ("Commander Ysolde", "Commander Ysolde"),
    ("Companion of the Ferries", "Companion of the Ferries"),
    ("About Hand", "About Hand"),
    ("LAND TOLL", "Land Toll"),
    ("Instant  Noodles", "Instant Noodles"),
    ("Mirl &amp; Moo", "Mirl & Moo"),
    ("Zorn-Aelf's Eclair", "Zôrn-Ælf’s Éclair"),
    ("Dawn // Dusk", "Dawn // Dusk"),
    ("Dawn/Dusk", "Dawn // Dusk"),
    ("Dawn///Dusk", "Dawn // Dusk"),
    ("Dusk", "Dawn // Dusk"),
    ("Fogbank Ferry", "Fogbank Ferry // Fogbank Landing"),
    ("Page-Torn Beast", "Mild Librarian // Page-Torn Beast"),
    ("Half-Duck, Half-", "Half-Duck, Half-"),
];

#[test]
fn odd_names_are_found() {
    for files in [&[SCRYFALL] as &[&[u8]], &[PRINTINGS], &[COCKATRICE]] {
        let catalogue = catalogue(files);
        for (typed, name) in ODD {
            let found = catalogue.find(typed);
            assert_eq!(found.and_then(|id| catalogue.name(id)), Some(name), "{typed}");
        }
    }
}

#[test]
fn the_longest_name_on_a_line_is_found_before_what_follows_it() {
    let catalogue = catalogue(&[SCRYFALL]);
    for (typed, name) in ODD {
        for tail in
            ["", " (TPT) 12a", "\t[TPT:3]", "|TPT|1", "  *F*", " # !Commander", " 7", "(TPT)"]
        {
            let line = format!("{typed}{tail}");
            let found = catalogue.longest_name(&line).map(|(id, end)| (catalogue.name(id), end));
            assert_eq!(found, Some((Some(name), typed.len())), "{line}");
        }
    }
    for line in
        ["", "  ", "Unheard Of", "Lantern Otterly", "(TPT) 12", "//", "🦦", &"x".repeat(9000)]
    {
        assert_eq!(catalogue.longest_name(line), None, "{line}");
    }
    let blanks = catalogue.longest_name("  Otter 3").map(|(_, end)| end);
    assert_eq!(blanks, Some(7));
}

#[test]
fn the_card_that_decks_mean_comes_first() {
    let catalogue = catalogue(&[SCRYFALL, TOKENS]);
    let kinds = |name: &str| {
        let found = catalogue.find_all(name);
        found
            .iter()
            .map(|it| (catalogue.get(it.id).unwrap().layout.is_token(), it.kind))
            .collect::<Vec<_>>()
    };
    // The tokens of Cockatrice are those of Scryfall.
    assert_eq!(
        kinds("Otter"),
        [(false, NameKind::Whole), (true, NameKind::Whole), (true, NameKind::Whole)]
    );
    assert_eq!(kinds("Dusk"), [(false, NameKind::Half)]);
    assert_eq!(kinds("Kettle Giant"), [(false, NameKind::Front)]);
    assert_eq!(kinds("Boil Over"), [(false, NameKind::Other)]);
    assert_eq!(kinds("Spider"), [(true, NameKind::Other)]);
    assert_eq!(kinds("Unheard Of"), []);
}

#[test]
fn names_of_screens_and_of_both_sides_are_understood() {
    let catalogue = catalogue(&[SCRYFALL]);
    let name = |typed: &str| catalogue.find(typed).and_then(|id| catalogue.name(id));
    assert_eq!(name("A-Lantern Otter"), Some("Lantern Otter"));
    assert_eq!(name("A-Dawn // A-Dusk"), Some("Dawn // Dusk"));
    assert_eq!(name("Meadow // Meadow"), Some("Meadow"));
    assert_eq!(name("Meadow // Dusk"), None);
    assert_eq!(name("A Perfectly Bad Plan"), Some("A Perfectly Bad Plan"));
}

#[test]
fn printings_are_found_by_set_and_number() {
    let catalogue = catalogue(&[SCRYFALL]);
    let name =
        |set: &str, number: &str| catalogue.printing(set, number).and_then(|id| catalogue.name(id));
    assert_eq!(name("TPT", "12"), Some("Companion of the Ferries"));
    assert_eq!(name("tpt", "12A"), Some("Zôrn-Ælf’s Éclair"));
    assert_eq!(name("OLD", "3"), Some("Lantern Otter"));
    assert_eq!(name("ana", "007"), Some("Lantern Otter"));
    assert_eq!(name("TPT", "17★"), Some("Meadow"));
    assert_eq!(name("TPT", ""), None);
    assert_eq!(name("TPT", "4711"), None);
    assert_eq!(name("XXY", "12"), None);
}

#[test]
fn misspelt_names_are_suggested() {
    let catalogue = catalogue(&[SCRYFALL]);
    let first =
        |typed: &str| catalogue.suggest(typed, 3).first().and_then(|&id| catalogue.name(id));
    assert_eq!(first("Lanten Oter"), Some("Lantern Otter"));
    assert_eq!(first("Clokwork Gose"), Some("Clockwork Goose"));
    assert_eq!(first("Duks"), Some("Dawn // Dusk"));
    assert_eq!(first("Case of the"), Some("Case of the Missing Spoon"));
    assert_eq!(first("spoon missing"), Some("Case of the Missing Spoon"));
    assert_eq!(first("zorn aelfs eclair"), Some("Zôrn-Ælf’s Éclair"));
    assert_eq!(first("qqqqqqqqqqqqqqqq"), None);
    assert_eq!(first(""), None);
    assert_eq!(catalogue.suggest("o", 2).len(), 0);
    assert!(catalogue.suggest("the", 2).len() <= 2);
}
