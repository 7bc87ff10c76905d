//! What several seats say at once, as far as it has been said.

use std::collections::BTreeMap;

use facedown_core::{Seat, Seats};

use super::Fault;

/// One value a seat.
#[derive(Clone)]
pub(super) struct Gathered<T>(BTreeMap<Seat, T>);

impl<T> Default for Gathered<T> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<T> Gathered<T> {
    /// What a seat says, once.
    pub(super) fn put(&mut self, seat: Seat, value: T) -> Result<(), Fault> {
        if self.0.contains_key(&seat) {
            return Err(Fault::NotDue);
        }
        self.0.insert(seat, value);
        Ok(())
    }

    /// Which of these seats have not spoken.
    pub(super) fn missing(&self, of: Seats) -> Seats {
        self.0.keys().fold(of, |missing, &seat| missing.without(seat))
    }

    pub(super) fn get(&self, seat: Seat) -> Option<&T> {
        self.0.get(&seat)
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (Seat, &T)> {
        self.0.iter().map(|(&seat, value)| (seat, value))
    }

    pub(super) fn values(&self) -> impl Iterator<Item = &T> {
        self.0.values()
    }
}
