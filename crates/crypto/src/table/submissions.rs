//! Values that several seats submit in parallel.

use std::collections::BTreeMap;

use facedown_core::{Seat, Seats};

use super::Fault;

/// At most one value per seat.
#[derive(Clone)]
pub(super) struct Submissions<T>(BTreeMap<Seat, T>);

impl<T> Default for Submissions<T> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<T> Submissions<T> {
    /// Adds the value of a seat, which may not have one yet.
    pub(super) fn put(&mut self, seat: Seat, value: T) -> Result<(), Fault> {
        if self.0.contains_key(&seat) {
            return Err(Fault::NotDue);
        }
        self.0.insert(seat, value);
        Ok(())
    }

    /// Those of these seats that have not submitted a value.
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
