//! Windows: who is waited on, and when they are closed.

use facedown_core::{Seat, Seats, Window};
use proptest::prelude::*;

use crate::{a_seat, a_seat_at_a_table, a_set_of_seats, fixed};

fn some_seats() -> impl Strategy<Value = Vec<Seat>> {
    proptest::collection::vec(a_seat(), 0..12)
}

proptest! {
    #![proptest_config(fixed())]

    #[test]
    fn first_come_waits_on_all_that_have_not_passed(
        open_to in a_set_of_seats(),
        passes in some_seats(),
    ) {
        let mut window = Window::first_come(open_to);
        let mut left = open_to;
        for seat in passes {
            window.pass(seat);
            left = left.without(seat);
            prop_assert_eq!(window.has_passed(seat), open_to.contains(seat));
            prop_assert_eq!(window.passed().contains(seat), open_to.contains(seat));
            prop_assert_eq!(window.waiting_on(), left);
            prop_assert_eq!(window.is_closed(), left.is_empty());
        }
    }

    #[test]
    fn in_order_asks_each_once_and_clockwise(
        (seats, first) in a_seat_at_a_table(),
        open_to in a_set_of_seats(),
    ) {
        let open_to = open_to.and(seats.all());
        let mut window = Window::in_order(open_to, first);
        let mut asked = Vec::new();
        while let Some(seat) = window.waiting_on().single() {
            prop_assert!(!window.is_closed() && !window.has_passed(seat));
            asked.push(seat);
            window.pass(seat);
        }
        prop_assert!(window.is_closed() && window.waiting_on().is_empty());
        let clockwise: Vec<_> = seats.from(first).filter(|&seat| open_to.contains(seat)).collect();
        prop_assert_eq!(asked, clockwise);
    }

    #[test]
    fn passing_twice_is_passing_once(open_to in a_set_of_seats(), seat in a_seat()) {
        let mut once = Window::first_come(open_to);
        once.pass(seat);
        let mut twice = once;
        twice.pass(seat);
        prop_assert_eq!(once, twice);
    }

    #[test]
    fn a_seat_that_passed_early_is_not_asked_again(
        (seats, first) in a_seat_at_a_table(),
        early in some_seats(),
    ) {
        let mut window = Window::in_order(seats.all(), first);
        let early: Seats = early.into_iter().collect();
        early.iter().for_each(|seat| window.pass(seat));
        let next = seats.from(first).find(|&seat| !early.contains(seat));
        prop_assert_eq!(window.waiting_on().single(), next);
        prop_assert_eq!(window.is_closed(), next.is_none());
    }
}
