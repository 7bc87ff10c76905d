//! Prepared shuffles: everything that does not depend on the deck is computed before the deck is known.
//!
//! Before it is their turn, players wait for the shuffles of the others. In this time they choose their order and their masks,
//! and compute `ρ_k·G`, `ρ_k·PK`, and the commitments to the order, to the masks of the factors and of the exponents, and to
//! `−δ_k·d₀_{k+1}`: about half of the work. The rest needs the deck, or challenges that depend on it.
//!
//! The result is distributed as if nothing had been prepared. The same preparation and the same deck give the same bytes,
//! whenever the preparation was made. A preparation must never meet two decks: the difference of the two results would be
//! that of the decks, in the secret order. The type allows one use only, but it cannot know about a machine that is
//! set back and prepares again from the same chance; see [`PreparedShuffle::new`].

use curve25519_dalek::ristretto::RistrettoPoint;
use curve25519_dalek::scalar::Scalar;
use rand_core::CryptoRng;
use zeroize::Zeroizing;

use super::order::Places;
use super::prove::{FactorMasks, commit, commit_places};
use super::{GENERATORS, Generators, OutputOrder, ShuffleError, Shuffled, check_size};
use crate::domain;
use crate::group::{Nonces, Point, Secret, fresh};
use crate::keys::JointKey;
use crate::masked::MaskedCard;
use crate::transcript::Context;

/// A shuffle whose deck is not known yet. It is used once, and wiped on drop.
///
/// ```
/// # use facedown_crypto::{Context, JointKey, KeyPair, MaskedCard, OutputOrder, PreparedShuffle, ShuffleError};
/// # fn f(context: &Context, key: &JointKey, own: &KeyPair, deck: &[MaskedCard], rng: &mut impl rand_core::CryptoRng) -> Result<(), ShuffleError> {
/// let prepared = PreparedShuffle::new(context, key, 52, own.secret(), rng)?;
/// // Later, when the deck has arrived:
/// let shuffled = prepared.shuffle(context, key, deck, &OutputOrder::Random)?;
/// # Ok(())
/// # }
/// ```
/// ```compile_fail,E0382
/// # use facedown_crypto::{Context, JointKey, KeyPair, MaskedCard, OutputOrder, PreparedShuffle, ShuffleError};
/// # fn f(context: &Context, key: &JointKey, own: &KeyPair, deck: &[MaskedCard], rng: &mut impl rand_core::CryptoRng) -> Result<(), ShuffleError> {
/// let prepared = PreparedShuffle::new(context, key, 52, own.secret(), rng)?;
/// let shuffled = prepared.shuffle(context, key, deck, &OutputOrder::Random)?;
/// let again = prepared.shuffle(context, key, deck, &OutputOrder::Random)?;
/// # Ok(())
/// # }
/// ```
pub struct PreparedShuffle {
    key: Point,
    preparation: Preparation,
}

impl PreparedShuffle {
    /// Prepares a shuffle of as many cards. The secret keeps it safe if the random number generator fails.
    ///
    /// Unlike those of [`Shuffled::new`], the masks do not depend on the deck. If the random numbers repeat in the same context
    /// (a machine restarts with the same seed, and is shown another deck), the two results reveal the order. A caller whose
    /// chance is not fresh must therefore keep what it has said at a place, and never shuffle a second deck there.
    pub fn new(
        context: &Context,
        key: &JointKey,
        size: usize,
        secret: &Secret,
        rng: &mut impl CryptoRng,
    ) -> Result<Self, ShuffleError> {
        check_size(size)?;
        let mut task = context.transcript(domain::PREPARED);
        task.absorb_point(b"key", key.point());
        task.absorb_number(b"size", size as u64);
        let mut nonces = Nonces::new(&task, secret, rng);
        let places = OutputOrder::Random.places(size, &mut nonces)?;
        let preparation = Preparation::draw(key, places, &mut nonces, rng);
        Ok(Self { key: *key.point(), preparation })
    }

    /// The number of cards.
    pub fn size(&self) -> usize {
        self.preparation.masks.len()
    }

    /// Whether this is prepared for so many cards under this key.
    pub fn is_for(&self, key: &JointKey, size: usize) -> bool {
        size == self.size() && key.point() == &self.key
    }

    /// Shuffles the deck and proves it. The key must be the one that the shuffle was prepared for.
    pub fn shuffle(
        mut self,
        context: &Context,
        key: &JointKey,
        deck: &[MaskedCard],
        order: &OutputOrder<'_>,
    ) -> Result<Shuffled, ShuffleError> {
        if !self.is_for(key, deck.len()) {
            return Err(ShuffleError::OtherPreparation { size: self.size(), cards: deck.len() });
        }
        self.preparation.reorder(order)?;
        Ok(self.preparation.shuffle(context, key, deck))
    }
}

/// What is known of a shuffle before its deck.
pub(super) struct Preparation {
    pub(super) places: Places,
    pub(super) masks: Zeroizing<Vec<Scalar>>,
    /// `ρ_k·G`, and `ρ_k·PK`.
    pub(super) multiples: [Zeroizing<Vec<RistrettoPoint>>; 2],
    pub(super) proof: PreparedProof,
}

/// What is known of the proof.
pub(super) enum PreparedProof {
    /// Of one card: random bytes.
    One(Zeroizing<[u8; 32]>),
    /// Of two cards and more.
    Many(Box<Beginning>),
}

impl Preparation {
    pub(super) fn draw(
        key: &JointKey,
        places: Places,
        nonces: &mut Nonces,
        rng: &mut impl CryptoRng,
    ) -> Self {
        let masks = nonces.scalars(places.0.len());
        let proof = if masks.len() == 1 {
            PreparedProof::One(fresh(rng))
        } else {
            PreparedProof::Many(Box::new(Beginning::draw(key, &places, nonces, &GENERATORS)))
        };
        // Compute all multiples of one point, then all of the other: the two tables do not fit into the first-level cache together.
        let of_base = masks.iter().map(RistrettoPoint::mul_base).collect();
        let of_key = masks.iter().map(|mask| key.times(mask)).collect();
        let multiples = [Zeroizing::new(of_base), Zeroizing::new(of_key)];
        Self { places, masks, multiples, proof }
    }

    /// Replaces the random order by another.
    fn reorder(&mut self, order: &OutputOrder<'_>) -> Result<(), ShuffleError> {
        if matches!(order, OutputOrder::Random) {
            return Ok(());
        }
        order.change(&mut self.places)?;
        if let PreparedProof::Many(beginning) = &mut self.proof {
            beginning.of_places = commit_places(&self.places, &beginning.blind[0], &GENERATORS);
        }
        Ok(())
    }

    /// The cards in their new order, under their masks.
    pub(super) fn cards(&self, deck: &[MaskedCard]) -> Vec<MaskedCard> {
        let masked = |part: fn(&MaskedCard) -> &Point, multiples: &[RistrettoPoint]| {
            let cards: Vec<_> = deck.iter().map(|card| *part(card).point()).collect();
            let ordered = self.places.carry_out(&cards);
            let sums = ordered.iter().zip(multiples).map(|(card, mask)| Point::new(card + mask));
            sums.collect::<Vec<_>>()
        };
        let c1 = masked(|card| &card.c1, &self.multiples[0]);
        let c2 = masked(|card| &card.c2, &self.multiples[1]);
        c1.into_iter().zip(c2).map(|(c1, c2)| MaskedCard { c1, c2 }).collect()
    }
}

/// The beginning of an argument: its nonces, and the commitments that depend on nothing else.
pub(super) struct Beginning {
    /// The blindings of the commitments.
    pub(super) blind: Zeroizing<Vec<Scalar>>,
    pub(super) factors: FactorMasks,
    /// `b₀`.
    pub(super) exponents: Zeroizing<Vec<Scalar>>,
    pub(super) tau: Zeroizing<Scalar>,
    /// `τ·(G, PK)`.
    pub(super) tau_multiples: [Zeroizing<RistrettoPoint>; 2],
    pub(super) of_places: Point,
    pub(super) of_factors: Point,
    pub(super) of_low: Point,
    pub(super) of_exponents: Point,
}

impl Beginning {
    pub(super) fn draw(
        key: &JointKey,
        places: &Places,
        nonces: &mut Nonces,
        generators: &Generators,
    ) -> Self {
        let size = places.0.len();
        let blind = nonces.scalars(6);
        let factors = FactorMasks::draw(size, nonces);
        let exponents = nonces.scalars(size);
        let tau = Zeroizing::new(nonces.scalar());
        Self {
            of_places: commit_places(places, &blind[0], generators),
            of_factors: commit(&factors.mask, &blind[2], generators),
            of_low: commit(&factors.low, &blind[3], generators),
            of_exponents: commit(&exponents, &blind[5], generators),
            tau_multiples: [
                Zeroizing::new(RistrettoPoint::mul_base(&tau)),
                Zeroizing::new(key.times(&tau)),
            ],
            blind,
            factors,
            exponents,
            tau,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encoding::Codec;
    use crate::masked::MAX_DECK;
    use crate::testing::{context, deck, rng};

    fn prepared(joint: &JointKey, size: usize, seed: u8) -> PreparedShuffle {
        let secret = Secret::random(&mut rng(7));
        PreparedShuffle::new(&context(0), joint, size, &secret, &mut rng(seed)).unwrap()
    }

    #[test]
    fn prepared_shuffles_of_all_sizes_and_orders_verify() {
        for size in [1_u16, 2, 3, 52, 300] {
            let (_, joint, _, deck) = deck(2, size);
            let last = usize::from(size) - 1;
            let reversed: Vec<_> = (0..=last).rev().collect();
            for order in
                [OutputOrder::Random, OutputOrder::First(last), OutputOrder::Chosen(&reversed)]
            {
                let made = prepared(&joint, deck.len(), 1);
                assert_eq!(made.size(), deck.len());
                let made = made.shuffle(&context(0), &joint, &deck, &order).unwrap();
                let verdict = made.proof.verify(&context(0), &joint, &deck, &made.cards);
                assert_eq!(verdict, Ok(()), "{size} cards");
                match order {
                    OutputOrder::Random => {}
                    OutputOrder::First(place) => assert_eq!(made.order[0], place),
                    OutputOrder::Chosen(places) => assert_eq!(*made.order, places),
                }
                let mut places = made.order.to_vec();
                places.sort_unstable();
                assert_eq!(places, (0..=last).collect::<Vec<_>>());
            }
        }
    }

    /// It does not matter when a preparation was made, nor what else was prepared or shuffled in between.
    #[test]
    fn the_same_preparation_and_deck_give_the_same_bytes() {
        let (_, joint, _, deck) = deck(2, 5);
        let shuffle = |made: PreparedShuffle| {
            let made = made.shuffle(&context(0), &joint, &deck, &OutputOrder::Random).unwrap();
            let cards: Vec<_> = made.cards.iter().map(Codec::to_bytes).collect();
            (cards, made.proof.to_bytes(), made.order.to_vec())
        };
        let early = prepared(&joint, 5, 1);
        let on_the_spot = shuffle(prepared(&joint, 5, 1));
        let other = shuffle(prepared(&joint, 5, 2));
        assert_eq!(shuffle(early), on_the_spot);
        assert!(other.0 != on_the_spot.0 && other.1 != on_the_spot.1);
    }

    #[test]
    fn orders_of_preparations_are_equally_likely() {
        let (_, joint, _, deck) = deck(1, 3);
        let secret = Secret::random(&mut rng(7));
        let rng = &mut rng(1);
        let mut counts = std::collections::BTreeMap::<_, u32>::new();
        for _ in 0..300 {
            let made = PreparedShuffle::new(&context(0), &joint, 3, &secret, rng).unwrap();
            let made = made.shuffle(&context(0), &joint, &deck, &OutputOrder::Random).unwrap();
            *counts.entry(made.order.to_vec()).or_default() += 1;
        }
        // 50 are expected of each; 33 more or less are five standard deviations.
        assert_eq!(counts.len(), 6);
        assert!(counts.values().all(|count| (17..=83).contains(count)), "{counts:?}");
    }

    /// With repeated chance, another context, size or key has other masks.
    #[test]
    fn preparations_for_something_else_have_other_masks() {
        let (keys, joint, _, _) = deck(2, 1);
        let other = JointKey::new([keys[0].share()]).unwrap();
        let secret = Secret::random(&mut rng(7));
        let mask = |context: &Context, key: &JointKey, size| {
            let made = PreparedShuffle::new(context, key, size, &secret, &mut rng(1)).unwrap();
            made.preparation.masks[0]
        };
        let first = mask(&context(0), &joint, 4);
        assert_eq!(first, mask(&context(0), &joint, 4), "the control");
        let elsewhere = Context { request: [0; 32], ..context(0) };
        assert_ne!(first, mask(&elsewhere, &joint, 4));
        assert_ne!(first, mask(&context(0), &joint, 5));
        assert_ne!(first, mask(&context(0), &other, 4));
    }

    /// Why the type allows one use only: whoever sees two decks under one preparation subtracts, and reads the order.
    #[test]
    fn two_decks_under_one_preparation_would_show_the_order() {
        let (_, joint, _, deck) = deck(2, 4);
        let masks = (1_u64..).map(Scalar::from);
        let other: Vec<_> =
            deck.iter().zip(masks).map(|(card, mask)| card.remask(&joint, &mask)).collect();
        let differences = |a: &[MaskedCard], b: &[MaskedCard]| -> Vec<_> {
            a.iter().zip(b).map(|(a, b)| a.c1.point() - b.c1.point()).collect()
        };
        let public = differences(&deck, &other);
        let read = |[a, b]: [Vec<MaskedCard>; 2]| -> Option<Vec<_>> {
            let find = |it: &RistrettoPoint| public.iter().position(|other| other == it);
            differences(&a, &b).iter().map(find).collect()
        };
        let once = prepared(&joint, 4, 1).preparation;
        let twice = [&deck, &other].map(|deck| once.cards(deck));
        assert_eq!(read(twice), Some(once.places.into_order().to_vec()));
        // The masks of an ordinary shuffle depend on the deck.
        let ordinary = [&deck, &other].map(|deck| {
            let (random, secret) = (OutputOrder::Random, Secret::random(&mut rng(7)));
            Shuffled::new(&context(0), &joint, deck, &random, &secret, &mut rng(1)).unwrap().cards
        });
        assert_eq!(read(ordinary), None);
    }

    #[test]
    fn a_preparation_for_another_deck_or_key_is_refused() {
        let (keys, joint, _, deck) = deck(2, 4);
        let refused = |key: &JointKey, deck: &[MaskedCard], order| {
            prepared(&joint, 4, 1).shuffle(&context(0), key, deck, &order).err()
        };
        let other = JointKey::new([keys[0].share()]).unwrap();
        let random = || OutputOrder::Random;
        assert_eq!(
            refused(&joint, &deck[1..], random()),
            Some(ShuffleError::OtherPreparation { size: 4, cards: 3 })
        );
        assert!(matches!(
            refused(&other, &deck, random()),
            Some(ShuffleError::OtherPreparation { .. })
        ));
        for order in [OutputOrder::First(4), OutputOrder::Chosen(&[0; 4])] {
            assert_eq!(refused(&joint, &deck, order), Some(ShuffleError::NotAPermutation));
        }
        for size in [0, MAX_DECK + 1] {
            let secret = Secret::random(&mut rng(7));
            let made = PreparedShuffle::new(&context(0), &joint, size, &secret, &mut rng(1));
            assert_eq!(made.err(), Some(ShuffleError::Size(size)));
        }
    }
}
