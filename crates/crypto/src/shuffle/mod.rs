//! Shuffling: a secret permutation with fresh masks, and a proof that no card was changed.
//!
//! The proof is Bayer and Groth's argument with one row. With the permutation `π` and the masks `ρ`,
//! `C'_k = C_π(k) + (ρ_k·G, ρ_k·PK)`; `com(v; r) = r·h + Σ v_k·g_k`.
//!
//! 1. Commit to `a_k = π(k) + 1` as `ca`; challenge `x`; commit to `b_k = x^a_k` as `cb`; challenges `y`, `z`.
//! 2. `d_k = y·a_k + b_k − z` have the product `Π (y·k + x^k − z)`, so `a` is a permutation and `b` fits it.
//! 3. `Σ b_k·C'_k` and `Σ x^k·C_k` encrypt the same point: `b` maps one deck to the other.
//! 4. A last challenge `w` opens all commitments; the verifier combines every equation into one sum of `5N + 11` products.
//!
//! A single card is only re-masked, which a [`Dleq`] shows.

mod network;
mod order;
mod prepare;
mod prove;
mod verify;

use std::sync::LazyLock;

use curve25519_dalek::scalar::Scalar;
use thiserror::Error;
use zeroize::Zeroizing;

pub use order::{OutputOrder, carried};
pub use prepare::PreparedShuffle;

use crate::dleq::Dleq;
use crate::domain;
use crate::encoding::{Codec, DecodeError, Reader, Writer};
use crate::group::Point;
use crate::keys::JointKey;
use crate::masked::{MAX_DECK, MaskedCard, absorb_change};
use crate::transcript::{Context, Transcript};

/// Why a shuffle cannot be made, or is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ShuffleError {
    /// The number of cards is not between 1 and [`MAX_DECK`].
    #[error("{0} cards cannot be shuffled: it must be 1 to 300")]
    Size(usize),
    /// The order does not contain every place exactly once.
    #[error("the order does not have every place exactly once")]
    NotAPermutation,
    /// The two decks and the proof have different sizes.
    #[error("a deck of {before} cards became one of {after}, with a proof for {proof}")]
    Count {
        /// The size before.
        before: usize,
        /// The size after.
        after: usize,
        /// The size of the proof.
        proof: usize,
    },
    /// The shuffle was prepared for another number of cards, or for another key.
    #[error(
        "a shuffle that was prepared for {size} cards and a key is not one of {cards} under this key"
    )]
    OtherPreparation {
        /// The size that was prepared for.
        size: usize,
        /// The size of the deck.
        cards: usize,
    },
    /// The proof is invalid: cards were changed, or it was made for another context.
    #[error("the proof of the shuffle does not hold")]
    Wrong,
}

/// A shuffled deck with its proof, and the secret order.
pub struct Shuffled {
    /// The cards in their new order, under fresh masks.
    pub cards: Vec<MaskedCard>,
    /// The proof that these are the same cards.
    pub proof: ShuffleProof,
    /// The previous place of each card. This is secret.
    pub order: Zeroizing<Vec<usize>>,
}

/// A proof that one deck is a permutation of another with fresh masks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShuffleProof(Kind);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    /// One card.
    One(Box<Dleq>),
    /// Two cards and more.
    Many(Box<Argument>),
}

/// The argument: `3N + 10` points and scalars.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Argument {
    /// What is sent before each challenge.
    commitments: Commitments,
    /// `ã = w·d + d₀`: opens the factors.
    factors: Vec<Scalar>,
    /// `b̃_2 … b̃_{N−1}`: opens the partial products; the first and the last follow from the others.
    products: Vec<Scalar>,
    /// `b' = w·b + b₀`: opens the exponents.
    exponents: Vec<Scalar>,
    /// The blinding of each: factors, products, exponents, and the masks' sum.
    blindings: [Scalar; 4],
}

/// The points of an argument, in the order in which they are sent.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Commitments {
    /// `ca`.
    places: Point,
    /// `cb`.
    powers: Point,
    /// The mask of the factors, `com(d₀)`.
    factors: Point,
    /// `com(−δ_k·d₀_{k+1})`.
    low: Point,
    /// `com(δ_{k+1} − d_{k+1}·δ_k − p_k·d₀_{k+1})`.
    high: Point,
    /// The mask of the exponents, `com(b₀)`.
    exponents: Point,
    /// `τ·(G, PK) + Σ b₀_k·C'_k`.
    deck: MaskedCard,
}

impl ShuffleProof {
    /// The number of cards.
    pub fn size(&self) -> usize {
        match &self.0 {
            Kind::One(_) => 1,
            Kind::Many(argument) => argument.exponents.len(),
        }
    }
}

/// The generators of commitments: `h` and `g_1 …`. Commitments are binding if nobody knows a relation between them.
pub(crate) struct Generators {
    pub(crate) blinding: Point,
    pub(crate) values: Vec<Point>,
}

/// The generators are hashed to the group, so that nobody knows a relation. Only a test that shows why uses others.
pub(crate) static GENERATORS: LazyLock<Generators> = LazyLock::new(|| {
    let generator = |index: u16| Point::hashed(domain::GENERATOR, &[&index.to_le_bytes()]);
    Generators { blinding: generator(0), values: (1..).take(MAX_DECK).map(generator).collect() }
});

fn check_size(size: usize) -> Result<(), ShuffleError> {
    if (1..=MAX_DECK).contains(&size) { Ok(()) } else { Err(ShuffleError::Size(size)) }
}

/// Starts the transcript with the statement.
fn statement(
    context: &Context,
    key: &JointKey,
    before: &[MaskedCard],
    after: &[MaskedCard],
) -> Transcript {
    absorb_change(context.transcript(domain::SHUFFLE), key, before, after)
}

/// The challenges `y` and `z`, once the powers are committed to.
fn factor_challenges(transcript: &mut Transcript, powers: &Point) -> (Scalar, Scalar) {
    transcript.absorb_point(b"cb", powers);
    (transcript.challenge(b"y"), transcript.challenge(b"z"))
}

/// The challenge `w`, once everything is committed to.
fn last_challenge(transcript: &mut Transcript, commitments: &Commitments) -> Scalar {
    for (label, point) in [
        (&b"factors"[..], &commitments.factors),
        (b"low", &commitments.low),
        (b"high", &commitments.high),
        (b"exponents", &commitments.exponents),
        (b"deck c1", &commitments.deck.c1),
        (b"deck c2", &commitments.deck.c2),
    ] {
        transcript.absorb_point(label, point);
    }
    transcript.challenge(b"w")
}

/// `x, x², … x^count`.
fn powers(x: Scalar, count: usize) -> Vec<Scalar> {
    std::iter::successors(Some(x), |power| Some(power * x)).take(count).collect()
}

/// The statement about a single card, as one about logarithms: `ρ` of `c1' − c1` and of `c2' − c2` over `PK`.
fn single(before: &MaskedCard, after: &MaskedCard) -> (Point, Point) {
    (
        Point::new(after.c1.point() - before.c1.point()),
        Point::new(after.c2.point() - before.c2.point()),
    )
}

impl Codec for ShuffleProof {
    fn write(&self, to: &mut Writer) {
        to.short(self.size());
        match &self.0 {
            Kind::One(proof) => proof.write(to),
            Kind::Many(argument) => argument.write(to),
        }
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, DecodeError> {
        match from.count(MAX_DECK)? {
            0 => Err(DecodeError::Invalid("a shuffle has at least one card")),
            1 => Ok(Self(Kind::One(Box::new(Dleq::read(from)?)))),
            size => Argument::read(from, size).map(|argument| Self(Kind::Many(Box::new(argument)))),
        }
    }
}

impl Argument {
    fn write(&self, to: &mut Writer) {
        let points = &self.commitments;
        for point in [
            &points.places,
            &points.powers,
            &points.factors,
            &points.low,
            &points.high,
            &points.exponents,
            &points.deck.c1,
            &points.deck.c2,
        ] {
            point.write(to);
        }
        let scalars = [&self.factors[..], &self.products, &self.exponents, &self.blindings];
        for scalar in scalars.into_iter().flatten() {
            to.scalar(scalar);
        }
    }

    fn read(from: &mut Reader<'_>, size: usize) -> Result<Self, DecodeError> {
        let commitments = Commitments {
            places: Point::read(from)?,
            powers: Point::read(from)?,
            factors: Point::read(from)?,
            low: Point::read(from)?,
            high: Point::read(from)?,
            exponents: Point::read(from)?,
            deck: MaskedCard::read(from)?,
        };
        let mut scalars = |count: usize| -> Result<Vec<Scalar>, DecodeError> {
            (0..count).map(|_| from.scalar()).collect()
        };
        Ok(Self {
            commitments,
            factors: scalars(size)?,
            products: scalars(size - 2)?,
            exponents: scalars(size)?,
            blindings: [from.scalar()?, from.scalar()?, from.scalar()?, from.scalar()?],
        })
    }
}

#[cfg(test)]
mod tests;
