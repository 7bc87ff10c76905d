//! `facedown replay` and `facedown views`: a recorded table as each viewer saw it.

use std::io::{self, BufRead, IsTerminal, Write};

use clap::Args;
use facedown_games::{Story, with_game};

use crate::draw::text::{MAX_WIDTH, paragraph};
use crate::failure::Failure;
use crate::outline::side_by_side;
use crate::perspective::{Perspective, Walk, action_number};
use crate::playable::Playable;
use crate::source::{Loaded, Source};

/// Steps through a recorded table as each viewer saw it.
///
/// On a terminal: Enter for the next action, b for the one before, a number to go there, q to quit.
/// Otherwise all steps are printed.
#[derive(Args)]
#[command(after_help = "\
Examples:
  facedown replay evening.json --as 0
  facedown replay hc1.BAGECEm8… --at 12
  facedown replay evening.chain --as spectator

Seats are numbered from 0, as in records. A single perspective is drawn as in `facedown play`; all perspectives are \
listed side by side. Each perspective shows only what that viewer saw at the time; `all` adds a view with every card \
open once the game is over.")]
pub(crate) struct Replay {
    /// A share code, or the file of a record, of a share code or of a finished chain.
    #[arg(value_name = "CODE|FILE")]
    source: String,
    /// Shows only the table after this number of actions; 0 is the deal.
    #[arg(long, value_name = "N", value_parser = action_number, allow_negative_numbers = true)]
    at: Option<usize>,
    /// The perspective: a seat's number, spectator, or all.
    #[arg(long = "as", value_name = "WHO", default_value = "all", allow_negative_numbers = true)]
    perspective: Perspective,
    /// Prints all steps, even on a terminal.
    #[arg(long, conflicts_with = "at")]
    all_steps: bool,
    /// Writes each step as a line of JSON.
    #[arg(long)]
    json: bool,
}

impl Replay {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let source = Source::read(&self.source)?;
        let game = source.game()?;
        with_game!(game, G => self.show::<G>(&source), else Err(source.unknown_game(&game)))
    }

    fn show<G: Playable>(&self, source: &Source) -> Result<(), Failure> {
        let loaded = source.load::<G>()?;
        warn(&loaded);
        let mut walk = Walk::new(&loaded, self.perspective)?;
        let mut out = anstream::stdout().lock();
        if let Some(at) = self.at {
            walk.go(at)?;
            return print(&walk, self.json, &mut out);
        }
        let interactive = io::stdin().is_terminal() && io::stdout().is_terminal();
        if interactive && !self.all_steps && !self.json {
            return step_through(&mut walk, &mut io::stdin().lock(), &mut out);
        }
        for step in 0..=walk.length() {
            walk.go(step)?;
            if step > 0 && !self.json {
                writeln!(out)?;
            }
            print(&walk, self.json, &mut out)?;
        }
        Ok(())
    }
}

/// Shows what each seat and a spectator saw at one moment, side by side.
#[derive(Args)]
#[command(after_help = "Seats are numbered from 0, as in records.")]
pub(crate) struct Views {
    /// A share code, or the file of a record, of a share code or of a finished chain.
    #[arg(value_name = "CODE|FILE")]
    source: String,
    /// After how many actions; 0 is the deal [default: after the last].
    #[arg(long, value_name = "N", value_parser = action_number, allow_negative_numbers = true)]
    at: Option<usize>,
    /// Writes JSON.
    #[arg(long)]
    json: bool,
}

impl Views {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let source = Source::read(&self.source)?;
        let game = source.game()?;
        with_game!(game, G => self.show::<G>(&source), else Err(source.unknown_game(&game)))
    }

    fn show<G: Playable>(&self, source: &Source) -> Result<(), Failure> {
        let loaded = source.load::<G>()?;
        warn(&loaded);
        let mut walk = Walk::new(&loaded, Perspective::All)?;
        walk.go(self.at.unwrap_or(walk.length()))?;
        print(&walk, self.json, &mut anstream::stdout().lock())
    }
}

/// Prints a warning about actions of the record that were refused.
#[allow(clippy::print_stderr)]
fn warn<G: Story>(loaded: &Loaded<G>) {
    let yellow = anstyle::AnsiColor::Yellow.on_default().bold();
    if !loaded.refused.is_empty() {
        let count = loaded.refused.len();
        anstream::eprintln!("{yellow}warning:{yellow:#} {count} refused and skipped:");
        for (number, why) in &loaded.refused {
            anstream::eprintln!("  action {number} of the record (counted from 1): {why}");
        }
    }
}

fn print<G: Playable>(walk: &Walk<'_, G>, json: bool, out: &mut impl Write) -> Result<(), Failure> {
    if json {
        return Ok(writeln!(out, "{}", walk.json())?);
    }
    let bold = anstyle::Style::new().bold();
    let heading = paragraph("", &walk.heading(), width());
    writeln!(out, "{bold}{}{bold:#}", heading.trim_end())?;
    if let Some(picture) = walk.picture(width().min(MAX_WIDTH)) {
        return Ok(out.write_all(picture.as_bytes())?);
    }
    for line in side_by_side(&walk.columns(), width()) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// Steps through the table interactively.
fn step_through<G: Playable>(
    walk: &mut Walk<'_, G>,
    input: &mut impl BufRead,
    out: &mut impl Write,
) -> Result<(), Failure> {
    print(walk, false, out)?;
    let mut answer = String::new();
    loop {
        write!(out, "\nEnter next · b back · a number goes there · q quit › ")?;
        out.flush()?;
        answer.clear();
        if input.read_line(&mut answer)? == 0 {
            return Ok(writeln!(out)?);
        }
        let position = walk.position();
        let wanted = match answer.trim() {
            "q" => return Ok(()),
            "" if position == walk.length() => {
                writeln!(out, "That was the last action.")?;
                continue;
            }
            "" => position + 1,
            "b" => position.saturating_sub(1),
            text => match action_number(text) {
                Ok(number) => number,
                Err(why) => {
                    write!(out, "{}", paragraph("", &format!("{text:?}? {why}"), width()))?;
                    continue;
                }
            },
        };
        match walk.go(wanted) {
            Ok(()) => print(walk, false, out)?,
            Err(failure @ Failure::Usage(_)) => {
                write!(out, "{}", paragraph("", &failure.to_string(), width()))?;
            }
            Err(failure) => return Err(failure),
        }
    }
}

/// The width of the output: the terminal's, or that in `COLUMNS`, or 120 columns.
fn width() -> usize {
    let terminal = terminal_size::terminal_size_of(io::stdout());
    let asked = || std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    terminal.map(|(width, _)| usize::from(width.0)).or_else(asked).unwrap_or(120).max(20)
}

#[cfg(test)]
mod tests {
    use facedown_games::herding_cats::HerdingCats;

    use super::*;

    /// The headings and messages that are printed for this input.
    fn typed(input: &str) -> Vec<String> {
        let fixture = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/herding-cats-2.json");
        let loaded = Source::read(fixture).unwrap().load::<HerdingCats>().unwrap();
        let mut walk = Walk::new(&loaded, Perspective::All).unwrap();
        let mut out = anstream::StripStream::new(Vec::new());
        step_through(&mut walk, &mut input.as_bytes(), &mut out).unwrap();
        let out = String::from_utf8(out.into_inner()).unwrap();
        let heading = |line: &&str| {
            ["Action", "The deal", "That", "this table", "\""].iter().any(|h| line.starts_with(h))
        };
        out.split(['\n', '›']).map(str::trim).filter(heading).map(str::to_owned).collect()
    }

    fn begins(shown: &[String], wanted: &[&str]) {
        assert_eq!(shown.len(), wanted.len(), "{shown:?}");
        for (shown, wanted) in shown.iter().zip(wanted) {
            assert!(shown.starts_with(wanted), "{shown:?} is not {wanted:?}");
        }
    }

    #[test]
    fn a_reader_steps_forward_back_and_about() {
        let deal = "The deal";
        begins(&typed(""), &[deal]);
        begins(
            &typed("\n\nb\nq\n\n"),
            &[deal, "Action 1 of 24.", "Action 2 of 24.", "Action 1 of 24."],
        );
        begins(&typed("b\n"), &[deal, deal]);
        begins(&typed("24\n\n0\n"), &[deal, "Action 24 of 24.", "That was the last", deal]);
        begins(
            &typed("25\nx\n\n"),
            &[deal, "this table has 24", "\"x\"? give a number", "Action 1"],
        );
    }
}
