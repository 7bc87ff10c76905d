//! Re-masking in place: cards get fresh masks without changing their order, with one proof for all.
//!
//! `C'_k = C_k + ρ_k·(G, PK)`. Weights `w_k` that depend on the whole statement combine the differences into one pair
//! `(U, V) = Σ w_k·(C'_k − C_k)`. It is an encryption of the identity, `(ρ·G, ρ·PK)`, which a proof of equal logarithms
//! shows. If a card were replaced, it would not be, except with probability 2⁻¹²⁸.

use curve25519_dalek::ristretto::RistrettoPoint;
use curve25519_dalek::scalar::Scalar;
use curve25519_dalek::traits::VartimeMultiscalarMul;
use rand_core::CryptoRng;
use thiserror::Error;
use zeroize::Zeroizing;

use crate::batch::Equation;
use crate::dleq::{Dleq, SameLog};
use crate::domain;
use crate::encoding::{Codec, DecodeError, Reader, Writer};
use crate::group::{Nonces, Point, Secret};
use crate::keys::JointKey;
use crate::masked::{MAX_DECK, MaskedCard, absorb_change};
use crate::transcript::{Context, Transcript};

/// Why re-masked cards are refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum RemaskError {
    /// The number of cards has changed.
    #[error("{before} cards became {after} under fresh masks")]
    Count {
        /// The number of cards before.
        before: usize,
        /// The number of cards after.
        after: usize,
    },
    /// At least one card was replaced or moved.
    #[error("the cards are not the same under fresh masks, each in its place")]
    Wrong,
}

/// Re-masked cards in their old order, with a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remasked {
    cards: Vec<MaskedCard>,
    proof: Dleq,
}

impl Remasked {
    /// Re-masks cards. The secret keeps the masks safe if the random number generator fails.
    pub fn new(
        context: &Context,
        key: &JointKey,
        before: &[MaskedCard],
        secret: &Secret,
        rng: &mut impl CryptoRng,
    ) -> Self {
        let masks =
            Nonces::new(&statement(context, key, before, &[]), secret, rng).scalars(before.len());
        let cards: Vec<_> =
            before.iter().zip(masks.iter()).map(|(card, mask)| card.remask(key, mask)).collect();
        let mut transcript = statement(context, key, before, &cards);
        let weights = transcript.weights(b"weights", cards.len());
        let mask = Zeroizing::new(
            weights.iter().zip(masks.iter()).map(|(weight, mask)| weight * mask).sum::<Scalar>(),
        );
        let [public, multiple] = folded(&weights, before, &cards);
        let log = SameLog { public: &public, bases: &[*key.point()], multiples: &[multiple] };
        let proof = Dleq::prove(transcript, log, &Secret::new(*mask), rng);
        Self { cards, proof }
    }

    /// The cards. Their proof has not been verified.
    pub fn cards(&self) -> &[MaskedCard] {
        &self.cards
    }

    /// The equation of the proof: these are the cards before, each in its place.
    pub fn equation(
        &self,
        context: &Context,
        key: &JointKey,
        before: &[MaskedCard],
    ) -> Result<Equation, RemaskError> {
        if before.len() != self.cards.len() {
            return Err(RemaskError::Count { before: before.len(), after: self.cards.len() });
        }
        let mut transcript = statement(context, key, before, &self.cards);
        let weights = transcript.weights(b"weights", before.len());
        let [public, multiple] = folded(&weights, before, &self.cards);
        let log = SameLog { public: &public, bases: &[*key.point()], multiples: &[multiple] };
        Ok(self.proof.equation(transcript, log))
    }

    /// Verifies that these are the cards before, each in its place under a fresh mask.
    pub fn verify(
        &self,
        context: &Context,
        key: &JointKey,
        before: &[MaskedCard],
    ) -> Result<(), RemaskError> {
        let holds = self.equation(context, key, before)?.holds();
        if holds { Ok(()) } else { Err(RemaskError::Wrong) }
    }
}

fn statement(
    context: &Context,
    key: &JointKey,
    before: &[MaskedCard],
    after: &[MaskedCard],
) -> Transcript {
    absorb_change(context.transcript(domain::REMASK), key, before, after)
}

/// `Σ w_k·(C'_k − C_k)` in each component.
fn folded(weights: &[Scalar], before: &[MaskedCard], after: &[MaskedCard]) -> [Point; 2] {
    let sum = |component: fn(&MaskedCard) -> &Point| {
        let scalars = weights.iter().copied().chain(weights.iter().map(|weight| -weight));
        let points = after.iter().chain(before).map(|card| component(card).point());
        Point::new(RistrettoPoint::vartime_multiscalar_mul(scalars, points))
    };
    [sum(|card| &card.c1), sum(|card| &card.c2)]
}

impl Codec for Remasked {
    fn write(&self, to: &mut Writer) {
        to.list(&self.cards);
        self.proof.write(to);
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, DecodeError> {
        Ok(Self { cards: from.list(MAX_DECK)?, proof: Dleq::read(from)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{context, deck, rng};

    #[test]
    fn the_same_cards_are_accepted_and_others_are_not() {
        for size in [1, 2, 40] {
            let (keys, joint, _, deck) = deck(2, size);
            let made = Remasked::new(&context(0), &joint, &deck, keys[0].secret(), &mut rng(1));
            assert_eq!(made.verify(&context(0), &joint, &deck), Ok(()));
            assert!(made.cards.iter().zip(&deck).all(|(after, before)| after != before));
            assert_eq!(Remasked::from_bytes(&made.to_bytes()).as_ref(), Ok(&made));
            let wrong = |made: &Remasked| made.verify(&context(0), &joint, &deck).err();
            assert_eq!(made.verify(&context(1), &joint, &deck), Err(RemaskError::Wrong));
            let mut bad = made.clone();
            bad.cards[0] = bad.cards[0].without(&Point::base());
            assert_eq!(wrong(&bad), Some(RemaskError::Wrong));
            let mut few = made.clone();
            few.cards.pop();
            assert!(matches!(wrong(&few), Some(RemaskError::Count { .. })));
            if size > 1 {
                let mut swapped = made.clone();
                swapped.cards.swap(0, 1);
                assert_eq!(wrong(&swapped), Some(RemaskError::Wrong));
            }
        }
    }

    /// The cheater runs the prover on cards in another order, or with one of them twice.
    #[test]
    fn another_order_cannot_be_proven_either() {
        let (keys, joint, _, deck) = deck(2, 4);
        for order in [[1, 0, 2, 3], [0, 0, 2, 3]] {
            let other = order.map(|place: usize| deck[place]);
            let made = Remasked::new(&context(0), &joint, &other, keys[0].secret(), &mut rng(1));
            assert_eq!(made.verify(&context(0), &joint, &other), Ok(()), "the control");
            assert_eq!(made.verify(&context(0), &joint, &deck), Err(RemaskError::Wrong));
        }
    }

    #[test]
    fn any_changed_byte_is_refused() {
        let (keys, joint, _, deck) = deck(2, 2);
        let made = Remasked::new(&context(0), &joint, &deck, keys[0].secret(), &mut rng(1));
        let bytes = made.to_bytes();
        for place in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[place] ^= 1;
            let accepted = Remasked::from_bytes(&changed)
                .is_ok_and(|made| made.verify(&context(0), &joint, &deck).is_ok());
            assert!(!accepted, "byte {place}");
        }
    }
}
