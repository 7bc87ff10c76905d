//! Tests of `facedown scenario`: what it plays, what it writes, and its error messages.
#![allow(clippy::needless_pass_by_value)] // JSON is written where it is passed

use serde_json::{Value, json};

use crate::common::{Ran, facedown, facedown_reading, file};

/// Seven cards that can all be played truthfully, and the two that are out of the game.
const DECK: [&str; 9] = [
    "kitten",
    "kitten",
    "kitten",
    "show_cat",
    "alley_cat",
    "alley_cat",
    "catnip",
    "animal_control",
    "laser_pointer",
];

/// A scenario for two players with these steps; seat 0 begins.
fn scenario(steps: Value) -> Value {
    let rigged = json!({ "shuffles": [DECK, DECK], "rolls": [0] });
    json!({ "scenario": "test", "game": "herding-cats", "seats": 2, "rigged": rigged, "steps": steps })
}

fn run(scenario: &Value) -> Ran {
    facedown_reading(&["scenario", "-"], scenario.to_string())
}

/// Changes a valid scenario and checks the error.
#[track_caller]
fn check_error(kind: &str, says: &str, change: impl FnOnce(&mut Value)) {
    let mut scenario = scenario(json!([]));
    change(&mut scenario);
    let ran = run(&scenario);
    ran.fails(65, says);
    let line = ran.lines().pop().unwrap();
    assert_eq!(line["error"]["kind"], kind, "{line}");
    assert!(line["error"]["message"].as_str().unwrap().contains(says), "{line}");
}

/// Tries an action at the beginning and checks its refusal.
#[track_caller]
fn check_refused(seat: u64, action: Value, kind: &str, says: &str) {
    let step = json!({ "seat": seat, "action": action, "expect": { "refused": kind } });
    let ran = run(&scenario(json!([step]))).succeeds();
    let [deal, refused] = ran.lines().try_into().unwrap();
    assert_eq!(refused["refused"]["kind"], kind);
    let message = refused["refused"]["message"].as_str().unwrap();
    assert!(message.contains(says), "{message}");
    for unchanged in ["waiting_on", "legal", "views", "outcome"] {
        assert_eq!(refused[unchanged], deal[unchanged], "{kind} changed {unchanged}");
    }
    assert_eq!(refused["events"], json!({ "public": [], "private": {} }));
}

#[test]
fn a_line_says_what_everybody_saw() {
    let play = json!({ "type": "play", "card": 6, "declare": "catnip", "target": 1 });
    let ran = run(&scenario(json!([
        { "seat": 0, "action": play, "expect": "ok" },
        { "seat": 1, "action": { "type": "pass" }, "expect": { "waiting_on": [0] } },
        { "seat": 0, "action": { "type": "select", "card": 12 } },
        { "seat": 1, "action": { "type": "decline" } },
    ])))
    .succeeds();
    let lines = ran.lines();
    assert_eq!(lines.len(), 5);
    assert_eq!(lines[0]["action"], Value::Null);
    assert_eq!(lines[1]["action"], play);
    assert_eq!(lines[1]["legal"], json!({ "1": [{ "type": "pass" }, { "type": "challenge" }] }));
    let stolen = json!({
        "type": "cardStolenPrivate",
        "from_player_id": 1,
        "to_player_id": 0,
        "card": { "id": 12, "type": "show_cat" },
    });
    let last = &lines[4];
    assert_eq!(last["events"]["private"], json!({ "0": [stolen] }));
    assert!(!last["events"]["public"].to_string().contains("show_cat"));
    let herd = |viewer: &str| &last["views"][viewer]["players"][0]["herd"][0];
    assert_eq!(herd("0")["type"], "show_cat");
    assert_eq!(herd("1").get("type"), None);
    assert_eq!(herd("spectator").get("type"), None);
    assert_eq!(last["views"].as_object().unwrap().len(), 3);
}

#[test]
fn views_can_be_left_out() {
    let path = file("no-views.json", scenario(json!([])).to_string());
    let ran = facedown(&["scenario", "--no-views", &path]).succeeds();
    assert_eq!(ran.lines()[0].get("views"), None);
}

#[test]
fn refusals_are_typed_and_change_nothing() {
    let play =
        |card: u64, declare: &str| json!({ "type": "play", "card": card, "declare": declare });
    check_refused(1, play(9, "kitten"), "out-of-turn", "it is up to seat 0");
    check_refused(2, play(0, "kitten"), "no-such-seat", "no seat 2 at a table of 2");
    check_refused(99, play(0, "kitten"), "no-such-seat", "no seat 99 at a table of 2");
    check_refused(0, play(9, "kitten"), "not-in-hand", "#9");
    check_refused(0, play(7, "kitten"), "not-in-hand", "#7");
    check_refused(0, play(0, "alley_cat"), "target-needed", "name one");
    check_refused(0, json!({ "type": "pass" }), "not-now", "play a card");
    check_refused(0, play(0, "dog"), "malformed-action", "dog");
    check_refused(0, play(70_000, "kitten"), "malformed-action", "70000");
    check_refused(0, json!({ "type": "pass", "why": 1 }), "malformed-action", "why");
    check_refused(0, json!(null), "malformed-action", "null");
}

#[test]
fn what_is_not_as_expected_is_said_and_counted() {
    for (expect, says) in [
        (
            json!({ "refused": "not-now" }),
            "expected it to be refused as not-now, but it was carried",
        ),
        (
            json!({ "waiting_on": [0] }),
            "expected the table to wait for seat 0, but it waits for seat 1",
        ),
        (json!({ "outcome": { "scores": [1, 2], "winners": [1] } }), "but it is null"),
    ] {
        let play = json!({ "type": "play", "card": 0, "declare": "kitten" });
        let ran = run(&scenario(json!([{ "seat": 0, "action": play, "expect": expect }])));
        ran.fails(1, says);
        assert!(ran.lines()[1]["unexpected"].as_str().unwrap().contains(says));
    }
    let pass = json!({ "type": "pass" });
    let ran = run(&scenario(json!([{ "seat": 0, "action": pass, "expect": "ok" }])));
    ran.fails(1, "test: step 1: expected ok, but it was refused as not-now");
    let other = json!({ "refused": "out-of-turn" });
    run(&scenario(json!([{ "seat": 0, "action": pass, "expect": other }])))
        .fails(1, "expected it to be refused as out-of-turn, but it was refused as not-now");
}

#[test]
fn contradictions_are_typed_errors() {
    check_error("unknown-game", "herding-cats", |s| s["game"] = json!("solitaire"));
    check_error("seat-count", "2 to 6 players, not 7", |s| s["seats"] = json!(7));
    check_error("seat-count", "2 to 6 players, not 0", |s| s["seats"] = json!(0));
    check_error("seat-count", "not 300", |s| s["seats"] = json!(300));
    check_error("seed-and-rigged", "leave one of them out", |s| s["seed"] = json!("x"));
    check_error("no-deal", "add one of them", |s| {
        drop(s.as_object_mut().unwrap().remove("rigged"));
    });
    check_error("malformed-options", "colour", |s| s["options"] = json!({ "colour": 1 }));
    check_error("options", "choose 5 to 600", |s| s["options"] = json!({ "challenge_clock": 1 }));
    check_error("malformed-rig", "dog", |s| s["rigged"]["shuffles"][0][0] = json!("dog"));
    check_error("malformed-rig", "rolsl", |s| s["rigged"]["rolsl"] = json!([]));
    check_error("rig", "exactly the faces", |s| s["rigged"]["shuffles"][1][0] = json!("catnip"));
    check_error("rig", "has 1 faces; 9", |s| s["rigged"]["shuffles"][1] = json!(["kitten"]));
    check_error("rig", "shuffle 2", |s| s["rigged"]["shuffles"] = json!([DECK]));
    check_error("rig", "roll 1", |s| s["rigged"]["rolls"] = json!([]));
    check_error("rig", "must be below 2", |s| s["rigged"]["rolls"] = json!([2]));
    check_error("rig-left-over", "1 shuffles, 0 rolls and 0 mixes", |s| {
        s["rigged"]["shuffles"] = json!([DECK, DECK, DECK]);
    });
    check_error("rig-left-over", "0 shuffles, 2 rolls and 0 mixes", |s| {
        s["rigged"]["rolls"] = json!([0, 1, 1]);
    });
    check_error("rig-left-over", "0 shuffles, 0 rolls and 1 mixes", |s| {
        s["rigged"]["mixes"] = json!([["kitten", "catnip"]]);
    });
    check_error("rules", "version 3 of the rules; this program has 1 to 2", |s| {
        s["rules"] = json!(3);
    });
    check_error("malformed-scenario", "`stpes`", |s| s["stpes"] = json!([]));
    check_error("malformed-scenario", "`seats`", |s| {
        drop(s.as_object_mut().unwrap().remove("seats"));
    });
    check_error("malformed-scenario", "`seats`", |s| *s = json!({ "game": "herding-cats" }));
    check_error("malformed-scenario", "invalid type", |s| *s = json!(["herding-cats"]));
    check_error("malformed-scenario", "invalid type", |s| s["steps"] = json!([[0, {}]]));
    check_error("malformed-scenario", "-1", |s| s["steps"] = json!([{ "seat": -1, "action": {} }]));
    check_error("malformed-scenario", "`action`", |s| s["steps"] = json!([{ "seat": 1 }]));
    check_error("malformed-scenario", "`expects`", |s| {
        s["steps"] = json!([{ "seat": 1, "action": {}, "expects": "ok" }]);
    });
    check_error("malformed-scenario", "\"ok\" or an object", |s| {
        s["steps"] = json!([{ "seat": 1, "action": {}, "expect": "okay" }]);
    });
}

/// A Catnip attacks a Catnip, and the hand is mixed as the scenario says; the first version of the rules did not mix.
#[test]
fn mixes_and_the_version_of_the_rules_are_as_the_scenario_says() {
    let act = |seat: u64, action: Value| json!({ "seat": seat, "action": action, "expect": "ok" });
    let steps = json!([
        act(0, json!({ "type": "play", "card": 6, "declare": "catnip", "target": 1 })),
        act(1, json!({ "type": "pass" })),
        act(0, json!({ "type": "select", "card": 15 })),
        act(1, json!({ "type": "decline" })),
    ]);
    let mixed = ["catnip", "kitten", "kitten", "kitten", "show_cat", "alley_cat", "alley_cat"];
    let hand = |scenario: &Value, viewer: &str| -> Vec<Value> {
        let last = run(scenario).succeeds().lines().pop().unwrap();
        let hand = last["views"][viewer]["players"][1]["hand"].as_array().unwrap().clone();
        hand.into_iter().map(|card| card["type"].clone()).collect()
    };
    let mut newest = scenario(steps);
    newest["rigged"]["mixes"] = json!([mixed]);
    let mut first = newest.clone();
    first["rules"] = json!(1);
    drop(first["rigged"].as_object_mut().unwrap().remove("mixes"));
    assert_eq!(hand(&newest, "1"), mixed);
    assert_eq!(hand(&first, "1"), DECK[..7]);
    for scenario in [&newest, &first] {
        assert_eq!(hand(scenario, "0"), [(); 7].map(|()| Value::Null));
    }
    newest["rigged"]["mixes"] = json!([["catnip"]]);
    let ran = run(&newest);
    ran.fails(65, "rigged mix 1 (counted from 1) has 1 faces; 7 are mixed");
}

#[test]
fn a_damaged_line_does_not_stop_the_others() {
    let good = scenario(json!([])).to_string();
    let deep = format!("{{\"options\": {}", "[".repeat(100_000));
    let input = [
        good.as_bytes(),
        &good.as_bytes()[..40],
        b"",
        b"\xff\xfe",
        deep.as_bytes(),
        b"{\"scenario\": \"nameable\", \"game\": 3}",
        good.as_bytes(),
    ]
    .join(&b'\n');
    let ran = facedown_reading(&["scenario", "--jsonl", "--no-views"], input);
    ran.fails(65, "line 2: this is not JSON");
    let lines = ran.lines();
    let kinds: Vec<_> = lines.iter().map(|line| line["error"]["kind"].as_str()).collect();
    let [bad, malformed] = [Some("not-json"), Some("malformed-scenario")];
    assert_eq!(kinds, [None, bad, bad, bad, malformed, None]);
    assert_eq!(lines[4]["scenario"], "nameable");
    assert_eq!(lines[4]["line"], 6);
}

#[test]
fn thousands_of_games_in_one_run() {
    let one = |i: u32| {
        let (seats, seed) = (2 + i % 5, format!("game {i}"));
        json!({ "game": "herding-cats", "seats": seats, "seed": seed }).to_string() + "\n"
    };
    let input: String = (0..2000).map(one).collect();
    let args = ["scenario", "--jsonl", "--no-views", "--complete-with", "random"];
    let ran = facedown_reading(&args, input).succeeds();
    let ended = ran.out.lines().filter(|line| line.contains(r#""outcome":{"#)).count();
    assert_eq!(ended, 2000);
    assert!(ran.out.contains(r#"{"scenario":"line 2000","step":0"#));
}

#[test]
fn bots_complete_a_prefix_the_same_way_each_time() {
    let play = json!({ "type": "play", "card": 0, "declare": "kitten" });
    let path = file("prefix.json", scenario(json!([{ "seat": 0, "action": play }])).to_string());
    let complete = |seed: &str| {
        facedown(&["scenario", "--complete-with", "random", "--complete-seed", seed, &path])
            .succeeds()
    };
    let [once, again, other] = ["one", "one", "two"].map(complete);
    assert_eq!(once.out, again.out);
    assert_ne!(once.out, other.out);
    let lines = once.lines();
    assert_eq!(lines[1]["action"], play);
    assert!(lines[1]["outcome"].is_null() && lines[lines.len() - 1]["outcome"].is_object());
    let steps: Vec<_> = lines.iter().map(|line| line["step"].as_u64().unwrap()).collect();
    assert!(steps.iter().copied().eq(0..steps.len() as u64));

    // The bots' actions as a scenario give the same game.
    let steps: Vec<_> = lines[1..]
        .iter()
        .map(|line| json!({ "seat": line["seat"], "action": line["action"], "expect": "ok" }))
        .collect();
    assert_eq!(run(&scenario(json!(steps))).succeeds().lines(), lines);

    facedown(&["scenario", "--complete-with", "genius", &path]).fails(2, "there are: random");
}

#[test]
fn commands_that_make_no_sense_are_refused() {
    facedown(&["scenario"]).fails(2, "FILE");
    facedown(&["scenario", "--jsonl", "x.json"]).fails(2, "cannot be used with");
    facedown(&["scenario", "--complete-seed", "x", "y.json"]).fails(2, "--complete-with");
    let good = file("good.json", scenario(json!([])).to_string());
    let ran = facedown(&["scenario", "/no/such/file.json", &good]);
    ran.fails(66, "/no/such/file.json");
    assert_eq!(ran.lines()[0]["error"]["kind"], "unreadable");
    assert_eq!(ran.lines()[1]["step"], 0);
}

/// Writes each block of docs/scenario.md with `file=` to a file, and runs each console block.
#[test]
fn the_examples_of_the_documentation_are_true() {
    let docs = include_str!("../../../../docs/scenario.md");
    let mut commands = 0;
    for block in docs.split("\n```").skip(1).step_by(2) {
        let (head, body) = block.split_once('\n').unwrap();
        if let Some((_, name)) = head.split_once("file=") {
            file(name, body);
        } else if head == "console" {
            let mut lines = body.lines();
            check_console(lines.next().unwrap(), &lines.collect::<Vec<_>>());
            commands += 1;
        }
    }
    assert_eq!(commands, 15);
}

/// Runs a command of the documentation. A line that ends in `…` is the beginning of the real one; a first
/// line that consists of `…` stands for all lines that are not shown.
fn check_console(command: &str, shown: &[&str]) {
    let command = command.strip_prefix("$ facedown ").unwrap();
    let (command, input) = command.split_once(" < ").unwrap_or((command, ""));
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let input =
        if input.is_empty() { Vec::new() } else { std::fs::read(folder.join(input)).unwrap() };
    let repository = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let in_folder = |word: &str| match word.split_once('.') {
        Some(_) if word.starts_with("docs/") => format!("{repository}/{word}"),
        Some(_) => folder.join(word).to_str().unwrap().to_owned(),
        None => word.to_owned(),
    };
    let ran = facedown_reading(&command.split(' ').map(in_folder).collect::<Vec<_>>(), input);
    let (code, shown) = shown.split_last().unwrap();
    assert_eq!(*code, format!("(exit code {})", ran.code.unwrap()), "{command}");
    let mut real: Vec<_> = ran.out.lines().collect();
    let shown = match shown {
        ["…", last @ ..] => {
            real.drain(..real.len() - last.len());
            last
        }
        all => all,
    };
    assert_eq!(real.len(), shown.len(), "{command}");
    for (real, shown) in real.iter().zip(shown) {
        match shown.strip_suffix('…') {
            Some(beginning) => assert!(real.starts_with(beginning), "{real}\n{shown}"),
            None => assert_eq!(real, shown),
        }
    }
}
