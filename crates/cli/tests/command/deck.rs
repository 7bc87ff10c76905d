//! Tests of `facedown cards deck`: reading, converting, advice, and every mistake.

use crate::common::{facedown, file};

#[test]
fn a_deck_is_shown_with_what_is_odd_about_it() {
    let list = file(
        "deck-odd.txt",
        "4 Lap Kitten\n2 lap kiten\n0 Garden\n56 Garden\n\nSideboard\n1 Fold\n",
    );
    let out = facedown(&["cards", "deck", &list]).succeeds().out;
    let expected = "\
deck-odd

  main deck: 62
    4 Lap Kitten  2 lap kiten  56 Garden

  sideboard: 1
    1 Fold

  • line 2: no card is called “lap kiten”; it is kept as a name without words
    (is it Lap Kitten?)
  • line 3: 0 copies of Garden: the line is left out
  • only the cards of the house are known; import others with `facedown cards
    import`
";
    let trimmed: Vec<&str> = out.lines().map(str::trim_end).collect();
    assert_eq!(trimmed, expected.lines().collect::<Vec<_>>(), "{out}");
}

#[test]
fn decks_are_converted_and_read_back() {
    let text = facedown(&["cards", "deck", "house-of-nine", "--to", "text"]).succeeds();
    assert!(
        text.out.starts_with(
            "About\nName Fortune Favours the Feline\n\nCommander\n1 Madame Roulette\n"
        ),
        "{text:?}"
    );
    assert_eq!(text.err, "");
    let list = file("deck-text.txt", &text.out);
    let cod = facedown(&["cards", "deck", &list, "--to", "cod"]).succeeds();
    assert!(cod.out.starts_with("<?xml"), "{cod:?}");
    let list = file("deck-cod.cod", &cod.out);
    let again = facedown(&["cards", "deck", &list, "--to", "text"]).succeeds();
    assert_eq!(again.out, text.out);
}

#[test]
fn advice_is_given_for_a_format() {
    let house = facedown(&["cards", "deck", "house-of-nine", "--format", "commander"]).succeeds();
    assert!(house.out.ends_with("\ncommander: yes.\n"), "{house:?}");
    let out = facedown(&["cards", "deck", "nine-lives", "--format", "Commander"]).succeeds().out;
    assert!(out.contains("commander: no, for "), "{out}");
    assert!(
        out.contains("• a commander deck has a commander; write “Commander” above its line\n"),
        "{out}"
    );
    assert!(out.contains("• 4 copies of Lap Kitten; a deck has at most 1\n"), "{out}");
    // The commander is where Magic Online keeps it.
    let list = file("deck-side.txt", "99 Hearth\n\n1 Madame Roulette\n");
    let out = facedown(&["cards", "deck", &list, "--format", "commander"]).succeeds().out;
    assert!(
        out.contains("• Madame Roulette is moved from the sideboard to the commanders\n"),
        "{out}"
    );
    assert!(out.ends_with("\ncommander: yes.\n"), "{out}");
}

#[test]
fn notes_do_not_get_into_a_converted_deck() {
    let list = file("deck-notes.txt", "4 Nobody Knows This\n");
    let ran = facedown(&["cards", "deck", &list, "--to", "text"]).succeeds();
    assert_eq!(ran.out, "About\nName deck-notes\n\nDeck\n4 Nobody Knows This\n");
    assert!(ran.err.contains("line 1: no card is called “Nobody Knows This”"), "{ran:?}");
}

#[test]
fn every_mistake_has_its_own_answer() {
    let deck = |name: &str, contents: &str| {
        let list = file(name, contents);
        facedown(&["cards", "deck", &list])
    };
    deck("deck-empty.txt", "").fails(65, "there is no card in it");
    deck("deck-page.txt", "<!DOCTYPE html>\n")
        .fails(65, "this is a web page, not a deck; export the deck as text");
    deck("deck-large.txt", &"x".repeat(10 << 20)).fails(65, "it has 10485760 bytes");
    deck("deck-many.txt", &"999 Garden\n".repeat(66))
        .fails(65, "more than 65535 cards in it up to line 66");
    deck("deck-cut.cod", "<cockatrice_deck version=\"1\">\n<zone")
        .fails(65, "the XML breaks off or is damaged at line 2");
    facedown(&["cards", "deck", "no-such-deck"])
        .fails(66, "or a deck of the house: nine-lives, long-bluff, house-of-nine");
    facedown(&["cards", "deck", "nine-lives", "--format", "bridge"])
        .fails(2, "there is no format \"bridge\"; there are: free");
    facedown(&["cards", "deck", "nine-lives", "--to", "pdf"]).fails(2, "pdf");
    facedown(&["cards", "deck", "nine-lives", "-c", "no.fdc"])
        .fails(66, "there is no catalogue no.fdc");
    let folder = env!("CARGO_TARGET_TMPDIR");
    facedown(&["cards", "deck", folder]).fails(66, "is a directory");
}
