//! Load tests: tables played over real WebSockets, and what that costs the server.

mod fan_out;
mod idle;
mod play;
mod report;
mod seat;
mod server;

use std::path::PathBuf;
use std::time::Duration;

use crate::client::{Client, ClientError};
use crate::{Say, process};
use idle::Idle;
use play::{Plan, Workload};

pub use fan_out::FanOut;
pub use report::{Report, summary};
pub(crate) use server::ServerProcess;

/// How long the server has to settle before its memory is read.
const SETTLING_TIME: Duration = Duration::from_secs(1);

/// What to measure.
#[derive(Clone, Debug)]
pub struct Load {
    /// The `facedown` program, to start servers with.
    pub program: PathBuf,
    /// The address of a running server. Otherwise one is started.
    pub url: Option<String>,
    /// The process of that server on this machine.
    pub pid: Option<u32>,
    /// The name of the game that is played.
    pub game: String,
    /// How many tables play at the same time.
    pub tables: usize,
    /// How many seats a table has.
    pub viewers: usize,
    /// The duration of the measurement.
    pub time: Duration,
    /// The number of moves a second at all tables together; otherwise as many as the server can take.
    pub rate: Option<u32>,
    /// Whether all who may act do so at once.
    pub rush: bool,
    /// Whether to measure again at half of the moves a second.
    pub half_load: bool,
    /// Whether to measure a bare fan-out as well, with the same clients at the same number of moves a second.
    pub baseline: bool,
    /// How many idle connections to measure the memory of.
    pub idle_connections: usize,
    /// How many tables without connections to measure the memory of.
    pub open_tables: usize,
    /// The padding of the started server, in bytes.
    pub pad: Option<usize>,
    /// Where the started server has its database.
    pub folder: Option<PathBuf>,
}

/// Why a measurement failed.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The server could not be started.
    #[error("the server could not be started: {0}")]
    NotStarted(String),
    /// The system does not report what this process uses.
    #[error("process {0} cannot be measured; check its number, or leave --pid out")]
    NotMeasured(u32),
    /// The server could not take the load.
    #[error(
        "{0}; check that the server is running, and that its limits and those of this machine allow so many \
         connections"
    )]
    Client(#[from] ClientError),
}

impl Load {
    /// Measures one game.
    pub async fn run(&self, say: Say) -> Result<Report, LoadError> {
        let own = if self.url.is_none() {
            let (pad, folder) = (self.pad, self.folder.as_deref());
            Some(ServerProcess::start(&self.program, pad, folder)?)
        } else {
            None
        };
        let url = own.as_ref().map(ServerProcess::url).or(self.url.as_deref()).unwrap_or_default();
        let client = Client::at(url)?;
        let pid = own.as_ref().map(ServerProcess::pid).or(self.pid);
        // A server that was started for this runs even on a system that does not report what a process uses.
        if let Some(pid) = self.pid.filter(|&pid| process::memory(pid).is_none()) {
            return Err(LoadError::NotMeasured(pid));
        }
        let mut report = Report::new(&self.game, self.tables, self.viewers);
        let memory = || pid.and_then(process::memory);
        report.memory_opened = memory();
        self.idle(&client, &mut report, memory, say).await?;
        if self.tables > 0 {
            let plan = self.plan(client, pid);
            let outcome = plan.run(say).await?;
            if self.half_load {
                report.half_load = Some(plan.at_rate(outcome.rate() / 2.0).run(say).await?);
            }
            if self.baseline {
                let bytes = outcome.mean_size();
                let bare = ServerProcess::fan_out(&self.program, self.viewers, bytes)?;
                let workload = Workload::FanOut { moves: outcome.moves_per_game() };
                let plan =
                    Plan { workload, ..self.plan(Client::at(bare.url())?, Some(bare.pid())) };
                // Not as many as it can take: the busier a server is, the less each message costs it.
                report.baseline = Some(plan.at_rate(outcome.rate()).run(say).await?);
            }
            report.play = Some(outcome);
        }
        report.memory_closed = memory();
        Ok(report)
    }

    fn plan(&self, client: Client, pid: Option<u32>) -> Plan {
        Plan {
            client,
            workload: Workload::Game(self.game.clone()),
            tables: self.tables,
            viewers: self.viewers,
            time: self.time,
            pid,
            rush: self.rush,
            rate: self.rate.map(f64::from),
        }
    }

    /// Measures the memory of tables and connections that do nothing.
    async fn idle(
        &self,
        client: &Client,
        report: &mut Report,
        memory: impl Fn() -> Option<u64>,
        say: Say,
    ) -> Result<(), ClientError> {
        let idle = Idle::new(client.clone(), &self.game, self.viewers);
        if self.open_tables > 0 {
            say(&format!("creating {}", counted(self.open_tables, "table")));
            let before = memory();
            idle.tables(self.open_tables).await?;
            tokio::time::sleep(SETTLING_TIME).await;
            report.open_tables = report::Each::new(self.open_tables, before, memory());
        }
        if self.idle_connections > 0 {
            say(&format!("opening {}", counted(self.idle_connections, "connection")));
            let tables = self.idle_connections.div_ceil(idle::SPECTATORS_PER_TABLE);
            let tables = idle.tables(tables).await?;
            tokio::time::sleep(SETTLING_TIME).await;
            let before = memory();
            let connections = idle.spectators(&tables, self.idle_connections).await?;
            tokio::time::sleep(SETTLING_TIME).await;
            report.idle_connections = report::Each::new(self.idle_connections, before, memory());
            drop(connections);
        }
        Ok(())
    }
}

/// "1 table", "2 tables".
fn counted(count: usize, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}
