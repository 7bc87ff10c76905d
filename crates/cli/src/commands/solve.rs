//! `facedown solve`: the value of a position with all cards open and best play by everyone.

use std::io::Write;

use anstyle::{AnsiColor, Style};
use clap::Args;
use facedown_bots::texas_42::solver::{Objective, Solver};
use facedown_core::{Game, Seat};
use facedown_games::texas_42::{Domino, Texas42, partner, team};
use serde_json::{Value, json};

use crate::draw::columns::Columns;
use crate::failure::Failure;
use crate::perspective::action_number;
use crate::source::Source;

mod problem;

use problem::Problem;

/// Solves a hand with all dominoes open: the exact value with best play by everyone, and the value of
/// each play.
///
/// The value is that of the bidder's side: the points of the whole hand, including those already taken;
/// in Nello and Sevens, whether the contract is made.
#[derive(Args)]
#[command(after_help = "\
A hand is a JSON file; trick, taken, leader and nello_doubles can be left out:
  {
    \"hands\": [\"5-5 5-4 5-3 6-6 6-5 1-1 2-0\", \"…\", \"…\", \"…\"],
    \"trump\": \"fives\", \"bidder\": 0, \"leader\": 0, \"trick\": \"6-4 6-1\", \"taken\": [0, 0]
  }
hands: the dominoes that each seat still holds. trump: blanks, ones, twos, threes, fours, fives, sixes, \
doubles, no-trump, nello or sevens. leader: the seat that leads the trick [default: the bidder]. trick: the \
dominoes played to the trick. taken: the points taken by seats 0 and 2, and by seats 1 and 3. \
nello_doubles: suit, high or low.

Examples:
  facedown solve texas-42 hand.json
  facedown solve texas-42 hand.json --makes 35
  facedown solve texas-42 tx1.… --at 87")]
pub(crate) struct Solve {
    /// The game. Only texas-42 can be solved.
    game: String,
    /// A file with a hand or a record, or a share code.
    #[arg(value_name = "FILE|CODE")]
    source: String,
    /// For a share code or record: after how many actions [default: after the last].
    #[arg(long, value_name = "N", value_parser = action_number, allow_negative_numbers = true)]
    at: Option<usize>,
    /// Only answers whether the bidder's side makes this number of points, which is faster.
    #[arg(long, value_name = "P", value_parser = clap::value_parser!(u8).range(1..=42))]
    makes: Option<u8>,
    /// Writes JSON.
    #[arg(long)]
    json: bool,
}

impl Solve {
    pub(crate) fn run(self) -> Result<(), Failure> {
        if self.game != Texas42::NAME {
            if !facedown_games::NAMES.contains(&self.game.as_str()) {
                return Err(Failure::unknown_game(&self.game));
            }
            let (game, can) = (&self.game, Texas42::NAME);
            return Err(Failure::Usage(format!("{game} cannot be solved; {can} can")));
        }
        let problem = Problem::read(&Source::read(&self.source)?, &self.source, self.at)?;
        let mut out = anstream::stdout().lock();
        match self.makes {
            Some(points) => self.answer(&problem, points, &mut out),
            None => self.solve(&problem, &mut out),
        }
    }

    /// Prints whether the bidder's side makes this number of points.
    fn answer(&self, problem: &Problem, points: u8, out: &mut impl Write) -> Result<(), Failure> {
        let makes = Solver::new().makes(&problem.position, points);
        if self.json {
            return Ok(writeln!(out, "{}", json!({ "makes": makes, "points": points }))?);
        }
        let what = match problem.position.objective() {
            Objective::Points => format!("{points} points"),
            Objective::NoTrick | Objective::AllTricks => "the contract".into(),
        };
        let (side, verb) = (pair(problem.bidder), if makes { "make" } else { "do not make" });
        Ok(writeln!(out, "With best play by everyone, {side} {verb} {what}.")?)
    }

    /// Prints the value of the position and of each play, best play first.
    fn solve(&self, problem: &Problem, out: &mut impl Write) -> Result<(), Failure> {
        let mut solver = Solver::new();
        let mut solution = solver.solve(&problem.position);
        let (value, to_play) = (solution.value, problem.position.to_play());
        // For the other side the lowest value is the best.
        let maximises = to_play.is_some_and(|seat| team(seat) == team(problem.bidder));
        solution
            .plays
            .sort_by_key(|&(_, value)| if maximises { -i16::from(value) } else { value.into() });
        let objective = problem.position.objective();
        if self.json {
            let plays: Vec<Value> = solution
                .plays
                .iter()
                .map(|&(domino, play)| json!({ "domino": domino, "value": play, "best": play == value }))
                .collect();
            let objective = match objective {
                Objective::Points => "points",
                Objective::NoTrick => "no-trick",
                Objective::AllTricks => "all-tricks",
            };
            let answer = json!({
                "objective": objective,
                "bidder": problem.bidder,
                "to_play": to_play,
                "value": value,
                "plays": plays,
                "nodes": solver.nodes(),
            });
            return Ok(writeln!(out, "{answer}")?);
        }
        let bold = Style::new().bold();
        let side = pair(problem.bidder);
        let comes_to = match objective {
            Objective::Points => format!("take {value} of 42 points"),
            _ if value == 1 => "make the contract".into(),
            _ => "do not make the contract".into(),
        };
        writeln!(out, "{}", problem.description)?;
        writeln!(out, "{bold}With best play by everyone, {side} {comes_to}.{bold:#}")?;
        if let Some(seat) = to_play.filter(|_| !solution.plays.is_empty()) {
            writeln!(out, "\n{seat} plays:")?;
            write!(out, "{}", table(&solution.plays, value, objective))?;
        }
        Ok(())
    }
}

fn table(plays: &[(Domino, u8)], value: u8, objective: Objective) -> String {
    let gold: Style = AnsiColor::Yellow.on_default().bold();
    let head = if objective == Objective::Points { "points" } else { "contract" };
    let mut columns = Columns::new(["play", head, ""]);
    for &(domino, play) in plays {
        let comes_to = match (objective, play) {
            (Objective::Points, points) => points.to_string(),
            (_, 0) => "set".into(),
            _ => "made".into(),
        };
        let best = if play == value { format!("{gold}★{gold:#}") } else { String::new() };
        columns.row(vec![domino.to_string(), comes_to, best]);
    }
    columns.draw()
}

/// Names the two seats of a side: "seats 0 and 2".
fn pair(seat: Seat) -> String {
    let (one, other) = (seat.index(), partner(seat).index());
    format!("seats {} and {}", one.min(other), one.max(other))
}
