//! What is counted.

use facedown_core::Viewer;
use facedown_games::spellbook::Statistics;
use serde_json::json;

use crate::scene::{act, card, duel, seat};

#[test]
fn each_thing_is_counted_for_the_one_who_did_it() {
    let mut table = duel().play();
    act(&mut table, 0, json!({"type": "draw", "count": 2}));
    act(&mut table, 0, json!({"type": "mill", "seat": 1, "count": 3, "to": "exile-unseen"}));
    act(&mut table, 1, json!({"type": "token", "spec": {"name": "Rat"}, "count": 4}));
    let cast = json!({"type": "cast", "card": card(&table, 1, "b2")});
    act(&mut table, 1, cast);
    act(&mut table, 1, json!({"type": "damage", "to": {"seat": 0}, "amount": 5}));
    act(&mut table, 1, json!({"type": "search"}));
    let zero = Statistics { drawn: 9, milled: 3, ..Statistics::default() };
    let one = Statistics {
        drawn: 7,
        cast: 1,
        damage: 5,
        tokens: 4,
        searches: 1,
        ..Statistics::default()
    };
    for viewer in [Viewer::Spectator, seat(0).into(), seat(1).into()] {
        let counts = table.statistics(viewer);
        assert_eq!((counts[seat(0)], counts[seat(1)]), (zero, one));
    }
}
