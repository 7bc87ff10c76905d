//! `facedown perft`: counts lines of play, to find where two implementations of the rules differ.

use std::io::{self, Write};

use clap::Args;
use facedown_core::perft::{Part, divide, perft};
use facedown_core::{Deal, Game, Seed, Table};
use facedown_games::with_game;
use serde_json::json;

use crate::failure::Failure;
use crate::lineup;
use crate::scenario::{ScenarioError, ScenarioFile, play_steps, set_up};

/// Counts the lines of play of a given length.
///
/// A line is a sequence of legal actions. Two implementations of the same rules must count the same
/// number of lines. If they do not, --divide shows after which first action they differ.
#[derive(Args)]
pub(crate) struct Perft {
    /// The game, unless a scenario names it.
    #[arg(required_unless_present = "scenario")]
    game: Option<String>,
    /// How many players [default: as few as the game allows].
    #[arg(
        long,
        short,
        value_name = "N",
        conflicts_with = "scenario",
        allow_negative_numbers = true,
        value_parser = lineup::players
    )]
    players: Option<usize>,
    /// The seed of the deal: any text, or 64 hexadecimal digits.
    #[arg(long, value_name = "SEED", default_value = "facedown", conflicts_with = "scenario")]
    seed: String,
    /// Starts counting after the last step of this scenario.
    #[arg(long, value_name = "FILE")]
    scenario: Option<String>,
    /// The number of actions in a line.
    #[arg(long, short, value_name = "D", default_value_t = 2, allow_negative_numbers = true)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    depth: u32,
    /// Shows the number of lines for each first action.
    #[arg(long)]
    divide: bool,
    /// Writes JSON.
    #[arg(long)]
    json: bool,
}

impl Perft {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let Some(path) = &self.scenario else {
            let game = self.game.as_deref().unwrap_or_default();
            return with_game!(game, G => self.deal_and_count::<G>(), else Err(Failure::unknown_game(game)));
        };
        let text = std::fs::read(path).map_err(|e| Failure::unreadable(path.as_ref(), e))?;
        let file: ScenarioFile<'_> = serde_json::from_slice(&text)
            .map_err(|e| Failure::damaged(path, ScenarioError::from_json_error(e)))?;
        if let Some(game) = self.game.as_ref().filter(|&game| *game != file.game) {
            let other = &file.game;
            return Err(Failure::Usage(format!(
                "the scenario is of {other}, not of {game}; leave the game out"
            )));
        }
        let name = file.game.as_str();
        with_game!(
            name,
            G => {
                let mut table = set_up::<G>(&file).map_err(|e| Failure::damaged(path, e))?;
                play_steps(&mut table, &file).map_err(|e| Failure::damaged(path, e))?;
                self.count(&table)
            },
            else Err(Failure::damaged(path, ScenarioError::UnknownGame { name: name.to_owned() }))
        )
    }

    fn deal_and_count<G: Game>(&self) -> Result<(), Failure> {
        let players = self.players.unwrap_or(*G::SEATS.start());
        let seats = lineup::seats::<G>(players)?;
        let deal = Deal::from_seed(Seed::from_text(&self.seed));
        let table = Table::<G>::new(G::Options::default(), seats, deal)
            .map_err(|error| Failure::Usage(error.to_string()))?;
        self.count(&table)
    }

    fn count<G: Game>(&self, table: &Table<G>) -> Result<(), Failure> {
        let failed = |error| Failure::damaged("the count", error);
        let mut out = anstream::stdout().lock();
        if !self.divide {
            let lines = perft(table, self.depth).map_err(failed)?;
            return if self.json {
                self.total(table, lines, &mut out)
            } else {
                Ok(writeln!(out, "{lines}")?)
            };
        }
        let mut total = 0;
        for Part { seat, action, lines } in divide(table, self.depth).map_err(failed)? {
            total += lines;
            if self.json {
                let part = json!({ "seat": seat, "action": action, "lines": lines });
                writeln!(out, "{part}")?;
            } else {
                let action = serde_json::to_string(&action).map_err(io::Error::from)?;
                writeln!(out, "{lines:>12}  {seat}  {action}")?;
            }
        }
        if self.json {
            self.total(table, total, &mut out)
        } else {
            Ok(writeln!(out, "{total:>12}  in all")?)
        }
    }

    fn total<G: Game>(
        &self,
        table: &Table<G>,
        lines: u64,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        let (game, seats, depth) = (G::NAME, table.seats(), self.depth);
        let total = json!({ "game": game, "seats": seats, "depth": depth, "lines": lines });
        Ok(writeln!(out, "{total}")?)
    }
}
