//! One step of a chore: a named command that is announced and timed. The chore stops if it fails.

use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;
use std::{fmt, io};

use crate::new_game::NameError;

/// The steps that have run, with their durations in seconds.
static TIMES: Mutex<Vec<(&'static str, f64)>> = Mutex::new(Vec::new());

/// Why a chore stopped.
#[derive(Debug)]
pub(crate) enum Failed {
    /// The program is missing or cannot be run.
    NotStarted { step: String, command: String, source: io::Error },
    /// The program failed; with its exit code, if it has one.
    Step { step: String, command: String, code: Option<i32> },
    /// A tool has to be installed first.
    Missing { what: &'static str, how: &'static str },
    /// The name of a new game is not valid.
    BadName { name: String, why: NameError },
    /// The repository is not tidy; each problem has been printed.
    Untidy { problems: usize },
}

impl Failed {
    /// The exit code of the chore: that of the failed step, if it has one.
    pub(crate) fn code(&self) -> u8 {
        match self {
            Self::Step { code: Some(code), .. } => u8::try_from(*code).unwrap_or(1),
            _ => 1,
        }
    }
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotStarted { step, command, source } => {
                write!(f, "{step} could not start: `{command}`: {source}")
            }
            Self::Step { step, command, .. } => {
                write!(f, "{step} failed; to see only this step again, run `{command}`")
            }
            Self::Missing { what, how } => write!(f, "{what} is missing: {how}"),
            Self::BadName { name, why } => write!(f, "no game can be called {name:?}: {why}"),
            Self::Untidy { problems } => write!(f, "{problems} untidy places; see above"),
        }
    }
}

/// A command that is part of a chore.
pub(crate) struct Step {
    name: &'static str,
    command: Command,
    /// The command as a person would type it.
    typed: String,
}

impl Step {
    /// A run of cargo at the root of the repository, with these arguments.
    pub(crate) fn cargo(root: &Path, name: &'static str, args: &[&str]) -> Self {
        Self::new(root, name, "cargo", args)
    }

    pub(crate) fn new(root: &Path, name: &'static str, program: &str, args: &[&str]) -> Self {
        let mut command = Command::new(program);
        command.args(args).current_dir(root).stdin(Stdio::null());
        let typed = [&[program], args].concat().join(" ");
        Self { name, command, typed }
    }

    /// The same step with an environment variable set.
    pub(crate) fn env(mut self, key: &str, value: &str) -> Self {
        self.command.env(key, value);
        let quote = if value.contains(' ') { "\"" } else { "" };
        self.typed = format!("{key}={quote}{value}{quote} {}", self.typed);
        self
    }

    /// The same step, printed as this shorter command that does the same.
    pub(crate) fn typed_as(mut self, command: &str) -> Self {
        command.clone_into(&mut self.typed);
        self
    }

    /// Runs it, and prints the command and how long it took.
    pub(crate) fn run(mut self) -> Result<(), Failed> {
        println!("{}", self.title());
        let start = Instant::now();
        let status = self.command.status();
        let (line, outcome) = self.ended(start, status);
        println!("{line}");
        outcome
    }

    /// Runs it beside other steps: what it prints appears in one piece when it has ended.
    pub(crate) fn run_in_background(mut self) -> Result<(), Failed> {
        let start = Instant::now();
        let output = self.command.output();
        let mut printed = self.title() + "\n";
        if let Ok(output) = &output {
            printed += &String::from_utf8_lossy(&output.stdout);
            printed += &String::from_utf8_lossy(&output.stderr);
        }
        let (line, outcome) = self.ended(start, output.map(|output| output.status));
        println!("{printed}{line}");
        outcome
    }

    /// The line with which its output begins.
    fn title(&self) -> String {
        format!("== {}: {}", self.name, self.typed)
    }

    /// Notes how long it took. Returns the line with which its output ends, and whether it succeeded.
    fn ended(self, start: Instant, status: io::Result<ExitStatus>) -> (String, Result<(), Failed>) {
        let took = start.elapsed().as_secs_f64();
        TIMES.lock().unwrap_or_else(PoisonError::into_inner).push((self.name, took));
        match status {
            Ok(status) if status.success() => {
                (format!("== {}: ok, {took:.1} s\n", self.name), Ok(()))
            }
            Ok(status) => {
                let line = format!("== {}: FAILED ({status}), {took:.1} s", self.name);
                (line, Err(self.failed(status.code())))
            }
            Err(source) => {
                let line = format!("== {}: NOT STARTED ({source})", self.name);
                (line, Err(self.not_started(source)))
            }
        }
    }

    /// Runs it without output, and returns whether it succeeded.
    pub(crate) fn succeeds(mut self) -> bool {
        let status = self.command.stdout(Stdio::null()).stderr(Stdio::null()).status();
        status.is_ok_and(|status| status.success())
    }

    /// Runs it without output, and returns its standard output.
    pub(crate) fn output(mut self) -> Result<String, Failed> {
        match self.command.stderr(Stdio::inherit()).output() {
            Ok(output) if output.status.success() => {
                Ok(String::from_utf8_lossy(&output.stdout).into_owned())
            }
            Ok(output) => Err(self.failed(output.status.code())),
            Err(source) => Err(self.not_started(source)),
        }
    }

    /// Runs it without output, and returns its standard output even if it failed.
    pub(crate) fn printed(mut self) -> Result<String, Failed> {
        match self.command.stderr(Stdio::null()).output() {
            Ok(output) => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
            Err(source) => Err(self.not_started(source)),
        }
    }

    fn failed(self, code: Option<i32>) -> Failed {
        Failed::Step { step: self.name.to_owned(), command: self.typed, code }
    }

    fn not_started(self, source: io::Error) -> Failed {
        Failed::NotStarted { step: self.name.to_owned(), command: self.typed, source }
    }
}

/// Prints how long each step took.
pub(crate) fn print_times() {
    for (name, seconds) in TIMES.lock().unwrap_or_else(PoisonError::into_inner).iter() {
        println!("{seconds:>8.1} s  {name}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_names_its_step_and_how_to_run_it_again() {
        let step = Step::cargo(&crate::root(), "a step", &["eat"]).env("A", "b c");
        let message = step.failed(None).to_string();
        assert!(message.contains("a step failed"), "{message}");
        assert!(message.contains("`A=\"b c\" cargo eat`"), "{message}");
    }
}
