//! `facedown mental-poker`: players who trust nobody, all in one process, and what they say to each other.

use std::io::Read;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use facedown_crypto::MAX_CARDS;
use facedown_crypto::table::Chain;
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;

use crate::failure::{Failure, plainly};
use crate::hex::from_hex;
use crate::lineup;

mod cheats;
mod faces;
mod page;
mod round;
mod stage;
mod story;

use cheats::Cheat;
use page::Page;
use round::Round;
use stage::Stage;

/// Cards that the players' own machines shuffle and deal, with no house to trust.
#[derive(Args)]
pub(crate) struct MentalPoker {
    #[command(subcommand)]
    what: MentalPokerCommand,
}

#[derive(Subcommand)]
enum MentalPokerCommand {
    Demo(Demo),
}

/// Plays an evening without a dealer, and tells it.
///
/// The players sit in one process and exchange real messages: keys, shuffles, draws, searches, secret lists, a roll,
/// a question, fresh keys. After each chapter stands what everybody sees, what was sent, and how long it took. Then
/// somebody cheats in several ways and is named by all others, and in the end all cards are opened.
#[derive(Args)]
#[command(after_help = "\
Examples:
  facedown mental-poker demo
  facedown mental-poker demo --players 4 --cards 100 --escrow
  facedown mental-poker demo --cheat duplicate,lie --seed tuesday
  facedown mental-poker demo --out evening.chain
  facedown verify evening.chain --log

All work is done on this machine, one player after the other; times are of all players together.")]
struct Demo {
    /// How many play, 2 to 6.
    #[arg(long, short, value_name = "N", default_value_t = 3, allow_negative_numbers = true)]
    #[arg(value_parser = clap::value_parser!(u8).range(2..=6))]
    players: u8,
    /// How many cards the library has, 10 to 200; after 52 they come a second time.
    #[arg(long, short, value_name = "N", default_value_t = 52, allow_negative_numbers = true)]
    #[arg(value_parser = clap::value_parser!(u16).range(10..=MAX_CARDS as i64))]
    cards: u16,
    /// Puts every key into escrow with the others; somebody leaves, and they go on. Three players or more.
    #[arg(long, short)]
    escrow: bool,
    /// How somebody cheats, separated by commas [default: in all these ways, one after another].
    #[arg(long, value_name = "HOW,…", value_delimiter = ',', hide_default_value = true)]
    cheat: Vec<Cheat>,
    /// Any text, or 64 hexadecimal digits: the same seed gives the same evening. Without it every run is
    /// different.
    #[arg(long, short, value_name = "SEED")]
    seed: Option<String>,
    /// Writes the chain of all messages to this file, for `facedown verify`.
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Writes what happened as JSON.
    #[arg(long)]
    json: bool,
}

impl MentalPoker {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let MentalPokerCommand::Demo(demo) = self.what;
        demo.run()
    }
}

impl Demo {
    fn run(&self) -> Result<(), Failure> {
        if self.escrow && self.players < 3 {
            return Err(Failure::Usage(
                "with two players nobody is left to stand in for the other; leave --escrow out, or ask for --players 3"
                    .into(),
            ));
        }
        let cheats = self.cheats()?;
        if let Some(file) = &self.out {
            may_write(file)?;
        }
        let round = Round::new(self.players, self.escrow, self.chance()?)?;
        let mut stage = Stage::new(round, Page::new(self.json));
        let plot = story::Plot {
            cards: self.cards,
            escrow: self.escrow,
            seeded: self.seed.is_some(),
            cheats,
        };
        plot.play(&mut stage)?;
        stage.finish(self.out.as_deref())
    }

    /// How somebody cheats, each way once and in the order of the evening.
    fn cheats(&self) -> Result<Vec<Cheat>, Failure> {
        if self.cheat.contains(&Cheat::None) && self.cheat.len() > 1 {
            return Err(Failure::Usage(
                "--cheat none means that nobody cheats; name no other".into(),
            ));
        }
        let wanted = |cheat: &Cheat| self.cheat.is_empty() || self.cheat.contains(cheat);
        Ok(Cheat::ALL.into_iter().filter(wanted).collect())
    }

    fn chance(&self) -> Result<ChaCha20Rng, Failure> {
        let seed = lineup::seed(self.seed.as_deref())?;
        // A seed always has its 64 digits.
        let bytes = from_hex(&seed.to_hex()).ok_or_else(|| broken("the seed is not whole"))?;
        Ok(ChaCha20Rng::from_seed(bytes))
    }
}

/// Whether a chain may be written here: nothing is overwritten but another chain.
fn may_write(file: &Path) -> Result<(), Failure> {
    let shown = file.display();
    if file.is_dir() {
        return Err(Failure::Usage(format!("{shown} is a directory; name a file in it")));
    }
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
        let folder = folder.display();
        return Err(Failure::Usage(format!("there is no directory {folder} for --out")));
    }
    let Ok(there) = std::fs::File::open(file) else { return Ok(()) };
    if !there.metadata().is_ok_and(|data| data.is_file() && data.len() > 0) {
        return Ok(());
    }
    let mut beginning = Vec::new();
    let read = there.take(64).read_to_end(&mut beginning);
    if read.is_ok() && Chain::is_chain(&beginning) {
        return Ok(());
    }
    Err(Failure::Usage(format!("{shown} is there already and no chain; name another file")))
}

fn write(file: &Path, bytes: &[u8]) -> Result<(), Failure> {
    std::fs::write(file, bytes).map_err(|error| {
        let why = format!("{}: {}", file.display(), plainly(&error));
        Failure::Unwritable(std::io::Error::new(error.kind(), why))
    })
}

/// The demo's players are honest but where one is to cheat: anything else that is refused is our own mistake.
fn broken(error: impl std::fmt::Display) -> Failure {
    Failure::damaged("the demo", error)
}
