//! One seat at a table: a connection that makes a random move when it is its turn.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use facedown_core::Dice;
use tokio::time::Instant;

use crate::client::{ClientError, Connection, Received};

/// How long a seat waits for a message before it checks whether the measurement is over.
const POLL_INTERVAL: Duration = Duration::from_secs(2);
/// By how many moves a table may lag behind its pace and still catch up.
const MAX_LAG: u32 = 10;

/// What all seats of a measurement share.
#[derive(Default)]
pub(super) struct RunState {
    /// Whether what happens now is counted.
    pub(super) counts: AtomicBool,
    /// Whether the measurement is over.
    pub(super) ends: AtomicBool,
    pub(super) moves: AtomicU64,
    pub(super) games: AtomicU64,
    refused: Mutex<BTreeMap<String, u64>>,
}

impl RunState {
    pub(super) fn counts(&self) -> bool {
        self.counts.load(Ordering::Relaxed)
    }

    pub(super) fn ends(&self) -> bool {
        self.ends.load(Ordering::Relaxed)
    }

    pub(super) fn refused(&self) -> MutexGuard<'_, BTreeMap<String, u64>> {
        self.refused.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What one seat has measured.
#[derive(Default)]
pub(super) struct Sample {
    /// The time from sending a move to its update, in microseconds.
    pub(super) latencies: Vec<u32>,
    /// The lengths of the updates in bytes.
    pub(super) sizes: Vec<u32>,
    /// The same without the padding.
    pub(super) bare: Vec<u32>,
}

impl Sample {
    pub(super) fn add(&mut self, other: Self) {
        self.latencies.extend(other.latencies);
        self.sizes.extend(other.sizes);
        self.bare.extend(other.bare);
    }
}

/// When the next move of a table is due.
pub(super) struct MoveTimer {
    interval: Duration,
    due: Mutex<Instant>,
}

impl MoveTimer {
    /// A move in each interval, the first at a random moment of the first one, so that the tables are not in step.
    pub(super) fn new(interval: Duration, dice: &mut Dice) -> Self {
        let first = Instant::now() + interval.mul_f64(fraction(dice));
        Self { interval, due: Mutex::new(first) }
    }

    /// Waits until the next move is due.
    async fn next(&self, dice: &mut Dice) {
        let due = {
            let mut due = self.due.lock().unwrap_or_else(PoisonError::into_inner);
            let oldest = Instant::now().checked_sub(self.interval * MAX_LAG);
            let now = oldest.map_or(*due, |oldest| oldest.max(*due));
            *due = now + self.interval.mul_f64(0.5 + fraction(dice));
            now
        };
        tokio::time::sleep_until(due).await;
    }
}

/// A random number from 0 to 1.
fn fraction(dice: &mut Dice) -> f64 {
    f64::from(dice.below(1 << 16)) / f64::from(1 << 16)
}

/// One seat for one game.
pub(super) struct Seat {
    pub(super) dice: Dice,
    pub(super) run: Arc<RunState>,
    pub(super) pace: Option<Arc<MoveTimer>>,
    /// The number of the update with which the game is over, if no rules say so.
    pub(super) last: u64,
    /// Whether to act even if another seat may act as well.
    pub(super) rush: bool,
    pub(super) sample: Sample,
    pub(super) sent: Option<Instant>,
    pub(super) count: u64,
}

impl Seat {
    /// Plays until the game or the measurement is over.
    pub(super) async fn play(mut self, client: Connection) -> Result<Sample, ClientError> {
        match self.play_on(client).await {
            // The seats do not disconnect at the same moment. What happens at a table that others have left is not a failure.
            Err(error) if !self.run.ends() => Err(error),
            _ => Ok(self.sample),
        }
    }

    async fn play_on(&mut self, mut client: Connection) -> Result<(), ClientError> {
        loop {
            if client.is_over() || client.n >= self.last || self.run.ends() {
                return Ok(());
            }
            if self.sent.is_none() && self.wants_to_act(&client) {
                self.act(&mut client).await?;
            }
            let heard = tokio::time::timeout(POLL_INTERVAL, client.next()).await;
            match heard.unwrap_or(Ok(Some(Received::Other)))? {
                Some(Received::Update { ack, .. }) => self.count_update(&client, ack.is_some()),
                Some(Received::Refused(refused)) => {
                    self.sent = None;
                    if self.run.counts() {
                        let kind = refused.refusal.kind.into_owned();
                        *self.run.refused().entry(kind).or_default() += 1;
                    }
                }
                Some(Received::Bye(reason)) => return Err(ClientError::Bye(reason)),
                Some(_) => {}
                None => return Err(ClientError::HungUp),
            }
        }
    }

    async fn act(&mut self, client: &mut Connection) -> Result<(), ClientError> {
        let Some(action) = self.dice.pick(&client.legal).cloned() else {
            let what =
                "a seat is asked and has no legal action; open games list none, so choose another";
            return Err(ClientError::Malformed(what.into()));
        };
        if let Some(pace) = &self.pace {
            pace.next(&mut self.dice).await;
        }
        self.count += 1;
        self.sent = Some(Instant::now());
        let id = format!("m{}", self.count);
        if client.is_asked_alone() {
            client.act_now(&id, &action).await
        } else {
            // If several seats may act, an action must not be refused as stale because of another seat's.
            client.act(&id, &action).await
        }
    }

    /// Whether the seat has to act. If several may, the number of the update chooses one: all clients choose the same, so that
    /// no action is too late.
    fn wants_to_act(&self, client: &Connection) -> bool {
        let picks = client.n % (client.waiting.len() as u64).max(1);
        let picked = (0..).zip(client.waiting.iter()).find(|(place, _)| *place == picks);
        client.is_asked() && (self.rush || picked.map(|(_, seat)| seat) == client.you)
    }

    fn count_update(&mut self, client: &Connection, is_own: bool) {
        let sent = if is_own { self.sent.take() } else { None };
        if !self.run.counts() {
            return;
        }
        let short = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
        self.sample.sizes.push(short(client.frame.len()));
        self.sample.bare.push(short(client.frame.trim_end().len()));
        if let Some(sent) = sent {
            let micros = u32::try_from(sent.elapsed().as_micros()).unwrap_or(u32::MAX);
            self.sample.latencies.push(micros);
            self.run.moves.fetch_add(1, Ordering::Relaxed);
        }
    }
}
