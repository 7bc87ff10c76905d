//! The double-dummy solver: the value of a hand of 42 if everybody sees all dominoes and plays perfectly.
//!
//! Alpha–beta with null windows and a transposition table between tricks (`search`). Equivalent plays are tried once
//! (`tables`), sure tricks give bounds (`bounds`), and plays are ordered by who can still take the trick (`order`).
//!
//! On one core of a 2-core machine with much else at work, per second of processor time, over 1,500 random
//! deals with a random usual declaration and leader: 1,000 exact values, 6,300 answers to "30 points?", 310
//! deals with the value of every lead, 32 million nodes, 32,000 nodes a deal. The benchmark `solver`, by the
//! clock and with about half a core to itself (256 other deals, 47,000 nodes each): 470 exact values and 2,700
//! answers a second, median 0.6 ms. In that same run and on the same hands of five dominoes it was 47 times as
//! fast as plain alpha–beta without a table (12,500 against 268 deals a second).
//!
//! ```
//! use facedown_bots::texas_42::solver::{Layout, Position, Solver};
//! use facedown_core::Seat;
//! use facedown_games::texas_42::{Domino, Dominoes, NelloDoubles, Trump};
//!
//! let mut dominoes = Domino::all();
//! let hands = [(); 4].map(|()| dominoes.by_ref().take(7).collect::<Dominoes>());
//! let seat = Seat::new(3).expect("a seat");
//! let position = Position::new(&Layout {
//!     hands,
//!     trump: Trump::Sixes,
//!     nello: NelloDoubles::Suit,
//!     bidder: seat,
//!     leader: seat,
//!     trick: &[],
//!     taken: 0,
//!     taken_by_others: 0,
//! })?;
//! // Seat 3 holds every six.
//! assert_eq!(Solver::new().solve(&position).value, 42);
//! # Ok::<(), facedown_bots::texas_42::solver::PositionError>(())
//! ```

mod bounds;
mod memory;
mod order;
mod position;
mod root;
mod search;
mod tables;

use facedown_games::texas_42::{Domino, NelloDoubles, Trump};

use memory::Memory;
pub use position::{ALL_POINTS, Layout, Objective, Position, PositionError};
use root::{Asked, Question, Root};
use search::Board;

/// The solution of a position. [`Objective`] defines the meaning of values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// What the bidder's side gets with best play by everyone, including what it has.
    pub value: u8,
    /// Every legal play in the dominoes' order, with its value.
    pub plays: Vec<(Domino, u8)>,
}

impl Solution {
    /// The plays that reach the position's value.
    pub fn best(&self) -> impl Iterator<Item = Domino> {
        self.plays.iter().filter(|(_, value)| *value == self.value).map(|(domino, _)| *domino)
    }
}

/// Solves a position. To solve many, keep a [`Solver`].
pub fn solve(position: &Position) -> Solution {
    Solver::new().solve(position)
}

/// Whether the bidder's side makes this many points. To ask often, keep a [`Solver`].
pub fn makes(position: &Position, points: u8) -> bool {
    Solver::new().makes(position, points)
}

/// Solves positions, and reuses its memory.
pub struct Solver {
    memory: Memory,
    /// The deal that the memory belongs to.
    about: Option<([u32; 4], Trump, NelloDoubles, usize)>,
    nodes: u64,
}

impl Default for Solver {
    fn default() -> Self {
        Self::new()
    }
}

impl Solver {
    /// A solver with an empty memory.
    pub fn new() -> Self {
        Self { memory: Memory::new(), about: None, nodes: 0 }
    }

    /// The position's value: what the bidder's side gets with best play by everyone, including what it has.
    pub fn value(&mut self, position: &Position) -> u8 {
        self.ask(position, Question::Value)
    }

    /// The position's value and that of each legal play.
    pub fn solve(&mut self, position: &Position) -> Solution {
        let mut plays = Vec::with_capacity(7);
        let value = self.ask(position, Question::Plays(&mut plays));
        Solution { value, plays }
    }

    /// Whether the bidder's side makes this many points. In Nello and Sevens, whatever the points: whether the
    /// contract is made.
    pub fn makes(&mut self, position: &Position, points: u8) -> bool {
        self.ask(position, Question::Makes(points)) == 1
    }

    /// How many dominoes have been played in searches by now.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    fn ask(&mut self, position: &Position, question: Question<'_>) -> u8 {
        let board = Board::new(position);
        self.remember(position, board.hands);
        let root = Root::new(position, &board);
        if position.trump == Trump::Nello {
            let mut asked = Asked::<3>::new(&root, &board, &mut self.memory);
            let answer = asked.answer(question);
            self.nodes += asked.nodes();
            answer
        } else {
            let mut asked = Asked::<4>::new(&root, &board, &mut self.memory);
            let answer = asked.answer(question);
            self.nodes += asked.nodes();
            answer
        }
    }

    /// The memory stays valid while a hand is played, because each seat then holds a part of what it held before.
    fn remember(&mut self, position: &Position, hands: [u32; 4]) {
        let rules = (position.trump, position.nello, position.bidder);
        if let Some((before, trump, nello, bidder)) = self.about
            && (trump, nello, bidder) == rules
            && hands.iter().zip(before).all(|(now, before)| now & !before == 0)
        {
            return;
        }
        self.about = Some((hands, rules.0, rules.1, rules.2));
        self.memory.begin_deal();
    }
}
