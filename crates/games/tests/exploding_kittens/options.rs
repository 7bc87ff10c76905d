//! What a table can choose, and what it cannot.

use facedown_core::{Deal, Game, Refusal as _, Seed, SetupError};
use facedown_games::exploding_kittens::{Options, Refusal, Set, TargetedAttacks};

use crate::scene::{EkTable, Scene, count, options, play, seat};

fn set_up(seats: usize, json: &str) -> Result<(), SetupError<Refusal>> {
    let deal = Deal::from_seed(Seed::from_text("options"));
    EkTable::new(options(json), count(seats), deal).map(|_| ())
}

#[test]
fn r_set_01_two_to_five_can_play() {
    for set in Set::ALL {
        let json = serde_json::to_string(&Options { set, ..Options::default() }).unwrap();
        for seats in 1..=8 {
            let refused = set_up(seats, &json).is_err();
            assert_eq!(refused, !(2..=5).contains(&seats), "{seats} seats");
        }
    }
    let error = set_up(6, "{}").unwrap_err().to_string();
    assert_eq!(error, "exploding-kittens is for 2 to 5 players, not 6");
}

#[test]
fn r_nope_08_the_clock_runs_in_the_nope_window_and_only_there() {
    for seconds in [3, 600] {
        assert_eq!(set_up(2, &format!(r#"{{"nope_clock":{seconds}}}"#)), Ok(()));
    }
    for seconds in [0, 2, 601, u32::MAX] {
        let refused = set_up(2, &format!(r#"{{"nope_clock":{seconds}}}"#)).unwrap_err();
        let SetupError::Options(refusal) = refused else { panic!("{refused}") };
        assert_eq!((refusal.kind(), refusal.rule()), ("clock-out-of-range", "R-NOPE-08"));
        let why = format!("a Nope clock of {seconds} seconds cannot be played; choose 3 to 600");
        assert_eq!(refusal.to_string(), why);
    }
    let hands = ["shuffle attack nope tacocat beard_cat", "nope skip skip tacocat tacocat"];
    let mut table = Scene::new(r#"{"nope_clock":10}"#, &hands).deal();
    assert_eq!(table.game().clock(), None);
    play(&mut table, &[(0, "play shuffle")]);
    assert_eq!(table.game().clock(), Some(10));
    play(&mut table, &[(1, "nope nope")]);
    assert_eq!(table.game().clock(), Some(10));
    play(&mut table, &[(0, "nope nope"), (1, "pass")]);
    assert_eq!(table.game().clock(), None, "how often to shuffle may be thought about");
    let mut table = Scene::new("{}", &hands).deal();
    play(&mut table, &[(0, "play shuffle")]);
    assert_eq!(table.game().clock(), None);
    assert_eq!(table.waiting_on(), seat(1).only());
}

#[test]
fn the_usual_game_is_the_base_set_with_attacks_that_wait() {
    let usual = options("{}");
    assert_eq!(usual, Options::default());
    assert_eq!((usual.set, usual.targeted_attack), (Set::Base, TargetedAttacks::Pending));
    assert_eq!((usual.any_pairs, usual.nope_clock), (false, None));
}

#[test]
fn what_is_not_an_option_is_refused() {
    for json in [
        r#"{"jokers":true}"#,
        r#"{"set":"zombie"}"#,
        r#"{"targeted_attack":"now"}"#,
        r#"{"any_pairs":"yes"}"#,
        r#"{"nope_clock":-5}"#,
    ] {
        assert!(serde_json::from_str::<Options>(json).is_err(), "{json}");
    }
    for (set, name) in Set::ALL.iter().zip(["base", "streaking", "imploding", "party", "published"])
    {
        assert_eq!(options(&format!(r#"{{"set":"{name}"}}"#)).set, *set);
    }
}
