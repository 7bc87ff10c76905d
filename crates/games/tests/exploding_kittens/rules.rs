//! Every numbered rule has its code and its test; and perft pins the legal moves.

use std::path::Path;

use facedown_core::perft::perft;
use facedown_testkit::rules;

use crate::scene::{self, Scene};

#[test]
fn every_rule_is_in_the_code_and_in_a_test() {
    let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let code_folder = crate_folder.join("src/exploding_kittens");
    let text = std::fs::read_to_string(code_folder.join("RULES.md")).unwrap();
    let code = rules::texts(&[code_folder]).unwrap();
    let tests = rules::texts(&[crate_folder.join("tests/exploding_kittens")]).unwrap();
    let count = rules::check(&text, &code, &tests).unwrap_or_else(|corners| panic!("{corners}"));
    assert!(count > 60, "only {count} rules were found");
}

#[track_caller]
fn check(table: &scene::EkTable, lines: &[u64]) {
    for (depth, &expected) in (1..).zip(lines) {
        assert_eq!(perft(table, depth).unwrap(), expected, "depth {depth}");
    }
}

#[test]
fn two_players_with_the_base_set() {
    let hands =
        ["nope attack skip tacocat tacocat", "nope shuffle see_the_future tacocat beard_cat"];
    let table = Scene::new("{}", &hands).pile("skip shuffle beard_cat rainbow_ralphing_cat").deal();
    // Draw, Attack, Skip, or the pair at seat 1. Second: seat 1 draws or plays one of two cards; or passes, passes
    // for the turn, or Nopes.
    let second = 3 + 3 * 3;
    // Third: after the draw seat 0 has 5 choices, or answers one of two plays in 3 ways. After a pass of either
    // kind seat 1 has 3 choices after Attack or Skip, and seat 0 picks one of 6 cards after the pair; after
    // a Nope seat 0 has 3 answers.
    let third = (5 + 2 * 3) + 2 * (2 * 3 + 3) + (2 * 6 + 3);
    check(&table, &[4, second, third, 328]);
}

#[test]
fn three_players_with_the_imploding_set() {
    let hands = [
        "targeted_attack reverse alter_the_future tacocat feral_cat",
        "nope attack skip draw_from_the_bottom beard_cat",
        "nope shuffle see_the_future tacocat beard_cat",
    ];
    let table = Scene::new(r#"{"set":"imploding"}"#, &hands)
        .pile("imploding_kitten shuffle beard_cat rainbow_ralphing_cat")
        .deal();
    // Draw, the Targeted Attack or the pair at one of two, Reverse, Alter the Future. Second: the kitten goes to
    // one of 43 places; or seat 1 answers one of six plays in 3 ways. Third: seat 1 has 4 choices; or seat 2 answers
    // after a pass of either kind in 3 ways, and seat 0, who has no Nope, after a Nope in 2.
    check(&table, &[7, 43 + 6 * 3, 43 * 4 + 6 * (2 * 3 + 2), 692]);
}
