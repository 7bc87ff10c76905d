//! `facedown mental-poker`: a demonstration of card games without a trusted dealer.

use std::io::Read;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use facedown_crypto::MAX_CARDS;
use facedown_crypto::table::Chain;
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;

use crate::failure::{Failure, os_message};
use crate::hex::from_hex;
use crate::lineup;

mod cheats;
mod demo;
mod faces;
mod output;
mod players;
mod script;

use cheats::Cheat;
use demo::Demo;
use output::Output;
use players::Players;

/// Demonstrates cards that the players' own machines shuffle and deal, without a trusted dealer
#[derive(Args)]
pub(crate) struct MentalPoker {
    #[command(subcommand)]
    command: MentalPokerCommand,
}

#[derive(Subcommand)]
enum MentalPokerCommand {
    Demo(DemoArgs),
}

/// Plays a scripted game without a trusted dealer and explains each step
///
/// All players run in one process and exchange real messages: keys, shuffles, draws, searches, secret lists, a roll,
/// a question, fresh keys. Each chapter ends with what every player sees, what was sent, and how long it took. Then
/// one player cheats in several ways and is named by all others. At the end all cards are opened.
#[derive(Args)]
#[command(after_help = "\
Examples:
  facedown mental-poker demo
  facedown mental-poker demo --players 4 --cards 100 --escrow
  facedown mental-poker demo --cheat duplicate,lie --seed tuesday
  facedown mental-poker demo --out evening.chain
  facedown verify evening.chain --log

All work is done on this machine, one player after another; times are the sum over all players.")]
struct DemoArgs {
    /// How many players, 2 to 6.
    #[arg(long, short, value_name = "N", default_value_t = 3, allow_negative_numbers = true)]
    #[arg(value_parser = clap::value_parser!(u8).range(2..=6))]
    players: u8,
    /// How many cards the library has, 10 to 200; after 52 they repeat.
    #[arg(long, short, value_name = "N", default_value_t = 52, allow_negative_numbers = true)]
    #[arg(value_parser = clap::value_parser!(u16).range(10..=MAX_CARDS as i64))]
    cards: u16,
    /// Puts every key into escrow with the other players, so that they can go on when one leaves. Needs 3 players.
    #[arg(long, short)]
    escrow: bool,
    /// The ways to cheat, separated by commas [default: all of them, one after another].
    #[arg(long, value_name = "HOW,…", value_delimiter = ',', hide_default_value = true)]
    cheat: Vec<Cheat>,
    /// Any text, or 64 hexadecimal digits: the same seed gives the same game [default: random].
    #[arg(long, short, value_name = "SEED")]
    seed: Option<String>,
    /// Writes the chain of all messages to this file, for `facedown verify`.
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Writes the game as JSON.
    #[arg(long)]
    json: bool,
}

impl MentalPoker {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let MentalPokerCommand::Demo(demo) = self.command;
        demo.run()
    }
}

impl DemoArgs {
    fn run(&self) -> Result<(), Failure> {
        if self.escrow && self.players < 3 {
            return Err(Failure::Usage(
                "with two players nobody could stand in for the one who leaves; leave --escrow out, or use --players 3"
                    .into(),
            ));
        }
        let cheats = self.cheats()?;
        if let Some(file) = &self.out {
            may_write(file)?;
        }
        let players = Players::new(self.players, self.escrow, self.rng()?)?;
        let mut demo = Demo::new(players, Output::new(self.json));
        let script = script::Script {
            cards: self.cards,
            escrow: self.escrow,
            seeded: self.seed.is_some(),
            cheats,
        };
        script.play(&mut demo)?;
        demo.finish(self.out.as_deref())
    }

    /// The ways to cheat, each once, in the order in which they are played.
    fn cheats(&self) -> Result<Vec<Cheat>, Failure> {
        if self.cheat.contains(&Cheat::None) && self.cheat.len() > 1 {
            return Err(Failure::Usage(
                "--cheat none means that nobody cheats; do not combine it".into(),
            ));
        }
        let wanted = |cheat: &Cheat| self.cheat.is_empty() || self.cheat.contains(cheat);
        Ok(Cheat::ALL.into_iter().filter(wanted).collect())
    }

    fn rng(&self) -> Result<ChaCha20Rng, Failure> {
        let seed = lineup::seed(self.seed.as_deref())?;
        // A seed always has 64 digits.
        let bytes = from_hex(&seed.to_hex()).ok_or_else(|| demo_error("the seed is not whole"))?;
        Ok(ChaCha20Rng::from_seed(bytes))
    }
}

/// Checks that a chain can be written to this file. Only another chain is overwritten.
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
    let Ok(existing) = std::fs::File::open(file) else { return Ok(()) };
    if !existing.metadata().is_ok_and(|data| data.is_file() && data.len() > 0) {
        return Ok(());
    }
    let mut beginning = Vec::new();
    let read = existing.take(64).read_to_end(&mut beginning);
    if read.is_ok() && Chain::is_chain(&beginning) {
        return Ok(());
    }
    Err(Failure::Usage(format!("{shown} already exists and is not a chain; name another file")))
}

fn write(file: &Path, bytes: &[u8]) -> Result<(), Failure> {
    std::fs::write(file, bytes).map_err(|error| {
        let why = format!("{}: {}", file.display(), os_message(&error));
        Failure::Unwritable(std::io::Error::new(error.kind(), why))
    })
}

/// An error in the demo itself. Its players are honest except where the script says that one cheats, so any other
/// refusal is a bug.
fn demo_error(error: impl std::fmt::Display) -> Failure {
    Failure::damaged("the demo", error)
}
