//! Tests of Spellbook.
#![allow(clippy::unwrap_used)] // what fails here is the test

mod asking;
mod hands;
mod hostile;
mod library;
mod matches;
mod playthroughs;
mod rules;
mod scene;
mod statistics;
mod table;
mod turn;

use facedown_games::spellbook::{CardId, Options, Spellbook};
use facedown_testkit::Suite;

mod conformance {
    facedown_testkit::conformance!(super::Spellbook, super::suite().with_games(3));
}

mod peers {
    facedown_testkit::peers!(super::Spellbook, super::suite().with_games(1));
}

/// The options that the suites play. In the place of a card of a secret list there may be any other.
fn suite() -> Suite<Spellbook> {
    let read = |json| serde_json::from_str::<Options>(json).unwrap();
    let quick = r#"{"best_of":"three","undo":"majority","auto_loss":true,"life":3,"mulligan":"free-first"}"#;
    let options = [
        read("{}"),
        read(quick),
        read(r#"{"frame":"free","undo":"off","commander_damage":false}"#),
    ];
    Suite::default()
        .with_options(options)
        .with_other_faces(|_| (0..40).map(CardId::sample).collect())
}
