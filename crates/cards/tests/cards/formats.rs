//! The same cards in every format are the same cards.

use facedown_cards::{CardLayout, CardWords, Legality};

use crate::common::{ATOMIC, COCKATRICE, PRINTINGS, SCRYFALL, cards, catalogue};

/// A card without what formats do not share: where it was printed, and what belongs to it.
fn bare(mut card: CardWords) -> CardWords {
    card.printings.clear();
    card.related.clear();
    card.legalities.retain(|_, legality| *legality != Legality::NotLegal);
    card
}

#[test]
fn mtgjson_has_the_cards_of_scryfall() {
    let scryfall = catalogue(&[SCRYFALL]);
    for (file, count) in [(PRINTINGS, 46), (ATOMIC, 42)] {
        let cards = cards(&[file]);
        assert_eq!(cards.len(), count);
        for card in cards {
            let same = scryfall.get(card.id).unwrap();
            if file == PRINTINGS {
                let printing = &card.printings[0];
                assert_eq!(card.printings.len(), 1);
                assert!(same.printings.contains(printing), "{printing:?}");
            }
            assert_eq!(bare(card), bare(same));
        }
    }
}

#[test]
fn cockatrice_has_the_cards_of_scryfall() {
    let scryfall = catalogue(&[SCRYFALL]);
    let cards = cards(&[COCKATRICE]);
    assert_eq!(cards.len(), 41);
    for mut card in cards {
        let mut same = scryfall.get(scryfall.find(&card.name).unwrap()).unwrap();
        assert!(card.id.is_derived());
        // Cockatrice has no layout for battles.
        if same.layout == CardLayout::Battle {
            same.layout = CardLayout::Transform;
        }
        // It has the defense of a battle, and the loyalty of a planeswalker, once for the card.
        card.id = same.id;
        assert_eq!(bare(card), bare(same));
    }
}

#[test]
fn older_files_of_cockatrice_have_their_properties_beside_the_name() {
    let file = br#"<?xml version="1.0"?><cockatrice_carddatabase version="3"><cards>
        <card><name>Lantern &amp; Otter</name><set muId="1" num="4">tpt</set><color>U</color><color>R</color>
        <manacost>1(U/R)</manacost><type>Creature</type><pt>1/3</pt><text><![CDATA[1 < 2]]> &#8212; tea</text>
        <token>0</token></card></cards></cockatrice_carddatabase>"#;
    let cards = cards(&[file]);
    let face = &cards[0].faces[0];
    assert_eq!(cards[0].name, "Lantern & Otter");
    assert_eq!((face.cost.as_str(), face.colours.to_string()), ("{1}{U/R}", "UR".into()));
    assert_eq!(face.text, "1 < 2 — tea");
    assert_eq!(
        (cards[0].printings[0].set.as_str(), cards[0].printings[0].number.as_str()),
        ("TPT", "4")
    );
}

/// A file of one set has what AllPrintings has for it, and a list of Scryfall has its cards at `data`.
#[test]
fn parts_of_files_are_files() {
    let all: serde_json::Value = serde_json::from_slice(PRINTINGS).unwrap();
    let one = serde_json::json!({ "meta": all["meta"], "data": all["data"]["TPT"] }).to_string();
    assert_eq!(cards(&[one.as_bytes()]), cards(&[PRINTINGS]));
    let bulk: serde_json::Value = serde_json::from_slice(SCRYFALL).unwrap();
    let list = serde_json::json!({ "object": "list", "has_more": false, "data": bulk }).to_string();
    assert_eq!(cards(&[list.as_bytes()]), cards(&[SCRYFALL]));
}
