//! Every game between the players' own machines: equal to a house, byte for byte, and no coalition learns more.
#![allow(clippy::unwrap_used)] // what fails here is the test

/// A game with options of its own to play has its line here. Any other game plays the usual ones.
macro_rules! peers_of {
    (exploding_kittens $game:ty) => {
        mod exploding_kittens {
            facedown_testkit::peers!(
                $game,
                facedown_testkit::Suite::default().with_games(2).with_options(super::read(&[
                    "{}",
                    r#"{"set":"streaking"}"#,
                    r#"{"set":"imploding","targeted_attack":"immediate"}"#,
                    r#"{"set":"party"}"#,
                    r#"{"set":"published","any_pairs":true}"#,
                ]))
            );
        }
    };
    // Its own tests play it, because its players bring lists.
    (spellbook $game:ty) => {};
    (texas_42 $game:ty) => {
        mod texas_42 {
            facedown_testkit::peers!(
                $game,
                facedown_testkit::Suite::default().with_games(2).with_options(super::read(&[
                    r#"{"marks":2}"#,
                    r#"{"marks":2,"pace":"auto","early_end":true,"forced_bid":true,"games":2}"#,
                    r#"{"marks":4,"pace":"auto","nello":true,"sevens":true,"plunge":true,"splash":true}"#,
                ]))
            );
        }
    };
    ($module:ident $game:ty) => {
        mod $module {
            facedown_testkit::peers!($game);
        }
    };
}
facedown_games::every_game!(peers_of);

fn read<O: serde::de::DeserializeOwned>(options: &[&str]) -> Vec<O> {
    options.iter().map(|json| serde_json::from_str(json).unwrap()).collect()
}
