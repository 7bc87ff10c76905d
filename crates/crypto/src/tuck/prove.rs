//! The prover's side of a tuck, which does the same work for every place.

use curve25519_dalek::ristretto::RistrettoPoint;
use curve25519_dalek::scalar::Scalar;
use rand_core::CryptoRng;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq, ConstantTimeLess};
use zeroize::Zeroizing;

use super::{Branch, TuckError, TuckProof, Tucked, challenge, check_size, folded, statement};
use crate::group::{Nonces, Point, Secret};
use crate::keys::JointKey;
use crate::masked::MaskedCard;
use crate::transcript::Context;

impl Tucked {
    /// Inserts the card before the one at this place, or at the bottom, and proves it.
    ///
    /// The secret keeps the masks safe if the random number generator fails.
    pub fn new(
        context: &Context,
        key: &JointKey,
        before: &[MaskedCard],
        card: &MaskedCard,
        place: usize,
        secret: &Secret,
        rng: &mut impl CryptoRng,
    ) -> Result<Self, TuckError> {
        check_size(before.len())?;
        if place > before.len() {
            return Err(TuckError::NoSuchPlace);
        }
        let place = Place(place as u64);
        // The nonces depend on the place: two places with the same masks would reveal where they differ.
        let mut fork = statement(context, key, before, card, &[]);
        fork.absorb(b"place", &place.0.to_le_bytes());
        let mut nonces = Nonces::new(&fork, secret, rng);
        let masks = nonces.scalars(before.len() + 1);
        let cards = place.insert(key, before, card, &masks);
        let proof = place.prove(context, key, before, card, &cards, &masks, &mut nonces);
        Ok(Self { cards, proof })
    }
}

/// The secret place.
pub(super) struct Place(pub(super) u64);

impl Place {
    fn is(&self, place: usize) -> Choice {
        (place as u64).ct_eq(&self.0)
    }

    fn is_after(&self, place: usize) -> Choice {
        (place as u64).ct_lt(&self.0)
    }

    /// The pile with the card at the place, with these masks.
    pub(super) fn insert(
        &self,
        key: &JointKey,
        before: &[MaskedCard],
        card: &MaskedCard,
        masks: &[Scalar],
    ) -> Vec<MaskedCard> {
        let pick = |k: usize, component: fn(&MaskedCard) -> &RistrettoPoint| {
            // Cards above the place keep their index, cards below move by one. Where there is no such card, it is not picked.
            let same = component(before.get(k).unwrap_or(card));
            let moved = k.checked_sub(1).map_or(card, |above| &before[above]);
            let other =
                RistrettoPoint::conditional_select(component(moved), same, self.is_after(k));
            RistrettoPoint::conditional_select(&other, component(card), self.is(k))
        };
        let masked = |(k, mask): (usize, &Scalar)| MaskedCard {
            c1: Point::new(pick(k, |card| card.c1.point()) + RistrettoPoint::mul_base(mask)),
            c2: Point::new(pick(k, |card| card.c2.point()) + key.times(mask)),
        };
        masks.iter().enumerate().map(masked).collect()
    }

    #[allow(clippy::too_many_arguments)] // the statement, and the secrets
    pub(super) fn prove(
        &self,
        context: &Context,
        key: &JointKey,
        before: &[MaskedCard],
        card: &MaskedCard,
        after: &[MaskedCard],
        masks: &[Scalar],
        nonces: &mut Nonces,
    ) -> TuckProof {
        let mut transcript = statement(context, key, before, card, after);
        let (weights, pairs) = folded(&mut transcript, before, card, after);
        let mask: Zeroizing<Scalar> =
            Zeroizing::new(weights.iter().zip(masks).map(|(weight, mask)| weight * mask).sum());
        // At the true place the challenge is 0 for now, so that the same formula computes an honest commitment.
        let mut challenges = nonces.scalars(after.len());
        for (place, challenge) in challenges.iter_mut().enumerate() {
            challenge.conditional_assign(&Scalar::ZERO, self.is(place));
        }
        let mut responses = nonces.scalars(after.len());
        let half = Scalar::from(2_u64).invert();
        let commitments = pairs.iter().zip(challenges.iter().zip(responses.iter())).flat_map(
            |(pair, (challenge, response))| {
                let (challenge, response) =
                    (Zeroizing::new(half * challenge), Zeroizing::new(half * response));
                [
                    RistrettoPoint::mul_base(&response) - *challenge * pair.c1,
                    key.times(&response) - *challenge * pair.c2,
                ]
            },
        );
        let commitments = Point::doubled(&commitments.collect::<Vec<_>>());
        let rest = challenge(transcript, &commitments) - challenges.iter().sum::<Scalar>();
        let step = Zeroizing::new(rest * *mask);
        let branches = challenges.iter_mut().zip(responses.iter_mut()).enumerate();
        let branch = |(place, (challenge, response)): (usize, (&mut Scalar, &mut Scalar))| {
            let here = self.is(place);
            challenge.conditional_assign(&rest, here);
            *response += Scalar::conditional_select(&Scalar::ZERO, &step, here);
            Branch { challenge: *challenge, response: *response }
        };
        TuckProof(branches.map(branch).collect())
    }
}
