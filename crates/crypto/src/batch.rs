//! Batch verification: every proof becomes one equation between points, and many equations are checked as one.
//!
//! A proof of this crate is valid if a sum of products of public scalars and points is the identity. The equations of
//! several proofs are added up with weights that depend on all of them. If one of them is wrong, so is the sum, except
//! with probability 2⁻¹²⁸, because the weights are not known before the proofs are made. The sum needs one multiplication
//! per point, however many equations contain it: the generators are in all of them, and the deck that one shuffle
//! produces is the input of the next.

use std::collections::HashMap;

use curve25519_dalek::ristretto::RistrettoPoint;
use curve25519_dalek::scalar::Scalar;
use curve25519_dalek::traits::{IsIdentity, VartimeMultiscalarMul};

use crate::domain;
use crate::group::Point;
use crate::transcript::Transcript;

/// The equation of a proof: a sum of products that must be the identity.
#[derive(Clone, Debug)]
pub struct Equation {
    terms: Vec<(Scalar, Point)>,
    /// A challenge of the proof's transcript after the whole proof was absorbed, so that the weights depend on all of it.
    seal: [u8; 64],
}

impl Equation {
    /// The equation of a proof. The transcript must have absorbed the whole proof.
    pub(crate) fn new(terms: Vec<(Scalar, Point)>, mut transcript: Transcript) -> Self {
        Self { terms, seal: transcript.challenge_bytes(b"seal") }
    }

    /// Whether the proof is valid.
    pub fn holds(&self) -> bool {
        let mut sum = Sum::with_room_for(self.terms.len());
        sum.add(self, Scalar::ONE);
        sum.is_identity()
    }
}

/// The equations of several proofs, which are verified together.
#[derive(Clone, Debug, Default)]
pub struct Batch(Vec<Equation>);

impl Batch {
    /// Adds the equation of a proof.
    pub fn add(&mut self, equation: Equation) {
        self.0.push(equation);
    }

    /// Whether the batch is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether all proofs are valid. To find an invalid one, check each equation.
    pub fn holds(&self) -> bool {
        let mut sum = Sum::with_room_for(self.0.iter().map(|equation| equation.terms.len()).sum());
        for (equation, weight) in self.0.iter().zip(self.weights()) {
            sum.add(equation, weight);
        }
        sum.is_identity()
    }

    /// The weight of each equation, which depends on all of them.
    fn weights(&self) -> Vec<Scalar> {
        let mut transcript = Transcript::new(domain::FOLD);
        for equation in &self.0 {
            transcript.absorb(b"seal", &equation.seal);
        }
        transcript.weights(b"weights", self.0.len())
    }
}

/// A sum of products of scalars and points, in which each point occurs once.
#[derive(Default)]
struct Sum {
    places: HashMap<[u8; 32], usize>,
    scalars: Vec<Scalar>,
    points: Vec<RistrettoPoint>,
}

impl Sum {
    fn with_room_for(count: usize) -> Self {
        Self {
            places: HashMap::with_capacity(count),
            scalars: Vec::with_capacity(count),
            points: Vec::with_capacity(count),
        }
    }

    fn add(&mut self, equation: &Equation, weight: Scalar) {
        for (scalar, point) in &equation.terms {
            let scalar = weight * scalar;
            let next = self.points.len();
            let place = *self.places.entry(*point.as_bytes()).or_insert(next);
            if place == next {
                self.scalars.push(scalar);
                self.points.push(*point.point());
            } else {
                self.scalars[place] += scalar;
            }
        }
    }

    fn is_identity(&self) -> bool {
        RistrettoPoint::vartime_multiscalar_mul(&self.scalars, &self.points).is_identity()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encoding::Codec;
    use crate::equality::Comparison;
    use crate::escrow::SealingKey;
    use crate::faces::{FaceCode, public_list};
    use crate::keys::{KeyOpening, KeyPair};
    use crate::rekey::Rekeyed;
    use crate::remask::Remasked;
    use crate::secret_list::SecretList;
    use crate::share::Shares;
    use crate::shuffle::{OutputOrder, Shuffled};
    use crate::testing::{context, deck, rng};

    /// The equations of every kind of proof, made by `seat` and verified as if made by seat 0.
    fn claims(seat: usize) -> Vec<Equation> {
        let (keys, joint, _, fresh) = deck(2, 5);
        let (key, new) = (&keys[0], KeyPair::random(&mut rng(9)));
        let (there, here) = (context(seat), context(0));
        let shuffle = |before: &[_]| {
            let made = Shuffled::new(
                &there,
                &joint,
                before,
                &OutputOrder::Random,
                key.secret(),
                &mut rng(1),
            );
            let made = made.unwrap();
            let claim = made.proof.equation(&here, &joint, before, &made.cards).unwrap();
            (made.cards, claim)
        };
        let (once, first) = shuffle(&fresh);
        let (twice, second) = shuffle(&once);
        let (_, single) = shuffle(&twice[..1]);
        let shares = Shares::new(&there, key, &twice, &mut rng(2));
        let rekeyed = Rekeyed::new(&there, key, &new, &twice, &mut rng(3));
        let faces = [FaceCode([1; 16]), FaceCode([2; 16])];
        let list = SecretList::new(&there, &joint, &faces, key.secret(), &mut rng(5)).unwrap();
        let question = Comparison::new(&twice[0], &public_list(&faces, &joint)).unwrap();
        let blinded = question.blind(&there, key.secret(), &mut rng(6));
        let remasked = Remasked::new(&there, &joint, &twice, key.secret(), &mut rng(7));
        vec![
            first,
            second,
            single,
            shares.equation(&here, key.share(), &twice).unwrap(),
            rekeyed.equation(&here, key.share(), new.share(), &twice).unwrap(),
            new.open(&there, &mut rng(4)).equation(&here),
            list.equation(&here, &joint),
            blinded.equation(&here, &question).unwrap(),
            remasked.equation(&here, &joint, &twice).unwrap(),
            SealingKey::new(new).offer(&there, &mut rng(8)).equation(&here),
        ]
    }

    fn folded(claims: &[Equation]) -> Batch {
        let mut fold = Batch::default();
        assert!(fold.is_empty() && fold.holds());
        claims.iter().cloned().for_each(|claim| fold.add(claim));
        fold
    }

    #[test]
    fn what_holds_one_by_one_holds_together() {
        let right = claims(0);
        assert!(right.iter().all(Equation::holds));
        assert!(folded(&right).holds());
        assert!(right.iter().all(|claim| folded(std::slice::from_ref(claim)).holds()));
    }

    #[test]
    fn one_wrong_proof_among_many_is_noticed_whichever_it_is() {
        let (right, wrong) = (claims(0), claims(1));
        for (place, claim) in wrong.iter().enumerate() {
            assert!(!claim.holds(), "{place}");
            let mut mixed = right.clone();
            mixed[place] = claim.clone();
            assert!(!folded(&mixed).holds(), "{place}");
        }
        assert!(!folded(&wrong).holds());
    }

    /// The cheater knows the other equations and makes its own so that the errors cancel with the weights so far. But then
    /// it is another proof, which leads to other weights.
    #[test]
    fn errors_of_two_proofs_do_not_cancel() {
        let moved = |opening: &KeyOpening, by: Scalar| {
            let mut bytes = opening.to_bytes();
            let response: [u8; 32] = bytes[64..].try_into().unwrap();
            let response = Scalar::from_canonical_bytes(response).unwrap() + by;
            bytes[64..].copy_from_slice(response.as_bytes());
            KeyOpening::from_bytes(&bytes).unwrap()
        };
        let openings =
            [1, 2].map(|seed| KeyPair::random(&mut rng(seed)).open(&context(0), &mut rng(3)));
        let first = moved(&openings[0], Scalar::ONE).equation(&context(0));
        let so_far = folded(&[first.clone(), openings[1].equation(&context(0))]);
        let weights = so_far.weights();
        let cancels = moved(&openings[1], -weights[0] * weights[1].invert()).equation(&context(0));
        let mut sum = Sum::default();
        sum.add(&first, weights[0]);
        sum.add(&cancels, weights[1]);
        assert!(sum.is_identity(), "the control: they would cancel");
        assert!(!folded(&[first, cancels]).holds());
    }

    #[test]
    fn the_weights_depend_on_every_proof_and_on_their_order() {
        let claims = claims(0);
        let weights = |claims: &[Equation]| folded(claims).weights();
        let first = weights(&claims[..2]);
        assert_ne!(first[0], first[1]);
        assert_ne!(first[0], weights(&claims[..3])[0]);
        let swapped = weights(&[claims[1].clone(), claims[0].clone()]);
        assert!(first[0] != swapped[0] && first[0] != swapped[1]);
    }

    #[test]
    fn each_point_counts_once_and_the_verdict_is_the_same() {
        for (seat, holds) in [(0, true), (1, false)] {
            let fold = folded(&claims(seat)[..2]);
            let (mut sum, mut plain) = (Sum::default(), RistrettoPoint::default());
            for (claim, weight) in fold.0.iter().zip(fold.weights()) {
                sum.add(claim, weight);
                plain +=
                    claim.terms.iter().map(|(s, p)| weight * s * p.point()).sum::<RistrettoPoint>();
            }
            assert_eq!((plain.is_identity(), fold.holds()), (holds, holds));
            // Generators, G and PK; the eight points of each proof; three decks, the first of which has only `G` as blinds.
            assert_eq!(sum.points.len(), 6 + 2 + 2 * 8 + (5 + 10 + 10));
        }
    }
}
