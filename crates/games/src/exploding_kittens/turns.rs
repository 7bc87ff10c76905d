//! Whose turn it is, and how many turns everybody owes.

use facedown_core::{BySeat, Seat, SeatCount, Seats};
use serde::Serialize;

/// How many turns an Attack adds (R-ATT-01).
const ATTACK_TURNS: u8 = 2;

/// Whose turn it is, who comes after, and how many turns everybody owes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Turns {
    /// Whose turn it is.
    pub seat: Seat,
    /// What that player owes.
    pub owed: Owed,
    /// The turns that wait for each player until it is their turn.
    pub pending: BySeat<u8>,
    /// Whether Reverse has turned the order round.
    pub reversed: bool,
}

/// How many turns the player owes whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Owed {
    /// How many, the present one included.
    pub turns: u8,
    /// Whether they come from an Attack, so that they can be passed on.
    pub under_attack: bool,
}

impl Owed {
    /// An ordinary turn.
    const ONE: Self = Self { turns: 1, under_attack: false };

    /// What an Attack gives to its victim: two, and what was owed under an attack (R-ATT-03).
    const fn passed_on(self) -> u8 {
        if self.under_attack { self.turns.saturating_add(ATTACK_TURNS) } else { ATTACK_TURNS }
    }
}

impl Turns {
    pub(super) fn new(seats: SeatCount, first: Seat) -> Self {
        let pending = BySeat::new(seats, |_| 0);
        Self { seat: first, owed: Owed::ONE, pending, reversed: false }
    }

    /// The player whose turn it is passes an attack on to a victim and owes nothing more.
    pub(super) fn attack(&mut self, victim: Seat) {
        let given = self.owed.passed_on();
        let pending = &mut self.pending[victim];
        *pending = pending.saturating_add(given);
        self.owed.turns = 0;
    }

    /// One turn is done (R-TURN-03).
    pub(super) const fn end_one(&mut self) {
        self.owed.turns = self.owed.turns.saturating_sub(1);
    }

    /// Nothing more is owed (R-SKIP-02, R-DEATH-02).
    pub(super) const fn end_all(&mut self) {
        self.owed.turns = 0;
    }

    /// A player begins to take the turns that waited for them, or an ordinary one.
    pub(super) fn begin(&mut self, seat: Seat) {
        self.seat = seat;
        self.owed = match std::mem::take(&mut self.pending[seat]) {
            0 => Owed::ONE,
            turns => Owed { turns, under_attack: true },
        };
    }

    /// The next of these after a player, in the order of play.
    pub(super) fn next(&self, after: Seat, living: Seats) -> Option<Seat> {
        if self.reversed {
            living.last_before(after)
        } else {
            living.first_from(self.pending.seats().after(after))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seat(index: usize) -> Seat {
        Seat::new(index).unwrap()
    }

    fn four() -> (Turns, Seats) {
        let seats = SeatCount::new(4).unwrap();
        (Turns::new(seats, seat(0)), seats.all())
    }

    #[test]
    fn r_att_03_a_chain_of_attacks_is_2_4_6_8() {
        let (mut turns, living) = four();
        let mut chain = Vec::new();
        for _ in 0..4 {
            let next = turns.next(turns.seat, living).unwrap();
            turns.attack(next);
            turns.begin(next);
            chain.push(turns.owed.turns);
        }
        assert_eq!(chain, [2, 4, 6, 8]);
    }

    #[test]
    fn r_att_03_a_victim_who_has_finished_one_of_two_turns_passes_on_three() {
        let (mut turns, _) = four();
        turns.attack(seat(1));
        turns.begin(seat(1));
        turns.end_one();
        turns.attack(seat(2));
        turns.begin(seat(2));
        assert_eq!(turns.owed, Owed { turns: 3, under_attack: true });
    }

    #[test]
    fn r_att_04_pending_turns_wait_and_add_up() {
        let (mut turns, _) = four();
        turns.attack(seat(2));
        turns.begin(seat(1));
        assert_eq!(turns.owed, Owed::ONE);
        turns.attack(seat(2));
        turns.begin(seat(2));
        assert_eq!(turns.owed, Owed { turns: 4, under_attack: true });
    }

    #[test]
    fn the_order_of_play_skips_the_dead_both_ways() {
        let (mut turns, living) = four();
        let living = living.without(seat(1));
        assert_eq!(turns.next(seat(0), living), Some(seat(2)));
        turns.reversed = true;
        assert_eq!(turns.next(seat(0), living), Some(seat(3)));
        assert_eq!(turns.next(seat(2), living), Some(seat(0)));
        assert_eq!(turns.next(seat(0), seat(0).only().with(seat(3))), Some(seat(3)));
    }
}
