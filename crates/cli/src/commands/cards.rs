//! `facedown cards`: imports the cards that players bring, and shows them.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use facedown_cards::{CardLayout, Catalogue};
use indicatif::HumanCount;
use serde_json::json;

use crate::draw::columns::Columns;
use crate::failure::Failure;

mod deck;
mod import;
mod show;

/// The name of a catalogue unless the user names one.
const CATALOGUE: &str = "cards.fdc";

/// Imports cards that players bring, and shows them.
///
/// Facedown has no cards of others. You import them from files that you have downloaded yourself, into one catalogue, which stays
/// with you: it is for playing, and not for passing on.
#[derive(Args)]
pub(crate) struct Cards {
    #[command(subcommand)]
    command: CardsCommand,
}

#[derive(Subcommand)]
enum CardsCommand {
    Import(import::Import),
    Show(show::Show),
    Info(Info),
    Deck(deck::ShowDeck),
}

impl Cards {
    pub(crate) fn run(self) -> Result<(), Failure> {
        match self.command {
            CardsCommand::Import(import) => import.run(),
            CardsCommand::Show(show) => show.run(),
            CardsCommand::Info(info) => info.run(),
            CardsCommand::Deck(deck) => deck.run(),
        }
    }
}

/// Says what is in a catalogue.
#[derive(Args)]
struct Info {
    /// The catalogue.
    #[arg(default_value = CATALOGUE, value_name = "FILE")]
    catalogue: PathBuf,
    /// Writes JSON.
    #[arg(long)]
    json: bool,
}

impl Info {
    fn run(&self) -> Result<(), Failure> {
        let catalogue = load(&self.catalogue)?;
        let mut layouts = CardLayout::ALL.map(|layout| (layout, 0_u64));
        for card in catalogue.iter() {
            for (_, count) in layouts.iter_mut().filter(|(layout, _)| *layout == card.layout) {
                *count += 1;
            }
        }
        let layouts = layouts.into_iter().filter(|(_, count)| *count > 0);
        let mut out = anstream::stdout().lock();
        if self.json {
            let layouts: serde_json::Map<_, _> =
                layouts.map(|(layout, count)| (layout.name().to_owned(), count.into())).collect();
            let info = json!({
                "cards": catalogue.len(),
                "printings": catalogue.printings(),
                "bytes": catalogue.bytes().len(),
                "layouts": layouts,
            });
            return Ok(writeln!(out, "{info}")?);
        }
        writeln!(out, "{}: {}.\n", self.catalogue.display(), summary(&catalogue))?;
        let mut columns = Columns::new(["layout", "cards"]);
        for (layout, count) in layouts {
            columns.row(vec![layout.name().replace('_', " "), HumanCount(count).to_string()]);
        }
        Ok(write!(out, "{}", columns.draw())?)
    }
}

pub(crate) use deck::read as deck;

/// Loads a catalogue.
pub(crate) fn load(path: &Path) -> Result<Catalogue, Failure> {
    let bytes = match std::fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            let message = format!(
                "there is no catalogue {}; make one with `facedown cards import`, or name one with --catalogue",
                path.display()
            );
            return Err(Failure::coded(66, message));
        }
        Err(error) => return Err(Failure::unreadable(path, error)),
    };
    Catalogue::from_bytes(bytes).map_err(|error| Failure::damaged(path.display(), error))
}

/// How large a catalogue is: "46 cards, 52 printings, 12 kB".
fn summary(catalogue: &Catalogue) -> String {
    let count = |count: usize, one: &str| {
        format!("{} {one}{}", HumanCount(count as u64), if count == 1 { "" } else { "s" })
    };
    let size = match catalogue.bytes().len() {
        small @ 0..10_000 => format!("{small} bytes"),
        kilo @ 10_000..1_000_000 => format!("{} kB", kilo / 1000),
        mega => format!("{}.{} MB", mega / 1_000_000, mega / 100_000 % 10),
    };
    let (cards, printings) =
        (count(catalogue.len(), "card"), count(catalogue.printings(), "printing"));
    format!("{cards}, {printings}, {size}")
}
