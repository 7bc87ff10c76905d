//! Bounds without search: tricks that one hand is sure to take.

use super::search::Search;

impl<const N: usize> Search<'_, N> {
    /// The least and the most that the scoring seats can take when `seat` leads.
    #[inline]
    pub(super) fn sure_bounds(&self, left: u32, seat: usize, rest: i32) -> (i32, i32) {
        let led = self.sure_tricks(left, seat, rest);
        if self.board.wants[seat & 3] { (led, rest) } else { (0, rest - led) }
    }

    /// What the leader's side takes at least: the leader can lead every domino that nobody can beat, one after
    /// the other. Once sure trumps have drawn all trumps of the opponents, trumps beat nothing any more.
    #[inline]
    fn sure_tricks(&self, left: u32, seat: usize, rest: i32) -> i32 {
        let tables = self.board.tables;
        let hand = self.hand(seat, left);
        let others = left & !hand;
        let mut sure = 0;
        let trumps = hand & tables.trumps;
        let mut each = trumps;
        while each != 0 {
            let domino = each.trailing_zeros();
            each &= each - 1;
            let above = tables.above[7][domino as usize & 31];
            sure |= u32::from(above & others == 0) << domino;
        }
        let drawn = sure.count_ones();
        let next = self.hand(Self::after(seat), left) & tables.trumps;
        let last = self.hand((seat + 3) & 3, left) & tables.trumps;
        if next.count_ones() <= drawn && last.count_ones() <= drawn {
            let others = others & !tables.trumps;
            let mut each = hand & !trumps;
            while each != 0 {
                let domino = each.trailing_zeros();
                each &= each - 1;
                let suit = usize::from(tables.led[domino as usize & 31]) & 7;
                let above = tables.above[suit][domino as usize & 31];
                sure |= u32::from(above & others == 0) << domino;
            }
        }
        if sure == hand {
            return rest;
        }
        sure.count_ones().cast_signed() + self.board.count(sure)
    }
}
