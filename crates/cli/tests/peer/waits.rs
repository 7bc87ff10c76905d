//! The measurement of `cargo xtask network` plays real games, and counts what they take.

use std::path::PathBuf;
use std::time::Duration;

use facedown_core::{Game, Seed};
use facedown_games::herding_cats::{HerdingCats, Options};
use facedown_trials::{Network, NetworkError};
use serde_json::Value;

use crate::players::block_on;

fn network(game: &str) -> Network {
    Network {
        program: PathBuf::from(env!("CARGO_BIN_EXE_facedown")),
        game: (game.into(), HerdingCats::RULES),
        options: serde_json::to_value(Options::default()).unwrap(),
        players: 3,
        games: 1,
        actions: 6,
        delay: Duration::from_millis(4),
        seed: Seed::from_text("waits"),
    }
}

#[test]
fn a_deal_and_actions_are_measured_with_what_they_cost() {
    let report = block_on(network(HerdingCats::NAME).run(|_| {})).unwrap();
    let report: Value = serde_json::from_str(&report.json()).unwrap();
    let waits = report["waits"].as_array().unwrap();
    let deal = waits.iter().find(|wait| wait["what"] == "the deal").unwrap();
    // Two entries of each for the keys, one to shuffle, one for the cards that are shown.
    assert_eq!(deal["entries"], 12);
    let times: u64 = waits.iter().map(|wait| wait["times"].as_u64().unwrap()).sum();
    assert_eq!(times, 7);
    // Nothing is faster than the way between two players.
    assert!(waits.iter().all(|wait| wait["p50_ms"].as_f64().unwrap() >= 4.0), "{report}");
}

#[test]
fn what_the_relay_refuses_ends_the_measurement() {
    let refused = block_on(network("no-game").run(|_| {}));
    assert!(matches!(refused, Err(NetworkError::Client(_) | NetworkError::NotStarted(_))));
}
