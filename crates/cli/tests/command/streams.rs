//! Tests of the command in a pipe: it answers each input immediately, and stops quietly when its output is closed.

use crate::common;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};

fn start(args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_facedown"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

#[test]
fn each_scenario_is_answered_before_the_next_is_asked() {
    let mut child = start(&["scenario", "--jsonl", "--no-views"]);
    let mut stdin = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    for seed in ["one", "two", "three"] {
        let scenario =
            format!(r#"{{"scenario":"{seed}","game":"herding-cats","seats":2,"seed":"{seed}"}}"#);
        writeln!(stdin, "{scenario}").unwrap();
        let answer = answers.next().unwrap().unwrap();
        assert!(answer.starts_with(&format!(r#"{{"scenario":"{seed}","step":0"#)), "{answer}");
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_reader_who_has_read_enough_is_no_failure() {
    let record = common::fixture("herding-cats-6.json");
    let code = common::fixture("herding-cats-6.code");
    let scenario = r#"{"game":"herding-cats","seats":6,"seed":"x"}"#;
    let scenario = common::file("long.json", scenario);
    let many = vec![record.as_str(); 500];
    for args in [
        vec!["replay", &record],
        vec!["replay", "--json", &code],
        vec!["perft", "herding-cats", "--players", "6", "--depth", "1", "--divide"],
        vec!["scenario", "--complete-with", "random", &scenario],
        vec!["mental-poker", "demo", "--players", "2", "--bots", "random"],
        [&["verify"], &many[..]].concat(),
    ] {
        let mut child = start(&args);
        drop(child.stdout.take());
        let mut said = String::new();
        child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        assert_eq!(said, "", "{args:?}");
        assert!(child.wait().unwrap().success(), "{args:?}");
    }
}
