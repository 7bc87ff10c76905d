//! Tests of Texas 42 with the command: whole games, saved games, and solved hands.

use std::path::Path;
use std::process::{Command, Output};

use crate::common::{empty_folder, piped};

fn facedown(folder: &Path, arguments: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_facedown"));
    piped(command.args(arguments).current_dir(folder).env("COLUMNS", "120"), input)
}

/// Runs the command, which must succeed, and returns its output.
#[track_caller]
fn ran(folder: &Path, arguments: &[&str], input: &str) -> String {
    let output = facedown(folder, arguments, input);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
    assert!(output.status.success(), "{arguments:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Runs the command, which must fail with this code and this message.
#[track_caller]
fn check_refused(folder: &Path, arguments: &[&str], code: i32, why: &str) {
    let output = facedown(folder, arguments, "");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {said}");
    assert!(said.contains(why), "{arguments:?}: {said}");
}

const EVERYTHING: &str =
    r#"{"marks":3,"nello":true,"sevens":true,"plunge":true,"splash":true,"forced_bid":true}"#;

fn ones() -> String {
    "1\n".repeat(3000)
}

fn code_in(out: &str) -> &str {
    out.split_whitespace().find(|word| word.starts_with("tx1.")).unwrap()
}

#[test]
fn whole_games_by_taking_always_the_same_choice() {
    let folder = empty_folder("texas-42/whole");
    let auto = r#"{"pace":"auto","marks":2,"early_end":true}"#;
    for (options, choices) in [
        ("{}", ones()),
        (auto, ones()),
        (EVERYTHING, "2\n1\n".repeat(3000)),
        (EVERYTHING, "9\n4\n3\n2\n\n1\n".repeat(1000)),
    ] {
        let arguments =
            ["play", "texas-42", "--bots", "random", "--seed", "tea", "--options", options];
        let out = ran(&folder, &arguments, &choices);
        for part in ["(partner)", "takes the trick", "marks", "The last hand", "Tricks taken"] {
            assert!(out.contains(part), "{part} is missing:\n{out}");
        }
        assert!(out.contains(" and Bonnie win") || out.contains("Austin and Clyde win"), "{out}");
        assert!(out.lines().all(|l| l.chars().count() <= 80 || l.contains("tx1.")), "{out}");
        ran(&folder, &["replay", code_in(&out), "--all-steps"], "");
    }
}

#[test]
fn a_bid_can_be_typed_and_a_trick_is_left_with_enter() {
    let folder = empty_folder("texas-42/bid");
    let out = ran(&folder, &["play", "texas-42", "--bots", "random", "--seed", "tea"], "38\n41\n");
    assert!(out.contains("\"38\" is not a choice here: type 1 to 3") && out.contains("You bid 41"));
    let out =
        ran(&folder, &["play", "texas-42", "--bots", "random", "--seed", "tea"], "2\n0\n1\n1\n\n");
    assert!(out.contains("How many points do you promise?") && out.contains("0 back"), "{out}");
    assert!(out.contains("(Enter: Go on)") && out.contains("trick 2 of 7"), "{out}");
}

#[test]
fn a_game_is_saved_and_resumed_as_if_it_had_not_been() {
    let folder = empty_folder("texas-42/resume");
    let plain = ran(&folder, &["play", "texas-42", "--bots", "random", "--seed", "tea"], &ones());
    let some = "1\n".repeat(37) + "save\nnonsense\n-1\n99\nquit\n";
    let out = ran(
        &folder,
        &["play", "texas-42", "--bots", "random", "--seed", "tea", "--save", "g.json"],
        &some,
    );
    assert_eq!(out.matches("is not a choice here").count(), 3, "{out}");
    let resumed = ran(&folder, &["play", "--resume", "g.json"], &ones());
    assert!(resumed.contains("Resumed after"));
    assert_eq!(code_in(&plain), code_in(&resumed));
    ran(&folder, &["verify", "g.json"], "");
    let views = ran(&folder, &["views", code_in(&plain), "--at", "87"], "");
    assert!(views.contains("Action 87 of") && views.contains("spectator"), "{views}");
    assert!(views.lines().all(|line| line.chars().count() <= 120), "{views}");
}

#[test]
fn four_play_no_more_and_no_fewer() {
    let folder = empty_folder("texas-42/four");
    for command in ["play", "sim", "perft"] {
        check_refused(
            &folder,
            &[command, "texas-42", "--players", "3"],
            2,
            "is for 4 players, not 3",
        );
    }
    assert_eq!(ran(&folder, &["perft", "texas-42", "--depth", "1"], ""), "15\n");
}

#[test]
fn partners_win_together_in_simulations() {
    let folder = empty_folder("texas-42/sim");
    let arguments =
        ["sim", "texas-42", "--bots", "random,random", "-n", "20", "--seed", "a", "--json"];
    let report: serde_json::Value = serde_json::from_str(&ran(&folder, &arguments, "")).unwrap();
    assert_eq!(report["line_up"].as_array().unwrap().len(), 4);
    assert_eq!((&report["shared_wins"], &report["bots"][0]["wins"]), (&0.into(), &40.0.into()));
    assert_eq!(report["seats"][0]["wins"], report["seats"][2]["wins"]);
}

/// The first code block of docs/solve.md with this language.
fn block(marked: &str) -> String {
    let docs = include_str!("../../../../docs/solve.md");
    let (_, rest) = docs.split_once(&format!("```{marked}\n")).unwrap();
    rest.split_once("```").unwrap().0.to_owned()
}

#[test]
fn the_documented_hand_is_solved_as_documented() {
    let folder = empty_folder("texas-42/solve");
    std::fs::write(folder.join("hand.json"), block("json")).unwrap();
    assert_eq!(ran(&folder, &["solve", "texas-42", "hand.json"], ""), block("text"));
    let makes = |points: &str| {
        let arguments = ["solve", "texas-42", "hand.json", "--makes", points, "--json"];
        serde_json::from_str::<serde_json::Value>(&ran(&folder, &arguments, "")).unwrap()
    };
    assert_eq!(makes("31"), serde_json::json!({ "makes": true, "points": 31 }));
    assert_eq!(makes("32")["makes"], false);
    let answer = ran(&folder, &["solve", "texas-42", "hand.json", "--json"], "");
    let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
    assert_eq!((&answer["value"], &answer["to_play"]), (&31.into(), &0.into()));
    assert_eq!(
        answer["plays"][0],
        serde_json::json!({ "domino": [5, 5], "value": 31, "best": true })
    );
    assert_eq!(answer["plays"].as_array().unwrap().len(), 7);
}

#[test]
fn a_game_can_be_solved_wherever_a_domino_is_played() {
    let folder = empty_folder("texas-42/points");
    let game = ran(&folder, &["play", "texas-42", "--bots", "random", "--seed", "tea"], &ones());
    let code = code_in(&game);
    let mut values = Vec::new();
    for at in 0..60 {
        let output =
            facedown(&folder, &["solve", "texas-42", code, "--at", &at.to_string(), "--json"], "");
        if output.status.success() {
            let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
            values.push(answer["value"].as_u64().unwrap());
        } else {
            assert_eq!(output.status.code(), Some(2));
        }
    }
    assert!(values.len() >= 20 && values.iter().all(|&value| value <= 42), "{values:?}");
}

#[test]
fn what_cannot_be_solved_is_explained() {
    let folder = empty_folder("texas-42/bad");
    let hand = block("json");
    for (from, to, why) in [
        ("5-5", "5-9", "\"5-9\" is not a domino"),
        ("5-5", "6-5", "6-5 is in two places"),
        ("5-5", "", "dominoes and should hold"),
        ("fives", "hearts", "unknown variant `hearts`"),
        ("\"bidder\": 0", "\"bidder\": 7", "not at a table of four"),
        ("\"bidder\": 0", "\"bidder\": 0, \"taken\": [3, 0]", "3 points were taken"),
        ("\"bidder\": 0", "\"bidder\": 0, \"wine\": 1", "unknown field `wine`"),
    ] {
        std::fs::write(folder.join("bad.json"), hand.replacen(from, to, 1)).unwrap();
        check_refused(&folder, &["solve", "texas-42", "bad.json"], 65, why);
    }
    std::fs::write(folder.join("hand.json"), &hand).unwrap();
    check_refused(&folder, &["solve", "texas-42", "hand.json", "--at", "3"], 2, "--at is for");
    check_refused(&folder, &["solve", "texas-42", "hand.json", "--makes", "43"], 2, "43");
    check_refused(&folder, &["solve", "herding-cats", "hand.json"], 2, "cannot be solved");
    check_refused(&folder, &["solve", "texas-42", "nowhere.json"], 66, "nowhere.json");
}
