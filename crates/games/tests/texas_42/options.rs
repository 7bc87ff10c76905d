//! What a table can choose, and what it cannot.

use facedown_core::{Deal, SeatCount, Seed, SetupError, Table};
use facedown_games::texas_42::{NelloDoubles, Options, Pace, Refusal, Texas42};

use crate::scene::options;

fn set_up(seats: usize, json: &str) -> Result<(), SetupError<Refusal>> {
    let deal = Deal::from_seed(Seed::from_text("options"));
    Table::<Texas42>::new(options(json), SeatCount::new(seats).unwrap(), deal).map(|_| ())
}

#[test]
fn r_deal_02_four_play() {
    for seats in 1..=8 {
        assert_eq!(set_up(seats, "{}").is_ok(), seats == 4, "{seats} seats");
    }
}

#[test]
fn r_game_01_marks_and_r_game_02_games_have_their_range() {
    for (name, most) in [("marks", 21), ("games", 9)] {
        for value in [1, most] {
            assert_eq!(set_up(4, &format!(r#"{{"{name}":{value}}}"#)), Ok(()));
        }
        for value in [0, most + 1, 255] {
            let refused = set_up(4, &format!(r#"{{"{name}":{value}}}"#)).unwrap_err();
            assert_eq!(refused, SetupError::Options(Refusal::OutOfRange { name, value, most }));
            let why = format!(
                "these options cannot be played: {name} of {value} cannot be played; choose 1 to {most}"
            );
            assert_eq!(refused.to_string(), why);
        }
    }
}

#[test]
fn the_usual_game_is_to_seven_marks_with_agreement_and_nothing_special() {
    let usual = options("{}");
    assert_eq!(usual, Options::default());
    assert_eq!((usual.marks, usual.games, usual.pace), (7, 1, Pace::Agree));
    assert_eq!(usual.nello_doubles, NelloDoubles::Suit);
    let switches = [usual.forced_bid, usual.early_end, usual.nello, usual.sevens];
    assert!(switches.iter().chain(&[usual.plunge, usual.splash]).all(|on| !on));
}

#[test]
fn what_is_not_an_option_is_refused() {
    for json in [r#"{"jokers":true}"#, r#"{"pace":"fast"}"#, r#"{"nello_doubles":"wild"}"#] {
        assert!(serde_json::from_str::<Options>(json).is_err(), "{json}");
    }
}
