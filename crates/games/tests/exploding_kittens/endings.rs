//! How turns and games end, where a playthrough would be too long or cannot get.

use facedown_core::{Game, Standing, Viewer};
use facedown_games::exploding_kittens::{Action, Event, Phase, Set};

use crate::scene::{Scene, held, only, play, random_game, seat, unopposed};

/// It takes a cursed player who throws away a kitten; a playthrough shows how a game comes to this.
#[test]
fn r_end_02_when_there_is_nothing_left_to_draw_all_who_are_alive_win() {
    let table = Scene::new("{}", &["nope attack skip tacocat beard_cat"; 3]).deal();
    let (mut game, mut house) = (table.game().clone(), table.house().clone());
    game.pile.clear();
    game.living = game.living.without(seat(2));
    game.dead.push(seat(2));
    game.apply(seat(0), &Action::Draw {}, &mut house).unwrap();
    assert_eq!(game.phase, Phase::Over);
    assert!(game.waiting_on().is_empty());
    let Standing { scores, winners } = game.standing().unwrap();
    assert_eq!((scores.values(), winners), (&[1, 1, 0][..], seat(0).only().with(seat(1))));
}

#[test]
fn r_end_02_nor_is_there_anything_at_the_bottom() {
    let hands =
        ["draw_from_the_bottom attack skip tacocat beard_cat", "nope skip skip tacocat nope"];
    let table = Scene::new(r#"{"set":"imploding"}"#, &hands).deal();
    let (mut game, mut house) = (table.game().clone(), table.house().clone());
    game.pile.clear();
    let card = held(&table, 0, "draw_from_the_bottom");
    game.apply(seat(0), &Action::Play { card, target: None }, &mut house).unwrap();
    game.apply(seat(1), &Action::Pass {}, &mut house).unwrap();
    assert_eq!(game.standing().unwrap().winners, seat(0).only().with(seat(1)));
}

#[test]
fn r_end_01_and_r_end_03_one_is_left_and_each_has_a_point_for_everybody_outlived() {
    for set in Set::ALL {
        for seats in 2..=5 {
            let table = random_game(&format!("end {seats}"), (seats, only(set)), |table| {
                let living = table.game().living.len();
                assert_eq!(table.standing().is_some(), living == 1);
                assert_eq!(living + table.game().dead.len(), seats);
            });
            let Standing { scores, winners } = table.standing().unwrap();
            let mut sorted: Vec<i32> = scores.values().to_vec();
            sorted.sort_unstable();
            let wanted: Vec<i32> = (0..).take(seats).collect();
            assert_eq!(sorted, wanted);
            let best = winners.single().unwrap();
            assert_eq!(scores[best], wanted[seats - 1]);
            let died = table.stream(Viewer::Spectator).filter_map(|heard| match heard.told.event {
                Event::Died { player } => Some(player),
                _ => None,
            });
            for (points, dead) in (0..).zip(died) {
                assert_eq!(scores[dead], points);
            }
        }
    }
}

#[test]
fn r_att_03_the_chain_is_played_before_anybody_draws() {
    // Two Attacks one after the other give four turns, none of which has been drawn for.
    let hands = ["attack skip skip favor favor tacocat tacocat"; 2];
    let json = r#"{"set":"published"}"#;
    let mut table = Scene::new(json, &hands).pile("shuffle shuffle shuffle").deal();
    unopposed(&mut table, 0, "play attack");
    unopposed(&mut table, 1, "play attack");
    assert_eq!(table.game().turns.owed.turns, 4);
    // R-SKIP-01: each Skip ends one turn, and draws nothing.
    unopposed(&mut table, 0, "play skip");
    assert_eq!(table.game().turns.owed.turns, 3);
    unopposed(&mut table, 0, "play skip");
    assert_eq!((table.game().turns.owed.turns, table.game().turns.owed.under_attack), (2, true));
    assert_eq!(table.statistics(Viewer::Spectator)[seat(0)].drawn, 0);
    play(&mut table, &[(0, "draw")]);
    assert_eq!(table.game().turns.seat, seat(0));
    play(&mut table, &[(0, "draw")]);
    assert_eq!((table.game().turns.seat, table.game().turns.owed.turns), (seat(1), 1));
}

#[test]
fn r_turn_01_any_number_of_cards_is_played_before_the_draw() {
    let hands = [
        "shuffle see_the_future see_the_future tacocat tacocat",
        "nope skip skip beard_cat beard_cat",
    ];
    let mut table = Scene::new("{}", &hands).pile("skip attack nope").deal();
    unopposed(&mut table, 0, "play see_the_future");
    unopposed(&mut table, 0, "play see_the_future");
    unopposed(&mut table, 0, "pair tacocat tacocat target=1");
    assert_eq!(table.legal(seat(0)).len(), 6, "one of six cards is picked");
    let card = table.game().players[seat(1)].hand[2];
    play(&mut table, &[(0, &format!("pick card={}", card.id()))]);
    assert_eq!((table.game().turns.seat, &table.game().phase), (seat(0), &Phase::Turn));
    play(&mut table, &[(0, "draw")]);
    assert_eq!(table.game().turns.seat, seat(1));
}

#[test]
fn r_play_04_what_has_lost_its_target_comes_to_nothing() {
    // Seat 1 has one card, a Nope, and plays it against the pair that wants it; the Nope is Noped.
    let hands = ["tacocat tacocat nope nope beard_cat", "nope attack attack attack skip"];
    let json = r#"{"any_pairs":true}"#;
    let mut table =
        Scene::new(json, &hands).pile("exploding_kitten shuffle shuffle shuffle").deal();
    play(&mut table, &[(0, "draw"), (0, "defuse defuse"), (0, "tuck place=0")]);
    play(&mut table, &[(1, "draw"), (1, "defuse defuse"), (1, "tuck place=20")]);
    play(&mut table, &[(0, "draw")]);
    unopposed(&mut table, 1, "triple attack attack attack target=0");
    play(&mut table, &[(1, "name kind=defuse")]);
    unopposed(&mut table, 1, "play skip");
    assert_eq!(table.game().players[seat(1)].hand.len(), 1);
    play(&mut table, &[(0, "pair tacocat tacocat target=1"), (1, "nope nope"), (0, "nope nope")]);
    let told = play(&mut table, &[(1, "pass")]);
    assert!(told.contains(&Event::Fizzled { player: seat(0), target: seat(1) }), "{told:?}");
    assert_eq!((table.game().turns.seat, &table.game().phase), (seat(0), &Phase::Turn));
}
