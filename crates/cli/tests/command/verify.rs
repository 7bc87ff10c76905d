//! Tests of `facedown verify`: it finds and names each flaw and each kind of damage.

use facedown_core::{Deal, Record, Rig, SeatCount, Table, share};
use facedown_games::herding_cats::{HerdingCats, Kind, Options};
use serde_json::{Value, json};

use crate::common::{facedown, file, fixture, random_game, tampered};

/// The record of a game of three players.
fn record() -> String {
    let names = ["Ann", "Bob", "Cleo"].map(String::from).to_vec();
    random_game(3, "a game to tamper with", &["one", "two", "three"]).record(names).to_json()
}

/// Changes a record and checks that exactly these flaws are found.
#[track_caller]
fn check_flaws(name: &str, kinds: &[&str], says: &str, change: impl FnOnce(&mut Value)) {
    let path = file(&format!("flaw-{name}.json"), tampered(&record(), change));
    let found = facedown(&["verify", "--json", &path]);
    found.fails(1, "");
    let found = found.lines().pop().unwrap();
    assert_eq!(found["ok"], false);
    let flaws = found["flaws"].as_array().unwrap();
    let found: Vec<_> = flaws.iter().map(|flaw| flaw["kind"].as_str().unwrap()).collect();
    assert_eq!(found, kinds, "{flaws:?}");
    let told = facedown(&["verify", &path]);
    assert_eq!(told.code, Some(1));
    assert!(told.out.contains(says), "{says:?} is not said: {}", told.out);
}

/// Damages a file and checks the error message.
#[track_caller]
fn check_damage(name: &str, says: &str, contents: impl AsRef<[u8]>) {
    let path = file(&format!("damage-{name}.json"), contents);
    facedown(&["verify", &path]).fails(65, says);
    facedown(&["verify", "--json", &path]).fails(65, says);
    facedown(&["replay", &path]).fails(65, says);
    facedown(&["views", &path]).fails(65, says);
}

#[test]
fn a_good_record_is_good() {
    let path = file("good-record.json", record());
    let told = facedown(&["verify", &path]).succeeds();
    for says in [
        "promised with",
        "seat 1 (Bob): \"two\"",
        "every action was permitted",
        "the outcome follows",
    ] {
        assert!(told.out.contains(says), "{}", told.out);
    }
    let found = facedown(&["verify", "--json", &path]).succeeds().lines().pop().unwrap();
    assert_eq!(found["contributions"], json!(["one", "two", "three"]));
    assert_eq!(found["refused"], 0);
    assert_eq!(found["outcome"], found["recorded_outcome"]);
}

#[test]
fn a_record_of_a_game_that_goes_on_is_good() {
    let table = random_game(2, "unfinished", &[]).at(5).unwrap();
    let path = file("unfinished.json", table.record(Vec::new()).to_json());
    let told = facedown(&["verify", &path]).succeeds();
    assert!(told.out.contains("not over yet") && told.out.contains("no player contributed"));
}

#[test]
fn another_commitment_is_found() {
    check_flaws("commitment", &["commitment"], "does not match the commitment 00", |record| {
        record["deal"]["commitment"] = json!("0".repeat(64));
    });
}

#[test]
fn the_commitment_that_a_player_saw_is_compared() {
    let path = file("promise.json", record());
    let found = facedown(&["verify", "--json", &path]).succeeds().lines().pop().unwrap();
    let seen = found["commitment"].as_str().unwrap();
    let told = facedown(&["verify", &path, "--commitment", seen]).succeeds();
    assert!(told.out.contains("you were shown is that of this deal"), "{}", told.out);
    // Another deal is valid, but not the one that was promised.
    let other =
        file("other-deal.json", random_game(3, "another deal", &[]).record(vec![]).to_json());
    facedown(&["verify", &other]).succeeds();
    let told = facedown(&["verify", &other, "--commitment", seen]);
    assert_eq!(told.code, Some(1));
    let says = format!("✗ the deal is not the one that you were promised with {seen}");
    assert!(told.out.contains(&says), "{}", told.out);
    let found = facedown(&["verify", "--json", &other, "--commitment", seen]);
    found.fails(1, "");
    let found = &found.lines()[0];
    assert_eq!(
        (&found["ok"], &found["flaws"][0]["kind"]),
        (&json!(false), &json!("other-commitment"))
    );
    for short in ["", "3ea9", &seen.replacen(|_| true, "x", 1), &format!("{seen}0")] {
        facedown(&["verify", &path, "--commitment", short]).fails(2, "64 hexadecimal digits");
    }
    facedown(&["verify", &path, &other, "--commitment", seen]).fails(2, "one at a time");
}

#[test]
fn another_seed_is_found_by_its_commitment() {
    let path = file(
        "flaw-seed.json",
        tampered(&record(), |record| record["deal"]["seed"] = json!("7".repeat(64))),
    );
    let found = facedown(&["verify", "--json", &path]);
    found.fails(1, "");
    assert_eq!(found.lines()[0]["flaws"][0]["kind"], "commitment");
}

#[test]
fn another_contribution_is_another_deal() {
    let path = file(
        "flaw-contribution.json",
        tampered(&record(), |record| record["deal"]["contributions"][1] = json!("zwei")),
    );
    let found = facedown(&["verify", "--json", &path]);
    found.fails(1, "");
    assert!(!found.lines()[0]["flaws"].as_array().unwrap().is_empty());
}

#[test]
fn a_contribution_too_few_is_found() {
    check_flaws("contributions", &["setup"], "2 contributions for 3 seats", |record| {
        record["deal"]["contributions"] = json!(["one", "two"]);
    });
}

#[test]
fn options_and_seats_that_cannot_be_played_are_found() {
    check_flaws("options", &["setup"], "choose 5 to 600", |record| {
        record["options"] = json!({ "challenge_clock": 1 });
    });
    check_flaws("seats", &["setup"], "2 to 6 players, not 8", |record| {
        record["seats"] = json!(8);
        record["names"] = json!([]);
        record["deal"]["contributions"] = json!([]);
    });
}

#[test]
fn an_action_that_is_not_permitted_is_found_with_its_number() {
    let pass = json!({ "seat": 0, "action": { "type": "decline" } });
    check_flaws("refused", &["refused"], "action 1 (counted from 1) is not permitted", |record| {
        record["actions"].as_array_mut().unwrap().insert(0, pass.clone());
    });
    check_flaws("after-the-end", &["refused"], "the game is over", |record| {
        record["actions"].as_array_mut().unwrap().push(pass.clone());
    });
    check_flaws("no-such-seat", &["refused"], "there is no seat 5", |record| {
        let action = json!({ "seat": 5, "action": { "type": "pass" } });
        record["actions"].as_array_mut().unwrap().insert(3, action);
    });
}

#[test]
fn another_outcome_is_found() {
    check_flaws("outcome", &["outcome"], "it leads to:", |record| {
        record["outcome"]["scores"][0] = json!(99);
    });
    check_flaws("no-outcome", &["outcome"], "recorded: null", |record| {
        record["outcome"] = Value::Null;
    });
    check_flaws("breaks-off", &["outcome"], "it leads to: null", |record| {
        record["actions"].as_array_mut().unwrap().pop();
    });
}

#[test]
fn a_rigged_deal_is_no_proof() {
    let rig = Rig { shuffles: vec![Kind::DECK.to_vec(); 2], rolls: vec![1], mixes: vec![] };
    let seats = SeatCount::new(2).unwrap();
    let table: Table<HerdingCats> =
        Table::new(Options::default(), seats, Deal::Rigged(rig)).unwrap();
    let path = file("rigged.json", table.record(Vec::new()).to_json());
    let told = facedown(&["verify", &path]);
    assert_eq!(told.code, Some(1));
    assert!(told.out.contains("nobody can vouch for it"), "{}", told.out);
}

#[test]
fn each_kind_of_damage_has_its_own_words() {
    let good = record();
    let changed = |change: &dyn Fn(&mut Value)| tampered(&good, change);
    check_damage("breaks-off", "not JSON from line", &good[..good.len() / 2]);
    check_damage("empty", "the file is empty", "");
    check_damage("bytes", "neither a record, a share code nor a chain", [0xff, 0xfe, 0x00]);
    check_damage("other-json", "no \"facedown\" version number", "[1, 2]");
    check_damage("no-game", "not a record", r#"{"facedown": 1}"#);
    check_damage("version", "format version 2", changed(&|r| r["facedown"] = json!(2)));
    check_damage("game", "a game called \"chess\"", changed(&|r| r["game"] = json!("chess")));
    check_damage("rules", "version 7 of the rules", changed(&|r| r["rules"] = json!(7)));
    check_damage("checksum", "do not match its checksum", good.replacen("\"Ann\"", "\"Anne\"", 1));
    check_damage("field", "unknown field `extra`", changed(&|r| r["extra"] = json!(1)));
    check_damage(
        "missing",
        "`seats`",
        changed(&|r| drop(r.as_object_mut().unwrap().remove("seats"))),
    );
    check_damage("seats", "0 seats", changed(&|r| r["seats"] = json!(0)));
    check_damage("options", "the options", changed(&|r| r["options"] = json!({ "x": 1 })));
    check_damage("deal", "the deal", changed(&|r| r["deal"] = json!({ "seed": "" })));
    check_damage("rig", "the rigged deal", changed(&|r| r["deal"] = json!({ "shuffles": 1 })));
    check_damage("seed", "64 hexadecimal digits", changed(&|r| r["deal"]["seed"] = json!("me")));
    check_damage(
        "commitment",
        "a commitment is",
        changed(&|r| r["deal"]["commitment"] = json!("")),
    );
    check_damage(
        "contribution",
        "at most 256 bytes",
        changed(&|r| {
            r["deal"]["contributions"][0] = json!("x".repeat(257));
        }),
    );
    check_damage("names", "1 names for 3 seats", changed(&|r| r["names"] = json!(["Ann"])));
    check_damage(
        "action",
        "action 2 (counted from 1)",
        changed(&|r| {
            r["actions"][1]["action"] = json!({ "type": "dance" });
        }),
    );
    check_damage(
        "seat",
        "action 1 (counted from 1)",
        changed(&|r| r["actions"][0]["seat"] = json!(8)),
    );
}

#[test]
fn several_files_are_all_checked() {
    let good = fixture("herding-cats-2.json");
    let flawed = file("several-flawed.json", tampered(&record(), |r| r["outcome"] = Value::Null));
    let damaged = file("several-damaged.json", "{");
    facedown(&["verify", &good, &fixture("herding-cats-3.json")]).succeeds();
    assert_eq!(facedown(&["verify", &flawed, &good]).code, Some(1));
    let ran = facedown(&["verify", "--json", &damaged, &flawed, &good]);
    ran.fails(65, "several-damaged.json");
    let ok: Vec<_> = ran.lines().iter().map(|line| line["ok"].as_bool().unwrap()).collect();
    assert_eq!(ok, [false, false, true]);
    facedown(&["verify", "--json", "/no/such/file", &good]).fails(66, "/no/such/file");
    facedown(&["verify"]).fails(2, "FILE");
}

#[test]
fn a_share_code_is_no_record() {
    let code = share::encode(&random_game(2, "code", &[])).unwrap();
    facedown(&["verify", &code]).fails(2, "name its file");
}

/// Every kind of damage is refused without a panic.
#[test]
fn a_record_with_any_byte_changed_or_cut_off_is_refused() {
    let good = record();
    for at in (0..good.len() - 1).step_by(7) {
        if good.is_char_boundary(at) {
            assert!(Record::<HerdingCats>::from_json(&good[..at]).is_err());
        }
        let mut bytes = good.clone().into_bytes();
        bytes[at] ^= 1;
        // Some changes only affect whitespace.
        if let Ok(text) = String::from_utf8(bytes)
            && let Ok(record) = Record::<HerdingCats>::from_json(&text)
        {
            assert_eq!(record.to_json(), good, "byte {at}");
        }
    }
}
