//! The sweep: archives and closes unused tables and deletes inactive guests, at intervals.

use std::sync::Weak;
use std::sync::atomic::Ordering;

use super::Hub;
use crate::actor::{Message, Summary};
use crate::time::Millis;

/// How often inactive guests are deleted, in milliseconds.
const GUEST_CLEANUP_INTERVAL: Millis = 60 * 60 * 1000;

/// Sweeps at intervals, until the hub is dropped.
pub(super) async fn sweep(hub: Weak<Hub>) {
    while let Some(open) = hub.upgrade() {
        let every = open.config.sweep_seconds.max(1) * 1000;
        let waiting = open.shared.clock.wait_until(open.shared.clock.now() + every);
        drop(open);
        waiting.await;
        if let Some(open) = hub.upgrade() {
            open.sweep().await;
        }
    }
}

impl Hub {
    /// Archives and closes unused tables, saves the clock, and deletes inactive guests if that is due.
    pub async fn sweep(&self) {
        let _guard = self.sweeping.lock().await;
        let inboxes: Vec<_> =
            self.tables().handles.values().map(|handle| handle.inbox.clone()).collect();
        for inbox in inboxes {
            let _ = inbox.send(Message::Sweep).await;
        }
        self.relay.sweep().await;
        self.save_clock().await;
        let now = self.shared.clock.now();
        if self.config.forget_days > 0
            && now.as_millis() >= self.next_guest_cleanup.load(Ordering::Relaxed)
        {
            self.next_guest_cleanup
                .store((now + GUEST_CLEANUP_INTERVAL).as_millis(), Ordering::Relaxed);
            self.delete_inactive_guests().await;
        }
    }

    /// Saves the monotonic clock. A crash loses at most the time between two sweeps.
    pub(super) async fn save_clock(&self) {
        if let Err(error) = self.shared.save_clock().await {
            // The next sweep tries again. The store has logged the cause.
            tracing::debug!(%error, "the server's clock could not be saved");
        }
    }

    /// Deletes guests who have been inactive for long and sit at no table.
    async fn delete_inactive_guests(&self) {
        let at_tables = {
            let tables = self.tables();
            let places = tables.handles.values().flat_map(|handle| {
                let Summary { host, players, .. } = &handle.summary().now;
                players.iter().flatten().chain([host]).cloned().collect::<Vec<_>>()
            });
            places.collect()
        };
        let after = self.config.forget_days.saturating_mul(24 * 60 * 60 * 1000);
        match self.identity.delete_inactive(after, &at_tables).await {
            Ok(0) => {}
            Ok(guests) => tracing::info!(guests, "deleted inactive guests"),
            Err(error) => tracing::error!(%error, "inactive guests could not be deleted"),
        }
    }
}
