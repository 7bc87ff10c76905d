//! What a table can choose, and what it cannot (R-SET-01, R-CHAL-02, R-SCORE-05).

use facedown_core::{Deal, Game, SeatCount, Seed, SetupError, Table};
use facedown_games::herding_cats::{HerdingCats, Options, Refusal};

use crate::scene::{self, PASS, play};

fn set_up(seats: usize, options: &str) -> Result<(), SetupError<Refusal>> {
    let options: Options = serde_json::from_str(options).unwrap();
    let deal = Deal::from_seed(Seed::from_text("options"));
    Table::<HerdingCats>::new(options, SeatCount::new(seats).unwrap(), deal).map(|_| ())
}

#[test]
fn r_set_01_two_to_six_can_play() {
    for seats in 1..=8 {
        let refused = set_up(seats, "{}").is_err();
        assert_eq!(refused, !(2..=6).contains(&seats), "{seats} seats");
    }
    let error = set_up(7, "{}").unwrap_err().to_string();
    assert_eq!(error, "herding-cats is for 2 to 6 players, not 7");
}

#[test]
fn r_chal_02_the_clock_runs_in_the_windows_and_only_there() {
    let mut table = scene::table(2, r#"{"challenge_clock":20}"#);
    assert_eq!(table.game().clock(), None);
    play(&mut table, &[(0, r#"{"type":"play","card":3,"declare":"alley_cat","target":1}"#)]);
    assert_eq!(table.game().clock(), Some(20));
    play(&mut table, &[(1, PASS), (0, r#"{"type":"select","card":9}"#)]);
    assert_eq!(table.game().clock(), None);
    play(&mut table, &[(1, r#"{"type":"intercept","card":15}"#)]);
    assert_eq!(table.game().clock(), Some(20));
}

#[test]
fn options_that_cannot_be_played_are_refused() {
    for seconds in [0, 4, 601] {
        let options = format!(r#"{{"challenge_clock":{seconds}}}"#);
        let refusal = Refusal::ClockOutOfRange { seconds };
        assert_eq!(set_up(2, &options), Err(SetupError::Options(refusal)));
    }
    let twice = r#"{"tie_breakers":["herd","herd"]}"#;
    assert_eq!(set_up(2, twice), Err(SetupError::Options(Refusal::TieBreakerTwice)));
    assert!(serde_json::from_str::<Options>(r#"{"jokers":true}"#).is_err());
}
