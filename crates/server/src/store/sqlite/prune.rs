//! Deletes the lines of archived tables from the journal, in small steps.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use sqlx::sqlite::{SqliteArguments, SqlitePool};
use sqlx::{Arguments, Row, SqlStr};

use super::super::StoreError;
use super::writing::Writing;

/// How many tables are archived before the journal is pruned. Pruning many at once writes each page only once.
const PRUNE_AFTER: usize = 200;

/// How many rows one transaction covers: some hundred pages, for which other writers wait a few milliseconds.
const ROWS_PER_STEP: i64 = 1_000;

/// Prunes the journal from time to time.
#[derive(Default)]
pub(super) struct Pruning {
    /// How many tables have been archived since the journal was last pruned.
    archived: AtomicUsize,
    is_running: AtomicBool,
}

impl Pruning {
    /// Counts archived tables. If it returns `true`, pruning is due and the caller has to run it.
    pub(super) fn is_due(&self, archived: usize) -> bool {
        let archived = self.archived.fetch_add(archived, Ordering::Relaxed) + archived;
        archived >= PRUNE_AFTER && !self.is_running.swap(true, Ordering::AcqRel)
    }

    /// Prunes the whole journal. Other writes can happen between two steps.
    pub(super) async fn run(
        &self,
        reading: &SqlitePool,
        writing: &Arc<Writing>,
    ) -> Result<u64, StoreError> {
        let before = self.archived.load(Ordering::Relaxed);
        let deleted = prune(reading, writing).await;
        if deleted.is_ok() {
            // Tables that were archived in the meantime count for the next run.
            self.archived.fetch_sub(before, Ordering::Relaxed);
        }
        self.is_running.store(false, Ordering::Release);
        deleted
    }

    /// Makes pruning due at the next call of [`Pruning::is_due`].
    pub(super) fn make_due(&self) {
        self.archived.store(PRUNE_AFTER, Ordering::Relaxed);
    }
}

/// Deletes the lines of archived tables. Tables that were set aside are not in the archive, so theirs stay.
async fn prune(reading: &SqlitePool, writing: &Arc<Writing>) -> Result<u64, StoreError> {
    let end = "SELECT max(seq) FROM (SELECT seq FROM journal WHERE seq >= ? ORDER BY seq LIMIT ?)";
    let (mut deleted, mut from) = (0, Some(i64::MIN));
    while let Some(first) = from {
        let row = sqlx::query(end).bind(first).bind(ROWS_PER_STEP).fetch_one(reading).await?;
        let last: Option<i64> = row.try_get(0)?;
        let Some(last) = last else { break };
        let mut arguments = SqliteArguments::default();
        for number in [first, last] {
            arguments.add(number).map_err(sqlx::Error::Encode)?;
        }
        let sql = "BEGIN IMMEDIATE; DELETE FROM journal WHERE seq BETWEEN ? AND ? \
                   AND table_id IN (SELECT table_id FROM archive); SELECT changes(); COMMIT";
        let rows = writing.transact(SqlStr::from_static(sql), arguments).await?;
        let changes: i64 = rows.first().map_or(Ok(0), |row| row.try_get(0))?;
        deleted += u64::try_from(changes).unwrap_or(0);
        from = last.checked_add(1);
    }
    Ok(deleted)
}
