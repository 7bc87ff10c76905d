//! Records and share codes of whole games in every set.

use facedown_core::{Record, share};
use facedown_games::exploding_kittens::{ExplodingKittens, Set};
use serde_json::json;

use crate::scene::{only, random_game, viewers};

#[test]
fn a_record_round_trips_and_verifies() {
    for set in Set::ALL {
        let table = random_game("record", (3, only(set)), |_| ());
        let record = table.record(["Ann", "Bob", "Cat"].map(str::to_owned).to_vec());
        let text = record.to_json();
        let read = Record::<ExplodingKittens>::from_json(&text).unwrap();
        assert_eq!(read.to_json(), text);
        let report = read.verify();
        assert!(report.flaws.is_empty(), "{:?}", report.flaws);
        assert_eq!(report.actions, table.log().len());
        assert_eq!(report.standing, table.standing());
    }
}

#[test]
fn everybody_sees_at_any_point_what_they_saw_then() {
    for set in Set::ALL {
        let mut live = Vec::new();
        let table = random_game("then", (4, only(set)), |table| {
            live.push(
                viewers(table).iter().map(|&viewer| json!(table.view(viewer))).collect::<Vec<_>>(),
            );
        });
        let whole = share::decode::<ExplodingKittens>(&share::encode(&table).unwrap()).unwrap();
        for (number, then) in (1..).zip(&live).step_by(7) {
            let there = whole.at(number).unwrap();
            let views: Vec<_> =
                viewers(&there).iter().map(|&viewer| json!(there.view(viewer))).collect();
            assert_eq!(&views, then, "after {number} actions");
        }
    }
}
