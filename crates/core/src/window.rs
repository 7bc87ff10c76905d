//! Windows: "anyone may challenge", "all must agree". One mechanism for every game.

use serde::Serialize;

use crate::seat::{Seat, Seats};

/// A period in which some seats may each respond or pass.
///
/// A window is open to every seat that the rules allow, whether or not that seat could use it: who is
/// asked, and how long they take, must not tell what they hold.
///
/// Consensus ("all four agree to score the hand") uses the same mechanism: to agree is to pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Window {
    open_to: Seats,
    passed: Seats,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    order: Option<SeatOrder>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
struct SeatOrder {
    first: Seat,
}

impl Window {
    /// A window in which the first seat to respond is served.
    pub const fn first_come(open_to: Seats) -> Self {
        Self { open_to, passed: Seats::NONE, order: None }
    }

    /// A window in which the seats are asked one after the other, clockwise from `first`.
    pub const fn in_order(open_to: Seats, first: Seat) -> Self {
        Self { open_to, passed: Seats::NONE, order: Some(SeatOrder { first }) }
    }

    /// The seats that may respond now.
    pub fn waiting_on(&self) -> Seats {
        let left = self.open_to.minus(self.passed);
        match self.order {
            None => left,
            Some(SeatOrder { first }) => left.first_from(first).map_or(Seats::NONE, Seat::only),
        }
    }

    /// Records that a seat passes, or agrees.
    pub const fn pass(&mut self, seat: Seat) {
        self.passed = self.passed.with(seat).and(self.open_to);
    }

    /// Whether a seat has passed, or agreed.
    pub const fn has_passed(&self, seat: Seat) -> bool {
        self.passed.contains(seat)
    }

    /// The seats that have passed, or agreed.
    pub const fn passed(&self) -> Seats {
        self.passed
    }

    /// Whether all seats have passed, or agreed.
    pub const fn is_closed(&self) -> bool {
        self.open_to.minus(self.passed).is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seat(index: usize) -> Seat {
        Seat::new(index).unwrap()
    }

    #[test]
    fn first_come_waits_on_all_who_have_not_passed() {
        let mut window = Window::first_come(seat(0).only().with(seat(2)));
        assert_eq!(window.waiting_on().len(), 2);
        window.pass(seat(0));
        assert_eq!(window.waiting_on().single(), Some(seat(2)));
        window.pass(seat(2));
        assert!(window.is_closed() && window.waiting_on().is_empty());
    }

    #[test]
    fn in_order_asks_one_after_the_other() {
        let open_to = [0, 1, 3].into_iter().map(seat).collect();
        let mut window = Window::in_order(open_to, seat(2));
        let mut asked = Vec::new();
        while let Some(next) = window.waiting_on().single() {
            asked.push(next.index());
            window.pass(next);
        }
        assert_eq!(asked, [3, 0, 1]);
        assert!(window.is_closed());
    }

    #[test]
    fn a_window_open_to_nobody_is_closed() {
        assert!(Window::first_come(Seats::NONE).is_closed());
    }
}
