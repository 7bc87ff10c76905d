//! Lists that are too small, too large, broken, or no lists at all.

use facedown_cards::deck::{Deck, DeckError, MAX_BYTES, MAX_CARDS, MAX_NAME, NoDictionary};

use crate::known::{check, error, read};

#[test]
fn a_deck_has_a_card() {
    let cod = "<cockatrice_deck version=\"1\"><zone name=\"main\"/></cockatrice_deck>";
    for list in ["", "\n\n", "// nothing\n", "Deck\n\nSideboard\n", "0 Forest\n", cod] {
        assert_eq!(error(list.as_bytes()), DeckError::Empty, "{list}");
    }
    check("Forest", "main deck: 1 Forest");
}

#[test]
fn a_deck_has_at_most_65_535_cards() {
    let most = "999 Forest\n".repeat(65) + "600 Forest\n";
    assert_eq!(read(&most).main_count(), MAX_CARDS);
    let more = most + "1 Island\n";
    assert_eq!(error(more.as_bytes()), DeckError::TooManyCards { line: 67 });
    let bare = "Forest\n".repeat(65_536);
    assert_eq!(error(bare.as_bytes()), DeckError::TooManyCards { line: 65_536 });
    let xml: String = (0..66).map(|_| "<Cards Quantity=\"999\" Name=\"Forest\"/>\n").collect();
    let xml = format!("<Deck>\n{xml}</Deck>");
    assert_eq!(error(xml.as_bytes()), DeckError::TooManyCards { line: 67 });
}

#[test]
fn counts_that_make_no_sense_are_said() {
    check(
        "0 Forest\n1000 Island\n99999999999999999999 Swamp\n2 Plains\n-4 Forest\n",
        "main deck: 1 Island; 1 Swamp; 2 Plains; 1 -4 Forest?\n\
         - line 1: 0 copies of Forest: the line is left out\n\
         - line 2: “1000” copies of Island: a count is a number from 1 to 999; it is taken once\n\
         - line 3: “99999999999999999999” copies of Swamp: a count is a number from 1 to 999; it is taken once\n\
         - line 5: no card is called “-4 Forest”; it is kept as a name without words",
    );
    check(
        "<Deck>\n<Cards Quantity=\"0\" Name=\"Forest\"/>\n<Cards Quantity=\"-3\" Name=\"Island\"/>\n\
         <Cards Quantity=\"many\" Name=\"Swamp\"/>\n</Deck>",
        "main deck: 1 Island; 1 Swamp\n\
         - line 2: 0 copies of Forest: the line is left out\n\
         - line 3: “-3” copies of Island: a count is a number from 1 to 999; it is taken once\n\
         - line 4: “many” copies of Swamp: a count is a number from 1 to 999; it is taken once",
    );
}

#[test]
fn large_files_are_refused_at_once() {
    let large = vec![b'x'; 10 << 20];
    assert_eq!(error(&large), DeckError::TooLarge { bytes: 10 << 20 });
    // Just as large as is read: one line, of which the beginning is a name.
    let deck = Deck::read(&large[..MAX_BYTES], &NoDictionary).expect("this is a name");
    assert_eq!(deck.main[0].name.len(), MAX_NAME);
    assert_eq!(
        deck.notes[0].to_string(),
        format!("line 1: a name has at most {MAX_NAME} bytes; this one is cut")
    );
}

#[test]
fn other_files_are_told_from_decks() {
    for (bytes, what) in [
        (&b"PK\x03\x04\x14\x00"[..], "a ZIP archive"),
        (b"\x1f\x8b\x08\x00", "a gzip archive"),
        (b"%PDF-1.7\n", "a PDF"),
        (b"\x89PNG\r\n\x1a\n", "a picture"),
        (b"4 Forest\0\0\0", "a binary file"),
        (b"\x01\x02\x03\x04\x05\x06\x07\x08\x0e\x0f\x10", "a binary file"),
        (b"<!DOCTYPE html>\n<html>", "a web page"),
        (b"  {\"main\": []}", "JSON"),
        (b"[{\"count\": 4}]", "JSON"),
        (b"Count,Name,Edition\n4,Forest,M20\n", "a table of columns (CSV)"),
        (b"\"Quantity\";\"Card Name\"\n", "a table of columns (CSV)"),
    ] {
        assert_eq!(error(bytes), DeckError::NotADeck { what }, "{what}");
    }
}

#[test]
fn broken_xml_says_where() {
    let cod = "<cockatrice_deck version=\"1\">\n<zone name=\"main\">\n<card number=\"4\" name=\"Forest\"/>\n</zone>\n</cockatrice_deck>\n";
    for (list, line, what) in [
        (cod.replace("</zone>", ""), 5, "expected `</zone>`"),
        (cod.replace("</cockatrice_deck>", ""), 6, "<cockatrice_deck> of line 1 has no end"),
        (cod.replace("\"Forest\"", "\"Forest"), 3, "not closed"),
        (cod.replace("Forest", "&forest;"), 3, "forest"),
        (cod.replace("number=\"4\"", "name=\"Bear\""), 3, "duplicate"),
        (cod.replace("<card", "&forest;<card"), 3, "it does not say what &forest; is"),
        ("<cockatrice_deck".into(), 1, "not closed"),
        ("<a>".repeat(40), 1, "too many elements"),
    ] {
        match error(list.as_bytes()) {
            DeckError::BrokenXml { line: found, what: why } => {
                assert_eq!(found, line, "{list}");
                assert!(why.contains(what), "{list}\n{why}");
            }
            other => panic!("{other:?} of {list}"),
        }
    }
    let other = error(b"<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>");
    assert_eq!(other, DeckError::OtherXml { root: "svg".into() });
}

#[test]
fn errors_say_what_to_do() {
    for (error, words) in [
        (DeckError::Empty, "there is no card in it; a deck has lines such as “4 Forest”"),
        (
            DeckError::NotADeck { what: "a PDF" },
            "this is a PDF, not a deck; export the deck as text",
        ),
        (
            DeckError::TooLarge { bytes: 10_485_760 },
            "it has 10485760 bytes, and a deck has at most 4194304; name a deck",
        ),
    ] {
        assert_eq!(error.to_string(), words);
    }
}
