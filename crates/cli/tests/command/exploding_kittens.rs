//! Tests of Exploding Kittens with the command: whole games, saved games, replays, simulations.

use std::path::Path;

use serde_json::{Value, json};

use crate::common::{Ran, facedown, facedown_reading};

const SETS: [&str; 5] = ["base", "streaking", "imploding", "party", "published"];

/// Plays with these answers; the arguments are separated by blanks.
#[track_caller]
fn play(arguments: &str, options: &str, answers: &str) -> Ran {
    let mut all: Vec<&str> = "play exploding-kittens --bots random".split(' ').collect();
    all.extend(arguments.split(' '));
    all.extend(["--options", options]);
    let ran = facedown_reading(&all, answers).succeeds();
    assert_eq!(ran.err, "");
    ran
}

fn set(name: &str) -> String {
    json!({ "set": name }).to_string()
}

/// Repeats some answers many times.
fn answers(pattern: &str) -> String {
    (pattern.replace(' ', "\n") + "\n").repeat(1500)
}

fn code_in(out: &str) -> &str {
    out.split_whitespace().find(|word| word.starts_with("ek1.")).unwrap()
}

fn at(name: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("exploding-kittens");
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    let _ = std::fs::remove_file(&path);
    path.to_str().unwrap().to_owned()
}

#[test]
fn whole_games_of_every_set_are_played_and_replayed() {
    for (players, name) in SETS.into_iter().enumerate().map(|(i, set)| (2 + i % 4, set)) {
        for pattern in ["1", "2 1 3", "9 4 2 top 1  n"] {
            let arguments = format!("--players {players} --seed {name}");
            let out = play(&arguments, &set(name), &answers(pattern)).out;
            for part in ["Exploding Kittens with Boots", "outlived", "Everything turned over"] {
                assert!(out.contains(part), "{part} is missing:\n{out}");
            }
            let replay = facedown(&["replay", code_in(&out), "--all-steps", "--as", "0"]);
            let replay = replay.succeeds().out;
            assert!(replay.contains("pile") && replay.contains("discard"), "{replay}");
            facedown(&["views", code_in(&out)]).succeeds();
        }
    }
}

#[test]
fn a_game_is_saved_and_resumed_as_if_it_had_not_been() {
    let path = at("resumed.json");
    let ones = answers("1");
    let options = r#"{"set":"party","targeted_attack":"immediate","any_pairs":true}"#;
    let plain = play("--players 3 --seed tea", options, &ones).out;
    let some = "1\n1\nnonsense\nquit\n";
    let out = play(&format!("--players 3 --seed tea --save {path}"), options, some).out;
    assert!(out.contains("is not a choice here") && out.contains("Good-bye"), "{out}");
    let resumed = facedown_reading(&["play", "--resume", &path], &ones).succeeds().out;
    assert!(resumed.contains("Resumed after"), "{resumed}");
    assert_eq!(code_in(&plain), code_in(&resumed));
    let verified = facedown(&["verify", &path]).succeeds();
    assert_eq!(verified.err, "");
}

/// Cards that seat 0 tucks in or looks at are only in its own view.
#[test]
fn views_keep_the_pile_to_those_who_know_it() {
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples/");
    let path = format!("{example}exploding-kittens-imploding.json");
    let lines = facedown(&["scenario", &path]).succeeds().lines();
    let top = |line: &Value, viewer: &str| {
        let pile = line["views"][viewer]["pile"].as_array().unwrap();
        pile.iter().take(3).map(|card| card.get("type").cloned()).collect::<Vec<_>>()
    };
    // After the arrangement the pile starts with Skip, Imploding Kitten, Nope.
    let altered = lines.iter().find(|line| line["action"]["order"] == json!([1, 0, 2])).unwrap();
    let known = ["skip", "imploding_kitten", "nope"].map(|kind| Some(json!(kind)));
    assert_eq!(top(altered, "0"), known);
    for viewer in ["1", "spectator"] {
        assert_eq!(top(altered, viewer), [None, None, None], "{viewer}");
    }
}

/// To everybody else, keeping a kitten looks like any other draw.
#[test]
fn a_kitten_that_is_kept_is_in_no_other_view() {
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples/");
    let path = format!("{example}exploding-kittens-streaking.json");
    let lines = facedown(&["scenario", &path]).succeeds().lines();
    let kept = lines.iter().find(|line| line["action"]["type"] == "keep").unwrap();
    let hand = |viewer: &str| kept["views"][viewer]["players"][0]["hand"].to_string();
    assert!(hand("0").contains("exploding_kitten"));
    assert!(!hand("1").contains("type") && !hand("spectator").contains("type"));
    assert!(!kept["events"]["public"].to_string().contains("kitten"));
}

#[test]
fn simulations_count_every_set() {
    for name in SETS {
        let options = set(name);
        let arguments = ["sim", "exploding-kittens", "-p", "3", "-n", "30", "--seed", "a"];
        let all: Vec<&str> =
            arguments.into_iter().chain(["--bots", "random", "--json", "-o", &options]).collect();
        let report: Value = serde_json::from_str(&facedown(&all).succeeds().out).unwrap();
        assert_eq!(report["bots"][0]["wins"], 30.0, "{name}: {report}");
    }
}

#[test]
fn lines_of_play_are_counted() {
    let count = |arguments: &[&str]| {
        let ran = facedown(&[&["perft"], arguments].concat()).succeeds();
        ran.out.trim().parse::<u64>().unwrap()
    };
    let one = count(&["exploding-kittens", "--depth", "1"]);
    let two = count(&["exploding-kittens", "--depth", "2"]);
    assert!(one > 1 && two > one, "{one}, {two}");
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples/");
    let party = format!("{example}exploding-kittens-party.json");
    // The actions are: draw, three single cards, and two Tacocats against either of two players.
    assert_eq!(count(&["--scenario", &party, "--depth", "1"]), 6);
}

#[test]
fn what_cannot_be_played_is_explained() {
    let wrong = |arguments: &[&str], why: &str| facedown(arguments).fails(2, why);
    let play = ["play", "exploding-kittens"];
    wrong(&[&play[..], &["-p", "6"]].concat(), "is for 2 to 5 players, not 6");
    wrong(&[&play[..], &["-p", "1"]].concat(), "is for 2 to 5 players, not 1");
    let options = |options| [&play[..], &["--options", options]].concat();
    wrong(&options(r#"{"set":"deluxe"}"#), "unknown variant `deluxe`, expected one of `base`");
    wrong(&options(r#"{"nope_clock":2}"#), "choose 3 to 600");
    wrong(&options(r#"{"any_pair":true}"#), "unknown field `any_pair`");
}
