//! The store: players, tokens, and the journals of all tables.

use std::future::Future;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::Arc;

use facedown_protocol::TableId;
use facedown_protocol::rest::SessionScope;

use crate::identity::LookupKey;
use crate::room::Journal;
use crate::time::{Moment, WallTime};

mod files;
mod health;
mod lock;
mod sqlite;
mod writer;

pub use health::{Condition, StoreFault};
pub use sqlite::{AfterCommit, SqliteSettings, SqliteStore};
pub use writer::Writer;

/// The public id of a player.
#[derive(
    Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
#[serde(transparent)]
pub struct PlayerId(pub Arc<str>);

/// A player in the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The public id.
    pub id: PlayerId,
    /// The display name.
    pub name: String,
}

/// A token in the store, which keeps only its hash.
#[derive(Clone, PartialEq, Eq)]
pub struct StoredToken {
    /// The SHA-256 hash of the token.
    pub digest: [u8; 32],
    /// The player that it authenticates.
    pub player: Player,
    /// When that player was last seen, according to the store.
    pub seen: Moment,
}

/// A line to be appended to a table's journal.
#[derive(Clone, PartialEq, Eq)]
pub struct JournalLine {
    /// The table.
    pub table: TableId,
    /// The number of the entry, counted from 0.
    pub n: u64,
    /// The entry, as JSON.
    pub entry: String,
}

/// A line that was read from a table's journal.
#[derive(Debug, PartialEq, Eq)]
pub struct ReadLine {
    /// The table.
    pub table: TableId,
    /// The number of the entry; `None` if the row has no valid number.
    pub n: Option<u64>,
    /// The entry, as JSON in one line; `None` if the row has no valid text.
    pub entry: Option<String>,
}

/// Called for each line of the journals.
pub type EachLine<'a> = &'a mut (dyn FnMut(ReadLine) + Send);

/// Why an operation of the store failed. It has not been carried out, not even in part, unless the disk failed at the very
/// end of the commit: then it may have been. Journal lines whose write failed are removed with the next write of any
/// line.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database reported an error.
    #[error("the database failed: {0}; check that its disk has room and can be written")]
    Database(#[from] sqlx::Error),
    /// The database belongs to another version of this program.
    #[error(
        "the database cannot be brought up to date: {0}; use the program that made it, or a newer one"
    )]
    Migration(#[from] sqlx::migrate::MigrateError),
    /// The database has invalid contents.
    #[error("the database is damaged: {0}")]
    Damaged(String),
    /// Another process has the database open.
    #[error(
        "{} is in use by {holder}; two servers on one database would destroy it: stop that one first, or choose another --data",
        path.display()
    )]
    InUse {
        /// The database.
        path: PathBuf,
        /// The description of that process, from the lock file.
        holder: String,
    },
    /// A file cannot be created or opened.
    #[error("{} cannot be opened: {error}; check that its folder exists and can be written", path.display())]
    Files {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        error: std::io::Error,
    },
    /// The database has several hard links.
    #[error(
        "{} has {links} names (hard links), and SQLite would keep a log for each; remove the others, or copy it",
        path.display()
    )]
    ManyNames {
        /// The path that was opened.
        path: PathBuf,
        /// The number of hard links.
        links: u64,
    },
    /// A file of the database is no longer the one that was opened.
    #[error(
        "{} was moved, removed or replaced while it was open; put it back, or stop the server and restore a backup",
        .0.display()
    )]
    Moved(PathBuf),
    /// The line was not written. The log has the cause.
    #[error("the journal could not be written; nothing was changed")]
    NotWritten,
    /// The store is closed.
    #[error("the server is shutting down; nothing more is written")]
    Closed,
}

impl StoreError {
    /// The kind of failure, for metrics and `/readyz`.
    pub fn fault(&self) -> StoreFault {
        let code = match self {
            Self::Database(error) => sqlite::primary_code(error),
            Self::Damaged(_) => return StoreFault::Damaged,
            Self::Moved(_) => return StoreFault::Moved,
            Self::Files { error, .. } => {
                return match error.kind() {
                    std::io::ErrorKind::StorageFull | std::io::ErrorKind::QuotaExceeded => {
                        StoreFault::Full
                    }
                    std::io::ErrorKind::ReadOnlyFilesystem
                    | std::io::ErrorKind::PermissionDenied => StoreFault::ReadOnly,
                    _ => StoreFault::Io,
                };
            }
            _ => None,
        };
        // https://www.sqlite.org/rescode.html
        match code {
            Some(13) => StoreFault::Full,
            Some(3 | 8 | 14 | 23) => StoreFault::ReadOnly,
            Some(10) => StoreFault::Io,
            Some(5 | 6) => StoreFault::Busy,
            Some(11 | 26) => StoreFault::Damaged,
            _ => StoreFault::Other,
        }
    }
}

/// A running operation of the store.
pub type StoreFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// The store of a server. Each operation is atomic, and durable when it has completed.
///
/// Only the [`Writer`] appends to journals; everything else may be called from anywhere at any time.
pub trait Store: Send + Sync + 'static {
    /// Appends lines to the journals, all or none.
    fn append(&self, lines: Vec<JournalLine>) -> StoreFuture<'_, ()>;

    /// Reads the journals of all tables that are not archived. The lines come in the order in which they were written, those
    /// of different tables interleaved.
    fn open_journals<'a>(&'a self, each: EachLine<'a>) -> StoreFuture<'a, ()>;

    /// Archives a table: its whole journal, and its players.
    fn archive<'a>(
        &'a self,
        table: &'a TableId,
        journal: &'a Journal,
        players: &'a [PlayerId],
        now: WallTime,
    ) -> StoreFuture<'a, ()>;

    /// The journal of an archived table.
    fn archived<'a>(&'a self, table: &'a TableId) -> StoreFuture<'a, Option<Journal>>;

    /// The journal of an archived table up to the start of its game; `None` if its game never started.
    fn archived_start<'a>(&'a self, table: &'a TableId) -> StoreFuture<'a, Option<Journal>>;

    /// The latest archived tables of this player, `most` at most.
    fn archived_of<'a>(&'a self, player: &'a PlayerId, most: u32) -> StoreFuture<'a, Vec<TableId>>;

    /// Adds a player and their first token. `seen` is when the player was last seen.
    fn add_player<'a>(
        &'a self,
        player: &'a Player,
        digest: &'a [u8; 32],
        now: WallTime,
        seen: Moment,
    ) -> StoreFuture<'a, ()>;

    /// Adds a token to a player.
    fn add_token<'a>(
        &'a self,
        player: &'a PlayerId,
        digest: &'a [u8; 32],
        now: WallTime,
    ) -> StoreFuture<'a, ()>;

    /// Renames a player.
    fn rename<'a>(&'a self, player: &'a PlayerId, name: &'a str) -> StoreFuture<'a, ()>;

    /// Deletes tokens of this player: this one, all others or all. Returns their lookup keys.
    fn remove_tokens<'a>(
        &'a self,
        player: &'a PlayerId,
        this: &'a LookupKey,
        which: SessionScope,
    ) -> StoreFuture<'a, Vec<LookupKey>>;

    /// The lookup keys of this player's tokens.
    fn tokens_of<'a>(&'a self, player: &'a PlayerId) -> StoreFuture<'a, Vec<LookupKey>>;

    /// Finds a token by its lookup key, the first half of the digest. The caller has to compare the whole digest, in constant
    /// time.
    fn token<'a>(&'a self, digest: &'a [u8; 32]) -> StoreFuture<'a, Option<StoredToken>>;

    /// The player with this id.
    fn player<'a>(&'a self, id: &'a PlayerId) -> StoreFuture<'a, Option<Player>>;

    /// Sets when this player was last seen. Returns `false` if the player does not exist any more.
    fn set_last_seen<'a>(&'a self, player: &'a PlayerId, now: Moment) -> StoreFuture<'a, bool>;

    /// Up to `most` guests not seen since `since` who never sat at an archived table.
    fn inactive(&self, since: Moment, most: u32) -> StoreFuture<'_, Vec<PlayerId>>;

    /// Deletes those of these players who were still not seen since `since`, with their tokens. Returns how many.
    fn delete_inactive<'a>(
        &'a self,
        players: &'a [PlayerId],
        since: Moment,
    ) -> StoreFuture<'a, u64>;

    /// The monotonic clock when it was last saved.
    fn saved_clock(&self) -> StoreFuture<'_, Moment>;

    /// Saves the monotonic clock, so that the next server on this database continues from there.
    fn save_clock(&self, now: Moment) -> StoreFuture<'_, ()>;

    /// The secret of this database for origin tags. It never changes, and it authenticates nothing.
    fn secret(&self) -> StoreFuture<'_, [u8; 32]>;

    /// Whether the last write succeeded.
    fn condition(&self) -> Condition;

    /// Checks that the store can be written, by writing a little.
    fn probe(&self) -> StoreFuture<'_, ()>;

    /// Notes the server's address in the lock file, for the error message of a second server on this store.
    fn listens_on(&self, address: SocketAddr);

    /// Waits until everything is written, and closes the files.
    fn close(&self) -> StoreFuture<'_, ()>;
}

/// The journals of all tables that are not archived. A line that cannot be read is an error here.
pub async fn journals(store: &dyn Store) -> Result<Vec<(TableId, Journal)>, StoreError> {
    let mut journals: Vec<(TableId, Journal)> = Vec::new();
    let mut damaged = None;
    store
        .open_journals(&mut |ReadLine { table, n, entry }| {
            let place = journals.iter().position(|(other, _)| *other == table);
            let place = place.unwrap_or_else(|| {
                journals.push((table.clone(), Journal::default()));
                journals.len() - 1
            });
            match entry {
                Some(entry) if n == Some(journals[place].1.len() as u64) => {
                    journals[place].1.push_line(&entry);
                }
                _ => damaged = Some(format!("table {table}, near entry {n:?}")),
            }
        })
        .await?;
    damaged.map_or(Ok(journals), |what| Err(StoreError::Damaged(what)))
}
