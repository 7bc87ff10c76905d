//! Deletes from the journal what the archive has, a little at a time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use sqlx::sqlite::{SqliteArguments, SqlitePool};
use sqlx::{Arguments, Row, SqlStr};

use super::super::StoreError;
use super::writing::Writing;

/// How many tables are archived before the journal is pruned. Each page of it is then written once for all of them.
const PRUNE_AFTER: usize = 200;

/// How many rows are looked at in one step: some hundred pages, for which others wait a few milliseconds.
const STEP: i64 = 1_000;

/// Prunes the journal from time to time.
#[derive(Default)]
pub(super) struct Pruning {
    /// How many tables have been archived since the journal was last pruned.
    archived: AtomicUsize,
    is_running: AtomicBool,
}

impl Pruning {
    /// Takes note of archived tables. Whether it is time to prune; whoever is told so has to.
    pub(super) fn is_due(&self, archived: usize) -> bool {
        let archived = self.archived.fetch_add(archived, Ordering::Relaxed) + archived;
        archived >= PRUNE_AFTER && !self.is_running.swap(true, Ordering::AcqRel)
    }

    /// Prunes the whole journal. Others may write between two steps.
    pub(super) async fn run(
        &self,
        reading: &SqlitePool,
        writing: &Arc<Writing>,
    ) -> Result<u64, StoreError> {
        let before = self.archived.load(Ordering::Relaxed);
        let deleted = prune(reading, writing).await;
        if deleted.is_ok() {
            // Tables that were archived meanwhile count for the next time.
            self.archived.fetch_sub(before, Ordering::Relaxed);
        }
        self.is_running.store(false, Ordering::Release);
        deleted
    }

    /// So that the next table that is archived has the journal pruned.
    pub(super) fn is_overdue(&self) {
        self.archived.store(PRUNE_AFTER, Ordering::Relaxed);
    }
}

/// Deletes the lines of archived tables, wherever they are. Those of tables that were set aside are not in the archive.
async fn prune(reading: &SqlitePool, writing: &Arc<Writing>) -> Result<u64, StoreError> {
    let end = "SELECT max(seq) FROM (SELECT seq FROM journal WHERE seq >= ? ORDER BY seq LIMIT ?)";
    let (mut deleted, mut from) = (0, Some(i64::MIN));
    while let Some(first) = from {
        let row = sqlx::query(end).bind(first).bind(STEP).fetch_one(reading).await?;
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
