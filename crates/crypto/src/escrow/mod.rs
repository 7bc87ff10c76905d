//! Escrow: a player's key is shared among the others, so that the table can continue when the player has left.
//!
//! This is Feldman's verifiable secret sharing. The dealer has the key `x` with public share `Y = x·G` and chooses a polynomial `f` of degree
//! `t − 1` with `f(0) = x`. It publishes `A_k = a_k·G` for the other coefficients, and seals `f(j + 1)` for every other
//! seat `j`. Everybody can compute `f(j + 1)·G = Y + Σ (j + 1)^k·A_k`, so a wrong part convicts the dealer: the recipient
//! unseals it for everybody.
//!
//! If the dealer leaves, `x` is never reconstructed. Each remaining seat makes ordinary [`Shares`](crate::Shares) of
//! the cards with its part as the key, and `t` of these give `x·c1`. Any `t` seats can also do this while the dealer is
//! still there; that is the price of escrow.

mod one_time;

use curve25519_dalek::ristretto::RistrettoPoint;
use curve25519_dalek::scalar::Scalar;
use curve25519_dalek::traits::{IsIdentity, VartimeMultiscalarMul};
use facedown_core::{Seat, Seats};
use rand_core::CryptoRng;
use thiserror::Error;
use zeroize::Zeroizing;

pub use one_time::{SealingKey, SealingOffer, SealingShare, Threshold};

use crate::domain;
use crate::encoding::{Codec, DecodeError, Reader, Writer};
use crate::group::{Nonces, Point, Secret};
use crate::keys::KeyPair;
use crate::sealed::{SealError, SealedSecret, Unsealing};
use crate::transcript::Context;

/// The maximum number of recipients: a table has at most six seats, and one of them is the dealer.
const MAX_RECIPIENTS: usize = 5;

/// Why a dealing, or a complaint about one, is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum EscrowError {
    /// The recipients are not one to five different seats other than the dealer.
    #[error("a key in escrow goes to one to five seats, all different and none the dealer's")]
    Recipients,
    /// The threshold is not allowed for this number of recipients; see [`Threshold`].
    #[error("{threshold} of {recipients} seats is no threshold")]
    Threshold {
        /// The threshold.
        threshold: usize,
        /// The number of recipients.
        recipients: usize,
    },
    /// The dealing has another threshold or other recipients.
    #[error("the dealing is not for these seats and this threshold")]
    Shape,
    /// A part is zero and cannot be used to make shares.
    #[error("a part of the key is zero")]
    Zero,
    /// A seal was not made by the dealer, or an unsealing was not made by the recipient.
    #[error(transparent)]
    Seal(#[from] SealError),
    /// The part does not match the dealer's commitments.
    #[error("the part of the key is not the one that its dealer committed to")]
    Wrong,
    /// The part is valid, so there is nothing to complain about.
    #[error("the part of the key is right: there is nothing to complain about")]
    GroundlessComplaint,
    /// The seat holds no part.
    #[error("{0} holds no part of this key")]
    NoPart(Seat),
    /// There are too few seats, a seat occurs twice, or shares are missing.
    #[error("{threshold} different seats with a share of every card are needed")]
    TooFew {
        /// The number of seats that are needed.
        threshold: usize,
    },
}

/// A key in escrow: the commitments `A_1 …`, and a sealed part for every recipient.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dealing {
    commitments: Vec<Point>,
    parts: Vec<Part>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Part {
    seat: Seat,
    sealed: SealedSecret,
}

impl Dealing {
    /// Puts the author's key into escrow: any `threshold` of the recipients can replace the author.
    pub fn new(
        context: &Context,
        key: &KeyPair,
        threshold: usize,
        recipients: &[(Seat, Point)],
        rng: &mut impl CryptoRng,
    ) -> Result<Self, EscrowError> {
        check_recipients(context.author, threshold, recipients)?;
        let mut transcript = context.transcript(domain::DEALING);
        transcript.absorb_point(b"share", key.share());
        transcript.absorb_number(b"threshold", threshold as u64);
        let mut nonces = Nonces::new(&transcript, key.secret(), rng);
        let coefficients = nonces.scalars(threshold - 1);
        let commit = |coefficient| Point::new(RistrettoPoint::mul_base(coefficient));
        let seal = |&(seat, to): &(Seat, Point)| {
            let part = Secret::new(evaluate(key.secret(), &coefficients, seat));
            let payload = part.scalar().as_bytes();
            Part { seat, sealed: SealedSecret::new(context, seat, &to, payload, key.secret(), rng) }
        };
        let parts = recipients.iter().map(seal).collect();
        Ok(Self { commitments: coefficients.iter().map(commit).collect(), parts })
    }

    /// Checks that there is a part for each of these seats, in this order, and the right number of commitments.
    pub fn check_shape(
        &self,
        threshold: usize,
        recipients: &[(Seat, Point)],
    ) -> Result<(), EscrowError> {
        let seats = self.parts.iter().map(|part| part.seat);
        if self.commitments.len() + 1 == threshold
            && seats.eq(recipients.iter().map(|(seat, _)| *seat))
        {
            Ok(())
        } else {
            Err(EscrowError::Shape)
        }
    }

    /// Verifies everything that is public: the shape, and that the dealer itself made every seal.
    ///
    /// The recipients open their seals themselves and complain if a part is wrong.
    pub fn verify(
        &self,
        context: &Context,
        share: &Point,
        threshold: usize,
        recipients: &[(Seat, Point)],
    ) -> Result<(), EscrowError> {
        check_recipients(context.author, threshold, recipients)?;
        self.check_shape(threshold, recipients)?;
        for (part, (seat, to)) in self.parts.iter().zip(recipients) {
            part.sealed.verify(context, *seat, to)?;
            if self.public(share, *seat).point().is_identity() {
                return Err(EscrowError::Zero);
            }
        }
        Ok(())
    }

    /// The public share of this seat's part, computed from the dealer's public share and commitments.
    pub fn public(&self, share: &Point, seat: Seat) -> Point {
        let x = abscissa(seat);
        let powers = std::iter::successors(Some(Scalar::ONE), |power| Some(power * x));
        let points = [share].into_iter().chain(&self.commitments).map(Point::point);
        let powers: Vec<_> = powers.take(self.commitments.len() + 1).collect();
        Point::new(RistrettoPoint::vartime_multiscalar_mul(powers, points))
    }

    /// Opens this seat's part as the recipient. The error is [`EscrowError::Wrong`] if the dealer has cheated.
    pub fn open(
        &self,
        context: &Context,
        share: &Point,
        seat: Seat,
        key: &KeyPair,
    ) -> Result<Secret, EscrowError> {
        let payload = self.part(seat)?.open(context, seat, key);
        self.right(&payload, share, seat).ok_or(EscrowError::Wrong)
    }

    fn part(&self, seat: Seat) -> Result<&SealedSecret, EscrowError> {
        let part = self.parts.iter().find(|part| part.seat == seat);
        part.map(|part| &part.sealed).ok_or(EscrowError::NoPart(seat))
    }

    /// The payload as a secret, if it matches the dealer's commitments.
    fn right(&self, payload: &[u8; 32], share: &Point, seat: Seat) -> Option<Secret> {
        let secret = Secret::new(Option::from(Scalar::from_canonical_bytes(*payload))?);
        (secret.times_base() == self.public(share, seat)).then_some(secret)
    }
}

/// A proof that a dealer sent a wrong part: the recipient unseals it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Complaint {
    /// The unsealing of the part.
    pub unsealing: Unsealing,
}

impl Complaint {
    /// Complains, as the author of the context, about a dealing. `dealt` and `share` are the dealer's context and public share.
    ///
    /// It is refused if the part is valid, because the complaint would reveal it.
    pub fn new(
        context: &Context,
        dealing: &Dealing,
        dealt: &Context,
        share: &Point,
        key: &KeyPair,
        rng: &mut impl CryptoRng,
    ) -> Result<Self, EscrowError> {
        match dealing.open(dealt, share, context.author, key) {
            Ok(_) => Err(EscrowError::GroundlessComplaint),
            Err(EscrowError::Wrong) => {
                let sealed = dealing.part(context.author)?;
                Ok(Self { unsealing: Unsealing::new(context, dealt, key, sealed, rng)? })
            }
            Err(error) => Err(error),
        }
    }

    /// Returns whether the dealer has cheated; if not, the complaint is groundless. An error means that the complaint is invalid.
    ///
    /// `public` is the public share of the complainer, who is the author of the context; `dealt` and `share` are
    /// the dealer's. The dealing must have been verified, so that its seals are the dealer's own.
    pub fn verify(
        &self,
        context: &Context,
        dealing: &Dealing,
        dealt: &Context,
        share: &Point,
        public: &Point,
    ) -> Result<bool, EscrowError> {
        let sealed = dealing.part(context.author)?;
        let payload = self.unsealing.verify(context, dealt, public, sealed)?;
        Ok(dealing.right(&payload, share, context.author).is_none())
    }
}

/// Reconstructs the shares of a seat that has left from the shares that others made with their parts.
///
/// Every list must have been verified against [`Dealing::public`] of its seat. Only the first `threshold` are used.
pub fn recover(parts: &[(Seat, Vec<Point>)], threshold: usize) -> Result<Vec<Point>, EscrowError> {
    let too_few = EscrowError::TooFew { threshold };
    let parts = parts.get(..threshold).ok_or(too_few)?;
    let cards = parts.first().ok_or(too_few)?.1.len();
    let distinct = all_different(parts.iter().map(|(seat, _)| *seat));
    if !distinct || parts.iter().any(|(_, shares)| shares.len() != cards) {
        return Err(too_few);
    }
    // Half of the Lagrange coefficients at 0, so that all sums can be doubled and encoded in a batch.
    let half = Scalar::from(2_u64).invert();
    let coefficient = |seat: Seat| {
        let others = parts.iter().map(|(other, _)| *other).filter(|&other| other != seat);
        let (over, under) = others.fold((half, Scalar::ONE), |(over, under), other| {
            (over * abscissa(other), under * (abscissa(other) - abscissa(seat)))
        });
        over * under.invert()
    };
    let coefficients: Vec<_> = parts.iter().map(|(seat, _)| coefficient(*seat)).collect();
    let sum = |card: usize| {
        let points = parts.iter().map(|(_, shares)| shares[card].point());
        RistrettoPoint::vartime_multiscalar_mul(&coefficients, points)
    };
    Ok(Point::doubled(&(0..cards).map(sum).collect::<Vec<_>>()))
}

/// The point at which the polynomial is evaluated for a seat. It is never 0, where the value is the key itself.
fn abscissa(seat: Seat) -> Scalar {
    Scalar::from(seat.index() as u64 + 1)
}

/// The part of a seat, by Horner's rule.
fn evaluate(secret: &Secret, coefficients: &[Scalar], seat: Seat) -> Scalar {
    let x = abscissa(seat);
    let higher =
        coefficients.iter().rev().fold(Zeroizing::new(Scalar::ZERO), |sum, coefficient| {
            Zeroizing::new((*sum + coefficient) * x)
        });
    *higher + secret.scalar()
}

fn check_recipients(
    dealer: Seat,
    threshold: usize,
    recipients: &[(Seat, Point)],
) -> Result<(), EscrowError> {
    let seats = || recipients.iter().map(|(seat, _)| *seat);
    let count = recipients.len();
    if !(1..=MAX_RECIPIENTS).contains(&count) || !all_different(seats().chain([dealer])) {
        return Err(EscrowError::Recipients);
    }
    if !(1..=count).contains(&threshold) {
        return Err(EscrowError::Threshold { threshold, recipients: count });
    }
    Ok(())
}

fn all_different(mut seats: impl Iterator<Item = Seat>) -> bool {
    let mut seen = Seats::NONE;
    seats.all(|seat| {
        let new = !seen.contains(seat);
        seen = seen.with(seat);
        new
    })
}

impl Codec for Dealing {
    fn write(&self, to: &mut Writer) {
        to.list(&self.commitments);
        to.list(&self.parts);
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, DecodeError> {
        let commitments: Vec<_> = from.list(MAX_RECIPIENTS - 1)?;
        let parts: Vec<Part> = from.list(MAX_RECIPIENTS)?;
        if commitments.len() >= parts.len() {
            return Err(DecodeError::Invalid("a threshold is at most the number of its seats"));
        }
        if !all_different(parts.iter().map(|part| part.seat)) {
            return Err(DecodeError::Invalid("a seat gets one part of a key"));
        }
        Ok(Self { commitments, parts })
    }
}

impl Codec for Part {
    fn write(&self, to: &mut Writer) {
        self.seat.write(to);
        self.sealed.write(to);
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, DecodeError> {
        Ok(Self { seat: Seat::read(from)?, sealed: SealedSecret::read(from)? })
    }
}

impl Codec for Complaint {
    fn write(&self, to: &mut Writer) {
        self.unsealing.write(to);
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, DecodeError> {
        Ok(Self { unsealing: Unsealing::read(from)? })
    }
}

#[cfg(test)]
mod tests;
