//! Tables in play at which nobody does anything, and those who only look on.

use std::sync::Arc;

use facedown_client::{Client, ClientError, Connection};
use facedown_protocol::{TableId, Token};
use serde_json::{Value, json};
use tokio::task::JoinSet;

/// How many look on at one table.
pub(super) const LOOK_ON: usize = 50;
/// How many requests are made at the same time.
const AT_ONCE: usize = 32;
/// For how many seconds a player may be gone before the house plays: longer than any measurement.
const GRACE: u32 = 24 * 60 * 60;

/// Sets up tables that all have the same players.
pub(super) struct Crowd {
    house: Client,
    game: Arc<str>,
    viewers: usize,
}

impl Crowd {
    pub(super) fn new(house: Client, game: &str, viewers: usize) -> Self {
        Self { house, game: game.into(), viewers }
    }

    /// So many tables, in play.
    pub(super) async fn tables(&self, count: usize) -> Result<Vec<TableId>, ClientError> {
        let mut tokens = Vec::new();
        for seat in 0..self.viewers {
            tokens.push(self.house.guest(&format!("Idle {seat}")).await?);
        }
        let tokens: Arc<[Token]> = tokens.into();
        let make = |_: usize| {
            let (house, tokens, new) = (self.house.clone(), Arc::clone(&tokens), new(&self.game));
            async move { house.seat_all(&tokens, new).await }
        };
        all(0..count, make).await
    }

    /// So many spectators at these tables.
    pub(super) async fn spectators(
        &self,
        tables: &[TableId],
        count: usize,
    ) -> Result<Vec<Connection>, ClientError> {
        let at: Vec<TableId> = tables.iter().cycle().take(count).cloned().collect();
        let join = |table: TableId| {
            let house = self.house.clone();
            async move { house.join(&table, None, None).await }
        };
        all(at.into_iter(), join).await
    }
}

/// How a table is set up that is played by hand: nobody plays for anybody.
pub(super) fn new(game: &str) -> Value {
    json!({ "game": game, "spectators": "live", "grace": GRACE })
}

/// Does something for each, several at the same time.
async fn all<I, T, F>(
    items: impl Iterator<Item = I>,
    make: impl Fn(I) -> F,
) -> Result<Vec<T>, ClientError>
where
    T: Send + 'static,
    F: Future<Output = Result<T, ClientError>> + Send + 'static,
{
    let (mut tasks, mut done) = (JoinSet::new(), Vec::new());
    for item in items {
        if tasks.len() >= AT_ONCE
            && let Some(ended) = tasks.join_next().await
        {
            done.push(ended.map_err(|_| ClientError::HungUp)??);
        }
        tasks.spawn(make(item));
    }
    while let Some(ended) = tasks.join_next().await {
        done.push(ended.map_err(|_| ClientError::HungUp)??);
    }
    Ok(done)
}
