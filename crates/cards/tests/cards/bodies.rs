//! The bodies of the fuzz targets, which the tests run as well.
#![allow(dead_code, unreachable_pub)] // the fuzz targets and the tests each use a part

use facedown_cards::{Catalogue, Collection, import};

/// Real values for a fuzz target, if it is one of these.
pub fn seeds(target: &str) -> Option<Vec<Vec<u8>>> {
    let files: [&[u8]; 6] = [
        include_bytes!("../fixtures/own.json"),
        include_bytes!("../fixtures/tokens.xml"),
        include_bytes!("../fixtures/default-cards.json"),
        include_bytes!("../fixtures/AtomicCards.json"),
        include_bytes!("../fixtures/AllPrintings.json"),
        include_bytes!("../fixtures/cards.xml"),
    ];
    let catalogue = |file: &&[u8]| {
        let mut collection = Collection::default();
        import(*file, &mut collection, &mut |_| {}).expect("a file of cards");
        collection.into_catalogue().bytes().to_vec()
    };
    match target {
        "catalogue" | "catalogue_behind_checksum" => Some(files.iter().map(catalogue).collect()),
        "card_import" => Some(files.map(<[u8]>::to_vec).to_vec()),
        _ => None,
    }
}

/// Bytes that load as a catalogue have cards that can all be read and found.
pub fn loads_or_says_why(bytes: &[u8]) {
    let Ok(catalogue) = Catalogue::from_bytes(bytes.to_vec()) else { return };
    assert_eq!(catalogue.iter().count(), catalogue.len());
    for card in catalogue.iter() {
        assert!(!card.faces.is_empty());
        assert_eq!(catalogue.get(card.id).as_ref(), Some(&card));
        assert_eq!(catalogue.name(card.id), Some(card.name.as_str()));
        catalogue.find_all(&card.name);
        catalogue.longest_name(&card.name);
    }
    catalogue.suggest("otter", 3);
}

/// The same for bytes whose checksum is right.
pub fn loads_with_a_right_checksum(bytes: &[u8]) {
    let mut bytes = bytes.to_vec();
    if bytes.len() >= 16 {
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(&bytes[..12]);
        hasher.update(&bytes[16..]);
        bytes[12..16].copy_from_slice(&hasher.finalize().to_le_bytes());
    }
    loads_or_says_why(&bytes);
}

/// Bytes that are imported make a catalogue that can be loaded.
pub fn imports_or_says_why(bytes: &[u8]) {
    let mut collection = Collection::default();
    let told = import(bytes, &mut collection, &mut |_| {});
    if let Err(error) = told {
        assert!(!error.to_string().is_empty());
    }
    let catalogue = collection.into_catalogue();
    loads_or_says_why(catalogue.bytes());
}
