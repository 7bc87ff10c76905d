//! The shuffler's side: permute, re-mask and prove, in constant time where secrets are.

use curve25519_dalek::ristretto::RistrettoPoint;
use curve25519_dalek::scalar::Scalar;
use curve25519_dalek::traits::MultiscalarMul;
use rand_core::CryptoRng;
use zeroize::Zeroizing;

use super::{
    Argument, Commitments, GENERATORS, Kind, Order, ShuffleError, ShuffleProof, Shuffled,
    check_size, factor_challenges, last_challenge, powers, single, statement,
};
use crate::dleq::{Dleq, SameLog};
use crate::domain;
use crate::group::{Nonces, Point, Secret};
use crate::keys::JointKey;
use crate::masked::MaskedCard;
use crate::transcript::{Context, Transcript};

impl Order<'_> {
    fn places(
        &self,
        size: usize,
        nonces: &mut Nonces,
    ) -> Result<Zeroizing<Vec<usize>>, ShuffleError> {
        match *self {
            Self::Random => Ok(nonces.permutation(size)),
            Self::First(place) if place < size => {
                let mut order = nonces.permutation(size);
                // A uniform order with one card taken to the front leaves the others in uniform order.
                if let Some(found) = order.iter().position(|&other| other == place) {
                    order[..=found].rotate_right(1);
                }
                Ok(order)
            }
            Self::First(_) => Err(ShuffleError::NotAPermutation),
            Self::Chosen(places) => {
                let mut sorted = Zeroizing::new(places.to_vec());
                sorted.sort_unstable();
                if sorted.iter().copied().eq(0..size) {
                    Ok(Zeroizing::new(places.to_vec()))
                } else {
                    Err(ShuffleError::NotAPermutation)
                }
            }
        }
    }
}

impl Shuffled {
    /// Shuffles a deck and proves it. The secret hedges the masks against bad chance.
    pub fn new(
        context: &Context,
        key: &JointKey,
        deck: &[MaskedCard],
        order: &Order<'_>,
        secret: &Secret,
        rng: &mut impl CryptoRng,
    ) -> Result<Self, ShuffleError> {
        check_size(deck.len())?;
        let mut nonces = Nonces::new(&statement(context, key, deck, &[]), secret, rng);
        let order = order.places(deck.len(), &mut nonces)?;
        let masks = nonces.scalars(deck.len());
        let cards = remasked(key, deck, &order, &masks);
        let proof = if let ([before], [after]) = (deck, &cards[..]) {
            let (public, multiple) = single(before, after);
            let log = SameLog { public: &public, bases: &[*key.point()], multiples: &[multiple] };
            let mut transcript = statement(context, key, deck, &cards);
            transcript.absorb(b"one", domain::SHUFFLE_ONE);
            Kind::One(Box::new(Dleq::prove(transcript, log, &Secret::new(masks[0]), rng)))
        } else {
            let transcript = statement(context, key, deck, &cards);
            let secrets = Secrets { order: &order, masks: &masks };
            Kind::Many(Box::new(secrets.argue(transcript, key, &cards, &mut nonces)))
        };
        Ok(Self { cards, proof: ShuffleProof(proof), order })
    }
}

/// The cards in their new order under fresh masks.
fn remasked(
    key: &JointKey,
    deck: &[MaskedCard],
    order: &[usize],
    masks: &[Scalar],
) -> Vec<MaskedCard> {
    // First all of one component, then all of the other: the two tables do not fit into the nearest cache together.
    let c1: Vec<_> = masks.iter().map(RistrettoPoint::mul_base).collect();
    let c2: Vec<_> = masks.iter().map(|mask| key.times(mask)).collect();
    let card = |((&place, c1), c2): ((&usize, _), _)| MaskedCard {
        c1: Point::new(deck[place].c1.point() + c1),
        c2: Point::new(deck[place].c2.point() + c2),
    };
    order.iter().zip(c1).zip(c2).map(card).collect()
}

struct Secrets<'a> {
    order: &'a [usize],
    masks: &'a [Scalar],
}

impl Secrets<'_> {
    fn argue(
        &self,
        mut transcript: Transcript,
        key: &JointKey,
        cards: &[MaskedCard],
        nonces: &mut Nonces,
    ) -> Argument {
        let size = cards.len();
        let blind = nonces.scalars(6);
        let places: Zeroizing<Vec<Scalar>> = Zeroizing::new(
            self.order.iter().map(|&place| Scalar::from(place as u64 + 1)).collect(),
        );
        let of_places = commit(&places, &blind[0]);
        transcript.absorb_point(b"ca", &of_places);
        let all = powers(transcript.challenge(b"x"), size);
        let exponents: Zeroizing<Vec<Scalar>> =
            Zeroizing::new(self.order.iter().map(|&place| all[place]).collect());
        let of_powers = commit(&exponents, &blind[1]);
        let (y, z) = factor_challenges(&mut transcript, &of_powers);

        let factors: Zeroizing<Vec<Scalar>> = Zeroizing::new(
            places.iter().zip(exponents.iter()).map(|(a, b)| y * a + b - z).collect(),
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

/// What the argument about the factors' product commits to.
struct Products {
    /// `p_k = d_1 ⋯ d_k`.
    partial: Zeroizing<Vec<Scalar>>,
    /// The mask of the factors.
    mask: Zeroizing<Vec<Scalar>>,
    /// The mask of the partial products: the first is that of the first factor, the last is none.
    deltas: Zeroizing<Vec<Scalar>>,
    low: Zeroizing<Vec<Scalar>>,
    high: Zeroizing<Vec<Scalar>>,
}

impl Products {
    fn new(d: &[Scalar], nonces: &mut Nonces) -> Self {
        let size = d.len();
        let partial = d.iter().scan(Scalar::ONE, |product, factor| {
            *product *= factor;
            Some(*product)
        });
        let partial = Zeroizing::new(partial.collect::<Vec<_>>());
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

fn commit(values: &[Scalar], blinding: &Scalar) -> Point {
    let generators = &*GENERATORS;
    let points = generators.values.iter().take(values.len()).chain([&generators.blinding]);
    Point::new(RistrettoPoint::multiscalar_mul(
        values.iter().chain([blinding]),
        points.map(Point::point),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{context, deck, rng};

    /// A cheat runs this very prover with an order that has one place twice, on the true deck.
    #[test]
    fn an_order_that_is_no_permutation_cannot_be_proven() {
        let (keys, joint, _, deck) = deck(2, 5);
        for (order, holds) in [([1, 0, 2, 4, 3], true), ([1, 1, 2, 4, 3], false)] {
            let masks: Vec<_> = (1_u64..6).map(Scalar::from).collect();
            let cards = remasked(&joint, &deck, &order, &masks);
            let transcript = statement(&context(0), &joint, &deck, &cards);
            let mut nonces = Nonces::new(&transcript, keys[0].secret(), &mut rng(1));
            let secrets = Secrets { order: &order, masks: &masks };
            let argument = secrets.argue(transcript, &joint, &cards, &mut nonces);
            let proof = ShuffleProof(Kind::Many(Box::new(argument)));
            let verdict = proof.verify(&context(0), &joint, &deck, &cards);
            assert_eq!(verdict.is_ok(), holds, "{order:?}");
        }
    }
}
