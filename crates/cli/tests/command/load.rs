//! `facedown load`: a small load on a server that it starts and on one that runs already.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use crate::common::facedown;
use serde_json::Value;

#[test]
fn a_server_of_its_own_is_driven_and_measured() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().to_str().unwrap();
    let args =
        ["load", "--tables", "2", "--viewers", "3", "--seconds", "1", "--json", "--pad", "0"];
    let ran = facedown(&[&args[..], &["--folder", at]].concat()).succeeds();
    let report = &ran.lines()[0];
    assert_eq!(
        (&report["game"], &report["tables"], &report["viewers"]),
        (&"herding-cats".into(), &2.into(), &3.into())
    );
    let play = &report["play"];
    let number = |name: &str| play[name].as_f64().unwrap_or_else(|| panic!("{name}: {report}"));
    assert!(number("seconds") >= 1.0);
    assert!(number("moves") >= 10.0, "{report}");
    // Every seat gets an update for every move.
    assert!(number("updates") >= 2.0 * number("moves"), "{report}");
    assert!(number("lines") >= 1.0 && number("commits") >= 1.0, "{report}");
    assert_eq!(play["update_bytes"], play["update_bytes_without_padding"]);
    assert!(play["latency_micros"]["p50"].as_u64() <= play["latency_micros"]["p99"].as_u64());
    // Counted by kind. If two seats may act, the second may be too late; no other refusal is allowed.
    let refused = play["refused"].as_object().unwrap();
    for kind in ["not-json", "malformed", "no-such-action", "unknown-kind", "id-reused"] {
        assert!(!refused.contains_key(kind), "{report}");
    }
    if cfg!(target_os = "linux") {
        assert!(number("server_cpu_seconds") > 0.0 && number("memory") > 0.0, "{report}");
    }
    assert_eq!(std::fs::read_dir(at).unwrap().count(), 0, "it deletes its files");
}

#[test]
fn a_bare_fan_out_and_half_of_the_load_are_measured_with_the_same_clients() {
    let args = ["load", "--tables", "2", "--seconds", "1", "--baseline", "--half-load"];
    let games = ["--game", "herding-cats,texas-42", "--json"];
    let ran = facedown(&[&args[..], &games].concat()).succeeds();
    let games = ran.lines();
    assert_eq!(games.len(), 2);
    for report in &games {
        let number = |pointer: &str| {
            let found = report.pointer(pointer).and_then(Value::as_f64);
            found.unwrap_or_else(|| panic!("{pointer}: {report}"))
        };
        assert!(number("/half_load/latency_micros/p50") > 0.0);
        assert!(number("/half_load/moves_per_second") < number("/play/moves_per_second"));
        let [bare, play] = ["/baseline/moves", "/play/moves"].map(number);
        assert!((0.5..1.5).contains(&(bare / play)), "at the same rate: {report}");
        let [bytes, mean] = ["/baseline/bytes", "/play/update_bytes/mean"].map(number);
        assert!((mean - bytes).abs() <= 1.0, "{report}");
        if cfg!(target_os = "linux") {
            let ratio =
                number("/play/moves_per_cpu_second") / number("/baseline/moves_per_cpu_second");
            assert!((number("/ratio") - ratio).abs() < 0.001, "{report}");
        }
    }
    let ran = facedown(&["load", "--tables", "1", "--seconds", "1", "--rate", "20", "--json"]);
    let ran = ran.succeeds();
    let moves = ran.lines()[0]["play"]["moves"].as_u64().unwrap();
    assert!((5..=40).contains(&moves), "{moves} moves");
}

#[test]
fn idle_tables_and_connections_are_measured_apart() {
    let args = ["--tables", "0", "--open-tables", "2", "--idle-connections", "3", "--json"];
    let ran = facedown(&[&["load"], &args[..]].concat()).succeeds();
    let report = &ran.lines()[0];
    assert_eq!(report["play"], Value::Null);
    if cfg!(target_os = "linux") {
        assert_eq!(report["open_tables"]["count"], 2, "{report}");
        assert_eq!(report["idle_connections"]["count"], 3, "{report}");
    }
}

/// A server in a separate process, without limits.
struct ServerProcess {
    child: Child,
    url: String,
    _folder: tempfile::TempDir,
}

impl ServerProcess {
    fn open() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let config = folder.path().join("server.toml");
        let limits = facedown_trials::client::NO_LIMITS;
        std::fs::write(&config, limits).unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_facedown"))
            .args(["serve", "--listen", "127.0.0.1:0", "--log", "error"])
            .arg("--config")
            .arg(config)
            .arg("--data")
            .arg(folder.path().join("facedown.db"))
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let url = line.trim().rsplit(' ').next().unwrap().to_owned();
        Self { child, url, _folder: folder }
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

#[test]
fn a_running_server_is_driven_as_well() {
    let server = ServerProcess::open();
    let pid = server.child.id().to_string();
    let args = ["load", "--url", &server.url, "--tables", "1", "--seconds", "1", "--json"];
    let ran = facedown(&[&args[..], &["--viewers", "2"]].concat()).succeeds();
    let report = &ran.lines()[0];
    assert!(report["play"]["moves"].as_u64().unwrap() > 0, "{report}");
    assert!(report["play"]["lines"].as_u64().unwrap() > 0, "{report}");
    assert_eq!((&report["memory_opened"], &report["play"]["memory"]), (&Value::Null, &Value::Null));
    if cfg!(target_os = "linux") {
        let more = ["--game", "texas-42", "--pid", &pid];
        let ran = facedown(&[&args[..], &more].concat()).succeeds();
        let report = &ran.lines()[0];
        assert_eq!((&report["game"], &report["viewers"]), (&"texas-42".into(), &4.into()));
        assert!(report["memory_opened"].as_u64().unwrap() > 0, "{report}");
        assert!(report["play"]["server_cpu_seconds"].as_f64().unwrap() > 0.0, "{report}");
    }
    facedown(&[&args[..], &["--pid", "4294967295"]].concat()).fails(2, "cannot be measured");
}

#[test]
fn what_cannot_be_measured_is_refused_before_anything_is_done() {
    facedown(&["load", "--game", "solitaire"]).fails(2, "solitaire");
    facedown(&["load", "--viewers", "9"]).fails(2, "change --viewers");
    facedown(&["load", "--tables", "0"]).fails(2, "there is nothing to measure");
    facedown(&["load", "--pid", "1"]).fails(2, "--url");
    facedown(&["load", "--url", "127.0.0.1:1", "--pad", "0"]).fails(2, "cannot be used with");
    facedown(&["load", "--url", "https://cards.example"])
        .fails(2, "is not the address of a server");
    facedown(&["load", "--url", "127.0.0.1:1"]).fails(2, "cannot be reached");
    facedown(&["load", "--folder", "no/such/folder"]).fails(2, "the server could not be started");
}
