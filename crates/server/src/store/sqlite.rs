//! The store in one SQLite file.

use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use sqlx::migrate::MigrateError;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteRow,
    SqliteSynchronous,
};
use sqlx::{ConnectOptions, SqlStr, SqliteConnection};

use super::StoreError;
use super::files::{Files, canonical, make_private};
use super::lock::Lock;
use super::writer::MAX_BATCH;

mod migrations;
mod prune;
mod reading;
mod spare;
mod statements;
mod values;
mod writing;

pub(super) use values::primary_code;

use prune::Pruning;
use values::{Bound, is_constraint};
use writing::Writing;

/// How many rows the prepared inserts have. A batch uses the smallest that fits and leaves the other rows empty: each
/// statement is a round trip to the thread of the database, which costs more than the rows.
const INSERT_SIZES: [usize; 5] = [1, 8, 64, 256, MAX_BATCH];

/// Options for opening a database.
pub struct SqliteSettings {
    /// How long a write waits for another program that has locked the database, such as a backup.
    pub busy_timeout: Duration,
    /// Called after each commit, before the result is returned. If it fails, the write is reported as failed although it was
    /// committed, as if the disk had failed at the very end. For tests.
    pub after_commit: AfterCommit,
}

/// A function that is called after each commit.
pub type AfterCommit = Box<dyn Fn() -> Result<(), StoreError> + Send + Sync>;

impl Default for SqliteSettings {
    fn default() -> Self {
        Self { busy_timeout: Duration::from_secs(10), after_commit: Box::new(|| Ok(())) }
    }
}

/// The size to which the write-ahead log is truncated after a checkpoint, in bytes.
const WAL_LIMIT: &str = "16777216";

/// The store in one SQLite file.
///
/// It uses a write-ahead log and syncs it at each commit, so that what is acknowledged survives a power failure. All
/// writes go through one connection; the others only read. Only one process has the file open at a time.
pub struct SqliteStore {
    reading: SqlitePool,
    writing: Arc<Writing>,
    inserts: [[Arc<str>; INSERT_SIZES.len()]; 2],
    pruning: Arc<Pruning>,
    /// An idle connection. As long as there is one, SQLite does not remove the write-ahead log when others are closed.
    anchor: tokio::sync::Mutex<Option<SqliteConnection>>,
    lock: Mutex<Option<Lock>>,
}

impl SqliteStore {
    /// Opens the database, creates it if necessary, and runs the migrations.
    pub async fn open(path: &Path) -> Result<Self, StoreError> {
        Self::open_with(path, SqliteSettings::default()).await
    }

    /// Opens the database with these options.
    pub async fn open_with(path: &Path, settings: SqliteSettings) -> Result<Self, StoreError> {
        let SqliteSettings { busy_timeout, after_commit } = settings;
        let path = canonical(path)?;
        let lock = Lock::take(&path)?;
        make_private(&path)?;
        let options = SqliteConnectOptions::new()
            .filename(&path)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(busy_timeout)
            .pragma("journal_size_limit", WAL_LIMIT)
            .statement_cache_capacity(64);
        let mut connection = options.connect().await?;
        migrations::migrations().run(&mut connection).await.map_err(|error| match error {
            MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => error.into(),
            error => StoreError::Migration(error),
        })?;
        let next = reading::end(&mut connection).await?;
        let mut anchor = options.connect().await?;
        // SQLite opens the write-ahead log at the first read.
        sqlx::query("SELECT count(*) FROM sqlite_schema").fetch_one(&mut anchor).await?;
        let reading = SqlitePoolOptions::new()
            .max_connections(2)
            .min_connections(1)
            .idle_timeout(None)
            .max_lifetime(None)
            .test_before_acquire(false)
            .connect_with(options.clone().read_only(true))
            .await?;
        let files = Files::opened(&path);
        let writing = Writing::new(connection, next, options, files, after_commit);
        Ok(Self {
            reading,
            writing: Arc::new(writing),
            inserts: ["", DELETE_DOUBTFUL]
                .map(|before| INSERT_SIZES.map(|room| insert(before, room))),
            pruning: Arc::default(),
            anchor: tokio::sync::Mutex::new(Some(anchor)),
            lock: Mutex::new(Some(lock)),
        })
    }

    /// Deletes the lines of archived tables from the journal. Returns how many.
    pub async fn prune(&self) -> Result<u64, StoreError> {
        self.pruning.run(&self.reading, &self.writing).await
    }

    /// Prunes the journal in the background, if that is due.
    fn prune_if_due(&self, archived: usize) {
        if !self.pruning.is_due(archived) {
            return;
        }
        let (pruning, reading) = (Arc::clone(&self.pruning), self.reading.clone());
        let writing = Arc::clone(&self.writing);
        tokio::spawn(async move {
            match pruning.run(&reading, &writing).await {
                Ok(lines) => tracing::debug!(lines, "the journal was pruned"),
                // It is tried again when the next table is archived.
                Err(error) => tracing::debug!(%error, "the journal could not be pruned"),
            }
        });
    }

    async fn change(&self, sql: &'static str, bound: Bound) -> Result<Vec<SqliteRow>, StoreError> {
        self.writing.transact(SqlStr::from_static(sql), bound.arguments()?).await
    }
}

/// Deletes lines whose write was reported as failed but may have been committed. Nobody was told of them.
const DELETE_DOUBTFUL: &str = "DELETE FROM journal WHERE seq >= ? AND seq < ?; ";

fn insert(before: &str, room: usize) -> Arc<str> {
    let rows = vec!["(?,?,?,?)"; room].join(",");
    format!(
        "BEGIN IMMEDIATE; {before}\
         INSERT INTO journal (seq, table_id, n, entry) SELECT column1, column2, column3, column4 \
         FROM (VALUES {rows}) WHERE column1 IS NOT NULL; COMMIT"
    )
    .into()
}
