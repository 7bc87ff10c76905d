//! Seats at a table, and sets and lists of them.

use std::fmt;
use std::ops::{Index, IndexMut};

use arrayvec::ArrayVec;
use serde::{Deserialize, Deserializer, Serialize, de};

/// The largest number of seats a table can have.
pub const MAX_SEATS: usize = 8;

/// One place at the table, counted clockwise from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(transparent)]
pub struct Seat(u8);

impl Seat {
    /// The seat with this number, or `None` if no table is that large.
    pub const fn new(index: usize) -> Option<Self> {
        if index < MAX_SEATS {
            #[allow(clippy::cast_possible_truncation)] // below MAX_SEATS
            return Some(Self(index as u8));
        }
        None
    }

    /// The seat's number, counted from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// This seat as a set of one.
    pub const fn only(self) -> Seats {
        Seats(1 << self.0)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0)
    }
}

impl<'de> Deserialize<'de> for Seat {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let index = u64::deserialize(deserializer)?;
        usize::try_from(index).ok().and_then(Self::new).ok_or_else(|| {
            de::Error::custom(format_args!(
                "seat {index}: seats are numbered 0 to {}",
                MAX_SEATS - 1
            ))
        })
    }
}

/// How many seats a table has: at least 1, at most [`MAX_SEATS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(transparent)]
pub struct SeatCount(u8);

impl SeatCount {
    /// This number of seats, or `None` if no table has it.
    pub const fn new(count: usize) -> Option<Self> {
        if 1 <= count && count <= MAX_SEATS {
            #[allow(clippy::cast_possible_truncation)] // at most MAX_SEATS
            return Some(Self(count as u8));
        }
        None
    }

    /// The number of seats.
    pub const fn get(self) -> usize {
        self.0 as usize
    }

    /// The first seat of such a table.
    pub const fn first(self) -> Seat {
        Seat(0)
    }

    /// All seats of such a table.
    pub const fn all(self) -> Seats {
        Seats(u8::MAX >> (MAX_SEATS - self.get()))
    }

    /// Whether a table of this size has that seat.
    pub const fn has(self, seat: Seat) -> bool {
        seat.0 < self.0
    }

    /// The seat to the left of `seat`: the next one in turn.
    pub const fn after(self, seat: Seat) -> Seat {
        let next = seat.0 + 1;
        Seat(if next >= self.0 { 0 } else { next })
    }

    /// The seats in turn order, beginning with `first`.
    pub fn from(self, first: Seat) -> impl Iterator<Item = Seat> {
        let count = self.0;
        (0..count).map(move |step| Seat((first.0 + step) % count))
    }
}

impl<'de> Deserialize<'de> for SeatCount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let count = u64::deserialize(deserializer)?;
        usize::try_from(count).ok().and_then(Self::new).ok_or_else(|| {
            de::Error::custom(format_args!("{count} seats: a table has 1 to {MAX_SEATS}"))
        })
    }
}

/// A set of seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(as = "Vec<Seat>"))]
pub struct Seats(u8);

impl Seats {
    /// The empty set.
    pub const NONE: Self = Self(0);

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many seats are in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether `seat` is in the set.
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 & (1 << seat.0) != 0
    }

    /// The set with `seat` in it.
    #[must_use]
    pub const fn with(self, seat: Seat) -> Self {
        Self(self.0 | 1 << seat.0)
    }

    /// The set with `seat` taken out.
    #[must_use]
    pub const fn without(self, seat: Seat) -> Self {
        Self(self.0 & !(1 << seat.0))
    }

    /// The seats that are in this set and not in `other`.
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The seats that are in either set.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The seats that are in both sets.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The seats in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Seat> + Clone {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let next = left.trailing_zeros();
            (left != 0).then(|| {
                left &= left - 1;
                #[allow(clippy::cast_possible_truncation)] // below MAX_SEATS
                Seat(next as u8)
            })
        })
    }

    /// The first seat of the set in turn order, beginning with `seat` itself.
    pub fn first_from(self, seat: Seat) -> Option<Seat> {
        let not_before = Self(self.0 & (u8::MAX << seat.0));
        if not_before.is_empty() { self.iter().next() } else { not_before.iter().next() }
    }

    /// The last seat of the set in turn order before `seat`: the first one going the other way round.
    pub fn last_before(self, seat: Seat) -> Option<Seat> {
        let before = self.0 & !(u8::MAX << seat.0);
        let among = if before == 0 { self.0 } else { before };
        #[allow(clippy::cast_possible_truncation)] // below MAX_SEATS
        among.checked_ilog2().map(|last| Seat(last as u8))
    }

    /// The seat of the set, if there is exactly one.
    pub fn single(self) -> Option<Seat> {
        if self.len() == 1 { self.iter().next() } else { None }
    }
}

impl FromIterator<Seat> for Seats {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        seats.into_iter().fold(Self::NONE, Self::with)
    }
}

impl fmt::Display for Seats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("nobody");
        }
        for (i, seat) in self.iter().enumerate() {
            write!(f, "{}{}", if i == 0 { "seat " } else { ", " }, seat.0)?;
        }
        Ok(())
    }
}

impl Serialize for Seats {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Seats {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let seats = ArrayVec::<Seat, MAX_SEATS>::deserialize(deserializer)?;
        Ok(seats.into_iter().collect())
    }
}

/// One `T` for each seat.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(transparent)]
pub struct BySeat<T>(ArrayVec<T, MAX_SEATS>);

impl<T> BySeat<T> {
    /// Makes the value of each seat in turn.
    pub fn new(seats: SeatCount, make: impl FnMut(Seat) -> T) -> Self {
        Self(seats.all().iter().map(make).collect())
    }

    /// Makes the value of each seat in turn, stopping at the first error.
    pub fn try_new<E>(seats: SeatCount, make: impl FnMut(Seat) -> Result<T, E>) -> Result<Self, E> {
        seats.all().iter().map(make).collect::<Result<_, _>>().map(Self)
    }

    /// How many seats there are.
    pub fn seats(&self) -> SeatCount {
        // Never empty: created from a SeatCount, or checked when deserialised.
        SeatCount::new(self.0.len()).unwrap_or(SeatCount(1))
    }

    /// The value of `seat`, or `None` if there is no such seat.
    pub fn get(&self, seat: Seat) -> Option<&T> {
        self.0.get(seat.index())
    }

    /// The values with their seats, in order.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, &T)> {
        self.0.iter().enumerate().filter_map(|(i, value)| Some((Seat::new(i)?, value)))
    }

    /// Mutable references to the values with their seats, in order.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (Seat, &mut T)> {
        self.0.iter_mut().enumerate().filter_map(|(i, value)| Some((Seat::new(i)?, value)))
    }

    /// The values without their seats, in order.
    pub fn values(&self) -> &[T] {
        &self.0
    }

    /// Applies a function to each value.
    pub fn map<'a, U>(&'a self, mut f: impl FnMut(Seat, &'a T) -> U) -> BySeat<U> {
        BySeat(self.iter().map(|(seat, value)| f(seat, value)).collect())
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for BySeat<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let values = ArrayVec::deserialize(deserializer)?;
        if values.is_empty() {
            return Err(de::Error::custom("an empty list; a table has at least one seat"));
        }
        Ok(Self(values))
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;
    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_holds_the_seats_that_were_added() {
        let [a, b] = [2, 5].map(|i| Seat::new(i).unwrap());
        let set = a.only().with(b);
        assert_eq!(set.iter().collect::<Vec<_>>(), [a, b]);
        assert_eq!(set.without(a).single(), Some(b));
        assert_eq!(SeatCount::new(8).unwrap().all().len(), 8);
        assert_eq!(set.to_string(), "seat 2, 5");
    }

    #[test]
    fn turn_order_wraps_around() {
        let seats = SeatCount::new(3).unwrap();
        let order: Vec<_> = seats.from(Seat(2)).map(Seat::index).collect();
        assert_eq!(order, [2, 0, 1]);
        assert_eq!(seats.after(Seat(2)), Seat(0));
    }

    #[test]
    fn neighbours_in_a_set_are_found_in_both_directions() {
        let seat = |index| Seat::new(index).unwrap();
        let some = seat(1).only().with(seat(4));
        let firsts = [0, 1, 2, 4, 5].map(|from| some.first_from(seat(from)).unwrap().index());
        assert_eq!(firsts, [1, 1, 4, 4, 1]);
        let lasts = [0, 1, 2, 4, 5].map(|from| some.last_before(seat(from)).unwrap().index());
        assert_eq!(lasts, [4, 4, 1, 1, 4]);
        assert_eq!(Seats::NONE.first_from(seat(3)), None);
        assert_eq!(Seats::NONE.last_before(seat(3)), None);
    }

    #[test]
    fn deserialised_seats_and_counts_are_checked() {
        assert!(serde_json::from_str::<Seat>("8").is_err());
        assert!(serde_json::from_str::<Seat>("-1").is_err());
        assert!(serde_json::from_str::<SeatCount>("0").is_err());
        assert!(serde_json::from_str::<Seats>("[0,9]").is_err());
        assert!(serde_json::from_str::<BySeat<u8>>("[]").is_err());
        assert_eq!(serde_json::from_str::<Seats>("[0,7]").unwrap().len(), 2);
    }
}
