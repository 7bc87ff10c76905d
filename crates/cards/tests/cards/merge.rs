//! Cards of several files become one catalogue, whatever the order of the files.

use facedown_cards::{Collection, Printing, import};

use crate::common::{ATOMIC, COCKATRICE, OWN, PRINTINGS, SCRYFALL, TOKENS, card, cards, catalogue};

#[test]
fn all_files_together_have_each_card_once() {
    let both = [SCRYFALL, ATOMIC, PRINTINGS, COCKATRICE, TOKENS];
    let one = cards(&both);
    // Cockatrice calls the emblem by another name.
    assert_eq!(one.len(), 47);
    let mut reversed = both;
    reversed.reverse();
    let other = cards(&reversed);
    let ids =
        |cards: &[facedown_cards::CardWords]| cards.iter().map(|card| card.id).collect::<Vec<_>>();
    assert_eq!(ids(&one), ids(&other));
}

#[test]
fn the_words_of_the_better_file_count() {
    let own = br#"{"facedown_cards": 1, "cards": [{"name": "lantern otter", "text": "House rules.",
        "printings": [{"set": "HOME", "number": "1"}]}]}"#;
    for files in [[SCRYFALL, own.as_slice()], [own.as_slice(), SCRYFALL]] {
        let catalogue = catalogue(&files);
        let otter = card(&catalogue, "Lantern Otter");
        assert_eq!(otter.faces[0].text, "House rules.");
        assert!(!otter.id.is_derived());
        assert_eq!(otter.printings.len(), 4);
        assert_eq!(otter.legalities.len(), 3);
        assert_eq!(catalogue.printing("home", "1"), Some(otter.id));
    }
    for files in [[COCKATRICE, SCRYFALL], [SCRYFALL, COCKATRICE]] {
        assert_eq!(cards(&files), cards(&[SCRYFALL]));
    }
}

#[test]
fn cards_are_added_to_a_catalogue() {
    let old = catalogue(&[SCRYFALL]);
    let both = catalogue(&[old.bytes(), OWN]);
    assert_eq!(both.bytes(), catalogue(&[SCRYFALL, OWN]).bytes());
    assert_eq!(both.len(), 51);
}

/// Atomic cards name sets without numbers, which say nothing new if the number is known.
#[test]
fn a_printing_without_a_number_is_kept_only_if_its_set_is_new() {
    let otter = |files: &[&[u8]]| card(&catalogue(files), "Lantern Otter").printings;
    let bare = Printing { set: "TPT".into(), number: String::new(), picture: None };
    assert_eq!(otter(&[ATOMIC]), [bare]);
    assert_eq!(otter(&[ATOMIC, SCRYFALL]), otter(&[SCRYFALL]));
}

#[test]
fn progress_is_told_up_to_the_end() {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    std::io::Write::write_all(&mut packed, SCRYFALL).unwrap();
    let packed = packed.finish().unwrap();
    for file in [SCRYFALL, &packed] {
        let mut told = Vec::new();
        let mut collection = Collection::default();
        import(file, &mut collection, &mut |bytes| told.push(bytes)).unwrap();
        assert_eq!(told.last(), Some(&(file.len() as u64)));
        assert!(told.is_sorted());
        assert_eq!(collection.into_cards(), cards(&[SCRYFALL]));
    }
}
