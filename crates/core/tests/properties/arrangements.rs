//! Orders of cards, and cards that are tucked in.

use facedown_core::{Arrangement, CardOrder, Tuck};
use proptest::prelude::*;

use crate::{fixed, reread};

fn an_order() -> impl Strategy<Value = Vec<u16>> {
    (0..60u16).prop_flat_map(|cards| Just((0..cards).collect::<Vec<_>>()).prop_shuffle())
}

proptest! {
    #![proptest_config(fixed())]

    #[test]
    fn a_permutation_is_an_order(places in an_order()) {
        let order = CardOrder(places.clone());
        prop_assert!(order.is_of(places.len()));
        prop_assert!(!order.is_of(places.len() + 1));
        prop_assert!(places.is_empty() || !order.is_of(places.len() - 1));
        prop_assert_eq!(&order.order(places.len()), &order);
        prop_assert_eq!(&reread(&order), &order);
    }

    #[test]
    fn an_order_names_each_place_once(places in proptest::collection::vec(0..7u16, 0..7)) {
        let mut sorted = places.clone();
        sorted.sort_unstable();
        let cards = places.len();
        let is_permutation = sorted.iter().zip(0..).all(|(&place, i)| place == i);
        prop_assert_eq!(CardOrder(places).is_of(cards), is_permutation);
    }

    #[test]
    fn one_wrong_place_makes_it_no_order(places in an_order(), at: usize, place: u16) {
        prop_assume!(!places.is_empty());
        let (cards, at) = (places.len(), at % places.len());
        let mut wrong = places;
        prop_assume!(wrong[at] != place);
        wrong[at] = place;
        prop_assert!(!CardOrder(wrong).is_of(cards));
    }

    #[test]
    fn a_tucked_card_lies_where_it_was_tucked(cards in 1..100usize, depth in 0..100u16) {
        let CardOrder(places) = Tuck(depth).order(cards);
        let depth = usize::from(depth);
        prop_assert_eq!(CardOrder(places.clone()).is_of(cards), depth < cards);
        if depth < cards {
            prop_assert_eq!(places[depth], 0);
            let others: Vec<_> = places.into_iter().filter(|&place| place != 0).collect();
            prop_assert!(others.is_sorted());
        }
    }
}
