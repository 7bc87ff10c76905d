//! Tests of `facedown mental-poker demo`, as text and as JSON.
#![allow(clippy::unwrap_used)] // a test that cannot go on has failed

use std::process::Command;

use serde_json::{Value, json};
use unicode_width::UnicodeWidthStr;

mod common;
use common::{facedown, file};

const CHEATS: [&str; 8] = ["duplicate", "share", "peek", "roll", "list", "tamper", "twice", "lie"];

/// Runs a small demo with these arguments.
fn demo(words: &[&str]) -> common::Ran {
    facedown(&[&["mental-poker", "demo", "--cards", "10"], words].concat())
}

/// The demo as JSON, without the times.
fn told(words: &[&str]) -> Value {
    let ran = demo(&[words, &["--json"]].concat()).succeeds();
    let mut value: Value = serde_json::from_str(&ran.out).unwrap();
    for chapter in value["chapters"].as_array_mut().unwrap() {
        assert!(chapter.as_object_mut().unwrap().remove("ms").unwrap().is_number());
    }
    value
}

fn chapter<'a>(told: &'a Value, title: &str) -> Option<&'a Value> {
    told["chapters"].as_array().unwrap().iter().find(|chapter| chapter["title"] == title)
}

/// What a seat sees of a pile at the end of a chapter.
fn sees(told: &Value, title: &str, pile: &str, seat: usize) -> Vec<Option<String>> {
    let piles = chapter(told, title).unwrap()["piles"].as_array().unwrap();
    let pile = piles.iter().rfind(|it| it["name"] == pile).unwrap();
    let views = pile["views"].as_array().unwrap();
    let is_of = |view: &&Value| view["seats"].as_array().unwrap().contains(&json!(seat));
    serde_json::from_value(views.iter().find(is_of).unwrap()["sees"].clone()).unwrap()
}

/// The text without times.
fn timeless(text: &str) -> String {
    let is_time = |word: &str| {
        word.split_once('.').is_some_and(|(whole, part)| {
            [whole, part].iter().all(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))
        })
    };
    let line = |line: &str| {
        let words = line.split_whitespace().filter(|word| !is_time(word));
        words.collect::<Vec<_>>().join(" ")
    };
    let lines = text.lines().filter(|line| !line.contains("worked most")).map(line);
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn the_same_seed_gives_the_same_evening() {
    let text = |words: &[&str]| timeless(&demo(words).succeeds().out);
    assert_eq!(text(&["--seed", "x"]), text(&["--seed", "x"]));
    assert_ne!(text(&["--seed", "x"]), text(&["--seed", "y"]));
    assert_ne!(text(&[]), text(&[]));
    assert_eq!(told(&["--seed", "x"]), told(&["--seed", "x"]));
    let head = |words: &[&str]| told(words)["chain"]["head"].clone();
    assert_ne!(head(&[]), head(&[]));
}

#[test]
fn every_number_of_players_has_its_evening() {
    for players in 2..=6 {
        let told = told(&["--players", &players.to_string(), "--seed", "x"]);
        assert_eq!(told["players"].as_array().unwrap().len(), players);
        assert_eq!(told["left"], json!([]));
        let messages = |chapter: &Value| chapter["messages"].as_u64().unwrap();
        let sum: u64 = told["chapters"].as_array().unwrap().iter().map(messages).sum();
        assert_eq!(told["chain"]["entries"], sum, "every message is in the chain");
        let open = chapter(&told, "Close").unwrap()["piles"].as_array().unwrap();
        let cards: u64 = open.iter().map(|pile| pile["cards"].as_u64().unwrap()).sum();
        assert_eq!(cards, 10 + 3, "no card is lost, none is doubled");
        assert!(
            open.iter()
                .all(|pile| !pile["views"][0]["sees"].as_array().unwrap().contains(&Value::Null))
        );
    }
}

#[test]
fn everybody_sees_what_the_story_says_and_no_more() {
    let told = told(&["--seed", "x"]);
    let known = |title, pile, seat| sees(&told, title, pile, seat).iter().flatten().count();
    for seat in [0, 2] {
        assert_eq!(known("Draw", "Bob's hand", seat), 0);
        assert_eq!(known("Scry", "library", seat), 0);
        assert_eq!(known("Tuck", "library", seat), 0);
    }
    assert_eq!(known("Draw", "Bob's hand", 1), 3);
    let scried = sees(&told, "Scry", "library", 1);
    let places: Vec<usize> = (0..7).filter(|&place| scried[place].is_some()).collect();
    assert_eq!(places, [0, 5, 6], "one stays on top, two are on the bottom");
    assert_eq!(known("Tutor", "library", 1), 0, "a seat that has searched has lost track");
    assert_eq!((known("Mill", "graveyard", 2), known("Mill", "Ann's exile", 2)), (2, 0));
    assert_eq!(known("Mill", "Ann's exile", 0), 1);
    assert_eq!(
        (known("Secret list", "Cleo's list", 0), known("Secret list", "Cleo's list", 2)),
        (1, 1)
    );
    let drawn = sees(&told, "Draw", "Bob's hand", 1);
    assert_eq!(sees(&told, "Tuck", "library", 1)[2], drawn[0]);
    assert_eq!(known("Reshuffle", "library", 1), 0);
    let rolled = chapter(&told, "Roll").unwrap()["findings"][0]["rolled"].as_u64().unwrap();
    assert!((1..=6).contains(&rolled));
}

#[test]
fn each_cheat_is_found_by_everybody_else_with_the_entry_and_its_author() {
    for cheat in CHEATS {
        let told = told(&["--cheat", cheat, "--seed", "x", "--players", "4"]);
        let findings = chapter(&told, "Cheats").unwrap()["findings"].as_array().unwrap();
        let [found] = &findings[..] else { panic!("{cheat}: {findings:?}") };
        let (author, refused_by) = match cheat {
            "list" => (2, json!([0, 1, 3])),
            // The author has signed the message but has not changed it.
            "tamper" => (1, json!([0, 1, 2, 3])),
            "lie" => (1, json!([])),
            _ => (1, json!([0, 2, 3])),
        };
        assert_eq!((&found["cheat"], &found["author"]), (&json!(cheat), &json!(author)));
        assert_eq!(found["refused_by"], refused_by, "{cheat}");
        assert!(found["entry"].as_u64().unwrap() > 50, "{found}");
        let answers = chapter(&told, "Close").unwrap()["findings"].as_array().unwrap();
        let lies = answers.iter().filter(|answer| answer["said"] != answer["truth"]).count();
        assert_eq!(lies, usize::from(cheat == "lie"), "{cheat}");
    }
}

#[test]
fn all_ways_to_cheat_are_tried_unless_some_are_named() {
    let cheats = |words: &[&str]| -> Vec<String> {
        let told = told(words);
        let Some(chapter) = chapter(&told, "Cheats") else { return Vec::new() };
        let findings = chapter["findings"].as_array().unwrap();
        findings.iter().map(|found| found["cheat"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(cheats(&[]), CHEATS);
    assert_eq!(cheats(&["--players", "2"]), CHEATS);
    assert_eq!(cheats(&["--cheat", "share,duplicate"]), ["duplicate", "share"]);
    assert_eq!(cheats(&["--cheat", "lie", "--cheat", "lie"]), ["lie"]);
    assert!(cheats(&["--cheat", "none"]).is_empty());
    let text = demo(&["--cheat", "share", "--seed", "x"]).succeeds().out;
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("Ann and Cleo refuse entry"), "{text}");
    assert!(text.contains(", by seat 1: the shares were not made of these cards"), "{text}");
}

#[test]
fn with_escrow_somebody_leaves_and_the_others_go_on() {
    for players in 3..=6 {
        let told = told(&["--escrow", "--players", &players.to_string(), "--seed", "x"]);
        assert_eq!(told["left"], json!([0]));
        assert_eq!(sees(&told, "Leave", "Bob's hand", 1).iter().flatten().count(), 4);
        assert_eq!(sees(&told, "Leave", "Bob's hand", 2), [const { None::<String> }; 4]);
        let open = chapter(&told, "Close").unwrap()["piles"].as_array().unwrap();
        assert!(open.iter().all(|pile| !pile["name"].as_str().unwrap().starts_with("Ann")));
    }
    demo(&["--escrow", "--players", "2"]).fails(2, "--players 3");
}

#[test]
fn decks_of_all_sizes_are_played_with() {
    for cards in ["10", "53", "200"] {
        let words = ["mental-poker", "demo", "-p", "2", "--cheat", "none", "-c", cards, "--json"];
        let ran = facedown(&words).succeeds();
        let told: Value = serde_json::from_str(&ran.out).unwrap();
        assert_eq!(sees(&told, "Deck", "library", 0).len().to_string(), cards);
    }
}

#[test]
fn what_makes_no_sense_is_refused() {
    for words in [
        ["--players", "1"],
        ["--players", "7"],
        ["--players", "-1"],
        ["--players", "two"],
        ["--cheat", "nicely"],
        ["--cheat", "none,lie"],
        ["--cheat", ""],
        ["--out", ""],
    ] {
        let ran = demo(&words);
        assert_eq!(ran.code, Some(2), "{words:?}: {ran:?}");
        assert!(ran.out.is_empty() && !ran.err.contains("panicked"), "{ran:?}");
    }
    for cards in ["9", "201", "-10", "many"] {
        facedown(&["mental-poker", "demo", "--cards", cards]).fails(2, cards);
    }
    facedown(&["mental-poker"]).fails(2, "demo");
}

#[test]
fn nothing_is_overwritten_but_a_chain() {
    let mine = file("mine.txt", "my diary");
    demo(&["--out", &mine]).fails(2, "not a chain");
    assert_eq!(std::fs::read_to_string(&mine).unwrap(), "my diary");
    demo(&["--out", env!("CARGO_TARGET_TMPDIR")]).fails(2, "is a directory");
    demo(&["--out", "/no/such/place/x.chain"]).fails(2, "no directory");
    let chain = file("overwritten.chain", "");
    let words = ["--out", &chain, "--seed", "x", "-p", "2"];
    let first = demo(&words).succeeds();
    let bytes = std::fs::read(&chain).unwrap();
    demo(&words).succeeds();
    assert_eq!(std::fs::read(&chain).unwrap(), bytes);
    assert!(first.out.contains("verify"), "{}", first.out);
    facedown(&["verify", &chain]).succeeds();
}

#[test]
fn an_evening_fits_on_every_terminal_and_has_no_colours_in_a_pipe() {
    for columns in [50, 80, 120] {
        let output = Command::new(env!("CARGO_BIN_EXE_facedown"))
            .args(["mental-poker", "demo", "-c", "100", "-p", "4", "-e", "--seed", "x"])
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
