//! Texas 42: the conformance suite, the playthroughs and the known numbers.
#![allow(clippy::unwrap_used)] // what fails here is the test

mod absent;
mod numbers;
mod options;
mod playthroughs;
mod refusals;
mod replay;
mod rules;
mod scene;
mod statistics;
mod views;

mod conformance {
    use facedown_games::texas_42::{Options, Texas42};
    use facedown_testkit::Suite;

    fn options(json: &str) -> Options {
        serde_json::from_str(json).unwrap()
    }

    facedown_testkit::conformance!(
        Texas42,
        Suite::default().with_games(3).with_options([
            options(r#"{"marks":2}"#),
            options(r#"{"marks":2,"pace":"auto","early_end":true,"forced_bid":true,"games":2}"#),
            options(r#"{"marks":6,"pace":"auto","nello":true,"sevens":true,"plunge":true,"splash":true}"#),
            options(r#"{"marks":4,"nello":true,"nello_doubles":"low","sevens":true,"plunge":true}"#),
        ])
    );
}

/// An action costs its rank among the legal ones, and no more.
#[test]
fn share_codes_are_short() {
    use facedown_games::texas_42::Texas42;
    use facedown_testkit::{Suite, characters_per_action};
    let characters = characters_per_action(&Suite::<Texas42>::default()).unwrap();
    assert!(characters < 0.6, "{characters} characters an action");
}
