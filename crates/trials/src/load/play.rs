//! Tables in play: the same players play one game after the other, and what that costs the server is measured.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use facedown_core::{Dice, Seed};
use facedown_protocol::{TableId, Token};
use serde_json::json;
use tokio::task::JoinSet;

use super::counted;
use super::idle::new_table;
use super::seat::{MoveTimer, RunState, Sample, Seat};
use crate::client::{Client, ClientError, Connection};
use crate::{Say, process};

/// How long the tables play before anything counts.
const WARM_UP: Duration = Duration::from_secs(1);

/// What the clients do.
#[derive(Clone)]
pub(super) enum Workload {
    /// They play this game on the real server.
    Game(String),
    /// They take turns on a bare fan-out, and reconnect after `moves` moves.
    FanOut { moves: u64 },
}

/// What is measured, and for how long.
#[derive(Clone)]
pub(super) struct Plan {
    pub(super) client: Client,
    pub(super) workload: Workload,
    pub(super) tables: usize,
    pub(super) viewers: usize,
    pub(super) time: Duration,
    pub(super) pid: Option<u32>,
    /// Whether all who may act do so at once, most of them too late.
    pub(super) rush: bool,
    /// The number of moves a second at all tables together; otherwise as many as the server can take.
    pub(super) rate: Option<f64>,
}

/// What was measured.
pub(super) struct Outcome {
    pub(super) seconds: f64,
    pub(super) moves: u64,
    /// How many moves were refused, by the kind of refusal.
    pub(super) refused: BTreeMap<String, u64>,
    pub(super) games: u64,
    pub(super) cpu_seconds: Option<f64>,
    pub(super) memory: Option<u64>,
    pub(super) commits: Option<u64>,
    pub(super) lines: Option<u64>,
    pub(super) sample: Sample,
}

impl Plan {
    /// The same at this number of moves a second.
    pub(super) fn at_rate(&self, rate: f64) -> Self {
        Self { rate: Some(rate), ..self.clone() }
    }

    pub(super) async fn run(&self, say: Say) -> Result<Outcome, ClientError> {
        let run = Arc::new(RunState::default());
        let mut tables = JoinSet::new();
        say(&self.announcement());
        for number in 0..self.tables {
            let table = self.table(number, &run).await?;
            let ready = table.sit_down(0).await?;
            tables.spawn(table.play(ready));
        }
        tokio::time::sleep(WARM_UP).await;
        let cpu = || self.pid.and_then(process::processor_time);
        let (wrote, begun) = (written(&self.client).await, Instant::now());
        let before = cpu();
        run.counts.store(true, Ordering::Relaxed);
        let broken = tokio::select! {
            () = tokio::time::sleep(self.time) => None,
            ended = tables.join_next() => ended,
        };
        run.counts.store(false, Ordering::Relaxed);
        let after = cpu();
        let seconds = begun.elapsed().as_secs_f64();
        let now = written(&self.client).await;
        let memory = self.pid.and_then(process::memory);
        run.ends.store(true, Ordering::Relaxed);
        let mut sample = Sample::default();
        // A table that ends before it is told to has failed.
        let mut next = broken;
        while let Some(ended) = next {
            sample.add(ended.map_err(|_| ClientError::HungUp)??);
            next = tables.join_next().await;
        }
        while let Some(ended) = tables.join_next().await {
            sample.add(ended.map_err(|_| ClientError::HungUp)??);
        }
        let delta = |pick: fn(&(u64, u64)) -> u64| {
            Some(pick(now.as_ref()?).saturating_sub(pick(wrote.as_ref()?)))
        };
        Ok(Outcome {
            seconds,
            moves: run.moves.load(Ordering::Relaxed),
            refused: std::mem::take(&mut *run.refused()),
            games: run.games.load(Ordering::Relaxed),
            cpu_seconds: before
                .zip(after)
                .map(|(before, after)| after.saturating_sub(before).as_secs_f64()),
            memory,
            commits: delta(|counts| counts.0),
            lines: delta(|counts| counts.1),
            sample,
        })
    }

    fn announcement(&self) -> String {
        let (tables, seconds) = (counted(self.tables, "table"), self.time.as_secs());
        let rate = self.rate.map(|rate| format!(", {rate:.0} moves a second"));
        let rate = rate.unwrap_or_default();
        match &self.workload {
            Workload::Game(game) => format!("{game} at {tables} for {seconds} s{rate}"),
            Workload::FanOut { .. } => format!("a bare fan-out at {tables} for {seconds} s{rate}"),
        }
    }

    async fn table(&self, number: usize, run: &Arc<RunState>) -> Result<LoadTable, ClientError> {
        let mut players = Vec::new();
        if matches!(self.workload, Workload::Game(_)) {
            for seat in 0..self.viewers {
                players.push(self.client.guest(&format!("Player {number} {seat}")).await?);
            }
        }
        let seed = Seed::from_text(&format!("load {number}"));
        #[allow(clippy::cast_precision_loss)] // far below 2^52
        let interval = self.rate.map(|rate| self.tables as f64 / rate.max(0.001));
        let pace = interval.map(|interval| {
            let mut dice = Dice::numbered(&seed, u64::MAX);
            Arc::new(MoveTimer::new(Duration::from_secs_f64(interval), &mut dice))
        });
        Ok(LoadTable { plan: self.clone(), players, number, seed, pace, run: Arc::clone(run) })
    }
}

impl Outcome {
    /// Moves a second.
    pub(super) fn rate(&self) -> f64 {
        #[allow(clippy::cast_precision_loss)] // far below 2^52
        let moves = self.moves as f64;
        if self.seconds > 0.0 { moves / self.seconds } else { 0.0 }
    }

    /// Moves per second of the server's processor time.
    pub(super) fn rate_of_cpu(&self) -> Option<f64> {
        #[allow(clippy::cast_precision_loss)] // as above
        let moves = self.moves as f64;
        self.cpu_seconds.filter(|&cpu| cpu > 0.0).map(|cpu| moves / cpu)
    }

    /// The mean length of an update with its padding, in bytes.
    pub(super) fn mean_size(&self) -> usize {
        let sizes = &self.sample.sizes;
        let sum: u64 = sizes.iter().copied().map(u64::from).sum();
        usize::try_from(sum / (sizes.len() as u64).max(1)).unwrap_or(0)
    }

    /// The average number of moves of a game.
    pub(super) fn moves_per_game(&self) -> u64 {
        if self.games == 0 { u64::MAX } else { self.moves.div_ceil(self.games) }
    }
}

/// How many commits and lines of the journal the server has written, as it counts them.
async fn written(client: &Client) -> Option<(u64, u64)> {
    let (_, text) = client.ask("GET", "/metrics", None, None).await.ok()?;
    let count = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name))?;
        line.trim().parse().ok()
    };
    Some((count("facedown_commits_total ")?, count("facedown_lines_total ")?))
}

/// A group of players who play one game after the other.
struct LoadTable {
    plan: Plan,
    players: Vec<Token>,
    number: usize,
    seed: Seed,
    pace: Option<Arc<MoveTimer>>,
    run: Arc<RunState>,
}

impl LoadTable {
    /// Connects the players to a new table.
    async fn sit_down(&self, round: u64) -> Result<Vec<Connection>, ClientError> {
        match &self.plan.workload {
            Workload::Game(game) => self.sit_down_to(game).await,
            Workload::FanOut { .. } => self.take_turns(round).await,
        }
    }

    async fn sit_down_to(&self, game: &str) -> Result<Vec<Connection>, ClientError> {
        let client = &self.plan.client;
        let table = client.seat_all(&self.players, new_table(game)).await?;
        let mut connections = Vec::new();
        for token in &self.players {
            let mut connection = client.join(&table, Some(token), None).await?;
            connection.skip_views();
            connections.push(connection);
        }
        Ok(connections)
    }

    async fn take_turns(&self, round: u64) -> Result<Vec<Connection>, ClientError> {
        let malformed = |error| ClientError::Malformed(format!("{error}"));
        let table = TableId::new(&format!("{}-{round}", self.number)).map_err(malformed)?;
        let mut connections = Vec::new();
        for seat in 0..self.plan.viewers {
            let mut connection = self.plan.client.connect(&table).await?;
            connection.hello(None, None).await?;
            if connection.next().await?.is_none() {
                return Err(ClientError::HungUp);
            }
            connection.skip_views();
            connection.you = facedown_core::Seat::new(seat);
            connection.waiting = facedown_core::Seat::new(0).into_iter().collect();
            connection.legal = vec![json!({ "play": { "cards": [17], "claim": "tabby" } })];
            connections.push(connection);
        }
        Ok(connections)
    }

    async fn play(self, mut connections: Vec<Connection>) -> Result<Sample, ClientError> {
        let mut sample = Sample::default();
        for round in 0_u64.. {
            let mut seats = JoinSet::new();
            for (seat, connection) in (0_u64..).zip(connections) {
                seats.spawn(self.seat(round * 100 + seat).play(connection));
            }
            while let Some(ended) = seats.join_next().await {
                sample.add(ended.map_err(|_| ClientError::HungUp)??);
            }
            if self.run.ends() {
                break;
            }
            if self.run.counts() {
                self.run.games.fetch_add(1, Ordering::Relaxed);
            }
            connections = self.sit_down(round + 1).await?;
        }
        Ok(sample)
    }

    fn seat(&self, number: u64) -> Seat {
        let last = match self.plan.workload {
            Workload::Game(_) => u64::MAX,
            Workload::FanOut { moves } => moves,
        };
        Seat {
            dice: Dice::numbered(&self.seed, number),
            run: Arc::clone(&self.run),
            pace: self.pace.clone(),
            last,
            rush: self.plan.rush,
            sample: Sample::default(),
            sent: None,
            count: 0,
        }
    }
}
