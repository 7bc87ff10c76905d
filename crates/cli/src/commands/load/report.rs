//! What was measured, for people and for machines.

use std::fmt::Write;

use serde_json::{Value, json};

use super::play::Outcome;
use crate::lineup::counted;

/// What was measured.
pub(super) struct Report {
    game: String,
    tables: usize,
    viewers: usize,
    pub(super) memory_opened: Option<u64>,
    pub(super) memory_closed: Option<u64>,
    pub(super) open_tables: Option<Each>,
    pub(super) idle_connections: Option<Each>,
    pub(super) play: Option<Outcome>,
}

/// How much memory a number of things takes.
pub(super) struct Each {
    count: usize,
    bytes: u64,
}

impl Each {
    /// Nothing, if the memory could not be measured.
    pub(super) fn new(count: usize, before: Option<u64>, after: Option<u64>) -> Option<Self> {
        let bytes = after?.saturating_sub(before?);
        Some(Self { count, bytes })
    }

    fn bytes_each(&self) -> u64 {
        self.bytes / (self.count.max(1) as u64)
    }

    fn json(&self) -> Value {
        json!({ "count": self.count, "bytes": self.bytes, "bytes_each": self.bytes_each() })
    }
}

impl Report {
    pub(super) fn new(game: &str, tables: usize, viewers: usize) -> Self {
        Self {
            game: game.to_owned(),
            tables,
            viewers,
            memory_opened: None,
            memory_closed: None,
            open_tables: None,
            idle_connections: None,
            play: None,
        }
    }

    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        let mut line = |name: &str, what: String| {
            // Writing to a String cannot fail.
            let _ = writeln!(text, "{name:<17}{what}");
        };
        if let Some(play) = &self.play {
            let (moves, seconds) = (play.moves, play.seconds);
            line(
                "played",
                format!(
                    "{} at {} of {} for {seconds:.1} s; {} ended",
                    self.game,
                    counted(self.tables, "table"),
                    self.viewers,
                    counted(usize::try_from(play.games).unwrap_or(usize::MAX), "game")
                ),
            );
            line("moves", format!("{moves}: {:.0} a second", rate(moves, seconds)));
            if let Some(cpu) = play.cpu_seconds {
                let rate = rate(moves, cpu);
                line("server CPU", format!("{cpu:.2} s: {rate:.0} moves a CPU-second"));
            }
            let [p50, p99] = [0.50, 0.99].map(|p| percentile(&play.sample.latencies, p));
            line("latency", format!("p50 {} ms, p99 {} ms", millis(p50), millis(p99)));
            let size = |sizes: &[u32]| {
                format!("median {} bytes, mean {:.0}", percentile(sizes, 0.5), mean(sizes))
            };
            let (sizes, bare) = (&play.sample.sizes, &play.sample.bare);
            line("updates", format!("{}: {}", sizes.len(), size(sizes)));
            line("without padding", size(bare));
            if let (Some(commits), Some(lines)) = (play.commits, play.lines) {
                line("commits", format!("{commits}, of {:.1} lines each", ratio(lines, commits)));
            }
            if !play.refused.is_empty() {
                let kinds = play.refused.iter().map(|(kind, count)| format!("{count} {kind}"));
                let (all, kinds) = (play.refused.values().sum::<u64>(), kinds.collect::<Vec<_>>());
                line("refused", format!("{all}: {}", kinds.join(", ")));
            }
            if let Some(memory) = play.memory {
                line("memory", format!("{} while they played", megabytes(memory)));
            }
        }
        let each =
            [("open tables", &self.open_tables), ("idle connections", &self.idle_connections)];
        for (name, each) in each {
            if let Some(each) = each {
                let (count, bytes) = (each.count, each.bytes_each());
                line(
                    name,
                    format!("{count}: {bytes} bytes each, {} in all", megabytes(each.bytes)),
                );
            }
        }
        match (self.memory_opened, self.memory_closed) {
            (Some(opened), Some(closed)) => {
                let (opened, closed) = (megabytes(opened), megabytes(closed));
                line("house", format!("{opened} when it opened, {closed} at the end"));
            }
            _ => line("house", "not measured; name its process with --pid".into()),
        }
        text
    }

    pub(super) fn json(&self) -> String {
        let play = self.play.as_ref().map(|play| {
            let sample = &play.sample;
            let size =
                |sizes: &[u32]| json!({ "median": percentile(sizes, 0.5), "mean": mean(sizes) });
            json!({
                "seconds": play.seconds,
                "moves": play.moves,
                "moves_per_second": rate(play.moves, play.seconds),
                "server_cpu_seconds": play.cpu_seconds,
                "moves_per_cpu_second": play.cpu_seconds.map(|cpu| rate(play.moves, cpu)),
                "latency_micros": {
                    "p50": percentile(&sample.latencies, 0.50),
                    "p99": percentile(&sample.latencies, 0.99),
                },
                "updates": sample.sizes.len(),
                "update_bytes": size(&sample.sizes),
                "update_bytes_without_padding": size(&sample.bare),
                "commits": play.commits,
                "lines": play.lines,
                "games_ended": play.games,
                "refused": play.refused,
                "memory": play.memory,
            })
        });
        let report = json!({
            "game": self.game,
            "tables": self.tables,
            "viewers": self.viewers,
            "play": play,
            "open_tables": self.open_tables.as_ref().map(Each::json),
            "idle_connections": self.idle_connections.as_ref().map(Each::json),
            "memory_opened": self.memory_opened,
            "memory_closed": self.memory_closed,
        });
        format!("{report}\n")
    }
}

#[allow(clippy::cast_precision_loss)] // nobody counts that far
fn rate(count: u64, seconds: f64) -> f64 {
    if seconds > 0.0 { count as f64 / seconds } else { 0.0 }
}

#[allow(clippy::cast_precision_loss)] // as above
fn ratio(count: u64, of: u64) -> f64 {
    rate(count, of as f64)
}

fn mean(values: &[u32]) -> f64 {
    ratio(values.iter().copied().map(u64::from).sum(), values.len() as u64)
}

/// The value that this part of all is at most; 0 if there is none.
fn percentile(values: &[u32], part: f64) -> u32 {
    let mut sorted = values.to_vec();
    sorted.sort_unstable();
    #[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let place = (sorted.len() as f64 * part).ceil() as usize;
    sorted.get(place.saturating_sub(1)).copied().unwrap_or(0)
}

fn millis(micros: u32) -> String {
    format!("{:.1}", f64::from(micros) / 1000.0)
}

fn megabytes(bytes: u64) -> String {
    format!("{:.1} MB", ratio(bytes, 1_000_000))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_percentile_is_one_of_the_values() {
        let values: Vec<u32> = (1..=100).rev().collect();
        assert_eq!(percentile(&values, 0.5), 50);
        assert_eq!(percentile(&values, 0.99), 99);
        assert_eq!(percentile(&[7], 0.5), 7);
        assert_eq!(percentile(&[], 0.5), 0);
    }
}
