//! The chores of the repository, each one command: `cargo xtask <chore>`.
#![allow(clippy::print_stdout, clippy::print_stderr)] // chores print to the terminal

mod chores;
mod deny;
mod figures;
mod format;
mod new_game;
mod step;
mod tidy;
mod web;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// The chores of the repository, each one command.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", disable_help_subcommand = true)]
struct Cli {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Builds the page and the server, starts the server and prints its address.
    ///
    /// The page needs Node.js and npm. Arguments after `--` are passed to `facedown serve`.
    Play {
        /// Arguments for `facedown serve`, such as `--listen 0.0.0.0:4242`.
        #[arg(last = true)]
        serve: Vec<String>,
    },
    /// Runs all checks and tests. Run it before you commit.
    ///
    /// The steps, in this order: set-up (adds rustfmt, clippy and browsers if they are missing), the format of every Rust
    /// file, the page (its packages and build), then beside each other the page's format, lints, types and tests, and the
    /// dependencies, clippy with warnings as errors, rustdoc with warnings as errors and a check for WebAssembly; then all
    /// tests, doctests and the tidiness of the repository among them, and the page in a browser. It stops at the first step
    /// that fails, and prints how long each step took.
    Test {
        /// Only the quick checks: formats, lints, the page's types and tests, unit tests.
        #[arg(long)]
        quick: bool,
    },
    /// Writes the golden files from the present behaviour, and lists those that changed.
    ///
    /// The tests run with BLESS=1, so that each golden test writes its file instead of comparing it.
    /// Read the diff before you commit it: it shows what changes for the players.
    Bless {
        /// Only the tests whose name contains this.
        filter: Option<String>,
    },
    /// Generates the TypeScript types of the page from the Rust types, and the vectors that the page is tested with.
    ///
    /// The files are in web/src/protocol. `cargo xtask test` fails if they are out of date.
    Codegen,
    /// Runs the benchmarks, and compares each with the reference of its group.
    ///
    /// Times depend on the machine and its load; the ratios within one run depend on them far less.
    Bench {
        /// Only the benchmarks whose name contains this.
        filter: Option<String>,
    },
    /// Kills the server in a loop during play, and compares the messages of all clients with its journal.
    #[command(disable_help_flag = true)] // the trial has its own
    Crash {
        /// Arguments of the trial: see `cargo xtask crash --help`.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<String>,
    },
    /// Keeps the server busy for a while: its memory and handles must stay flat.
    #[command(disable_help_flag = true)]
    Soak {
        /// Arguments of the trial: see `cargo xtask soak --help`.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<String>,
    },
    /// Plays between machines over a relay, and measures how long people wait.
    #[command(disable_help_flag = true)]
    Network {
        /// Arguments of the measurement: see `cargo xtask network --help`.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<String>,
    },
    /// Takes screenshots of every screen in common sizes, light and dark, into web/shots.
    ///
    /// One sheet for each screen: desktop, phone, phone in landscape, and twice as large. Look at them after you have
    /// changed the page. With `--readme` it takes those of the README instead, into docs/screenshots.
    Shots {
        /// Take the screenshots of the README instead.
        #[arg(long)]
        readme: bool,
    },
    /// Checks the dependencies: licences, sources and security advisories.
    ///
    /// It installs cargo-deny into target/tools if it is missing, and asks npm about the page's packages. deny.toml lists
    /// what is allowed. If a database of advisories cannot be reached, it prints that and goes on.
    Deny,
    /// Makes a new game that can be played at once: docs/adding-a-game.md.
    ///
    /// It writes a small game with numbered rules, its tests and its board, adds it to the registry, and generates its
    /// TypeScript. Everything else finds the game through the registry.
    NewGame {
        /// The game's name in commands and files, in kebab case: pirate-bluff.
        name: String,
    },
    /// Formats every Rust file, including those that `cargo fmt` does not find because a macro declares them.
    Format {
        /// Only check, and fail if a file is not formatted.
        #[arg(long)]
        check: bool,
    },
    /// Checks what the compiler does not: module docs, file sizes, leftovers, the purity of core.
    ///
    /// `cargo xtask test` includes these checks. CONTRIBUTING.md lists them.
    Tidy,
}

fn main() -> ExitCode {
    let root = root();
    let done = match Cli::parse().chore {
        Chore::Play { serve } => web::play(&root, &serve),
        Chore::Test { quick } => chores::test(&root, quick),
        Chore::Bless { filter } => chores::bless(&root, filter.as_deref()),
        Chore::Codegen => chores::codegen(&root),
        Chore::Bench { filter } => chores::bench(&root, filter.as_deref()),
        Chore::Crash { args } => chores::trial(&root, "crash", &args),
        Chore::Soak { args } => chores::trial(&root, "soak", &args),
        Chore::Network { args } => chores::network(&root, &args),
        Chore::Shots { readme } => web::shots(&root, readme),
        Chore::Deny => deny::check(&root),
        Chore::NewGame { name } => new_game::run(&root, &name),
        Chore::Format { check } => format::rust(&root, check),
        Chore::Tidy => chores::tidy(&root),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failed) => {
            eprintln!("\nxtask: {failed}");
            ExitCode::from(failed.code())
        }
    }
}

/// The root of the repository.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_owned()
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed() {
        super::Cli::command().debug_assert();
    }
}
