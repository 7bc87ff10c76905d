//! From a position to a search, and from the search's bounds to values.

use facedown_games::texas_42::{Domino, Dominoes, Suits, Trump};

use super::memory::Memory;
use super::position::{Objective, Position};
use super::search::{Board, Search, Trick, Window};
use super::tables::Tables;

impl Board {
    /// The board of a position: seats are numbered from seat 0, or in Nello from the bidder without the
    /// partner.
    pub(super) fn new(position: &Position) -> Self {
        let (bidder, trump) = (position.bidder, position.trump);
        let is_nello = trump == Trump::Nello;
        let mut hands = position.hands.map(Dominoes::bits);
        let mut wants = std::array::from_fn(|seat| seat % 2 == bidder % 2);
        let mut scores = wants;
        if is_nello {
            hands = [hands[bidder], hands[(bidder + 1) % 4], hands[(bidder + 3) % 4], 0];
            // The others want the bidder to take tricks.
            wants = [false, true, true, false];
            scores = [true, false, false, false];
        }
        Self {
            tables: Tables::under(trump, position.nello),
            sevens: (trump == Trump::Sevens).then(|| Suits::under(trump, position.nello)),
            hands,
            wants,
            scores,
            counts: position.objective() == Objective::Points,
            has_sure_tricks: position.objective() == Objective::Points,
        }
    }
}

/// Where a search begins.
pub(super) struct Root {
    objective: Objective,
    taken: u8,
    taken_by_others: u8,
    left: u32,
    /// Who plays next.
    seat: usize,
    trick: Option<Trick>,
    /// All points that can still be taken.
    rest: i32,
}

impl Root {
    pub(super) fn new(position: &Position, board: &Board) -> Self {
        let number = |seat: usize| match (position.trump, (seat + 4 - position.bidder) % 4) {
            (Trump::Nello, 3) => 2,
            (Trump::Nello, from_bidder) => from_bidder,
            _ => seat,
        };
        let tables = board.tables;
        let mut trick: Option<Trick> = None;
        for (domino, seat) in position.trick().zip(position.seats().map(number)) {
            let at = domino.index();
            let begun = trick.unwrap_or_else(|| {
                let suit = usize::from(tables.led[at]);
                Trick { played: 0, suit, winner: seat, above: 1 << at, size: 0 }
            });
            trick = Some(begun.with(tables, at, seat));
        }
        let size = trick.map_or(0, |trick| trick.size);
        let seat = position.seats().map(number).nth(size).unwrap_or_default();
        let left = board.hands.iter().fold(0, |left, hand| left | hand);
        let tricks = board.hands[seat].count_ones().cast_signed();
        let played = trick.map_or(0, |trick| trick.played);
        Self {
            objective: position.objective(),
            taken: position.taken,
            taken_by_others: position.taken_by_others,
            left,
            seat,
            trick,
            rest: tricks + board.count(left | played),
        }
    }
}

/// What can be asked about a position.
pub(super) enum Question<'a> {
    /// Its value.
    Value,
    /// Whether so many points are made: 1 if they are.
    Makes(u8),
    /// Its value, and that of every legal play.
    Plays(&'a mut Vec<(Domino, u8)>),
}

/// One search of a root, and what is asked of it.
pub(super) struct Asked<'a, const N: usize> {
    root: &'a Root,
    search: Search<'a, N>,
}

impl<'a, const N: usize> Asked<'a, N> {
    pub(super) fn new(root: &'a Root, board: &'a Board, memory: &'a mut Memory) -> Self {
        Self { root, search: Search { board, memory, history: [0; 32], nodes: 0 } }
    }

    pub(super) fn nodes(&self) -> u64 {
        self.search.nodes
    }

    pub(super) fn answer(&mut self, question: Question<'_>) -> u8 {
        match question {
            Question::Value => self.value(),
            Question::Makes(points) => u8::from(self.makes(points)),
            Question::Plays(plays) => {
                let value = self.value();
                for domino in self.plays() {
                    let play = self.value_of(domino, value);
                    plays.push((domino, play));
                }
                value
            }
        }
    }

    /// The value with the best play.
    fn value(&mut self) -> u8 {
        match self.root.objective {
            Objective::Points => {
                let rest = self.root.rest;
                // The leader's side, if it bid, takes this much on average.
                self.root.taken + self.points(None, (0, rest), rest * 27 / 42)
            }
            Objective::NoTrick | Objective::AllTricks => u8::from(self.comes_off(None)),
        }
    }

    /// The value if this is played, when the position's value is known: no play is better for who plays.
    fn value_of(&mut self, play: Domino, value: u8) -> u8 {
        if self.root.objective != Objective::Points {
            return u8::from(self.comes_off(Some(play)));
        }
        let known = i32::from(value - self.root.taken);
        let wants = self.search.board.wants[self.root.seat];
        let (bounds, first) =
            if wants { ((0, known), known) } else { ((known, self.root.rest), known + 1) };
        self.root.taken + self.points(Some(play), bounds, first)
    }

    /// The points from here on, which are within these bounds; asks first whether they are as many as `first`.
    fn points(&mut self, play: Option<Domino>, bounds: (i32, i32), first: i32) -> u8 {
        let (mut least, mut most) = bounds;
        let mut need = first.max(1);
        while least < most {
            let bound = self.bound(play, need);
            if bound >= need {
                least = bound;
            } else {
                most = bound;
            }
            need = i32::midpoint(least, most + 1);
        }
        u8::try_from(least).unwrap_or_default()
    }

    /// Whether a contract that is made or not comes off.
    fn comes_off(&mut self, play: Option<Domino>) -> bool {
        let &Root { objective, taken, taken_by_others, rest, .. } = self.root;
        if objective == Objective::NoTrick {
            taken == 0 && (rest == 0 || self.bound(play, 1) < 1)
        } else {
            taken_by_others == 0 && (rest == 0 || self.bound(play, rest) >= rest)
        }
    }

    /// Whether the contract is made, which needs this many points if points matter.
    fn makes(&mut self, points: u8) -> bool {
        if self.root.objective != Objective::Points {
            return self.value() == 1;
        }
        let need = i32::from(points) - i32::from(self.root.taken);
        need <= 0 || (need <= self.root.rest && self.bound(None, need) >= need)
    }

    /// Every legal play, in order.
    fn plays(&self) -> impl Iterator<Item = Domino> + use<N> {
        let hand = self.search.hand(self.root.seat, self.root.left);
        let plays = self.search.playable(hand, self.root.trick.map(|trick| trick.suit));
        Dominoes::from_bits(plays).iter()
    }

    /// A bound of what the scoring seats take from here, on the value's side of `need`.
    fn bound(&mut self, play: Option<Domino>, need: i32) -> i32 {
        let &Root { left, seat, trick, rest, .. } = self.root;
        let window = Window { need, rest };
        #[allow(clippy::cast_possible_truncation)] // below 28
        let play = play.map(|domino| domino.index() as u32);
        match (trick, play) {
            (None, None) => self.search.lead(left, seat, window),
            (None, Some(domino)) => self.search.play_lead(left, seat, domino, window),
            (Some(trick), None) => self.search.follow(left, seat, trick, window),
            (Some(trick), Some(domino)) => {
                self.search.play_follow(left, seat, domino, trick, window)
            }
        }
    }
}
