//! What importers make of each layout.

use facedown_cards::{
    CardLayout, CardWords, Colours, FaceWords, ImportFormat, Legality, ManaValue, RelatedKind,
};

use crate::common::{
    ATOMIC, COCKATRICE, OWN, PRINTINGS, SCRYFALL, TOKENS, card, cards, catalogue, imported,
};

fn texts<'a>(card: &'a CardWords, of: impl Fn(&'a FaceWords) -> &'a String) -> Vec<&'a str> {
    card.faces.iter().map(|face| of(face).as_str()).collect()
}

fn colours(card: &CardWords) -> Vec<String> {
    card.faces.iter().map(|face| face.colours.to_string()).collect()
}

#[test]
fn the_kind_of_file_follows_from_its_contents() {
    for (file, format, read, left_out) in [
        (SCRYFALL, ImportFormat::Scryfall, 52, 1),
        (ATOMIC, ImportFormat::Mtgjson, 42, 0),
        (PRINTINGS, ImportFormat::Mtgjson, 46, 1),
        (COCKATRICE, ImportFormat::Cockatrice, 41, 0),
        (TOKENS, ImportFormat::Cockatrice, 3, 0),
        (OWN, ImportFormat::Own, 5, 0),
        (catalogue(&[SCRYFALL]).bytes(), ImportFormat::Catalogue, 46, 0),
    ] {
        let imported = imported(file).unwrap();
        assert_eq!((imported.format, imported.read, imported.left_out), (format, read, left_out));
    }
}

/// Printings in other languages, on screens, as art and back to back are no cards of their own.
#[test]
fn many_printings_are_one_card() {
    assert_eq!(cards(&[SCRYFALL]).len(), 46);
    let catalogue = catalogue(&[SCRYFALL]);
    let otter = card(&catalogue, "Lantern Otter");
    let printings: Vec<(&str, &str)> =
        otter.printings.iter().map(|it| (it.set.as_str(), it.number.as_str())).collect();
    assert_eq!(printings, [("ANA", "7"), ("OLD", "003"), ("TPT", "1")]);
    assert!(otter.faces[0].text.starts_with("When this otter arrives"), "{otter:?}");
    // The German printing comes first in the file, and has the number of the English one.
    let english: serde_json::Value = serde_json::from_slice(SCRYFALL).unwrap();
    let english = english[2]["id"].as_str().unwrap().parse().unwrap();
    assert_eq!(otter.printings[2].picture, Some(english));
    let meadow = card(&catalogue, "Meadow");
    assert_eq!(meadow.layout, CardLayout::Normal);
    assert_eq!(meadow.faces.len(), 1);
    let numbers: Vec<&str> = meadow.printings.iter().map(|it| it.number.as_str()).collect();
    assert_eq!(numbers, ["17★", "18", "99"]);
}

#[test]
fn every_layout_is_read() {
    let catalogue = catalogue(&[SCRYFALL]);
    for (name, layout, faces) in [
        ("Lantern Otter", CardLayout::Normal, 1),
        ("Paper Crane", CardLayout::Normal, 1),
        ("Dawn // Dusk", CardLayout::Split, 2),
        ("Patient Acorn // Hasty Oak", CardLayout::Flip, 2),
        ("Mild Librarian // Page-Torn Beast", CardLayout::Transform, 2),
        ("Fogbank Ferry // Fogbank Landing", CardLayout::ModalDfc, 2),
        ("Left Mitten", CardLayout::Meld, 1),
        ("Apprentice Baker", CardLayout::Leveler, 1),
        ("Lamplighter Class", CardLayout::Class, 1),
        ("Case of the Missing Spoon", CardLayout::Case, 1),
        ("The Long Laundry", CardLayout::Saga, 1),
        ("Kettle Giant // Boil Over", CardLayout::Adventure, 2),
        ("Puddle Leviathan", CardLayout::Mutate, 1),
        ("Clockwork Goose", CardLayout::Prototype, 1),
        ("Siege of Teapot Hill // Teapot Victorious", CardLayout::Battle, 2),
        ("The Floating Orchard", CardLayout::Planar, 1),
        ("A Perfectly Bad Plan", CardLayout::Scheme, 1),
        ("Grandmother Wren", CardLayout::Vanguard, 1),
        ("Moth // Spider", CardLayout::DoubleFacedToken, 2),
        ("Pella Emblem", CardLayout::Emblem, 1),
        ("Half-Duck, Half-", CardLayout::Augment, 1),
        ("Angry Teapot", CardLayout::Host, 1),
    ] {
        let card = card(&catalogue, name);
        assert_eq!((card.name.as_str(), card.layout, card.faces.len()), (name, layout, faces));
        assert!(!card.id.is_derived(), "{name}");
    }
    let tokens = catalogue.iter().filter(|card| card.layout == CardLayout::Token).count();
    assert_eq!(tokens, 2);
}

#[test]
fn faces_have_their_own_words() {
    let catalogue = catalogue(&[SCRYFALL]);
    let split = card(&catalogue, "Dawn // Dusk");
    assert_eq!(texts(&split, |face| &face.cost), ["{1}{W}", "{2}{B}"]);
    assert_eq!(texts(&split, |face| &face.text), ["Everything wakes.", "Everything sleeps."]);
    assert_eq!(colours(&split), ["W", "B"]);
    assert_eq!(split.mana_value, ManaValue::whole(5));
    assert_eq!(split.colour_identity.to_string(), "WB");
    // The flipped side has no cost, and the colours of the other.
    assert_eq!(colours(&card(&catalogue, "Patient Acorn")), ["G", "G"]);
    assert_eq!(colours(&card(&catalogue, "Mild Librarian")), ["G", "RG"]);
    assert_eq!(colours(&card(&catalogue, "Kettle Giant")), ["R", "R"]);
    assert_eq!(colours(&card(&catalogue, "Fogbank Ferry")), ["U", ""]);
}

#[test]
fn numbers_stay_texts() {
    let catalogue = catalogue(&[SCRYFALL]);
    let face = |name: &str| card(&catalogue, name).faces[0].clone();
    let size = |name: &str| {
        let face = face(name);
        (face.power.unwrap(), face.toughness.unwrap())
    };
    assert_eq!(size("K.O.K. (Kettle of Kelp)"), ("2".into(), "1+*".into()));
    assert_eq!(size("Half-Duck, Half-"), ("+1".into(), "+0".into()));
    assert_eq!(size("Tiny Otter"), ("½".into(), "½".into()));
    assert_eq!(card(&catalogue, "Tiny Otter").mana_value, ManaValue::from_halves(1));
    assert_eq!(face("Pella, Lamp Keeper").loyalty.as_deref(), Some("X"));
    assert_eq!(face("Siege of Teapot Hill").defense.as_deref(), Some("4"));
    let avatar = face("Grandmother Wren");
    assert_eq!((avatar.hand.as_deref(), avatar.life.as_deref()), (Some("+1"), Some("-3")));
}

#[test]
fn legality_is_known_by_format() {
    let catalogue = catalogue(&[SCRYFALL, OWN]);
    let otter = card(&catalogue, "Lantern Otter");
    assert_eq!(otter.legality("commander"), Some(Legality::Legal));
    assert_eq!(otter.legality("vintage"), Some(Legality::Restricted));
    assert_eq!(otter.legality("standard"), Some(Legality::NotLegal));
    assert_eq!(otter.legality("tea party"), Some(Legality::NotLegal));
    assert_eq!(card(&catalogue, "Gravel Duck").legality("commander"), None);
}

/// Two tokens are called Otter. Which of them is meant follows from the printing that Scryfall names, and from the makers that
/// MTGJSON and Cockatrice name.
#[test]
fn tokens_are_found_by_what_makes_them() {
    for files in [&[SCRYFALL] as &[&[u8]], &[PRINTINGS], &[COCKATRICE, TOKENS]] {
        let catalogue = catalogue(files);
        let related = card(&catalogue, "Lantern Otter").related;
        assert_eq!(related.len(), 1, "{related:?}");
        assert_eq!((related[0].kind, related[0].name.as_str()), (RelatedKind::Token, "Otter"));
        let token = catalogue.get(related[0].id.unwrap()).unwrap();
        assert!(token.layout.is_token());
        assert_eq!(token.faces[0].power.as_deref(), Some("1"));
    }
    let emblem = &card(&catalogue(&[SCRYFALL]), "Pella, Lamp Keeper").related[0];
    assert_eq!((emblem.kind, emblem.id.is_some()), (RelatedKind::Token, true));
    let emblem = &card(&catalogue(&[COCKATRICE, TOKENS]), "Pella, Lamp Keeper").related[0];
    assert_eq!(emblem.name, "Emblem (Pella)");
}

#[test]
fn cards_that_meld_know_each_other() {
    let related = |files: &[&[u8]]| {
        let catalogue = catalogue(files);
        let related = card(&catalogue, "Left Mitten").related;
        let known = |id| catalogue.name(id).unwrap().to_owned();
        related.into_iter().map(|it| (it.kind, known(it.id.unwrap()))).collect::<Vec<_>>()
    };
    let result = (RelatedKind::MeldResult, "Great Glove".to_owned());
    assert_eq!(
        related(&[SCRYFALL]),
        [(RelatedKind::MeldPart, "Right Mitten".to_owned()), result.clone()]
    );
    assert_eq!(related(&[PRINTINGS]), std::slice::from_ref(&result));
    assert_eq!(related(&[ATOMIC]), std::slice::from_ref(&result));
    assert_eq!(related(&[COCKATRICE]), [result]);
}

#[test]
fn what_own_cards_do_not_say_follows_from_what_they_say() {
    let catalogue = catalogue(&[OWN]);
    let duck = card(&catalogue, "Gravel Duck");
    assert_eq!(duck.mana_value, ManaValue::whole(3));
    assert_eq!(duck.colour_identity.to_string(), "WBG");
    assert_eq!(colours(&duck), ["WG"]);
    assert!(duck.id.is_derived());
    let void = card(&catalogue, "Bright Void");
    assert_eq!(
        (void.faces[0].colours, void.colour_identity.to_string()),
        (Colours::NONE, "R".into())
    );
    let split = card(&catalogue, "Salt // Pepper");
    assert_eq!((split.layout, split.mana_value), (CardLayout::Split, ManaValue::whole(3)));
    assert_eq!(catalogue.find_all("Duckling").len(), 2);
}

/// The words of a card as JSON are a card of Facedown's own format.
#[test]
fn cards_are_read_back_from_their_json() {
    let cards = cards(&[SCRYFALL, OWN, TOKENS]);
    let file = serde_json::json!({ "facedown_cards": 1, "cards": cards }).to_string();
    assert_eq!(crate::common::cards(&[file.as_bytes()]), cards);
}
