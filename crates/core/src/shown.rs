//! Lists as one viewer sees them, borrowed from the table: each element is looked up when it is read or written.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::card::{Card, Shown};
use crate::lens::Lens;
use crate::seat::{BySeat, Seat};

/// Turns the elements of a public list into what one viewer sees of them.
pub trait Show<T>: Copy {
    /// What the viewer sees of one element.
    type Seen;

    /// What the viewer sees of this element.
    fn show(&self, element: &T) -> Self::Seen;
}

impl<F: Copy> Show<Card> for Lens<'_, F> {
    type Seen = Shown<F>;

    fn show(&self, card: &Card) -> Shown<F> {
        self.shown(*card)
    }
}

/// A public list as one viewer sees it. It copies nothing: a view that is made of such lists costs little until somebody
/// reads it, and whoever writes it as JSON writes straight from the table.
pub struct ShownList<'a, T, S> {
    elements: &'a [T],
    sight: S,
}

/// Cards as one viewer sees them.
pub type ShownCards<'a, F> = ShownList<'a, Card, Lens<'a, F>>;

impl<'a, T, S: Show<T>> ShownList<'a, T, S> {
    /// These elements as they are seen so.
    pub const fn new(elements: &'a [T], sight: S) -> Self {
        Self { elements, sight }
    }

    /// How many elements there are.
    pub const fn len(&self) -> usize {
        self.elements.len()
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.elements.is_empty()
    }

    /// What the viewer sees, in order.
    pub fn iter(
        &self,
    ) -> impl ExactSizeIterator<Item = S::Seen> + DoubleEndedIterator + Clone + use<'a, T, S> {
        let Self { elements, sight } = *self;
        elements.iter().map(move |element| sight.show(element))
    }

    /// What the viewer sees of the element with this index.
    pub fn get(&self, index: usize) -> Option<S::Seen> {
        self.elements.get(index).map(|element| self.sight.show(element))
    }
}

impl<T, S: Copy> Clone for ShownList<'_, T, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, S: Copy> Copy for ShownList<'_, T, S> {}

impl<'a, F: Copy> Lens<'a, F> {
    /// These cards as this viewer sees them.
    pub const fn cards(&self, cards: &'a [Card]) -> ShownCards<'a, F> {
        ShownList { elements: cards, sight: *self }
    }
}

impl<T, S: Show<T, Seen: Serialize>> Serialize for ShownList<'_, T, S> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<T, S: Show<T, Seen: fmt::Debug>> fmt::Debug for ShownList<'_, T, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<T, S: Show<T, Seen: PartialEq>> PartialEq for ShownList<'_, T, S> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl<T, S: Show<T, Seen: Eq>> Eq for ShownList<'_, T, S> {}

/// In TypeScript it is a list of what is seen.
#[cfg(feature = "ts")]
impl<T, S: Show<T, Seen: ts_rs::TS>> ts_rs::TS for ShownList<'_, T, S> {
    type WithoutGenerics = Self;
    type OptionInnerType = Self;

    fn name(config: &ts_rs::Config) -> String {
        <Vec<S::Seen> as ts_rs::TS>::name(config)
    }

    fn inline(config: &ts_rs::Config) -> String {
        <Vec<S::Seen> as ts_rs::TS>::inline(config)
    }

    fn visit_dependencies(visitor: &mut impl ts_rs::TypeVisitor)
    where
        Self: 'static,
    {
        <Vec<S::Seen> as ts_rs::TS>::visit_dependencies(visitor);
    }

    fn visit_generics(visitor: &mut impl ts_rs::TypeVisitor)
    where
        Self: 'static,
    {
        <Vec<S::Seen> as ts_rs::TS>::visit_generics(visitor);
    }
}

/// What one viewer sees of each seat, looked up when it is read or written. Like [`ShownList`], it copies nothing.
pub struct ShownSeats<'a, T, S> {
    seats: &'a BySeat<T>,
    sight: S,
}

impl<'a, T, S: Show<(Seat, &'a T)>> ShownSeats<'a, T, S> {
    /// These seats as they are seen so.
    pub const fn new(seats: &'a BySeat<T>, sight: S) -> Self {
        Self { seats, sight }
    }

    /// What the viewer sees of each seat, in order.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, S::Seen)> + use<'a, T, S> {
        let Self { seats, sight } = *self;
        seats.iter().map(move |element| (element.0, sight.show(&element)))
    }

    /// What the viewer sees of this seat, or `None` if there is no such seat.
    pub fn get(&self, seat: Seat) -> Option<S::Seen> {
        self.seats.get(seat).map(|element| self.sight.show(&(seat, element)))
    }
}

impl<T, S: Copy> Clone for ShownSeats<'_, T, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, S: Copy> Copy for ShownSeats<'_, T, S> {}

impl<'a, T, S: Show<(Seat, &'a T), Seen: Serialize>> Serialize for ShownSeats<'a, T, S> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        serializer.collect_seq(self.iter().map(|(_, seen)| seen))
    }
}

impl<'a, T, S: Show<(Seat, &'a T), Seen: fmt::Debug>> fmt::Debug for ShownSeats<'a, T, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter().map(|(_, seen)| seen)).finish()
    }
}

impl<'a, T, S: Show<(Seat, &'a T), Seen: PartialEq>> PartialEq for ShownSeats<'a, T, S> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl<'a, T, S: Show<(Seat, &'a T), Seen: Eq>> Eq for ShownSeats<'a, T, S> {}

/// In TypeScript it is a list of what is seen.
#[cfg(feature = "ts")]
impl<'a, T, S: Show<(Seat, &'a T), Seen: ts_rs::TS>> ts_rs::TS for ShownSeats<'a, T, S> {
    type WithoutGenerics = Self;
    type OptionInnerType = Self;

    fn name(config: &ts_rs::Config) -> String {
        <Vec<S::Seen> as ts_rs::TS>::name(config)
    }

    fn inline(config: &ts_rs::Config) -> String {
        <Vec<S::Seen> as ts_rs::TS>::inline(config)
    }

    fn visit_dependencies(visitor: &mut impl ts_rs::TypeVisitor)
    where
        Self: 'static,
    {
        <Vec<S::Seen> as ts_rs::TS>::visit_dependencies(visitor);
    }

    fn visit_generics(visitor: &mut impl ts_rs::TypeVisitor)
    where
        Self: 'static,
    {
        <Vec<S::Seen> as ts_rs::TS>::visit_generics(visitor);
    }
}
