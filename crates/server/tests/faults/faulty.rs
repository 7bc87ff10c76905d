//! A SQLite store whose writes fail when they are told to.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::SeqCst};
use std::sync::{Arc, Mutex};

use facedown_protocol::TableId;
use facedown_protocol::rest::SessionScope;
use facedown_server::identity::Mark;
use facedown_server::room::Journal;
use facedown_server::store::{
    Condition, Doing, EachLine, JournalLine, Player, PlayerId, SqliteSettings, SqliteStore, Store,
    StoreError, StoredToken,
};
use facedown_server::time::{Moment, WallTime};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, Executor};

/// How a write fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Before anything has happened.
    Refused,
    /// The same, and the next two as well.
    RefusedThrice,
    /// It is committed, and reported to have failed.
    Unheard,
    /// The same, and then the server falls over.
    UnheardThenCrash,
    /// SQLite rolls the whole transaction back in the middle, as it does when the disk is full.
    Rollback,
    /// A statement fails in the middle, and the transaction stays open.
    Abort,
    /// The database has another name for a moment.
    Moved,
}

/// Where a write can be made to fail: in the last statement of each transaction, after it has done its work.
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
    /// How many are still to fail in the same way.
    again: AtomicU64,
    /// How many are done before that.
    passes: AtomicU64,
    /// How many have failed.
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

    /// A plan by which no write fails, until one is told to.
    pub(crate) fn none() -> Arc<Self> {
        Self::new(Kind::Refused, u64::MAX, u64::MAX)
    }

    /// Has the next write fail.
    pub(crate) fn fail_next(&self) {
        self.again.store(1, SeqCst);
    }

    /// Has the write after the next one fail.
    pub(crate) fn fail_second(&self) {
        self.passes.store(1, SeqCst);
        self.again.store(1, SeqCst);
    }

    /// Whether this write is to fail. One that is tried again after it has failed is another, and not counted.
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

/// A SQLite store whose writes fail when the plan says so.
pub(crate) struct FaultyStore {
    inner: SqliteStore,
    path: PathBuf,
    plan: Arc<Plan>,
    is_retry: Mutex<bool>,
    /// Held by who writes, so that a fault strikes the write that it is meant for.
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

    /// Does it, or fails.
    fn write<'a, T: Send + 'a>(&'a self, doing: Doing<'a, T>) -> Doing<'a, T> {
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

    /// From now on every write fails in this way, or none.
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

/// A write that was to fail has failed: the store reported it.
fn failed<T>(done: Result<T, StoreError>) -> Result<T, StoreError> {
    assert!(done.is_err(), "a write was reported to have succeeded that has failed");
    done
}

impl Store for FaultyStore {
    fn append(&self, lines: Vec<JournalLine>) -> Doing<'_, ()> {
        self.write(self.inner.append(lines))
    }

    fn open_journals<'a>(&'a self, each: EachLine<'a>) -> Doing<'a, ()> {
        self.inner.open_journals(each)
    }

    fn archive<'a>(
        &'a self,
        table: &'a TableId,
        journal: &'a Journal,
        players: &'a [PlayerId],
        now: WallTime,
    ) -> Doing<'a, ()> {
        self.write(self.inner.archive(table, journal, players, now))
    }

    fn archived<'a>(&'a self, table: &'a TableId) -> Doing<'a, Option<Journal>> {
        self.inner.archived(table)
    }

    fn archived_start<'a>(&'a self, table: &'a TableId) -> Doing<'a, Option<Journal>> {
        self.inner.archived_start(table)
    }

    fn archived_of<'a>(&'a self, player: &'a PlayerId, most: u32) -> Doing<'a, Vec<TableId>> {
        self.inner.archived_of(player, most)
    }

    fn add_player<'a>(
        &'a self,
        player: &'a Player,
        digest: &'a [u8; 32],
        now: WallTime,
        seen: Moment,
    ) -> Doing<'a, ()> {
        self.write(self.inner.add_player(player, digest, now, seen))
    }

    fn add_token<'a>(
        &'a self,
        player: &'a PlayerId,
        digest: &'a [u8; 32],
        now: WallTime,
    ) -> Doing<'a, ()> {
        self.write(self.inner.add_token(player, digest, now))
    }

    fn rename<'a>(&'a self, player: &'a PlayerId, name: &'a str) -> Doing<'a, ()> {
        self.write(self.inner.rename(player, name))
    }

    fn remove_tokens<'a>(
        &'a self,
        player: &'a PlayerId,
        this: &'a Mark,
        which: SessionScope,
    ) -> Doing<'a, Vec<Mark>> {
        self.write(self.inner.remove_tokens(player, this, which))
    }

    fn tokens_of<'a>(&'a self, player: &'a PlayerId) -> Doing<'a, Vec<Mark>> {
        self.inner.tokens_of(player)
    }

    fn token<'a>(&'a self, digest: &'a [u8; 32]) -> Doing<'a, Option<StoredToken>> {
        self.inner.token(digest)
    }

    fn player<'a>(&'a self, id: &'a PlayerId) -> Doing<'a, Option<Player>> {
        self.inner.player(id)
    }

    fn saw<'a>(&'a self, player: &'a PlayerId, now: Moment) -> Doing<'a, bool> {
        self.write(self.inner.saw(player, now))
    }

    fn unseen(&self, since: Moment, most: u32) -> Doing<'_, Vec<PlayerId>> {
        self.inner.unseen(since, most)
    }

    fn forget<'a>(&'a self, players: &'a [PlayerId], since: Moment) -> Doing<'a, u64> {
        let doing = self.inner.forget(players, since);
        if players.is_empty() { doing } else { self.write(doing) }
    }

    fn time(&self) -> Doing<'_, Moment> {
        self.inner.time()
    }

    fn keep_time(&self, now: Moment) -> Doing<'_, ()> {
        self.write(self.inner.keep_time(now))
    }

    fn secret(&self) -> Doing<'_, [u8; 32]> {
        self.inner.secret()
    }

    fn condition(&self) -> Condition {
        self.inner.condition()
    }

    fn probe(&self) -> Doing<'_, ()> {
        Box::pin(async move {
            let _alone = self.alone.lock().await;
            self.inner.probe().await
        })
    }

    fn listens_on(&self, address: SocketAddr) {
        self.inner.listens_on(address);
    }

    fn close(&self) -> Doing<'_, ()> {
        self.inner.close()
    }
}
