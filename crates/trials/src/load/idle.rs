//! Tables in play at which nobody acts, and connections that only watch.

use std::sync::Arc;

use facedown_protocol::{TableId, Token};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::client::{Client, ClientError, Connection};

/// How many connections watch one table.
pub(super) const SPECTATORS_PER_TABLE: usize = 50;
/// How many requests are made at the same time.
const CONCURRENT_REQUESTS: usize = 32;
/// For how many seconds a player may be absent before the server acts for them: longer than any measurement.
const GRACE_SECONDS: u32 = 24 * 60 * 60;

/// Creates idle tables that all have the same players.
pub(super) struct Idle {
    client: Client,
    game: Arc<str>,
    viewers: usize,
}

impl Idle {
    pub(super) fn new(client: Client, game: &str, viewers: usize) -> Self {
        Self { client, game: game.into(), viewers }
    }

    /// Creates `count` tables and starts their games.
    pub(super) async fn tables(&self, count: usize) -> Result<Vec<TableId>, ClientError> {
        let mut tokens = Vec::new();
        for seat in 0..self.viewers {
            tokens.push(self.client.guest(&format!("Idle {seat}")).await?);
        }
        let tokens: Arc<[Token]> = tokens.into();
        let make = |_: usize| {
            let (client, tokens, new) =
                (self.client.clone(), Arc::clone(&tokens), new_table(&self.game));
            async move { client.seat_all(&tokens, new).await }
        };
        concurrently(0..count, make).await
    }

    /// Connects `count` spectators to these tables.
    pub(super) async fn spectators(
        &self,
        tables: &[TableId],
        count: usize,
    ) -> Result<Vec<Connection>, ClientError> {
        let tables: Vec<TableId> = tables.iter().cycle().take(count).cloned().collect();
        let join = |table: TableId| {
            let client = self.client.clone();
            async move { client.join(&table, None, None).await }
        };
        concurrently(tables.into_iter(), join).await
    }
}

/// The request for a table at which the server acts for nobody.
pub(super) fn new_table(game: &str) -> Value {
    json!({ "game": game, "spectators": "live", "grace": GRACE_SECONDS })
}

/// Makes something of each item, several at the same time.
async fn concurrently<I, T, F>(
    items: impl Iterator<Item = I>,
    make: impl Fn(I) -> F,
) -> Result<Vec<T>, ClientError>
where
    T: Send + 'static,
    F: Future<Output = Result<T, ClientError>> + Send + 'static,
{
    let (mut tasks, mut results) = (JoinSet::new(), Vec::new());
    for item in items {
        if tasks.len() >= CONCURRENT_REQUESTS
            && let Some(ended) = tasks.join_next().await
        {
            results.push(ended.map_err(|_| ClientError::HungUp)??);
        }
        tasks.spawn(make(item));
    }
    while let Some(ended) = tasks.join_next().await {
        results.push(ended.map_err(|_| ClientError::HungUp)??);
    }
    Ok(results)
}
