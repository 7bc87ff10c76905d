//! Tucking: a seat puts a card at a secret place of a pile, and the other cards keep their order.
//!
//! The pile `C_0 … C_{N−1}` and the card `D` become `C'_0 … C'_N`: for some place `p`, the pile with `D` before its
//! `p`th card, all with fresh masks.
//!
//! 1. Weights `w_k` depend on the whole statement. For every place `p` they combine the differences into one pair
//!    `(a_p, b_p) = Σ w_k·(C'_k − C_k)`, where `C_0 … C_N` is the pile with the card at `p`. It is an encryption of the
//!    identity, `(ρ·G, ρ·PK)`, at the true place; elsewhere it is not, unless the cards are equal. From one place to the
//!    next the pair grows by `(w_{p+1} − w_p)·(C_p − D)`.
//! 2. Cramer, Damgård and Schoenmakers' proof shows that one of the pairs has a `ρ`: it is Chaum and Pedersen's proof for every
//!    place, of which all but one are simulated from their challenges; the challenges add up to the hash.
//!
//! The prover does the same work for every place and selects without branches, so that timing reveals nothing.

mod prove;

use curve25519_dalek::ristretto::RistrettoPoint;
use curve25519_dalek::scalar::Scalar;
use curve25519_dalek::traits::VartimeMultiscalarMul;
use subtle::{ConditionallySelectable, ConstantTimeEq, ConstantTimeLess};
use thiserror::Error;
use zeroize::Zeroizing;

use crate::domain;
use crate::encoding::{Codec, DecodeError, Reader, Writer};
use crate::group::Point;
use crate::keys::JointKey;
use crate::masked::{MAX_DECK, MaskedCard, absorb_cards};
use crate::transcript::{Context, Transcript};

/// Why a card cannot be tucked, or a tuck is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum TuckError {
    /// The pile would be too large.
    #[error("a pile of {0} cards has no room for one more: it may have 300 in all")]
    Size(usize),
    /// There is no such place in the pile.
    #[error("the pile has no such place")]
    NoSuchPlace,
    /// The pile does not grow by exactly one card, or the proof has another size.
    #[error("a pile of {before} cards and one more became {after}, with a proof for {proof}")]
    Count {
        /// The size before.
        before: usize,
        /// The size after.
        after: usize,
        /// The size of the proof.
        proof: usize,
    },
    /// The proof is invalid: cards were changed or moved, or it was made for another context.
    #[error("the proof that one card was tucked into the pile does not hold")]
    Wrong,
}

/// A pile with an additional card at a secret place, and its proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tucked {
    /// The cards with fresh masks.
    pub cards: Vec<MaskedCard>,
    /// The proof that these are the old cards in the old order, with the card among them.
    pub proof: TuckProof,
}

/// A proof of a tuck: a challenge and a response for every place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TuckProof(Vec<Branch>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Branch {
    challenge: Scalar,
    response: Scalar,
}

impl TuckProof {
    /// The number of cards in the pile afterwards.
    pub fn size(&self) -> usize {
        self.0.len()
    }

    /// Verifies that `after` is `before` with this card inserted, all with fresh masks.
    pub fn verify(
        &self,
        context: &Context,
        key: &JointKey,
        before: &[MaskedCard],
        card: &MaskedCard,
        after: &[MaskedCard],
    ) -> Result<(), TuckError> {
        check_size(before.len())?;
        if after.len() != before.len() + 1 || self.size() != after.len() {
            let (before, after) = (before.len(), after.len());
            return Err(TuckError::Count { before, after, proof: self.size() });
        }
        let mut transcript = statement(context, key, before, card, after);
        let (_, pairs) = folded(&mut transcript, before, card, after);
        // Half of everything, so that the commitments can be doubled and encoded in a batch.
        let half = Scalar::from(2_u64).invert();
        let commitments = self.0.iter().zip(&pairs).flat_map(|(branch, pair)| {
            let scalars = [half * branch.response, -half * branch.challenge];
            [
                RistrettoPoint::vartime_double_scalar_mul_basepoint(
                    &scalars[1],
                    &pair.c1,
                    &scalars[0],
                ),
                RistrettoPoint::vartime_multiscalar_mul(scalars, [key.point().point(), &pair.c2]),
            ]
        });
        let commitments = Point::doubled(&commitments.collect::<Vec<_>>());
        let sum: Scalar = self.0.iter().map(|branch| branch.challenge).sum();
        if sum == challenge(transcript, &commitments) { Ok(()) } else { Err(TuckError::Wrong) }
    }
}

/// The previous place of each card after a card was tucked into a pile of this size: the tucked card comes from behind the pile.
///
/// With [`carried`](crate::carried) it follows cards whose points one knows, in constant time.
pub fn tucked_order(before: usize, place: usize) -> Result<Zeroizing<Vec<usize>>, TuckError> {
    check_size(before)?;
    if place > before {
        return Err(TuckError::NoSuchPlace);
    }
    let (before, place) = (before as u64, place as u64);
    let from = |here: u64| {
        let other = u64::conditional_select(&here.wrapping_sub(1), &here, here.ct_lt(&place));
        usize::try_from(u64::conditional_select(&other, &before, here.ct_eq(&place)))
    };
    let order = (0..=before).map(from).collect::<Result<_, _>>();
    order.map(Zeroizing::new).map_err(|_| TuckError::NoSuchPlace)
}

/// The combined differences of all cards for one place.
struct Pair {
    c1: RistrettoPoint,
    c2: RistrettoPoint,
}

/// The weights, and the pairs of all places. All of them are public.
fn folded(
    transcript: &mut Transcript,
    before: &[MaskedCard],
    card: &MaskedCard,
    after: &[MaskedCard],
) -> (Vec<Scalar>, Vec<Pair>) {
    let weights = transcript.weights(b"weights", after.len());
    let fold = |component: fn(&MaskedCard) -> &RistrettoPoint| {
        let minus = weights.iter().map(|weight| -weight);
        let first = RistrettoPoint::vartime_multiscalar_mul(
            weights.iter().copied().chain(minus),
            after.iter().chain([card]).chain(before).map(component),
        );
        let steps = before.iter().zip(weights.windows(2));
        let next = |sum: &mut RistrettoPoint, (here, weights): (&MaskedCard, &[Scalar])| {
            let difference = component(here) - component(card);
            *sum +=
                RistrettoPoint::vartime_multiscalar_mul([weights[1] - weights[0]], [difference]);
            Some(*sum)
        };
        [first].into_iter().chain(steps.scan(first, next)).collect::<Vec<_>>()
    };
    let c1 = fold(|card| card.c1.point());
    let c2 = fold(|card| card.c2.point());
    let pairs = c1.into_iter().zip(c2).map(|(c1, c2)| Pair { c1, c2 }).collect();
    (weights, pairs)
}

/// Starts the transcript with the statement.
fn statement(
    context: &Context,
    key: &JointKey,
    before: &[MaskedCard],
    card: &MaskedCard,
    after: &[MaskedCard],
) -> Transcript {
    let mut transcript = context.transcript(domain::TUCK);
    transcript.absorb_point(b"key", key.point());
    absorb_cards(&mut transcript, b"before", before);
    absorb_cards(&mut transcript, b"card", std::slice::from_ref(card));
    absorb_cards(&mut transcript, b"after", after);
    transcript
}

/// The challenge that those of all places add up to.
fn challenge(mut transcript: Transcript, commitments: &[Point]) -> Scalar {
    transcript.absorb_points(b"commitments", commitments.iter());
    transcript.challenge(b"c")
}

fn check_size(before: usize) -> Result<(), TuckError> {
    if before < MAX_DECK { Ok(()) } else { Err(TuckError::Size(before)) }
}

impl Codec for TuckProof {
    fn write(&self, to: &mut Writer) {
        to.list(&self.0);
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, DecodeError> {
        let branches: Vec<_> = from.list(MAX_DECK)?;
        if branches.is_empty() {
            return Err(DecodeError::Invalid("a pile with a card has at least one place"));
        }
        Ok(Self(branches))
    }
}

impl Codec for Branch {
    fn write(&self, to: &mut Writer) {
        to.scalar(&self.challenge);
        to.scalar(&self.response);
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, DecodeError> {
        Ok(Self { challenge: from.scalar()?, response: from.scalar()? })
    }
}

impl Codec for Tucked {
    fn write(&self, to: &mut Writer) {
        to.list(&self.cards);
        self.proof.write(to);
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, DecodeError> {
        Ok(Self { cards: from.list(MAX_DECK)?, proof: TuckProof::read(from)? })
    }
}

#[cfg(test)]
mod tests;
