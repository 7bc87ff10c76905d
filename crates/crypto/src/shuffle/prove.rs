//! The shuffler's side: permute, re-mask and prove, in constant time where secrets are.

use curve25519_dalek::ristretto::RistrettoPoint;
use curve25519_dalek::scalar::Scalar;
use curve25519_dalek::traits::{Identity, MultiscalarMul};
use rand_core::CryptoRng;
use subtle::{Choice, ConditionallySelectable};
use zeroize::Zeroizing;

use super::order::Places;
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
        let masks = nonces.scalars(deck.len());
        let cards = remasked(key, deck, &places, &masks);
        let proof = if let ([before], [after]) = (deck, &cards[..]) {
            let (public, multiple) = single(before, after);
            let log = SameLog { public: &public, bases: &[*key.point()], multiples: &[multiple] };
            let mut transcript = statement(context, key, deck, &cards);
            transcript.absorb(b"one", domain::SHUFFLE_ONE);
            Kind::One(Box::new(Dleq::prove(transcript, log, &Secret::new(masks[0]), rng)))
        } else {
            let transcript = statement(context, key, deck, &cards);
            let secrets = Secrets { places: &places, masks: &masks };
            Kind::Many(Box::new(secrets.argue(transcript, key, &cards, &mut nonces, &GENERATORS)))
        };
        Ok(Self { cards, proof: ShuffleProof(proof), order: places.into_order() })
    }
}

/// Re-masks the cards in their new order.
pub(super) fn remasked(
    key: &JointKey,
    deck: &[MaskedCard],
    places: &Places,
    masks: &[Scalar],
) -> Vec<MaskedCard> {
    let ordered = |part: fn(&MaskedCard) -> &Point| {
        places.carry_out(&deck.iter().map(|card| *part(card).point()).collect::<Vec<_>>())
    };
    let masked = |cards: &[RistrettoPoint], times: &dyn Fn(&Scalar) -> RistrettoPoint| {
        let card = |(card, mask): (&RistrettoPoint, _)| Point::new(card + times(mask));
        cards.iter().zip(masks).map(card).collect::<Vec<_>>()
    };
    // Compute all of one component, then all of the other: the two tables do not fit into the first-level cache together.
    let c1 = masked(&ordered(|card| &card.c1), &RistrettoPoint::mul_base);
    let c2 = masked(&ordered(|card| &card.c2), &|mask| key.times(mask));
    c1.into_iter().zip(c2).map(|(c1, c2)| MaskedCard { c1, c2 }).collect()
}

pub(super) struct Secrets<'a> {
    pub(super) places: &'a Places,
    pub(super) masks: &'a [Scalar],
}

impl Secrets<'_> {
    pub(super) fn argue(
        &self,
        mut transcript: Transcript,
        key: &JointKey,
        cards: &[MaskedCard],
        nonces: &mut Nonces,
        generators: &Generators,
    ) -> Argument {
        let size = cards.len();
        let commit = |values: &[Scalar], blinding: &Scalar| commit(values, blinding, generators);
        let blind = nonces.scalars(6);
        let numbers = self.places.numbers();
        let of_places = commit_places(self.places, &blind[0], generators);
        transcript.absorb_point(b"ca", &of_places);
        let all = powers(transcript.challenge(b"x"), size);
        let exponents = self.places.carry_out(&all);
        let of_powers = commit(&exponents, &blind[1]);
        let (y, z) = factor_challenges(&mut transcript, &of_powers);

        let factors: Zeroizing<Vec<Scalar>> = Zeroizing::new(
            numbers.iter().zip(exponents.iter()).map(|(a, b)| y * a + b - z).collect(),
        );
        let product = Products::new(&factors, nonces);
        let b_mask = nonces.scalars(size);
        let tau = Zeroizing::new(nonces.scalar());
        let commitments = Commitments {
            places: of_places,
            powers: of_powers,
            factors: commit(&product.mask, &blind[2]),
            low: commit(&product.low, &blind[3]),
            high: commit(&product.high, &blind[4]),
            exponents: commit(&b_mask, &blind[5]),
            deck: MaskedCard {
                c1: Point::new(
                    RistrettoPoint::mul_base(&tau)
                        + RistrettoPoint::multiscalar_mul(
                            b_mask.iter(),
                            cards.iter().map(|card| card.c1.point()),
                        ),
                ),
                c2: Point::new(
                    key.times(&tau)
                        + RistrettoPoint::multiscalar_mul(
                            b_mask.iter(),
                            cards.iter().map(|card| card.c2.point()),
                        ),
                ),
            },
        };
        let w = last_challenge(&mut transcript, &commitments);

        let open = |values: &[Scalar], masks: &[Scalar]| {
            values.iter().zip(masks).map(|(value, mask)| w * value + mask).collect::<Vec<_>>()
        };
        let masks_sum: Scalar = exponents.iter().zip(self.masks).map(|(b, mask)| b * mask).sum();
        Argument {
            factors: open(&factors, &product.mask),
            products: open(&product.partial[1..size - 1], &product.deltas[1..size - 1]),
            exponents: open(&exponents, &b_mask),
            blindings: [
                w * (y * blind[0] + blind[1]) + blind[2],
                w * blind[4] + blind[3],
                w * blind[1] + blind[5],
                *tau - w * masks_sum,
            ],
            commitments,
        }
    }
}

/// The values that the product argument commits to.
pub(super) struct Products {
    /// `p_k = d_1 ⋯ d_k`.
    pub(super) partial: Zeroizing<Vec<Scalar>>,
    /// The mask of the factors.
    pub(super) mask: Zeroizing<Vec<Scalar>>,
    /// The mask of the partial products: the first is that of the first factor, the last is none.
    pub(super) deltas: Zeroizing<Vec<Scalar>>,
    pub(super) low: Zeroizing<Vec<Scalar>>,
    pub(super) high: Zeroizing<Vec<Scalar>>,
}

impl Products {
    pub(super) fn new(d: &[Scalar], nonces: &mut Nonces) -> Self {
        let size = d.len();
        // Allocate the full capacity: a vector that grows leaves copies of secrets behind.
        let mut partial = Zeroizing::new(Vec::with_capacity(size));
        let mut product = Zeroizing::new(Scalar::ONE);
        for factor in d {
            *product *= factor;
            partial.push(*product);
        }
        let mask = nonces.scalars(size);
        let mut deltas = nonces.scalars(size);
        (deltas[0], deltas[size - 1]) = (mask[0], Scalar::ZERO);
        let low = (1..size).map(|k| -deltas[k - 1] * mask[k]).collect();
        let high = (1..size)
            .map(|k| deltas[k] - d[k] * deltas[k - 1] - partial[k - 1] * mask[k])
            .collect();
        Self { partial, mask, deltas, low: Zeroizing::new(low), high: Zeroizing::new(high) }
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
fn commit_places(places: &Places, blinding: &Scalar, generators: &Generators) -> Point {
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
            let cards = remasked(&joint, &deck, &places, &masks);
            let transcript = statement(&context(0), &joint, &deck, &cards);
            let mut nonces = Nonces::new(&transcript, keys[0].secret(), &mut rng(1));
            let secrets = Secrets { places: &places, masks: &masks };
            let argument = secrets.argue(transcript, &joint, &cards, &mut nonces, &GENERATORS);
            let proof = ShuffleProof(Kind::Many(Box::new(argument)));
            let verdict = proof.verify(&context(0), &joint, &deck, &cards);
            assert_eq!(verdict.is_ok(), holds, "{order:?}");
        }
    }

    #[test]
    fn the_short_way_to_commit_to_places_is_the_long_way() {
        for size in [2, 3, 4, 7, 8, 52, 127, 128, 200] {
            let places = Places(Zeroizing::new((0..size).rev().collect()));
            let blinding = Scalar::from(77_u64).invert();
            let short = commit_places(&places, &blinding, &GENERATORS);
            assert_eq!(short, commit(&places.numbers(), &blinding, &GENERATORS));
        }
    }
}
