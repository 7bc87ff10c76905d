//! A proof that many points have the same discrete logarithm: `Y = x·G` and `d_i = x·b_i` for every `i`.
//!
//! This is Chaum and Pedersen's proof, batched: weights `w_i` that depend on the whole statement combine the pairs
//! into `U = Σ w_i·b_i` and `V = Σ w_i·d_i`. Errors cannot cancel, because the weights are not known before the
//! statement is fixed.

use curve25519_dalek::ristretto::RistrettoPoint;
use curve25519_dalek::scalar::Scalar;
use curve25519_dalek::traits::VartimeMultiscalarMul;
use rand_core::CryptoRng;

use crate::batch::Equation;
use crate::encoding::{Codec, DecodeError, Reader, Writer};
use crate::group::{Nonces, Point, Secret, fresh};
use crate::transcript::Transcript;

/// The proof: `A = k·G`, `B = k·U`, `s = k + c·x`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dleq {
    base: Point,
    folded: Point,
    response: Scalar,
}

/// The statement: the public point `x·G`, points, and their multiples by `x`.
#[derive(Clone, Copy)]
pub(crate) struct SameLog<'a> {
    pub(crate) public: &'a Point,
    pub(crate) bases: &'a [Point],
    pub(crate) multiples: &'a [Point],
}

impl Dleq {
    /// Proves the statement. The transcript already contains the context.
    pub(crate) fn prove(
        transcript: Transcript,
        statement: SameLog<'_>,
        secret: &Secret,
        rng: &mut impl CryptoRng,
    ) -> Self {
        Self::prove_with(transcript, statement, secret, &fresh(rng))
    }

    /// The same with random bytes that were drawn before.
    pub(crate) fn prove_with(
        mut transcript: Transcript,
        statement: SameLog<'_>,
        secret: &Secret,
        fresh: &[u8; 32],
    ) -> Self {
        let weights = statement.weights(&mut transcript);
        let nonce = Secret::new(Nonces::with(&transcript, secret, fresh).scalar());
        let bases = statement.bases.iter().map(Point::point);
        let unit = RistrettoPoint::vartime_multiscalar_mul(&weights, bases);
        let base = nonce.times_base();
        let folded = Point::new(nonce.scalar() * unit);
        let challenge = challenge(&mut transcript, &base, &folded);
        Self { base, folded, response: nonce.scalar() + challenge * secret.scalar() }
    }

    /// The equation of the proof. There must be as many multiples as bases.
    pub(crate) fn equation(&self, mut transcript: Transcript, statement: SameLog<'_>) -> Equation {
        debug_assert_eq!(statement.bases.len(), statement.multiples.len(), "one for each");
        let weights = statement.weights(&mut transcript);
        let challenge = challenge(&mut transcript, &self.base, &self.folded);
        transcript.absorb_scalars(b"response", &[self.response]);
        let fold = transcript.challenge(b"fold");
        let (of_base, of_multiple) = (-fold * self.response, fold * challenge);
        let fixed = [
            (-self.response, Point::base()),
            (challenge, *statement.public),
            (Scalar::ONE, self.base),
            (fold, self.folded),
        ];
        let bases =
            weights.iter().map(|weight| of_base * weight).zip(statement.bases.iter().copied());
        let multiples = weights
            .iter()
            .map(|weight| of_multiple * weight)
            .zip(statement.multiples.iter().copied());
        Equation::new(fixed.into_iter().chain(bases).chain(multiples).collect(), transcript)
    }
}

impl SameLog<'_> {
    pub(crate) fn weights(&self, transcript: &mut Transcript) -> Vec<Scalar> {
        transcript.absorb_point(b"public", self.public);
        transcript.absorb_points(b"bases", self.bases.iter());
        transcript.absorb_points(b"multiples", self.multiples.iter());
        transcript.weights(b"weights", self.bases.len())
    }
}

fn challenge(transcript: &mut Transcript, base: &Point, folded: &Point) -> Scalar {
    transcript.absorb_point(b"A", base);
    transcript.absorb_point(b"B", folded);
    transcript.challenge(b"c")
}

impl Codec for Dleq {
    fn write(&self, to: &mut Writer) {
        self.base.write(to);
        self.folded.write(to);
        to.scalar(&self.response);
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, DecodeError> {
        Ok(Self { base: Point::read(from)?, folded: Point::read(from)?, response: from.scalar()? })
    }
}
