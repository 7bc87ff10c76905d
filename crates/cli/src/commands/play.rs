//! `facedown play`: a game against bots in the terminal.

use std::path::{Path, PathBuf};

use clap::Args;
use facedown_core::{Deal, Record, Table, share};
use facedown_games::with_game;

use crate::failure::Failure;
use crate::lineup;
use crate::playable::Playable;
use crate::source::Source;

mod agents;
pub(super) mod console;
pub(super) mod ending;
mod file;
pub(super) mod menu;
pub(super) mod session;
#[cfg(test)]
mod tests;
mod typing;

use agents::Agents;
use console::Console;
use file::SaveFile;
use session::Session;

/// Plays a game against bots in the terminal.
///
/// You have the first seat. Choose by number, and type ? at any prompt for the rules and the commands.
/// You can quit at any time, save the game and resume it later.
#[derive(Args)]
#[command(after_help = lineup::help("\
Examples:
  facedown play herding-cats
  facedown play herding-cats --players 2 --bots random
  facedown play herding-cats --options '{\"challenge_clock\":20}' --save evening.json
  facedown play texas-42
  facedown play texas-42 --options '{\"pace\":\"auto\",\"nello\":true,\"plunge\":true}'
  facedown play exploding-kittens
  facedown play exploding-kittens --players 5 --options '{\"set\":\"party\"}'
  facedown play spellbook --deck house-of-nine --options '{\"format\":\"commander\"}'
  facedown play spellbook --bots goldfish --deck list.txt --cards cards.fdc
  facedown play --resume evening.json
  facedown play --resume hc1.BAGECEm8… --bots timid --save evening.json"))]
pub(crate) struct Play {
    /// The game to play.
    game: Option<String>,
    /// How many players, including you [default: 4, or 2 for Spellbook, or one more than there are bots].
    #[arg(long, short, value_name = "N", conflicts_with = "resume", allow_negative_numbers = true)]
    #[arg(value_parser = lineup::players)]
    players: Option<usize>,
    /// Any text, or 64 hexadecimal digits: the same seed gives the same cards and the same bots' choices.
    #[arg(long, short, value_name = "SEED", conflicts_with = "resume")]
    seed: Option<String>,
    /// The bots, separated by commas; the last one takes all seats that are left.
    #[arg(long, short, value_delimiter = ',', value_name = "BOT,…")]
    bots: Vec<String>,
    /// The table's options, as JSON.
    #[arg(long, short, value_name = "JSON", conflicts_with = "resume")]
    options: Option<String>,
    /// The deck that you bring: a file, or a deck of the house [default: nine-lives].
    #[arg(long, value_name = "FILE|DECK")]
    deck: Option<String>,
    /// A catalogue with the words of cards, beside those of the house.
    #[arg(long, value_name = "FILE")]
    cards: Option<PathBuf>,
    /// Your name in the record [default: Player].
    #[arg(long, value_name = "NAME", default_value = "Player", hide_default_value = true)]
    #[arg(conflicts_with = "resume")]
    name: String,
    /// Resumes a game from a file, which is also where it is saved, or from a share code, which has no
    /// players' names.
    #[arg(long, short, value_name = "CODE|FILE")]
    resume: Option<String>,
    /// Saves the game to this file after each of your moves and at the end.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
}

impl Play {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let source = self.resume.as_deref().map(Source::read).transpose()?;
        let saved = source.as_ref().map(Source::game).transpose()?;
        let game = match (&self.game, saved) {
            (Some(asked), Some(saved)) if *asked != saved => {
                return Err(Failure::Usage(format!(
                    "this is a game of {saved}, not of {asked}; leave the game out"
                )));
            }
            (_, Some(saved)) => saved,
            (Some(asked), None) => asked.clone(),
            (None, None) => {
                let known = facedown_games::NAMES.join(", ");
                return Err(Failure::Usage(format!(
                    "name the game to play: facedown play GAME; there are: {known}"
                )));
            }
        };
        with_game!(game.as_str(), G => {
            <G as Playable>::prepare(self.deck.as_deref(), self.cards.as_deref())?;
            match source {
                Some(source) => self.resume::<G>(&source),
                None => self.begin::<G>(),
            }
        }, else Err(Failure::unknown_game(&game)))
    }

    fn begin<G: Playable>(&self) -> Result<(), Failure> {
        let fewest = *G::SEATS.start();
        let usual = G::PLAYERS.clamp(fewest, *G::SEATS.end());
        let implied = if self.bots.is_empty() { usual } else { (self.bots.len() + 1).max(fewest) };
        let players = self.players.unwrap_or(implied);
        let seats = lineup::seats::<G>(players)?;
        let bots = lineup::bots::<G>(&self.bots, players - 1)?;
        let options = lineup::options::<G>(self.options.as_deref(), seats)?;
        let deal = Deal::from_seed(lineup::seed(self.seed.as_deref())?);
        let names = agents::names::<G>(&self.name, &bots);
        let agents = Agents::new(&bots, &deal)?;
        let table =
            Table::new(options, seats, deal).map_err(|error| Failure::Usage(error.to_string()))?;
        let file = SaveFile::new::<G>(self.save.as_deref(), None, &table)?;
        let mut session = Session::new(table, names, agents, file, Console::standard());
        session.begin()?;
        session.play()
    }

    fn resume<G: Playable>(&self, source: &Source) -> Result<(), Failure> {
        let (record, path) = match source {
            Source::Code(code) => {
                let table = share::decode::<G>(code).map_err(|e| Failure::damaged(code, e))?;
                (table.record(Vec::new()), None)
            }
            Source::Record { path, .. } => (source.record::<G>()?, Some(Path::new(path))),
            Source::Chain { .. } => {
                return Err(Failure::Usage(
                    "a game between machines cannot be resumed against bots; watch it with facedown replay".into(),
                ));
            }
        };
        let named = self.resume.as_deref().unwrap_or_default();
        let table = record.dealt().map_err(|error| Failure::damaged(named, error))?;
        let Record { mut names, seats, deal, actions, .. } = record;
        let seated = if self.bots.is_empty() { agents::bots_in(&names) } else { self.bots.clone() };
        let bots = lineup::bots::<G>(&seated, seats.get().saturating_sub(1))?;
        if names.is_empty() || !self.bots.is_empty() {
            // From now on the record names the bots that were given here.
            names = agents::names::<G>(names.first().map_or("Player", String::as_str), &bots);
        }
        let agents = Agents::new(&bots, &deal)?;
        let file = SaveFile::new::<G>(self.save.as_deref(), path, &table)?;
        let mut session = Session::new(table, names, agents, file, Console::standard());
        session.catch_up(&actions).map_err(|why| Failure::damaged(named, why))?;
        session.begin()?;
        session.play()
    }
}
