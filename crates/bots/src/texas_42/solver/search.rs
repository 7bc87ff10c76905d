//! The search: fail-soft alpha–beta with a null window, one call for each domino played.
//!
//! Whoever holds a domino holds it from the start, so the dominoes that are left and who leads say all about
//! a position between tricks. Values are the points that the scoring seats take from there on.

use facedown_games::texas_42::{Dominoes, Suits};

use super::memory::{Found, Memory, NO_LEAD};
use super::tables::{COUNTERS, FIVES, TENS, Tables};

/// Who plays, what for, and by which tables. Seats are numbered among those that play.
pub(super) struct Board {
    pub tables: &'static Tables,
    /// The suits themselves, if what may be played is not a matter of following (Sevens).
    pub sevens: Option<&'static Suits>,
    /// What each seat held at first, or later; of seats that do not play, nothing.
    pub hands: [u32; 4],
    /// Which seats want the value to be high.
    pub wants: [bool; 4],
    /// Which seats' tricks are counted.
    pub scores: [bool; 4],
    /// Whether count is counted, or tricks only.
    pub counts: bool,
    /// Whether bounds from sure tricks hold: those who want points also score them.
    pub has_sure_tricks: bool,
}

impl Board {
    /// What a trick, or many, with these dominoes are worth besides the tricks themselves.
    #[inline]
    pub(super) fn count(&self, dominoes: u32) -> i32 {
        if !self.counts || dominoes & COUNTERS == 0 {
            return 0;
        }
        5 * (dominoes & FIVES).count_ones().cast_signed()
            + 10 * (dominoes & TENS).count_ones().cast_signed()
    }
}

/// A trick that has begun.
#[derive(Clone, Copy)]
pub(super) struct Trick {
    /// What has been played.
    pub played: u32,
    /// The suit that was led.
    pub suit: usize,
    /// Who would take it.
    pub winner: usize,
    /// The dominoes that would beat it.
    pub above: u32,
    /// How many have played.
    pub size: usize,
}

impl Trick {
    /// The trick after a seat has played this domino.
    #[inline]
    pub(super) fn with(mut self, tables: &Tables, domino: usize, seat: usize) -> Self {
        self.played |= 1 << domino;
        self.size += 1;
        if self.above >> domino & 1 != 0 {
            self.winner = seat;
            self.above = tables.above[self.suit & 7][domino & 31];
        }
        self
    }
}

/// What is sought: whether the scoring seats take at least `need` of the `rest` points.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub need: i32,
    pub rest: i32,
}

/// A search of one deal with `N` seats that play.
pub(super) struct Search<'a, const N: usize> {
    pub board: &'a Board,
    pub memory: &'a mut Memory,
    /// How often a domino refuted what the other side wanted.
    pub history: [u32; 32],
    pub nodes: u64,
}

impl<const N: usize> Search<'_, N> {
    /// The seat after this one.
    #[inline]
    pub(super) fn after(seat: usize) -> usize {
        if N == 4 { (seat + 1) & 3 } else { (seat + 1) % N }
    }

    /// What a seat still holds.
    #[inline]
    pub(super) fn hand(&self, seat: usize, left: u32) -> u32 {
        self.board.hands[seat & 3] & left
    }

    /// A bound of the value when `seat` leads: at least `need` if the value is, below it if not.
    pub(super) fn lead(&mut self, left: u32, seat: usize, window: Window) -> i32 {
        let Window { need, rest } = window;
        if need <= 0 {
            return 0;
        }
        if need > rest {
            return rest;
        }
        let hand = self.hand(seat, left);
        if hand.is_power_of_two() {
            return self.last_trick(left, seat, rest);
        }
        let (mut least, mut most) = (0, rest);
        if self.board.has_sure_tricks {
            (least, most) = self.sure_bounds(left, seat, rest);
            if least >= need {
                return least;
            }
            if most < need {
                return most;
            }
        }
        #[allow(clippy::cast_possible_truncation)] // below 4
        let key = left | (seat as u32) << 28;
        let mut known = NO_LEAD;
        if let Some(found) = self.memory.get(key) {
            if found.least >= need {
                return found.least;
            }
            if found.most < need {
                return found.most;
            }
            least = least.max(found.least);
            most = most.min(found.most);
            known = found.lead;
        }
        let mut moves = self.leads(hand, left, seat, known);
        let wants = self.board.wants[seat & 3];
        let mut best = if wants { -1 } else { 64 };
        let mut lead = known;
        while let Some(domino) = moves.next() {
            let value = self.play_lead(left, seat, domino, window);
            if if wants { value > best } else { value < best } {
                best = value;
                if (value >= need) == wants {
                    lead = domino;
                    self.history[domino as usize & 31] += hand.count_ones() * hand.count_ones();
                    break;
                }
            }
        }
        if best >= need {
            least = least.max(best);
        } else {
            most = most.min(best);
        }
        self.memory.put(key, Found { least, most, lead });
        best
    }

    /// As [`Self::lead`], after this domino is led.
    #[inline]
    pub(super) fn play_lead(&mut self, left: u32, seat: usize, domino: u32, window: Window) -> i32 {
        self.nodes += 1;
        let tables = self.board.tables;
        let suit = usize::from(tables.led[domino as usize & 31]);
        let trick = Trick {
            played: 1 << domino,
            suit,
            winner: seat,
            above: tables.above[suit & 7][domino as usize & 31],
            size: 1,
        };
        self.follow(left & !(1 << domino), Self::after(seat), trick, window)
    }

    /// As [`Self::lead`], when `seat` plays to a trick that has begun.
    pub(super) fn follow(&mut self, left: u32, seat: usize, trick: Trick, window: Window) -> i32 {
        let mut moves = self.follows(left, seat, trick);
        let wants = self.board.wants[seat & 3];
        let mut best = if wants { -1 } else { 64 };
        while let Some(domino) = moves.next() {
            let value = self.play_follow(left, seat, domino, trick, window);
            if if wants { value > best } else { value < best } {
                best = value;
                if (value >= window.need) == wants {
                    break;
                }
            }
        }
        best
    }

    /// As [`Self::follow`], after this domino is played.
    #[inline]
    pub(super) fn play_follow(
        &mut self,
        left: u32,
        seat: usize,
        domino: u32,
        trick: Trick,
        window: Window,
    ) -> i32 {
        self.nodes += 1;
        let trick = trick.with(self.board.tables, domino as usize, seat);
        let left = left & !(1 << domino);
        if trick.size < N {
            return self.follow(left, Self::after(seat), trick, window);
        }
        let points = 1 + self.board.count(trick.played);
        let taken = if self.board.scores[trick.winner & 3] { points } else { 0 };
        let window = Window { need: window.need - taken, rest: window.rest - points };
        taken + self.lead(left, trick.winner, window)
    }

    /// The value of the last trick, which plays itself.
    #[inline]
    fn last_trick(&self, left: u32, leader: usize, rest: i32) -> i32 {
        let tables = self.board.tables;
        let lead = self.hand(leader, left).trailing_zeros() as usize & 31;
        let above = &tables.above[usize::from(tables.led[lead]) & 7];
        let (mut winner, mut beating) = (leader, above[lead]);
        let mut seat = leader;
        for _ in 1..N {
            seat = Self::after(seat);
            let domino = self.hand(seat, left).trailing_zeros() as usize & 31;
            if beating >> domino & 1 != 0 {
                (winner, beating) = (seat, above[domino]);
            }
        }
        if self.board.scores[winner & 3] { rest } else { 0 }
    }

    /// What `seat` may play to this trick.
    #[inline]
    pub(super) fn playable(&self, hand: u32, suit: Option<usize>) -> u32 {
        if let Some(suits) = self.board.sevens {
            return suits.playable(Dominoes::from_bits(hand), None).bits();
        }
        let Some(suit) = suit else { return hand };
        let follow = hand & self.board.tables.members[suit & 7];
        if follow == 0 { hand } else { follow }
    }
}
