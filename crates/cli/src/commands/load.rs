//! `facedown load`: measures how much a server can take, over real WebSockets.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use facedown_games::with_game;
use facedown_trials::load::{self, FanOut};

use crate::failure::Failure;

/// Drive tables over real WebSockets and measure the server
///
/// Every seat has its own connection; if several may act, one of them does, at random. Without --url a server is started
/// in a separate process, with a fresh database and without the usual limits, so that its processor time and memory can
/// be measured. docs/load.md explains the figures.
#[derive(Args)]
#[command(after_help = "\
Examples:
  facedown load
  facedown load --game all --baseline --half-load
  facedown load --tables 200 --seconds 30 --game texas-42
  facedown load --tables 0 --open-tables 10000 --idle-connections 5000
  facedown load --url http://127.0.0.1:4242 --pid 1234 --json

A server that is named with --url needs limits that allow one address this much; see `facedown serve --help`.")]
#[allow(clippy::struct_excessive_bools, clippy::struct_field_names)] // the fields are the flags of the command
pub(crate) struct Load {
    /// Measure the server at this address instead of starting one
    #[arg(long, value_name = "URL")]
    url: Option<String>,
    /// The process of that server on this machine, to measure its processor time and memory
    #[arg(long, value_name = "PID", requires = "url")]
    pid: Option<u32>,
    /// How many tables play at the same time; 0 for none
    #[arg(long, value_name = "N", default_value_t = 100)]
    tables: usize,
    /// How many seats a table has, each with its own connection
    #[arg(long, value_name = "N", default_value_t = 4)]
    viewers: usize,
    /// The games to measure, one after the other; `all` is every game
    #[arg(long, value_name = "GAME", default_value = "herding-cats", value_delimiter = ',')]
    game: Vec<String>,
    /// How many seconds each measurement takes, after one second to warm up
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=86_400))]
    seconds: u32,
    /// Also drive a bare WebSocket fan-out with the same clients at the same rate, and report the ratio
    #[arg(long)]
    baseline: bool,
    /// Then measure the latency at half of the maximum rate
    #[arg(long)]
    half_load: bool,
    /// Limit the moves per second of all tables together [default: as many as the server can handle]
    #[arg(long, value_name = "MOVES", value_parser = clap::value_parser!(u32).range(1..))]
    rate: Option<u32>,
    /// Let all seats that may act do so at once, so that most are too late
    #[arg(long)]
    rush: bool,
    /// Measure the memory of this number of connections that only watch
    #[arg(long, value_name = "N", default_value_t = 0)]
    idle_connections: usize,
    /// Measure the memory of this number of tables in play without connections
    #[arg(long, value_name = "N", default_value_t = 0)]
    open_tables: usize,
    /// Have the started server pad its messages to a multiple of this number of bytes; 0 for no padding [default: 64]
    #[arg(long, value_name = "BYTES", conflicts_with = "url")]
    pad: Option<usize>,
    /// The folder for the database of the started server; it should be on the kind of disk that a real server uses
    #[arg(long, value_name = "FOLDER", conflicts_with = "url")]
    folder: Option<PathBuf>,
    /// Write the results as JSON, one line a game
    #[arg(long)]
    json: bool,
}

impl Load {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let games = self.games();
        self.check(&games)?;
        let program = std::env::current_exe()?;
        let runtime = tokio::runtime::Runtime::new()?;
        let mut reports = Vec::new();
        for game in games {
            let load = self.measurement(program.clone(), game);
            let report = runtime.block_on(load.run(say));
            let report = report.map_err(|error| Failure::Usage(error.to_string()))?;
            let text = if self.json { report.json() } else { report.text() + "\n" };
            anstream::stdout().write_all(text.as_bytes())?;
            reports.push(report);
        }
        if reports.len() > 1 && !self.json {
            anstream::stdout().write_all(load::summary(&reports).as_bytes())?;
        }
        Ok(())
    }

    fn games(&self) -> Vec<String> {
        let mut games = Vec::new();
        for game in &self.game {
            match game.as_str() {
                "all" => games.extend(facedown_games::listed().into_iter().map(str::to_owned)),
                _ => games.push(game.clone()),
            }
        }
        games
    }

    fn check(&self, games: &[String]) -> Result<(), Failure> {
        for game in games {
            let (least, most) = with_game!(
                game.as_str(),
                G => {
                    let seats = <G as facedown_core::Game>::SEATS;
                    (*seats.start(), *seats.end())
                },
                else return Err(Failure::unknown_game(game))
            );
            if !(least..=most).contains(&self.viewers) {
                let range =
                    if least == most { most.to_string() } else { format!("{least} to {most}") };
                let viewers = self.viewers;
                return Err(Failure::Usage(format!(
                    "{game} is for {range} players, not {viewers}; change --viewers"
                )));
            }
        }
        if self.tables == 0 && self.idle_connections == 0 && self.open_tables == 0 {
            let message =
                "there is nothing to measure; give --tables, --idle-connections or --open-tables";
            return Err(Failure::Usage(message.into()));
        }
        Ok(())
    }

    fn measurement(&self, program: PathBuf, game: String) -> load::Load {
        load::Load {
            program,
            url: self.url.clone(),
            pid: self.pid,
            game,
            tables: self.tables,
            viewers: self.viewers,
            time: Duration::from_secs(self.seconds.into()),
            rate: self.rate,
            rush: self.rush,
            half_load: self.half_load,
            baseline: self.baseline,
            idle_connections: self.idle_connections,
            open_tables: self.open_tables,
            pad: self.pad,
            folder: self.folder.clone(),
        }
    }
}

/// The bare fan-out that `load --baseline` compares with, in a separate process
#[derive(Args)]
pub(crate) struct BareFanOut {
    /// How many seats a table has
    seats: usize,
    /// How many bytes each text has
    bytes: usize,
}

impl BareFanOut {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let runtime = tokio::runtime::Runtime::new()?;
        runtime.block_on(async {
            let server = FanOut::open(self.seats, self.bytes).await?;
            anstream::println!("listening at http://{}", server.address()?);
            match server.run().await? {}
        })
    }
}

/// Prints on standard error what is being measured.
#[allow(clippy::print_stderr)]
fn say(what: &str) {
    anstream::eprintln!("{what} …");
}
