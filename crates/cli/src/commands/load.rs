//! `facedown load`: how much a house can take, measured over real WebSockets.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use facedown_client::{Client, ClientError};
use facedown_games::with_game;

use crate::failure::Failure;
use crate::lineup::counted;

mod crowd;
mod play;
mod process;
mod report;

use process::Process;
use report::Report;

/// Drive tables over real WebSockets and measure the house.
///
/// Every seat is a connection of its own; where several may act, one of them does, at random. Without --url a house is
/// started as a process of its own, with a fresh database and without the usual limits, so that its processor time and
/// its memory can be told from those of this program.
#[derive(Args)]
#[command(after_help = "\
Examples:
  facedown load
  facedown load --tables 200 --seconds 30 --game texas-42
  facedown load --tables 0 --open-tables 10000 --idle-connections 5000
  facedown load --url http://127.0.0.1:4242 --pid 1234 --json

A house that is named by --url needs limits that let one address do so much; see `facedown serve --help`.")]
pub(crate) struct Load {
    /// Measure the house at this address instead of one of our own
    #[arg(long, value_name = "URL")]
    url: Option<String>,
    /// The process of that house on this machine, to measure its processor time and memory
    #[arg(long, value_name = "PID", requires = "url")]
    pid: Option<u32>,
    /// How many tables play at the same time; 0 is none
    #[arg(long, value_name = "N", default_value_t = 100)]
    tables: usize,
    /// How many seats a table has, each with a connection of its own
    #[arg(long, value_name = "N", default_value_t = 4)]
    viewers: usize,
    /// What they play
    #[arg(long, value_name = "GAME", default_value = "herding-cats")]
    game: String,
    /// For how many seconds is measured, after one to warm up
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=86_400))]
    seconds: u32,
    /// Have all who may act do so at once, so that most come too late
    #[arg(long)]
    rush: bool,
    /// Measure the memory of so many connections that only look on
    #[arg(long, value_name = "N", default_value_t = 0)]
    idle_connections: usize,
    /// Measure the memory of so many tables in play at which nobody looks
    #[arg(long, value_name = "N", default_value_t = 0)]
    open_tables: usize,
    /// Have our house pad its messages to a multiple of so many bytes; 0 is not at all [default: 64]
    #[arg(long, value_name = "BYTES", conflicts_with = "url")]
    pad: Option<usize>,
    /// Where our house keeps its database for the while; it should be the kind of disk that a real one has
    #[arg(long, value_name = "FOLDER", conflicts_with = "url")]
    folder: Option<PathBuf>,
    /// Write the results as JSON
    #[arg(long)]
    json: bool,
}

impl Load {
    pub(crate) fn run(self) -> Result<(), Failure> {
        self.check()?;
        let runtime = tokio::runtime::Runtime::new()?;
        let report = runtime.block_on(self.measure())?;
        let text = if self.json { report.json() } else { report.text() };
        anstream::stdout().write_all(text.as_bytes())?;
        Ok(())
    }

    fn check(&self) -> Result<(), Failure> {
        let game = self.game.as_str();
        let (least, most) = with_game!(
            game,
            G => {
                let seats = <G as facedown_core::Game>::SEATS;
                (*seats.start(), *seats.end())
            },
            else return Err(Failure::unknown_game(game))
        );
        if !(least..=most).contains(&self.viewers) {
            let range = if least == most { most.to_string() } else { format!("{least} to {most}") };
            let viewers = self.viewers;
            return Err(Failure::Usage(format!(
                "{game} is for {range} players, not {viewers}; change --viewers"
            )));
        }
        if self.tables == 0 && self.idle_connections == 0 && self.open_tables == 0 {
            let message =
                "there is nothing to measure; give --tables, --idle-connections or --open-tables";
            return Err(Failure::Usage(message.into()));
        }
        Ok(())
    }

    async fn measure(&self) -> Result<Report, Failure> {
        let own = match &self.url {
            Some(_) => None,
            None => Some(Process::start(self.pad, self.folder.as_deref())?),
        };
        let url = own.as_ref().map(Process::url).or(self.url.as_deref()).unwrap_or_default();
        let house = Client::at(url).map_err(|error| Failure::Usage(error.to_string()))?;
        let pid = own.as_ref().map(Process::pid).or(self.pid);
        // Our own house plays all the same on a system that does not say what a process takes.
        if let Some(pid) = self.pid
            && process::memory(pid).is_none()
        {
            let message =
                format!("process {pid} cannot be measured here; leave --pid out, or check it");
            return Err(Failure::Usage(message));
        }
        let mut report = Report::new(&self.game, self.tables, self.viewers);
        let memory = || pid.and_then(process::memory);
        report.memory_opened = memory();
        let crowd = crowd::Crowd::new(house.clone(), &self.game, self.viewers);
        if self.open_tables > 0 {
            say(&format!("setting up {}", counted(self.open_tables, "table")));
            let before = memory();
            crowd.tables(self.open_tables).await.map_err(fell)?;
            settle().await;
            report.open_tables = report::Each::new(self.open_tables, before, memory());
        }
        if self.idle_connections > 0 {
            say(&format!("opening {}", counted(self.idle_connections, "connection")));
            let looked_at = crowd.tables(self.idle_connections.div_ceil(crowd::LOOK_ON)).await;
            let looked_at = looked_at.map_err(fell)?;
            settle().await;
            let before = memory();
            let idle = crowd.spectators(&looked_at, self.idle_connections).await.map_err(fell)?;
            settle().await;
            report.idle_connections = report::Each::new(self.idle_connections, before, memory());
            drop(idle);
        }
        if self.tables > 0 {
            let plan = play::Plan {
                house,
                game: self.game.clone(),
                tables: self.tables,
                viewers: self.viewers,
                time: Duration::from_secs(self.seconds.into()),
                pid,
                rush: self.rush,
            };
            report.play = Some(plan.run().await.map_err(fell)?);
        }
        report.memory_closed = memory();
        Ok(report)
    }
}

/// Says on standard error what goes on.
#[allow(clippy::print_stderr)]
fn say(what: &str) {
    anstream::eprintln!("{what} …");
}

/// Lets the house come to rest.
async fn settle() {
    tokio::time::sleep(Duration::from_secs(1)).await;
}

#[allow(clippy::needless_pass_by_value)] // as `map_err` has it
fn fell(error: ClientError) -> Failure {
    Failure::Usage(format!(
        "{error}; see that the house is open and that its limits, and those of this machine, let so many in"
    ))
}
