//! The suite, run on the small game as it should be.

use facedown_testkit::small::{Options, Small};
use facedown_testkit::{Suite, play, rules};

facedown_testkit::conformance!(
    Small,
    Suite::default().with_games(12).with_options([Options { rounds: 2 }, Options { rounds: 4 }])
);

/// The playthroughs of the small game, each of which must be there.
#[test]
fn playthroughs() {
    let plays = concat!(env!("CARGO_MANIFEST_DIR"), "/plays");
    let names = play::check_folder::<Small>(plays).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(names, ["CH1", "CH2", "LA1", "LA2", "TU1", "TU2"]);
}

/// Each rule of the small game is beside the code that enforces it, and in a test or playthrough.
#[test]
fn every_rule_is_enforced_and_shown() {
    let texts = |paths: &[&str]| {
        let root = |path: &&str| format!("{}/{path}", env!("CARGO_MANIFEST_DIR"));
        rules::texts(&paths.iter().map(root).collect::<Vec<_>>()).unwrap()
    };
    let rules = include_str!("../RULES.md");
    let found = rules::check(rules, &texts(&["src/small"]), &texts(&["plays", "tests"]));
    assert_eq!(found.unwrap_or_else(|corners| panic!("{corners}")), 14);
}
