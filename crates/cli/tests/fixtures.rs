//! Whole games kept as files: they must replay for ever, with the outcomes that they had.
//!
//! A file that is missing is written when `FACEDOWN_WRITE_FIXTURES` is set. One that is there is never
//! changed: if it no longer replays, the rules have a new version, and old records are still of the old.

use facedown_core::{Record, Table, share};
use facedown_games::herding_cats::HerdingCats;
use serde_json::{Value, json};

mod common;

const NAMES: [&str; 6] = ["Ann", "Bob", "Cleo", "Dev", "Eve", "Fay"];

#[test]
fn herding_cats_replays_for_ever() {
    for players in 2..=6 {
        let stem = format!("herding-cats-{players}");
        write_if_missing(&stem, players);
        let outcome = read_json(&format!("{stem}.outcome"));

        let record = std::fs::read_to_string(common::fixture(&format!("{stem}.json"))).unwrap();
        let record = Record::<HerdingCats>::from_json(&record).unwrap();
        let report = record.verify();
        assert!(report.flaws.is_empty(), "{stem}: {:?}", report.flaws.first());
        assert_eq!(json!(report.standing), outcome, "{stem}");
        assert_eq!(record.to_json(), std::fs::read_to_string(path(&stem, "json")).unwrap());

        let code = std::fs::read_to_string(path(&stem, "code")).unwrap();
        let shared: Table<HerdingCats> = share::decode(&code).unwrap();
        assert_eq!(json!(shared.standing()), outcome, "{stem}");
        assert_eq!(share::encode(&shared), code.trim(), "{stem}");
        assert_eq!(json!(shared.log()), json!(record.actions), "{stem}: code and record differ");
    }
}

/// The same through the command.
#[test]
fn the_command_verifies_and_replays_all_of_them() {
    for players in 2..=6 {
        let stem = format!("herding-cats-{players}");
        let outcome = read_json(&format!("{stem}.outcome"));
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

fn read_json(name: &str) -> Value {
    serde_json::from_str(&std::fs::read_to_string(common::fixture(name)).unwrap()).unwrap()
}

fn write_if_missing(stem: &str, players: usize) {
    if std::env::var_os("FACEDOWN_WRITE_FIXTURES").is_none() {
        return;
    }
    let contributions = &["heads", "", "Ünïcode", "tails", "5", "six"][..players];
    let table = common::random_game(players, &format!("fixture {players}"), contributions);
    let names = NAMES[..players].iter().map(ToString::to_string).collect();
    let outcome = format!("{}\n", json!(table.standing()));
    for (kind, contents) in [
        ("json", table.record(names).to_json()),
        ("code", share::encode(&table) + "\n"),
        ("outcome", outcome),
    ] {
        let path = path(stem, kind);
        if !std::path::Path::new(&path).exists() {
            std::fs::write(path, contents).unwrap();
        }
    }
}
