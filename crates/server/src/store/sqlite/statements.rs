//! The operations of the store as SQL statements.

use std::net::SocketAddr;
use std::sync::{Arc, PoisonError};

use facedown_protocol::TableId;
use facedown_protocol::rest::SessionScope;
use sha2::{Digest, Sha256};
use sqlx::{AssertSqlSafe, Connection, Row, SqlSafeStr};

use super::values::{Bound, bind_token, list, lookup_key, signed, text};
use super::{INSERT_SIZES, SqliteStore, reading};
use crate::identity::LookupKey;
use crate::room::Journal;
use crate::store::health::Condition;
use crate::store::writer::MAX_BATCH;
use crate::store::{
    EachLine, JournalLine, Player, PlayerId, Store, StoreError, StoreFuture, StoredToken,
};
use crate::time::{Moment, WallTime};

impl Store for SqliteStore {
    fn append(&self, lines: Vec<JournalLine>) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            let fits = INSERT_SIZES.iter().position(|&room| room >= lines.len());
            let Some(size) = fits else {
                // The writer never sends so many. They must not be split, because a write is all or nothing.
                let what = format!("{} lines at once; the most is {MAX_BATCH}", lines.len());
                return Err(StoreError::Damaged(what));
            };
            let count = signed(lines.len() as u64);
            let [plain, deleting] = &self.inserts;
            let (plain, deleting) = (Arc::clone(&plain[size]), Arc::clone(&deleting[size]));
            let writing = Arc::clone(&self.writing);
            let appending = async move {
                let mut state = writing.lock().await;
                let (next, doubtful) = (state.next, state.doubtful);
                let (mut sql, mut bound) = (plain, Bound::default());
                if doubtful > 0 {
                    (sql, bound) = (deleting, bound.and(next).and(next + doubtful));
                }
                for (seq, line) in (next..).zip(lines) {
                    bound = bound.and(seq).and(line.table.as_str()).and(signed(line.n));
                    bound = bound.and(line.entry);
                }
                // Rows without bound values are NULL. The SQL consists of constants and placeholders.
                let sql = AssertSqlSafe(sql).into_sql_str();
                state.doubtful = doubtful.max(count);
                writing.transact_locked(&mut state, sql, bound.arguments()?).await?;
                state.next += count;
                state.doubtful = 0;
                Ok(())
            };
            // In a task of its own it is completed even if the caller is cancelled.
            tokio::spawn(appending).await.map_err(|_| StoreError::Closed)?
        })
    }

    fn open_journals<'a>(&'a self, each: EachLine<'a>) -> StoreFuture<'a, ()> {
        Box::pin(async move {
            if reading::read(&self.reading, each).await? {
                self.pruning.make_due();
                self.prune_if_due(0);
            }
            Ok(())
        })
    }

    fn archive<'a>(
        &'a self,
        table: &'a TableId,
        journal: &'a Journal,
        players: &'a [PlayerId],
        now: WallTime,
    ) -> StoreFuture<'a, ()> {
        Box::pin(async move {
            let sql = "BEGIN IMMEDIATE; \
                INSERT OR IGNORE INTO archive (table_id, entries, archived) VALUES (?,?,?); \
                INSERT OR IGNORE INTO archived_seats SELECT value, ?, ? FROM json_each(?); \
                COMMIT";
            let bound = Bound::default().and(table.as_str()).and(journal.text());
            let bound =
                bound.and(signed(now.as_millis())).and(table.as_str()).and(signed(now.as_millis()));
            self.change(sql, bound.and(list(players))).await?;
            self.prune_if_due(1);
            Ok(())
        })
    }

    fn archived<'a>(&'a self, table: &'a TableId) -> StoreFuture<'a, Option<Journal>> {
        let select = "SELECT CASE WHEN typeof(entries) = 'text' THEN CAST(entries AS BLOB) END \
                      FROM archive WHERE table_id = ?";
        Box::pin(reading::archived(&self.reading, table, select))
    }

    fn archived_start<'a>(&'a self, table: &'a TableId) -> StoreFuture<'a, Option<Journal>> {
        // Quotation marks in the text of a player are escaped, so only the entry itself matches.
        let select = "SELECT CASE WHEN typeof(entries) = 'text' THEN CAST(substr(entries, 1, \
                      instr(entries, '\"what\":\"started\"') + 16) AS BLOB) END \
                      FROM archive WHERE table_id = ? AND instr(entries, '\"what\":\"started\"') > 0";
        Box::pin(reading::archived(&self.reading, table, select))
    }

    fn archived_of<'a>(&'a self, player: &'a PlayerId, most: u32) -> StoreFuture<'a, Vec<TableId>> {
        Box::pin(async move {
            let latest = "SELECT CAST(table_id AS BLOB) FROM archived_seats WHERE player = ? \
                          ORDER BY archived DESC LIMIT ?";
            let rows =
                sqlx::query(latest).bind(&*player.0).bind(most).fetch_all(&self.reading).await?;
            // An invalid row must not hide the others.
            let id = |text: String| TableId::new(&text).ok();
            Ok(rows.iter().filter_map(|row| text(row, 0)).filter_map(id).collect())
        })
    }

    fn add_player<'a>(
        &'a self,
        player: &'a Player,
        digest: &'a [u8; 32],
        now: WallTime,
        seen: Moment,
    ) -> StoreFuture<'a, ()> {
        Box::pin(async move {
            let sql = "BEGIN IMMEDIATE; \
                INSERT INTO players (id, name, created, seen) VALUES (?,?,?,?); \
                INSERT INTO tokens (selector, digest, player, created) VALUES (?,?,?,?); COMMIT";
            let bound = Bound::default().and(&*player.id.0).and(&*player.name);
            let bound = bound.and(signed(now.as_millis())).and(signed(seen.as_millis()));
            self.change(sql, bind_token(bound, &player.id, digest, now)).await?;
            Ok(())
        })
    }

    fn add_token<'a>(
        &'a self,
        player: &'a PlayerId,
        digest: &'a [u8; 32],
        now: WallTime,
    ) -> StoreFuture<'a, ()> {
        Box::pin(async move {
            let sql = "BEGIN IMMEDIATE; \
                INSERT INTO tokens (selector, digest, player, created) VALUES (?,?,?,?); COMMIT";
            self.change(sql, bind_token(Bound::default(), player, digest, now)).await?;
            Ok(())
        })
    }

    fn rename<'a>(&'a self, player: &'a PlayerId, name: &'a str) -> StoreFuture<'a, ()> {
        Box::pin(async move {
            let sql = "BEGIN IMMEDIATE; UPDATE players SET name = ? WHERE id = ?; COMMIT";
            self.change(sql, Bound::default().and(name).and(&*player.0)).await?;
            Ok(())
        })
    }

    fn remove_tokens<'a>(
        &'a self,
        player: &'a PlayerId,
        this: &'a LookupKey,
        which: SessionScope,
    ) -> StoreFuture<'a, Vec<LookupKey>> {
        Box::pin(async move {
            let sql = match which {
                SessionScope::This => {
                    "BEGIN IMMEDIATE; DELETE FROM tokens WHERE player = ? AND selector = ? \
                     RETURNING selector; COMMIT"
                }
                SessionScope::Others => {
                    "BEGIN IMMEDIATE; DELETE FROM tokens WHERE player = ? AND selector <> ? \
                     RETURNING selector; COMMIT"
                }
                SessionScope::All => {
                    "BEGIN IMMEDIATE; DELETE FROM tokens WHERE player = ? AND ? NOT NULL \
                     RETURNING selector; COMMIT"
                }
            };
            let rows = self.change(sql, Bound::default().and(&*player.0).and(&this[..])).await?;
            Ok(rows.iter().filter_map(lookup_key).collect())
        })
    }

    fn tokens_of<'a>(&'a self, player: &'a PlayerId) -> StoreFuture<'a, Vec<LookupKey>> {
        Box::pin(async move {
            let query = sqlx::query("SELECT selector FROM tokens WHERE player = ?");
            let rows = query.bind(&*player.0).fetch_all(&self.reading).await?;
            Ok(rows.iter().filter_map(lookup_key).collect())
        })
    }

    fn token<'a>(&'a self, digest: &'a [u8; 32]) -> StoreFuture<'a, Option<StoredToken>> {
        Box::pin(async move {
            let select = "SELECT digest, CAST(player AS BLOB), CAST(name AS BLOB), \
                          CASE WHEN typeof(seen) = 'integer' THEN seen ELSE 0 END FROM tokens \
                          JOIN players ON players.id = tokens.player WHERE selector = ?";
            let row = sqlx::query(select).bind(&digest[..16]).fetch_optional(&self.reading).await?;
            let Some(row) = row else { return Ok(None) };
            let damaged = || StoreError::Damaged("a token or its player".into());
            let stored: &[u8] = row.try_get(0).map_err(|_| damaged())?;
            let digest = stored.try_into().map_err(|_| damaged())?;
            let id = PlayerId(text(&row, 1).ok_or_else(damaged)?.into());
            let player = Player { id, name: text(&row, 2).ok_or_else(damaged)? };
            let seen = row.try_get::<i64, _>(3)?.try_into().unwrap_or(0);
            let seen = Moment::from_millis(seen);
            Ok(Some(StoredToken { digest, player, seen }))
        })
    }

    fn player<'a>(&'a self, id: &'a PlayerId) -> StoreFuture<'a, Option<Player>> {
        Box::pin(async move {
            let row = sqlx::query("SELECT CAST(name AS BLOB) FROM players WHERE id = ?")
                .bind(&*id.0)
                .fetch_optional(&self.reading)
                .await?;
            let Some(row) = row else { return Ok(None) };
            let damaged = || StoreError::Damaged("a player's name".into());
            Ok(Some(Player { id: id.clone(), name: text(&row, 0).ok_or_else(damaged)? }))
        })
    }

    fn set_last_seen<'a>(&'a self, player: &'a PlayerId, now: Moment) -> StoreFuture<'a, bool> {
        Box::pin(async move {
            let sql =
                "BEGIN IMMEDIATE; UPDATE players SET seen = ? WHERE id = ? RETURNING 1; COMMIT";
            let rows = self
                .change(sql, Bound::default().and(signed(now.as_millis())).and(&*player.0))
                .await?;
            Ok(!rows.is_empty())
        })
    }

    fn inactive(&self, since: Moment, most: u32) -> StoreFuture<'_, Vec<PlayerId>> {
        Box::pin(async move {
            let unseen = "SELECT CAST(id AS BLOB) FROM players WHERE seen < ? \
                          AND typeof(id) = 'text' AND NOT EXISTS \
                          (SELECT 1 FROM archived_seats WHERE player = players.id) LIMIT ?";
            let query = sqlx::query(unseen).bind(signed(since.as_millis())).bind(most);
            let rows = query.fetch_all(&self.reading).await?;
            Ok(rows.iter().filter_map(|row| Some(PlayerId(text(row, 0)?.into()))).collect())
        })
    }

    fn delete_inactive<'a>(
        &'a self,
        players: &'a [PlayerId],
        since: Moment,
    ) -> StoreFuture<'a, u64> {
        Box::pin(async move {
            if players.is_empty() {
                return Ok(0);
            }
            let sql = "BEGIN IMMEDIATE; \
                DELETE FROM tokens WHERE player IN (SELECT players.id FROM json_each(?) \
                JOIN players ON players.id = value WHERE seen < ?); \
                DELETE FROM players WHERE id IN (SELECT value FROM json_each(?)) AND seen < ? \
                RETURNING 1; COMMIT";
            let (players, since) = (list(players), signed(since.as_millis()));
            let bound = Bound::default().and(players.as_str()).and(since);
            let rows = self.change(sql, bound.and(players.as_str()).and(since)).await?;
            Ok(rows.len() as u64)
        })
    }

    fn secret(&self) -> StoreFuture<'_, [u8; 32]> {
        Box::pin(async move {
            let row = sqlx::query("SELECT value FROM secret").fetch_one(&self.reading).await?;
            let value: &[u8] = row.try_get(0)?;
            // A damaged secret is still secret, and must not keep the server from starting.
            Ok(value.try_into().unwrap_or_else(|_| Sha256::digest(value).into()))
        })
    }

    fn saved_clock(&self) -> StoreFuture<'_, Moment> {
        Box::pin(async move {
            let select = "SELECT moment FROM server_time WHERE typeof(moment) = 'integer'";
            let row = sqlx::query(select).fetch_optional(&self.reading).await?;
            let moment = row.map_or(Ok(0), |row| row.try_get::<i64, _>(0))?;
            Ok(Moment::from_millis(moment.try_into().unwrap_or(0)))
        })
    }

    fn save_clock(&self, now: Moment) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            let sql = "BEGIN IMMEDIATE; UPDATE server_time SET moment = max(moment, ?); COMMIT";
            self.change(sql, Bound::default().and(signed(now.as_millis()))).await?;
            Ok(())
        })
    }

    fn condition(&self) -> Condition {
        Condition { wal_bytes: self.writing.wal_bytes(), ..self.writing.health.condition() }
    }

    fn probe(&self) -> StoreFuture<'_, ()> {
        Box::pin(self.writing.probe())
    }

    fn listens_on(&self, address: SocketAddr) {
        let lock = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(lock) = &*lock {
            let process = std::process::id();
            lock.describe(&format!("process {process}, which listens on {address}"));
        }
    }

    fn close(&self) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            self.reading.close().await;
            let closed = self.writing.close().await;
            // The last connection checkpoints the write-ahead log. If it cannot, the log stays and nothing is lost.
            if let Some(anchor) = self.anchor.lock().await.take() {
                anchor.close().await?;
            }
            self.lock.lock().unwrap_or_else(PoisonError::into_inner).take();
            closed
        })
    }
}
