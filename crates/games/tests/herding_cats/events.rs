//! The wire contract: names, payloads and the order of events.

use facedown_core::Viewer;
use facedown_games::herding_cats::Event;
use serde_json::{Value, json};

use crate::scene::{self, CHALLENGE, PASS, play, seat};

fn names(events: &[Event]) -> Vec<String> {
    let name = |event| json!(event)["type"].as_str().unwrap().to_owned();
    events.iter().map(name).collect()
}

/// What one viewer was told since its `since`th event.
fn heard(
    table: &facedown_core::Table<facedown_games::herding_cats::HerdingCats>,
    viewer: Viewer,
    since: usize,
) -> Vec<Value> {
    table.stream(viewer).skip(since).map(|heard| json!(heard.told.event)).collect()
}

#[test]
fn a_theft_is_told_in_order_and_without_the_kind() {
    let table = scene::theft();
    let told = heard(&table, Viewer::Spectator, 6);
    assert_eq!(
        told,
        [
            json!({"type": "cardRemoved", "player_id": 1, "from_zone": "hand", "card_id": 9}),
            json!({"type": "cardStolen", "from_player_id": 1, "to_player_id": 0, "card": {"id": 9},
                "hand_counts": [6, 6, 7]}),
            json!({"type": "herdUpdate", "player_id": 0, "visible": false, "card": {"id": 4}}),
            json!({"type": "turnStarted", "player_id": 1}),
        ]
    );
    assert_eq!(heard(&table, seat(1).into(), 6), told);
    assert_eq!(heard(&table, seat(2).into(), 6), told);
}

#[test]
fn the_thief_alone_is_told_what_it_is() {
    let table = scene::theft();
    let private = json!({"type": "cardStolenPrivate", "from_player_id": 1, "to_player_id": 0,
        "card": {"id": 9, "type": "kitten"}});
    let told = heard(&table, seat(0).into(), 6);
    assert_eq!(told[2], private);
    assert_eq!(told.len(), heard(&table, Viewer::Spectator, 6).len() + 1);
    for viewer in [Viewer::Spectator, seat(1).into(), seat(2).into()] {
        assert!(!heard(&table, viewer, 0).contains(&private));
    }
}

#[test]
fn an_interception_is_decided_before_any_herd_changes() {
    for (answer, penalty) in [(PASS, None), (CHALLENGE, Some(r#"{"type":"pick","card":0}"#))] {
        let mut table = scene::table(2, "{}");
        let mut steps = vec![
            (0, r#"{"type":"play","card":4,"declare":"catnip","target":1}"#),
            (1, PASS),
            (0, r#"{"type":"select","card":9}"#),
            (1, r#"{"type":"intercept","card":15}"#),
            (0, answer),
        ];
        steps.extend(penalty.map(|pick| (1, pick)));
        let told = names(&play(&mut table, &steps));
        let at = |name: &str| told.iter().position(|told| told == name).unwrap();
        assert!(at("interceptChallengeResult") < at("interceptApplied"));
        let substitution = &told[at("interceptApplied")..];
        let wanted =
            ["interceptApplied", "cardRemoved", "cardStolen", "cardStolenPrivate", "herdUpdate"];
        assert_eq!(substitution[..5], wanted);
        let herds: Vec<_> = told.iter().filter(|name| *name == "herdUpdate").collect();
        assert_eq!(herds.len(), 1);
    }
}

#[test]
fn every_claim_has_its_result_even_if_nobody_challenges() {
    let mut table = scene::table(2, "{}");
    let told = play(
        &mut table,
        &[
            (0, r#"{"type":"play","card":3,"declare":"alley_cat","target":1}"#),
            (1, PASS),
            (0, r#"{"type":"select","card":9}"#),
            (1, r#"{"type":"intercept","card":15}"#),
            (0, PASS),
        ],
    );
    let result = told.iter().map(|event| json!(event));
    let result = result.filter(|event| event["type"] == "interceptChallengeResult");
    assert_eq!(
        result.collect::<Vec<_>>(),
        [
            json!({"type": "interceptChallengeResult", "player_id": 1, "challenged": false, "stands": true,
            "card": {"id": 15}})
        ]
    );
}

#[test]
fn the_selected_card_stays_hidden_when_an_interception_stands() {
    let mut table = scene::table(2, "{}");
    play(
        &mut table,
        &[
            (0, r#"{"type":"play","card":3,"declare":"alley_cat","target":1}"#),
            (1, PASS),
            (0, r#"{"type":"select","card":11}"#),
            (1, r#"{"type":"intercept","card":15}"#),
            (0, PASS),
        ],
    );
    let card = json!({"id": 11});
    let view = json!(table.view(seat(0).into()));
    assert!(view["players"][1]["hand"].as_array().unwrap().contains(&card));
    let leaks = |event: &Value| event["card"]["id"] == 11 && event["card"].get("type").is_some();
    assert!(!heard(&table, seat(0).into(), 0).iter().any(leaks));
}
