//! The report of a simulation, as text and as JSON.

use std::fmt::Write;

use anstyle::Style;
use facedown_core::Game;
use serde_json::{Value, json};

use super::games::Plan;
use super::tally::{Results, Tally};
use crate::draw::columns::Columns;
use crate::lineup::counted;

/// Formats the results as tables.
#[allow(clippy::cast_precision_loss)] // counts of games are far below 2⁵³
pub(super) fn text<G: Game>(plan: &Plan<G>, tally: &Tally, seconds: f64) -> String {
    let bold = Style::new().bold();
    let players = counted(plan.seats.get(), "player");
    let games = counted(usize::try_from(tally.games).unwrap_or(usize::MAX), "game");
    let mut out = format!("{bold}{}{bold:#}, {players}, {games}\n\n", G::NAME);
    let mut bots = Columns::new(["bot", "played", "wins", "win %", "±", "score", "±"]);
    for (name, results) in by_name(plan, tally) {
        bots.row(row(name, &results));
    }
    let _ = writeln!(out, "{}", bots.draw());
    let mut seats = Columns::new(["seat", "played", "wins", "win %", "±", "score", "±"]);
    for seat in plan.seats.all().iter() {
        seats.row(row(seat.index().to_string(), &tally.seats[seat.index()]));
    }
    let _ = writeln!(out, "{}", seats.draw());
    let games = tally.games.max(1) as f64;
    let shared = counted(usize::try_from(tally.shared).unwrap_or(usize::MAX), "shared win");
    let _ = writeln!(
        out,
        "± is the 95% confidence interval\n\
         {:.1} actions a game; {shared}; {:.0} games/s, {:.0} actions/s",
        tally.actions as f64 / games,
        tally.games as f64 / seconds,
        tally.actions as f64 / seconds,
    );
    out
}

fn row(name: String, results: &Results) -> Vec<String> {
    let ((rate, rate_off), (score, score_off)) = (results.win_rate(), results.mean_score());
    vec![
        name,
        results.played.to_string(),
        format!("{:.1}", results.wins()),
        format!("{:.1}", rate * 100.0),
        format!("{:.1}", rate_off * 100.0),
        format!("{score:.2}"),
        format!("{score_off:.2}"),
    ]
}

/// Formats the results as JSON. Values that depend on the machine are under `speed`.
#[allow(clippy::cast_precision_loss)] // counts of games are far below 2⁵³
pub(super) fn json<G: Game>(plan: &Plan<G>, tally: &Tally, seconds: f64) -> String {
    let results = |results: &Results| {
        let ((rate, rate_off), (score, score_off)) = (results.win_rate(), results.mean_score());
        json!({
            "played": results.played,
            "wins": results.wins(),
            "win_rate": rate,
            "win_rate_off": rate_off,
            "mean_score": score,
            "mean_score_off": score_off,
        })
    };
    let with = |key: &str, name: Value, mut value: Value| {
        value[key] = name;
        value
    };
    let bots: Vec<Value> =
        by_name(plan, tally).iter().map(|(name, r)| with("bot", json!(name), results(r))).collect();
    let seats: Vec<Value> = plan
        .seats
        .all()
        .iter()
        .map(|seat| with("seat", json!(seat), results(&tally.seats[seat.index()])))
        .collect();
    let value = json!({
        "game": G::NAME,
        "rules": G::RULES,
        "options": plan.options,
        "seed": plan.seed.to_hex(),
        "players": plan.seats,
        "line_up": plan.bots,
        "games": tally.games,
        "actions": tally.actions,
        "shared_wins": tally.shared,
        "bots": bots,
        "seats": seats,
        "speed": {
            "seconds": seconds,
            "games_per_second": tally.games as f64 / seconds,
            "actions_per_second": tally.actions as f64 / seconds,
        },
    });
    format!("{value:#}\n")
}

/// The results by name of the bot, in the order of the line-up.
fn by_name<G: Game>(plan: &Plan<G>, tally: &Tally) -> Vec<(String, Results)> {
    let mut all: Vec<(String, Results)> = Vec::new();
    for (name, results) in plan.bots.iter().zip(&tally.bots) {
        match all.iter_mut().find(|(other, _)| other == name) {
            Some((_, sum)) => sum.add(results),
            None => all.push((name.clone(), *results)),
        }
    }
    all
}
