//! The shuffler's side: permute, re-mask and prove, in constant time where secrets are.

use curve25519_dalek::ristretto::RistrettoPoint;
use curve25519_dalek::scalar::Scalar;
use curve25519_dalek::traits::{Identity, MultiscalarMul};
use rand_core::CryptoRng;
use subtle::{Choice, ConditionallySelectable};
use zeroize::Zeroizing;

use super::order::Places;
use super::prepare::{Beginning, Preparation, PreparedProof};
use super::{
    Argument, Commitments, GENERATORS, Generators, Kind, OutputOrder, ShuffleError, ShuffleProof,
    Shuffled, check_size, factor_challenges, last_challenge, powers, single, statement,
};
use crate::dleq::{Dleq, SameLog};
use crate::domain;
use crate::group::{Nonces, Point, Secret};
use crate::keys::JointKey;
use crate::masked::MaskedCard;
use crate::transcript::{Context, Transcript};

impl Shuffled {
    /// Shuffles a deck and proves it. The secret keeps the masks safe if the random number generator fails.
    pub fn new(
        context: &Context,
        key: &JointKey,
        deck: &[MaskedCard],
        order: &OutputOrder<'_>,
        secret: &Secret,
        rng: &mut impl CryptoRng,
    ) -> Result<Self, ShuffleError> {
        check_size(deck.len())?;
        let mut task = statement(context, key, deck, &[]);
        order.absorb(&mut task);
        let mut nonces = Nonces::new(&task, secret, rng);
        let places = order.places(deck.len(), &mut nonces)?;
        Ok(Preparation::draw(key, places, &mut nonces, rng).shuffle(context, key, deck))
    }
}

impl Preparation {
    /// Shuffles the deck, which has as many cards as were prepared for, and proves it.
    pub(super) fn shuffle(
        self,
        context: &Context,
        key: &JointKey,
        deck: &[MaskedCard],
    ) -> Shuffled {
        let cards = self.cards(deck);
        let mut transcript = statement(context, key, deck, &cards);
        let proof = match &self.proof {
            PreparedProof::One(fresh) => {
                let (public, multiple) = single(&deck[0], &cards[0]);
                let log =
                    SameLog { public: &public, bases: &[*key.point()], multiples: &[multiple] };
                transcript.absorb(b"one", domain::SHUFFLE_ONE);
                let mask = Secret::new(self.masks[0]);
                Kind::One(Box::new(Dleq::prove_with(transcript, log, &mask, fresh)))
            }
            PreparedProof::Many(beginning) => {
                let secrets = Secrets { places: &self.places, masks: &self.masks };
                Kind::Many(Box::new(secrets.argue(transcript, &cards, beginning, &GENERATORS)))
            }
        };
        Shuffled { cards, proof: ShuffleProof(proof), order: self.places.into_order() }
    }
}

pub(super) struct Secrets<'a> {
    pub(super) places: &'a Places,
    pub(super) masks: &'a [Scalar],
}

impl Secrets<'_> {
    pub(super) fn argue(
        &self,
        transcript: Transcript,
        cards: &[MaskedCard],
        beginning: &Beginning,
        generators: &Generators,
    ) -> Argument {
        let in_order = |powers: &[Scalar]| self.places.carry_out(powers);
        self.argue_with(in_order, transcript, cards, beginning, generators)
    }

    /// The same with another way to bring the powers into the order, for a test that cheats.
    fn argue_with(
        &self,
        in_order: impl Fn(&[Scalar]) -> Zeroizing<Vec<Scalar>>,
        mut transcript: Transcript,
        cards: &[MaskedCard],
        beginning: &Beginning,
        generators: &Generators,
    ) -> Argument {
        let size = cards.len();
        let Beginning { blind, factors: masks, exponents: b_mask, tau, .. } = beginning;
        let numbers = self.places.numbers();
        transcript.absorb_point(b"ca", &beginning.of_places);
        let all = powers(transcript.challenge(b"x"), size);
        let exponents = in_order(&all);
        let of_powers = commit(&exponents, &blind[1], generators);
        let (y, z) = factor_challenges(&mut transcript, &of_powers);

        let factors: Zeroizing<Vec<Scalar>> = Zeroizing::new(
            numbers.iter().zip(exponents.iter()).map(|(a, b)| y * a + b - z).collect(),
        );
        let product = Products::new(&factors, masks);
        let combined = |part: fn(&MaskedCard) -> &Point, tau: &RistrettoPoint| {
            let points = cards.iter().map(|card| part(card).point());
            Point::new(tau + RistrettoPoint::multiscalar_mul(b_mask.iter(), points))
        };
        let commitments = Commitments {
            places: beginning.of_places,
            powers: of_powers,
            factors: beginning.of_factors,
            low: beginning.of_low,
            high: commit(&product.high, &blind[4], generators),
            exponents: beginning.of_exponents,
            deck: MaskedCard {
                c1: combined(|card| &card.c1, &beginning.tau_multiples[0]),
                c2: combined(|card| &card.c2, &beginning.tau_multiples[1]),
            },
        };
        let w = last_challenge(&mut transcript, &commitments);

        let open = |values: &[Scalar], masks: &[Scalar]| {
            values.iter().zip(masks).map(|(value, mask)| w * value + mask).collect::<Vec<_>>()
        };
        let masks_sum: Scalar = exponents.iter().zip(self.masks).map(|(b, mask)| b * mask).sum();
        Argument {
            factors: open(&factors, &masks.mask),
            products: open(&product.partial[1..size - 1], &masks.deltas[1..size - 1]),
            exponents: open(&exponents, b_mask),
            blindings: [
                w * (y * blind[0] + blind[1]) + blind[2],
                w * blind[4] + blind[3],
                w * blind[1] + blind[5],
                **tau - w * masks_sum,
            ],
            commitments,
        }
    }
}

/// The masks of the product argument, and what it commits to before the factors are known.
pub(super) struct FactorMasks {
    /// The mask of the factors, `d₀`.
    pub(super) mask: Zeroizing<Vec<Scalar>>,
    /// The mask `δ` of the partial products: the first is that of the first factor, the last is none.
    pub(super) deltas: Zeroizing<Vec<Scalar>>,
    /// `−δ_k·d₀_{k+1}`.
    pub(super) low: Zeroizing<Vec<Scalar>>,
}

impl FactorMasks {
    pub(super) fn draw(size: usize, nonces: &mut Nonces) -> Self {
        let mask = nonces.scalars(size);
        let mut deltas = nonces.scalars(size);
        (deltas[0], deltas[size - 1]) = (mask[0], Scalar::ZERO);
        let low = (1..size).map(|k| -deltas[k - 1] * mask[k]).collect();
        Self { mask, deltas, low: Zeroizing::new(low) }
    }
}

/// What the product argument computes from the factors `d`.
pub(super) struct Products {
    /// `p_k = d_1 ⋯ d_k`.
    pub(super) partial: Zeroizing<Vec<Scalar>>,
    /// `δ_{k+1} − d_{k+1}·δ_k − p_k·d₀_{k+1}`.
    pub(super) high: Zeroizing<Vec<Scalar>>,
}

impl Products {
    pub(super) fn new(d: &[Scalar], masks: &FactorMasks) -> Self {
        let size = d.len();
        let FactorMasks { mask, deltas, .. } = masks;
        // Allocate the full capacity: a vector that grows leaves copies of secrets behind.
        let mut partial = Zeroizing::new(Vec::with_capacity(size));
        let mut product = Zeroizing::new(Scalar::ONE);
        for factor in d {
            *product *= factor;
            partial.push(*product);
        }
        let high = (1..size)
            .map(|k| deltas[k] - d[k] * deltas[k - 1] - partial[k - 1] * mask[k])
            .collect();
        Self { partial, high: Zeroizing::new(high) }
    }
}

pub(super) fn commit(values: &[Scalar], blinding: &Scalar, generators: &Generators) -> Point {
    let points = generators.values.iter().take(values.len()).chain([&generators.blinding]);
    Point::new(RistrettoPoint::multiscalar_mul(
        values.iter().chain([blinding]),
        points.map(Point::point),
    ))
}

/// Commits to the places. They have only a few bits, so each takes only a few additions.
pub(super) fn commit_places(places: &Places, blinding: &Scalar, generators: &Generators) -> Point {
    let none = RistrettoPoint::identity();
    let bits = usize::BITS - places.0.len().leading_zeros();
    let sum = (0..bits).rev().fold(none, |sum, bit| {
        let chosen = places.0.iter().zip(&generators.values).map(|(place, generator)| {
            let set = Choice::from(((place + 1) >> bit).to_le_bytes()[0] & 1);
            RistrettoPoint::conditional_select(&none, generator.point(), set)
        });
        chosen.fold(sum + sum, |sum, generator| sum + generator)
    });
    Point::new(sum + blinding * generators.blinding.point())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{context, deck, rng};

    /// The cheater runs this prover on the true deck with an order that contains one place twice.
    #[test]
    fn an_order_that_is_no_permutation_cannot_be_proven() {
        let (keys, joint, _, deck) = deck(2, 5);
        for (order, holds) in [([1, 0, 2, 4, 3], true), ([1, 1, 2, 4, 3], false)] {
            let masks: Vec<_> = (1_u64..6).map(Scalar::from).collect();
            let places = Places(Zeroizing::new(order.to_vec()));
            let from = order.map(usize::from);
            let card = |(place, mask): (&usize, &Scalar)| deck[*place].remask(&joint, mask);
            let cards: Vec<_> = from.iter().zip(&masks).map(card).collect();
            let transcript = statement(&context(0), &joint, &deck, &cards);
            let mut nonces = Nonces::new(&transcript, keys[0].secret(), &mut rng(1));
            let beginning = Beginning::draw(&joint, &places, &mut nonces, &GENERATORS);
            let in_order = |powers: &[Scalar]| {
                Zeroizing::new(from.iter().map(|&place| powers[place]).collect())
            };
            let secrets = Secrets { places: &places, masks: &masks };
            let argument =
                secrets.argue_with(in_order, transcript, &cards, &beginning, &GENERATORS);
            let proof = ShuffleProof(Kind::Many(Box::new(argument)));
            let verdict = proof.verify(&context(0), &joint, &deck, &cards);
            assert_eq!(verdict.is_ok(), holds, "{order:?}");
        }
    }

    #[test]
    fn the_short_way_to_commit_to_places_is_the_long_way() {
        for size in [2, 3, 4, 7, 8, 52, 127, 128, 300] {
            let places = Places(Zeroizing::new((0..size).rev().collect()));
            let blinding = Scalar::from(77_u64).invert();
            let short = commit_places(&places, &blinding, &GENERATORS);
            assert_eq!(short, commit(&places.numbers(), &blinding, &GENERATORS));
        }
    }
}
