//! Tables in play: every seat a connection that does something at random when it is its turn.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use facedown_client::{Client, ClientError, Connection, Heard};
use facedown_core::{Dice, Seed};
use facedown_protocol::Token;
use tokio::task::JoinSet;

use super::{crowd, process};
use crate::lineup::counted;

/// How long the tables play before anything counts.
const WARM_UP: Duration = Duration::from_secs(1);

/// What is played, and for how long.
pub(super) struct Plan {
    pub(super) house: Client,
    pub(super) game: String,
    pub(super) tables: usize,
    pub(super) viewers: usize,
    pub(super) time: Duration,
    pub(super) pid: Option<u32>,
    /// Whether all who may act do so at once, most of them too late.
    pub(super) rush: bool,
}

/// What came of it.
pub(super) struct Outcome {
    pub(super) seconds: f64,
    pub(super) moves: u64,
    /// How often something was refused, by what the house calls it.
    pub(super) refused: BTreeMap<String, u64>,
    pub(super) games: u64,
    pub(super) cpu_seconds: Option<f64>,
    pub(super) memory: Option<u64>,
    pub(super) commits: Option<u64>,
    pub(super) lines: Option<u64>,
    pub(super) sample: Sample,
}

/// What one seat has measured.
#[derive(Default)]
pub(super) struct Sample {
    /// From sending a move to hearing of it, in microseconds.
    pub(super) latencies: Vec<u32>,
    /// How many bytes an update had.
    pub(super) sizes: Vec<u32>,
    /// The same without the padding.
    pub(super) bare: Vec<u32>,
}

/// What all seats share.
#[derive(Default)]
struct RunState {
    counts: AtomicBool,
    ends: AtomicBool,
    moves: AtomicU64,
    refused: Mutex<BTreeMap<String, u64>>,
    games: AtomicU64,
}

impl RunState {
    /// Whether what happens now is counted.
    fn counts(&self) -> bool {
        self.counts.load(Ordering::Relaxed)
    }

    fn refused(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, u64>> {
        self.refused.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Plan {
    pub(super) async fn run(self) -> Result<Outcome, ClientError> {
        let shared = Arc::new(RunState::default());
        let mut tables = JoinSet::new();
        super::say(&format!("sitting down at {}", counted(self.tables, "table")));
        for number in 0..self.tables {
            let mut players = Vec::new();
            for seat in 0..self.viewers {
                players.push(self.house.guest(&format!("Player {number} {seat}")).await?);
            }
            let table = LoadTable {
                house: self.house.clone(),
                game: self.game.clone(),
                players,
                number,
                rush: self.rush,
                shared: Arc::clone(&shared),
            };
            let ready = table.sit_down().await?;
            tables.spawn(table.play(ready));
        }
        super::say(&format!("playing for {} s", self.time.as_secs()));
        tokio::time::sleep(WARM_UP).await;
        let cpu = || self.pid.and_then(process::processor_time);
        let (wrote, begun) = (written(&self.house).await, Instant::now());
        let before = cpu();
        shared.counts.store(true, Ordering::Relaxed);
        let broken = tokio::select! {
            () = tokio::time::sleep(self.time) => None,
            ended = tables.join_next() => ended,
        };
        shared.counts.store(false, Ordering::Relaxed);
        let after = cpu();
        let seconds = begun.elapsed().as_secs_f64();
        let now = written(&self.house).await;
        let memory = self.pid.and_then(process::memory);
        shared.ends.store(true, Ordering::Relaxed);
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
            moves: shared.moves.load(Ordering::Relaxed),
            refused: std::mem::take(&mut *shared.refused()),
            games: shared.games.load(Ordering::Relaxed),
            cpu_seconds: before
                .zip(after)
                .map(|(before, after)| after.saturating_sub(before).as_secs_f64()),
            memory,
            commits: delta(|counts| counts.0),
            lines: delta(|counts| counts.1),
            sample,
        })
    }
}

/// How often and how many lines the house has written, as it counts them.
async fn written(house: &Client) -> Option<(u64, u64)> {
    let (_, text) = house.ask("GET", "/metrics", None, None).await.ok()?;
    let count = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name))?;
        line.trim().parse().ok()
    };
    Some((count("facedown_commits_total ")?, count("facedown_lines_total ")?))
}

impl Sample {
    fn add(&mut self, other: Self) {
        self.latencies.extend(other.latencies);
        self.sizes.extend(other.sizes);
        self.bare.extend(other.bare);
    }
}

/// One place at which the same players play one game after the other.
struct LoadTable {
    house: Client,
    game: String,
    players: Vec<Token>,
    number: usize,
    rush: bool,
    shared: Arc<RunState>,
}

impl LoadTable {
    /// The players at a new table, all of them connected.
    async fn sit_down(&self) -> Result<Vec<Connection>, ClientError> {
        let table = self.house.seat_all(&self.players, crowd::new(&self.game)).await?;
        let mut clients = Vec::new();
        for token in &self.players {
            let mut client = self.house.join(&table, Some(token), None).await?;
            client.skip_views();
            clients.push(client);
        }
        Ok(clients)
    }

    async fn play(self, mut clients: Vec<Connection>) -> Result<Sample, ClientError> {
        let mut sample = Sample::default();
        let seed = Seed::from_text(&format!("load {}", self.number));
        for round in 0_u64.. {
            let mut seats = JoinSet::new();
            for (seat, client) in (0_u64..).zip(clients) {
                let seat = Seat {
                    dice: Dice::numbered(&seed, round * 100 + seat),
                    shared: Arc::clone(&self.shared),
                    sample: Sample::default(),
                    sent: None,
                    count: 0,
                    rush: self.rush,
                };
                seats.spawn(seat.play(client));
            }
            while let Some(ended) = seats.join_next().await {
                sample.add(ended.map_err(|_| ClientError::HungUp)??);
            }
            if self.shared.ends.load(Ordering::Relaxed) {
                break;
            }
            if self.shared.counts() {
                self.shared.games.fetch_add(1, Ordering::Relaxed);
            }
            clients = self.sit_down().await?;
        }
        Ok(sample)
    }
}

/// One seat for one game.
struct Seat {
    dice: Dice,
    shared: Arc<RunState>,
    sample: Sample,
    sent: Option<Instant>,
    count: u64,
    rush: bool,
}

impl Seat {
    async fn play(mut self, mut client: Connection) -> Result<Sample, ClientError> {
        loop {
            if client.is_over() || self.shared.ends.load(Ordering::Relaxed) {
                return Ok(self.sample);
            }
            if self.sent.is_none() && self.wants_to_act(&client) {
                let Some(action) = self.dice.pick(&client.legal).cloned() else {
                    let what = "a seat is asked and may do nothing".to_owned();
                    return Err(ClientError::Nonsense(what));
                };
                self.count += 1;
                self.sent = Some(Instant::now());
                let id = format!("m{}", self.count);
                if client.is_asked_alone() {
                    client.act_now(&id, &action).await?;
                } else {
                    // Where several may act, one of them should not have to look again because of another.
                    client.act(&id, &action).await?;
                }
            }
            // Somebody has to notice that it is over, even where nobody moves.
            let heard = tokio::time::timeout(Duration::from_secs(2), client.next()).await;
            match heard.unwrap_or(Ok(Some(Heard::Other)))? {
                Some(Heard::Update { ack, .. }) => self.count_update(&client, ack.is_some()),
                Some(Heard::Refused(refused)) => {
                    self.sent = None;
                    if self.shared.counts() {
                        let kind = refused.refusal.kind.into_owned();
                        *self.shared.refused().entry(kind).or_default() += 1;
                    }
                }
                Some(Heard::Bye(reason)) => return Err(ClientError::Bye(reason)),
                Some(_) => {}
                None => return Err(ClientError::HungUp),
            }
        }
    }

    /// Whether it is asked and, if several are, whether it is the one of them whom the number of the update picks:
    /// all clients pick the same, so nobody is too late.
    fn wants_to_act(&self, client: &Connection) -> bool {
        let picks = client.n % (client.waiting.len() as u64).max(1);
        let picked = (0..).zip(client.waiting.iter()).find(|(place, _)| *place == picks);
        client.is_asked() && (self.rush || picked.map(|(_, seat)| seat) == client.you)
    }

    fn count_update(&mut self, client: &Connection, is_own: bool) {
        let sent = if is_own { self.sent.take() } else { None };
        if !self.shared.counts() {
            return;
        }
        let short = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
        self.sample.sizes.push(short(client.frame.len()));
        self.sample.bare.push(short(client.frame.trim_end().len()));
        if let Some(sent) = sent {
            let micros = u32::try_from(sent.elapsed().as_micros()).unwrap_or(u32::MAX);
            self.sample.latencies.push(micros);
            self.shared.moves.fetch_add(1, Ordering::Relaxed);
        }
    }
}
