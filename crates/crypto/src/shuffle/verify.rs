//! The verifier's side of a shuffle: combines all equations of the proof into one.

use curve25519_dalek::scalar::Scalar;

use super::{
    Argument, GENERATORS, Generators, Kind, ShuffleError, ShuffleProof, check_size,
    factor_challenges, last_challenge, powers, single, statement,
};
use crate::batch::Equation;
use crate::dleq::SameLog;
use crate::domain;
use crate::group::Point;
use crate::keys::JointKey;
use crate::masked::MaskedCard;
use crate::transcript::{Context, Transcript};

impl ShuffleProof {
    /// The equation of the proof: `after` is a permutation of `before` with fresh masks.
    pub fn equation(
        &self,
        context: &Context,
        key: &JointKey,
        before: &[MaskedCard],
        after: &[MaskedCard],
    ) -> Result<Equation, ShuffleError> {
        self.equation_over(&GENERATORS, context, key, before, after)
    }

    pub(super) fn equation_over(
        &self,
        generators: &Generators,
        context: &Context,
        key: &JointKey,
        before: &[MaskedCard],
        after: &[MaskedCard],
    ) -> Result<Equation, ShuffleError> {
        check_size(before.len())?;
        if before.len() != after.len() || before.len() != self.size() {
            let (before, after) = (before.len(), after.len());
            return Err(ShuffleError::Count { before, after, proof: self.size() });
        }
        let mut transcript = statement(context, key, before, after);
        Ok(match &self.0 {
            Kind::One(proof) => {
                let (public, multiple) = single(&before[0], &after[0]);
                let log =
                    SameLog { public: &public, bases: &[*key.point()], multiples: &[multiple] };
                transcript.absorb(b"one", domain::SHUFFLE_ONE);
                proof.equation(transcript, log)
            }
            Kind::Many(argument) => argument.equation(generators, transcript, key, before, after),
        })
    }

    /// Verifies that `after` is a permutation of `before` with fresh masks.
    pub fn verify(
        &self,
        context: &Context,
        key: &JointKey,
        before: &[MaskedCard],
        after: &[MaskedCard],
    ) -> Result<(), ShuffleError> {
        let holds = self.equation(context, key, before, after)?.holds();
        if holds { Ok(()) } else { Err(ShuffleError::Wrong) }
    }
}

impl Argument {
    fn equation(
        &self,
        generators: &Generators,
        mut transcript: Transcript,
        key: &JointKey,
        before: &[MaskedCard],
        after: &[MaskedCard],
    ) -> Equation {
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
            (-of_factors - fold[0] * of_products - fold[1] * of_exponents, generators.blinding),
            (-fold[2] * of_masks, Point::base()),
            (-fold[3] * of_masks, *key.point()),
            (w * y, commitments.places),
            (w + fold[1] * w, commitments.powers),
            (Scalar::ONE, commitments.factors),
            (fold[0], commitments.low),
            (fold[0] * w, commitments.high),
            (fold[1], commitments.exponents),
            (fold[2], commitments.deck.c1),
            (fold[3], commitments.deck.c2),
        ];
        let of_cards = |scalar: &Scalar, card: &MaskedCard| {
            [(fold[2] * scalar, card.c1), (fold[3] * scalar, card.c2)]
        };
        let before = x_powers.iter().zip(before).flat_map(|(x, card)| of_cards(&(w * x), card));
        let after = self.exponents.iter().zip(after).flat_map(|(b, card)| of_cards(&-b, card));
        let generators = (0..size).map(generator).zip(generators.values.iter().copied());
        Equation::new(generators.chain(fixed).chain(before).chain(after).collect(), transcript)
    }
}
