//! Binds values to statements and reads them from rows.

use sqlx::sqlite::{SqliteArguments, SqliteRow};
use sqlx::{Arguments, Encode, Row, Sqlite, Type};

use super::super::{PlayerId, StoreError};
use crate::identity::LookupKey;
use crate::time::WallTime;

/// The values bound to the placeholders of a statement, in order.
#[derive(Default)]
pub(super) struct Bound(SqliteArguments, Option<sqlx::error::BoxDynError>);

impl Bound {
    pub(super) fn and<'t, T: Encode<'t, Sqlite> + Type<Sqlite>>(mut self, value: T) -> Self {
        if let Err(error) = self.0.add(value) {
            self.1 = Some(error);
        }
        self
    }

    pub(super) fn arguments(self) -> Result<SqliteArguments, StoreError> {
        self.1.map_or(Ok(self.0), |error| Err(sqlx::Error::Encode(error).into()))
    }
}

pub(super) fn bind_token(
    bound: Bound,
    player: &PlayerId,
    digest: &[u8; 32],
    now: WallTime,
) -> Bound {
    bound.and(&digest[..16]).and(&digest[..]).and(&*player.0).and(signed(now.as_millis()))
}

/// The ids as a JSON array.
pub(super) fn list(players: &[PlayerId]) -> String {
    // Strings can always be serialised.
    serde_json::to_string(players).unwrap_or_default()
}

/// The text in this column of bytes, if it is valid UTF-8.
pub(super) fn text(row: &SqliteRow, column: usize) -> Option<String> {
    String::from_utf8(row.try_get(column).ok()?).ok()
}

/// The lookup key in the first column, if it is valid.
pub(super) fn lookup_key(row: &SqliteRow) -> Option<LookupKey> {
    LookupKey::try_from(row.try_get::<&[u8], _>(0).ok()?).ok()
}

/// Converts to SQLite's signed integers. Ours are counts and times, far below the limit.
pub(super) fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// SQLite's primary result code.
pub(in crate::store) fn primary_code(error: &sqlx::Error) -> Option<u32> {
    let code = error.as_database_error()?.code()?;
    code.parse::<u32>().ok().map(|code| code & 0xff)
}

/// Whether a constraint of the schema was violated, such as a unique id.
pub(super) fn is_constraint(error: &sqlx::Error) -> bool {
    primary_code(error) == Some(19)
}
