//! The conformance suite for every game that does not run it on options of its own.

/// A game whose own tests run the suite has its line here. For any other game the suite plays the usual options.
macro_rules! suite_of {
    (exploding_kittens $game:ty) => {};
    (herding_cats $game:ty) => {};
    (spellbook $game:ty) => {};
    (texas_42 $game:ty) => {};
    ($module:ident $game:ty) => {
        mod $module {
            facedown_testkit::conformance!($game);
        }
    };
}
facedown_games::every_game!(suite_of);
