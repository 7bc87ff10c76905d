//! `facedown scenario`: plays scenarios and writes the result of each step.

use std::io::{self, BufRead, BufReader, Read};

use clap::Args;
use facedown_core::Seed;

use crate::failure::Failure;
use crate::scenario::{Completion, Runner, ScenarioError};

/// Plays scenarios and writes the result of each step as a line of JSON.
///
/// A scenario is a JSON object: the game, the seats, a seed or a rigged deal, and the steps to try.
/// A step can state its expected result. docs/scenario.md describes every field.
#[derive(Args)]
#[command(after_help = "\
Exit codes: 0 every expectation is met; 1 a step has another result than expected; 65 a scenario is damaged \
or contradicts itself; 66 a file cannot be read. The highest of several is returned; an error in one scenario \
does not stop the others.")]
pub(crate) struct Scenario {
    /// Files with one scenario each; - is standard input.
    #[arg(required_unless_present = "jsonl", conflicts_with = "jsonl", value_name = "FILE")]
    files: Vec<String>,
    /// Reads scenarios from standard input, one per line.
    #[arg(long)]
    jsonl: bool,
    /// Leaves out the views of the seats and of a spectator, which are most of the output.
    #[arg(long)]
    no_views: bool,
    /// After the steps, lets this bot play every seat to the end of the game.
    #[arg(long, value_name = "BOT")]
    complete_with: Option<String>,
    /// The seed of these bots: any text, or 64 hexadecimal digits.
    #[arg(long, value_name = "SEED", default_value = "facedown", requires = "complete_with")]
    complete_seed: String,
}

impl Scenario {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let seed = Seed::from_text(&self.complete_seed);
        let completion = self.complete_with.map(|bot| Completion { bot, seed });
        let mut runner = Runner::new(io::stdout().lock(), !self.no_views, completion);
        if self.jsonl {
            lines(&mut runner)?;
        }
        for file in &self.files {
            match read(file) {
                Ok(text) => runner.run(&text, file, None)?,
                Err(error) => runner.report_error(&ScenarioError::Unreadable(error), file, None)?,
            }
        }
        runner.finish()
    }
}

fn read(file: &str) -> io::Result<Vec<u8>> {
    if file == "-" {
        let mut text = Vec::new();
        io::stdin().lock().read_to_end(&mut text)?;
        return Ok(text);
    }
    std::fs::read(file)
}

/// Plays the scenarios of standard input line by line. The output is flushed before waiting for more input, so
/// that a program can read the result of one scenario before it writes the next.
fn lines(runner: &mut Runner<io::StdoutLock<'_>>) -> Result<(), Failure> {
    let mut input = BufReader::with_capacity(1 << 16, io::stdin().lock());
    let mut text = Vec::new();
    for number in 1.. {
        if input.buffer().is_empty() {
            runner.flush()?;
        }
        text.clear();
        let named = format!("line {number}");
        match input.read_until(b'\n', &mut text) {
            Ok(0) => break,
            Ok(_) if text.trim_ascii().is_empty() => {}
            Ok(_) => runner.run(&text, &named, Some(number))?,
            Err(error) => {
                runner.report_error(&ScenarioError::Unreadable(error), &named, Some(number))?;
                break;
            }
        }
    }
    Ok(())
}
