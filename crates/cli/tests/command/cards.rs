//! Tests of `facedown cards`: importing, showing, and every mistake.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::common::{empty_folder, facedown, file};

/// A file with invented cards.
fn cards(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cards/tests/fixtures").join(name);
    path.to_str().unwrap().to_owned()
}

/// A catalogue of all invented cards, in a folder of its own.
fn catalogue(folder: &str) -> (PathBuf, String) {
    let folder = empty_folder(folder);
    let out = folder.join("cards.fdc").to_str().unwrap().to_owned();
    let (scryfall, own) = (cards("default-cards.json"), cards("own.json"));
    facedown(&["cards", "import", &scryfall, &own, "--out", &out]).succeeds();
    (folder, out)
}

fn files_in(folder: &Path) -> Vec<String> {
    let files = std::fs::read_dir(folder).unwrap();
    files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect()
}

#[test]
fn files_become_one_catalogue() {
    let folder = empty_folder("cards-import");
    let out = folder.join("cards.fdc").to_str().unwrap().to_owned();
    let (scryfall, xml) = (cards("default-cards.json"), cards("tokens.xml"));
    let ran = facedown(&["cards", "import", &scryfall, &xml, "--out", &out]).succeeds();
    let lines: Vec<&str> = ran.out.lines().collect();
    assert!(lines[0].ends_with("default-cards.json: 52 entries of Scryfall"), "{ran:?}");
    assert!(lines[1].ends_with("tokens.xml: 3 entries of Cockatrice"), "{ran:?}");
    assert!(lines[2].contains("cards.fdc: 47 cards, 50 printings, "), "{ran:?}");
    assert_eq!(files_in(&folder), ["cards.fdc"]);
    // A catalogue may be one of the files, and is replaced.
    let ran = facedown(&["cards", "import", &out, &cards("own.json"), "-o", &out]).succeeds();
    assert!(ran.out.contains("47 entries of a catalogue"), "{ran:?}");
    assert!(ran.out.contains("52 cards"), "{ran:?}");
    assert_eq!(files_in(&folder), ["cards.fdc"]);
}

#[test]
fn a_card_is_shown_as_it_is_printed() {
    let (_, catalogue) = catalogue("cards-show");
    let show = |name: &[&str]| {
        let args = [&["cards", "show", "--catalogue", &catalogue], name].concat();
        facedown(&args).succeeds().out
    };
    let otter = show(&["lantern", "OTTER"]);
    let expected = "\
Lantern Otter  {1}{U}
  Creature — Otter · 1/3
  When this otter arrives, make a 1/1 blue Otter token.
  {2}{U}: It may swim this turn.
  layout: normal
  colour identity: U
  legal in: commander
  restricted in: vintage
  makes: Otter
  printed as: ANA 7, OLD 003, TPT 1
";
    assert!(otter.starts_with(expected), "{otter}");
    let split = show(&["Dawn/Dusk"]);
    assert!(
        split.starts_with("Dawn  {1}{W}\n  Sorcery\n  Everything wakes.\n  //\nDusk  {2}{B}\n"),
        "{split}"
    );
    assert!(show(&["Pella, Lamp Keeper"]).contains("Legendary Planeswalker — Pella · loyalty X"));
    assert!(show(&["+3", "Ladle"]).contains("Equipment"));
    // Three cards are called Otter; the one that decks mean comes first.
    let otters = show(&["otter"]);
    assert_eq!(otters.lines().filter(|line| line.starts_with("Otter")).count(), 3, "{otters}");
    assert!(otters.starts_with("Otter  {U}{U}"), "{otters}");
    let number = otters.lines().find_map(|line| line.trim().strip_prefix("number: ")).unwrap();
    assert!(show(&[number]).starts_with("Otter  {U}{U}"));
    let json: Value = serde_json::from_str(&show(&["--json", "Gravel Duck"])).unwrap();
    assert_eq!(json["faces"][0]["cost"], "{2}{G/W}");
}

#[test]
fn a_misspelt_name_gets_suggestions() {
    let (_, catalogue) = catalogue("cards-suggest");
    let show = |name: &str| facedown(&["cards", "show", name, "--catalogue", &catalogue]);
    show("Lanten Oter").fails(1, "no card is called \"Lanten Oter\"; did you mean Lantern Otter?");
    show("mitten").fails(1, "did you mean Left Mitten or Right Mitten?");
    show("qqqqqqqqqqqqqqqqqq").fails(1, "import more cards");
}

#[test]
fn a_catalogue_says_what_is_in_it() {
    let (_, catalogue) = catalogue("cards-info");
    let ran = facedown(&["cards", "info", &catalogue]).succeeds();
    assert!(ran.out.contains("51 cards, 50 printings, "), "{ran:?}");
    assert!(ran.out.contains("modal dfc"), "{ran:?}");
    let ran = facedown(&["cards", "info", &catalogue, "--json"]).succeeds();
    let info = &ran.lines()[0];
    assert_eq!((info["cards"].as_u64(), info["layouts"]["token"].as_u64()), (Some(51), Some(4)));
}

/// After a failure the old catalogue is there, and nothing else.
#[test]
fn a_failed_import_changes_nothing() {
    let (folder, catalogue) = catalogue("cards-failed");
    let before = std::fs::read(&catalogue).unwrap();
    let whole = std::fs::read(cards("default-cards.json")).unwrap();
    let cut = file("cut-cards.json", &whole[..whole.len() / 2]);
    let import = |path: &str| facedown(&["cards", "import", path, "--out", &catalogue]);
    import(&cut).fails(65, "the file is cut at line");
    import(&file("a-deck.txt", "4 Forest\n")).fails(65, "this is no file of cards");
    import(&file("empty.json", "")).fails(65, "the file is empty");
    import(&file("other.xml", "<cockatrice_deck/>")).fails(65, "begins with <cockatrice_deck>");
    import("no-such-file.json").fails(66, "there is no file no-such-file.json");
    import(folder.to_str().unwrap()).fails(66, "is a directory");
    facedown(&["cards", "import"]).fails(2, "FILE");
    assert_eq!(std::fs::read(&catalogue).unwrap(), before);
    assert_eq!(files_in(&folder), ["cards.fdc"]);
}

#[test]
fn only_catalogues_are_replaced() {
    let scryfall = cards("default-cards.json");
    let notes = file("notes.txt", "do not lose this");
    facedown(&["cards", "import", &scryfall, "--out", &notes]).fails(2, "is not a catalogue");
    assert_eq!(std::fs::read_to_string(&notes).unwrap(), "do not lose this");
    let folder = empty_folder("cards-nowhere");
    let nowhere = folder.join("missing/cards.fdc").to_str().unwrap().to_owned();
    facedown(&["cards", "import", &scryfall, "--out", &nowhere]).fails(74, "cannot be written");
    facedown(&["cards", "import", &scryfall, "--out", folder.to_str().unwrap()])
        .fails(2, "not a catalogue");
}

#[test]
fn a_catalogue_that_cannot_be_loaded_says_why() {
    let (_, catalogue) = catalogue("cards-damaged");
    let bytes = std::fs::read(&catalogue).unwrap();
    let show = |path: &str| facedown(&["cards", "show", "otter", "--catalogue", path]);
    show(&file("cut.fdc", &bytes[..bytes.len() - 1])).fails(65, "this catalogue is cut");
    show(&file("foreign.fdc", "{}")).fails(65, "this is not a catalogue of cards");
    show("no-such.fdc").fails(66, "make one with `facedown cards import`");
    let mut newer = bytes;
    newer[8] = 9;
    show(&file("newer.fdc", newer)).fails(65, "has version 9");
}
