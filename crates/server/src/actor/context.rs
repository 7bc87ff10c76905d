//! What the actors of all tables share.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::Think;
use crate::gate::Gate;
use crate::metrics::Metrics;
use crate::random::RandomSource;
use crate::store::{Store, StoreError, Writer};
use crate::time::{Clock, Millis, Moment};

/// What all actors share.
pub struct ActorContext {
    /// What time it is.
    pub clock: Arc<dyn Clock>,
    /// Where chance comes from.
    pub chance: Arc<RandomSource>,
    /// What the house keeps.
    pub store: Arc<dyn Store>,
    /// Who writes the journals.
    pub writer: Writer,
    /// What is counted.
    pub metrics: Arc<Metrics>,
    /// What frames are padded to.
    pub pad: usize,
    /// Where bots think.
    pub thinkers: Arc<dyn Think>,
    /// How long after it is asked a bot answers.
    pub bot_pause: Millis,
    /// How many chat messages can wait at a table.
    pub chat_queue: usize,
    /// How far apart the chat of a table is written.
    pub chat_every: Millis,
    /// How long a finished table stays.
    pub linger: Millis,
    /// How long a table that never began stays when nobody is there.
    pub abandon: Millis,
    /// How long a game goes on, or waits, that nobody visits.
    pub unvisited: Millis,
    /// Counts what each player and address asks for.
    pub gate: Arc<Gate>,
    /// What the monotonic clock showed when it was last kept in the store.
    pub kept: AtomicU64,
}

impl ActorContext {
    /// What the monotonic clock showed when it was last kept: a server that is killed now goes on from there, or later.
    pub fn kept(&self) -> Moment {
        Moment::from_millis(self.kept.load(Ordering::Relaxed))
    }

    /// Keeps what the monotonic clock shows.
    pub async fn keep_time(&self) -> Result<(), StoreError> {
        let now = self.clock.now();
        self.store.keep_time(now).await?;
        self.kept.fetch_max(now.as_millis(), Ordering::Relaxed);
        Ok(())
    }
}
