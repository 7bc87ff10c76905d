//! The store in one SQLite file beside the house.

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
use super::writer::MOST;

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

/// How many lines a statement has room for. A batch is one statement, in which rows may stay empty: each statement is
/// a way to the thread of the database and back, which costs more than the rows.
const ROOMS: [usize; 5] = [1, 8, 64, 256, MOST];

/// What can be chosen when a database is opened.
pub struct SqliteSettings {
    /// How long a write waits for another program that has locked the database, such as a backup.
    pub busy_timeout: Duration,
    /// Called after each commit and before anybody is told of it. If it fails, the write is reported to have failed although
    /// it has happened, as when the disk fails at the very end; tests see to it that nothing is wrong then.
    pub after_commit: AfterCommit,
}

/// What is called after each commit.
pub type AfterCommit = Box<dyn Fn() -> Result<(), StoreError> + Send + Sync>;

impl Default for SqliteSettings {
    fn default() -> Self {
        Self { busy_timeout: Duration::from_secs(10), after_commit: Box::new(|| Ok(())) }
    }
}

/// To what the write-ahead log is cut back when it has been written into the database, in bytes.
const WAL_LIMIT: &str = "16777216";

/// The store in one SQLite file.
///
/// It uses a write-ahead log and waits for the disk at each commit, so that what is acknowledged survives a power
/// failure. All writing goes through one connection; the others only read. One process has the file at a time.
pub struct SqliteStore {
    reading: SqlitePool,
    writing: Arc<Writing>,
    inserts: [[Arc<str>; ROOMS.len()]; 2],
    pruning: Arc<Pruning>,
    /// A connection that does nothing. As long as there is one, SQLite keeps the log, whatever becomes of the others.
    anchor: tokio::sync::Mutex<Option<SqliteConnection>>,
    lock: Mutex<Option<Lock>>,
}

impl SqliteStore {
    /// Opens the file, makes it if there is none, and brings it up to date.
    pub async fn open(path: &Path) -> Result<Self, StoreError> {
        Self::open_with(path, SqliteSettings::default()).await
    }

    /// The same where something is not as usual.
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
        sqlx::migrate!("./migrations").run(&mut connection).await.map_err(|error| match error {
            MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => error.into(),
            error => StoreError::Migration(error),
        })?;
        let next = reading::end(&mut connection).await?;
        let mut anchor = options.connect().await?;
        // The log is opened when something is read for the first time.
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
            inserts: ["", DELETE_DOUBTFUL].map(|before| ROOMS.map(|room| insert(before, room))),
            pruning: Arc::default(),
            anchor: tokio::sync::Mutex::new(Some(anchor)),
            lock: Mutex::new(Some(lock)),
        })
    }

    /// Deletes the lines of archived tables from the journal. How many these were.
    pub async fn prune(&self) -> Result<u64, StoreError> {
        self.pruning.run(&self.reading, &self.writing).await
    }

    /// Prunes the journal while others go on, if it is time for that.
    fn prune_if_due(&self, archived: usize) {
        if !self.pruning.is_due(archived) {
            return;
        }
        let (pruning, reading) = (Arc::clone(&self.pruning), self.reading.clone());
        let writing = Arc::clone(&self.writing);
        tokio::spawn(async move {
            match pruning.run(&reading, &writing).await {
                Ok(lines) => tracing::debug!(lines, "the journal was pruned"),
                // The next table that is archived tries again.
                Err(error) => tracing::debug!(%error, "the journal could not be pruned"),
            }
        });
    }

    async fn change(&self, sql: &'static str, bound: Bound) -> Result<Vec<SqliteRow>, StoreError> {
        self.writing.transact(SqlStr::from_static(sql), bound.arguments()?).await
    }
}

/// Deletes lines whose writing was reported to have failed, and may have happened: nobody was told of them.
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
