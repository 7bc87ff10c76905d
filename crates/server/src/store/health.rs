//! Whether the store can be written, for readiness, metrics and the log.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::StoreError;

/// The minimum time between two reports of a failure in the log, so that a flapping disk does not fill it.
const LOG_INTERVAL: Duration = Duration::from_secs(10);

/// What kind of failure keeps the store from being written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StoreFault {
    /// The disk is full.
    Full,
    /// The file or its file system is read-only, or permission is missing.
    ReadOnly,
    /// Reading, writing or syncing failed.
    Io,
    /// Another program holds the database's lock.
    Busy,
    /// The file is no database, or a damaged one.
    Damaged,
    /// The file was moved, removed or replaced while it was open.
    Moved,
    /// Anything else.
    Other,
}

impl StoreFault {
    /// All kinds of failure.
    pub const ALL: [Self; 7] =
        [Self::Full, Self::ReadOnly, Self::Io, Self::Busy, Self::Damaged, Self::Moved, Self::Other];

    /// Its name in metrics and in `/readyz`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::ReadOnly => "read-only",
            Self::Io => "io",
            Self::Busy => "busy",
            Self::Damaged => "damaged",
            Self::Moved => "moved",
            Self::Other => "other",
        }
    }
}

/// The state of the store at some moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Condition {
    /// Why the last write failed; `None` if it succeeded.
    pub fault: Option<StoreFault>,
    /// How many writes have failed since the store was opened.
    pub failed: u64,
    /// The size of the write-ahead log in bytes. It grows while it cannot be checkpointed.
    pub wal_bytes: u64,
}

/// Keeps track of failed and successful writes, and logs when that changes.
#[derive(Default)]
pub(super) struct Health {
    /// The same as `state.fault.is_some()`, so that a successful write takes no lock.
    is_failing: AtomicBool,
    state: Mutex<HealthState>,
}

#[derive(Default)]
struct HealthState {
    fault: Option<StoreFault>,
    failed: u64,
    /// How many writes had failed when the store last worked.
    before: u64,
    logged: Option<Instant>,
    /// Whether the failure was logged, so that the recovery must be logged as well.
    is_logged: bool,
}

impl Health {
    /// Records a failed write.
    pub(super) fn failed(&self, error: &StoreError) {
        let fault = error.fault();
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.failed += 1;
        tracing::debug!(%error, "a write failed");
        if state.fault == Some(fault) {
            return;
        }
        state.fault = Some(fault);
        self.is_failing.store(true, Ordering::Release);
        if state.logged.is_none_or(|logged| logged.elapsed() >= LOG_INTERVAL) {
            (state.logged, state.is_logged) = (Some(Instant::now()), true);
            tracing::error!(%error, kind = fault.name(), "the database cannot be written; until it can, everything that has to be stored is refused");
        }
    }

    /// Records a successful write.
    pub(super) fn succeeded(&self) {
        if !self.is_failing.load(Ordering::Acquire) {
            return;
        }
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let failed = state.failed - state.before;
        (state.fault, state.before) = (None, state.failed);
        self.is_failing.store(false, Ordering::Release);
        if std::mem::take(&mut state.is_logged) {
            tracing::warn!(failed, "the database can be written again");
        }
    }

    /// Why the last write failed, and how many writes have failed.
    pub(super) fn condition(&self) -> Condition {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        Condition { fault: state.fault, failed: state.failed, wal_bytes: 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_fails_until_a_write_succeeds_and_counts_all_failures() {
        let health = Health::default();
        health.succeeded();
        assert_eq!(health.condition(), Condition::default());
        health.failed(&StoreError::Moved("facedown.db".into()));
        health.failed(&StoreError::Moved("facedown.db".into()));
        let failing = Condition { fault: Some(StoreFault::Moved), failed: 2, wal_bytes: 0 };
        assert_eq!(health.condition(), failing);
        health.succeeded();
        assert_eq!(health.condition(), Condition { fault: None, ..failing });
    }
}
