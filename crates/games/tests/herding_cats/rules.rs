//! Every numbered rule has its code and its test; and perft pins the legal moves.

use std::path::Path;

use facedown_core::{Deal, Rig, SeatCount};
use facedown_games::herding_cats::{HerdingCats, Options};
use facedown_testkit::{divide, perft, rules};

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

/// Every hand is the scene's, and seat 0 begins.
fn deal(seats: usize) -> (SeatCount, Deal<facedown_games::herding_cats::Kind>) {
    let rig = Rig { shuffles: vec![scene::HAND.to_vec(); seats], rolls: vec![0] };
    (SeatCount::new(seats).unwrap(), Deal::Rigged(rig))
}

#[test]
fn r_set_02_a_deck_is_nine_cards() {
    use facedown_games::herding_cats::Kind;
    let count = |kind| Kind::DECK.iter().filter(|&&card| card == kind).count();
    assert_eq!(Kind::ALL.map(count), [3, 1, 2, 1, 1, 1]);
}

#[track_caller]
fn check(seats: usize, lines: &[u64]) {
    let (count, deal) = deal(seats);
    for (depth, &expected) in (1..).zip(lines) {
        let found = perft::<HerdingCats>(&Options::default(), count, &deal, depth).unwrap();
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
    let (seats, deal) = deal(2);
    let options = Options::default();
    let divided = divide::<HerdingCats>(&options, seats, &deal, 3).unwrap();
    assert_eq!(divided.len(), 35);
    let total: u64 = divided.iter().map(|(_, lines)| lines).sum();
    assert_eq!(total, perft::<HerdingCats>(&options, seats, &deal, 3).unwrap());
    let (first, lines) = &divided[0];
    assert_eq!(first, r#"seat 0 {"type":"play","card":0,"declare":"kitten"}"#);
    assert_eq!(*lines, 42 + 7);
}
