//! Herding Cats: the conformance suite, the playthroughs, and what only code can show.
#![allow(clippy::unwrap_used)] // what fails here is the test

mod absent;
mod events;
mod hostile;
mod imagined;
mod options;
mod playthroughs;
mod rules;
mod scene;
mod secrets;
mod statistics;
mod words;

mod conformance {
    use facedown_games::herding_cats::{HerdingCats, Options};
    use facedown_testkit::Suite;

    facedown_testkit::conformance!(
        HerdingCats,
        Suite::default().with_options([
            Options::default(),
            serde_json::from_str(r#"{"challenge_clock":20,"tie_breakers":["herd"]}"#).unwrap(),
        ])
    );
}

/// An action costs its rank among the legal ones, and no more.
#[test]
fn share_codes_are_short() {
    use facedown_games::herding_cats::HerdingCats;
    use facedown_testkit::{Suite, characters_per_action};
    let characters = characters_per_action(&Suite::<HerdingCats>::default()).unwrap();
    assert!(characters < 0.6, "{characters} characters an action");
}
