//! What the house keeps: players, and the journals of all tables.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use facedown_protocol::TableId;
use facedown_protocol::rest::Which;

use crate::identity::Mark;
use crate::time::{Moment, WallTime};

mod sqlite;
mod writer;

pub use sqlite::SqliteStore;
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
pub struct Line {
    /// Which table's.
    pub table: TableId,
    /// Its number, counted from 0.
    pub n: u64,
    /// The entry, as JSON.
    pub entry: String,
}

/// Why the store did not do it. What was asked for has not happened, nor half of it.
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
    /// The house is closing.
    #[error("the house is closing; nothing more is written")]
    Closed,
}

/// Something the store is doing.
pub type Doing<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// What the house keeps. Each call is done whole and durable when it has ended, or not at all.
///
/// There is one writer of journals in the house (see [`Writer`]); the rest may be called by anyone at any time.
pub trait Store: Send + Sync + 'static {
    /// Adds lines to the journals, all together.
    fn append<'a>(&'a self, lines: &'a [Line]) -> Doing<'a, ()>;

    /// The journals of all tables that have not been cleared away, each in order.
    fn open_journals(&self) -> Doing<'_, Vec<(TableId, Vec<String>)>>;

    /// Clears a table away: its whole journal, and who sat there.
    fn archive<'a>(
        &'a self,
        table: &'a TableId,
        entries: &'a [String],
        players: &'a [PlayerId],
        now: WallTime,
    ) -> Doing<'a, ()>;

    /// The journal of a table that has been cleared away.
    fn archived<'a>(&'a self, table: &'a TableId) -> Doing<'a, Option<Vec<String>>>;

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
        which: Which,
    ) -> Doing<'a, Vec<Mark>>;

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

    /// Waits until everything is written, and lets go of the files.
    fn close(&self) -> Doing<'_, ()>;
}
