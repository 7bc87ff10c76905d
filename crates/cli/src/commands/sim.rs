//! `facedown sim`: many games between bots, and what came of them.

use std::io::Write;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use clap::Args;
use facedown_games::with_game;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::failure::Failure;
use crate::lineup;
use crate::playable::Playable;

mod games;
mod report;
mod tally;

use games::Plan;

/// Plays many games between bots and counts who wins.
///
/// The bots change seats from game to game. Shared wins are split, except between partners, who win and
/// lose together: there, two bots play as two pairs. The same seed gives the same results, whatever the
/// number of threads.
#[derive(Args)]
#[command(after_help = lineup::known("\
Examples:
  facedown sim herding-cats --bots cat-herder,random
  facedown sim herding-cats --bots cat-herder,random --players 4 --games 10000 --seed tuesday
  facedown sim texas-42 --options '{\"pace\":\"auto\"}'
  facedown sim exploding-kittens --players 5 --options '{\"set\":\"imploding\"}'"))]
pub(crate) struct Sim {
    /// The game to play.
    game: String,
    /// How many games [default: 1000].
    #[arg(long, short = 'n', default_value_t = 1000, hide_default_value = true, value_name = "N")]
    #[arg(allow_negative_numbers = true)]
    games: u64,
    /// The bots, separated by commas; the last one named takes the places that are left.
    #[arg(long, short, value_delimiter = ',', value_name = "BOT,…")]
    bots: Vec<String>,
    /// How many players; without it as many as there are bots, or as few as the game allows.
    #[arg(long, short, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = lineup::players)]
    players: Option<usize>,
    /// Any text, or 64 hexadecimal digits: the same seed gives the same games. Without it every run is
    /// different.
    #[arg(long, short, value_name = "SEED")]
    seed: Option<String>,
    /// How many threads; without it one for each processor.
    #[arg(long, short, value_name = "N", allow_negative_numbers = true)]
    threads: Option<NonZeroUsize>,
    /// The table's options, as JSON.
    #[arg(long, short, value_name = "JSON")]
    options: Option<String>,
    /// Writes the results as JSON.
    #[arg(long)]
    json: bool,
}

impl Sim {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let game = self.game.as_str();
        with_game!(game, G => self.simulate::<G>(), else Err(Failure::unknown_game(game)))
    }

    /// The bots as they were named; two in a game with partners play against each other, pair by pair.
    fn line_up(&self, partners: bool) -> Vec<String> {
        match &self.bots[..] {
            [one, other] if partners => [one, other, one, other].map(Clone::clone).to_vec(),
            _ => self.bots.clone(),
        }
    }

    fn simulate<G: Playable>(&self) -> Result<(), Failure> {
        let fewest = *G::SEATS.start();
        let players = self.players.unwrap_or_else(|| self.bots.len().max(fewest));
        let seats = lineup::seats::<G>(players)?;
        let plan = Plan::<G> {
            seats,
            bots: lineup::bots::<G>(&self.line_up(G::PARTNERS), players)?,
            partners: G::PARTNERS,
            options: lineup::options::<G>(self.options.as_deref(), seats)?,
            seed: lineup::seed(self.seed.as_deref())?,
            games: self.games,
        };
        let threads = self.threads.or_else(|| std::thread::available_parallelism().ok());
        let begun = Instant::now();
        let bar = progress_bar(self.games);
        let tally = plan.run(threads.map_or(1, NonZeroUsize::get), &|games| bar.inc(games))?;
        bar.finish_and_clear();
        let seconds = begun.elapsed().max(Duration::from_micros(1)).as_secs_f64();
        let text = if self.json {
            report::json(&plan, &tally, seconds)
        } else {
            report::text(&plan, &tally, seconds)
        };
        anstream::stdout().write_all(text.as_bytes())?;
        Ok(())
    }
}

/// On standard error, and only if that is a terminal.
fn progress_bar(games: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(games), ProgressDrawTarget::stderr());
    // The template is ours; should it ever be wrong, the usual bar does as well.
    let style =
        ProgressStyle::with_template("{bar:32.cyan/dim} {human_pos}/{human_len} games, {eta} left")
            .map_or_else(|_| ProgressStyle::default_bar(), |style| style.progress_chars("━╸─"));
    bar.with_style(style)
}
