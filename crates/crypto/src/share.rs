//! Shares: each player's part of the decryption of a card, for one seat or for everybody.
//!
//! A share of a card is `d = x·c1`. A batch of shares has one proof that they were made with the player's key, so that a
//! wrong share identifies its author.

use curve25519_dalek::ristretto::RistrettoPoint;
use curve25519_dalek::scalar::Scalar;
use rand_core::CryptoRng;
use thiserror::Error;
use zeroize::Zeroizing;

use crate::batch::Equation;
use crate::dleq::{Dleq, SameLog};
use crate::domain;
use crate::encoding::{Codec, DecodeError, Reader, Writer};
use crate::group::{Point, Secret};
use crate::keys::KeyPair;
use crate::masked::{MAX_DECK, MaskedCard};
use crate::transcript::Context;

/// Why shares are refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ShareError {
    /// The number of shares is not the number of cards.
    #[error("{shares} shares were given for {cards} cards")]
    Count {
        /// The number of shares.
        shares: usize,
        /// The number of cards.
        cards: usize,
    },
    /// At least one share was not made with the player's key.
    #[error("the shares were not made of these cards with the key of their author")]
    Wrong,
}

/// A player's shares of some cards, with one proof for all of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shares {
    shares: Vec<Point>,
    proof: Dleq,
}

impl Shares {
    /// Computes the player's shares of these cards.
    pub fn new(
        context: &Context,
        key: &KeyPair,
        cards: &[MaskedCard],
        rng: &mut impl CryptoRng,
    ) -> Self {
        let blinds: Vec<_> = cards.iter().map(|card| card.c1).collect();
        let shares = multiples(key.secret(), &blinds);
        let statement = SameLog { public: key.share(), bases: &blinds, multiples: &shares };
        let proof = Dleq::prove(context.transcript(domain::SHARES), statement, key.secret(), rng);
        Self { shares, proof }
    }

    /// The shares, one per card. They have not been verified.
    pub fn points(&self) -> &[Point] {
        &self.shares
    }

    /// The equation of the proof: the shares of these cards were made with the key of this public share.
    pub fn equation(
        &self,
        context: &Context,
        public: &Point,
        cards: &[MaskedCard],
    ) -> Result<Equation, ShareError> {
        if self.shares.len() != cards.len() {
            return Err(ShareError::Count { shares: self.shares.len(), cards: cards.len() });
        }
        let blinds: Vec<_> = cards.iter().map(|card| card.c1).collect();
        let statement = SameLog { public, bases: &blinds, multiples: &self.shares };
        Ok(self.proof.equation(context.transcript(domain::SHARES), statement))
    }

    /// Verifies the proof and returns the shares, one per card.
    pub fn verify(
        &self,
        context: &Context,
        public: &Point,
        cards: &[MaskedCard],
    ) -> Result<&[Point], ShareError> {
        let holds = self.equation(context, public, cards)?.holds();
        if holds { Ok(&self.shares) } else { Err(ShareError::Wrong) }
    }
}

/// Multiplies points by a secret in constant time.
///
/// The points are multiplied by half the secret, so that all can be doubled and encoded in a batch, with one
/// inversion instead of one for each.
pub(crate) fn multiples(secret: &Secret, points: &[Point]) -> Vec<Point> {
    let half = Secret::new(secret.scalar() * Scalar::from(2_u64).invert());
    let halves: Zeroizing<Vec<RistrettoPoint>> =
        Zeroizing::new(points.iter().map(|point| half.scalar() * point.point()).collect());
    Point::doubled(&halves)
}

impl Codec for Shares {
    fn write(&self, to: &mut Writer) {
        to.list(&self.shares);
        self.proof.write(to);
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, DecodeError> {
        Ok(Self { shares: from.list(MAX_DECK)?, proof: Dleq::read(from)? })
    }
}

#[cfg(test)]
mod tests {
    use curve25519_dalek::traits::VartimeMultiscalarMul;

    use super::*;
    use crate::keys::KeyPair;
    use crate::masked::FaceNumber;
    use crate::testing::{context, deck, rng};

    /// Four cards under different masks: of fresh ones, all shares of a player are the same.
    fn masked() -> (Vec<KeyPair>, Vec<MaskedCard>) {
        let (keys, joint, _, deck) = deck(2, 4);
        let masks = 1_u64..;
        (keys, deck.iter().zip(masks).map(|(c, m)| c.remask(&joint, &Scalar::from(m))).collect())
    }

    #[test]
    fn shares_of_all_show_every_face() {
        for cards in [1, 2, 52] {
            let (keys, _, faces, deck) = deck(3, cards);
            let shares: Vec<_> =
                keys.iter().map(|key| Shares::new(&context(0), key, &deck, &mut rng(5))).collect();
            let verified: Vec<_> = shares
                .iter()
                .zip(&keys)
                .map(|(shares, key)| shares.verify(&context(0), key.share(), &deck).unwrap())
                .collect();
            for (place, card) in deck.iter().enumerate() {
                let point = card.unmask(verified.iter().map(|shares| &shares[place]));
                assert_eq!(faces.face(&point), Some(FaceNumber(u16::try_from(place).unwrap())));
            }
            assert_eq!(Shares::from_bytes(&shares[0].to_bytes()).as_ref(), Ok(&shares[0]));
        }
    }

    #[test]
    fn wrong_shares_are_refused() {
        let (keys, deck) = masked();
        let (key, context) = (&keys[0], context(0));
        let good = Shares::new(&context, key, &deck, &mut rng(5));
        let refused = |shares: &Shares| shares.verify(&context, key.share(), &deck).err();
        assert_eq!(refused(&good), None);
        // Made with another key, for other cards, in another order, or too few.
        let other = Shares::new(&context, &keys[1], &deck, &mut rng(5));
        assert_eq!(refused(&other), Some(ShareError::Wrong));
        let mut swapped = good.clone();
        swapped.shares.swap(0, 1);
        assert_eq!(refused(&swapped), Some(ShareError::Wrong));
        let few = Shares::new(&context, key, &deck[1..], &mut rng(5));
        assert_eq!(refused(&few), Some(ShareError::Count { shares: 3, cards: 4 }));
        let elsewhere = Context { pile: 1, ..context };
        assert!(good.verify(&elsewhere, key.share(), &deck).is_err());
    }

    #[test]
    fn errors_in_a_batch_do_not_cancel() {
        let (keys, deck) = masked();
        let (key, context) = (&keys[0], context(0));
        let good = Shares::new(&context, key, &deck, &mut rng(5));
        let blinds: Vec<_> = deck.iter().map(|card| card.c1).collect();
        let statement = SameLog { public: key.share(), bases: &blinds, multiples: &good.shares };
        let weights = statement.weights(&mut context.transcript(domain::SHARES));
        let delta = Point::base();
        // With the weights of the honest shares the errors cancel; but they change the weights.
        let mut bad = good.clone();
        bad.shares[0] = Point::new(bad.shares[0].point() + delta.point());
        let minus = weights[0] * weights[1].invert();
        bad.shares[1] = Point::new(bad.shares[1].point() - minus * delta.point());
        let folded = |shares: &[Point]| {
            RistrettoPoint::vartime_multiscalar_mul(&weights, shares.iter().map(Point::point))
        };
        assert_eq!(folded(&bad.shares), folded(&good.shares), "the control: they would cancel");
        assert_eq!(bad.verify(&context, key.share(), &deck).err(), Some(ShareError::Wrong));
        // Also with a proof that was made for the bad shares.
        let statement = SameLog { multiples: &bad.shares, ..statement };
        bad.proof =
            Dleq::prove(context.transcript(domain::SHARES), statement, key.secret(), &mut rng(6));
        assert_eq!(bad.verify(&context, key.share(), &deck).err(), Some(ShareError::Wrong));
    }

    #[test]
    fn any_changed_byte_of_shares_is_refused() {
        let (keys, _, _, deck) = deck(2, 2);
        let bytes = Shares::new(&context(0), &keys[0], &deck, &mut rng(5)).to_bytes();
        for place in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[place] ^= 1;
            let accepted = Shares::from_bytes(&changed)
                .is_ok_and(|shares| shares.verify(&context(0), keys[0].share(), &deck).is_ok());
            assert!(!accepted, "byte {place}");
        }
    }

    #[test]
    fn multiples_are_products() {
        let key = KeyPair::random(&mut rng(1));
        let points = [Point::base(), *key.share()];
        for (point, multiple) in points.iter().zip(multiples(key.secret(), &points)) {
            assert_eq!(Point::new(key.secret().scalar() * point.point()), multiple);
        }
    }
}
