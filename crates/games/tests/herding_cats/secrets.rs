//! Who sees what, at the moments that matter.

use facedown_core::{Game, Table, Viewer, share};
use facedown_games::herding_cats::{HerdingCats, Kind};
use facedown_games::{Names, Story};
use serde_json::json;

use crate::scene::{self, CHALLENGE, DECLINE, PASS, card, play, seat};

#[test]
fn r_set_03_the_two_cards_out_of_the_game_are_seen_by_nobody_until_it_is_over() {
    let table = scene::table(2, "{}");
    for viewer in [Viewer::Spectator, seat(0).into(), seat(1).into()] {
        for place in [7, 8] {
            assert_eq!(table.lens(viewer).face(card(0, place)), None);
        }
    }
    assert!(table.hindsight().is_none());
}

#[test]
fn r_set_04_a_hand_is_seen_by_its_holder_alone() {
    let table = scene::table(3, "{}");
    for place in 0..7 {
        assert_eq!(
            table.lens(seat(1).into()).face(card(1, place)),
            Some(scene::HAND[usize::from(place)])
        );
        for viewer in [Viewer::Spectator, seat(0).into(), seat(2).into()] {
            assert_eq!(table.lens(viewer).face(card(1, place)), None);
        }
    }
}

#[test]
fn r_turn_01_the_card_on_the_table_is_seen_by_whoever_played_it_alone() {
    let mut table = scene::table(3, "{}");
    let played = |table: &Table<HerdingCats>, viewer: Viewer| table.view(viewer).played;
    let others = [Viewer::Spectator, seat(1).into(), seat(2).into()];
    assert_eq!(played(&table, seat(0).into()), None, "nothing lies there yet");
    // A bluff, in every phase that it lies there for.
    let steps = [
        (0, r#"{"type":"play","card":0,"declare":"catnip","target":1}"#),
        (1, PASS),
        (2, PASS),
        (0, r#"{"type":"select","card":9}"#),
        (1, r#"{"type":"intercept","card":15}"#),
        (0, CHALLENGE),
    ];
    for step in steps {
        play(&mut table, &[step]);
        assert_eq!(played(&table, seat(0).into()), Some(Kind::Kitten), "after {step:?}");
        for viewer in others {
            assert_eq!(played(&table, viewer), None, "{viewer} after {step:?}");
        }
    }
    play(&mut table, &[(1, r#"{"type":"pick","card":1}"#)]);
    assert_eq!(played(&table, seat(0).into()), None, "it is in the herd");
}

#[test]
fn r_chal_04_a_challenged_truth_is_seen_by_everybody_while_it_lies_on_the_table() {
    let mut table = scene::table(3, "{}");
    let steps = [
        (0, r#"{"type":"play","card":4,"declare":"catnip","target":1}"#),
        (2, CHALLENGE),
        (0, r#"{"type":"pick","card":18}"#),
    ];
    play(&mut table, &steps[..1]);
    for step in &steps[1..] {
        play(&mut table, &[*step]);
        for viewer in [Viewer::Spectator, seat(0).into(), seat(1).into(), seat(2).into()] {
            assert_eq!(table.view(viewer).played, Some(Kind::Catnip), "{viewer} after {step:?}");
        }
    }
}

#[test]
fn r_catnip_01_the_loot_is_seen_by_the_thief_and_no_longer_by_its_former_owner() {
    let table = scene::theft();
    assert_eq!(table.lens(seat(0).into()).face(card(1, 0)), Some(Kind::Kitten));
    for viewer in [Viewer::Spectator, seat(1).into(), seat(2).into()] {
        assert_eq!(table.lens(viewer).face(card(1, 0)), None);
    }
}

#[test]
fn the_thief_still_knows_after_a_reload() {
    let table = scene::theft();
    let reloaded = share::decode::<HerdingCats>(&share::encode(&table).unwrap()).unwrap();
    let loot = json!({"id": 9, "type": "kitten", "identity": "kitten", "face_up": false});
    assert_eq!(json!(reloaded.view(seat(0).into()))["players"][0]["herd"][0], loot);
    let back = json!({"id": 9, "face_up": false});
    assert_eq!(json!(reloaded.view(seat(1).into()))["players"][0]["herd"][0], back);
}

#[test]
fn public_log_lines_never_name_a_stolen_card_and_the_thiefs_own_do() {
    let table = scene::theft();
    let lines = |viewer: Viewer| -> Vec<String> {
        let names = Names::plain(table.seats(), viewer.seat());
        let told = table.stream(viewer).filter(|heard| heard.at >= 4);
        told.filter_map(|heard| HerdingCats::tell(&heard.told.event, &names)).collect()
    };
    assert!(lines(seat(0).into()).iter().any(|line| line.contains("Kitten")));
    for viewer in [Viewer::Spectator, seat(1).into(), seat(2).into()] {
        assert!(lines(viewer).iter().any(|line| line.contains("steal")));
        assert!(!lines(viewer).iter().any(|line| line.contains("Kitten")), "{:?}", lines(viewer));
    }
}

#[test]
fn r_herd_04_what_is_printed_on_a_bluff_that_stood_shows_only_after_the_game() {
    let mut table = scene::table(2, "{}");
    play(&mut table, &[(0, r#"{"type":"play","card":5,"declare":"kitten"}"#), (1, PASS)]);
    play(
        &mut table,
        &[
            (1, r#"{"type":"play","card":14,"declare":"animal_control","target":0}"#),
            (0, PASS),
            (1, r#"{"type":"select","card":5}"#),
        ],
    );
    let view = json!(table.view(seat(1).into()));
    assert_eq!(view["players"][0]["discard"], json!([{"id": 5, "type": "kitten"}]));
    let own = json!([{"id": 5, "type": "kitten", "printed": "animal_control"}]);
    assert_eq!(json!(table.view(seat(0).into()))["players"][0]["discard"], own);
    assert_eq!(table.lens(seat(1).into()).face(card(0, 5)), None);
    // To the end as fast as it goes: seat 1 challenges the truth and is caught bluffing.
    for (mine, pick) in [(0, 15), (1, 13)] {
        let play_true = format!(r#"{{"type":"play","card":{mine},"declare":"kitten"}}"#);
        let pick = format!(r#"{{"type":"pick","card":{pick}}}"#);
        play(&mut table, &[(0, &play_true), (1, CHALLENGE), (0, &pick)]);
        let (bluff, lost) = if mine == 0 { (12, 11) } else { (9, 10) };
        let bluff = format!(r#"{{"type":"play","card":{bluff},"declare":"laser_pointer"}}"#);
        let lost = format!(r#"{{"type":"pick","card":{lost}}}"#);
        play(&mut table, &[(1, &bluff), (0, CHALLENGE)]);
        if table.standing().is_none() {
            play(&mut table, &[(0, &lost)]);
        }
    }
    let hindsight = table.hindsight().unwrap();
    let view = json!(table.game().view(&hindsight));
    let discard = json!({"id": 5, "type": "kitten", "printed": "animal_control"});
    assert_eq!(view["players"][0]["discard"][0], discard);
    assert_eq!(view["players"][0]["out"][1], json!({"id": 8, "type": "alley_cat"}));
    assert_eq!(hindsight.face(card(0, 5)), Some(Kind::AnimalControl));
    assert_eq!(hindsight.face(card(0, 7)), Some(Kind::Kitten));
}

#[test]
fn a_card_that_was_shown_to_all_and_went_back_is_its_holders_secret_again() {
    let mut table = scene::table(3, "{}");
    play(
        &mut table,
        &[
            (0, r#"{"type":"play","card":4,"declare":"catnip","target":1}"#),
            (1, PASS),
            (2, PASS),
            (0, r#"{"type":"select","card":13}"#),
            (1, DECLINE),
        ],
    );
    assert_eq!(table.lens(seat(1).into()).face(card(1, 4)), Some(Kind::Catnip));
    assert_eq!(table.lens(seat(0).into()).face(card(1, 4)), None);
    let place = json!(table.view(seat(0).into()))["players"][1]["hand"][4].clone();
    assert_eq!(place, json!({"id": 13}), "it lies where it lay");
}
