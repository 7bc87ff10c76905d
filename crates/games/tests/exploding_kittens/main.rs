//! Exploding Kittens: the conformance suite, the playthroughs and the shuffle.
#![allow(clippy::unwrap_used)] // what fails here is the test

mod absent;
mod deal;
mod endings;
mod hands;
mod kept;
mod options;
mod playthroughs;
mod refusals;
mod replay;
mod rules;
mod scene;
mod secrets;
mod shuffle;
mod statistics;

mod conformance {
    use facedown_games::exploding_kittens::{ExplodingKittens, Options};
    use facedown_testkit::Suite;

    fn options(json: &str) -> Options {
        serde_json::from_str(json).unwrap()
    }

    facedown_testkit::conformance!(
        ExplodingKittens,
        Suite::default().with_games(3).with_options([
            options("{}"),
            options(r#"{"set":"streaking"}"#),
            options(r#"{"set":"imploding","targeted_attack":"immediate"}"#),
            options(r#"{"set":"party","any_pairs":true}"#),
            options(r#"{"set":"published","any_pairs":true}"#),
        ])
    );
}

/// An action costs its rank among the legal ones, and no more.
#[test]
fn share_codes_are_short() {
    use facedown_games::exploding_kittens::ExplodingKittens;
    use facedown_testkit::{Suite, characters_per_action};
    let characters = characters_per_action(&Suite::<ExplodingKittens>::default()).unwrap();
    assert!(characters < 0.6, "{characters} characters an action");
}
