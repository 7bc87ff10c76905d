//! A SQLite store whose writes fail according to a plan.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::SeqCst};
use std::sync::{Arc, Mutex};

use facedown_protocol::TableId;
use facedown_protocol::rest::SessionScope;
use facedown_server::identity::LookupKey;
use facedown_server::room::Journal;
use facedown_server::store::{
    Condition, EachLine, JournalLine, Player, PlayerId, SqliteSettings, SqliteStore, Store,
    StoreError, StoreFuture, StoredToken,
};
use facedown_server::time::{Moment, WallTime};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, Executor};

/// How a write fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// It fails before anything is written.
    Refused,
    /// The same for this write and the next two.
    RefusedThrice,
    /// It is committed, but reported as failed.
    Unheard,
    /// The same, and then the server crashes.
    UnheardThenCrash,
    /// SQLite rolls the whole transaction back in the middle, as it does when the disk is full.
    Rollback,
    /// A statement fails in the middle, and the transaction stays open.
    Abort,
    /// The database file is renamed during the write.
    Moved,
}

/// Where a write can be made to fail: triggers on the last statement of each transaction.
const PLACES: [&str; 8] = [
    "INSERT ON journal",
    "INSERT ON tokens",
    "DELETE ON tokens",
    "UPDATE ON players",
    "DELETE ON players",
    "INSERT ON archive",
    "INSERT ON archived_seats",
    "UPDATE ON server_time",
];

/// When writes fail. The n-th write and every `stride`-th after it do.
pub(crate) struct Plan {
    pub(crate) kind: Kind,
    stride: u64,
    offset: u64,
    writes: AtomicU64,
    /// How many more writes fail in the same way.
    again: AtomicU64,
    /// How many writes succeed before that.
    passes: AtomicU64,
    /// How many writes have failed.
    pub(crate) failed: AtomicU64,
    is_unheard: AtomicBool,
}

impl Plan {
    pub(crate) fn new(kind: Kind, stride: u64, offset: u64) -> Arc<Self> {
        Arc::new(Self {
            kind,
            stride,
            offset,
            writes: AtomicU64::new(0),
            again: AtomicU64::new(0),
            passes: AtomicU64::new(0),
            failed: AtomicU64::new(0),
            is_unheard: AtomicBool::new(false),
        })
    }

    /// A plan without failures, until one is requested.
    pub(crate) fn none() -> Arc<Self> {
        Self::new(Kind::Refused, u64::MAX, u64::MAX)
    }

    /// Makes the next write fail.
    pub(crate) fn fail_next(&self) {
        self.again.store(1, SeqCst);
    }

    /// Makes the write after the next one fail.
    pub(crate) fn fail_second(&self) {
        self.passes.store(1, SeqCst);
        self.again.store(1, SeqCst);
    }

    /// Whether this write has to fail. A retry of a failed write is not counted.
    fn is_next(&self, is_retry: &Mutex<bool>) -> bool {
        if self.passes.load(SeqCst) > 0 {
            self.passes.fetch_sub(1, SeqCst);
            return false;
        }
        if self.again.load(SeqCst) > 0 {
            self.again.fetch_sub(1, SeqCst);
            return true;
        }
        let mut is_retry = is_retry.lock().unwrap();
        if std::mem::take(&mut *is_retry) {
            return false;
        }
        let write = self.writes.fetch_add(1, SeqCst);
        let is_next = write % self.stride == self.offset;
        if is_next {
            *is_retry = true;
            self.failed.fetch_add(1, SeqCst);
            self.again.store(if self.kind == Kind::RefusedThrice { 2 } else { 0 }, SeqCst);
        }
        is_next
    }
}

/// A SQLite store whose writes fail according to the plan.
pub(crate) struct FaultyStore {
    inner: SqliteStore,
    path: PathBuf,
    plan: Arc<Plan>,
    is_retry: Mutex<bool>,
    /// Held during a write, so that a fault hits the intended write.
    alone: tokio::sync::Mutex<()>,
}

impl FaultyStore {
    pub(crate) async fn open(path: &Path, plan: Arc<Plan>) -> Self {
        let own = Arc::clone(&plan);
        let after_commit = move || {
            let is_unheard = own.is_unheard.swap(false, SeqCst);
            if is_unheard { Err(StoreError::NotWritten) } else { Ok(()) }
        };
        let after_commit = Box::new(after_commit);
        let settings = SqliteSettings { after_commit, ..SqliteSettings::default() };
        let inner = SqliteStore::open_with(path, settings).await.unwrap();
        let (is_retry, alone) = (Mutex::new(false), tokio::sync::Mutex::default());
        Self { inner, path: path.to_owned(), plan, is_retry, alone }
    }

    /// Runs a write, or makes it fail.
    fn write<'a, T: Send + 'a>(&'a self, doing: StoreFuture<'a, T>) -> StoreFuture<'a, T> {
        Box::pin(async move {
            let _alone = self.alone.lock().await;
            if !self.plan.is_next(&self.is_retry) {
                return doing.await;
            }
            match self.plan.kind {
                Kind::Refused | Kind::RefusedThrice => Err(StoreError::NotWritten),
                Kind::Unheard | Kind::UnheardThenCrash => {
                    self.plan.is_unheard.store(true, SeqCst);
                    failed(doing.await)
                }
                Kind::Rollback => {
                    self.raise("ROLLBACK").await;
                    let done = doing.await;
                    self.raise("").await;
                    failed(done)
                }
                Kind::Abort => {
                    self.raise("ABORT").await;
                    let done = doing.await;
                    self.raise("").await;
                    failed(done)
                }
                Kind::Moved => {
                    let away = self.path.with_extension("away");
                    std::fs::rename(&self.path, &away).unwrap();
                    let done = doing.await;
                    std::fs::rename(&away, &self.path).unwrap();
                    failed(done)
                }
            }
        })
    }

    /// Makes every write fail in this way from now on, or none.
    async fn raise(&self, how: &str) {
        let options = SqliteConnectOptions::new().filename(&self.path);
        let mut side = options.connect().await.unwrap();
        let triggers = PLACES.iter().enumerate().map(|(number, place)| match how {
            "" => format!("DROP TRIGGER fault_{number};"),
            how => format!(
                "CREATE TRIGGER fault_{number} AFTER {place} BEGIN SELECT RAISE({how}, 'a fault'); END;"
            ),
        });
        side.execute(sqlx::AssertSqlSafe(triggers.collect::<String>())).await.unwrap();
        side.close().await.unwrap();
    }
}

/// Checks that the store reported the failure.
fn failed<T>(done: Result<T, StoreError>) -> Result<T, StoreError> {
    assert!(done.is_err(), "a failed write was reported as successful");
    done
}

impl Store for FaultyStore {
    fn append(&self, lines: Vec<JournalLine>) -> StoreFuture<'_, ()> {
        self.write(self.inner.append(lines))
    }

    fn open_journals<'a>(&'a self, each: EachLine<'a>) -> StoreFuture<'a, ()> {
        self.inner.open_journals(each)
    }

    fn archive<'a>(
        &'a self,
        table: &'a TableId,
        journal: &'a Journal,
        players: &'a [PlayerId],
        now: WallTime,
    ) -> StoreFuture<'a, ()> {
        self.write(self.inner.archive(table, journal, players, now))
    }

    fn archived<'a>(&'a self, table: &'a TableId) -> StoreFuture<'a, Option<Journal>> {
        self.inner.archived(table)
    }

    fn archived_start<'a>(&'a self, table: &'a TableId) -> StoreFuture<'a, Option<Journal>> {
        self.inner.archived_start(table)
    }

    fn archived_of<'a>(&'a self, player: &'a PlayerId, most: u32) -> StoreFuture<'a, Vec<TableId>> {
        self.inner.archived_of(player, most)
    }

    fn add_player<'a>(
        &'a self,
        player: &'a Player,
        digest: &'a [u8; 32],
        now: WallTime,
        seen: Moment,
    ) -> StoreFuture<'a, ()> {
        self.write(self.inner.add_player(player, digest, now, seen))
    }

    fn add_token<'a>(
        &'a self,
        player: &'a PlayerId,
        digest: &'a [u8; 32],
        now: WallTime,
    ) -> StoreFuture<'a, ()> {
        self.write(self.inner.add_token(player, digest, now))
    }

    fn rename<'a>(&'a self, player: &'a PlayerId, name: &'a str) -> StoreFuture<'a, ()> {
        self.write(self.inner.rename(player, name))
    }

    fn remove_tokens<'a>(
        &'a self,
        player: &'a PlayerId,
        this: &'a LookupKey,
        which: SessionScope,
    ) -> StoreFuture<'a, Vec<LookupKey>> {
        self.write(self.inner.remove_tokens(player, this, which))
    }

    fn tokens_of<'a>(&'a self, player: &'a PlayerId) -> StoreFuture<'a, Vec<LookupKey>> {
        self.inner.tokens_of(player)
    }

    fn token<'a>(&'a self, digest: &'a [u8; 32]) -> StoreFuture<'a, Option<StoredToken>> {
        self.inner.token(digest)
    }

    fn player<'a>(&'a self, id: &'a PlayerId) -> StoreFuture<'a, Option<Player>> {
        self.inner.player(id)
    }

    fn set_last_seen<'a>(&'a self, player: &'a PlayerId, now: Moment) -> StoreFuture<'a, bool> {
        self.write(self.inner.set_last_seen(player, now))
    }

    fn inactive(&self, since: Moment, most: u32) -> StoreFuture<'_, Vec<PlayerId>> {
        self.inner.inactive(since, most)
    }

    fn delete_inactive<'a>(
        &'a self,
        players: &'a [PlayerId],
        since: Moment,
    ) -> StoreFuture<'a, u64> {
        let doing = self.inner.delete_inactive(players, since);
        if players.is_empty() { doing } else { self.write(doing) }
    }

    fn saved_clock(&self) -> StoreFuture<'_, Moment> {
        self.inner.saved_clock()
    }

    fn save_clock(&self, now: Moment) -> StoreFuture<'_, ()> {
        self.write(self.inner.save_clock(now))
    }

    fn secret(&self) -> StoreFuture<'_, [u8; 32]> {
        self.inner.secret()
    }

    fn condition(&self) -> Condition {
        self.inner.condition()
    }

    fn probe(&self) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            let _alone = self.alone.lock().await;
            self.inner.probe().await
        })
    }

    fn listens_on(&self, address: SocketAddr) {
        self.inner.listens_on(address);
    }

    fn close(&self) -> StoreFuture<'_, ()> {
        self.inner.close()
    }
}
