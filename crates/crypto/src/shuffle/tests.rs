//! Honest shuffles verify, and nothing else does.

use proptest::prelude::*;

use super::*;
use crate::group::Secret;
use crate::keys::KeyPair;
use crate::masked::{Face, Faces};
use crate::share::Shares;
use crate::testing::{context, deck, rng};

fn shuffled(joint: &JointKey, deck: &[MaskedCard], order: &Order<'_>, seed: u8) -> Shuffled {
    let secret = Secret::random(&mut rng(seed));
    Shuffled::new(&context(0), joint, deck, order, &secret, &mut rng(seed)).unwrap()
}

fn read(keys: &[KeyPair], faces: &Faces, cards: &[MaskedCard]) -> Vec<u16> {
    let shares: Vec<_> =
        keys.iter().map(|key| Shares::new(&context(0), key, cards, &mut rng(0))).collect();
    let open: Vec<_> = shares
        .iter()
        .zip(keys)
        .map(|(shares, key)| shares.verify(&context(0), key.share(), cards).unwrap())
        .collect();
    let face = |(place, card): (usize, &MaskedCard)| {
        let Face(face) = faces.face(&card.unmask(open.iter().map(|s| &s[place]))).unwrap();
        face
    };
    cards.iter().enumerate().map(face).collect()
}

fn refused(joint: &JointKey, deck: &[MaskedCard], made: &Shuffled) -> Option<ShuffleError> {
    made.proof.verify(&context(0), joint, deck, &made.cards).err()
}

#[test]
fn decks_of_all_sizes_are_shuffled() {
    for size in [1, 2, 3, 7, 52, 100, 200] {
        let (keys, joint, faces, deck) = deck(2, size);
        let made = shuffled(&joint, &deck, &Order::Random, 3);
        assert_eq!(refused(&joint, &deck, &made), None, "{size} cards");
        let order: Vec<_> = made.order.iter().map(|&place| u16::try_from(place).unwrap()).collect();
        assert_eq!(read(&keys, &faces, &made.cards), order);
        let bytes = made.proof.to_bytes();
        assert_eq!(ShuffleProof::from_bytes(&bytes).as_ref(), Ok(&made.proof));
        if size > 1 {
            assert_eq!(bytes.len(), (3 * usize::from(size) + 10) * 32 + 2);
        }
    }
}

#[test]
fn sizes_that_are_no_decks_are_refused() {
    let (keys, joint, _, _) = deck(1, 1);
    let card = MaskedCard::fresh(&Point::base(), &joint);
    for size in [0, 201] {
        let made = Shuffled::new(
            &context(0),
            &joint,
            &vec![card; size],
            &Order::Random,
            keys[0].secret(),
            &mut rng(1),
        );
        assert_eq!(made.err(), Some(ShuffleError::Size(size)));
    }
}

#[test]
fn a_chosen_card_comes_first_and_a_chosen_order_is_kept() {
    let (keys, joint, faces, deck) = deck(2, 9);
    let made = shuffled(&joint, &deck, &Order::First(6), 4);
    assert_eq!(refused(&joint, &deck, &made), None);
    assert_eq!(read(&keys, &faces, &made.cards)[0], 6);
    let places = [8, 0, 1, 7, 2, 3, 4, 6, 5];
    let made = shuffled(&joint, &deck, &Order::Chosen(&places), 4);
    assert_eq!(refused(&joint, &deck, &made), None);
    assert_eq!(read(&keys, &faces, &made.cards), places.map(|p| u16::try_from(p).unwrap()));
    for order in [Order::First(9), Order::Chosen(&[0; 9]), Order::Chosen(&[0])] {
        let made = Shuffled::new(&context(0), &joint, &deck, &order, keys[0].secret(), &mut rng(1));
        assert_eq!(made.err(), Some(ShuffleError::NotAPermutation));
    }
}

/// With the same masks the first card would come out the same, and everybody could see that it has not moved.
#[test]
fn other_choices_have_other_masks_though_the_chance_repeats() {
    let (_, joint, _, deck) = deck(2, 3);
    let orders = [Order::Chosen(&[0, 1, 2]), Order::Chosen(&[0, 2, 1]), Order::First(0)];
    let [first, second, third] = orders.map(|order| shuffled(&joint, &deck, &order, 4).cards[0]);
    assert!(first != second && second != third && third != first);
    let again = shuffled(&joint, &deck, &Order::Chosen(&[0, 1, 2]), 4).cards[0];
    assert_eq!(first, again, "the control: the chance does repeat");
}

#[test]
fn changed_cards_are_refused() {
    for size in [1_u16, 2, 5] {
        let (_, joint, _, deck) = deck(2, size);
        let honest = || shuffled(&joint, &deck, &Order::Random, 5);
        let one = Scalar::ONE;
        let check = |what: &str, change: &dyn Fn(&mut Vec<MaskedCard>)| {
            let mut made = honest();
            change(&mut made.cards);
            assert!(refused(&joint, &deck, &made).is_some(), "{what}, {size} cards");
        };
        check("re-masked once more", &|cards| cards[0] = cards[0].remask(&joint, &one));
        check("replaced", &|cards| cards[0] = MaskedCard::fresh(&Point::base(), &joint));
        check("dropped", &|cards| cards.truncate(usize::from(size) - 1));
        check("added", &|cards| cards.push(cards[0]));
        check("another face", &|cards| {
            cards[0].c2 = Point::new(cards[0].c2.point() + Point::base().point());
        });
        if size > 1 {
            check("swapped", &|cards| cards.swap(0, 1));
            check("duplicated", &|cards| cards[0] = cards[1]);
            check("duplicated under a mask", &|cards| cards[0] = cards[1].remask(&joint, &one));
        }
    }
}

/// The cheat knows everything and runs the prover itself: on a deck in which one card is doubled.
#[test]
fn a_duplicate_with_a_freshly_made_proof_is_refused() {
    let (_, joint, _, deck) = deck(2, 5);
    let mut doubled = deck.clone();
    doubled[0] = deck[1];
    let made = shuffled(&joint, &doubled, &Order::Random, 6);
    assert_eq!(refused(&joint, &doubled, &made), None, "the control: a proof for another deck");
    assert_eq!(refused(&joint, &deck, &made), Some(ShuffleError::Wrong));
}

#[test]
fn a_proof_counts_only_where_it_was_made() {
    for size in [1, 4] {
        let (keys, joint, _, deck) = deck(2, size);
        let made = shuffled(&joint, &deck, &Order::Random, 7);
        for context in [
            Context { table: [0; 32], ..context(0) },
            Context { request: [0; 32], ..context(0) },
            Context { pile: 9, ..context(0) },
            Context { operation: crate::Operation::Arrange, ..context(0) },
            context(1),
        ] {
            let verdict = made.proof.verify(&context, &joint, &deck, &made.cards);
            assert_eq!(verdict, Err(ShuffleError::Wrong));
        }
        let other = JointKey::new([keys[0].share()]).unwrap();
        assert_eq!(refused(&other, &deck, &made), Some(ShuffleError::Wrong));
        assert_eq!(refused(&joint, &made.cards, &made), Some(ShuffleError::Wrong));
    }
}

/// Every point and scalar is changed to another valid one, by one bit of its encoding where that is one.
#[test]
fn any_changed_field_of_a_proof_is_refused() {
    for size in [1_u16, 2, 4] {
        let (_, joint, _, deck) = deck(2, size);
        let made = shuffled(&joint, &deck, &Order::Random, 8);
        let bytes = made.proof.to_bytes();
        for field in 0..bytes.len() / 32 {
            let range = 2 + field * 32..2 + (field + 1) * 32;
            let mut changed = bytes.clone();
            let replacement = if Point::from_bytes(&bytes[range.clone()]).is_ok() {
                *Point::base().as_bytes()
            } else {
                Scalar::ONE.to_bytes()
            };
            changed[range].copy_from_slice(&replacement);
            let proof = ShuffleProof::from_bytes(&changed);
            let accepted = proof
                .is_ok_and(|proof| proof.verify(&context(0), &joint, &deck, &made.cards).is_ok());
            assert!(!accepted, "field {field} of {size} cards");
        }
        for place in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[place] ^= 1;
            let accepted = ShuffleProof::from_bytes(&changed)
                .is_ok_and(|proof| proof.verify(&context(0), &joint, &deck, &made.cards).is_ok());
            assert!(!accepted, "byte {place} of {size} cards");
        }
        assert!(ShuffleProof::from_bytes(&bytes[..bytes.len() - 1]).is_err());
        assert!(ShuffleProof::from_bytes(&[&bytes[..], &[0]].concat()).is_err());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, failure_persistence: None, rng_seed: proptest::test_runner::RngSeed::Fixed(1), ..ProptestConfig::default() })]

    #[test]
    fn honest_shuffles_verify_and_keep_every_card(size in 1_u16..40, players in 1_u8..5, seed: u8) {
        let (keys, joint, faces, deck) = deck(players, size);
        let made = shuffled(&joint, &deck, &Order::Random, seed);
        prop_assert_eq!(refused(&joint, &deck, &made), None);
        let mut read = read(&keys, &faces, &made.cards);
        read.sort_unstable();
        prop_assert_eq!(read, (0..size).collect::<Vec<_>>());
    }
}
