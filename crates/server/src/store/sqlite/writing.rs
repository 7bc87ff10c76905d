//! The only connection that writes. After a failure it is closed, and what may have been committed is tracked.

use std::path::PathBuf;
use std::sync::Arc;

use futures_util::TryStreamExt;
use sqlx::sqlite::{SqliteArguments, SqliteConnectOptions, SqliteRow};
use sqlx::{ConnectOptions, Connection, Executor, SqlStr, SqliteConnection};
use tokio::sync::{Mutex, MutexGuard};

use super::super::StoreError;
use super::super::files::Files;
use super::super::health::Health;
use super::{AfterCommit, is_constraint, spare};

/// The only connection that writes.
///
/// Every write is one transaction, whose SQL begins with `BEGIN IMMEDIATE` and ends with `COMMIT`. `BEGIN` fails inside an
/// open transaction, so a write that has succeeded has been committed. The whole transaction is one message to the thread
/// of the connection.
pub(super) struct Writing {
    options: SqliteConnectOptions,
    database: PathBuf,
    files: Files,
    after_commit: AfterCommit,
    pub(super) health: Health,
    state: Mutex<WriterState>,
}

/// What only the current writer may change.
#[derive(Default)]
pub(super) struct WriterState {
    connection: Option<SqliteConnection>,
    is_closed: bool,
    /// The sequence number of the next line in the journal.
    pub(super) next: i64,
    /// How many lines from there on may be in the journal although their write was reported as failed.
    pub(super) doubtful: i64,
}

impl Writing {
    /// Writes with this connection, and after a failure with new ones that have the same options. `next` is the sequence
    /// number of the next line.
    pub(super) fn new(
        connection: SqliteConnection,
        next: i64,
        options: SqliteConnectOptions,
        files: Files,
        after_commit: AfterCommit,
    ) -> Self {
        let state = WriterState { connection: Some(connection), next, ..WriterState::default() };
        let database = options.get_filename().to_owned();
        let (health, state) = (Health::default(), Mutex::new(state));
        Self { options, database, files, after_commit, health, state }
    }

    /// Waits until no other write is under way.
    pub(super) async fn lock(&self) -> MutexGuard<'_, WriterState> {
        self.state.lock().await
    }

    /// Runs a transaction and returns the rows of its statements. It is completed even if the caller is cancelled.
    pub(super) async fn transact(
        self: &Arc<Self>,
        sql: SqlStr,
        arguments: SqliteArguments,
    ) -> Result<Vec<SqliteRow>, StoreError> {
        let this = Arc::clone(self);
        let transaction = async move {
            let mut state = this.lock().await;
            this.transact_locked(&mut state, sql, arguments).await
        };
        tokio::spawn(transaction).await.map_err(|_| StoreError::Closed)?
    }

    /// The same for a caller that holds the lock. It must not be cancelled.
    pub(super) async fn transact_locked(
        &self,
        state: &mut WriterState,
        sql: SqlStr,
        arguments: SqliteArguments,
    ) -> Result<Vec<SqliteRow>, StoreError> {
        if state.is_closed {
            return Err(StoreError::Closed);
        }
        let done = self.try_transact(state, sql, arguments).await;
        match &done {
            Ok(_) => self.health.succeeded(),
            // A constraint was violated, which is no failure of the database.
            Err(StoreError::Database(error)) if is_constraint(error) => {}
            Err(error) => self.health.failed(error),
        }
        done
    }

    async fn try_transact(
        &self,
        state: &mut WriterState,
        sql: SqlStr,
        arguments: SqliteArguments,
    ) -> Result<Vec<SqliteRow>, StoreError> {
        // Checked before a new connection is opened, because nothing may be written into another file.
        self.files.check()?;
        let mut connection = match state.connection.take() {
            Some(connection) => connection,
            None => self.options.connect().await?,
        };
        let outcome = run(&mut connection, sql, arguments).await;
        match outcome {
            Ok(rows) => {
                // If the file was removed during the commit, the commit is lost.
                self.files.check().and_then(|()| (self.after_commit)())?;
                state.connection = Some(connection);
                Ok(rows)
            }
            Err(error) => {
                // Closing rolls back an open transaction. An error here adds nothing to the first one.
                let _ = connection.close().await;
                Err(error.into())
            }
        }
    }

    /// Checks that the database can be written: there is room on the disk, and a commit succeeds.
    pub(super) async fn probe(self: &Arc<Self>) -> Result<(), StoreError> {
        let database = self.database.clone();
        let has_room = tokio::task::spawn_blocking(move || spare::check(&database)).await;
        if let Ok(Err(error)) = has_room {
            self.health.failed(&error);
            return Err(error);
        }
        // The user version is not used. Setting it writes the first page, even if the value is the same.
        let sql = "BEGIN IMMEDIATE; PRAGMA user_version = 1; COMMIT";
        self.transact(SqlStr::from_static(sql), SqliteArguments::default()).await?;
        Ok(())
    }

    /// The size of the write-ahead log in bytes.
    pub(super) fn wal_bytes(&self) -> u64 {
        self.files.wal_bytes()
    }

    /// Waits until no write is under way, and closes the connection.
    pub(super) async fn close(&self) -> Result<(), StoreError> {
        let mut state = self.lock().await;
        state.is_closed = true;
        if let Some(connection) = state.connection.take() {
            connection.close().await?;
        }
        Ok(())
    }
}

async fn run(
    connection: &mut SqliteConnection,
    sql: SqlStr,
    arguments: SqliteArguments,
) -> Result<Vec<SqliteRow>, sqlx::Error> {
    let mut rows = Vec::new();
    let mut results = connection.fetch_many(sqlx::query_with(sql, arguments));
    // Only when the last statement has succeeded, which is `COMMIT`, has the transaction.
    while let Some(result) = results.try_next().await? {
        rows.extend(result.right());
    }
    Ok(rows)
}
