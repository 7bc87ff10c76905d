//! Seats, sets of seats and values by seat.

use std::collections::BTreeSet;

use facedown_core::{BySeat, MAX_SEATS, Seat, SeatCount, Seats};
use proptest::prelude::*;

use crate::{a_seat, a_seat_at_a_table, a_seat_count, a_set_of_seats, fixed, reread};

fn model(seats: Seats) -> BTreeSet<Seat> {
    seats.iter().collect()
}

proptest! {
    #![proptest_config(fixed())]

    #[test]
    fn numbers_are_seats_up_to_the_largest_table(index in 0..4 * MAX_SEATS) {
        prop_assert_eq!(Seat::new(index).map(Seat::index), (index < MAX_SEATS).then_some(index));
        let read = serde_json::from_str::<Seat>(&index.to_string());
        prop_assert_eq!(read.ok(), Seat::new(index));
        let read = serde_json::from_str::<SeatCount>(&index.to_string());
        prop_assert_eq!(read.ok(), SeatCount::new(index));
    }

    #[test]
    fn a_set_behaves_like_a_btree_set(a in a_set_of_seats(), b in a_set_of_seats(), seat in a_seat()) {
        let (x, y) = (model(a), model(b));
        prop_assert_eq!(a.len(), x.len());
        prop_assert_eq!(a.is_empty(), x.is_empty());
        prop_assert_eq!(a.contains(seat), x.contains(&seat));
        prop_assert_eq!(model(a.and(b)), &x & &y);
        prop_assert_eq!(model(a.minus(b)), &x - &y);
        prop_assert_eq!(model(a.with(seat)), &x | &BTreeSet::from([seat]));
        prop_assert_eq!(model(a.without(seat)), &x - &BTreeSet::from([seat]));
        prop_assert_eq!(a.single(), if x.len() == 1 { x.first().copied() } else { None });
        prop_assert_eq!(seat.only(), Seats::NONE.with(seat));
        prop_assert!(a.iter().is_sorted());
        prop_assert_eq!(a.iter().collect::<Seats>(), a);
        prop_assert_eq!(reread(&a), a);
    }

    #[test]
    fn turns_go_round_the_table((seats, first) in a_seat_at_a_table()) {
        let order: Vec<Seat> = seats.from(first).collect();
        prop_assert_eq!(order.len(), seats.get());
        prop_assert_eq!(order[0], first);
        prop_assert_eq!(order.iter().copied().collect::<Seats>(), seats.all());
        for pair in order.windows(2) {
            prop_assert_eq!(seats.after(pair[0]), pair[1]);
        }
        prop_assert_eq!(seats.after(order[seats.get() - 1]), first);
    }

    #[test]
    fn a_table_has_its_seats_and_no_others(seats in a_seat_count(), seat in a_seat()) {
        prop_assert_eq!(seats.has(seat), seat.index() < seats.get());
        prop_assert_eq!(seats.has(seat), seats.all().contains(seat));
        prop_assert!(seats.has(seats.after(seat)));
        prop_assert_eq!(seats.from(seat).collect::<Seats>(), seats.all());
        prop_assert_eq!(reread(&seats), seats);
    }

    #[test]
    fn each_seat_has_its_value((seats, seat) in a_seat_at_a_table()) {
        let mut values = BySeat::new(seats, |seat| 10 * seat.index());
        prop_assert_eq!(values.seats(), seats);
        prop_assert!(values.iter().all(|(seat, &value)| value == 10 * seat.index()));
        prop_assert_eq!(&values.map(|_, value| *value), &values);
        prop_assert_eq!(&reread(&values), &values);
        values[seat] = 7;
        prop_assert_eq!(values[seat], 7);
        prop_assert_eq!(values.get(seat), Some(&7));
        prop_assert_eq!(values.values().iter().filter(|&&value| value == 7).count(), 1);
        values.iter_mut().for_each(|(seat, value)| *value = seat.index());
        prop_assert_eq!(values.values(), (0..seats.get()).collect::<Vec<_>>());
    }

    #[test]
    fn a_seat_that_is_not_there_has_no_value(seats in a_seat_count(), seat in a_seat()) {
        let values = BySeat::new(seats, |_| ());
        prop_assert_eq!(values.get(seat).is_some(), seats.has(seat));
    }

    #[test]
    fn making_values_stops_at_the_first_error((seats, bad) in a_seat_at_a_table()) {
        let mut asked = Seats::NONE;
        let made = BySeat::try_new(seats, |seat| {
            asked = asked.with(seat);
            if seat == bad { Err(seat) } else { Ok(()) }
        });
        prop_assert_eq!(made, Err(bad));
        prop_assert_eq!(asked.len(), bad.index() + 1);
    }

    #[test]
    fn no_list_from_outside_is_longer_than_a_table(length in 1..3 * MAX_SEATS) {
        let list = serde_json::to_string(&vec![1; length]).unwrap();
        let read = serde_json::from_str::<BySeat<u8>>(&list);
        prop_assert_eq!(read.ok().map(|list| list.values().len()), (length <= MAX_SEATS).then_some(length));
    }
}
