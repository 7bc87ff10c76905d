//! The `facedown` command.

use std::process::ExitCode;

use clap::Parser;

mod chain;
mod commands;
mod draw;
mod failure;
mod hex;
mod lineup;
mod outline;
mod perspective;
mod playable;
mod scenario;
mod source;

/// Card games in which players hide things from each other.
///
/// Each player sees only what they may see, and every game can be replayed exactly.
#[derive(Parser)]
#[command(
    version,
    propagate_version = true,
    after_help = "\
Exit codes: 0 success; 1 a check failed; 2 usage error; 65 a file or share code is damaged; 66 a file cannot be read; \
69 a relay or other players are away; 74 output cannot be written; 130 stopped with Ctrl-C."
)]
struct Facedown {
    #[command(subcommand)]
    command: commands::Command,
}

fn main() -> ExitCode {
    match Facedown::parse().command.run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
