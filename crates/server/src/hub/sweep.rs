//! What nobody needs any more is cleared away, from time to time.

use std::sync::Weak;
use std::sync::atomic::Ordering;

use super::Hub;
use crate::actor::{Message, Summary};
use crate::time::Millis;

/// How often guests who have not come back are looked for, in milliseconds.
const FORGET: Millis = 60 * 60 * 1000;

/// Clears tables away, until the house is gone.
pub(super) async fn sweep(house: Weak<Hub>) {
    while let Some(open) = house.upgrade() {
        let every = open.config.sweep_seconds.max(1) * 1000;
        let waiting = open.shared.clock.wait_until(open.shared.clock.now() + every);
        drop(open);
        waiting.await;
        if let Some(open) = house.upgrade() {
            open.sweep().await;
        }
    }
}

impl Hub {
    /// Clears away what nobody needs.
    pub async fn sweep(&self) {
        let _alone = self.sweeping.lock().await;
        let inboxes: Vec<_> =
            self.tables().handles.values().map(|handle| handle.inbox.clone()).collect();
        for inbox in inboxes {
            let _ = inbox.send(Message::Sweep).await;
        }
        self.keep_time().await;
        let now = self.shared.clock.now();
        if self.config.forget_days > 0
            && now.as_millis() >= self.forget_next.load(Ordering::Relaxed)
        {
            self.forget_next.store((now + FORGET).as_millis(), Ordering::Relaxed);
            self.forget_guests().await;
        }
    }

    /// Keeps what the clock shows. What a crash loses of it is at most the time between two sweeps.
    pub(super) async fn keep_time(&self) {
        if let Err(error) = self.shared.keep_time().await {
            // It is tried again at the next sweep; the store has said in the log what is wrong.
            tracing::debug!(%error, "the server's time could not be kept");
        }
    }

    /// Forgets guests who have not come back for long and have no place at any table.
    async fn forget_guests(&self) {
        let at_tables = {
            let tables = self.tables();
            let places = tables.handles.values().flat_map(|handle| {
                let Summary { host, players, .. } = &handle.summary().now;
                players.iter().flatten().chain([host]).cloned().collect::<Vec<_>>()
            });
            places.collect()
        };
        let after = self.config.forget_days.saturating_mul(24 * 60 * 60 * 1000);
        match self.identity.forget(after, &at_tables).await {
            Ok(0) => {}
            Ok(guests) => tracing::info!(guests, "forgot guests who have not come back"),
            Err(error) => tracing::error!(%error, "guests could not be forgotten"),
        }
    }
}
