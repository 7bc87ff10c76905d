//! What was measured, as a table and as JSON.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use serde_json::{Value, json};

use super::Wait;

/// How long players waited.
pub struct NetworkReport {
    game: String,
    players: usize,
    delay: Duration,
    /// For each kind of action and number of entries, the waits in order.
    waits: BTreeMap<(String, u64), Vec<Duration>>,
}

impl NetworkReport {
    pub(super) fn new(game: &str, players: usize, delay: Duration, all: Vec<Wait>) -> Self {
        let mut waits: BTreeMap<_, Vec<Duration>> = BTreeMap::new();
        for Wait { what, entries, time } in all {
            waits.entry((what, entries)).or_default().push(time);
        }
        for times in waits.values_mut() {
            times.sort_unstable();
        }
        Self { game: game.to_owned(), players, delay, waits }
    }

    /// The report as one line of JSON.
    pub fn json(&self) -> String {
        let waits = self.waits.iter().map(|((what, entries), times)| {
            json!({
                "what": what, "entries": entries, "times": times.len(),
                "p50_ms": millis(part(times, 50)), "p95_ms": millis(part(times, 95)),
            })
        });
        let waits: Vec<Value> = waits.collect();
        let report = json!({
            "game": self.game, "players": self.players, "delay_ms": millis(self.delay),
            "waits": waits,
        });
        report.to_string()
    }
}

impl fmt::Display for NetworkReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, players, delay, waits } = self;
        writeln!(f, "{game}, {players} machines, {:.0} ms apart", millis(*delay))?;
        writeln!(
            f,
            "  {:<20} {:>7} {:>6} {:>10} {:>10}",
            "what", "entries", "times", "p50", "p95"
        )?;
        for ((what, entries), times) in waits {
            let [p50, p95] = [50, 95].map(|percent| millis(part(times, percent)));
            let count = times.len();
            writeln!(f, "  {what:<20} {entries:>7} {count:>6} {p50:>7.1} ms {p95:>7.1} ms")?;
        }
        Ok(())
    }
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

/// The time within which this percentage of the waits was over.
fn part(sorted: &[Duration], percent: usize) -> Duration {
    let last = sorted.len().saturating_sub(1);
    sorted.get(last * percent / 100).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_of_one_kind_are_reported_together() {
        let wait = |what: &str, entries, millis| Wait {
            what: what.into(),
            entries,
            time: Duration::from_millis(millis),
        };
        let waits = vec![
            wait("play", 1, 30),
            wait("play", 9, 90),
            wait("play", 1, 10),
            wait("play", 1, 20),
        ];
        let report = NetworkReport::new("a-game", 4, Duration::from_millis(100), waits);
        let json: Value = serde_json::from_str(&report.json()).unwrap();
        assert_eq!(json["delay_ms"], 100.0);
        assert_eq!(json["waits"][0]["times"], 3);
        assert_eq!(json["waits"][0]["p50_ms"], 20.0);
        assert_eq!(json["waits"][1]["entries"], 9);
        assert!(report.to_string().contains("play"));
    }
}
