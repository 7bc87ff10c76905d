//! Tests of `facedown sim`.

use std::process::{Command, Output};

use serde_json::Value;

fn sim(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_facedown"));
    command.arg("sim").args(arguments).output().unwrap()
}

fn results(arguments: &[&str]) -> Value {
    let output = sim(arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty(), "progress in a pipe");
    let mut value: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(value["speed"]["games_per_second"].is_number());
    value.as_object_mut().unwrap().remove("speed");
    value
}

#[test]
fn threads_change_nothing_and_seeds_everything() {
    let arguments = |threads, seed| {
        ["herding-cats", "-n", "300", "-p", "3", "--json", "-t", threads, "-s", seed]
    };
    let one = results(&arguments("1", "x"));
    assert_eq!(one, results(&arguments("3", "x")));
    assert_ne!(one, results(&arguments("1", "y")));
}

#[test]
fn everything_is_counted_once() {
    let value = results(&[
        "herding-cats",
        "-n",
        "100",
        "-b",
        "cat-herder,random",
        "-p",
        "4",
        "-s",
        "x",
        "--json",
    ]);
    assert_eq!(value["games"], 100);
    assert_eq!(value["line_up"].as_array().unwrap().len(), 4);
    for (list, length) in [("bots", 2), ("seats", 4)] {
        let list = value[list].as_array().unwrap();
        assert_eq!(list.len(), length);
        let wins: f64 = list.iter().map(|entry| entry["wins"].as_f64().unwrap()).sum();
        assert!((wins - 100.0).abs() < 1e-6);
        let played: u64 = list.iter().map(|entry| entry["played"].as_u64().unwrap()).sum();
        assert_eq!(played, 400);
    }
    // It sat on every seat and won on every seat.
    assert!(value["bots"][0]["win_rate"].as_f64().unwrap() > 0.75);
}

#[test]
fn people_get_a_table() {
    let output = sim(&["herding-cats", "-n", "20", "-b", "timid,random", "-s", "x"]);
    let text = String::from_utf8(output.stdout).unwrap();
    for part in ["herding-cats, 2 players, 20 games", "timid", "random", "win %", "actions/s"] {
        assert!(text.contains(part), "{part} is missing:\n{text}");
    }
    assert!(!text.contains('\x1b'));
}

#[test]
fn no_games_are_no_trouble() {
    assert_eq!(results(&["herding-cats", "-n", "0", "--json"])["games"], 0);
}

#[test]
fn more_threads_than_there_are_games_are_no_trouble() {
    let run = |threads| results(&["herding-cats", "-n", "10", "-s", "x", "-t", threads, "--json"]);
    assert_eq!(run("1000000")["bots"], run("1")["bots"]);
}

#[test]
fn what_cannot_be_simulated_is_refused_with_a_reason() {
    for (arguments, reason) in [
        (vec!["solitaire"], "herding-cats"),
        (vec!["herding-cats", "-b", "garfield"], "cat-herder"),
        (vec!["herding-cats", "-p", "9"], "2 to 6 players"),
        (vec!["herding-cats", "-p", "2", "-b", "random,random,random"], "3 bots for 2 places"),
        (vec!["herding-cats", "-t", "0"], "invalid value"),
        (vec!["herding-cats", "-n", "-1"], "invalid value '-1'"),
    ] {
        let output = sim(&arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains(reason), "{arguments:?}: {error}");
    }
}
