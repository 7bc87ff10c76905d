//! The console: input lines, output text and the clock.

use std::io::{self, BufRead, IsTerminal, Write};
use std::time::{Duration, Instant};

use anstyle::{AnsiColor, Style};

use crate::draw::text::{paragraph, terminal_width};

/// Reads lines and writes text; tests replace its streams and its clock.
pub(in crate::commands) struct Console {
    input: Box<dyn BufRead>,
    output: Box<dyn Write>,
    /// Whether the input is a terminal, which shows what is typed.
    echoes: bool,
    clock: Box<dyn FnMut() -> Instant>,
}

impl Console {
    /// Standard input and output. Colours are stripped unless the output is a terminal.
    pub(in crate::commands) fn standard() -> Self {
        Self {
            input: Box::new(io::stdin().lock()),
            output: Box::new(anstream::stdout()),
            echoes: io::stdin().is_terminal(),
            clock: Box::new(Instant::now),
        }
    }

    /// Standard output alone. Whoever reads the input does so elsewhere.
    pub(in crate::commands) fn output() -> Self {
        Self {
            input: Box::new(io::empty()),
            output: Box::new(anstream::stdout()),
            echoes: io::stdin().is_terminal(),
            clock: Box::new(Instant::now),
        }
    }

    /// Asks for a line, which comes from elsewhere.
    pub(in crate::commands) fn prompt(&mut self) -> io::Result<()> {
        let bold = Style::new().bold();
        write!(self.output, "{bold}›{bold:#} ")?;
        self.output.flush()
    }

    /// A line has come after a prompt, or is not waited for any more.
    pub(in crate::commands) fn end_prompt(&mut self, was_typed: bool) -> io::Result<()> {
        if !was_typed || !self.echoes { writeln!(self.output) } else { Ok(()) }
    }

    /// A console on which every answer takes `pace`.
    #[cfg(test)]
    pub(in crate::commands) fn slow(
        input: Box<dyn BufRead>,
        output: Box<dyn Write>,
        pace: Duration,
    ) -> Self {
        let mut now = Instant::now();
        let clock = move || {
            now += pace;
            now
        };
        Self { input, output, echoes: false, clock: Box::new(clock) }
    }

    /// Writes text that is already in lines.
    pub(in crate::commands) fn write(&mut self, text: &str) -> io::Result<()> {
        self.output.write_all(text.as_bytes())
    }

    /// Writes one line.
    pub(in crate::commands) fn line(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.output, "{text}")
    }

    /// Writes a wrapped paragraph.
    pub(in crate::commands) fn say(&mut self, text: &str) -> io::Result<()> {
        let text = paragraph("", text, terminal_width());
        self.write(&text)
    }

    /// Writes a warning, such as what is wrong with an answer.
    pub(in crate::commands) fn complain(&mut self, text: &str) -> io::Result<()> {
        let yellow: Style = AnsiColor::Yellow.on_default();
        let text = paragraph("! ", text, terminal_width());
        self.write(&format!("{yellow}{}{yellow:#}\n", text.trim_end()))
    }

    /// Reads a line and measures how long that took. Returns `None` at the end of the input.
    pub(in crate::commands) fn ask(&mut self) -> io::Result<Option<(String, Duration)>> {
        self.prompt()?;
        let started = (self.clock)();
        let mut bytes = Vec::new();
        let read = self.input.read_until(b'\n', &mut bytes)?;
        let took = (self.clock)().saturating_duration_since(started);
        if read == 0 || !self.echoes {
            writeln!(self.output)?;
        }
        // Input that is not UTF-8 is not a command and is asked for again.
        let line = String::from_utf8_lossy(&bytes).trim().to_owned();
        Ok((read > 0).then_some((line, took)))
    }
}
