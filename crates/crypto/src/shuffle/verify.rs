//! Everybody's side of a shuffle: all equations of the proof, folded into one.

use curve25519_dalek::constants::RISTRETTO_BASEPOINT_POINT;
use curve25519_dalek::ristretto::RistrettoPoint;
use curve25519_dalek::scalar::Scalar;
use curve25519_dalek::traits::{IsIdentity, VartimeMultiscalarMul};

use super::{
    Argument, GENERATORS, Kind, ShuffleError, ShuffleProof, check_size, factor_challenges,
    last_challenge, powers, single, statement,
};
use crate::dleq::SameLog;
use crate::domain;
use crate::keys::JointKey;
use crate::masked::MaskedCard;
use crate::transcript::{Context, Transcript};

impl ShuffleProof {
    /// Whether the cards after are the cards before, in some order under fresh masks.
    pub fn verify(
        &self,
        context: &Context,
        key: &JointKey,
        before: &[MaskedCard],
        after: &[MaskedCard],
    ) -> Result<(), ShuffleError> {
        check_size(before.len())?;
        if before.len() != after.len() || before.len() != self.size() {
            let (before, after) = (before.len(), after.len());
            return Err(ShuffleError::Count { before, after, proof: self.size() });
        }
        let mut transcript = statement(context, key, before, after);
        let holds = match &self.0 {
            Kind::One(proof) => {
                let (public, multiple) = single(&before[0], &after[0]);
                let log =
                    SameLog { public: &public, bases: &[*key.point()], multiples: &[multiple] };
                transcript.absorb(b"one", domain::SHUFFLE_ONE);
                proof.holds(transcript, log)
            }
            Kind::Many(argument) => argument.holds(transcript, key, before, after),
        };
        if holds { Ok(()) } else { Err(ShuffleError::Wrong) }
    }
}

impl Argument {
    fn holds(
        &self,
        mut transcript: Transcript,
        key: &JointKey,
        before: &[MaskedCard],
        after: &[MaskedCard],
    ) -> bool {
        let size = before.len();
        let commitments = &self.commitments;
        transcript.absorb_point(b"ca", &commitments.places);
        let x_powers = powers(transcript.challenge(b"x"), size);
        let (y, z) = factor_challenges(&mut transcript, &commitments.powers);
        let w = last_challenge(&mut transcript, commitments);
        for responses in [&self.factors[..], &self.products, &self.exponents, &self.blindings] {
            transcript.absorb_scalars(b"responses", responses);
        }
        // The weights of the equations: factors (1), products, exponents, c1, c2.
        let fold = [(); 4].map(|()| transcript.challenge(b"fold"));

        let product: Scalar =
            (1_u64..).zip(&x_powers).map(|(k, power)| y * Scalar::from(k) + power - z).product();
        let partial = |k: usize| match k {
            0 => self.factors[0],
            k if k == size - 1 => w * product,
            k => self.products[k - 1],
        };
        let generator = |k: usize| {
            let step = if k + 1 < size {
                w * partial(k + 1) - partial(k) * self.factors[k + 1]
            } else {
                Scalar::ZERO
            };
            -(self.factors[k] + w * z) - fold[0] * step - fold[1] * self.exponents[k]
        };
        let [of_factors, of_products, of_exponents, of_masks] = self.blindings;
        let fixed = [
            (-of_factors - fold[0] * of_products - fold[1] * of_exponents, &GENERATORS.blinding),
            (-fold[2] * of_masks, &RISTRETTO_BASEPOINT_POINT),
            (-fold[3] * of_masks, key.point().point()),
            (w * y, commitments.places.point()),
            (w + fold[1] * w, commitments.powers.point()),
            (Scalar::ONE, commitments.factors.point()),
            (fold[0], commitments.low.point()),
            (fold[0] * w, commitments.high.point()),
            (fold[1], commitments.exponents.point()),
            (fold[2], commitments.deck.c1.point()),
            (fold[3], commitments.deck.c2.point()),
        ];
        let before_weights = [fold[2] * w, fold[3] * w];
        let scalars = (0..size)
            .map(generator)
            .chain(fixed.iter().map(|(scalar, _)| *scalar))
            .chain(x_powers.iter().flat_map(|x| before_weights.map(|weight| weight * x)))
            .chain(self.exponents.iter().flat_map(|b| [-fold[2] * b, -fold[3] * b]));
        let points =
            GENERATORS.values.iter().take(size).chain(fixed.iter().map(|(_, point)| *point)).chain(
                before.iter().chain(after).flat_map(|card| [card.c1.point(), card.c2.point()]),
            );
        RistrettoPoint::vartime_multiscalar_mul(scalars, points).is_identity()
    }
}
