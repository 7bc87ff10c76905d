//! Which plays are tried, and in which order: what will likely decide the matter comes first.

use super::search::{Search, Trick};
use super::tables::{COUNTERS, TENS};

/// Plays with what speaks for each, taken best first.
pub(super) struct Moves {
    /// What speaks for it, above the domino's five bits.
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

    /// The best that is left.
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

/// What a counter is worth in the ordering: 1 for five points, 2 for ten.
#[inline]
fn count_of(domino: u32) -> u32 {
    (COUNTERS >> domino & 1) + (TENS >> domino & 1)
}

impl<const N: usize> Search<'_, N> {
    /// The leads of a hand. `known` was the best before.
    #[inline]
    pub(super) fn leads(&self, hand: u32, left: u32, seat: usize, known: u32) -> Moves {
        let tables = self.board.tables;
        let mut moves = Moves::new();
        let mut ours = 0;
        let mut them = [0; 2];
        let mut opponents = 0;
        let mut other = seat;
        for _ in 1..N {
            other = Self::after(other);
            if self.board.wants[other & 3] == self.board.wants[seat & 3] {
                ours = self.hand(other, left);
            } else {
                them[opponents & 1] = self.hand(other, left);
                opponents += 1;
            }
        }
        let mut plays = self.playable(hand, None);
        let mut tried = 0;
        while plays != 0 {
            let domino = plays.trailing_zeros();
            plays &= plays - 1;
            if self.is_like_another(domino, tried, left) {
                continue;
            }
            tried |= 1 << domino;
            let suit = usize::from(tables.led[domino as usize & 31]) & 7;
            let above = tables.above[suit][domino as usize & 31];
            let beaten = them.iter().any(|&them| self.playable(them, Some(suit)) & above != 0);
            let count = count_of(domino);
            let helped = self.playable(ours, Some(suit)) & above != 0;
            let score = match (beaten, helped) {
                (false, _) => 12 + 2 * count,
                (true, true) => 6 - count,
                (true, false) => 4 - 2 * count,
            };
            let history = (self.history[domino as usize & 31] >> 4).min((1 << 20) - 1);
            let is_known = u32::from(domino == known);
            moves.push(domino, is_known << 26 | score << 20 | history);
        }
        moves
    }

    /// The plays of a seat to a trick.
    #[inline]
    pub(super) fn follows(&self, left: u32, seat: usize, trick: Trick) -> Moves {
        let tables = self.board.tables;
        let hand = self.hand(seat, left);
        let mut plays = self.playable(hand, Some(trick.suit));
        let mut moves = Moves::new();
        if plays & (plays - 1) == 0 {
            moves.push(plays.trailing_zeros(), 0);
            return moves;
        }
        let wants = self.board.wants[seat & 3];
        let is_ours = self.board.wants[trick.winner & 3] == wants;
        // What the opponents can still play to the trick.
        let mut threats = 0;
        let mut other = seat;
        for _ in trick.size + 1..N {
            other = Self::after(other);
            if self.board.wants[other & 3] != wants {
                threats |= self.playable(self.hand(other, left), Some(trick.suit));
            }
        }
        let is_safe = is_ours && threats & trick.above == 0;
        let all = left | trick.played;
        let mut tried = 0;
        while plays != 0 {
            let domino = plays.trailing_zeros();
            plays &= plays - 1;
            if self.is_like_another(domino, tried, all) {
                continue;
            }
            tried |= 1 << domino;
            let count = count_of(domino);
            let takes = trick.above >> domino & 1 != 0;
            let above = tables.above[trick.suit & 7][domino as usize & 31];
            let score = if takes {
                if threats & above == 0 {
                    if is_safe { 8 + 2 * count } else { 12 + 2 * count }
                } else {
                    6 - 2 * count
                }
            } else if is_safe {
                10 + 2 * count
            } else {
                5 - 2 * count
            };
            // Of equals, the one that fewer dominoes are below.
            moves.push(domino, score << 20 | above.count_ones());
        }
        moves
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
