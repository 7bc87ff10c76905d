//! Joint equality test: all players together learn whether a masked card has one of some faces, and nothing else.
//!
//! This is Jakobsson and Juels' plaintext equality test. The card `(c1, c2)` encrypts `M`, the comparand `(q1, q2)` encrypts
//! `Q`, so the difference `D = (c1 − q1, c2 − q2)` encrypts `M − Q`.
//!
//! 1. Every player `j` chooses a random `r_j` and publishes `E_j = r_j·D`, with a proof that it knows `r_j`: `A = k·D`
//!    in both components, `s = k + c·r_j`. All players do so in parallel.
//! 2. The sum `E = Σ E_j = r·D`, with `r = Σ r_j`, encrypts `r·(M − Q)`. Every player publishes its
//!    [`Shares`](crate::Shares) of it. The decryption is the identity if and only if the faces are equal, or `r = 0`.
//!
//! **Nobody can cheat.** A wrong `E_j` or a wrong share has no proof. `r` is zero only by chance: each player knows its
//! own `r_j`, which it can therefore not have computed from the others' `E_j`, and one honest player suffices for `r`
//! to be random. Whoever contributes nothing, or the same as another, gains nothing; `E_j = 0` is refused anyway.
//!
//! **Nothing else leaks.** If the faces differ, `r·(M − Q)` is a random point for everybody who misses one `r_j`: a
//! guess at `M` could be checked only by telling `(D, r_j·D, M − Q, r_j·(M − Q))` from random points, which
//! is the decisional Diffie–Hellman problem.
//!
//! **Several faces.** The card is compared with each of them, and every comparison has its own `r_j`. So that the place of the
//! identity does not show which face it was, the comparands are shuffled before, by every player with an
//! ordinary [`Shuffled`](crate::Shuffled). They do not depend on the card, so this can happen at any time before, and the test
//! itself still has two rounds. A shuffled list is for one question: a second one would show whether its answer
//! is at the same place.

use curve25519_dalek::ristretto::RistrettoPoint;
use curve25519_dalek::scalar::Scalar;
use curve25519_dalek::traits::IsIdentity;
use rand_core::CryptoRng;
use thiserror::Error;
use zeroize::Zeroizing;

use crate::batch::Equation;
use crate::domain;
use crate::encoding::{Codec, DecodeError, Reader, Writer};
use crate::group::{Nonces, Point, Secret};
use crate::masked::{MAX_DECK, MaskedCard, absorb_cards};
use crate::transcript::{Context, Transcript};

/// Why a test cannot be made, or a contribution to it is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum TestError {
    /// The number of comparands is not between 1 and [`MAX_DECK`].
    #[error("a card cannot be compared with {0} others: it must be 1 to 300")]
    Size(usize),
    /// A contribution or a list of shares has another size than the test.
    #[error("{found} values were given for {expected} comparisons")]
    Count {
        /// The number of comparisons.
        expected: usize,
        /// The number of values that were given.
        found: usize,
    },
    /// The author has not proved that it blinded these differences with factors that it knows.
    #[error("the differences were not blinded with factors that their author knows")]
    Wrong,
    /// There are no contributions, or they cancel each other, which happens only if all players conspire.
    #[error("the factors of all players cancel each other, or there are none")]
    Cancelled,
}

/// A question that all players answer together: whether a card has the face of one of the comparands.
///
/// It is public, and the same on every machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// The differences whose plaintexts are not public.
    differences: Vec<MaskedCard>,
    /// Whether a difference is publicly zero.
    equal: bool,
}

impl Comparison {
    /// Compares a card with comparands under the same key: with [`FaceCode::fresh`](crate::FaceCode::fresh) of one
    /// face, or with a list of different faces that all players have shuffled.
    pub fn new(card: &MaskedCard, comparands: &[MaskedCard]) -> Result<Self, TestError> {
        if !(1..=MAX_DECK).contains(&comparands.len()) {
            return Err(TestError::Size(comparands.len()));
        }
        let difference = |other: &MaskedCard| MaskedCard {
            c1: Point::new(card.c1.point() - other.c1.point()),
            c2: Point::new(card.c2.point() - other.c2.point()),
        };
        let mut differences: Vec<_> = comparands.iter().map(difference).collect();
        let is_zero = |point: &Point| point.point().is_identity();
        let equal = differences.iter().any(|it| is_zero(&it.c1) && is_zero(&it.c2));
        // If one component is zero and the other is not, the faces differ, and everybody can see it. The owner of a secret
        // list can bring about this case on purpose: it must not stop the game.
        differences.retain(|it| !is_zero(&it.c1) && !is_zero(&it.c2));
        Ok(Self { differences, equal })
    }

    /// The answer, if the ciphertexts themselves give it away. Then no message is due.
    pub fn settled(&self) -> Option<bool> {
        if self.equal {
            Some(true)
        } else if self.differences.is_empty() {
            Some(false)
        } else {
            None
        }
    }

    /// This player's contribution. The secret keeps the factors safe if the random number generator fails.
    pub fn blind(&self, context: &Context, secret: &Secret, rng: &mut impl CryptoRng) -> Blinded {
        let count = self.differences.len();
        let mut nonces = Nonces::new(&self.statement(context, &[]), secret, rng);
        let (factors, masks) = (nonces.scalars(count), nonces.scalars(count));
        let cards = self.times(&factors);
        let commitments = self.times(&masks);
        let mut transcript = self.statement(context, &cards);
        let challenge = challenge(&mut transcript, &commitments);
        let responses: Vec<_> =
            factors.iter().zip(masks.iter()).map(|(r, k)| k + challenge * r).collect();
        let part = |((card, commitment), response)| Part { card, commitment, response };
        Blinded(cards.into_iter().zip(commitments).zip(responses).map(part).collect())
    }

    /// Adds up the verified contributions of all players.
    ///
    /// A player gives shares of the sum only if its own contribution is in it: it is what keeps the card secret.
    pub fn sum<'a>(
        &self,
        contributions: impl IntoIterator<Item = &'a Blinded>,
    ) -> Result<BlindedSum, TestError> {
        let zero = [RistrettoPoint::default(); 2];
        let mut sums = vec![zero; self.differences.len()];
        for Blinded(parts) in contributions {
            self.check_count(parts.len())?;
            for ([c1, c2], part) in sums.iter_mut().zip(parts) {
                *c1 += part.card.c1.point();
                *c2 += part.card.c2.point();
            }
        }
        if sums.iter().flatten().any(IsIdentity::is_identity) {
            return Err(TestError::Cancelled);
        }
        let card = |[c1, c2]: [_; 2]| MaskedCard { c1: Point::new(c1), c2: Point::new(c2) };
        Ok(BlindedSum { cards: sums.into_iter().map(card).collect(), equal: self.equal })
    }

    /// Multiplies every difference by a secret of its own, in constant time.
    fn times(&self, secrets: &[Scalar]) -> Vec<MaskedCard> {
        // Half of everything, so that the products can be doubled and encoded in a batch.
        let half = Scalar::from(2_u64).invert();
        let halves: Zeroizing<Vec<_>> = Zeroizing::new(
            self.differences
                .iter()
                .zip(secrets)
                .flat_map(|(difference, secret)| {
                    let secret = Zeroizing::new(half * secret);
                    [*secret * difference.c1.point(), *secret * difference.c2.point()]
                })
                .collect(),
        );
        let points = Point::doubled(&halves);
        points.chunks_exact(2).map(|pair| MaskedCard { c1: pair[0], c2: pair[1] }).collect()
    }

    fn check_count(&self, found: usize) -> Result<(), TestError> {
        let expected = self.differences.len();
        if found == expected { Ok(()) } else { Err(TestError::Count { expected, found }) }
    }

    fn statement(&self, context: &Context, blinded: &[MaskedCard]) -> Transcript {
        let mut transcript = context.transcript(domain::EQUALITY);
        absorb_cards(&mut transcript, b"differences", &self.differences);
        absorb_cards(&mut transcript, b"blinded", blinded);
        transcript
    }
}

/// A player's contribution to a test: every difference times a secret factor, with a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blinded(Vec<Part>);

/// `E = r·D`, `A = k·D`, `s = k + c·r`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Part {
    card: MaskedCard,
    commitment: MaskedCard,
    response: Scalar,
}

impl Blinded {
    /// The equation of the proof: the author knows the factor of every difference.
    pub fn equation(
        &self,
        context: &Context,
        comparison: &Comparison,
    ) -> Result<Equation, TestError> {
        comparison.check_count(self.0.len())?;
        let cards: Vec<_> = self.0.iter().map(|part| part.card).collect();
        let commitments: Vec<_> = self.0.iter().map(|part| part.commitment).collect();
        let responses: Vec<_> = self.0.iter().map(|part| part.response).collect();
        let mut transcript = comparison.statement(context, &cards);
        let challenge = challenge(&mut transcript, &commitments);
        transcript.absorb_scalars(b"responses", &responses);
        let weights = transcript.weights(b"fold", 2 * self.0.len());
        let parts = self.0.iter().zip(&comparison.differences).zip(weights.chunks_exact(2));
        let terms = parts.flat_map(|((part, difference), weights)| {
            let of = |weight: Scalar, base: Point, card: Point, commitment: Point| {
                let known = -weight * part.response;
                [(known, base), (weight * challenge, card), (weight, commitment)]
            };
            let Part { card, commitment, .. } = part;
            let first = of(weights[0], difference.c1, card.c1, commitment.c1);
            let second = of(weights[1], difference.c2, card.c2, commitment.c2);
            first.into_iter().chain(second)
        });
        Ok(Equation::new(terms.collect(), transcript))
    }

    /// Verifies that the author knows the factor of every difference.
    pub fn verify(&self, context: &Context, comparison: &Comparison) -> Result<(), TestError> {
        let holds = self.equation(context, comparison)?.holds();
        if holds { Ok(()) } else { Err(TestError::Wrong) }
    }
}

/// The blinded differences of all players together, of which every player gives shares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlindedSum {
    cards: Vec<MaskedCard>,
    equal: bool,
}

impl BlindedSum {
    /// What [`Shares`](crate::Shares) are made of, in the context of the test.
    pub fn cards(&self) -> &[MaskedCard] {
        &self.cards
    }

    /// The answer, from the verified shares of all players.
    pub fn decide<'a>(
        &self,
        shares: impl IntoIterator<Item = &'a [Point]>,
    ) -> Result<bool, TestError> {
        let mut left: Vec<_> = self.cards.iter().map(|card| *card.c2.point()).collect();
        for shares in shares {
            if shares.len() != left.len() {
                return Err(TestError::Count { expected: left.len(), found: shares.len() });
            }
            for (left, share) in left.iter_mut().zip(shares) {
                *left -= share.point();
            }
        }
        Ok(self.equal || left.iter().any(IsIdentity::is_identity))
    }
}

fn challenge(transcript: &mut Transcript, commitments: &[MaskedCard]) -> Scalar {
    absorb_cards(transcript, b"commitments", commitments);
    transcript.challenge(b"c")
}

impl Codec for Part {
    fn write(&self, to: &mut Writer) {
        self.card.write(to);
        self.commitment.write(to);
        to.scalar(&self.response);
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, DecodeError> {
        Ok(Self {
            card: MaskedCard::read(from)?,
            commitment: MaskedCard::read(from)?,
            response: from.scalar()?,
        })
    }
}

impl Codec for Blinded {
    fn write(&self, to: &mut Writer) {
        to.list(&self.0);
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, DecodeError> {
        let parts: Vec<_> = from.list(MAX_DECK)?;
        if parts.is_empty() {
            return Err(DecodeError::Invalid("a test has at least one comparison"));
        }
        Ok(Self(parts))
    }
}

#[cfg(test)]
mod tests;
