//! The output of the demo: text while it runs, or JSON at its end.

use std::io::{self, Write};
use std::time::Duration;

use anstyle::{AnsiColor, Style};
use facedown_crypto::FaceNumber;
use indicatif::HumanCount;
use serde_json::{Value, json};

use super::faces::{HIDDEN, drawn, name};
use super::players::Cost;
use crate::draw::columns::Columns;
use crate::draw::text::{MAX_WIDTH, flow, padded, paragraph, width};
use crate::failure::Failure;
use crate::lineup::counted;

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
const GOOD: Style = AnsiColor::Green.on_default().bold();
const HEADING: Style = AnsiColor::Cyan.on_default().bold();

/// The output is not made narrower than this.
const MIN_WIDTH: usize = 40;
/// The width of the longest pile name, "Cleo's list", so that all piles are aligned.
const PILE_NAME_WIDTH: usize = 11;
/// The width of "others", the longest name of a viewer.
const VIEWER_WIDTH: usize = 6;
/// Longer runs of hidden cards are shown as a count.
const MAX_HIDDEN_RUN: usize = 6;

/// A pile as each player sees it.
pub(super) struct PileView {
    pub(super) pile: u16,
    pub(super) name: String,
    pub(super) cards: usize,
    /// One view for each group of players who see the same, the best-informed group first.
    pub(super) views: Vec<View>,
}

/// What a group of players sees of a pile, from the top.
pub(super) struct View {
    pub(super) who: String,
    pub(super) seats: Vec<usize>,
    pub(super) faces: Vec<Option<FaceNumber>>,
}

/// A chapter with its costs and findings, for the summary and the JSON output.
struct Chapter {
    title: &'static str,
    cost: Cost,
    piles: Vec<Value>,
    findings: Vec<Value>,
}

/// Writes the demo as text, or collects it as JSON.
pub(super) struct Output {
    out: anstream::AutoStream<io::StdoutLock<'static>>,
    columns: usize,
    json: bool,
    chapters: Vec<Chapter>,
}

impl Output {
    pub(super) fn new(json: bool) -> Self {
        let terminal = terminal_size::terminal_size_of(io::stdout());
        let asked = || std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
        let columns = terminal.map(|(width, _)| usize::from(width.0)).or_else(asked);
        let columns = columns.unwrap_or(80).clamp(MIN_WIDTH, MAX_WIDTH);
        Self { out: anstream::stdout().lock(), columns, json, chapters: Vec::new() }
    }

    /// Writes the title and the introduction.
    pub(super) fn open(&mut self, title: &str, texts: &[&str]) -> Result<(), Failure> {
        if self.json {
            return Ok(());
        }
        writeln!(self.out, "{BOLD}{title}{BOLD:#}")?;
        for text in texts {
            write!(self.out, "\n{}", paragraph("", text, self.columns))?;
        }
        Ok(())
    }

    pub(super) fn begin(&mut self, title: &'static str) -> Result<(), Failure> {
        let cost = Cost::default();
        self.chapters.push(Chapter { title, cost, piles: Vec::new(), findings: Vec::new() });
        if self.json {
            return Ok(());
        }
        let number = self.chapters.len();
        Ok(writeln!(self.out, "\n{HEADING}{number} · {title}{HEADING:#}")?)
    }

    pub(super) fn write_text(&mut self, text: &str) -> Result<(), Failure> {
        if self.json {
            return Ok(());
        }
        Ok(write!(self.out, "{}", paragraph("  ", text, self.columns))?)
    }

    /// Writes what every player sees of some piles.
    pub(super) fn show(&mut self, pile_views: &[PileView]) -> Result<(), Failure> {
        if let Some(chapter) = self.chapters.last_mut().filter(|_| self.json) {
            chapter.piles.extend(pile_views.iter().map(pile_view_json));
            return Ok(());
        }
        for pile_view in pile_views {
            let count = pile_view.cards;
            let mut pile =
                format!("    {}  {DIM}{count:>3}{DIM:#}", padded(&pile_view.name, PILE_NAME_WIDTH));
            if pile_view.cards == 0 {
                writeln!(self.out, "{pile}")?;
            }
            for view in pile_view.views.iter().filter(|_| pile_view.cards > 0) {
                let head = format!("{pile}  {DIM}{}{DIM:#}  ", padded(&view.who, VIEWER_WIDTH));
                let room = self.columns.saturating_sub(width(&head));
                let pieces = fitting(pieces(&view.faces), room);
                write!(self.out, "{}", flow(&head, &pieces, " ", self.columns))?;
                pile = " ".repeat(PILE_NAME_WIDTH + 9);
            }
        }
        Ok(())
    }

    /// Adds a finding to the JSON output.
    pub(super) fn note(&mut self, json: Value) {
        if let Some(chapter) = self.chapters.last_mut() {
            chapter.findings.push(json);
        }
    }

    /// Writes what a player tried, under its keyword, and how it was detected, if it already was.
    pub(super) fn find(
        &mut self,
        keyword: &str,
        tried: &str,
        found: Option<&str>,
        json: Value,
    ) -> Result<(), Failure> {
        self.note(json);
        if self.json {
            return Ok(());
        }
        let keyword = format!("  {BOLD}{}{BOLD:#}  ", padded(keyword, 9));
        write!(self.out, "{}", paragraph(&keyword, tried, self.columns))?;
        let mark = format!("{}{GOOD}✓{GOOD:#} ", " ".repeat(13));
        let found = found.map(|found| paragraph(&mark, found, self.columns));
        Ok(write!(self.out, "{}", found.unwrap_or_default())?)
    }

    /// Ends the chapter and writes its cost.
    pub(super) fn end(&mut self, cost: Cost) -> Result<(), Failure> {
        if let Some(chapter) = self.chapters.last_mut() {
            chapter.cost = cost;
        }
        if self.json {
            return Ok(());
        }
        let messages = counted(cost.messages, "message");
        let (bytes, work) = (grouped(cost.bytes), millis(cost.work));
        Ok(writeln!(self.out, "  {DIM}{messages} · {bytes} bytes · {work} ms{DIM:#}")?)
    }

    /// Writes the cost of each chapter and the total.
    pub(super) fn costs(&mut self) -> Result<(), Failure> {
        if self.json {
            return Ok(());
        }
        let mut table = Columns::new(["chapter", "messages", "bytes", "ms"]);
        let row = |title: String, cost: Cost| {
            vec![title, grouped(cost.messages), grouped(cost.bytes), millis(cost.work)]
        };
        let mut sum = Cost::default();
        for (number, chapter) in (1..).zip(&self.chapters) {
            table.row(row(format!("{number:>2} · {}", chapter.title), chapter.cost));
            sum.messages += chapter.cost.messages;
            sum.bytes += chapter.cost.bytes;
            sum.work += chapter.cost.work;
        }
        table.row(row(format!("{BOLD}     total{BOLD:#}"), sum));
        writeln!(self.out, "\n{HEADING}What it cost{HEADING:#}")?;
        Ok(write!(self.out, "{}", table.draw())?)
    }

    /// Writes a heading and lines below it. A line that begins with `=` is not wrapped, so that it can be copied.
    pub(super) fn close(&mut self, title: &str, lines: &[String]) -> Result<(), Failure> {
        if self.json {
            return Ok(());
        }
        writeln!(self.out, "\n{HEADING}{title}{HEADING:#}")?;
        for line in lines {
            match line.strip_prefix('=') {
                Some(word) => writeln!(self.out, "  {BOLD}{word}{BOLD:#}")?,
                None => write!(self.out, "{}", paragraph("  ", line, self.columns))?,
            }
        }
        Ok(())
    }

    /// Writes the JSON output, if it was asked for.
    pub(super) fn write_json(&mut self, mut whole: Value) -> Result<(), Failure> {
        if !self.json {
            return Ok(());
        }
        let chapter = |chapter: &Chapter| {
            json!({
                "title": chapter.title,
                "messages": chapter.cost.messages,
                "bytes": chapter.cost.bytes,
                "ms": chapter.cost.work.as_secs_f64() * 1e3,
                "piles": chapter.piles,
                "findings": chapter.findings,
            })
        };
        whole["chapters"] = self.chapters.iter().map(chapter).collect();
        Ok(writeln!(self.out, "{whole:#}")?)
    }
}

/// Formats a count with separators: "12,345".
pub(super) fn grouped(count: usize) -> String {
    HumanCount(count as u64).to_string()
}

pub(super) fn millis(time: Duration) -> String {
    format!("{:.1}", time.as_secs_f64() * 1e3)
}

/// The pieces of text for some cards: one for each visible card, and runs of hidden cards together.
fn pieces(faces: &[Option<FaceNumber>]) -> Vec<String> {
    let hidden = |count: usize| match count {
        0..=MAX_HIDDEN_RUN => vec![format!("{DIM}{HIDDEN}{DIM:#}"); count],
        _ => vec![format!("{DIM}{HIDDEN}×{count}{DIM:#}")],
    };
    faces
        .chunk_by(|one, next| one.is_none() && next.is_none())
        .flat_map(|run| run[0].map_or_else(|| hidden(run.len()), |face| vec![drawn(face)]))
        .collect()
}

/// Keeps as many pieces as fit on two lines, and adds how many are left out.
fn fitting(mut pieces: Vec<String>, room: usize) -> Vec<String> {
    let long = |pieces: &[String]| pieces.iter().map(|piece| width(piece) + 1).sum::<usize>();
    // A few columns can stay unused at the end of each line, where the next card does not fit.
    let most = (2 * room).saturating_sub(8);
    let all = pieces.len();
    if long(&pieces) <= most {
        return pieces;
    }
    while pieces.len() > 1 && long(&pieces) + "… 100 more".len() > most {
        pieces.pop();
    }
    let more = all - pieces.len();
    pieces.push(format!("{DIM}… {more} more{DIM:#}"));
    pieces
}

fn pile_view_json(pile_view: &PileView) -> Value {
    let face = |face: &Option<FaceNumber>| face.map(name);
    let view = |view: &View| {
        let sees: Vec<Option<String>> = view.faces.iter().map(face).collect();
        json!({ "seats": view.seats, "sees": sees })
    };
    let views: Vec<Value> = pile_view.views.iter().map(view).collect();
    json!({ "pile": pile_view.pile, "name": pile_view.name, "cards": pile_view.cards, "views": views })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(faces: &[Option<FaceNumber>]) -> String {
        anstream::adapter::strip_str(&pieces(faces).join(" ")).to_string()
    }

    #[test]
    fn many_hidden_cards_are_counted_and_few_are_drawn() {
        let (ace, hidden) = (Some(FaceNumber(0)), None);
        assert_eq!(plain(&[ace, hidden, hidden, ace]), "A♠ ▒▒ ▒▒ A♠");
        let mut many = vec![hidden; 40];
        many.push(ace);
        assert_eq!(plain(&many), "▒▒×40 A♠");
        assert_eq!(plain(&[]), "");
    }

    #[test]
    fn what_does_not_fit_on_two_lines_is_counted() {
        let cards = vec![String::from("A♠"); 50];
        let fit = fitting(cards.clone(), 40);
        let last = anstream::adapter::strip_str(fit.last().unwrap()).to_string();
        assert_eq!(last, format!("… {} more", 51 - fit.len()));
        assert_eq!(flow("", &fit, " ", 40).lines().count(), 2);
        assert_eq!(fitting(cards[..20].to_vec(), 40).len(), 20);
    }
}
