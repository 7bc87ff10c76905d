//! Monitors the store: notices when it can be written again, and warns when its write-ahead log grows.

use std::sync::Weak;
use std::time::{Duration, Instant};

use super::Hub;
use crate::store::StoreFault;

/// How often a failing store is probed.
const RETRY_INTERVAL: Duration = Duration::from_secs(1);

/// How long `/readyz` reuses the result of a successful probe.
const CHECK_INTERVAL: Duration = Duration::from_secs(5);

/// The same for a failed probe. Anybody can request `/readyz`, and each probe writes.
const RECHECK_INTERVAL: Duration = Duration::from_millis(250);

/// The size of the write-ahead log at which the operator is warned, in bytes.
const WAL_WARNING_BYTES: u64 = 256 << 20;

/// Probes a failing store until it can be written, while the server runs.
pub(super) async fn watch(hub: Weak<Hub>) {
    let mut is_long = false;
    loop {
        tokio::time::sleep(RETRY_INTERVAL).await;
        let Some(open) = hub.upgrade().filter(|hub| !hub.is_closing()) else { return };
        let condition = open.shared.store.condition();
        if condition.fault.is_some() {
            // The store itself keeps track of the result and logs changes.
            let _ = open.shared.store.probe().await;
        }
        let was_long = std::mem::replace(&mut is_long, condition.wal_bytes >= WAL_WARNING_BYTES);
        if is_long && !was_long {
            let bytes = condition.wal_bytes;
            tracing::warn!(
                bytes,
                "the write-ahead log of the database grows and cannot be checkpointed: another program has been reading for long, or the disk is full"
            );
        }
    }
}

impl Hub {
    /// Why the store cannot be written, if it cannot. It is probed for that, unless it was just recently.
    pub async fn store_fault(&self) -> Option<StoreFault> {
        let store = &self.shared.store;
        // A request during another one's probe gets the last known state.
        if let Ok(mut checked) = self.checked.try_lock() {
            let is_failing = store.condition().fault.is_some();
            let interval = if is_failing { RECHECK_INTERVAL } else { CHECK_INTERVAL };
            if checked.is_none_or(|checked| checked.elapsed() >= interval) {
                let probed = store.probe().await;
                *checked = Some(Instant::now());
                if let Err(error) = probed {
                    return Some(error.fault());
                }
            }
        }
        store.condition().fault
    }
}
