//! Fresh keys inside cards: every player replaces its layer of encryption by a new one without decrypting the cards.
//!
//! With the old key `x` and the new key `x'`, a player adds `(x' − x)·c1` to `c2`, and proves this with the
//! difference of the public shares. The order does not matter, so all players can do it in parallel.

use curve25519_dalek::ristretto::RistrettoPoint;
use rand_core::CryptoRng;

use crate::batch::Equation;
use crate::dleq::{Dleq, SameLog};
use crate::domain;
use crate::encoding::{Codec, DecodeError, Reader, Writer};
use crate::group::{Point, Secret};
use crate::keys::KeyPair;
use crate::masked::{MAX_DECK, MaskedCard};
use crate::share::{ShareError, multiples};
use crate::transcript::Context;

/// The points that a player adds to the cards of one old key, with a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rekeyed {
    steps: Vec<Point>,
    proof: Dleq,
}

impl Rekeyed {
    /// Replaces the player's old key by the new one.
    pub fn new(
        context: &Context,
        old: &KeyPair,
        new: &KeyPair,
        cards: &[MaskedCard],
        rng: &mut impl CryptoRng,
    ) -> Self {
        let difference = Secret::new(new.secret().scalar() - old.secret().scalar());
        let blinds: Vec<_> = cards.iter().map(|card| card.c1).collect();
        let steps = multiples(&difference, &blinds);
        let public = public(old.share(), new.share());
        let statement = SameLog { public: &public, bases: &blinds, multiples: &steps };
        let transcript = context.transcript(domain::REKEY);
        let proof = Dleq::prove(transcript, statement, &difference, rng);
        Self { steps, proof }
    }

    /// The point to add to each card. They have not been verified.
    pub fn points(&self) -> &[Point] {
        &self.steps
    }

    /// The equation of the proof: the points replace the old share by the new one in these cards.
    pub fn equation(
        &self,
        context: &Context,
        old: &Point,
        new: &Point,
        cards: &[MaskedCard],
    ) -> Result<Equation, ShareError> {
        if self.steps.len() != cards.len() {
            return Err(ShareError::Count { shares: self.steps.len(), cards: cards.len() });
        }
        let blinds: Vec<_> = cards.iter().map(|card| card.c1).collect();
        let public = public(old, new);
        let statement = SameLog { public: &public, bases: &blinds, multiples: &self.steps };
        Ok(self.proof.equation(context.transcript(domain::REKEY), statement))
    }

    /// Verifies the proof and returns the point to add to each card.
    pub fn verify(
        &self,
        context: &Context,
        old: &Point,
        new: &Point,
        cards: &[MaskedCard],
    ) -> Result<&[Point], ShareError> {
        let holds = self.equation(context, old, new, cards)?.holds();
        if holds { Ok(&self.steps) } else { Err(ShareError::Wrong) }
    }
}

/// Adds every player's points to a card.
pub(crate) fn apply<'a>(card: &MaskedCard, steps: impl Iterator<Item = &'a Point>) -> MaskedCard {
    let sum: RistrettoPoint = steps.map(Point::point).sum();
    MaskedCard { c1: card.c1, c2: Point::new(card.c2.point() + sum) }
}

fn public(old: &Point, new: &Point) -> Point {
    Point::new(new.point() - old.point())
}

impl Codec for Rekeyed {
    fn write(&self, to: &mut Writer) {
        to.list(&self.steps);
        self.proof.write(to);
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, DecodeError> {
        Ok(Self { steps: from.list(MAX_DECK)?, proof: Dleq::read(from)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys::JointKey;
    use crate::masked::FaceNumber;
    use crate::share::Shares;
    use crate::testing::{context, deck, rng};

    #[test]
    fn new_keys_read_what_old_keys_masked() {
        let (old, _, faces, deck) = deck(3, 4);
        let new: Vec<_> = (0..3).map(|seed| KeyPair::random(&mut rng(50 + seed))).collect();
        let made: Vec<_> = old
            .iter()
            .zip(&new)
            .map(|(old, new)| Rekeyed::new(&context(0), old, new, &deck, &mut rng(9)))
            .collect();
        let steps: Vec<_> = made
            .iter()
            .zip(old.iter().zip(&new))
            .map(|(made, (old, new))| {
                assert_eq!(Rekeyed::from_bytes(&made.to_bytes()).as_ref(), Ok(made));
                made.verify(&context(0), old.share(), new.share(), &deck).unwrap()
            })
            .collect();
        let cards: Vec<_> = (0..4)
            .map(|place| apply(&deck[place], steps.iter().map(|steps| &steps[place])))
            .collect();
        for (place, number) in (0..4).zip(0..) {
            let card = &cards[place..=place];
            let shares: Vec<_> =
                new.iter().map(|key| Shares::new(&context(0), key, card, &mut rng(1))).collect();
            let points: Vec<_> = shares
                .iter()
                .zip(&new)
                .map(|(s, key)| s.verify(&context(0), key.share(), card).unwrap()[0])
                .collect();
            assert_eq!(faces.face(&card[0].unmask(&points)), Some(FaceNumber(number)));
        }
        assert!(JointKey::new(new.iter().map(KeyPair::share)).is_ok());
    }

    #[test]
    fn wrong_steps_are_refused() {
        let (old, _, _, deck) = deck(2, 3);
        let new = KeyPair::random(&mut rng(50));
        let good = Rekeyed::new(&context(0), &old[0], &new, &deck, &mut rng(9));
        let refused = |made: &Rekeyed, who: &KeyPair, author| {
            made.verify(&context(author), who.share(), new.share(), &deck).err()
        };
        assert_eq!(refused(&good, &old[0], 0), None);
        assert_eq!(refused(&good, &old[1], 0), Some(ShareError::Wrong));
        assert_eq!(refused(&good, &old[0], 1), Some(ShareError::Wrong));
        let mut bad = good.clone();
        bad.steps[2] = Point::base();
        assert_eq!(refused(&bad, &old[0], 0), Some(ShareError::Wrong));
        bad.steps.pop();
        assert!(matches!(refused(&bad, &old[0], 0), Some(ShareError::Count { .. })));
    }
}
