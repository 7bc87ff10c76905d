//! The trials of the house as a command, which `cargo xtask crash` and `cargo xtask soak` run.
#![allow(clippy::print_stdout, clippy::print_stderr)] // to print is what a command does

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use clap::{Args, Parser, Subcommand};
use facedown_trials::{Crash, Failure, Soak, neighbour};

/// Trials of the house as a whole: a real `facedown serve` on a folder of its own, played at by real clients.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", disable_help_subcommand = true)]
struct Cli {
    #[command(subcommand)]
    trial: Trial,
}

#[derive(Subcommand)]
enum Trial {
    /// Kill the house in a loop while people play, and compare what everybody was told with its journal.
    ///
    /// Clients at every seat play all games at random: with and without clocks, some of which
    /// they let run out, with chat, bots, spectators, players who hang up and come back. Some
    /// messages are sent twice, and all that were not acknowledged are sent again after each kill.
    /// The house is killed (`kill -9`) after so many messages, now and then again while it opens.
    /// Its wall clock is set to other days and right again, while it runs and while it is down.
    /// Its disk is filled and freed again, with kills while it is full, and a second house is
    /// started on the same database. Filling takes the rights of root, for a disk in memory is
    /// mounted; where they are missing, the trial says that it was left out. In the end every table
    /// is played out, and it is an error if
    ///
    ///   - a client was told anything else than what the journal says: numbers,
    ///     acknowledgements, events, views, what may be done, clocks
    ///   - a message that was acknowledged is not in the journal, or twice,
    ///     or one that was refused is there
    ///   - a clock ran while the house was down, or struck too early
    ///   - a record is not what the journal leads to, or `facedown verify` does not take it
    ///   - the house did not open again, ended by itself, or logged an error
    ///   - on a full disk nothing was refused, or `/readyz` said 200; or the house did not go on by
    ///     itself when there was room again
    ///   - a second house on the same database opened, or did not say which process has it
    ///
    /// What is lost when the power fails is not tried: a killed process leaves what it has handed
    /// to the system.
    #[command(after_help = AFTER, verbatim_doc_comment)]
    Crash {
        #[command(flatten)]
        common: Common,
        /// How often the house is killed
        #[arg(long, value_name = "N", default_value_t = 100)]
        kills: u32,
        /// How many messages are sent between two kills, on the average
        #[arg(long, value_name = "MESSAGES", default_value_t = 500)]
        pace: u32,
        /// How often its disk is filled while people play, and freed again [default: a tenth of the kills]
        #[arg(long, value_name = "N")]
        fills: Option<u32>,
        /// How often a second house is started on the same database [default: a tenth of the kills]
        #[arg(long, value_name = "N")]
        rivals: Option<u32>,
    },
    /// Keep the house busy for a while: its memory and handles must stay flat.
    ///
    /// The same clients play one table after the other, and nobody is killed. Finished tables are
    /// cleared away at once, so the house should need no more in the end than after the first
    /// quarter. It is an error if its memory grows by more than a tenth and 8 MiB after that, if it
    /// keeps handles (sockets, files) when everybody has gone, or if anything of that which
    /// `crash` compares is wrong at the tables that were picked for comparison.
    #[command(after_help = AFTER, verbatim_doc_comment)]
    Soak {
        #[command(flatten)]
        common: Common,
        /// For how many minutes
        #[arg(long, value_name = "N", default_value_t = 10.0, value_parser = minutes)]
        minutes: f64,
    },
}

const AFTER: &str = "\
Exit codes: 0 all is well, 1 the house did something wrong, 2 usage, 69 the house does not open at
all, 74 a file or a process is not as it has to be. If something is wrong, the database, the house's
log, the records and all transcripts are kept, and it is said where. EntryBody is sent when depends on
the machine: a seed repeats the dice, not the whole run.";

#[derive(Args)]
struct Common {
    /// How many tables are played at at the same time
    #[arg(long, value_name = "N", default_value_t = 15, value_parser = clap::value_parser!(u16).range(1..=1000))]
    tables: u16,
    /// What the dice are thrown with [default: the time]
    #[arg(long, value_name = "TEXT")]
    seed: Option<String>,
    /// The program to try; otherwise the one that was just built
    #[arg(long, value_name = "FILE")]
    house: Option<PathBuf>,
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
    let house = common.house.clone().map_or_else(own, Ok).map_err(io("this program"))?;
    let seed = common.seed.clone().unwrap_or_else(time);
    let tables = common.tables.into();
    let runtime = tokio::runtime::Runtime::new().map_err(io("a runtime"))?;
    say(&format!("{tables} tables, seed {seed:?}"));
    match trial {
        &Trial::Crash { kills, pace, fills, rivals, .. } => {
            let tenth = kills.div_ceil(10);
            let (fills, rivals) = (fills.unwrap_or(tenth), rivals.unwrap_or(tenth));
            let crash = Crash { house, seed, tables, kills, pace, fills, rivals };
            runtime.block_on(crash.run(say)).map(|report| report.to_string())
        }
        Trial::Soak { minutes, .. } => {
            let time = Duration::from_secs_f64(minutes * 60.0);
            let soak = Soak { house, seed, tables, time };
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
