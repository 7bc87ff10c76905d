//! Reads the journals line by line, even if rows are damaged.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use facedown_protocol::TableId;
use sqlx::sqlite::{SqlitePool, SqliteRow};
use sqlx::{Row, SqliteConnection};

use super::super::{EachLine, ReadLine, StoreError};
use crate::room::Journal;

/// How many rows are read at a time.
const BATCH_SIZE: usize = 256;

/// The maximum size of an entry in bytes. Those that the server writes come from messages of at most 16 KiB.
const MAX_ENTRY: i64 = 1 << 20;

/// Sequence numbers from here on were not assigned by the server, and would leave no numbers for new lines.
const MAX_SEQ: i64 = 1 << 62;

/// The sequence number of the next line.
pub(super) async fn end(connection: &mut SqliteConnection) -> Result<i64, StoreError> {
    let last = "SELECT max(seq) FROM journal WHERE seq < ?";
    let row = sqlx::query(last).bind(MAX_SEQ).fetch_one(connection).await?;
    Ok(row.try_get::<Option<i64>, _>(0)?.map_or(0, |last| last + 1))
}

/// Reads all lines of tables that are not archived. Returns whether there are lines of archived tables. A row without a
/// valid table id is logged and left unchanged.
pub(super) async fn read(reading: &SqlitePool, each: EachLine<'_>) -> Result<bool, StoreError> {
    let batch = format!(
        "SELECT seq, \
         CASE WHEN typeof(table_id) = 'text' AND length(table_id) <= 64 THEN CAST(table_id AS BLOB) END, \
         CASE WHEN typeof(n) = 'integer' THEN n END, \
         CASE WHEN typeof(entry) = 'text' AND octet_length(entry) <= {MAX_ENTRY} THEN CAST(entry AS BLOB) END \
         FROM journal WHERE seq >= ? ORDER BY seq LIMIT {BATCH_SIZE}"
    );
    let batch: std::sync::Arc<str> = batch.into();
    let mut archived: HashMap<TableId, bool> = HashMap::new();
    let mut has_archived = false;
    let mut from = Some(i64::MIN);
    while let Some(first) = from {
        // Only numeric constants are formatted into the SQL.
        let query = sqlx::query(sqlx::AssertSqlSafe(batch.clone())).bind(first);
        let rows = query.fetch_all(reading).await?;
        let is_last = rows.len() < BATCH_SIZE;
        from = None;
        for row in rows {
            let seq: i64 = row.try_get(0)?;
            from = seq.checked_add(1).filter(|_| !is_last);
            let Some(line) = line(&row)? else {
                tracing::error!(
                    seq,
                    "a row of the journal has no valid table id; it is left unchanged"
                );
                continue;
            };
            let is_archived = match archived.entry(line.table.clone()) {
                Entry::Occupied(known) => *known.get(),
                Entry::Vacant(new) => *new.insert(is_archived(reading, &line.table).await?),
            };
            has_archived |= is_archived;
            if !is_archived {
                each(line);
            }
        }
    }
    Ok(has_archived)
}

/// The part of an archived journal that this statement selects, if there is such a table.
pub(super) async fn archived(
    reading: &SqlitePool,
    table: &TableId,
    select: &'static str,
) -> Result<Option<Journal>, StoreError> {
    let row = sqlx::query(select).bind(table.as_str()).fetch_optional(reading).await?;
    let Some(row) = row else { return Ok(None) };
    let entries: Option<Vec<u8>> = row.try_get(0)?;
    let entries = entries.and_then(|entries| String::from_utf8(entries).ok());
    let damaged = || StoreError::Damaged(format!("the archive of table {table}"));
    Ok(Some(Journal::from_text(entries.ok_or_else(damaged)?)))
}

async fn is_archived(reading: &SqlitePool, table: &TableId) -> Result<bool, StoreError> {
    let query = sqlx::query("SELECT 1 FROM archive WHERE table_id = ?").bind(table.as_str());
    Ok(query.fetch_optional(reading).await?.is_some())
}

fn line(row: &SqliteRow) -> Result<Option<ReadLine>, StoreError> {
    let seq: i64 = row.try_get(0)?;
    let text = |bytes: Option<Vec<u8>>| bytes.and_then(|bytes| String::from_utf8(bytes).ok());
    let table = text(row.try_get(1)?).and_then(|id| TableId::new(&id).ok());
    let Some(table) = table else { return Ok(None) };
    let n: Option<i64> = row.try_get(2)?;
    // Such a row was not written by the server, so its number is not trusted.
    let n = n.filter(|_| seq < MAX_SEQ).and_then(|n| u64::try_from(n).ok());
    // An entry must be one line, because the archive has a line for each.
    let entry = text(row.try_get(3)?).filter(|entry| !entry.contains(['\n', '\r']));
    Ok(Some(ReadLine { table, n, entry }))
}
