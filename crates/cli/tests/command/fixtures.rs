//! Recorded games must always replay with the same outcomes.
//!
//! Missing files are written if `FACEDOWN_WRITE_FIXTURES` is set. Existing files never change: if one no longer
//! replays, the rules need a new version, and old records keep the old version.

use crate::common;
use facedown_core::{Game, Record, Table, share};
use facedown_games::exploding_kittens::ExplodingKittens;
use facedown_games::herding_cats::{HerdingCats, Options, TieBreaker};
use facedown_games::texas_42::Texas42;
use serde_json::{Value, json};

const NAMES: [&str; 6] = ["Ann", "Bob", "Cleo", "Dev", "Eve", "Fay"];

/// The games: with random players, and with calm players and other options, for each version of the rules.
fn herding_cats() -> impl Iterator<Item = (usize, &'static str, u32, String)> {
    let kinds = |players| ["", "-calm"].map(move |kind| (players, kind));
    let versions = |(n, kind)| [1, 2].map(move |rules| (n, kind, rules));
    (2..=6).flat_map(kinds).flat_map(versions).map(|(n, kind, rules)| {
        (n, kind, rules, format!("herding-cats-{n}{kind}{}", suffix(rules)))
    })
}

/// Files of the first version of the rules have no suffix.
fn suffix(rules: u32) -> String {
    if rules == 1 { String::new() } else { format!("-rules-{rules}") }
}

/// The games: the default one, one with every option, and one at pace `auto`.
const TEXAS_42: [(&str, &str); 3] = [
    ("texas-42", "{}"),
    (
        "texas-42-special",
        r#"{"games":2,"forced_bid":true,"nello":true,"nello_doubles":"low","sevens":true,"plunge":true,"splash":true}"#,
    ),
    ("texas-42-auto", r#"{"pace":"auto","early_end":true,"nello":true,"sevens":true}"#),
];

/// The games: each set, and every option in one of them.
const EXPLODING_KITTENS: [(&str, usize, &str); 7] = [
    ("exploding-kittens-2", 2, "{}"),
    ("exploding-kittens-5", 5, "{}"),
    ("exploding-kittens-3-streaking", 3, r#"{"set":"streaking"}"#),
    ("exploding-kittens-4-imploding", 4, r#"{"set":"imploding"}"#),
    ("exploding-kittens-5-party", 5, r#"{"set":"party"}"#),
    (
        "exploding-kittens-3-party-options",
        3,
        r#"{"set":"party","targeted_attack":"immediate","any_pairs":true,"nope_clock":30}"#,
    ),
    ("exploding-kittens-2-published", 2, r#"{"set":"published"}"#),
];

#[test]
fn herding_cats_replays_for_ever() {
    for (players, kind, rules, stem) in herding_cats() {
        write_if_missing(&stem, || {
            let contributions = &["heads", "", "Ünïcode", "tails", "5", "six"][..players];
            let seed = format!("fixture {players}{kind}");
            if kind.is_empty() {
                return common::random_game(players, &seed, contributions);
            }
            let tie_breakers = [TieBreaker::FaceDownHerd, TieBreaker::Herd].into_iter().collect();
            let options = Options { challenge_clock: Some(30), tie_breakers };
            common::calm_game(options, players, &seed, &[])
        });
        check::<HerdingCats>(&stem, rules);
    }
}

#[test]
fn texas_42_replays_for_ever() {
    for (stem, options) in TEXAS_42 {
        write_if_missing::<Texas42>(stem, || {
            let options = serde_json::from_str(options).unwrap();
            common::game(options, 4, stem, &["a", "b", "c", "d"], |_| false)
        });
        check::<Texas42>(stem, 1);
    }
}

#[test]
fn exploding_kittens_replays_for_ever() {
    for (stem, players, options) in EXPLODING_KITTENS {
        for rules in [1, 2] {
            let stem = format!("{stem}{}", suffix(rules));
            write_if_missing::<ExplodingKittens>(&stem, || {
                let options = serde_json::from_str(options).unwrap();
                let contributions = &["a", "", "ç", "d", "e"][..players];
                common::game(options, players, &stem, contributions, |_| false)
            });
            check::<ExplodingKittens>(&stem, rules);
        }
    }
}

#[track_caller]
fn check<G: Game>(stem: &str, rules: u32) {
    let outcome = read_outcome(stem);

    let text = std::fs::read_to_string(path(stem, "json")).unwrap();
    let record = Record::<G>::from_json(&text).unwrap();
    assert_eq!(record.rules, rules, "{stem}");
    let report = record.verify();
    assert!(report.flaws.is_empty(), "{stem}: {}", report.flaws[0]);
    assert_eq!(json!(report.standing), outcome, "{stem}");
    assert_eq!(record.to_json(), text, "{stem}");

    let code = std::fs::read_to_string(path(stem, "code")).unwrap();
    let shared: Table<G> = share::decode(&code).unwrap();
    assert_eq!(json!(shared.standing()), outcome, "{stem}");
    // Codes have become shorter since some of these were written; the old ones still work.
    let again = share::encode(&shared).unwrap();
    assert!(again.len() <= code.trim().len(), "{stem}");
    let again: Table<G> = share::decode(&again).unwrap();
    assert_eq!(json!(again.log()), json!(shared.log()), "{stem}");
    assert!(again.options() == shared.options(), "{stem}");
    assert_eq!((shared.rules(), again.rules()), (rules, rules), "{stem}");
    assert_eq!(json!(shared.log()), json!(record.actions), "{stem}: code and record differ");
}

/// The same checks with the command.
#[test]
fn the_command_verifies_and_replays_all_of_them() {
    let stems = herding_cats().map(|(.., stem)| stem);
    let stems = stems.chain(TEXAS_42.map(|(stem, _)| stem.to_owned()));
    let both = |stem: &str| [1, 2].map(|rules| format!("{stem}{}", suffix(rules)));
    for stem in stems.chain(EXPLODING_KITTENS.iter().flat_map(|(stem, ..)| both(stem))) {
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

fn write_if_missing<G: Game>(stem: &str, play: impl FnOnce() -> Table<G>) {
    if std::env::var_os("FACEDOWN_WRITE_FIXTURES").is_none() {
        return;
    }
    let table = play();
    let names = NAMES[..table.seats().get()].iter().map(ToString::to_string).collect();
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
