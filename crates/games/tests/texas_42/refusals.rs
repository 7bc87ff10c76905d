//! Every kind of refusal: what provokes it, its rule, and a message that says what to do instead.

use facedown_core::{Game, Refusal as _, Refused, Table};
use facedown_games::texas_42::Texas42;

use crate::scene::{self, SPECIAL, action, auction, bid, seat, trick};

const PASS: &str = "\"pass\"";

/// Tries this and checks that it is refused so and that nothing has changed.
#[track_caller]
fn check(table: &mut Table<Texas42>, index: usize, json: &str, [kind, rule, why]: [&str; 3]) {
    let before = (table.game().clone(), table.log().len(), table.heard().len());
    let act = if json.starts_with('{') && !json.contains("type") || json.starts_with('"') {
        bid(json)
    } else {
        action(json)
    };
    let Err(Refused::Rules(refusal)) =
        table.act(seat(index), act).map(|_| ()).map_err(|error| error.refused)
    else {
        panic!("{json} is not refused by the rules")
    };
    assert_eq!([refusal.kind(), refusal.rule(), &refusal.to_string()], [kind, rule, why]);
    assert_eq!(before, (table.game().clone(), table.log().len(), table.heard().len()));
}

#[test]
fn in_the_auction() {
    let mut table = scene::table("{}");
    let table = &mut table;
    let why = "that cannot be done now: bid or pass";
    check(table, 0, "redeal", ["not-now", "R-BID-01", why]);
    let why = "29 cannot be bid; bid 30 to 41 points, or marks";
    check(table, 0, r#"{"points":29}"#, ["no-such-bid", "R-BID-02", why]);
    let why = "3 marks are too many at once; bid at most 2";
    check(table, 0, r#"{"marks":3}"#, ["too-many-marks", "R-BID-03", why]);
    let why = "this table does not play plunge; bid or name something else";
    check(table, 0, "\"plunge\"", ["not-played", "R-PLUNGE-01", why]);
    let why = "this table does not play splash; bid or name something else";
    check(table, 0, r#"{"splash":2}"#, ["not-played", "R-SPLASH-01", why]);
    table.act(seat(0), bid(r#"{"points":35}"#)).map(|_| ()).unwrap();
    let why = "34 is not higher than the highest bid, 35; bid more or pass";
    check(table, 1, r#"{"points":34}"#, ["too-low", "R-BID-02", why]);
}

#[test]
fn r_bid_06_the_shaker_may_not_pass() {
    let mut table = scene::table(r#"{"forced_bid":true}"#);
    for index in 0..3 {
        table.act(seat(index), bid(PASS)).map(|_| ()).unwrap();
    }
    let why = "all others have passed, so you must bid; bid at least 30";
    check(&mut table, 3, PASS, ["forced-bid", "R-BID-06", why]);
}

#[test]
fn with_too_few_doubles() {
    // Seat 0 has 6-6 alone.
    let mut table = scene::table(SPECIAL);
    let why = "a plunge needs 4 doubles in hand; bid something else";
    check(&mut table, 0, "\"plunge\"", ["too-few-doubles", "R-PLUNGE-01", why]);
    let why = "a splash needs 3 doubles in hand; bid something else";
    check(&mut table, 0, r#"{"splash":3}"#, ["too-few-doubles", "R-SPLASH-01", why]);
}

#[test]
fn in_the_naming() {
    for (trump, name, rule) in
        [("nello", "Nello", "R-NELLO-01"), ("sevens", "Sevens", "R-SEVENS-01")]
    {
        let json = format!(r#"{{"type":"select-trump","trump":"{trump}"}}"#);
        for options in ["{}", SPECIAL] {
            let mut table = scene::table(options);
            for (index, json) in [r#"{"points":30}"#, PASS, PASS, PASS].into_iter().enumerate() {
                table.act(seat(index), bid(json)).map(|_| ()).unwrap();
            }
            let (kind, why) = if options == "{}" {
                (
                    "not-played",
                    format!("this table does not play {name}; bid or name something else"),
                )
            } else {
                let why = format!("{name} goes only with a bid of marks; name a trump instead");
                ("needs-marks", why)
            };
            check(&mut table, 0, &json, [kind, rule, &why]);
            let why = "that cannot be done now: name the trump";
            check(&mut table, 0, "\"pass\"", ["not-now", "R-TRUMP-01", why]);
        }
    }
}

#[test]
fn in_the_play() {
    let mut table = scene::table(SPECIAL);
    let table = &mut table;
    auction(table, [r#"{"marks":1}"#, PASS, PASS, PASS], (0, "fives"));
    let play = |card: u16| format!(r#"{{"type":"play-domino","card":{card}}}"#);
    let why = "card #7 is not in your hand; play one that is";
    check(table, 0, &play(7), ["not-in-hand", "R-PLAY-01", why]);
    // 6-5 leads the fives, so seat 1 has to play one of its fives, and not 4-4.
    table.act(seat(0), action(&play(1))).map(|_| ()).unwrap();
    let why = "card #13 does not follow; play a domino of the suit that was led";
    check(table, 1, &play(13), ["must-follow", "R-SUIT-04", why]);
    let mut table = scene::table(SPECIAL);
    auction(&mut table, [r#"{"marks":1}"#, PASS, PASS, PASS], (0, "sevens"));
    let why = "card #0 is not your nearest to seven pips; play one that is";
    check(&mut table, 0, &play(0), ["must-play-nearest", "R-SEVENS-02", why]);
}

#[test]
fn in_the_agreement() {
    let mut table = scene::table(r#"{"marks":1,"games":2}"#);
    let table = &mut table;
    auction(table, [r#"{"marks":1}"#, PASS, PASS, PASS], (0, "sixes"));
    let why = "that cannot be done now: play a domino";
    check(table, 0, "agree-complete-trick", ["not-now", "R-PLAY-01", why]);
    for place in 0..7 {
        trick(table, 0, place);
        let why = "not everybody has agreed yet; get the agreement of seat 0, 1, 2, 3 first";
        check(table, 0, "complete-trick", ["not-agreed", "R-AGREE-02", why]);
        let why = "that cannot be done now: agree that the trick is taken in";
        check(table, 0, "score-hand", ["not-now", "R-AGREE-01", why]);
        for index in 0..4 {
            scene::play(table, &[(index, "agree-complete-trick")]);
        }
        let why = "that cannot be done now: take the trick in";
        check(table, 0, "agree-complete-trick", ["not-now", "R-AGREE-02", why]);
        scene::play(table, &[(0, "complete-trick")]);
    }
    let why = "that cannot be done now: agree that the hand is scored";
    check(table, 0, "complete-trick", ["not-now", "R-AGREE-01", why]);
    for index in 0..3 {
        scene::play(table, &[(index, "agree-score-hand")]);
    }
    let why = "not everybody has agreed yet; get the agreement of seat 3 first";
    check(table, 3, "score-hand", ["not-agreed", "R-AGREE-02", why]);
    scene::play(table, &[(3, "agree-score-hand")]);
    let why = "that cannot be done now: score the hand";
    check(table, 3, "agree-score-hand", ["not-now", "R-AGREE-02", why]);
    scene::play(table, &[(3, "score-hand")]);
    let why = "that cannot be done now: begin the next game";
    check(table, 0, "redeal", ["not-now", "R-GAME-02", why]);
    // The rules themselves have an answer, too, after the end; the table says it before them.
    scene::play(table, &[(0, "new-game")]);
}

#[test]
fn r_bid_05_after_four_passes_only_the_redeal_is_left() {
    let mut table = scene::table("{}");
    for index in 0..4 {
        table.act(seat(index), bid(PASS)).map(|_| ()).unwrap();
    }
    let why = "that cannot be done now: all have passed; deal again";
    check(&mut table, 0, PASS, ["not-now", "R-BID-05", why]);
    assert_eq!(table.game().waiting_on(), seat(0).only());
}
