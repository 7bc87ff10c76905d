//! What is told of an evening: for people as it happens, for machines when it is over.

use std::io::{self, Write};
use std::time::Duration;

use anstyle::{AnsiColor, Style};
use facedown_crypto::FaceNumber;
use indicatif::HumanCount;
use serde_json::{Value, json};

use super::faces::{HIDDEN, drawn, name};
use super::round::Cost;
use crate::draw::columns::Columns;
use crate::draw::text::{WIDEST, flow, padded, paragraph, width};
use crate::failure::Failure;
use crate::lineup::counted;

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
const GOOD: Style = AnsiColor::Green.on_default().bold();
const HEADING: Style = AnsiColor::Cyan.on_default().bold();

/// The narrowest page.
const NARROWEST: usize = 40;
/// As wide as "Cleo's list", so that all cards of the evening stand under each other.
const PILE: usize = 11;
/// As wide as "others".
const WHO: usize = 6;
/// Longer runs of hidden cards are counted instead of drawn.
const RUN: usize = 6;

/// A pile, and who sees what of it.
pub(super) struct PileView {
    pub(super) pile: u16,
    pub(super) name: String,
    pub(super) cards: usize,
    /// Those who see the same stand together, those who see most first.
    pub(super) views: Vec<View>,
}

/// What some see of a pile, from the top.
pub(super) struct View {
    pub(super) who: String,
    pub(super) seats: Vec<usize>,
    pub(super) faces: Vec<Option<FaceNumber>>,
}

/// A chapter that is over.
struct Chapter {
    title: &'static str,
    cost: Cost,
    piles: Vec<Value>,
    findings: Vec<Value>,
}

/// Where an evening is told.
pub(super) struct Page {
    out: anstream::AutoStream<io::StdoutLock<'static>>,
    columns: usize,
    json: bool,
    chapters: Vec<Chapter>,
}

impl Page {
    pub(super) fn new(json: bool) -> Self {
        let terminal = terminal_size::terminal_size_of(io::stdout());
        let asked = || std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
        let columns = terminal.map(|(width, _)| usize::from(width.0)).or_else(asked);
        let columns = columns.unwrap_or(80).clamp(NARROWEST, WIDEST);
        Self { out: anstream::stdout().lock(), columns, json, chapters: Vec::new() }
    }

    /// The title of it all, and what to know first.
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

    pub(super) fn tell(&mut self, text: &str) -> Result<(), Failure> {
        if self.json {
            return Ok(());
        }
        Ok(write!(self.out, "{}", paragraph("  ", text, self.columns))?)
    }

    /// What everybody sees of some piles.
    pub(super) fn show(&mut self, sights: &[PileView]) -> Result<(), Failure> {
        if let Some(chapter) = self.chapters.last_mut().filter(|_| self.json) {
            chapter.piles.extend(sights.iter().map(sight_json));
            return Ok(());
        }
        for sight in sights {
            let count = sight.cards;
            let mut pile = format!("    {}  {DIM}{count:>3}{DIM:#}", padded(&sight.name, PILE));
            if sight.cards == 0 {
                writeln!(self.out, "{pile}")?;
            }
            for view in sight.views.iter().filter(|_| sight.cards > 0) {
                let head = format!("{pile}  {DIM}{}{DIM:#}  ", padded(&view.who, WHO));
                let room = self.columns.saturating_sub(width(&head));
                let pieces = fitting(pieces(&view.faces), room);
                write!(self.out, "{}", flow(&head, &pieces, " ", self.columns))?;
                pile = " ".repeat(PILE + 9);
            }
        }
        Ok(())
    }

    /// Something that machines want to know apart from what is told.
    pub(super) fn note(&mut self, json: Value) {
        if let Some(chapter) = self.chapters.last_mut() {
            chapter.findings.push(json);
        }
    }

    /// Something that was tried, under its keyword, and how it was found out; nothing if it was not yet.
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

    /// The chapter is over, and has cost this.
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

    /// What each chapter has cost, and all together.
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
        table.row(row(format!("{BOLD}     in all{BOLD:#}"), sum));
        writeln!(self.out, "\n{HEADING}What it cost{HEADING:#}")?;
        Ok(write!(self.out, "{}", table.draw())?)
    }

    /// A heading, and lines under it that are not broken.
    pub(super) fn close(&mut self, title: &str, lines: &[String]) -> Result<(), Failure> {
        if self.json {
            return Ok(());
        }
        writeln!(self.out, "\n{HEADING}{title}{HEADING:#}")?;
        for line in lines {
            // A head or a command is one word, to be copied whole.
            match line.strip_prefix('=') {
                Some(word) => writeln!(self.out, "  {BOLD}{word}{BOLD:#}")?,
                None => write!(self.out, "{}", paragraph("  ", line, self.columns))?,
            }
        }
        Ok(())
    }

    /// Everything as JSON, if that was asked for.
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

/// "12,345".
pub(super) fn grouped(count: usize) -> String {
    HumanCount(count as u64).to_string()
}

pub(super) fn millis(time: Duration) -> String {
    format!("{:.1}", time.as_secs_f64() * 1e3)
}

/// Cards on one line of words: each by its face, those that are hidden together.
fn pieces(faces: &[Option<FaceNumber>]) -> Vec<String> {
    let hidden = |count: usize| match count {
        0..=RUN => vec![format!("{DIM}{HIDDEN}{DIM:#}"); count],
        _ => vec![format!("{DIM}{HIDDEN}×{count}{DIM:#}")],
    };
    faces
        .chunk_by(|one, next| one.is_none() && next.is_none())
        .flat_map(|run| run[0].map_or_else(|| hidden(run.len()), |face| vec![drawn(face)]))
        .collect()
}

/// As many as fit on two lines, and how many more there are.
fn fitting(mut pieces: Vec<String>, room: usize) -> Vec<String> {
    let long = |pieces: &[String]| pieces.iter().map(|piece| width(piece) + 1).sum::<usize>();
    // Each line may lose a few columns at its end, where the next card is too wide.
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

fn sight_json(sight: &PileView) -> Value {
    let face = |face: &Option<FaceNumber>| face.map(name);
    let view = |view: &View| {
        let sees: Vec<Option<String>> = view.faces.iter().map(face).collect();
        json!({ "seats": view.seats, "sees": sees })
    };
    let views: Vec<Value> = sight.views.iter().map(view).collect();
    json!({ "pile": sight.pile, "name": sight.name, "cards": sight.cards, "views": views })
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
