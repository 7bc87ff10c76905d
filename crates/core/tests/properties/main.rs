//! Properties of all seats, sets, orders, windows, seeds and contributions.
#![allow(clippy::unwrap_used)] // test helpers may panic

mod arrangements;
mod seats;
mod seeds;
mod windows;

use facedown_core::{MAX_SEATS, Seat, SeatCount, Seats};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// Uses the same cases in every run.
fn fixed() -> ProptestConfig {
    ProptestConfig { rng_seed: RngSeed::Fixed(42), failure_persistence: None, ..<_>::default() }
}

fn a_seat() -> impl Strategy<Value = Seat> {
    (0..MAX_SEATS).prop_map(|index| Seat::new(index).unwrap())
}

fn a_seat_count() -> impl Strategy<Value = SeatCount> {
    (1..=MAX_SEATS).prop_map(|count| SeatCount::new(count).unwrap())
}

/// A table's size and a seat that it has.
fn a_seat_at_a_table() -> impl Strategy<Value = (SeatCount, Seat)> {
    a_seat_count().prop_flat_map(|seats| {
        (0..seats.get()).prop_map(move |index| (seats, Seat::new(index).unwrap()))
    })
}

fn a_set_of_seats() -> impl Strategy<Value = Seats> {
    proptest::collection::vec(a_seat(), 0..2 * MAX_SEATS)
        .prop_map(|seats| seats.into_iter().collect())
}

/// The value written as JSON and read again.
fn reread<T: serde::Serialize + serde::de::DeserializeOwned>(value: &T) -> T {
    serde_json::from_str(&serde_json::to_string(value).unwrap()).unwrap()
}
