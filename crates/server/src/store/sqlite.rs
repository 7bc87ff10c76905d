//! The store in one SQLite file beside the house.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Mutex;
use std::time::Duration;

use facedown_protocol::TableId;
use facedown_protocol::rest::Which;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{AssertSqlSafe, Row};

use super::writer::MOST;
use super::{Doing, Line, Player, PlayerId, Store, StoreError, StoredToken};
use crate::identity::Mark;
use crate::time::{Moment, WallTime};

/// How many lines a statement has room for. A batch is one statement, in which rows may stay empty: each statement is
/// a way to the thread of the database and back, which costs more than the rows.
const ROOMS: [usize; 5] = [1, 8, 64, 256, MOST];

/// How many tables are cleared away before the journal is looked at for lines that nobody needs.
const PRUNE_AFTER: usize = 200;

/// The store in one SQLite file.
///
/// It uses a write-ahead log and waits for the disk at each commit, so that what is acknowledged survives a power
/// failure. All writing goes through one connection; the others only read.
pub struct SqliteStore {
    writing: SqlitePool,
    reading: SqlitePool,
    inserts: [String; ROOMS.len()],
    seqs: Mutex<Seqs>,
}

/// Where in the journal the lines of the open tables begin.
#[derive(Default)]
struct Seqs {
    next: i64,
    firsts: HashMap<TableId, i64>,
    archived: usize,
}

impl SqliteStore {
    /// Opens the file, makes it if there is none, and brings it up to date.
    pub async fn open(path: &Path) -> Result<Self, StoreError> {
        let options = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(Duration::from_secs(10))
            .statement_cache_capacity(64);
        let pool = |connections: u32| {
            SqlitePoolOptions::new()
                .max_connections(connections)
                .min_connections(1)
                .idle_timeout(None)
                .max_lifetime(None)
                .test_before_acquire(false)
        };
        let writing = pool(1).connect_with(options.clone()).await?;
        sqlx::migrate!("./migrations").run(&writing).await?;
        let reading =
            pool(2).connect_with(options.read_only(true).create_if_missing(false)).await?;
        let inserts = ROOMS.map(|room| {
            let rows = vec!["(?,?,?,?)"; room].join(",");
            format!(
                "INSERT INTO journal (seq, table_id, n, entry) SELECT column1, column2, column3, column4 \
                 FROM (VALUES {rows}) WHERE column1 IS NOT NULL"
            )
        });
        Ok(Self { writing, reading, inserts, seqs: Mutex::default() })
    }

    fn seqs(&self) -> std::sync::MutexGuard<'_, Seqs> {
        self.seqs.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    async fn insert(&self, lines: &[Line], seq: i64) -> Result<(), StoreError> {
        let fits = ROOMS.iter().position(|&room| room >= lines.len());
        let Some(number) = fits else {
            // Nobody writes so much at once; if somebody did, it must still be all or nothing.
            let what = format!("{} lines at once; the most is {MOST}", lines.len());
            return Err(StoreError::Damaged(what));
        };
        // The text is made of question marks alone.
        let mut query = sqlx::query(AssertSqlSafe(self.inserts[number].as_str()));
        for (seq, line) in (seq..).zip(lines) {
            query = query.bind(seq).bind(line.table.as_str());
            query = query.bind(signed(line.n)).bind(line.entry.as_str());
        }
        // What is not bound is NULL.
        query.execute(&self.writing).await?;
        Ok(())
    }

    /// Throws away the beginning of the journal, as far as no open table needs it.
    async fn prune(&self) -> Result<(), StoreError> {
        let oldest = {
            let mut seqs = self.seqs();
            if seqs.archived < PRUNE_AFTER {
                return Ok(());
            }
            seqs.archived = 0;
            seqs.firsts.values().copied().min().unwrap_or(seqs.next)
        };
        sqlx::query("DELETE FROM journal WHERE seq < ?")
            .bind(oldest)
            .execute(&self.writing)
            .await?;
        Ok(())
    }
}

impl Store for SqliteStore {
    fn append<'a>(&'a self, lines: &'a [Line]) -> Doing<'a, ()> {
        Box::pin(async move {
            let seq = {
                let mut seqs = self.seqs();
                let seq = seqs.next;
                seqs.next += signed(lines.len() as u64);
                for (seq, line) in (seq..).zip(lines).filter(|(_, line)| line.n == 0) {
                    seqs.firsts.insert(line.table.clone(), seq);
                }
                seq
            };
            self.insert(lines, seq).await
        })
    }

    fn open_journals(&self) -> Doing<'_, Vec<(TableId, Vec<String>)>> {
        Box::pin(async move {
            let gone = "DELETE FROM journal WHERE table_id IN (SELECT table_id FROM archive)";
            sqlx::query(gone).execute(&self.writing).await?;
            let all = "SELECT seq, table_id, n, entry FROM journal ORDER BY seq";
            let rows = sqlx::query(all).fetch_all(&self.writing).await?;
            let mut journals: Vec<(TableId, Vec<String>)> = Vec::new();
            let mut places: HashMap<TableId, usize> = HashMap::new();
            let mut seqs = self.seqs();
            for row in rows {
                let (seq, n): (i64, i64) = (row.try_get(0)?, row.try_get(2)?);
                let table = table_id(row.try_get(1)?)?;
                let place = *places.entry(table.clone()).or_insert_with(|| {
                    seqs.firsts.insert(table.clone(), seq);
                    journals.push((table.clone(), Vec::new()));
                    journals.len() - 1
                });
                let entries = &mut journals[place].1;
                // A line whose writing was reported to have failed, and had not: nobody was told of it, and the
                // one that was written in its place has the same number.
                if signed(entries.len() as u64) == n + 1 {
                    entries.pop();
                }
                if signed(entries.len() as u64) != n {
                    let missing = entries.len();
                    let what = format!("table {table} has entry {n} where {missing} should be");
                    return Err(StoreError::Damaged(what));
                }
                entries.push(row.try_get(3)?);
                seqs.next = seq + 1;
            }
            Ok(journals)
        })
    }

    fn archive<'a>(
        &'a self,
        table: &'a TableId,
        entries: &'a [String],
        players: &'a [PlayerId],
        now: WallTime,
    ) -> Doing<'a, ()> {
        Box::pin(async move {
            let mut transaction = self.writing.begin().await?;
            sqlx::query(
                "INSERT OR IGNORE INTO archive (table_id, entries, archived) VALUES (?,?,?)",
            )
            .bind(table.as_str())
            .bind(entries.join("\n"))
            .bind(signed(now.as_millis()))
            .execute(&mut *transaction)
            .await?;
            for player in players {
                let seat = "INSERT OR IGNORE INTO archived_seats VALUES (?,?,?)";
                let query = sqlx::query(seat).bind(&*player.0).bind(table.as_str());
                query.bind(signed(now.as_millis())).execute(&mut *transaction).await?;
            }
            transaction.commit().await?;
            {
                let mut seqs = self.seqs();
                seqs.firsts.remove(table);
                seqs.archived += 1;
            }
            self.prune().await
        })
    }

    fn archived<'a>(&'a self, table: &'a TableId) -> Doing<'a, Option<Vec<String>>> {
        Box::pin(async move {
            let row = sqlx::query("SELECT entries FROM archive WHERE table_id = ?")
                .bind(table.as_str())
                .fetch_optional(&self.reading)
                .await?;
            let Some(row) = row else { return Ok(None) };
            let entries: String = row.try_get(0)?;
            Ok(Some(entries.lines().map(str::to_owned).collect()))
        })
    }

    fn archived_of<'a>(&'a self, player: &'a PlayerId, most: u32) -> Doing<'a, Vec<TableId>> {
        Box::pin(async move {
            let latest = "SELECT table_id FROM archived_seats WHERE player = ? \
                          ORDER BY archived DESC LIMIT ?";
            let rows =
                sqlx::query(latest).bind(&*player.0).bind(most).fetch_all(&self.reading).await?;
            rows.iter().map(|row| table_id(row.try_get(0)?)).collect()
        })
    }

    fn add_player<'a>(
        &'a self,
        player: &'a Player,
        digest: &'a [u8; 32],
        now: WallTime,
        seen: Moment,
    ) -> Doing<'a, ()> {
        Box::pin(async move {
            let mut transaction = self.writing.begin().await?;
            sqlx::query("INSERT INTO players (id, name, created, seen) VALUES (?,?,?,?)")
                .bind(&*player.id.0)
                .bind(&player.name)
                .bind(signed(now.as_millis()))
                .bind(signed(seen.as_millis()))
                .execute(&mut *transaction)
                .await?;
            insert_token(&mut transaction, &player.id, digest, now).await?;
            Ok(transaction.commit().await?)
        })
    }

    fn add_token<'a>(
        &'a self,
        player: &'a PlayerId,
        digest: &'a [u8; 32],
        now: WallTime,
    ) -> Doing<'a, ()> {
        Box::pin(async move {
            let mut writing = self.writing.acquire().await?;
            insert_token(&mut writing, player, digest, now).await
        })
    }

    fn rename<'a>(&'a self, player: &'a PlayerId, name: &'a str) -> Doing<'a, ()> {
        Box::pin(async move {
            let rename = sqlx::query("UPDATE players SET name = ? WHERE id = ?");
            rename.bind(name).bind(&*player.0).execute(&self.writing).await?;
            Ok(())
        })
    }

    fn remove_tokens<'a>(
        &'a self,
        player: &'a PlayerId,
        this: &'a Mark,
        which: Which,
    ) -> Doing<'a, Vec<Mark>> {
        Box::pin(async move {
            let delete = match which {
                Which::This => {
                    "DELETE FROM tokens WHERE player = ?1 AND selector = ?2 RETURNING selector"
                }
                Which::Others => {
                    "DELETE FROM tokens WHERE player = ?1 AND selector <> ?2 RETURNING selector"
                }
                Which::All => {
                    "DELETE FROM tokens WHERE player = ?1 AND ?2 NOT NULL RETURNING selector"
                }
            };
            let query = sqlx::query(delete).bind(&*player.0).bind(&this[..]);
            let rows = query.fetch_all(&self.writing).await?;
            let marks = rows.iter().map(|row| {
                let mark: Vec<u8> = row.try_get(0)?;
                mark.try_into()
                    .map_err(|_| StoreError::Damaged("a token's mark is not 16 bytes".into()))
            });
            marks.collect()
        })
    }

    fn token<'a>(&'a self, digest: &'a [u8; 32]) -> Doing<'a, Option<StoredToken>> {
        Box::pin(async move {
            let select = "SELECT digest, player, name, seen FROM tokens \
                          JOIN players ON players.id = tokens.player WHERE selector = ?";
            let row = sqlx::query(select).bind(&digest[..16]).fetch_optional(&self.reading).await?;
            let Some(row) = row else { return Ok(None) };
            let stored: Vec<u8> = row.try_get(0)?;
            let digest = stored
                .try_into()
                .map_err(|_| StoreError::Damaged("a token's hash is not 32 bytes".into()))?;
            let player =
                Player { id: PlayerId(row.try_get::<&str, _>(1)?.into()), name: row.try_get(2)? };
            let seen = Moment::from_millis(row.try_get::<i64, _>(3)?.try_into().unwrap_or(0));
            Ok(Some(StoredToken { digest, player, seen }))
        })
    }

    fn player<'a>(&'a self, id: &'a PlayerId) -> Doing<'a, Option<Player>> {
        Box::pin(async move {
            let row = sqlx::query("SELECT name FROM players WHERE id = ?")
                .bind(&*id.0)
                .fetch_optional(&self.reading)
                .await?;
            let Some(row) = row else { return Ok(None) };
            Ok(Some(Player { id: id.clone(), name: row.try_get(0)? }))
        })
    }

    fn saw<'a>(&'a self, player: &'a PlayerId, now: Moment) -> Doing<'a, bool> {
        Box::pin(async move {
            let update = sqlx::query("UPDATE players SET seen = ? WHERE id = ?");
            let done = update
                .bind(signed(now.as_millis()))
                .bind(&*player.0)
                .execute(&self.writing)
                .await?;
            Ok(done.rows_affected() > 0)
        })
    }

    fn unseen(&self, since: Moment, most: u32) -> Doing<'_, Vec<PlayerId>> {
        Box::pin(async move {
            let unseen = "SELECT id FROM players WHERE seen < ? AND NOT EXISTS \
                          (SELECT 1 FROM archived_seats WHERE player = players.id) LIMIT ?";
            let query = sqlx::query(unseen).bind(signed(since.as_millis())).bind(most);
            let rows = query.fetch_all(&self.reading).await?;
            rows.iter().map(|row| Ok(PlayerId(row.try_get::<&str, _>(0)?.into()))).collect()
        })
    }

    fn forget<'a>(&'a self, players: &'a [PlayerId], since: Moment) -> Doing<'a, u64> {
        Box::pin(async move {
            let mut transaction = self.writing.begin().await?;
            let mut forgotten = 0;
            for player in players {
                let tokens = "DELETE FROM tokens WHERE player = \
                              (SELECT id FROM players WHERE id = ? AND seen < ?)";
                let query = sqlx::query(tokens).bind(&*player.0).bind(signed(since.as_millis()));
                query.execute(&mut *transaction).await?;
                let query = sqlx::query("DELETE FROM players WHERE id = ? AND seen < ?");
                let query = query.bind(&*player.0).bind(signed(since.as_millis()));
                forgotten += query.execute(&mut *transaction).await?.rows_affected();
            }
            transaction.commit().await?;
            Ok(forgotten)
        })
    }

    fn secret(&self) -> Doing<'_, [u8; 32]> {
        Box::pin(async move {
            let row = sqlx::query("SELECT value FROM secret").fetch_one(&self.reading).await?;
            let secret: Vec<u8> = row.try_get(0)?;
            let damaged = |_| StoreError::Damaged("its secret is not 32 bytes".into());
            secret.try_into().map_err(damaged)
        })
    }

    fn time(&self) -> Doing<'_, Moment> {
        Box::pin(async move {
            let select = sqlx::query("SELECT moment FROM server_time");
            let row = select.fetch_optional(&self.reading).await?;
            let moment = row.map_or(Ok(0), |row| row.try_get::<i64, _>(0))?;
            Ok(Moment::from_millis(moment.try_into().unwrap_or(0)))
        })
    }

    fn keep_time(&self, now: Moment) -> Doing<'_, ()> {
        Box::pin(async move {
            let update = sqlx::query("UPDATE server_time SET moment = max(moment, ?)");
            update.bind(signed(now.as_millis())).execute(&self.writing).await?;
            Ok(())
        })
    }

    fn close(&self) -> Doing<'_, ()> {
        Box::pin(async move {
            self.reading.close().await;
            self.writing.close().await;
            Ok(())
        })
    }
}

async fn insert_token(
    connection: &mut sqlx::SqliteConnection,
    player: &PlayerId,
    digest: &[u8; 32],
    now: WallTime,
) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO tokens (selector, digest, player, created) VALUES (?,?,?,?)")
        .bind(&digest[..16])
        .bind(&digest[..])
        .bind(&*player.0)
        .bind(signed(now.as_millis()))
        .execute(connection)
        .await?;
    Ok(())
}

/// SQLite's numbers have a sign. Ours are counts and times, far below the limit.
fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn table_id(text: &str) -> Result<TableId, StoreError> {
    TableId::new(text).map_err(|_| StoreError::Damaged(format!("{text:?} is no table's id")))
}
