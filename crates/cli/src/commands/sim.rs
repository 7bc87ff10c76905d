//! `facedown sim`: plays many games between bots and counts the results.

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
/// lose together; in a game with partners, two bots play as two pairs. The same seed gives the same
/// results with any number of threads.
#[derive(Args)]
#[command(after_help = lineup::help("\
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
    /// The bots, separated by commas; the last one takes all places that are left.
    #[arg(long, short, value_delimiter = ',', value_name = "BOT,…")]
    bots: Vec<String>,
    /// How many players [default: as many as there are bots, or as few as the game allows].
    #[arg(long, short, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = lineup::players)]
    players: Option<usize>,
    /// Any text, or 64 hexadecimal digits: the same seed gives the same games [default: random].
    #[arg(long, short, value_name = "SEED")]
    seed: Option<String>,
    /// How many threads [default: one for each processor].
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

    /// The bots as they were named. In a game with partners, two bots become two pairs.
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

/// A progress bar on standard error, which is hidden unless that is a terminal.
fn progress_bar(games: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(games), ProgressDrawTarget::stderr());
    // The template is a constant, so the fallback is never used.
    let style =
        ProgressStyle::with_template("{bar:32.cyan/dim} {human_pos}/{human_len} games, {eta} left")
            .map_or_else(|_| ProgressStyle::default_bar(), |style| style.progress_chars("━╸─"));
    bar.with_style(style)
}
