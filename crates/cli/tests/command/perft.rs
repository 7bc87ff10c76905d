//! Tests of `facedown perft`: the numbers of Herding Cats, computed by hand from the rules.

use serde_json::json;

use crate::common::{facedown, file};

#[track_caller]
fn lines(args: &[&str]) -> u64 {
    let ran = facedown(&[&["perft"], args].concat()).succeeds();
    ran.out.trim().parse().unwrap()
}

/// Seven cards, each declared as one of three kinds that attack nobody, or as an Alley Cat or a Catnip
/// against any opponent. There is no herd yet for Animal Control.
#[test]
fn the_first_action() {
    for players in 2..=6 {
        let counted = lines(&["herding-cats", "--players", &players.to_string(), "--depth", "1"]);
        assert_eq!(counted, 7 * (3 + 2 * (players - 1)));
    }
}

/// Each of the other players then passes or challenges.
#[test]
fn the_second_action() {
    for players in 2..=6 {
        let counted = lines(&["herding-cats", "--players", &players.to_string()]);
        assert_eq!(counted, 7 * (3 + 2 * (players - 1)) * 2 * (players - 1));
    }
}

/// For two players, and a hand that holds no Animal Control:
///
/// - Passed, and no attack: 21 plays. The other one has 7 cards, each as one of three kinds, as two
///   attacks on the hand, or as Animal Control against the one card in the herd: 21 × 42.
/// - Passed, and an attack: 14 plays, and 7 cards to select: 14 × 7.
/// - Challenged, and true: each of the 7 cards in one way; the challenger has 7 cards to lose: 7 × 7.
/// - Challenged, and false: 28 plays; 6 cards are left to lose: 28 × 6.
#[test]
fn the_third_action() {
    let deck = [
        "kitten",
        "kitten",
        "kitten",
        "show_cat",
        "alley_cat",
        "alley_cat",
        "catnip",
        "animal_control",
        "laser_pointer",
    ];
    let rigged = json!({ "shuffles": [deck, deck], "rolls": [0] });
    let scenario = json!({ "game": "herding-cats", "seats": 2, "rigged": rigged });
    let path = file("perft.json", scenario.to_string());
    let counted = lines(&["--scenario", &path, "--depth", "3"]);
    assert_eq!(counted, 21 * 42 + 14 * 7 + 7 * 7 + 28 * 6);
}

#[test]
fn the_parts_add_up() {
    for depth in ["1", "2", "3"] {
        let args = ["perft", "herding-cats", "--players", "3", "--depth", depth, "--json"];
        let whole = facedown(&args).succeeds().lines().pop().unwrap();
        let mut parts = facedown(&[&args[..], &["--divide"]].concat()).succeeds().lines();
        assert_eq!(parts.pop().unwrap(), whole);
        assert_eq!(parts.len(), 49);
        let sum: u64 = parts.iter().map(|part| part["lines"].as_u64().unwrap()).sum();
        assert_eq!(whole["lines"], sum);
    }
}

/// It starts counting after a scenario.
#[test]
fn from_the_middle_of_a_game() {
    let play = json!({ "type": "play", "card": 0, "declare": "kitten" });
    let scenario = |step| {
        let steps = [step];
        json!({ "game": "herding-cats", "seats": 2, "seed": "x", "steps": steps }).to_string()
    };
    // In this deal one of the two seats begins; the other is refused.
    let deal = json!({ "game": "herding-cats", "seats": 2, "seed": "x" }).to_string();
    let ran = facedown(&["scenario", &file("perft-deal.json", deal)]).succeeds();
    let first = &ran.lines()[0]["waiting_on"][0];
    let card = if first == 0 { 0 } else { 9 };
    let play = json!({ "type": play["type"], "card": card, "declare": "kitten" });
    let good = file("perft-good.json", scenario(json!({ "seat": first, "action": play })));
    assert_eq!(lines(&["--scenario", &good, "--depth", "1"]), 2);
    let other = u64::from(first == 0);
    let bad = file("perft-bad.json", scenario(json!({ "seat": other, "action": play })));
    facedown(&["perft", "--scenario", &bad]).fails(65, "step 1: expected ok, but it was refused");
}

#[test]
fn bad_input_is_refused() {
    facedown(&["perft"]).fails(2, "GAME");
    facedown(&["perft", "solitaire"]).fails(2, "there is no game called \"solitaire\"");
    facedown(&["perft", "herding-cats", "--players", "7"]).fails(2, "2 to 6 players, not 7");
    facedown(&["perft", "herding-cats", "--players", "0"]).fails(2, "2 to 6 players, not 0");
    facedown(&["perft", "herding-cats", "--depth", "0"]).fails(2, "1..");
    facedown(&["perft", "--scenario", "/no/such/file"]).fails(66, "/no/such/file");
    facedown(&["perft", "--scenario", &file("perft-not.json", "{")]).fails(65, "not JSON");
    let other = file("perft-other.json", r#"{"game": "chess", "seats": 2, "seed": "x"}"#);
    facedown(&["perft", "--scenario", &other]).fails(65, "chess");
    facedown(&["perft", "herding-cats", "--scenario", &other])
        .fails(2, "of chess, not of herding-cats");
}
