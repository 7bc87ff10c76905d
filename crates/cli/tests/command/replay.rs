//! Tests of `facedown replay` and `facedown views`: each viewer sees what it saw, and bad input is refused.

use facedown_core::share;
use facedown_games::herding_cats::HerdingCats;
use serde_json::{Value, json};

use crate::common::{facedown, file, fixture, random_game, tampered};

/// A word of the name of each kind of card, as text and as JSON show it.
const KINDS: [&str; 12] = [
    "kitten",
    "show_cat",
    "alley_cat",
    "catnip",
    "animal_control",
    "laser_pointer",
    "Kitten",
    "Show",
    "Alley",
    "Catnip",
    "Control",
    "Pointer",
];

#[test]
fn a_seat_sees_its_own_hand_and_no_other() {
    let record = fixture("herding-cats-3.json");
    let shown = facedown(&["replay", &record, "--at", "0", "--as", "1", "--json"]).succeeds();
    let [step] = shown.lines().try_into().unwrap();
    assert_eq!(
        (&step["step"], &step["seat"], &step["action"]),
        (&json!(0), &json!(null), &json!(null))
    );
    let viewers = step["viewers"].as_object().unwrap();
    assert_eq!(viewers.keys().collect::<Vec<_>>(), ["1"]);
    for (seat, player) in viewers["1"]["view"]["players"].as_array().unwrap().iter().enumerate() {
        for card in player["hand"].as_array().unwrap() {
            assert_eq!(card.get("type").is_some(), seat == 1);
        }
    }
    let told = facedown(&["replay", &record, "--at", "0", "--as", "spectator"]).succeeds();
    assert!(KINDS.iter().all(|kind| !told.out.contains(kind)), "{}", told.out);
    let told = facedown(&["replay", &record, "--at", "0", "--as", "1"]).succeeds();
    assert!(KINDS.iter().any(|kind| told.out.contains(kind)), "{}", told.out);
    assert!(told.out.contains("Ann") && told.out.contains("7 in hand  ▒▒▒▒▒▒▒"), "{}", told.out);
}

/// Each view is the same as in the scenario of the same game.
#[test]
fn views_are_those_of_the_scenario() {
    let table = random_game(4, "the same game twice", &[]);
    let log: Vec<Value> = table
        .log()
        .iter()
        .map(|entry| json!({ "seat": entry.seat, "action": entry.action }))
        .collect();
    let scenario = json!({
        "game": "herding-cats", "seats": 4, "seed": "the same game twice", "steps": log,
    });
    let path = file("same-game.json", scenario.to_string());
    let played = facedown(&["scenario", &path]).succeeds().lines();
    let replayed =
        facedown(&["replay", "--json", &share::encode(&table).unwrap()]).succeeds().lines();
    assert_eq!(played.len(), replayed.len());
    for (played, replayed) in played.iter().zip(&replayed) {
        assert_eq!(played["action"], replayed["action"]);
        assert_eq!(played["outcome"], replayed["outcome"]);
        for (viewer, view) in played["views"].as_object().unwrap() {
            assert_eq!(*view, replayed["viewers"][viewer]["view"]);
        }
    }
    assert!(replayed.last().unwrap().get("hindsight").is_some());
    assert!(replayed.first().unwrap().get("hindsight").is_none());
}

#[test]
fn a_step_is_told_in_words() {
    let record = fixture("herding-cats-2.json");
    let told = facedown(&["replay", &record, "--at", "1", "--as", "0"]).succeeds();
    assert!(told.out.starts_with("Action 1 of "), "{}", told.out);
    assert!(told.out.contains("seat 0 (Ann)"), "{}", told.out);
    let all = facedown(&["replay", &record]).succeeds();
    let steps = all.out.lines().filter(|line| line.starts_with("Action ")).count();
    let record: Value = serde_json::from_str(&std::fs::read_to_string(&record).unwrap()).unwrap();
    assert_eq!(steps, record["actions"].as_array().unwrap().len());
    assert!(all.out.contains("in hindsight"));
}

#[test]
fn views_stand_side_by_side() {
    let shown = facedown(&["views", &fixture("herding-cats-2.code"), "--at", "3"]).succeeds();
    let title = shown.out.lines().nth(1).unwrap();
    assert!(title.starts_with("seat 0") && title.contains("seat 1"), "{}", shown.out);
    assert!(shown.out.lines().all(|line| line.chars().count() <= 100), "{}", shown.out);
}

#[test]
fn refused_actions_are_named_and_change_nothing() {
    let text = std::fs::read_to_string(fixture("herding-cats-2.json")).unwrap();
    let action = json!({ "seat": 7, "action": { "type": "pass" } });
    let with_one = tampered(&text, |record| {
        record["actions"].as_array_mut().unwrap().insert(2, action);
    });
    let path = file("one-refused.json", with_one);
    let ran = facedown(&["views", "--json", &path]).succeeds();
    assert!(ran.err.contains("1 refused"), "{}", ran.err);
    assert!(ran.err.contains("action 3 of the record (counted from 1): there is no seat 7"));
    let good = facedown(&["views", "--json", &fixture("herding-cats-2.json")]).succeeds();
    assert_eq!(ran.out, good.out);
}

#[test]
fn places_and_perspectives_that_are_not_there_are_refused() {
    let record = fixture("herding-cats-2.json");
    for command in ["replay", "views"] {
        facedown(&[command, &record, "--at", "1000"]).fails(2, "give a number from 0 to ");
        facedown(&[command, &record, "--at", "-1"]).fails(2, "0 is the deal");
        facedown(&[command, &record, "--at", "x"]).fails(2, "0 is the deal");
        facedown(&[command]).fails(2, "CODE|FILE");
        facedown(&[command, "/no/such/file.json"]).fails(66, "/no/such/file.json");
        facedown(&[command, "game1.json"]).fails(66, "game1.json");
    }
    facedown(&["replay", &record, "--as", "2"]).fails(2, "its seats are 0 to 1");
    facedown(&["replay", &record, "--as", "-1"]).fails(2, "a seat’s number, counted from 0");
    facedown(&["replay", &record, "--as", "8"]).fails(2, "a seat’s number, counted from 0");
    facedown(&["replay", &record, "--as", "Ann"]).fails(2, "a seat’s number, counted from 0");
}

#[test]
fn each_damage_to_a_code_has_its_own_words() {
    let code = std::fs::read_to_string(fixture("herding-cats-2.code")).unwrap();
    let code = code.trim();
    let check = |code: &str, says| facedown(&["replay", code]).fails(65, says);
    check(&code[..code.len() - 1], "a character is wrong or missing");
    check(&format!("{code}A"), "a character is wrong or missing");
    check(&code.replacen("hc1", "hc2", 1), "has version 2");
    check(&code.replacen("hc1", "zz1", 1), "no game’s codes begin with \"zz\"");
    check("hc1.", "a character is wrong or missing");
    check("hc1.*", "a character is wrong or missing");
    facedown(&["replay", "nothing"]).fails(66, "nothing");
    let endless = file("endless.code", format!("hc1.{}", "A".repeat(1 << 20)));
    let told = facedown(&["replay", &endless]);
    told.fails(65, "copy the whole code again");
    assert!(told.err.len() < 1000, "{} bytes", told.err.len());
}

/// Every kind of damage is refused without a panic.
#[test]
fn a_code_with_any_character_changed_is_refused() {
    let code = std::fs::read_to_string(fixture("herding-cats-4.code")).unwrap();
    let code = code.trim();
    for at in 0..code.len() {
        for other in ["A", "z", "_", "0"] {
            let mut damaged = code.to_owned();
            damaged.replace_range(at..=at, other);
            if damaged != code {
                let read = share::decode::<HerdingCats>(&damaged);
                assert!(read.is_err(), "{damaged}");
            }
        }
        assert!(share::decode::<HerdingCats>(&code[..at]).is_err());
    }
}
