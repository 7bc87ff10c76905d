//! The soak: many tables for a long time, while the server's memory and handles must stay flat.

use std::fmt;
use std::path::PathBuf;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use facedown_core::Seed;

use crate::trial::Trial;
use crate::trial::server::Running;
use crate::{Failure, Say};

/// How many samples are taken.
const SAMPLES: u32 = 40;
/// How many tables of each slot are compared with the journal, picked at random. The others are only played.
const COMPARED_PER_SLOT: usize = 5;
/// By how much memory may always grow, in bytes.
const SPARE_MEMORY: u64 = 8 << 20;
/// How many more handles than at the start the server may have without clients: further connections to its database,
/// each with some files.
const SPARE_HANDLES: usize = 12;
/// How long the server may take to close the connections of clients that have gone.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(30);

/// The soak.
#[derive(Clone, Debug)]
pub struct Soak {
    /// The `facedown` program.
    pub program: PathBuf,
    /// The seed of all random choices.
    pub seed: String,
    /// How many tables are in play at the same time.
    pub tables: usize,
    /// How long it goes on.
    pub time: Duration,
}

/// A measurement during the soak.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sample {
    /// The time since the start.
    pub time: Duration,
    /// How many tables had been finished.
    pub tables: u64,
    /// The server's resident memory in bytes.
    pub memory: u64,
    /// The server's open files and sockets.
    pub handles: usize,
}

/// The result of a soak that found nothing wrong.
#[derive(Debug, Default)]
pub struct SoakReport {
    /// The measurements, the first as soon as the server was ready.
    pub samples: Vec<Sample>,
    /// The measurement after all clients had disconnected.
    pub end: Sample,
    /// How many messages were acknowledged.
    pub acknowledged: u64,
    /// How many tables were compared, and how many updates they had.
    pub compared: (usize, u64),
}

impl SoakReport {
    /// The mean memory in the second quarter of the time and in the last one.
    pub fn memory(&self) -> (u64, u64) {
        let quarter = self.samples.len() / 4;
        let mean = |samples: &[Sample]| {
            let sum: u64 = samples.iter().map(|sample| sample.memory).sum();
            sum / (samples.len() as u64).max(1)
        };
        let last = self.samples.len() - quarter;
        (mean(&self.samples[quarter..2 * quarter]), mean(&self.samples[last..]))
    }

    /// What has grown too much.
    fn growth(&self) -> Vec<String> {
        let mut wrong = Vec::new();
        let (early, late) = self.memory();
        if late > early + early / 10 + SPARE_MEMORY {
            let (early, late) = (early >> 10, late >> 10);
            wrong.push(format!("the server's memory grew from {early} KiB to {late} KiB"));
        }
        let first = self.samples.first().map_or(0, |sample| sample.handles);
        let end = self.end.handles;
        if end > first + SPARE_HANDLES {
            wrong.push(format!(
                "the server had {first} handles at the start, and {end} after all clients had gone"
            ));
        }
        wrong
    }
}

impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { time, tables, memory, handles } = self;
        let (seconds, memory) = (time.as_secs_f64(), memory >> 10);
        write!(f, "{seconds:>6.0} s {tables:>9} tables {memory:>9} KiB {handles:>6} handles")
    }
}

impl fmt::Display for SoakReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { end, acknowledged, compared: (tables, updates), .. } = self;
        let (early, late) = self.memory();
        let first = self.samples.first().map_or(0, |sample| sample.handles);
        writeln!(f, "all is well:")?;
        writeln!(f, "{:>9} tables finished, {acknowledged} messages acknowledged", end.tables)?;
        writeln!(f, "{tables:>9} tables with {updates} updates are what their journals say")?;
        writeln!(
            f,
            "{:>9} KiB in the last quarter, {} KiB in the second",
            late >> 10,
            early >> 10
        )?;
        write!(f, "{:>9} handles after all clients had gone, {first} at the start", end.handles)
    }
}

impl Soak {
    /// Runs the soak.
    pub async fn run(&self, say: Say) -> Result<SoakReport, Failure> {
        let seed = Seed::from_text(&self.seed);
        let mut trial =
            Trial::begin(self.program.clone(), &seed, self.tables, COMPARED_PER_SLOT, false)?;
        let start = Instant::now();
        let mut running = trial.place.open().await?;
        let sample = |running: &Running, trial: &Trial| Sample {
            time: start.elapsed(),
            tables: trial.context.finished.load(Relaxed),
            memory: running.memory().unwrap_or_default(),
            handles: running.handles().unwrap_or_default(),
        };
        let mut report = SoakReport::default();
        report.samples.push(sample(&running, &trial));
        trial.announce(&running);
        while start.elapsed() < self.time && !trial.context.is_broken() {
            tokio::time::sleep(self.time / SAMPLES).await;
            let now = sample(&running, &trial);
            say(&now.to_string());
            report.samples.push(now);
            trial.watch(&mut running);
        }
        say("playing every table to its end");
        let played = trial.finish(Some(&mut running)).await;
        let gone = Instant::now();
        let first = report.samples[0].handles;
        loop {
            report.end = sample(&running, &trial);
            if report.end.handles <= first + SPARE_HANDLES || gone.elapsed() > CLOSE_TIMEOUT {
                break;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        drop(running);
        say(&format!("comparing {} tables", played.len()));
        for wrong in report.growth() {
            trial.context.report(wrong);
        }
        report.acknowledged = trial.context.acknowledged.load(Relaxed);
        let found = trial.compare(&played).await?;
        report.compared = (played.len(), found.updates);
        Ok(report)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(memory: impl Fn(u64) -> u64, end: usize) -> SoakReport {
        let sample = |n| Sample { memory: memory(n), handles: 20, ..Sample::default() };
        let end = Sample { handles: end, ..Sample::default() };
        SoakReport { samples: (0..=40).map(sample).collect(), end, ..SoakReport::default() }
    }

    #[test]
    fn steady_growth_is_reported_and_a_warm_up_is_not() {
        assert_eq!(report(|n| (n.min(10) + 50) << 20, 21).growth(), [""; 0]);
        assert_eq!(report(|n| (n + 50) << 20, 20).growth().len(), 1);
        assert_eq!(report(|_| 0, 40).growth().len(), 1);
    }
}
