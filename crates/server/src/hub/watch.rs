//! Looks after the store: finds out when it can be written again, and warns when its log grows.

use std::sync::Weak;
use std::time::{Duration, Instant};

use super::Hub;
use crate::store::Fault;

/// How often a store that fails is tried.
const RETRY_INTERVAL: Duration = Duration::from_secs(1);

/// How old the knowledge may be that a store can be written, when somebody asks.
const CHECK_INTERVAL: Duration = Duration::from_secs(5);

/// The same for one that fails. Anybody may ask, and each time something is written.
const RECHECK_INTERVAL: Duration = Duration::from_millis(250);

/// From this size of the write-ahead log on somebody should look, in bytes.
const LONG_WAL: u64 = 256 << 20;

/// Tries a store that fails until it can be written, for as long as the house is open.
pub(super) async fn watch(house: Weak<Hub>) {
    let mut is_long = false;
    loop {
        tokio::time::sleep(RETRY_INTERVAL).await;
        let Some(open) = house.upgrade().filter(|house| !house.is_closing()) else { return };
        let condition = open.shared.store.condition();
        if condition.fault.is_some() {
            // Whether it succeeds is for the store to note, and to log once.
            let _ = open.shared.store.probe().await;
        }
        let was_long = std::mem::replace(&mut is_long, condition.wal_bytes >= LONG_WAL);
        if is_long && !was_long {
            let bytes = condition.wal_bytes;
            tracing::warn!(
                bytes,
                "the database's log grows and cannot be written into it: another program has been reading for long, or the disk is full"
            );
        }
    }
}

impl Hub {
    /// Why the store cannot be written, if it cannot. That is found out by writing, also if nobody else does.
    pub async fn store_fault(&self) -> Option<Fault> {
        let store = &self.shared.store;
        // Whoever comes while another finds it out is told what was known before.
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
