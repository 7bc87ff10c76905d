//! Plays whole games between players' machines over a relay, each in a process of its own, and measures how long people wait: from
//! what one of them does to what all see.

mod delay;
mod player;
mod relay;
mod report;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use facedown_core::{Dice, Seed};
use facedown_protocol::TableId;
use serde_json::{Value, json};

use crate::Say;
use crate::client::{Client, ClientError, Connection, Received};
use crate::load::{LoadError, ServerProcess};
use delay::DelayingProxy;
use player::PlayerProcess;
use relay::Onlooker;

pub use report::NetworkReport;

/// How long one step of a game may take before the measurement is given up.
const TIMEOUT: Duration = Duration::from_mins(1);

/// A measurement of tables without a trusted server.
pub struct Network {
    /// The `facedown` program.
    pub program: PathBuf,
    /// The name of the game, and the version of its rules.
    pub game: (String, u32),
    /// Its options.
    pub options: Value,
    /// How many machines play.
    pub players: usize,
    /// How many games they play, one after the other.
    pub games: usize,
    /// At most this many actions in each game.
    pub actions: usize,
    /// How long a message takes from one player to another.
    pub delay: Duration,
    /// The seed of what the players do.
    pub seed: Seed,
}

/// Why a measurement failed.
#[derive(Debug, thiserror::Error)]
pub enum NetworkError {
    /// A program could not be started.
    #[error("a program could not be started: {0}")]
    NotStarted(String),
    /// There is no such game.
    #[error("there is no game called {0:?}; there are: {all}", all = facedown_games::NAMES.join(", "))]
    UnknownGame(String),
    /// The relay could not be started.
    #[error(transparent)]
    Relay(#[from] LoadError),
    /// A connection failed.
    #[error(transparent)]
    Client(#[from] ClientError),
    /// The machines say nothing.
    #[error("{0} did not come within {limit} seconds", limit = TIMEOUT.as_secs())]
    Silent(&'static str),
    /// A file could not be used.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

impl NetworkError {
    /// The exit code: 1 if a machine or the relay failed, another if the measurement could not be made.
    pub const fn code(&self) -> u8 {
        match self {
            Self::UnknownGame(_) => 2,
            Self::NotStarted(_) | Self::Relay(_) => 69,
            Self::Io(_) => 74,
            Self::Client(_) | Self::Silent(_) => 1,
        }
    }
}

/// What one action was, and what everybody waited for it.
pub(crate) struct Wait {
    /// Its type, or "the deal" for what comes before the first.
    what: String,
    /// How many entries it took.
    entries: u64,
    /// From the click to the moment when all other players saw it.
    time: Duration,
}

impl Network {
    /// Plays the games.
    pub async fn run(&self, say: Say) -> Result<NetworkReport, NetworkError> {
        let mut waits = Vec::new();
        for number in 0..self.games {
            let name = &self.game.0;
            say(&format!("{name}, game {} of {}", number + 1, self.games));
            waits.extend(self.game(number as u64).await?);
        }
        Ok(NetworkReport::new(&self.game.0, self.players, self.delay, waits))
    }

    async fn game(&self, number: u64) -> Result<Vec<Wait>, NetworkError> {
        let relay = ServerProcess::start(&self.program, None, None)?;
        let client = Client::at(relay.url())?;
        let table = self.table(&client).await?;
        let onlooker = Onlooker::watch(client.address(), &table).await?;
        let folder = tempfile::tempdir()?;
        let mut players = Vec::new();
        for seat in 0..self.players {
            players.push(self.player(client.address(), &table, seat, folder.path()).await?);
        }
        let mut pages = Vec::new();
        for (_, machine) in &mut players {
            pages.push(timely("a player's page", machine.open_page()).await??);
        }
        for page in &mut pages {
            timely("the deal", dealt(page)).await??;
        }
        let dealt = Instant::now();
        let begun = onlooker.begun().unwrap_or(dealt);
        let mut dice = Dice::numbered(&self.seed, number);
        let mut stamped = entries(&client, &table).await?;
        let time = dealt.duration_since(begun);
        let mut waits = vec![Wait { what: "the deal".to_owned(), entries: stamped, time }];
        for count in 0..self.actions {
            let Some((what, sent)) = act(&mut pages, count, &mut dice).await? else { break };
            let seen = timely("an action", all_see(&mut pages)).await??;
            // What all see, the relay has stamped. Nobody waits while it is asked.
            let before = std::mem::replace(&mut stamped, entries(&client, &table).await?);
            let time = seen.duration_since(sent);
            waits.push(Wait { what, entries: stamped - before, time });
        }
        Ok(waits)
    }

    async fn table(&self, client: &Client) -> Result<TableId, NetworkError> {
        let new = json!({
            "game": self.game.0, "rules": self.game.1, "options": self.options,
            "seats": self.players, "think": 0, "grace": 120,
        });
        let made = client.post("/api/v1/peers", None, &new).await?;
        let id = made["table"].as_str().and_then(|id| TableId::new(id).ok());
        Ok(id.ok_or_else(|| ClientError::Malformed(made.to_string()))?)
    }

    /// A player's machine, and its way to the relay.
    async fn player(
        &self,
        relay: &str,
        table: &TableId,
        seat: usize,
        folder: &Path,
    ) -> Result<(DelayingProxy, PlayerProcess), NetworkError> {
        let proxy = DelayingProxy::open(relay.to_owned(), self.delay / 2).await?;
        let link = format!("http://{}/peers/{table}", proxy.address());
        let name = format!("Player {}", seat + 1);
        let folder = folder.join(seat.to_string());
        let machine = PlayerProcess::start(&self.program, &link, &name, &folder)?;
        Ok((proxy, machine))
    }
}

/// How many entries the relay has stamped.
async fn entries(client: &Client, table: &TableId) -> Result<u64, NetworkError> {
    let (_, answer) = client.ask("GET", &format!("/api/v1/peers/{table}"), None, None).await?;
    let info: Value = serde_json::from_str(&answer).unwrap_or_default();
    Ok(info["entries"].as_u64().ok_or(ClientError::Malformed(answer))?)
}

async fn timely<T>(what: &'static str, work: impl Future<Output = T>) -> Result<T, NetworkError> {
    tokio::time::timeout(TIMEOUT, work).await.map_err(|_| NetworkError::Silent(what))
}

/// Waits until a page shows the deal, which is the first update.
async fn dealt(page: &mut Connection) -> Result<(), ClientError> {
    while page.n == 0 {
        page.next().await?.ok_or(ClientError::HungUp)?;
    }
    Ok(())
}

/// One of those who are asked acts. Returns what it does, and when; nothing if the game is over.
async fn act(
    pages: &mut [Connection],
    count: usize,
    dice: &mut Dice,
) -> Result<Option<(String, Instant)>, ClientError> {
    let Some(page) = pages.iter_mut().find(|page| page.is_asked() && !page.is_over()) else {
        return Ok(None);
    };
    let Some(action) = dice.pick(&page.legal).cloned() else { return Ok(None) };
    let what = action["type"].as_str().unwrap_or("an action").to_owned();
    let sent = Instant::now();
    page.act(&format!("a{count}"), &action).await?;
    Ok(Some((what, sent)))
}

/// Waits until all pages have the next update.
async fn all_see(pages: &mut [Connection]) -> Result<Instant, ClientError> {
    for page in pages {
        loop {
            match page.next().await? {
                Some(Received::Update { .. }) => break,
                Some(Received::Refused(refused)) => {
                    let answer = refused.refusal.message;
                    return Err(ClientError::Refused {
                        what: "an action".into(),
                        status: 0,
                        answer,
                    });
                }
                Some(_) => {}
                None => return Err(ClientError::HungUp),
            }
        }
    }
    Ok(Instant::now())
}
