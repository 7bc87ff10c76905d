//! Tests of `facedown mental-poker demo`, as text and as JSON: whole games, what everybody sees, and every cheat.

use std::process::Command;

use serde_json::{Value, json};
use unicode_width::UnicodeWidthStr;

use crate::common::{Ran, facedown, file};

/// A short game of Texas 42.
const TEXAS: [&str; 5] = ["texas-42", "--options", r#"{"marks":1,"pace":"auto"}"#, "-b", "random"];
const KITTENS: [&str; 5] = ["exploding-kittens", "--players", "2", "-b", "random"];

/// Runs a demo with these arguments.
fn demo(words: &[&str]) -> Ran {
    facedown(&[&["mental-poker", "demo"], words].concat())
}

/// The demo as JSON, without the times.
fn told(words: &[&str]) -> Value {
    let ran = demo(&[words, &["--json"]].concat()).succeeds();
    let mut value: Value = serde_json::from_str(&ran.out).unwrap();
    for phase in value["phases"].as_array_mut().unwrap() {
        assert!(phase.as_object_mut().unwrap().remove("ms").unwrap().is_number());
    }
    value
}

/// What `facedown verify` finds in a chain.
fn verified(file: &str, ok: bool) -> Value {
    let ran = facedown(&["verify", "--json", file]);
    assert_eq!(ran.code, Some(i32::from(!ok)), "{ran:?}");
    let found = ran.lines().pop().unwrap();
    assert_eq!(found["ok"], json!(ok));
    found
}

#[test]
fn every_game_is_played_to_its_end() {
    for game in facedown_games::NAMES {
        let options = if *game == TEXAS[0] { TEXAS[2] } else { "{}" };
        let chain = file(&format!("whole-{game}.chain"), "");
        let words = [game, "-b", "random", "--seed", "x", "--options", options, "--out", &chain];
        let told = told(&words);
        assert_eq!(told["game"], json!(game));
        assert_eq!(told["players"], json!(["Ann", "Ben", "Cleo", "Dan"]));
        let audit = &told["audit"];
        assert_eq!((&audit["judged"], &audit["verdicts"]), (&told["actions"], &json!([])));
        assert!(told["outcome"]["winners"].as_array().is_some_and(|seats| !seats.is_empty()));
        let sum = |what: &str| -> u64 {
            let phases = told["phases"].as_array().unwrap();
            phases.iter().map(|phase| phase[what].as_u64().unwrap()).sum()
        };
        assert_eq!(told["chain"]["entries"], sum("messages"), "every message is in the chain");
        let found = verified(&chain, true);
        for same in ["game", "players", "actions", "outcome"] {
            assert_eq!(found[same], told[same], "{same}");
        }
        assert_eq!(found["head"], told["chain"]["head"]);
        assert_eq!(found["judged"], told["actions"]);
    }
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let game = |seed: &str| told(&["-p", "2", "-b", "random", "--seed", seed]);
    let (one, again, other) = (game("x"), game("x"), game("y"));
    assert_eq!(one, again);
    assert_ne!(one["chain"]["head"], other["chain"]["head"]);
    let head = || told(&["-p", "2", "-b", "random"])["chain"]["head"].clone();
    assert_ne!(head(), head(), "without a seed it is another game");
}

#[test]
fn everybody_sees_only_its_own_cards() {
    let told = told(&[&TEXAS[..], &["--seed", "x"]].concat());
    let deal = &told["deal"];
    assert_eq!((&deal["cards"], &deal["spectator"]), (&json!(28), &json!([])));
    let mut all: Vec<&str> = Vec::new();
    for view in deal["views"].as_array().unwrap() {
        let sees = view["sees"].as_array().unwrap();
        assert_eq!(sees.len(), 7);
        all.extend(sees.iter().map(|face| face.as_str().unwrap()));
    }
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), 28, "every domino is in one hand");
}

/// Ben cheats. Returns what the demo tells of it, and what `verify` finds in the chain.
fn cheat(how: &str, words: &[&str]) -> (Value, Value) {
    let chain = file(&format!("cheat-{how}.chain"), "");
    let told = told(&[words, &["--cheat", how, "--seed", "x", "--out", &chain]].concat());
    assert_eq!(told["cheat"]["cheat"], json!(how));
    assert_eq!(told["cheat"]["author"], json!(1));
    (told, verified(&chain, false))
}

#[test]
fn what_shows_at_once_is_refused_by_everybody_and_convicts_ben() {
    for (how, kind) in [
        ("key", "fault"),
        ("roll", "fault"),
        ("shuffle", "fault"),
        ("share", "fault"),
        ("rules", "rules"),
        ("peek", "fault"),
        ("twice", "contradiction"),
    ] {
        let (told, found) = cheat(how, &TEXAS);
        let cheat = &told["cheat"];
        assert_eq!(cheat["refused_by"], json!([0, 2, 3]), "{how}");
        assert_eq!((&cheat["convicted"], &cheat["proven"]), (&json!(1), &json!("at-once")));
        let flaws = found["flaws"].as_array().unwrap();
        let [flaw] = &flaws[..] else { panic!("{how}: {flaws:?}") };
        assert_eq!((&flaw["entry"], &flaw["author"]), (&cheat["entry"], &json!(1)), "{how}");
        assert_eq!((&flaw["kind"], &flaw["convicted"]), (&json!(kind), &json!(1)), "{how}");
        // The game goes on with Ben's honest entry, to its end.
        assert_eq!((&found["refused"], &found["ending"]), (&json!(1), &json!("closed")));
        assert_eq!(found["outcome"], told["outcome"]);
    }
}

#[test]
fn a_card_that_is_exchanged_when_it_is_moved_shows_at_once() {
    let (told, found) = cheat("order", &KITTENS);
    assert_eq!(told["cheat"]["convicted"], json!(1));
    assert_eq!(found["flaws"][0]["entry"], told["cheat"]["entry"]);
    assert_eq!(found["flaws"][0]["kind"], "fault");
}

#[test]
fn what_is_changed_on_its_way_convicts_nobody() {
    let (told, found) = cheat("tamper", &TEXAS);
    assert_eq!(told["cheat"]["refused_by"], json!([0, 1, 2, 3]));
    assert_eq!(told["cheat"]["convicted"], Value::Null);
    let flaw = &found["flaws"][0];
    assert_eq!((&flaw["kind"], &flaw["convicted"]), (&json!("signature"), &Value::Null));
    assert_eq!(flaw["entry"], told["cheat"]["entry"]);
}

#[test]
fn a_revoke_is_accepted_and_shows_when_the_cards_do_or_at_the_audit() {
    let (told, found) = cheat("hidden", &TEXAS);
    let cheat = &told["cheat"];
    assert_eq!((&cheat["refused_by"], &cheat["convicted"]), (&json!([]), &json!(1)));
    let proven = cheat["proven"].as_str().unwrap();
    assert!(["by-cards", "by-keys"].contains(&proven), "{proven}");
    let verdicts = told["audit"]["verdicts"].as_array().unwrap();
    assert!(verdicts.iter().all(|verdict| verdict["seat"] == json!(1)));
    assert!(verdicts.iter().any(|verdict| verdict["entry"] == cheat["entry"]), "{verdicts:?}");
    let flaws = found["flaws"].as_array().unwrap();
    assert!(flaws.iter().any(|flaw| flaw["entry"] == cheat["entry"] && flaw["kind"] == "cheat"));
    assert_eq!(found["refused"], json!(0));
}

#[test]
fn a_lie_shows_at_the_audit() {
    let (told, found) = cheat("lie", &KITTENS);
    let cheat = &told["cheat"];
    assert_eq!((&cheat["convicted"], &cheat["proven"]), (&json!(1), &json!("by-keys")), "{cheat}");
    let flaws = found["flaws"].as_array().unwrap();
    let lie = flaws.iter().find(|flaw| flaw["entry"] == cheat["entry"]).unwrap();
    assert_eq!((&lie["kind"], &lie["proven"]), (&json!("cheat"), &json!("by-keys")));
    assert!(lie["message"].as_str().unwrap().contains("answered"), "{lie}");
}

#[test]
fn whoever_does_not_open_its_keys_is_named_and_convicted_of_nothing() {
    let (told, found) = cheat("refuse", &TEXAS);
    assert_eq!(told["audit"]["refused"], json!([1]));
    assert_eq!(told["audit"]["verdicts"], json!([]));
    let flaw = &found["flaws"][0];
    assert_eq!((&flaw["kind"], &flaw["author"]), (&json!("keys-not-opened"), &json!(1)));
    assert_eq!(flaw["convicted"], Value::Null);
}

#[test]
fn a_cheat_that_a_game_has_no_place_for_is_refused() {
    demo(&[&TEXAS[..], &["--cheat", "order", "--seed", "x"]].concat()).fails(2, "another game");
}

#[test]
fn the_text_tells_who_cheated_and_who_won() {
    let ran = demo(&[&TEXAS[..], &["--cheat", "share", "--seed", "x"]].concat()).succeeds();
    let text = ran.out.split_whitespace().collect::<Vec<_>>().join(" ");
    for says in [
        "Texas 42 without a trusted dealer",
        "Ann, Ben, Cleo and Dan play",
        "7 of 28",
        "Ann, Cleo and Dan refuse entry",
        "It convicts Ben: broke the protocol",
        "Ben cheated.",
        "What it cost",
        "The chain",
    ] {
        assert!(text.contains(says), "{says:?} is not said: {text}");
    }
}

#[test]
fn what_makes_no_sense_is_refused() {
    for (words, says) in [
        (&["solitaire"][..], "there is no game called"),
        (&["--players", "1"], "players"),
        (&["--players", "7"], "players"),
        (&["--players", "-1"], "players"),
        (&["texas-42", "--players", "3"], "4 players"),
        (&["--bots", "psychic"], "no bot called"),
        (&["--cheat", "nicely"], "nicely"),
        (&["--cheat", ""], "possible values"),
        (&["--options", "[]"], "JSON object"),
        (&["--options", r#"{"nonsense":1}"#], "--options"),
        (&["--out", env!("CARGO_TARGET_TMPDIR")], "is a directory"),
        (&["--out", "/no/such/place/x.chain"], "no directory"),
    ] {
        let ran = demo(words);
        ran.fails(2, says);
        assert!(ran.out.is_empty(), "{ran:?}");
    }
    facedown(&["mental-poker"]).fails(2, "demo");
}

#[test]
fn nothing_is_overwritten_but_a_chain() {
    let mine = file("mine.txt", "my diary");
    let words = |out: &str| demo(&["-p", "2", "-b", "random", "--seed", "x", "--out", out]);
    words(&mine).fails(2, "not a chain");
    assert_eq!(std::fs::read_to_string(&mine).unwrap(), "my diary");
    let chain = file("overwritten.chain", "");
    let first = words(&chain).succeeds();
    let bytes = std::fs::read(&chain).unwrap();
    words(&chain).succeeds();
    assert_eq!(std::fs::read(&chain).unwrap(), bytes);
    assert!(first.out.contains("verify"), "{}", first.out);
}

#[test]
fn a_game_fits_on_every_terminal_and_has_no_colours_in_a_pipe() {
    for columns in [50, 80, 120] {
        let output = Command::new(env!("CARGO_BIN_EXE_facedown"))
            .args(["mental-poker", "demo"])
            .args(TEXAS)
            .args(["--cheat", "shuffle", "--seed", "x"])
            .env("COLUMNS", columns.to_string())
            .output()
            .unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success() && output.stderr.is_empty());
        assert!(!text.contains('\x1b'));
        for line in text.lines() {
            // A head is one word and stays whole.
            let is_head = line.trim().len() == 64 && !line.trim().contains(' ');
            assert!(line.width() <= columns || is_head, "{columns}: {line}");
            assert_eq!(line, line.trim_end());
        }
    }
}
