//! What is counted.

use facedown_core::Viewer;
use facedown_games::exploding_kittens::{Event, Set, Statistics};

use crate::scene::{Scene, only, pass_all, play, random_game, seat, unopposed};

#[test]
fn each_thing_is_counted_once_for_the_one_who_did_it() {
    let hands = [
        "attack shuffle nope tacocat tacocat",
        "nope attack skip see_the_future beard_cat",
        "nope shuffle skip see_the_future beard_cat",
    ];
    let mut table = Scene::new("{}", &hands).pile("skip exploding_kitten shuffle").deal();
    unopposed(&mut table, 0, "pair tacocat tacocat target=1");
    let skip = crate::scene::held(&table, 1, "skip");
    play(&mut table, &[(0, &format!("pick card={}", skip.id()))]);
    play(&mut table, &[(0, "play shuffle"), (1, "nope nope")]);
    pass_all(&mut table);
    unopposed(&mut table, 0, "play attack");
    play(&mut table, &[(1, "draw"), (1, "draw"), (1, "defuse defuse"), (1, "tuck place=0")]);
    let thief = Statistics { played: 3, stopped: 1, taken: 1, attacks: 1, ..Statistics::default() };
    let victim = Statistics { drawn: 2, nopes: 1, defused: 1, ..Statistics::default() };
    for viewer in [Viewer::Spectator, seat(0).into(), seat(2).into()] {
        let counts = table.statistics(viewer);
        assert_eq!(counts[seat(0)], thief);
        assert_eq!(counts[seat(1)], victim);
        assert_eq!(counts[seat(2)], Statistics::default());
    }
}

#[test]
fn r_streak_03_a_kept_kitten_counts_like_any_draw() {
    let drawn = |pile: &str| {
        let hands = ["streaking_kitten attack nope beard_cat skip", "nope mark mark shuffle skip"];
        let mut table = Scene::new(r#"{"set":"streaking"}"#, &hands).pile(pile).deal();
        play(&mut table, &[(0, "draw"), (0, "keep")]);
        table.statistics(seat(1).into())
    };
    assert_eq!(drawn("exploding_kitten tacocat"), drawn("tacocat exploding_kitten"));
}

#[test]
fn everybody_counts_the_same_and_what_was_told() {
    for set in Set::ALL {
        let table = random_game("counting", (4, only(set)), |_| ());
        let counts = table.statistics(Viewer::Spectator);
        for index in 0..4 {
            assert_eq!(table.statistics(seat(index).into()), counts);
        }
        let told = |wanted: fn(&Event) -> bool| {
            let count = table.heard().iter().filter(|heard| wanted(&heard.told.event)).count();
            u32::try_from(count).unwrap()
        };
        let sum = |of: fn(&Statistics) -> u32| counts.values().iter().map(of).sum::<u32>();
        assert_eq!(sum(|c| c.drawn), told(|event| matches!(event, Event::Drawn { .. })));
        assert_eq!(sum(|c| c.played), told(|event| matches!(event, Event::Played { .. })));
        assert_eq!(sum(|c| c.taken), told(|event| matches!(event, Event::Taken { .. })));
    }
}
