//! What was measured, for people and for programs.

use std::fmt::Write;

use serde_json::{Value, json};

use super::counted;
use super::play::Outcome;

/// What was measured of one game.
pub struct Report {
    game: String,
    tables: usize,
    viewers: usize,
    pub(super) memory_opened: Option<u64>,
    pub(super) memory_closed: Option<u64>,
    pub(super) open_tables: Option<Each>,
    pub(super) idle_connections: Option<Each>,
    pub(super) play: Option<Outcome>,
    pub(super) half_load: Option<Outcome>,
    pub(super) baseline: Option<Outcome>,
}

/// How much memory a number of things takes.
pub(super) struct Each {
    count: usize,
    bytes: u64,
}

impl Each {
    /// `None` if the memory could not be measured.
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
            half_load: None,
            baseline: None,
        }
    }

    /// Moves per CPU-second of the server, as a fraction of those of a bare fan-out.
    fn ratio(&self) -> Option<f64> {
        let [play, bare] =
            [&self.play, &self.baseline].map(|outcome| outcome.as_ref()?.rate_of_cpu());
        Some(play? / bare?)
    }

    /// The report as lines for people.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let mut line = |name: &str, what: String| {
            // Writing to a String cannot fail.
            let _ = writeln!(text, "{name:<17}{what}");
        };
        if let Some(play) = &self.play {
            self.play_lines(play, &mut line);
        }
        if let Some(half) = &self.half_load {
            let (rate, latency) = (half.rate(), latency(half));
            line("half load", format!("{rate:.0} moves a second: {latency}"));
        }
        if let Some(bare) = &self.baseline {
            let bytes = mean(&bare.sample.sizes);
            line("bare fan-out", format!("{}, {bytes:.0} bytes each", cpu(bare)));
        }
        if let Some(ratio) = self.ratio() {
            line("ratio", format!("{ratio:.2} of the bare fan-out"));
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
                line("server", format!("{opened} at the start, {closed} at the end"));
            }
            _ => line("server", "not measured; name its process with --pid".into()),
        }
        text
    }

    fn play_lines(&self, play: &Outcome, line: &mut impl FnMut(&str, String)) {
        line(
            "played",
            format!(
                "{} at {} of {} for {:.1} s; {} ended",
                self.game,
                counted(self.tables, "table"),
                self.viewers,
                play.seconds,
                counted(usize::try_from(play.games).unwrap_or(usize::MAX), "game")
            ),
        );
        line("moves", format!("{}: {:.0} a second", play.moves, play.rate()));
        if play.cpu_seconds.is_some() {
            line("server CPU", cpu(play));
        }
        line("latency", latency(play));
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
            line("memory", format!("{} during play", megabytes(memory)));
        }
    }

    /// The report as one line of JSON.
    pub fn json(&self) -> String {
        let play = self.play.as_ref().map(|play| {
            let sample = &play.sample;
            let size =
                |sizes: &[u32]| json!({ "median": percentile(sizes, 0.5), "mean": mean(sizes) });
            let mut json = outcome(play);
            json["updates"] = json!(sample.sizes.len());
            json["update_bytes"] = size(&sample.sizes);
            json["update_bytes_without_padding"] = size(&sample.bare);
            json["commits"] = json!(play.commits);
            json["lines"] = json!(play.lines);
            json["games_ended"] = json!(play.games);
            json["refused"] = json!(play.refused);
            json["memory"] = json!(play.memory);
            json
        });
        let baseline = self.baseline.as_ref().map(|bare| {
            let mut json = outcome(bare);
            json["bytes"] = json!(mean(&bare.sample.sizes));
            json
        });
        let report = json!({
            "game": self.game,
            "tables": self.tables,
            "viewers": self.viewers,
            "play": play,
            "half_load": self.half_load.as_ref().map(outcome),
            "baseline": baseline,
            "ratio": self.ratio(),
            "open_tables": self.open_tables.as_ref().map(Each::json),
            "idle_connections": self.idle_connections.as_ref().map(Each::json),
            "memory_opened": self.memory_opened,
            "memory_closed": self.memory_closed,
        });
        format!("{report}\n")
    }
}

/// The figures of several games beside each other.
pub fn summary(reports: &[Report]) -> String {
    let mut text = format!(
        "{:<20}{:>14}{:>14}{:>8}{:>14}{:>15}\n",
        "", "moves/CPU-s", "bare/CPU-s", "ratio", "p50 at half", "median update"
    );
    for report in reports {
        let rate = |outcome: &Option<Outcome>| {
            let rate = outcome.as_ref().and_then(Outcome::rate_of_cpu);
            rate.map_or_else(String::new, |rate| format!("{rate:.0}"))
        };
        let (play, bare) = (rate(&report.play), rate(&report.baseline));
        let ratio = report.ratio().map_or_else(String::new, |ratio| format!("{ratio:.2}"));
        let half = report.half_load.as_ref().map_or_else(String::new, |half| {
            format!("{} ms", millis(percentile(&half.sample.latencies, 0.5)))
        });
        let size = report.play.as_ref().map_or_else(String::new, |play| {
            format!("{} bytes", percentile(&play.sample.sizes, 0.5))
        });
        let game = &report.game;
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{game:<20}{play:>14}{bare:>14}{ratio:>8}{half:>14}{size:>15}");
    }
    text
}

fn cpu(outcome: &Outcome) -> String {
    match (outcome.cpu_seconds, outcome.rate_of_cpu()) {
        (Some(cpu), Some(rate)) => format!("{cpu:.2} s: {rate:.0} moves a CPU-second"),
        _ => "not measured".into(),
    }
}

fn latency(outcome: &Outcome) -> String {
    let [p50, p99] = [0.50, 0.99].map(|part| percentile(&outcome.sample.latencies, part));
    format!("p50 {} ms, p99 {} ms", millis(p50), millis(p99))
}

fn outcome(outcome: &Outcome) -> Value {
    let latencies = &outcome.sample.latencies;
    json!({
        "seconds": outcome.seconds,
        "moves": outcome.moves,
        "moves_per_second": outcome.rate(),
        "server_cpu_seconds": outcome.cpu_seconds,
        "moves_per_cpu_second": outcome.rate_of_cpu(),
        "latency_micros": {
            "p50": percentile(latencies, 0.50),
            "p99": percentile(latencies, 0.99),
        },
    })
}

#[allow(clippy::cast_precision_loss)] // far below 2^52
fn ratio(count: u64, of: u64) -> f64 {
    if of > 0 { count as f64 / of as f64 } else { 0.0 }
}

fn mean(values: &[u32]) -> f64 {
    ratio(values.iter().copied().map(u64::from).sum(), values.len() as u64)
}

/// The percentile of the values, with `part` from 0 to 1; 0 if there are no values.
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
