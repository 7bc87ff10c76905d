//! What the house keeps: players, and the journals of all tables.

use std::future::Future;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::Arc;

use facedown_protocol::TableId;
use facedown_protocol::rest::SessionScope;

use crate::identity::Mark;
use crate::room::Journal;
use crate::time::{Moment, WallTime};

mod files;
mod health;
mod lock;
mod sqlite;
mod writer;

pub use health::{Condition, Fault};
pub use sqlite::{AfterCommit, SqliteSettings, SqliteStore};
pub use writer::Writer;

/// Who a player is. It is public.
#[derive(
    Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
#[serde(transparent)]
pub struct PlayerId(pub Arc<str>);

/// A player, as the store has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// Who it is.
    pub id: PlayerId,
    /// What they are called.
    pub name: String,
}

/// A token, as the store has it: never in the open.
#[derive(Clone, PartialEq, Eq)]
pub struct StoredToken {
    /// Its SHA-256.
    pub digest: [u8; 32],
    /// Whose it is.
    pub player: Player,
    /// When that player was last seen, as far as it was noted.
    pub seen: Moment,
}

/// An entry of a table's journal, as it is written.
#[derive(Clone, PartialEq, Eq)]
pub struct JournalLine {
    /// Which table's.
    pub table: TableId,
    /// Its number, counted from 0.
    pub n: u64,
    /// The entry, as JSON.
    pub entry: String,
}

/// An entry that was read from a table's journal.
#[derive(Debug, PartialEq, Eq)]
pub struct ReadLine {
    /// Which table's.
    pub table: TableId,
    /// Its number; nothing if there is something else in its place.
    pub n: Option<u64>,
    /// The entry, as JSON in one line; nothing if there is something else in its place.
    pub entry: Option<String>,
}

/// Who hears of the lines of the journals, one at a time.
pub type EachLine<'a> = &'a mut (dyn FnMut(ReadLine) + Send);

/// Why the store did not do it. What was asked for has not happened, nor half of it, unless the disk failed at the
/// very end of writing; then it may have happened. An entry of a journal that is refused has not happened as soon as
/// any other entry is written.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database said no.
    #[error("the database failed: {0}; see that its disk has room and can be written")]
    Database(#[from] sqlx::Error),
    /// The database is of another version of this program.
    #[error(
        "the database cannot be brought up to date: {0}; use the program that made it, or a newer one"
    )]
    Migration(#[from] sqlx::migrate::MigrateError),
    /// Something in the database makes no sense.
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
        /// Who that is, as it says itself.
        holder: String,
    },
    /// A file cannot be made or opened.
    #[error("{} cannot be opened: {error}; see that its folder exists and can be written", path.display())]
    Files {
        /// Which one.
        path: PathBuf,
        /// What the system said.
        error: std::io::Error,
    },
    /// The database has several names.
    #[error(
        "{} has {links} names (hard links), and SQLite would keep a log for each; remove the others, or copy it",
        path.display()
    )]
    ManyNames {
        /// One of them.
        path: PathBuf,
        /// How many there are.
        links: u64,
    },
    /// A file of the database is no longer the one that was opened.
    #[error(
        "{} was moved, removed or replaced while it was open; put it back, or stop the server and restore a backup",
        .0.display()
    )]
    Moved(PathBuf),
    /// The line was not written, for a reason that the log has.
    #[error("the journal could not be written; nothing has happened")]
    NotWritten,
    /// The house is closing.
    #[error("the house is closing; nothing more is written")]
    Closed,
}

impl StoreError {
    /// What kind of failure this is.
    pub fn fault(&self) -> Fault {
        let code = match self {
            Self::Database(error) => sqlite::primary_code(error),
            Self::Damaged(_) => return Fault::Damaged,
            Self::Moved(_) => return Fault::Moved,
            Self::Files { error, .. } => {
                return match error.kind() {
                    std::io::ErrorKind::StorageFull | std::io::ErrorKind::QuotaExceeded => {
                        Fault::Full
                    }
                    std::io::ErrorKind::ReadOnlyFilesystem
                    | std::io::ErrorKind::PermissionDenied => Fault::ReadOnly,
                    _ => Fault::Io,
                };
            }
            _ => None,
        };
        // https://www.sqlite.org/rescode.html
        match code {
            Some(13) => Fault::Full,
            Some(3 | 8 | 14 | 23) => Fault::ReadOnly,
            Some(10) => Fault::Io,
            Some(5 | 6) => Fault::Busy,
            Some(11 | 26) => Fault::Damaged,
            _ => Fault::Other,
        }
    }
}

/// Something the store is doing.
pub type Doing<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// What the house keeps. Each call is done whole and durable when it has ended, or not at all.
///
/// There is one writer of journals in the house (see [`Writer`]); the rest may be called by anyone at any time.
pub trait Store: Send + Sync + 'static {
    /// Adds lines to the journals, all together.
    fn append(&self, lines: Vec<JournalLine>) -> Doing<'_, ()>;

    /// Reads the journals of all tables that have not been archived: every line in the order in which it was written,
    /// those of different tables among each other.
    fn open_journals<'a>(&'a self, each: EachLine<'a>) -> Doing<'a, ()>;

    /// Clears a table away: its whole journal, and who sat there.
    fn archive<'a>(
        &'a self,
        table: &'a TableId,
        journal: &'a Journal,
        players: &'a [PlayerId],
        now: WallTime,
    ) -> Doing<'a, ()>;

    /// The journal of a table that has been cleared away.
    fn archived<'a>(&'a self, table: &'a TableId) -> Doing<'a, Option<Journal>>;

    /// The journal of an archived table as far as the beginning of its game; nothing if its game never began.
    fn archived_start<'a>(&'a self, table: &'a TableId) -> Doing<'a, Option<Journal>>;

    /// The latest tables of this player that have been cleared away, at most so many.
    fn archived_of<'a>(&'a self, player: &'a PlayerId, most: u32) -> Doing<'a, Vec<TableId>>;

    /// Adds a player and their first token, who counts as seen at that moment.
    fn add_player<'a>(
        &'a self,
        player: &'a Player,
        digest: &'a [u8; 32],
        now: WallTime,
        seen: Moment,
    ) -> Doing<'a, ()>;

    /// Adds a token to a player.
    fn add_token<'a>(
        &'a self,
        player: &'a PlayerId,
        digest: &'a [u8; 32],
        now: WallTime,
    ) -> Doing<'a, ()>;

    /// Gives a player another name.
    fn rename<'a>(&'a self, player: &'a PlayerId, name: &'a str) -> Doing<'a, ()>;

    /// Takes tokens of this player back: this one, all others or all. Says which these were.
    fn remove_tokens<'a>(
        &'a self,
        player: &'a PlayerId,
        this: &'a Mark,
        which: SessionScope,
    ) -> Doing<'a, Vec<Mark>>;

    /// The tokens of this player.
    fn tokens_of<'a>(&'a self, player: &'a PlayerId) -> Doing<'a, Vec<Mark>>;

    /// The token whose digest begins like this one. Whether it is the same is for the caller to compare.
    fn token<'a>(&'a self, digest: &'a [u8; 32]) -> Doing<'a, Option<StoredToken>>;

    /// The player with this id.
    fn player<'a>(&'a self, id: &'a PlayerId) -> Doing<'a, Option<Player>>;

    /// Notes that this player was seen. Whether there still is such a player.
    fn saw<'a>(&'a self, player: &'a PlayerId, now: Moment) -> Doing<'a, bool>;

    /// At most so many of those who were not seen since then and sat at no table that has been cleared away.
    fn unseen(&self, since: Moment, most: u32) -> Doing<'_, Vec<PlayerId>>;

    /// Forgets those of these players, with their tokens, who still were not seen since then. How many these were.
    fn forget<'a>(&'a self, players: &'a [PlayerId], since: Moment) -> Doing<'a, u64>;

    /// What the monotonic clock showed when it was last kept.
    fn time(&self) -> Doing<'_, Moment>;

    /// Keeps what the monotonic clock shows, so that the next server on this database goes on from there.
    fn keep_time(&self, now: Moment) -> Doing<'_, ()>;

    /// A secret of this database, the same as long as it lives. It names nobody and opens nothing.
    fn secret(&self) -> Doing<'_, [u8; 32]>;

    /// Whether it can be written, as far as that is known.
    fn condition(&self) -> Condition;

    /// Finds out whether it can be written, by writing a little.
    fn probe(&self) -> Doing<'_, ()>;

    /// Says where the server listens that uses this store, for whoever wants to start another.
    fn listens_on(&self, address: SocketAddr);

    /// Waits until everything is written, and lets go of the files.
    fn close(&self) -> Doing<'_, ()>;
}

/// The journals of all tables that have not been archived, whole. A line that cannot be read is an error here.
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
