//! Herding Cats: the conformance suite, the playthroughs and the rules that only code can show.
#![allow(clippy::unwrap_used)] // what fails here is the test

mod playthroughs;

mod conformance {
    use facedown_games::herding_cats::HerdingCats;

    facedown_testkit::conformance!(HerdingCats);
}
