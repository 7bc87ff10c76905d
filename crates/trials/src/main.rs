//! The command behind `cargo xtask crash`, `cargo xtask soak` and `cargo xtask network`.
#![allow(clippy::print_stdout, clippy::print_stderr)] // printing is what a command does

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use clap::{Args, Parser, Subcommand};
use facedown_core::{Game, Seed};
use facedown_games::with_game;
use facedown_trials::{Crash, Failure, Network, NetworkError, Soak, neighbour};

/// Trials of the server as a whole: a real `facedown serve` with a database of its own, driven by real clients.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", disable_help_subcommand = true)]
struct Cli {
    #[command(subcommand)]
    trial: Trial,
}

#[derive(Subcommand)]
enum Trial {
    /// Kill the server in a loop during play, and compare what all clients were told with its journal.
    ///
    /// Clients at every seat play all games at random: with and without clocks, some of which
    /// they let run out, with chat, bots, spectators, players who disconnect and return. Some
    /// messages are sent twice, and all that were not acknowledged are sent again after each kill.
    /// The server is killed (`kill -9`) after a random number of messages, sometimes again during its start.
    /// Its wall clock is changed by days, while it runs and while it is down.
    /// Its disk is filled and freed again, with kills while it is full, and a second server is
    /// started on the same database. Filling needs root, because a disk in memory is mounted; without
    /// root the report says that it was left out. In the end every table is played out, and it is an
    /// error if
    ///
    ///   - a client got something that does not match the journal: numbers,
    ///     acknowledgements, events, views, legal actions, clocks
    ///   - a message that was acknowledged is not in the journal, or twice,
    ///     or one that was refused is there
    ///   - a clock ran while the server was down, or ran out too early
    ///   - a record is not what the journal leads to, or `facedown verify` rejects it
    ///   - the server did not start again, ended by itself, or logged an error
    ///   - on a full disk nothing was refused, or `/readyz` said 200; or the server did not go on by
    ///     itself when there was room again
    ///   - a second server on the same database started, or did not name the process that has it
    ///
    /// Power failures are not simulated: a killed process leaves what it has handed to the system.
    #[command(after_help = AFTER, verbatim_doc_comment)]
    Crash {
        #[command(flatten)]
        common: Common,
        /// How often the server is killed
        #[arg(long, value_name = "N", default_value_t = 100)]
        kills: u32,
        /// The average number of messages between two kills
        #[arg(long, value_name = "MESSAGES", default_value_t = 500)]
        pace: u32,
        /// How often the disk is filled during play and freed again [default: a tenth of the kills]
        #[arg(long, value_name = "N")]
        fills: Option<u32>,
        /// How often a second server is started on the same database [default: a tenth of the kills]
        #[arg(long, value_name = "N")]
        rivals: Option<u32>,
    },
    /// Keep the server busy: its memory and handles must stay flat.
    ///
    /// The same clients play one table after the other, and the server is not killed. Finished tables
    /// are archived at once, so the server should need no more in the end than after the first
    /// quarter. It is an error if its memory grows by more than a tenth and 8 MiB after that, if it
    /// keeps handles (sockets, files) after all clients have gone, or if anything that `crash`
    /// compares is wrong at the tables that were picked for comparison.
    #[command(after_help = AFTER, verbatim_doc_comment)]
    Soak {
        #[command(flatten)]
        common: Common,
        /// How many minutes it takes
        #[arg(long, value_name = "N", default_value_t = 10.0, value_parser = minutes)]
        minutes: f64,
    },
    /// Play between machines over a relay, and measure how long people wait.
    ///
    /// For each game a relay and a machine for each player are started, all in processes of their own, and a client
    /// stands for each browser. Players act at random. What is measured is the time from a click until all other
    /// players see what it did; for the deal, from when all have agreed to play until all see their cards.
    #[command(after_help = NETWORK_EXAMPLES)]
    Network(NetworkArgs),
}

const NETWORK_EXAMPLES: &str = "\
Examples:
  cargo xtask network
  cargo xtask network --game exploding-kittens --games 3
  cargo xtask network --delay 100 --json";

#[derive(Args)]
struct NetworkArgs {
    /// The games to measure, one after the other
    #[arg(long, value_name = "GAME", value_delimiter = ',', default_values = facedown_games::listed())]
    game: Vec<String>,
    /// How many machines play
    #[arg(long, value_name = "N", default_value_t = 4)]
    players: usize,
    /// How many times each game is played
    #[arg(long, value_name = "N", default_value_t = 5)]
    games: usize,
    /// At most how many actions are played of each game
    #[arg(long, value_name = "N", default_value_t = 150)]
    actions: usize,
    /// How many milliseconds a message takes from one player to another, as if they were far apart
    #[arg(long, value_name = "MS", default_value_t = 0)]
    delay: u64,
    /// The seed of what the players do
    #[arg(long, value_name = "TEXT", default_value = "network")]
    seed: String,
    /// Write the results as JSON, one line a game
    #[arg(long)]
    json: bool,
    /// The `facedown` program [default: the one that was just built]
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
}

const AFTER: &str = "\
Exit codes: 0 all is well, 1 the server did something wrong, 2 usage, 69 the server does not start,
74 a file or a process cannot be used. If something is wrong, the database, the server's log, the
records and all transcripts are kept in a folder that is printed. What is sent when depends on
the machine: a seed repeats the dice, not the whole run.";

#[derive(Args)]
struct Common {
    /// How many tables are in play at the same time
    #[arg(long, value_name = "N", default_value_t = 15, value_parser = clap::value_parser!(u16).range(1..=1000))]
    tables: u16,
    /// The seed of all random choices [default: the time]
    #[arg(long, value_name = "TEXT")]
    seed: Option<String>,
    /// The `facedown` program [default: the one that was just built]
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
}

fn main() -> ExitCode {
    let failed = |failure: Failure| (failure.to_string(), failure.code());
    let report = match Cli::parse().trial {
        Trial::Crash { common, kills, pace, fills, rivals } => {
            let tenth = kills.div_ceil(10);
            let (fills, rivals) = (fills.unwrap_or(tenth), rivals.unwrap_or(tenth));
            let trial = common.begin().and_then(|Begun { program, seed, tables, runtime }| {
                let crash = Crash { program, seed, tables, kills, pace, fills, rivals };
                runtime.block_on(crash.run(say)).map(|report| report.to_string())
            });
            trial.map_err(failed)
        }
        Trial::Soak { common, minutes } => {
            let time = Duration::from_secs_f64(minutes * 60.0);
            let trial = common.begin().and_then(|Begun { program, seed, tables, runtime }| {
                let soak = Soak { program, seed, tables, time };
                runtime.block_on(soak.run(say)).map(|report| report.to_string())
            });
            trial.map_err(failed)
        }
        Trial::Network(args) => network(&args).map_err(|error| (error.to_string(), error.code())),
    };
    match report {
        Ok(report) => {
            println!("{report}");
            ExitCode::SUCCESS
        }
        Err((message, code)) => {
            eprintln!("{message}");
            ExitCode::from(code)
        }
    }
}

/// What a trial of the server begins with.
struct Begun {
    program: PathBuf,
    seed: String,
    tables: usize,
    runtime: tokio::runtime::Runtime,
}

impl Common {
    fn begin(self) -> Result<Begun, Failure> {
        let io = |what: &str| {
            let what = what.to_owned();
            move |source| Failure::Io { what, source }
        };
        let program = self.program.map_or_else(built, Ok).map_err(io("this program"))?;
        let (seed, tables) = (self.seed.unwrap_or_else(time), self.tables.into());
        let runtime = tokio::runtime::Runtime::new().map_err(io("a runtime"))?;
        say(&format!("{tables} tables, seed {seed:?}"));
        Ok(Begun { program, seed, tables, runtime })
    }
}

/// The `facedown` program that was built with this one.
fn built() -> std::io::Result<PathBuf> {
    std::env::current_exe().map(|own| neighbour(&own))
}

fn network(args: &NetworkArgs) -> Result<String, NetworkError> {
    let program = args.program.clone().map_or_else(built, Ok)?;
    let runtime = tokio::runtime::Runtime::new()?;
    let mut reports = Vec::new();
    for game in &args.game {
        let (rules, options) = with_game!(
            game.as_str(),
            G => (G::RULES, serde_json::to_value(<G as Game>::Options::default())),
            else return Err(NetworkError::UnknownGame(game.clone()))
        );
        let network = Network {
            program: program.clone(),
            game: (game.clone(), rules),
            options: options.map_err(std::io::Error::from)?,
            players: args.players,
            games: args.games,
            actions: args.actions,
            delay: Duration::from_millis(args.delay),
            seed: Seed::from_text(&args.seed),
        };
        let report = runtime.block_on(network.run(say))?;
        reports.push(if args.json { report.json() } else { report.to_string() });
    }
    Ok(reports.join("\n"))
}

fn say(line: &str) {
    eprintln!("{line}");
}

fn time() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_secs().to_string()
}

fn minutes(text: &str) -> Result<f64, String> {
    let minutes: f64 = text.parse().map_err(|_| "give a number of minutes".to_owned())?;
    let is_sound = (0.1..=100_000.0).contains(&minutes);
    is_sound.then_some(minutes).ok_or_else(|| "give 0.1 to 100000 minutes".to_owned())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed() {
        super::Cli::command().debug_assert();
    }
}
