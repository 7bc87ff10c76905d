//! Sharing and replay: what was recorded is done once, and everybody sees again what they saw.

use std::collections::BTreeSet;

use facedown_core::{Card, Flaw, Game, LogEntry, Record, Table, Viewer, share};
use facedown_games::texas_42::{Action, Event, Texas42};
use serde_json::{Value, json};

use crate::scene::{SPECIAL, action, everything, four, random_game};

const AUTO: &str = r#"{"pace":"auto","nello":true,"sevens":true,"plunge":true,"splash":true}"#;

fn viewers() -> impl Iterator<Item = Viewer> {
    four().all().iter().map(Viewer::Seat).chain([Viewer::Spectator])
}

fn views(table: &Table<Texas42>) -> Vec<Value> {
    viewers().map(|viewer| json!(table.view(viewer))).collect()
}

/// The names of all actions, bids and trumps of a game.
fn kinds(table: &Table<Texas42>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for LogEntry { action, .. } in table.log() {
        let json = serde_json::to_value(action).unwrap();
        for name in ["type", "trump", "bid"] {
            match &json[name] {
                Value::String(text) => drop(found.insert(text.clone())),
                Value::Object(bid) => found.extend(bid.keys().cloned()),
                _ => {}
            }
        }
    }
    found
}

#[test]
fn the_game_has_everything_in_it() {
    let table = everything(SPECIAL, |_| ());
    let kinds = kinds(&table);
    let wanted = [
        "bid",
        "select-trump",
        "play-domino",
        "agree-complete-trick",
        "complete-trick",
        "agree-score-hand",
        "score-hand",
        "redeal",
        "pass",
        "points",
        "marks",
        "splash",
        "plunge",
        "nello",
        "sevens",
    ];
    let missing: Vec<_> = wanted.iter().filter(|&&name| !kinds.contains(name)).collect();
    assert!(missing.is_empty(), "{missing:?} in {} actions", table.log().len());
    assert!(table.game().marks.iter().any(|&marks| marks >= 7));
}

#[test]
fn a_share_code_is_the_whole_table_at_every_prefix() {
    let check = |table: &Table<Texas42>| {
        let code = share::encode(table).unwrap();
        let read = share::decode::<Texas42>(&code).unwrap();
        assert_eq!(read.log().len(), table.log().len());
        assert_eq!(read.game(), table.game());
        assert_eq!(views(&read), views(table));
    };
    everything(SPECIAL, check);
    everything(AUTO, check);
    random_game("sharing", SPECIAL, check);
}

#[test]
fn everybody_sees_at_any_point_what_they_saw_then() {
    for json in [SPECIAL, AUTO] {
        let mut live = Vec::new();
        let table = everything(json, |table| live.push(views(table)));
        for (number, then) in (1..).zip(&live).step_by(5) {
            assert_eq!(&views(&table.at(number).unwrap()), then, "after {number} actions");
        }
        assert_eq!(table.at(0).unwrap().log().len(), 0);
    }
}

#[test]
fn a_record_round_trips() {
    for json in [SPECIAL, AUTO] {
        let table = everything(json, |_| ());
        let record = table.record(["Ann", "Bob", "Cat", "Dan"].map(str::to_owned).to_vec());
        let text = record.to_json();
        let read = Record::<Texas42>::from_json(&text).unwrap();
        assert_eq!(read.to_json(), text);
        let report = read.verify();
        // It is rigged, and nothing else is wrong with it.
        assert_eq!(report.flaws, [Flaw::Rigged]);
        assert_eq!(report.actions, table.log().len());
        assert_eq!(report.standing, table.standing());
    }
}

/// Another implementation's replays break after the first trick: the automatic action is both recorded and
/// fired again. Here everything that happens is in the log, once, or is part of the action before it.
#[test]
fn nothing_that_was_recorded_is_done_again_by_itself() {
    for json in [SPECIAL, AUTO] {
        let mut live = Vec::new();
        let table = everything(json, |table| live.push(table.game().clone()));
        let record = table.record(Vec::new());
        let mut again = Table::<Texas42>::new(record.options, record.seats, record.deal).unwrap();
        for (number, (entry, then)) in record.actions.into_iter().zip(&live).enumerate() {
            again.act(entry.seat, entry.action).map(|_| ()).unwrap();
            assert_eq!(again.log().len(), number + 1);
            assert_eq!(again.game(), then, "after {} actions", number + 1);
        }
        assert_eq!(again.log().len(), live.len());
        // Each trick is taken in once and each hand is scored once.
        let count = |wanted: fn(&Event) -> bool| {
            again.heard().iter().filter(|heard| wanted(&heard.told.event)).count()
        };
        let hands = count(|event| matches!(event, Event::HandScored { .. }));
        assert_eq!(count(|event| matches!(event, Event::TrickWon { .. })), 7 * hands);
        let logged = |name| again.log().iter().filter(|entry| entry.action == action(name)).count();
        let by_hand = usize::from(json != AUTO);
        assert_eq!(logged("complete-trick"), by_hand * 7 * hands);
        assert_eq!(logged("agree-complete-trick"), by_hand * 7 * hands * 4);
        assert_eq!(logged("score-hand"), by_hand * hands);
    }
}

#[test]
fn what_is_recorded_twice_is_refused_the_second_time_and_counted() {
    for (json, name) in [(SPECIAL, "complete-trick"), (SPECIAL, "score-hand"), (AUTO, "")] {
        let table = everything(json, |_| ());
        let mut record = table.record(Vec::new());
        // In the pace that needs no agreement, after the last domino of each trick of four.
        let is_doubled = |at: usize, entry: &LogEntry<Action>| match json {
            AUTO => table.at(at + 1).unwrap().game().trick.is_empty() && is_play(entry),
            _ => entry.action == action(name),
        };
        let mut doubled = 0;
        let log = std::mem::take(&mut record.actions);
        for (at, entry) in log.into_iter().enumerate().take(400) {
            record.actions.push(entry.clone());
            if is_doubled(at, &entry) {
                let again = if json == AUTO { action("complete-trick") } else { entry.action };
                record.actions.push(LogEntry { seat: entry.seat, action: again });
                doubled += 1;
            }
        }
        let replayed = record.replay().unwrap();
        assert!(doubled > 1);
        assert_eq!(replayed.refused.len(), doubled);
        let there = table.at(400).unwrap();
        assert_eq!(replayed.table.log().len(), there.log().len());
        assert_eq!(replayed.table.game(), there.game());
        assert_eq!(replayed.table.heard().len(), there.heard().len());
    }
}

fn is_play(entry: &LogEntry<Action>) -> bool {
    matches!(entry.action, Action::PlayDomino { .. })
}

#[test]
fn a_whole_game_is_not_long_to_share() {
    let table = random_game("sharing", SPECIAL, |_| ());
    let code = share::encode(&table).unwrap();
    assert!(code.starts_with(Texas42::INITIALS));
    assert!(code.len() < 2 * table.log().len(), "{} characters", code.len());
    // Every domino was on the table.
    let mut cards = Vec::new();
    table.game().cards(&mut |card: Card| cards.push(card));
    assert_eq!(cards.len(), 28);
}
