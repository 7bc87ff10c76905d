//! Only honest shuffles verify.

use curve25519_dalek::ristretto::RistrettoPoint;
use proptest::prelude::*;

use super::order::Places;
use super::prepare::Beginning;
use super::prove::{FactorMasks, Products, Secrets, commit};
use super::*;
use crate::group::{Nonces, Secret};
use crate::keys::KeyPair;
use crate::masked::{FaceNumber, Faces};
use crate::share::Shares;
use crate::testing::{context, deck, rng};

fn shuffled(joint: &JointKey, deck: &[MaskedCard], order: &OutputOrder<'_>, seed: u8) -> Shuffled {
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
        let FaceNumber(face) = faces.face(&card.unmask(open.iter().map(|s| &s[place]))).unwrap();
        face
    };
    cards.iter().enumerate().map(face).collect()
}

fn refused(joint: &JointKey, deck: &[MaskedCard], made: &Shuffled) -> Option<ShuffleError> {
    made.proof.verify(&context(0), joint, deck, &made.cards).err()
}

#[test]
fn decks_of_all_sizes_are_shuffled() {
    for size in [1, 2, 3, 7, 52, 100, 300] {
        let (keys, joint, faces, deck) = deck(2, size);
        let made = shuffled(&joint, &deck, &OutputOrder::Random, 3);
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
    for size in [0, MAX_DECK + 1] {
        let made = Shuffled::new(
            &context(0),
            &joint,
            &vec![card; size],
            &OutputOrder::Random,
            keys[0].secret(),
            &mut rng(1),
        );
        assert_eq!(made.err(), Some(ShuffleError::Size(size)));
    }
}

#[test]
fn a_chosen_card_comes_first_and_a_chosen_order_is_kept() {
    let (keys, joint, faces, deck) = deck(2, 9);
    let made = shuffled(&joint, &deck, &OutputOrder::First(6), 4);
    assert_eq!(refused(&joint, &deck, &made), None);
    assert_eq!(read(&keys, &faces, &made.cards)[0], 6);
    let places = [8, 0, 1, 7, 2, 3, 4, 6, 5];
    let made = shuffled(&joint, &deck, &OutputOrder::Chosen(&places), 4);
    assert_eq!(refused(&joint, &deck, &made), None);
    assert_eq!(read(&keys, &faces, &made.cards), places.map(|p| u16::try_from(p).unwrap()));
    for order in [OutputOrder::First(9), OutputOrder::Chosen(&[0; 9]), OutputOrder::Chosen(&[0])] {
        let made = Shuffled::new(&context(0), &joint, &deck, &order, keys[0].secret(), &mut rng(1));
        assert_eq!(made.err(), Some(ShuffleError::NotAPermutation));
    }
}

/// With repeated masks the first card would have the same ciphertext, and everybody could see that it has not moved.
#[test]
fn other_choices_have_other_masks_though_the_chance_repeats() {
    let (_, joint, _, deck) = deck(2, 3);
    let orders =
        [OutputOrder::Chosen(&[0, 1, 2]), OutputOrder::Chosen(&[0, 2, 1]), OutputOrder::First(0)];
    let [first, second, third] = orders.map(|order| shuffled(&joint, &deck, &order, 4).cards[0]);
    assert!(first != second && second != third && third != first);
    let again = shuffled(&joint, &deck, &OutputOrder::Chosen(&[0, 1, 2]), 4).cards[0];
    assert_eq!(first, again, "the control: the chance does repeat");
}

#[test]
fn changed_cards_are_refused() {
    for size in [1_u16, 2, 5] {
        let (_, joint, _, deck) = deck(2, size);
        let honest = || shuffled(&joint, &deck, &OutputOrder::Random, 5);
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

/// The cheater runs the prover on a deck in which one card is duplicated.
#[test]
fn a_duplicate_with_a_freshly_made_proof_is_refused() {
    let (_, joint, _, deck) = deck(2, 5);
    let mut doubled = deck.clone();
    doubled[0] = deck[1];
    let made = shuffled(&joint, &doubled, &OutputOrder::Random, 6);
    assert_eq!(refused(&joint, &doubled, &made), None, "the control: a proof for another deck");
    assert_eq!(refused(&joint, &deck, &made), Some(ShuffleError::Wrong));
}

#[test]
fn a_proof_counts_only_where_it_was_made() {
    for size in [1, 4] {
        let (keys, joint, _, deck) = deck(2, size);
        let made = shuffled(&joint, &deck, &OutputOrder::Random, 7);
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
        let made = shuffled(&joint, &deck, &OutputOrder::Random, 8);
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

/// A forger who believes that it knows the logarithms of the generators.
struct Forger {
    /// Of `h`.
    blinding: Scalar,
    /// Of `g_1 …`.
    values: Vec<Scalar>,
}

impl Forger {
    fn new(size: usize) -> Self {
        let mut logarithms = (0..=size).zip(1_u64..).map(|(_, n)| Scalar::from(n + 7).invert());
        Self { blinding: logarithms.next().unwrap(), values: logarithms.collect() }
    }

    /// Generators of which this is true.
    fn trapdoored(&self) -> Generators {
        let point = |logarithm: &Scalar| Secret::new(*logarithm).times_base();
        Generators {
            blinding: point(&self.blinding),
            values: self.values.iter().map(point).collect(),
        }
    }

    /// The blinding under which the point `committed·G` is a commitment to these values, whatever they are.
    fn blinding(&self, committed: Scalar, values: &[Scalar]) -> Scalar {
        let sum: Scalar = values.iter().zip(&self.values).map(|(value, log)| value * log).sum();
        (committed - sum) * self.blinding.invert()
    }

    /// "Proves" a shuffle after which the first card is the sum of the first two. Both commitments are made before
    /// anything is chosen: `b` so that it brings one deck to the other, `a` so that the product fits all the same.
    #[allow(clippy::many_single_char_names)] // they have these names in the argument
    fn forge(
        &self,
        generators: &Generators,
        mut transcript: Transcript,
        key: &JointKey,
        cards: &[MaskedCard],
        masks: &[Scalar],
        nonces: &mut Nonces,
    ) -> Argument {
        let size = cards.len();
        let [of_places, of_powers] = [3_u64, 4].map(Scalar::from);
        let places = Secret::new(of_places).times_base();
        transcript.absorb_point(b"ca", &places);
        let x = transcript.challenge(b"x");
        let mut b = powers(x, size);
        b[1] -= x;
        let powers = Secret::new(of_powers).times_base();
        let (y, z) = factor_challenges(&mut transcript, &powers);
        let mut a: Vec<_> = (1_u64..).take(size).map(Scalar::from).collect();
        a[1] += x * y.invert();
        let blind = [self.blinding(of_places, &a), self.blinding(of_powers, &b)];

        // From here on the forger does what an honest prover does.
        let factors: Vec<_> = a.iter().zip(&b).map(|(a, b)| y * a + b - z).collect();
        let factor_masks = FactorMasks::draw(size, nonces);
        let product = Products::new(&factors, &factor_masks);
        let (masks_of_b, rest) = (nonces.scalars(size), nonces.scalars(5));
        let folded = |part: fn(&MaskedCard) -> &Point| {
            masks_of_b.iter().zip(cards).map(|(mask, card)| mask * part(card).point()).sum()
        };
        let (c1, c2): (RistrettoPoint, RistrettoPoint) =
            (folded(|card| &card.c1), folded(|card| &card.c2));
        let commitments = Commitments {
            places,
            powers,
            factors: commit(&factor_masks.mask, &rest[0], generators),
            low: commit(&factor_masks.low, &rest[1], generators),
            high: commit(&product.high, &rest[2], generators),
            exponents: commit(&masks_of_b, &rest[3], generators),
            deck: MaskedCard {
                c1: Point::new(RistrettoPoint::mul_base(&rest[4]) + c1),
                c2: Point::new(key.times(&rest[4]) + c2),
            },
        };
        let w = last_challenge(&mut transcript, &commitments);
        let open = |values: &[Scalar], masks: &[Scalar]| {
            values.iter().zip(masks).map(|(value, mask)| w * value + mask).collect::<Vec<_>>()
        };
        let masks_sum: Scalar = b.iter().zip(masks).map(|(b, mask)| b * mask).sum();
        Argument {
            factors: open(&factors, &factor_masks.mask),
            products: open(&product.partial[1..size - 1], &factor_masks.deltas[1..size - 1]),
            exponents: open(&b, &masks_of_b),
            blindings: [
                w * (y * blind[0] + blind[1]) + rest[0],
                w * rest[2] + rest[1],
                w * blind[1] + rest[3],
                rest[4] - w * masks_sum,
            ],
            commitments,
        }
    }
}

/// With generators whose logarithms are known, a deck that is not a permutation has a proof. That is why they are hashes.
#[test]
fn trapdoored_generators_would_prove_anything_and_hashed_ones_do_not() {
    for size in [2_u16, 3, 5] {
        let (keys, joint, faces, deck) = deck(2, size);
        let count = usize::from(size);
        let masks: Vec<_> = (21_u64..).take(count).map(Scalar::from).collect();
        let straight = Places(Zeroizing::new((0..size).collect()));
        let honest: Vec<_> =
            deck.iter().zip(&masks).map(|(card, mask)| card.remask(&joint, mask)).collect();
        let mut cards = honest.clone();
        cards[0] = MaskedCard {
            c1: Point::new(cards[0].c1.point() + deck[1].c1.point()),
            c2: Point::new(cards[0].c2.point() + deck[1].c2.point()),
        };
        let forger = Forger::new(count);
        let [trapdoored, lied_to] = [forger.trapdoored(), Forger::new(count + 1).trapdoored()];
        let nonces =
            |transcript: &Transcript| Nonces::new(transcript, keys[0].secret(), &mut rng(1));
        let accepted = |argument, generators: &Generators, cards: &[MaskedCard]| {
            let proof = ShuffleProof(Kind::Many(Box::new(argument)));
            // It survives being sent.
            let proof = ShuffleProof::from_bytes(&proof.to_bytes()).unwrap();
            let claim = proof.equation_over(generators, &context(0), &joint, &deck, cards);
            claim.unwrap().holds()
        };
        // The logarithms of the third ones are others than the forger believes, as far as it matters.
        let third = Generators { blinding: lied_to.values[0], ..lied_to };
        for (generators, forged, name) in [
            (&trapdoored, true, "known logarithms"),
            (&*GENERATORS, false, "hashed"),
            (&third, false, "other logarithms"),
        ] {
            let transcript = statement(&context(0), &joint, &deck, &honest);
            let mut nonces_of = nonces(&transcript);
            let secrets = Secrets { places: &straight, masks: &masks };
            let beginning = Beginning::draw(&joint, &straight, &mut nonces_of, generators);
            let argument = secrets.argue(transcript, &honest, &beginning, generators);
            assert!(accepted(argument, generators, &honest), "{name}: an honest shuffle");
            let transcript = statement(&context(0), &joint, &deck, &cards);
            let mut nonces_of = nonces(&transcript);
            let argument =
                forger.forge(generators, transcript, &joint, &cards, &masks, &mut nonces_of);
            assert_eq!(accepted(argument, generators, &cards), forged, "{name}, {size} cards");
        }
        // The forged card is not a card of the deck.
        let shares: Vec<_> = keys
            .iter()
            .map(|key| Point::new(key.secret().scalar() * cards[0].c1.point()))
            .collect();
        assert_eq!(faces.face(&cards[0].unmask(&shares)), None);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, failure_persistence: None, rng_seed: proptest::test_runner::RngSeed::Fixed(1), ..ProptestConfig::default() })]

    #[test]
    fn honest_shuffles_verify_and_keep_every_card(size in 1_u16..40, players in 1_u8..5, seed: u8) {
        let (keys, joint, faces, deck) = deck(players, size);
        let made = shuffled(&joint, &deck, &OutputOrder::Random, seed);
        prop_assert_eq!(refused(&joint, &deck, &made), None);
        let mut read = read(&keys, &faces, &made.cards);
        read.sort_unstable();
        prop_assert_eq!(read, (0..size).collect::<Vec<_>>());
    }
}
