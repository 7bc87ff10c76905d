//! The crash trial: the server is killed in a loop, and clients may notice nothing but that they have to reconnect.

use std::fmt;
use std::path::PathBuf;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use facedown_core::{Dice, Seed};

use crate::trial::Trial;
use crate::trial::jumps;
use crate::trial::server::Running;
use crate::{Failure, Say};

/// One in this many kills comes soon after the server has started, and one in this many is followed by a kill during
/// the start.
const EARLY_KILL_ODDS: u32 = 6;
/// The longest delay of a kill in milliseconds, so that it is not always at the moment at which something is sent.
const MAX_DELAY: u32 = 6;
/// The longest time after which a starting server is killed, in milliseconds.
const MAX_START: u32 = 60;

/// The crash trial.
#[derive(Clone, Debug)]
pub struct Crash {
    /// The `facedown` program.
    pub program: PathBuf,
    /// The seed of all random choices.
    pub seed: String,
    /// How many tables are in play at the same time.
    pub tables: usize,
    /// How often the server is killed.
    pub kills: u32,
    /// The average number of messages between two kills.
    pub pace: u32,
    /// How often the disk is filled and freed again. At most as often as the server is killed.
    pub fills: u32,
    /// How often a second server is started on the same database. At most as often as the first is killed.
    pub rivals: u32,
}

/// What was done in a trial that found nothing wrong.
#[derive(Debug, Default)]
pub struct Report {
    /// How often the server was killed.
    pub kills: u64,
    /// How many of these kills were during the start.
    pub early: u64,
    /// How often the wall clock was changed, while the server ran and while it was down.
    pub jumps: u64,
    /// How often the disk was filled; nothing if no disk could be mounted.
    pub fills: Option<u64>,
    /// How many requests were refused meanwhile and sent again.
    pub unavailable: u64,
    /// How many second servers were started and refused.
    pub rivals: u64,
    /// How many tables were played to their end.
    pub tables: u64,
    /// How many of them had been archived by the end.
    pub archived: u64,
    /// How many actions there are in their journals.
    pub moves: u64,
    /// How many messages were acknowledged.
    pub acknowledged: u64,
    /// How many were sent again.
    pub again: u64,
    /// How many connections there were.
    pub connections: u64,
    /// How many updates were compared with the journals.
    pub updates: u64,
    /// How often a clock ran out.
    pub strikes: u64,
    /// How often the server acted for an absent player.
    pub absences: u64,
    /// How often clocks went on after a kill.
    pub reopened: u64,
    /// How long it took, with the comparison.
    pub took: Duration,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kills, early, tables, archived, moves, acknowledged, again, .. } = self;
        let Self { connections, updates, strikes, absences, reopened, took, .. } = self;
        writeln!(f, "all is well:")?;
        writeln!(f, "{kills:>9} kills, {early} of them during the start")?;
        writeln!(f, "{:>9} times the wall clock was set forward, back or right", self.jumps)?;
        match self.fills {
            Some(fills) => {
                let refused = self.unavailable;
                writeln!(f, "{fills:>9} times the disk was full; {refused} requests were refused")?;
            }
            None => {
                writeln!(f, "          FULL DISKS WERE NOT TRIED: no disk can be mounted here")?;
            }
        }
        writeln!(f, "{:>9} second servers on the same database refused", self.rivals)?;
        writeln!(
            f,
            "{tables:>9} tables played to their end, {archived} of them archived; every record verified"
        )?;
        writeln!(
            f,
            "{moves:>9} actions, {strikes} of them by clocks, {absences} for absent players"
        )?;
        writeln!(
            f,
            "{acknowledged:>9} messages acknowledged, {again} sent again, none lost or doubled"
        )?;
        writeln!(f, "{updates:>9} updates on {connections} connections are what the journals say")?;
        writeln!(f, "{reopened:>9} times clocks went on after a kill where they had stopped")?;
        write!(f, "{:>9.1} s", took.as_secs_f64())
    }
}

impl Crash {
    /// Runs the trial.
    pub async fn run(&self, say: Say) -> Result<Report, Failure> {
        let start = Instant::now();
        let seed = Seed::from_text(&self.seed);
        let mut trial =
            Trial::begin(self.program.clone(), &seed, self.tables, usize::MAX, self.fills > 0)?;
        let server = trial.place.open().await?;
        trial.announce(&server);
        let mut running = Some(server);
        let fills = trial.place.disk.is_some() || self.fills == 0;
        let mut report = Report { fills: fills.then_some(0), ..Report::default() };
        let mut dice = Dice::numbered(&seed, u64::MAX);
        for kill in 1..=self.kills {
            let Some(mut server) = running.take() else { break };
            let pace = if dice.below(EARLY_KILL_ODDS) == 0 { 8 } else { self.pace.max(1) * 2 };
            let messages = 1 + dice.below(pace);
            trial.context.arm(u64::from(messages));
            jumps::jump(&trial.place.folder, &mut dice)?;
            if !trial.progress(&mut server).await
                || !self.trouble(kill, &trial, &mut server, &mut dice, &mut report).await?
            {
                break;
            }
            wait_up_to(&mut dice, MAX_DELAY).await;
            drop(server);
            trial.context.set_client(None);
            jumps::jump(&trial.place.folder, &mut dice)?;
            report.jumps += 2;
            if let Some(disk) = &trial.place.disk {
                disk.free()?;
            }
            report.kills += 1;
            say(&self.progress(kill, messages, &trial));
            while dice.below(EARLY_KILL_ODDS) == 0 {
                let opening = trial.place.spawn()?;
                wait_up_to(&mut dice, MAX_START).await;
                drop(opening);
                report.kills += 1;
                report.early += 1;
            }
            match trial.place.open().await {
                Ok(server) => {
                    trial.announce(&server);
                    running = Some(server);
                }
                Err(failure) => trial.context.report(format!("after kill {kill}: {failure}")),
            }
        }
        say("playing every table to its end");
        let played = trial.finish(running.as_mut()).await;
        drop(running);
        say(&format!("comparing {} tables", played.len()));
        let context = &trial.context;
        report.acknowledged = context.acknowledged.load(Relaxed);
        report.again = context.again.load(Relaxed);
        report.unavailable = context.unavailable.load(Relaxed);
        report.connections = context.connections.load(Relaxed);
        report.tables = played.len() as u64;
        let found = trial.compare(&played).await?;
        (report.moves, report.updates, report.archived) =
            (found.moves, found.updates, found.archived);
        (report.strikes, report.absences) = (found.strikes, found.absences);
        report.reopened = found.reopened;
        report.took = start.elapsed();
        Ok(report)
    }

    /// Starts a second server or fills the disk, if it is time for that. Returns whether all is well.
    async fn trouble(
        &self,
        kill: u32,
        trial: &Trial,
        server: &mut Running,
        dice: &mut Dice,
        report: &mut Report,
    ) -> Result<bool, Failure> {
        if self.is_turn(kill, self.rivals) {
            match trial.place.rival(server)? {
                Some(wrong) => trial.context.report(wrong),
                None => report.rivals += 1,
            }
        }
        let (Some(disk), true) = (&trial.place.disk, self.is_turn(kill, self.fills)) else {
            return Ok(!trial.context.is_broken());
        };
        if !trial.fill(disk, server).await? {
            return Ok(false);
        }
        report.fills = report.fills.map(|fills| fills + 1);
        if dice.below(EARLY_KILL_ODDS) == 0 {
            // The kill comes while the disk is full.
            return Ok(true);
        }
        disk.free()?;
        Ok(trial.recovers(server).await)
    }

    /// Whether this kill is one of `count` that are spread evenly over all kills.
    fn is_turn(&self, kill: u32, count: u32) -> bool {
        let done = |kill: u32| u64::from(kill) * u64::from(count) / u64::from(self.kills.max(1));
        done(kill) > done(kill - 1)
    }

    fn progress(&self, kill: u32, messages: u32, trial: &Trial) -> String {
        let (kills, context) = (self.kills, &trial.context);
        let (done, tables) = (context.acknowledged.load(Relaxed), context.finished.load(Relaxed));
        format!(
            "kill {kill} of {kills}, after {messages} messages: {tables} tables finished, {done} messages acknowledged"
        )
    }
}

/// Waits for a random time below `millis` milliseconds, so that the kill can hit any moment of what the server does.
async fn wait_up_to(dice: &mut Dice, millis: u32) {
    tokio::time::sleep(Duration::from_millis(dice.below(millis).into())).await;
}
