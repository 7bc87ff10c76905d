//! Every numbered rule has its code and its test; and perft pins the legal moves.

use std::path::Path;

use facedown_core::perft::{divide, perft};
use facedown_games::herding_cats::{Action, Kind};
use facedown_testkit::rules;

use crate::scene;

#[test]
fn every_rule_is_in_the_code_and_in_a_test() {
    let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let code_folder = crate_folder.join("src/herding_cats");
    let text = std::fs::read_to_string(code_folder.join("RULES.md")).unwrap();
    let code = rules::texts(&[code_folder]).unwrap();
    let tests = rules::texts(&[crate_folder.join("tests/herding_cats")]).unwrap();
    let count = rules::check(&text, &code, &tests).unwrap_or_else(|corners| panic!("{corners}"));
    assert!(count > 50, "only {count} rules were found");
}

#[test]
fn r_set_02_a_deck_is_nine_cards() {
    let count = |kind| Kind::DECK.iter().filter(|&&card| card == kind).count();
    assert_eq!(Kind::ALL.map(count), [3, 1, 2, 1, 1, 1]);
}

#[track_caller]
fn check(seats: usize, lines: &[u64]) {
    let table = scene::table(seats, "{}");
    for (depth, &expected) in (1..).zip(lines) {
        let found = perft(&table, depth).unwrap();
        assert_eq!(found, expected, "{seats} seats, depth {depth}");
    }
}

#[test]
fn two_players() {
    // Seven cards as one of three kinds, or as one of two attacks on the one opponent; then pass or
    // challenge. Third: after a pass 21 × 42 plays or 14 × 7 selections; after a challenge of one of
    // six truths seven cards to pick from, of one of 29 bluffs six.
    let third = 21 * 42 + 14 * 7 + 6 * 7 + 29 * 6;
    // Fourth: pass or challenge; intercept with one of six cards or not; the next turn with or without a
    // herd to attack, or the selection of one of the six cards that the penalty left.
    let fourth = 21 * 42 * 2 + 14 * 7 * 7 + 4 * 7 * 36 + 2 * 7 * 6 + 29 * 6 * 35;
    check(2, &[7 * 5, 7 * 5 * 2, third, fourth]);
}

#[test]
fn three_players() {
    // Two attacks on either of two opponents; two may pass or challenge. Third: the other one may too, or a
    // penalty is picked: for one of eight truths among seven cards, for one of 41 bluffs among six.
    check(3, &[7 * 7, 7 * 7 * 4, 49 * 2 * 2 + 2 * (8 * 7 + 41 * 6)]);
}

#[test]
fn six_players() {
    check(6, &[7 * 13, 7 * 13 * 10]);
}

#[test]
fn divided_by_the_first_action_the_lines_are_as_many() {
    let table = scene::table(2, "{}");
    let divided = divide(&table, 3).unwrap();
    assert_eq!(divided.len(), 35);
    let total: u64 = divided.iter().map(|part| part.lines).sum();
    assert_eq!(total, perft(&table, 3).unwrap());
    let first = Action::Play { card: scene::card(0, 0), declare: Kind::Kitten, target: None };
    assert_eq!((divided[0].seat, divided[0].action), (scene::seat(0), first));
    assert_eq!(divided[0].lines, 42 + 7);
}
