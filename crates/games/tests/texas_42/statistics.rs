//! What is counted.

use facedown_core::Viewer;
use facedown_games::texas_42::Statistics;

use crate::scene::{self, auction, random_game, seat, trick};

const PASS: &str = "\"pass\"";

#[test]
fn a_hand_that_is_made_counts_for_the_bidder_and_its_marks_for_the_side() {
    let mut table = scene::table(r#"{"pace":"auto"}"#);
    auction(&mut table, [r#"{"marks":2}"#, PASS, PASS, PASS], (0, "sixes"));
    (0..7).for_each(|place| trick(&mut table, 0, place));
    let counts = table.statistics(Viewer::Spectator);
    let bidder = Statistics {
        auctions_won: 1,
        contracts_made: 1,
        contracts_set: 0,
        tricks_taken: 7,
        points_taken: 42,
        marks: 2,
    };
    assert_eq!(counts[seat(0)], bidder);
    assert_eq!(counts[seat(2)], Statistics { marks: 2, ..Statistics::default() });
    assert_eq!([1, 3].map(|index| counts[seat(index)]), [Statistics::default(); 2]);
}

#[test]
fn a_hand_that_is_set_counts_for_the_other_side() {
    let mut table = scene::table(r#"{"pace":"auto","early_end":true}"#);
    auction(&mut table, [PASS, r#"{"marks":1}"#, PASS, PASS], (1, "fives"));
    // 5-4 is led, and 6-5 takes it.
    for (index, card) in [(1, 8), (2, 14), (3, 21), (0, 1)] {
        let json = format!(r#"{{"type":"play-domino","card":{card}}}"#);
        scene::play(&mut table, &[(index, &json)]);
    }
    let counts = table.statistics(seat(1).into());
    assert_eq!((counts[seat(1)].auctions_won, counts[seat(1)].contracts_set), (1, 1));
    assert_eq!([0, 1, 2, 3].map(|index| counts[seat(index)].marks), [1, 0, 1, 0]);
    assert_eq!((counts[seat(0)].tricks_taken, counts[seat(0)].points_taken), (1, 1));
}

#[test]
fn everybody_counts_the_same_and_the_marks_are_those_of_the_table() {
    for json in ["{}", r#"{"pace":"auto"}"#] {
        let table = random_game("counting", json, |_| ());
        let counts = table.statistics(Viewer::Spectator);
        for index in 0..4 {
            assert_eq!(table.statistics(seat(index).into()), counts);
            assert_eq!(counts[seat(index)].marks, u32::from(table.game().marks[index % 2]));
        }
        let sum = |of: fn(&Statistics) -> u32| counts.values().iter().map(of).sum::<u32>();
        assert_eq!(sum(|c| c.auctions_won), sum(|c| c.contracts_made + c.contracts_set));
        assert_eq!(sum(|c| c.tricks_taken), 7 * sum(|c| c.auctions_won));
        assert_eq!(sum(|c| c.points_taken), 42 * sum(|c| c.auctions_won));
    }
}
