//! Move ordering: the plays that are likely to cause a cutoff are searched first.

use super::search::{Search, Trick};
use super::tables::{COUNTERS, TENS};

/// Plays with their scores, taken from the highest score down.
pub(super) struct Moves {
    /// The score of each play, shifted above the five bits of its domino.
    scored: [u32; 7],
    len: usize,
}

impl Moves {
    const fn new() -> Self {
        Self { scored: [0; 7], len: 0 }
    }

    #[inline]
    fn push(&mut self, domino: u32, score: u32) {
        if let Some(place) = self.scored.get_mut(self.len) {
            *place = score << 5 | domino;
            self.len += 1;
        }
    }

    /// Removes the play with the highest score and returns its domino.
    #[inline]
    pub(super) fn next(&mut self) -> Option<u32> {
        let scored = self.scored.get_mut(..self.len)?;
        let (mut best, mut at) = (*scored.first()?, 0);
        for (place, &score) in scored.iter().enumerate().skip(1) {
            if score > best {
                (best, at) = (score, place);
            }
        }
        self.len -= 1;
        scored[at] = scored[self.len];
        Some(best & 31)
    }
}

/// The score of a counter: 1 for five points, 2 for ten.
#[inline]
fn count_of(domino: u32) -> u32 {
    (COUNTERS >> domino & 1) + (TENS >> domino & 1)
}

/// The dominoes that the other players can still play to a trick, as bit sets.
struct Others {
    partner: u32,
    opponents: u32,
}

impl<const N: usize> Search<'_, N> {
    /// The leads of a hand. `known` is the best lead of an earlier search of this position.
    #[inline]
    pub(super) fn leads(&self, hand: u32, left: u32, seat: usize, known: u32) -> Moves {
        let tables = self.board.tables;
        let mut moves = Moves::new();
        let mut plays = self.playable(hand, None);
        let mut tried = 0;
        while plays != 0 {
            let domino = plays.trailing_zeros();
            plays &= plays - 1;
            if self.is_like_another(domino, tried, left) {
                continue;
            }
            tried |= 1 << domino;
            let at = domino as usize & 31;
            let suit = usize::from(tables.led[at]) & 7;
            let above = tables.above[suit][at];
            let others = self.others(left, seat, suit, 1);
            let count = count_of(domino);
            let score = if others.opponents & above == 0 {
                // Of sure tricks, those without trumps first: measured, not reasoned.
                12 + 2 * count - (tables.trumps >> domino & 1)
            } else if self.can_take(others.partner & above, others.opponents, suit) {
                10 + 2 * count
            } else {
                4 - 2 * count
            };
            let history = self.history[at].min((1 << 20) - 1);
            moves.push(domino, u32::from(domino == known) << 26 | score << 20 | history);
        }
        moves
    }

    /// The plays of a seat to a trick.
    #[inline]
    pub(super) fn follows(&self, left: u32, seat: usize, trick: Trick) -> Moves {
        let tables = self.board.tables;
        let suit = trick.suit & 7;
        let mut plays = self.playable(self.hand(seat, left), Some(suit));
        let mut moves = Moves::new();
        if plays.is_power_of_two() {
            moves.push(plays.trailing_zeros(), 0);
            return moves;
        }
        let others = self.others(left, seat, suit, trick.size + 1);
        let is_ours = self.board.wants[trick.winner & 3] == self.board.wants[seat & 3];
        let is_safe = is_ours && others.opponents & trick.above == 0;
        let is_rescued =
            !is_safe && self.can_take(others.partner & trick.above, others.opponents, suit);
        let all = left | trick.played;
        let mut tried = 0;
        while plays != 0 {
            let domino = plays.trailing_zeros();
            plays &= plays - 1;
            if self.is_like_another(domino, tried, all) {
                continue;
            }
            tried |= 1 << domino;
            let at = domino as usize & 31;
            let count = count_of(domino);
            let takes = trick.above >> domino & 1 != 0;
            let stays = takes && others.opponents & tables.above[suit][at] == 0;
            let score = match (takes, stays) {
                (true, true) if is_safe => 8 + 2 * count,
                (true, true) => 12 + 2 * count,
                (true, false) => 6 - 2 * count,
                (false, _) if is_safe => 10 + 2 * count,
                (false, _) if is_rescued => 8 + 2 * count,
                (false, _) => 5 - 2 * count,
            };
            // Take with the lowest that does, throw away what is lowest in its own suit.
            let of = if takes { suit } else { usize::from(tables.led[at]) & 7 };
            moves.push(domino, score << 20 | u32::from(tables.beaten_by[of][at]));
        }
        moves
    }

    /// What those can play who play after `seat`, the first of them being the trick's `size`th to play, counted from 0.
    #[inline]
    fn others(&self, left: u32, seat: usize, suit: usize, size: usize) -> Others {
        let wants = self.board.wants[seat & 3];
        let mut others = Others { partner: 0, opponents: 0 };
        let mut other = seat;
        for _ in size..N {
            other = Self::after(other);
            let plays = self.playable(self.hand(other, left), Some(suit));
            if self.board.wants[other & 3] == wants {
                others.partner = plays;
            } else {
                others.opponents |= plays;
            }
        }
        others
    }

    /// Whether one of these takes a trick of this suit that the opponents can play those to.
    #[inline]
    fn can_take(&self, plays: u32, opponents: u32, suit: usize) -> bool {
        let mut plays = plays;
        while plays != 0 {
            let at = plays.trailing_zeros() as usize & 31;
            plays &= plays - 1;
            if self.board.tables.above[suit & 7][at] & opponents == 0 {
                return true;
            }
        }
        false
    }

    /// Whether playing this domino comes to the same as playing one of those.
    #[inline]
    fn is_like_another(&self, domino: u32, tried: u32, left: u32) -> bool {
        let tells_apart = &self.board.tables.tells_apart[domino as usize & 31];
        let mut tried = tried;
        while tried != 0 {
            let other = tried.trailing_zeros();
            tried &= tried - 1;
            if tells_apart[other as usize & 31] & left == 0 {
                return true;
            }
        }
        false
    }
}
