//! Secret orders of cards, which are created, checked and applied in constant time.
//!
//! No branch and no memory address depends on the order, so that neither timing nor caches reveal it: a card is found
//! by looking at all of them, or taken along by a sorting network.

use curve25519_dalek::scalar::Scalar;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};
use zeroize::{Zeroize, Zeroizing};

use super::ShuffleError;
use super::network::Route;
use crate::group::Nonces;
use crate::transcript::Transcript;

/// The order of the cards after a shuffle.
pub enum OutputOrder<'a> {
    /// A random order.
    Random,
    /// The card at this place comes first, the others follow in random order.
    First(usize),
    /// The `k`th card is the one that was at the `k`th of these places.
    Chosen(&'a [usize]),
}

impl OutputOrder<'_> {
    /// Absorbs the choice, so that another choice leads to other nonces even if the random number generator repeats itself.
    pub(super) fn absorb(&self, transcript: &mut Transcript) {
        let chosen = match self {
            Self::Random => &[][..],
            Self::First(place) => std::slice::from_ref(place),
            Self::Chosen(places) => places,
        };
        transcript.absorb_number(b"order", chosen.len() as u64);
        for &place in chosen {
            transcript.absorb_number(b"place", place as u64);
        }
    }

    /// Changes a random order to this one.
    pub(super) fn change(&self, places: &mut Places) -> Result<(), ShuffleError> {
        let size = places.0.len();
        match *self {
            Self::Random => {}
            // Moving one card of a uniformly random order to the front leaves the others in uniformly random order.
            Self::First(place) if place < size => places.bring_first(number(place)?),
            Self::First(_) => return Err(ShuffleError::NotAPermutation),
            Self::Chosen(chosen) => *places = Places::chosen(size, chosen)?,
        }
        Ok(())
    }

    /// The places from which the cards of a deck of this size come.
    pub(super) fn places(&self, size: usize, nonces: &mut Nonces) -> Result<Places, ShuffleError> {
        if let Self::Chosen(chosen) = *self {
            return Places::chosen(size, chosen);
        }
        let mut places = Places::random(size, nonces);
        self.change(&mut places)?;
        Ok(places)
    }
}

/// The places from which the cards come. They are secret and wiped on drop.
pub(super) struct Places(pub(super) Zeroizing<Vec<u16>>);

impl Places {
    /// A uniformly random order, with negligible bias.
    fn random(size: usize, nonces: &mut Nonces) -> Self {
        let mut places = Zeroizing::new((0..).take(size).collect::<Vec<u16>>());
        for (last, count) in (0..size).zip(1..).skip(1) {
            let other = nonces.below(count);
            let (before, rest) = places.split_at_mut(last);
            for (place, index) in before.iter_mut().zip(0_u16..) {
                u16::conditional_swap(&mut rest[0], place, index.ct_eq(&other));
            }
        }
        Self(places)
    }

    /// Moves one place to the front; the others stay in order.
    fn bring_first(&mut self, first: u16) {
        for index in (1..self.0.len()).rev() {
            let (before, rest) = self.0.split_at_mut(index);
            let found = rest[0].ct_eq(&first);
            u16::conditional_swap(&mut before[index - 1], &mut rest[0], found);
        }
    }

    /// Checks that chosen places are a permutation.
    fn chosen(size: usize, chosen: &[usize]) -> Result<Self, ShuffleError> {
        // Allocate the full capacity: a vector that grows leaves copies of secrets behind.
        let mut places = Self(Zeroizing::new(Vec::with_capacity(chosen.len())));
        for &place in chosen {
            places.0.push(number(place)?);
        }
        let once = (0..).take(size).map(|place: u16| {
            places.0.iter().fold(Choice::from(0), |found, other| found | other.ct_eq(&place))
        });
        let all = once.fold(Choice::from(1), |all, found| all & found);
        if chosen.len() == size && bool::from(all) {
            Ok(places)
        } else {
            Err(ShuffleError::NotAPermutation)
        }
    }

    /// Applies the order to as many items.
    pub(super) fn carry_out<T>(&self, items: &[T]) -> Zeroizing<Vec<T>>
    where
        T: ConditionallySelectable + Zeroize,
    {
        let mut items = Zeroizing::new(items.to_vec());
        Route::new(&self.0).back(&mut items);
        items
    }

    /// The places as scalars, counted from 1.
    pub(super) fn numbers(&self) -> Zeroizing<Vec<Scalar>> {
        Zeroizing::new(self.0.iter().map(|&place| Scalar::from(place + 1)).collect())
    }

    /// Returns the places.
    pub(super) fn into_order(self) -> Zeroizing<Vec<usize>> {
        Zeroizing::new(self.0.iter().copied().map(usize::from).collect())
    }
}

/// The items in this order: the `k`th is the one at the `k`th of these places.
///
/// It looks at every item for every place, so that neither timing nor caches reveal the order. Use it to follow cards whose
/// points one knows through one's own [`Shuffled`](super::Shuffled) or [`Tucked`](crate::Tucked). A place that does not exist
/// gives the first item.
pub fn carried<T>(order: &[usize], items: &[T]) -> Zeroizing<Vec<T>>
where
    T: ConditionallySelectable + Zeroize,
{
    let Some(first) = items.first() else { return Zeroizing::new(Vec::new()) };
    let at = |&place: &usize| {
        items.iter().zip(0_u64..).fold(*first, |found, (item, index)| {
            T::conditional_select(&found, item, index.ct_eq(&(place as u64)))
        })
    };
    Zeroizing::new(order.iter().map(at).collect())
}

fn number(place: usize) -> Result<u16, ShuffleError> {
    u16::try_from(place).map_err(|_| ShuffleError::NotAPermutation)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::domain;
    use crate::group::Secret;
    use crate::testing::rng;

    fn nonces() -> Nonces {
        let secret = Secret::random(&mut rng(2));
        Nonces::new(&Transcript::new(domain::CONTEXT), &secret, &mut rng(2))
    }

    fn order(order: &OutputOrder<'_>, size: usize, nonces: &mut Nonces) -> Vec<usize> {
        order.places(size, nonces).unwrap().into_order().to_vec()
    }

    #[test]
    fn orders_have_every_place_once() {
        let mut nonces = nonces();
        for size in [0, 1, 2, 52, 300] {
            let mut places = order(&OutputOrder::Random, size, &mut nonces);
            places.sort_unstable();
            assert_eq!(places, (0..size).collect::<Vec<_>>());
            for first in [0, size / 2, size.saturating_sub(1)] {
                if first < size {
                    let mut places = order(&OutputOrder::First(first), size, &mut nonces);
                    assert_eq!(places[0], first);
                    places.sort_unstable();
                    assert_eq!(places, (0..size).collect::<Vec<_>>());
                }
            }
        }
    }

    #[test]
    fn all_orders_are_equally_likely() {
        let mut nonces = nonces();
        for (kind, different) in [(OutputOrder::Random, 24), (OutputOrder::First(2), 6)] {
            let mut counts = HashMap::<_, u32>::new();
            for _ in 0..different * 400 {
                *counts.entry(order(&kind, 4, &mut nonces)).or_default() += 1;
            }
            assert_eq!(counts.len(), different);
            // 400 are expected of each; 100 more or less are five standard deviations.
            assert!(counts.values().all(|count| (300..500).contains(count)), "{counts:?}");
        }
    }

    #[test]
    fn a_card_that_is_taken_to_the_front_passes_the_others() {
        for (first, after) in [(3, [3, 1, 0, 2]), (1, [1, 3, 0, 2]), (2, [2, 3, 1, 0])] {
            let mut places = Places(Zeroizing::new(vec![3, 1, 0, 2]));
            places.bring_first(first);
            assert_eq!(*places.0, after);
        }
    }

    #[test]
    fn a_chosen_order_has_every_place_once() {
        let refused = |places: &[usize]| Places::chosen(3, places).is_err();
        assert!(!refused(&[2, 0, 1]));
        for wrong in [&[2, 0, 2][..], &[0, 1, 3], &[0, 1], &[0, 1, 2, 2], &[], &[0, 1, 1 << 16]] {
            assert!(refused(wrong), "{wrong:?}");
        }
    }

    #[test]
    fn following_an_order_is_looking_up_every_place() {
        let items: Vec<_> = (0_u64..5).map(|n| Secret::new(Scalar::from(n)).times_base()).collect();
        for order in [&[4, 0, 1, 3, 2][..], &[2, 2], &[]] {
            let expected: Vec<_> = order.iter().map(|&place| items[place]).collect();
            assert_eq!(*carried(order, &items), expected);
        }
        assert_eq!(*carried(&[7], &items), items[..1]);
        assert!(carried::<u16>(&[0], &[]).is_empty());
    }

    #[test]
    fn carrying_out_an_order_is_looking_up_every_place() {
        let items: Vec<_> = (0_u64..52).map(Scalar::from).collect();
        let places = OutputOrder::Random.places(52, &mut nonces()).unwrap();
        let expected: Vec<_> = places.0.iter().map(|&place| items[usize::from(place)]).collect();
        assert_eq!(*places.carry_out(&items), expected);
        let one = Scalar::ONE;
        assert!(places.numbers().iter().zip(expected).all(|(number, item)| *number == item + one));
    }
}
