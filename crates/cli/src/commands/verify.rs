//! `facedown verify`: was a recorded game dealt and played as it should have been?

use anstream::println;
use anstyle::{AnsiColor, Style};
use clap::Args;
use facedown_core::{Game, Report};
use facedown_games::with_game;
use serde_json::json;

use crate::failure::Failure;
use crate::source::Source;

/// Checks a record: commitment, contributions, every action, the outcome.
#[derive(Args)]
pub(crate) struct Verify {
    /// The file of the record.
    file: String,
    /// Writes the findings as JSON.
    #[arg(long)]
    json: bool,
}

impl Verify {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let source = Source::read(&self.file)?;
        let game = source.game()?;
        with_game!(game, G => self.check::<G>(&source), else Err(Failure::unknown_game(&game)))
    }

    fn check<G: Game>(&self, source: &Source) -> Result<(), Failure> {
        let record = source.record::<G>()?;
        let report = record.verify();
        if self.json {
            let flaws: Vec<_> = report.flaws.iter().map(ToString::to_string).collect();
            println!(
                "{}",
                json!({
                    "game": G::NAME,
                    "ok": flaws.is_empty(),
                    "actions": report.actions,
                    "contributions": report.contributions,
                    "commitment": record.commitment,
                    "outcome": report.standing,
                    "flaws": flaws,
                })
            );
        } else {
            tell(&report);
        }
        if report.flaws.is_empty() { Ok(()) } else { Err(Failure::Check) }
    }
}

fn tell<G: Game>(report: &Report<G>) {
    let green: Style = AnsiColor::Green.on_default().bold();
    let red: Style = AnsiColor::Red.on_default().bold();
    println!("{}: {} actions", G::NAME, report.actions);
    for flaw in &report.flaws {
        println!("{red}✗{red:#} {flaw}");
    }
    if report.flaws.is_empty() {
        println!("{green}✓{green:#} the seed is the one that was promised before the deal");
        println!("{green}✓{green:#} {} contributions went into it", report.contributions);
        println!("{green}✓{green:#} every action was permitted when it was made");
        match report.standing {
            Some(_) => println!("{green}✓{green:#} the outcome is the one that follows"),
            None => println!("{green}✓{green:#} the game is not over yet"),
        }
    }
}
