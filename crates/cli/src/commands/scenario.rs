//! `facedown scenario`: plays games that are written down step by step, and says what each step did.

use std::io::{self, BufRead, BufReader, Read};

use clap::Args;
use facedown_core::Seed;

use crate::failure::Failure;
use crate::scenario::{Complete, Runner, ScenarioError};

/// Plays scenarios and writes what each step did, as one line of JSON a step.
///
/// A scenario is a JSON object: the game, the seats, a seed or a rigged deal, and the steps to try.
/// A step may say what it expects. docs/scenario.md describes every field.
#[derive(Args)]
#[command(after_help = "\
Exit codes: 0 all is as expected; 1 a step did not come out as it expected; 65 a scenario is damaged \
or contradicts itself; 66 a file cannot be read. Of several, the highest counts; the other scenarios \
are played all the same.")]
pub(crate) struct Scenario {
    /// The files, with one scenario each; - is standard input.
    #[arg(required_unless_present = "jsonl", conflicts_with = "jsonl", value_name = "FILE")]
    files: Vec<String>,
    /// Reads many scenarios from standard input, one a line.
    #[arg(long)]
    jsonl: bool,
    /// Leaves out what each seat and a spectator see, which is most of the output.
    #[arg(long)]
    no_views: bool,
    /// Has this bot play every seat on to the end of the game, after the steps.
    #[arg(long, value_name = "BOT")]
    complete_with: Option<String>,
    /// Where these bots' chances come from: any text, or 64 hexadecimal digits.
    #[arg(long, value_name = "SEED", default_value = "facedown", requires = "complete_with")]
    complete_seed: String,
}

impl Scenario {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let seed = Seed::from_text(&self.complete_seed);
        let complete = self.complete_with.map(|bot| Complete { bot, seed });
        let mut runner = Runner::new(io::stdout().lock(), !self.no_views, complete);
        if self.jsonl {
            lines(&mut runner)?;
        }
        for file in &self.files {
            match read(file) {
                Ok(text) => runner.run(&text, file, None)?,
                Err(error) => runner.fault(&ScenarioError::Unreadable(error), file, None)?,
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

/// Plays the scenarios of standard input line by line. Whoever waits for an answer before writing the
/// next line gets it: before we wait for more, all is written.
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
                runner.fault(&ScenarioError::Unreadable(error), &named, Some(number))?;
                break;
            }
        }
    }
    Ok(())
}
