//! Whole games kept as files: they must replay for ever, with the outcomes that they had.
//!
//! A file that is missing is written when `FACEDOWN_WRITE_FIXTURES` is set. One that is there is never
//! changed: if it no longer replays, the rules have a new version, and old records are still of the old.
#![allow(clippy::unwrap_used)] // a test that cannot go on has failed

use facedown_core::{Record, Table, share};
use facedown_games::herding_cats::{HerdingCats, Options, TieBreaker};
use serde_json::{Value, json};

mod common;

const NAMES: [&str; 6] = ["Ann", "Bob", "Cleo", "Dev", "Eve", "Fay"];

/// The games: with random players, and with calm ones who have other options.
fn stems() -> impl Iterator<Item = (usize, &'static str, String)> {
    let kinds = |players| ["", "-calm"].map(move |kind| (players, kind));
    (2..=6).flat_map(kinds).map(|(n, kind)| (n, kind, format!("herding-cats-{n}{kind}")))
}

#[test]
fn herding_cats_replays_for_ever() {
    for (players, kind, stem) in stems() {
        write_if_missing(&stem, players, kind);
        let outcome = read_outcome(&stem);

        let text = std::fs::read_to_string(path(&stem, "json")).unwrap();
        let record = Record::<HerdingCats>::from_json(&text).unwrap();
        let report = record.verify();
        assert!(report.flaws.is_empty(), "{stem}: {:?}", report.flaws.first());
        assert_eq!(json!(report.standing), outcome, "{stem}");
        assert_eq!(record.to_json(), text, "{stem}");

        let code = std::fs::read_to_string(path(&stem, "code")).unwrap();
        let shared: Table<HerdingCats> = share::decode(&code).unwrap();
        assert_eq!(json!(shared.standing()), outcome, "{stem}");
        assert_eq!(share::encode(&shared).unwrap(), code.trim(), "{stem}");
        assert_eq!(json!(shared.log()), json!(record.actions), "{stem}: code and record differ");
    }
}

/// The same through the command.
#[test]
fn the_command_verifies_and_replays_all_of_them() {
    for (_, _, stem) in stems() {
        let outcome = read_outcome(&stem);
        let [record, code] = ["json", "code"].map(|kind| path(&stem, kind));
        let verified = common::facedown(&["verify", "--json", &record]).succeeds();
        assert_eq!(verified.lines()[0]["outcome"], outcome);
        for source in [record, code] {
            let views = common::facedown(&["views", "--json", &source]).succeeds();
            assert_eq!(views.lines()[0]["outcome"], outcome);
        }
    }
}

fn path(stem: &str, kind: &str) -> String {
    common::fixture(&format!("{stem}.{kind}"))
}

fn read_outcome(stem: &str) -> Value {
    serde_json::from_str(&std::fs::read_to_string(path(stem, "outcome")).unwrap()).unwrap()
}

fn write_if_missing(stem: &str, players: usize, kind: &str) {
    if std::env::var_os("FACEDOWN_WRITE_FIXTURES").is_none() {
        return;
    }
    let contributions = &["heads", "", "Ünïcode", "tails", "5", "six"][..players];
    let seed = format!("fixture {players}{kind}");
    let table = if kind.is_empty() {
        common::random_game(players, &seed, contributions)
    } else {
        let tie_breakers = [TieBreaker::FaceDownHerd, TieBreaker::Herd].into_iter().collect();
        let options = Options { challenge_clock: Some(30), tie_breakers };
        common::calm_game(options, players, &seed, &[])
    };
    let names = NAMES[..players].iter().map(ToString::to_string).collect();
    for (kind, contents) in [
        ("json", table.record(names).to_json()),
        ("code", share::encode(&table).unwrap() + "\n"),
        ("outcome", format!("{}\n", json!(table.standing()))),
    ] {
        let path = path(stem, kind);
        if !std::path::Path::new(&path).exists() {
            std::fs::write(path, contents).unwrap();
        }
    }
}
