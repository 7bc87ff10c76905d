//! Files that are cut, changed, empty or something else: each its own error, and never a panic.

use facedown_cards::{Catalogue, CatalogueError, ImportError};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::RngSeed;

use crate::bodies;
use crate::common::{ATOMIC, COCKATRICE, OWN, PRINTINGS, SCRYFALL, TOKENS, catalogue, imported};

fn load(bytes: impl Into<Vec<u8>>) -> CatalogueError {
    Catalogue::from_bytes(bytes.into()).unwrap_err()
}

#[test]
fn a_cut_catalogue_says_so_at_every_byte() {
    let whole = catalogue(&[OWN]);
    let bytes = whole.bytes();
    assert_eq!(load([]), CatalogueError::Empty);
    for end in 1..bytes.len() {
        let error = load(&bytes[..end]);
        let CatalogueError::Cut { length, expected } = error else { panic!("{end}: {error}") };
        assert_eq!(length, end as u64);
        assert!(expected > length);
    }
}

#[test]
fn a_changed_catalogue_says_so_at_every_byte() {
    let whole = catalogue(&[OWN]);
    for at in 0..whole.bytes().len() {
        let mut bytes = whole.bytes().to_vec();
        bytes[at] ^= 0x20;
        let error = load(bytes);
        match at {
            0..8 => assert_eq!(error, CatalogueError::Foreign),
            8..12 => assert!(matches!(error, CatalogueError::Newer { known: 1, .. }), "{error}"),
            // A length that is too large looks like a cut.
            16..72 => assert!(
                matches!(error, CatalogueError::Cut { .. } | CatalogueError::Corrupt),
                "{error}"
            ),
            _ => assert_eq!(error, CatalogueError::Corrupt, "{at}"),
        }
    }
    let mut longer = whole.bytes().to_vec();
    longer.push(0);
    assert_eq!(load(longer), CatalogueError::Corrupt);
}

#[test]
fn other_files_are_no_catalogues() {
    for file in [SCRYFALL, COCKATRICE, OWN, b"\x89PNG\r\n\x1a\n", b"x"] {
        assert_eq!(load(file), CatalogueError::Foreign);
    }
    let mut newer = catalogue(&[OWN]).bytes().to_vec();
    newer[8] = 2;
    assert_eq!(load(&newer[..90]), CatalogueError::Newer { version: 2, known: 1 });
}

/// A file whose end is missing is never taken for a whole one.
#[test]
fn a_cut_file_says_so_at_every_byte() {
    for file in [OWN, TOKENS] {
        let last = file.trim_ascii_end().len() - 1;
        for end in 0..=last {
            let error = imported(&file[..end]).unwrap_err();
            let is_typed = match error {
                ImportError::Empty => end == 0,
                ImportError::Cut { .. } | ImportError::CutAfter { .. } => end > 0,
                _ => false,
            };
            assert!(is_typed, "{end}: {error}");
        }
    }
    for file in [SCRYFALL, ATOMIC, PRINTINGS, COCKATRICE] {
        for end in (1..file.trim_ascii_end().len()).step_by(97) {
            let error = imported(&file[..end]).unwrap_err();
            let is_cut = matches!(error, ImportError::Cut { .. } | ImportError::CutAfter { .. });
            assert!(is_cut, "{end}: {error}");
        }
    }
}

#[track_caller]
fn says(file: impl AsRef<[u8]>, what: &str) {
    let error = imported(file).unwrap_err().to_string();
    assert!(error.contains(what), "{error}");
}

#[test]
fn every_mistake_has_its_own_answer() {
    says("", "the file is empty");
    says(" \n\u{feff}", "the file is empty");
    says("PK\x03\x04…", "a ZIP archive; unpack it");
    says(b"\xfd7zXZ\0", "packed with xz");
    says("SQLite format 3\0", "download the JSON");
    says("4 Forest\n", "no file of cards");
    says("[]", "there are no cards in it");
    says("{}", "there are no cards in it");
    says(r#"{"data": {}}"#, "there are no cards in it");
    says(
        r#"{"data": {"A": [{"name": "Deck", "type": "Box"}], "B": 1, "C": null}}"#,
        "no cards in it",
    );
    says("<cockatrice_carddatabase version=\"4\"/>", "there are no cards in it");
    says("<cockatrice_deck><deckname/></cockatrice_deck>", "begins with <cockatrice_deck>");
    says("<html>", "begins with <html>");
    says("<cockatrice_carddatabase><cards><card><name>&tea;</name>", "&tea; at byte");
    says("<cockatrice_carddatabase></cards>", "the file is damaged");
    says(r#"[{"object": "ruling", "comment": "Tea."}]"#, "missing field `name`");
    says("[1]", "a card cannot be read");
    says(r#"[{"name": "Otter", "power": 3}]"#, "expected a string");
    says(r#"[{"name": "Otter"},]"#, "the file is damaged: trailing comma");
    says(r#"[{"name": "Otter"}] x"#, "trailing characters");
    says(r#"{"facedown_cards": 2, "cards": [{"weight": 3}]}"#, "version 2 of Facedown’s JSON");
    says(
        r#"{"facedown_cards": 1, "cards": [{"name": "Otter", "tougness": "3"}]}"#,
        "unknown field `tougness`",
    );
    says(r#"{"facedown_cards": 1, "cards": [{"name": " "}]}"#, "a card has no name");
    says(r#"{"facedown_cards": 1, "cards": [{"text": "Tea."}]}"#, "a card has no name");
    says(
        r#"{"cards": [{"name": "A", "text": "Tea.", "faces": [{"name": "B"}]}]}"#,
        "words beside them",
    );
    says(r#"{"cards": [{"name": "A", "colours": "Z"}]}"#, "'Z' is not a colour");
    says(&catalogue(&[OWN]).bytes()[..99], "this catalogue is cut");
    says(r#"[{"name":"A","card_faces":"#.repeat(200), "recursion limit");
    says(r#"{"a":["#.to_owned() + &"[".repeat(100_000), "the file is cut");
}

#[test]
fn a_packed_file_that_is_cut_or_changed_says_so() {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    std::io::Write::write_all(&mut packed, OWN).unwrap();
    let packed = packed.finish().unwrap();
    assert_eq!(imported(&packed).unwrap().read, 5);
    for end in 1..packed.len() {
        let error = imported(&packed[..end]).unwrap_err();
        let is_typed = matches!(error, ImportError::Damaged { .. } | ImportError::Unknown { .. });
        assert!(is_typed, "{end}: {error}");
    }
    let mut changed = packed.clone();
    let middle = changed.len() / 2;
    changed[middle] ^= 0xff;
    assert!(imported(&changed).is_err());
}

/// A reader that fails after some bytes.
struct Broken<'a>(&'a [u8]);

impl std::io::Read for Broken<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        match self.0.read(buffer) {
            Ok(0) => Err(std::io::Error::other("the cable was pulled")),
            read => read,
        }
    }
}

#[test]
fn a_disk_that_fails_is_no_damaged_file() {
    for file in [&SCRYFALL[..900], &COCKATRICE[..900], &b" "[..], &catalogue(&[OWN]).bytes()[..99]]
    {
        let mut collection = facedown_cards::Collection::default();
        let error = facedown_cards::import(Broken(file), &mut collection, &mut |_| {}).unwrap_err();
        assert!(matches!(error, ImportError::Unreadable(_)), "{error}");
        assert!(error.to_string().contains("the cable was pulled"), "{error}");
    }
}

/// One change of some bytes.
#[derive(Clone, Debug)]
enum Change {
    Flip(Index, u8),
    Remove(Index),
    Insert(Index, u8),
    Cut(Index),
    Swap(Index, Index),
}

fn change() -> impl Strategy<Value = Change> {
    let place = any::<Index>;
    prop_oneof![
        (place(), 1..=u8::MAX).prop_map(|(at, bits)| Change::Flip(at, bits)),
        place().prop_map(Change::Remove),
        (place(), any::<u8>()).prop_map(|(at, byte)| Change::Insert(at, byte)),
        place().prop_map(Change::Cut),
        (place(), place()).prop_map(|(one, other)| Change::Swap(one, other)),
    ]
}

fn changed(bytes: &[u8], changes: &[Change]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for change in changes {
        let length = bytes.len();
        match change {
            _ if length == 0 => {}
            Change::Flip(at, bits) => bytes[at.index(length)] ^= bits,
            Change::Remove(at) => drop(bytes.remove(at.index(length))),
            Change::Insert(at, byte) => bytes.insert(at.index(length + 1), *byte),
            Change::Cut(at) => bytes.truncate(at.index(length)),
            Change::Swap(one, other) => bytes.swap(one.index(length), other.index(length)),
        }
    }
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig {
        rng_seed: RngSeed::Fixed(1),
        failure_persistence: None,
        ..ProptestConfig::with_cases(300)
    })]

    #[test]
    fn changed_catalogues_never_panic(changes in proptest::collection::vec(change(), 1..4)) {
        let bytes = changed(catalogue(&[OWN]).bytes(), &changes);
        bodies::loads_or_says_why(&bytes);
        bodies::loads_with_a_right_checksum(&bytes);
    }

    #[test]
    fn changed_files_never_panic(
        file in select(vec![SCRYFALL, ATOMIC, PRINTINGS, COCKATRICE, TOKENS, OWN]),
        start in any::<Index>(),
        changes in proptest::collection::vec(change(), 1..4),
    ) {
        // A change near the beginning is read more often than one in the middle of 50 kB.
        let end = 1 + start.index(file.len());
        bodies::imports_or_says_why(&changed(&file[..end], &changes));
        bodies::imports_or_says_why(&changed(file, &changes));
    }
}
