//! Bounds without search, from the tricks that one hand certainly takes.

use super::search::Search;

impl<const N: usize> Search<'_, N> {
    /// The least and the most that the scoring seats can take when `seat` leads.
    #[inline]
    pub(super) fn sure_bounds(&self, left: u32, seat: usize, rest: i32) -> (i32, i32) {
        let (led, other) = self.sure_tricks(left, seat, rest);
        if self.board.wants[seat & 3] { (led, rest - other) } else { (other, rest - led) }
    }

    /// Lower bounds on the points that the leader's side takes, and that the other side takes.
    ///
    /// The leader can lead every domino that nobody can beat, one after the other. Once sure trumps have drawn
    /// all trumps of the opponents, trumps beat nothing any more. Anybody else's highest trumps take a trick
    /// each, whenever they are played.
    #[inline]
    fn sure_tricks(&self, left: u32, seat: usize, rest: i32) -> (i32, i32) {
        let tables = self.board.tables;
        let hand = self.hand(seat, left);
        let others = left & !hand;
        let trumps = hand & tables.trumps;
        let mut sure = self.unbeaten(trumps, others);
        let drawn = sure.count_ones();
        let next = self.hand(Self::after(seat), left);
        let last = self.hand((seat + 3) & 3, left);
        let mut most = 0;
        let mut partners = 0;
        if drawn == 0 && others & tables.trumps != 0 {
            let partner = others & !next & !last;
            let next = self.unbeaten(next & tables.trumps, left & !next);
            let last = self.unbeaten(last & tables.trumps, left & !last);
            most = self.worth(next | last);
            partners = self.worth(self.unbeaten(partner & tables.trumps, left & !partner));
        }
        if (next & tables.trumps).count_ones() <= drawn
            && (last & tables.trumps).count_ones() <= drawn
        {
            sure |= self.unbeaten(hand & !trumps, others & !tables.trumps);
        }
        if sure == hand {
            return (rest, 0);
        }
        (self.worth(sure).max(partners), most)
    }

    /// Those of a hand that, if led, none of the others beats.
    #[inline]
    fn unbeaten(&self, hand: u32, others: u32) -> u32 {
        let tables = self.board.tables;
        let mut unbeaten = 0;
        let mut each = hand;
        while each != 0 {
            let domino = each.trailing_zeros();
            each &= each - 1;
            let suit = usize::from(tables.led[domino as usize & 31]) & 7;
            let above = tables.above[suit][domino as usize & 31];
            unbeaten |= u32::from(above & others == 0) << domino;
        }
        unbeaten
    }

    /// A trick for each of these dominoes, and their count.
    #[inline]
    fn worth(&self, dominoes: u32) -> i32 {
        dominoes.count_ones().cast_signed() + self.board.count(dominoes)
    }
}
