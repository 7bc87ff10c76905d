//! What a hand of 42 comes to if everybody sees all dominoes and plays as well as can be.

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

/// What a position comes to. What values mean is said by [`Objective`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// What the bidder's side gets with best play by everyone, with what it has.
    pub value: u8,
    /// Every legal play in the dominoes' order, and what it comes to.
    pub plays: Vec<(Domino, u8)>,
}

impl Solution {
    /// The plays that come to the position's value.
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

/// Solves positions, with memory that is used again.
pub struct Solver {
    memory: Memory,
    /// What the memory is about.
    about: Option<([u32; 4], Trump, NelloDoubles, usize)>,
    nodes: u64,
}

impl Default for Solver {
    fn default() -> Self {
        Self::new()
    }
}

impl Solver {
    /// A solver that knows nothing yet.
    pub fn new() -> Self {
        Self { memory: Memory::new(), about: None, nodes: 0 }
    }

    /// The position's value: what the bidder's side gets with best play by everyone, with what it has.
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

    /// What is known stays known while a hand is played: then each seat holds part of what it held.
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
