//! The command behind `cargo xtask crash` and `cargo xtask soak`.
#![allow(clippy::print_stdout, clippy::print_stderr)] // printing is what a command does

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use clap::{Args, Parser, Subcommand};
use facedown_trials::{Crash, Failure, Soak, neighbour};

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
    match run(&Cli::parse().trial) {
        Ok(report) => {
            println!("{report}");
            ExitCode::SUCCESS
        }
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::from(failure.code())
        }
    }
}

fn run(trial: &Trial) -> Result<String, Failure> {
    let (Trial::Crash { common, .. } | Trial::Soak { common, .. }) = trial;
    let own = || std::env::current_exe().map(|own| neighbour(&own));
    let io = |what: &str| {
        let what = what.to_owned();
        move |source| Failure::Io { what, source }
    };
    let program = common.program.clone().map_or_else(own, Ok).map_err(io("this program"))?;
    let seed = common.seed.clone().unwrap_or_else(time);
    let tables = common.tables.into();
    let runtime = tokio::runtime::Runtime::new().map_err(io("a runtime"))?;
    say(&format!("{tables} tables, seed {seed:?}"));
    match trial {
        &Trial::Crash { kills, pace, fills, rivals, .. } => {
            let tenth = kills.div_ceil(10);
            let (fills, rivals) = (fills.unwrap_or(tenth), rivals.unwrap_or(tenth));
            let crash = Crash { program, seed, tables, kills, pace, fills, rivals };
            runtime.block_on(crash.run(say)).map(|report| report.to_string())
        }
        Trial::Soak { minutes, .. } => {
            let time = Duration::from_secs_f64(minutes * 60.0);
            let soak = Soak { program, seed, tables, time };
            runtime.block_on(soak.run(say)).map(|report| report.to_string())
        }
    }
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
