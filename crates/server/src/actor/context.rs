//! What the actors of all tables share.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::BotExecutor;
use crate::gate::Gate;
use crate::metrics::Metrics;
use crate::random::RandomSource;
use crate::store::{Store, StoreError, Writer};
use crate::time::{Clock, Millis, Moment};
use crate::words::Lexicon;

/// What the actors of all tables share.
pub struct ActorContext {
    /// The monotonic clock and the wall clock.
    pub clock: Arc<dyn Clock>,
    /// The source of randomness.
    pub random: Arc<RandomSource>,
    /// The database.
    pub store: Arc<dyn Store>,
    /// Commits journal entries in batches.
    pub writer: Writer,
    /// The counters of `/metrics`.
    pub metrics: Arc<Metrics>,
    /// Frames are padded to a multiple of this many bytes.
    pub pad: usize,
    /// What is printed on cards that players bring.
    pub lexicon: Arc<Lexicon>,
    /// Runs the bots.
    pub bot_executor: Arc<dyn BotExecutor>,
    /// How long bots take to move at normal pace, in milliseconds.
    pub bot_pause: Millis,
    /// How many chat messages can wait at a table to be written.
    pub chat_queue: usize,
    /// The minimum time between two writes of a table's chat, in milliseconds.
    pub chat_every: Millis,
    /// How long a finished table stays in memory, in milliseconds.
    pub linger: Millis,
    /// How long a table whose game never started stays without activity, in milliseconds.
    pub abandon: Millis,
    /// How long a running game stays open without a visit, in milliseconds.
    pub unvisited: Millis,
    /// Enforces limits per player and per address.
    pub gate: Arc<Gate>,
    /// The monotonic clock when it was last saved, in milliseconds.
    pub saved_clock: AtomicU64,
}

impl ActorContext {
    /// The monotonic clock when it was last saved. A server that is killed now resumes from there, or later.
    pub fn saved_clock(&self) -> Moment {
        Moment::from_millis(self.saved_clock.load(Ordering::Relaxed))
    }

    /// Saves the monotonic clock in the store.
    pub async fn save_clock(&self) -> Result<(), StoreError> {
        let now = self.clock.now();
        self.store.save_clock(now).await?;
        self.saved_clock.fetch_max(now.as_millis(), Ordering::Relaxed);
        Ok(())
    }
}
