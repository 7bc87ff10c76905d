//! What is written is read back.

use facedown_cards::{
    CardId, CardLayout, CardWords, Catalogue, Colour, FaceWords, Legality, ManaValue, Printing,
    RelatedCard, RelatedKind,
};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::RngSeed;

fn text() -> impl Strategy<Value = String> {
    "(?s).{0,12}"
}

fn number() -> impl Strategy<Value = Option<String>> {
    proptest::option::of(text())
}

fn id() -> impl Strategy<Value = CardId> {
    any::<[u8; 16]>().prop_map(CardId::from_bytes)
}

fn face() -> impl Strategy<Value = FaceWords> {
    let words = (text(), text(), text(), text());
    let numbers = (number(), number(), number(), number(), number(), number());
    let colours = proptest::sample::subsequence(Colour::ALL.to_vec(), 0..=5);
    (words, numbers, colours).prop_map(|((name, cost, type_line, text), numbers, colours)| {
        let (power, toughness, loyalty, defense, hand, life) = numbers;
        let colours = colours.into_iter().collect();
        FaceWords {
            name,
            cost,
            type_line,
            text,
            power,
            toughness,
            loyalty,
            defense,
            hand,
            life,
            colours,
        }
    })
}

fn card() -> impl Strategy<Value = CardWords> {
    let legality =
        select(vec![Legality::Legal, Legality::Restricted, Legality::Banned, Legality::NotLegal]);
    let printing = (text(), text(), proptest::option::of(id()))
        .prop_map(|(set, number, picture)| Printing { set, number, picture });
    let kind = select(vec![
        RelatedKind::Token,
        RelatedKind::MeldPart,
        RelatedKind::MeldResult,
        RelatedKind::Combo,
    ]);
    let related = (kind, text(), proptest::option::of(id()))
        .prop_map(|(kind, name, id)| RelatedCard { kind, name, id });
    let colours = proptest::sample::subsequence(Colour::ALL.to_vec(), 0..=5);
    let lists = (
        proptest::collection::vec(face(), 1..4),
        proptest::collection::btree_map(text(), legality, 0..4),
        proptest::collection::vec(printing, 0..4),
        proptest::collection::vec(related, 0..3),
    );
    (id(), text(), select(CardLayout::ALL.to_vec()), any::<u32>(), colours, lists).prop_map(
        |(id, name, layout, halves, colours, (faces, legalities, printings, related))| CardWords {
            id,
            name,
            layout,
            faces,
            colour_identity: colours.into_iter().collect(),
            mana_value: ManaValue::from_halves(halves),
            legalities,
            printings,
            related,
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig {
        rng_seed: RngSeed::Fixed(1),
        failure_persistence: None,
        ..ProptestConfig::with_cases(100)
    })]

    #[test]
    fn cards_are_read_back(mut cards in proptest::collection::vec(card(), 0..6)) {
        let catalogue = Catalogue::from_bytes(Catalogue::new(cards.clone()).bytes().to_vec()).unwrap();
        cards.sort_by_key(|card| card.id);
        prop_assert_eq!(catalogue.iter().collect::<Vec<_>>(), cards.clone());
        prop_assert_eq!(catalogue.len(), cards.len());
        for card in &cards {
            prop_assert_eq!(catalogue.name(card.id), Some(card.name.as_str()));
            // Whoever reads the whole name finds this card, or another of that name.
            let found = catalogue.find_all(&card.name);
            let is_found = found.iter().any(|named| named.id == card.id);
            prop_assert_eq!(is_found, !facedown_cards::normalised(&card.name).is_empty());
            for printing in &card.printings {
                let found = catalogue.printing(&printing.set, &printing.number);
                prop_assert_eq!(found.is_some(), !printing.number.is_empty());
            }
            let json = serde_json::to_string(card).unwrap();
            let read: CardWords = serde_json::from_str(&json).unwrap();
            prop_assert_eq!(&read, card);
        }
    }

    #[test]
    fn no_line_is_too_odd(line in "(?s)(otter|dusk|//|[|/ ’&]|.){0,40}") {
        let catalogue = crate::common::catalogue(&[crate::common::SCRYFALL]);
        if let Some((id, end)) = catalogue.longest_name(&line) {
            prop_assert!(catalogue.find_all(&line[..end]).iter().any(|named| named.id == id));
        }
        catalogue.suggest(&line, 3);
    }
}

#[test]
fn a_catalogue_without_cards_is_a_catalogue() {
    let none = Catalogue::new([]);
    let none = Catalogue::from_bytes(none.bytes().to_vec()).unwrap();
    assert!(none.is_empty());
    assert_eq!(none.find("Otter"), None);
    assert_eq!(none.longest_name("Otter"), None);
    assert_eq!(none.suggest("Otter", 3), []);
    assert_eq!(none.printing("TPT", "1"), None);
    assert_eq!(none.get(CardId::from_name("Otter")), None);
}

#[test]
fn the_first_of_two_cards_with_one_number_stays() {
    let face =
        |text: &str| FaceWords { name: "Otter".into(), text: text.into(), ..FaceWords::default() };
    let [one, other] = ["First.", "Second."].map(|text| CardWords::invented(face(text)));
    let catalogue = Catalogue::new([one.clone(), other]);
    assert_eq!(catalogue.iter().collect::<Vec<_>>(), [one]);
}

/// A card that nobody has given a face gets one, so that whoever draws it finds something to draw.
#[test]
fn every_card_has_a_face() {
    let mut card = CardWords::invented(FaceWords { name: "Otter".into(), ..FaceWords::default() });
    card.faces.clear();
    let catalogue = Catalogue::new([card.clone()]);
    assert_eq!(catalogue.get(card.id).unwrap().faces[0].name, "Otter");
}
