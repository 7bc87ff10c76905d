//! Tests of Spellbook.
#![allow(clippy::unwrap_used)] // what fails here is the test

use facedown_games::spellbook::{Options, Spellbook};

mod conformance {
    use facedown_testkit::Suite;

    facedown_testkit::conformance!(super::Spellbook, Suite::default().with_options(super::options()));
}

mod peers {
    use facedown_testkit::Suite;

    facedown_testkit::peers!(
        super::Spellbook,
        Suite::default().with_games(2).with_options(super::options())
    );
}

/// The options that the suites play.
fn options() -> Vec<Options> {
    let read = |json| serde_json::from_str(json).unwrap();
    vec![
        read("{}"),
        read(
            r#"{"best_of":"three","undo":"majority","auto_loss":true,"life":3,"mulligan":"free-first"}"#,
        ),
        read(r#"{"format":"commander","frame":"free","undo":"off"}"#),
    ]
}
