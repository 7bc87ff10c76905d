//! `facedown mental-poker`: a demonstration of games without a trusted dealer.

use std::io::Read;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use facedown_core::Seed;
use facedown_games::with_game;
use serde_json::json;

use crate::chain::is_chain;
use crate::commands::invocation;
use crate::failure::{Failure, os_message};
use crate::lineup;
use crate::playable::Playable;

mod cheats;
mod demo;
mod forge;
mod lax;
mod machine;
mod machines;
mod output;

use cheats::Cheat;
use demo::{Demo, Plan, Played};
use output::Output;

/// The game if none is given.
const DEFAULT_GAME: &str = facedown_games::NAMES[0];
/// The number of players if none is given, as far as the game allows.
const DEFAULT_PLAYERS: usize = 4;
/// How many games are played until there is a chance to cheat.
const ATTEMPTS: usize = 20;

/// Demonstrates games that the players' own machines shuffle and deal, without a trusted dealer
#[derive(Args)]
pub(crate) struct MentalPoker {
    #[command(subcommand)]
    command: MentalPokerCommand,
}

#[derive(Subcommand)]
enum MentalPokerCommand {
    Demo(DemoArgs),
}

/// Plays a whole game between machines, without a trusted dealer, and tells what happens
///
/// All machines run in one process, with bots for players, and exchange real entries: keys, shuffles, shares, actions.
/// The demo tells who can read which cards, what each phase costs, and how the game ends. Then all keys are opened, and
/// an audit judges every action. With --cheat, Ben cheats, and the others find out.
#[derive(Args)]
#[command(after_help = lineup::help("\
Examples:
  facedown mental-poker demo
  facedown mental-poker demo texas-42 --options '{\"marks\":1}' --out evening.chain
  facedown mental-poker demo texas-42 --cheat hidden --seed tuesday
  facedown mental-poker demo exploding-kittens --players 2 --cheat lie
  facedown verify evening.chain --log
  facedown replay evening.chain"))]
struct DemoArgs {
    /// The game to play [default: the first of the list below].
    game: Option<String>,
    /// How many players [default: 4, as far as the game allows].
    #[arg(long, short, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = lineup::players)]
    players: Option<usize>,
    /// The bots, separated by commas; the last one takes all seats that are left [default: the strongest].
    #[arg(long, short, alias = "bot", value_delimiter = ',', value_name = "BOT,…")]
    bots: Vec<String>,
    /// The table's options, as JSON.
    #[arg(long, short, value_name = "JSON")]
    options: Option<String>,
    /// How Ben cheats.
    #[arg(long, value_name = "HOW")]
    cheat: Option<Cheat>,
    /// Any text, or 64 hexadecimal digits: the same seed gives the same game [default: random].
    #[arg(long, short, value_name = "SEED")]
    seed: Option<String>,
    /// Writes the chain of all entries to this file, for `facedown verify` and `facedown replay`.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Writes what happened as JSON.
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
        let game = self.game.as_deref().unwrap_or(DEFAULT_GAME);
        with_game!(game, G => self.play::<G>(), else Err(Failure::unknown_game(game)))
    }

    fn play<G: Playable>(&self) -> Result<(), Failure> {
        let usual = DEFAULT_PLAYERS.clamp(*G::SEATS.start(), *G::SEATS.end());
        let players = self.players.unwrap_or(usual);
        let seats = lineup::seats::<G>(players)?;
        let options = lineup::options::<G>(self.options.as_deref(), seats)?;
        let bots = lineup::bots::<G>(&self.bots, players)?;
        if let Some(file) = &self.out {
            may_write(file)?;
        }
        let seed = lineup::seed(self.seed.as_deref())?;
        let mut plan = Plan::<G> { options, bots, seed: seed.clone(), cheat: self.cheat };
        let mut output = Output::new(self.json);
        for attempt in 0..ATTEMPTS {
            if attempt > 0 {
                plan.seed = Seed::from_text(&format!("{} again {attempt}", seed.to_hex()));
            }
            if let Some(played) = Demo::new(&plan, &mut output)?.play()? {
                return self.finish(played, &mut output);
            }
            output.clear();
            if !self.cheat.is_some_and(Cheat::needs_luck) {
                break;
            }
        }
        let cheat = self.cheat.map_or_else(String::new, Cheat::keyword);
        Err(Failure::Usage(format!(
            "nobody had a chance to cheat by {cheat:?} in {}; try another --seed, other --options, or another game",
            G::NAME
        )))
    }

    /// Writes the chain, and what is left to say.
    fn finish(&self, mut played: Played, output: &mut Output) -> Result<(), Failure> {
        if let Some(file) = &self.out {
            write(file, &played.chain)?;
            output.line("Anybody can verify it without any other input:");
            output.verbatim(&invocation(&["verify"], file));
        } else {
            output.line("Save it with --out FILE, and verify it with facedown verify.");
        }
        output.flush()?;
        if self.json {
            use std::io::Write;
            played.json["chain"]["file"] = json!(self.out);
            writeln!(anstream::stdout().lock(), "{:#}", played.json)?;
        }
        Ok(())
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
    if read.is_ok() && is_chain(&beginning) {
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

/// An error in the demo itself. Its machines are honest except where one of them should cheat, so any other refusal is
/// a bug.
fn demo_error(error: impl std::fmt::Display) -> Failure {
    Failure::damaged("the demo", error)
}
