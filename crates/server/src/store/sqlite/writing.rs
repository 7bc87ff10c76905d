//! The one connection that writes. It is closed after any failure, and whether a commit happened is never guessed.

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

/// The one connection that writes.
///
/// Every write is one transaction, and its text begins with `BEGIN IMMEDIATE` and ends with `COMMIT`. `BEGIN` fails where
/// a transaction is open already, so a write that has succeeded was not a part of another that has yet to be committed.
/// It all is one message to the thread of the connection.
pub(super) struct Writing {
    options: SqliteConnectOptions,
    database: PathBuf,
    files: Files,
    after_commit: AfterCommit,
    pub(super) health: Health,
    state: Mutex<State>,
}

/// What may be changed only by who writes.
#[derive(Default)]
pub(super) struct State {
    connection: Option<SqliteConnection>,
    is_closed: bool,
    /// The place of the next line in the journal.
    pub(super) next: i64,
    /// How many lines from there on may be in the journal although writing them was reported to have failed.
    pub(super) doubtful: i64,
}

impl Writing {
    /// Writes with this connection and, when that is gone, with others like it. The next line of the journal comes here.
    pub(super) fn new(
        connection: SqliteConnection,
        next: i64,
        options: SqliteConnectOptions,
        files: Files,
        after_commit: AfterCommit,
    ) -> Self {
        let state = State { connection: Some(connection), next, ..State::default() };
        let database = options.get_filename().to_owned();
        let (health, state) = (Health::default(), Mutex::new(state));
        Self { options, database, files, after_commit, health, state }
    }

    /// Waits until nobody else writes.
    pub(super) async fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().await
    }

    /// Carries out a transaction and gives what its statements returned. It is carried out also if the caller stops waiting for it.
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

    /// The same for who has the lock. It must not be cancelled.
    pub(super) async fn transact_locked(
        &self,
        state: &mut State,
        sql: SqlStr,
        arguments: SqliteArguments,
    ) -> Result<Vec<SqliteRow>, StoreError> {
        if state.is_closed {
            return Err(StoreError::Closed);
        }
        let done = self.try_transact(state, sql, arguments).await;
        match &done {
            Ok(_) => self.health.succeeded(),
            // The rules of the tables have refused it, and nothing is wrong with the database.
            Err(StoreError::Database(error)) if is_constraint(error) => {}
            Err(error) => self.health.failed(error),
        }
        done
    }

    async fn try_transact(
        &self,
        state: &mut State,
        sql: SqlStr,
        arguments: SqliteArguments,
    ) -> Result<Vec<SqliteRow>, StoreError> {
        // Into another file nothing may be written, so this comes before there is a fresh connection.
        self.files.check()?;
        let mut connection = match state.connection.take() {
            Some(connection) => connection,
            None => self.options.connect().await?,
        };
        let outcome = run(&mut connection, sql, arguments).await;
        match outcome {
            Ok(rows) => {
                // Whoever removes the file while it is written to has the commit go nowhere.
                self.files.check().and_then(|()| (self.after_commit)())?;
                state.connection = Some(connection);
                Ok(rows)
            }
            Err(error) => {
                // Closing it rolls back whatever is open. That it fails is no news.
                let _ = connection.close().await;
                Err(error.into())
            }
        }
    }

    /// Finds out whether the database can be written: there is room on the disk, and a commit succeeds.
    pub(super) async fn probe(self: &Arc<Self>) -> Result<(), StoreError> {
        let database = self.database.clone();
        let has_room = tokio::task::spawn_blocking(move || spare::check(&database)).await;
        if let Ok(Err(error)) = has_room {
            self.health.failed(&error);
            return Err(error);
        }
        // It is nobody's version; to set it writes the first page, whatever it was before.
        let sql = "BEGIN IMMEDIATE; PRAGMA user_version = 1; COMMIT";
        self.transact(SqlStr::from_static(sql), SqliteArguments::default()).await?;
        Ok(())
    }

    /// The size of the write-ahead log in bytes.
    pub(super) fn wal_bytes(&self) -> u64 {
        self.files.wal_bytes()
    }

    /// Waits until nobody writes, and closes the connection.
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
    // It has ended well only when the last statement has, which is the commit.
    while let Some(result) = results.try_next().await? {
        rows.extend(result.right());
    }
    Ok(rows)
}
