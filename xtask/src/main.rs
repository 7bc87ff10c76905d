//! The chores of the repository, each one command: `cargo xtask <chore>`.
#![allow(clippy::print_stdout, clippy::print_stderr)] // to print is what a chore does

mod chores;
mod deny;
mod figures;
mod format;
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
    /// Builds the page and the house, and opens the house: play in a browser at the address that it says.
    ///
    /// It needs Node.js and npm for the page. What comes after `--` goes to `facedown serve`.
    Play {
        /// What to tell `facedown serve`, such as `--listen 0.0.0.0:4242`.
        #[arg(last = true)]
        serve: Vec<String>,
    },
    /// Checks everything: format, lints, documentation, tests. Run it before you commit.
    ///
    /// The steps, in this order: set-up (adds rustfmt and clippy if they are missing),
    /// the format of every Rust file, the page (its packages, types, tests and build), the dependencies, clippy with warnings as errors, rustdoc
    /// with warnings as errors, all tests, doctests and the tidiness of the repository among them, and the page in a
    /// browser. It stops at the first step that fails, and prints how long each step took.
    Test {
        /// Only what is worth waiting for before each commit: formats, lints, the page's types and tests, unit tests.
        #[arg(long)]
        quick: bool,
    },
    /// Rewrites the golden files from what the code does now, and lists those that changed.
    ///
    /// The tests are run with BLESS=1, which has each golden test write its file instead of comparing
    /// it. Read the difference before you commit it: it is what changed for the players.
    Bless {
        /// Only the tests whose name contains this.
        filter: Option<String>,
    },
    /// Writes the TypeScript of the web client from the Rust types, and the vectors that it is tested with.
    ///
    /// The files are in web/src/protocol. `cargo xtask test` fails when they are not current.
    Codegen,
    /// Runs the benchmarks, and prints each beside the reference of its group.
    ///
    /// Seconds depend on the machine and on what else it does; the ratios within one run do so far less.
    Bench {
        /// Only the benchmarks whose name contains this.
        filter: Option<String>,
    },
    /// Kills the house in a loop while people play, and compares what everybody was told with its journal.
    #[command(disable_help_flag = true)] // the trial has its own
    Crash {
        /// What the trial is told: see `cargo xtask crash --help`.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<String>,
    },
    /// Keeps the house busy for a while: its memory and handles must stay flat.
    #[command(disable_help_flag = true)]
    Soak {
        /// What the trial is told: see `cargo xtask soak --help`.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<String>,
    },
    /// Checks the dependencies: licences, sources, and what is known to be wrong with them.
    ///
    /// It installs cargo-deny into target/tools, if it is not there, and asks npm about the page's packages. deny.toml
    /// says what is allowed. Where a database of advisories cannot be asked, it says so and goes on.
    Deny,
    /// Formats every Rust file, also those that `cargo fmt` does not find because a macro declares them.
    Format {
        /// Change nothing, and fail if a file is not formatted.
        #[arg(long)]
        check: bool,
    },
    /// Checks what no compiler checks: module docs, file sizes, leftovers, the purity of core.
    ///
    /// `cargo xtask test` checks the same, for tidiness is a test. CONTRIBUTING.md says what is tidy.
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
        Chore::Deny => deny::check(&root),
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
