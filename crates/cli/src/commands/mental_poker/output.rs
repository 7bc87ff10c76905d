//! The text of the demo: wrapped, with headings, findings and what everything cost.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::time::Duration;

use anstyle::{AnsiColor, Style};
use indicatif::HumanCount;

use super::machines::Cost;
use crate::draw::columns::Columns;
use crate::draw::text::{MAX_WIDTH, flow, padded, paragraph};
use crate::failure::Failure;
use crate::lineup::counted;

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
const GOOD: Style = AnsiColor::Green.on_default().bold();
const HEADING: Style = AnsiColor::Cyan.on_default().bold();

/// The output is not made narrower than this.
const MIN_WIDTH: usize = 40;

/// Collects the text of the demo. It is written chapter by chapter, or only at the end of a game that is worth it.
pub(super) struct Output {
    text: String,
    columns: usize,
    is_quiet: bool,
    chapters: usize,
}

impl Output {
    /// An output that writes nothing at all if it is quiet.
    pub(super) fn new(is_quiet: bool) -> Self {
        let terminal = terminal_size::terminal_size_of(io::stdout());
        let asked = || std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
        let columns = terminal.map(|(width, _)| usize::from(width.0)).or_else(asked);
        let columns = columns.unwrap_or(80).clamp(MIN_WIDTH, MAX_WIDTH);
        Self { text: String::new(), columns, is_quiet, chapters: 0 }
    }

    /// Forgets what has not been written.
    pub(super) fn clear(&mut self) {
        self.text.clear();
        self.chapters = 0;
    }

    /// Writes what has been collected.
    pub(super) fn flush(&mut self) -> Result<(), Failure> {
        let text = std::mem::take(&mut self.text);
        if self.is_quiet {
            return Ok(());
        }
        let mut out = anstream::stdout().lock();
        out.write_all(text.as_bytes())?;
        Ok(out.flush()?)
    }

    /// The title and the introduction.
    pub(super) fn title(&mut self, title: &str, text: &str) {
        self.push(&format!("{BOLD}{title}{BOLD:#}\n\n"));
        self.push(&paragraph("", text, self.columns));
    }

    /// A numbered heading with a text below it.
    pub(super) fn chapter(&mut self, title: &str, text: &str) {
        self.chapters += 1;
        let number = self.chapters;
        self.heading(&format!("{number} · {title}"));
        self.line(text);
    }

    pub(super) fn heading(&mut self, title: &str) {
        self.push(&format!("\n{HEADING}{title}{HEADING:#}\n"));
    }

    pub(super) fn line(&mut self, text: &str) {
        self.push(&paragraph("  ", text, self.columns));
    }

    /// A line of the story.
    pub(super) fn event(&mut self, text: &str) {
        self.push(&paragraph("    · ", text, self.columns));
    }

    /// Text that is not wrapped, so that it can be copied.
    pub(super) fn verbatim(&mut self, text: &str) {
        self.push(&format!("  {BOLD}{text}{BOLD:#}\n"));
    }

    /// What one viewer sees: how many cards, and the first of them.
    pub(super) fn sees(&mut self, who: &str, width: usize, count: &str, faces: &[String]) {
        let head = format!("    {}  {count}  ", padded(who, width));
        let room = 2 * self.columns.saturating_sub(head.chars().count());
        let mut shown = Vec::new();
        let mut used = 0;
        for face in faces {
            used += face.chars().count() + 2;
            if used + 10 > room {
                let more = faces.len() - shown.len();
                shown.push(format!("{DIM}… {more} more{DIM:#}"));
                break;
            }
            shown.push(face.clone());
        }
        self.push(&trimmed(&flow(&head, &shown, "  ", self.columns)));
    }

    /// What somebody tries, and how it is found out.
    pub(super) fn finding(&mut self, keyword: &str, tried: &str, found: &str) {
        let head = format!("  {BOLD}{}{BOLD:#}  ", padded(keyword, 7));
        if !tried.is_empty() {
            self.push(&paragraph(&head, tried, self.columns));
        }
        let mark = format!("{}{GOOD}✓{GOOD:#} ", " ".repeat(11));
        if !found.is_empty() {
            self.push(&paragraph(&mark, found, self.columns));
        }
    }

    /// The cost of a chapter.
    pub(super) fn cost(&mut self, cost: Cost) {
        let (rounds, messages) = (counted(cost.rounds, "round"), counted(cost.messages, "message"));
        let (bytes, millis) = (grouped(cost.bytes), millis(cost.work));
        let text = format!("{rounds}, {messages}, {bytes} bytes, {millis} ms");
        for line in paragraph("    ", &text, self.columns).lines() {
            self.push(&format!("{DIM}{line}{DIM:#}\n"));
        }
    }

    /// The cost of all chapters.
    pub(super) fn costs(&mut self, rows: &[(&str, Cost)], total: Cost) {
        let mut table = Columns::new(["", "rounds", "messages", "bytes", "ms"]);
        let row = |title: String, cost: Cost| {
            let (rounds, messages) = (grouped(cost.rounds), grouped(cost.messages));
            vec![title, rounds, messages, grouped(cost.bytes), millis(cost.work)]
        };
        for (title, cost) in rows {
            table.row(row((*title).to_owned(), *cost));
        }
        table.row(row(format!("{BOLD}total{BOLD:#}"), total));
        self.heading("What it cost");
        self.push(&table.draw_within(self.columns));
    }

    fn push(&mut self, text: &str) {
        // Writing to a string cannot fail.
        let _ = write!(self.text, "{text}");
    }
}

/// Without blanks at the ends of lines.
fn trimmed(text: &str) -> String {
    text.lines().flat_map(|line| [line.trim_end(), "\n"]).collect()
}

/// Formats a count with separators: "12,345".
pub(super) fn grouped(count: usize) -> String {
    HumanCount(count as u64).to_string()
}

pub(super) fn millis(time: Duration) -> String {
    format!("{:.1}", time.as_secs_f64() * 1e3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_on_two_lines_is_counted() {
        let mut output = Output { text: String::new(), columns: 50, is_quiet: true, chapters: 0 };
        let faces = vec![String::from("6-4"); 40];
        output.sees("Ann", 4, "40 of 40", &faces);
        let text = anstream::adapter::strip_str(&output.text).to_string();
        assert_eq!(text.lines().count(), 2, "{text}");
        assert!(text.contains(" more"), "{text}");
        output.clear();
        output.sees("Ann", 4, "7 of 40", &faces[..7]);
        assert!(!output.text.contains("more"), "{}", output.text);
    }
}
