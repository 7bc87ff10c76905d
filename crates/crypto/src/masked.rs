//! Masked cards: faces as group elements, encrypted under the joint key.
//!
//! A face is encoded as the point `M = H(place, deck, copy, face)`, where `place` is a hash of the table and the head before the
//! list was brought. Nobody knows its discrete logarithm. Two copies of a face are different points, so that equal cards
//! cannot be recognised. A masked card is a ciphertext `(c1, c2) = (r·G, M + r·PK)`. For a fresh card of a public
//! list the mask `r` is 1, so that everybody can read it until it is shuffled.

use std::collections::HashMap;

use curve25519_dalek::ristretto::RistrettoPoint;
use curve25519_dalek::scalar::Scalar;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};

use crate::domain;
use crate::encoding::{Codec, DecodeError, Reader, Writer};
use crate::group::Point;
use crate::keys::JointKey;
use crate::transcript::Transcript;

/// The maximum number of cards in one pile of a table.
pub const MAX_CARDS: usize = 200;

/// The maximum number of cards in one shuffle, one re-masking, or one batch of shares.
pub const MAX_DECK: usize = 300;

/// The number of a face. Each game numbers its own faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FaceNumber(pub u16);

impl Codec for FaceNumber {
    fn write(&self, to: &mut Writer) {
        to.short(usize::from(self.0));
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, DecodeError> {
        from.short().map(Self)
    }
}

/// An encrypted card, which nobody can read alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MaskedCard {
    /// `r·G`.
    pub(crate) c1: Point,
    /// `M + r·PK`.
    pub(crate) c2: Point,
}

impl MaskedCard {
    /// Encrypts a card with the public mask 1.
    pub fn fresh(card: &Point, key: &JointKey) -> Self {
        Self { c1: Point::base(), c2: Point::new(card.point() + key.point().point()) }
    }

    /// Re-encrypts the card with an additional mask.
    pub(crate) fn remask(&self, key: &JointKey, mask: &Scalar) -> Self {
        Self {
            c1: Point::new(self.c1.point() + RistrettoPoint::mul_base(mask)),
            c2: Point::new(self.c2.point() + key.times(mask)),
        }
    }

    /// Decrypts the card with the shares of all players.
    pub fn unmask<'a>(&self, shares: impl IntoIterator<Item = &'a Point>) -> Point {
        let sum: RistrettoPoint = shares.into_iter().map(Point::point).sum();
        Point::new(self.c2.point() - sum)
    }

    /// This card with the masks of all of these, each of which is this card under fresh masks.
    pub(crate) fn with_all_masks<'a>(&self, fresh: impl Iterator<Item = &'a Self>) -> Self {
        let mut sum = [*self.c1.point(), *self.c2.point()];
        for card in fresh {
            sum[0] += card.c1.point() - self.c1.point();
            sum[1] += card.c2.point() - self.c2.point();
        }
        Self { c1: Point::new(sum[0]), c2: Point::new(sum[1]) }
    }

    /// The card without the layer of a player who has left.
    pub(crate) fn without(&self, layer: &Point) -> Self {
        Self { c1: self.c1, c2: Point::new(self.c2.point() - layer.point()) }
    }

    /// The first component, from which shares are computed.
    pub const fn c1(&self) -> &Point {
        &self.c1
    }
}

impl Codec for MaskedCard {
    fn write(&self, to: &mut Writer) {
        self.c1.write(to);
        self.c2.write(to);
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, DecodeError> {
        Ok(Self { c1: Point::read(from)?, c2: Point::read(from)? })
    }
}

/// Absorbs cards and their number.
pub(crate) fn absorb_cards(
    transcript: &mut Transcript,
    label: &'static [u8],
    cards: &[MaskedCard],
) {
    transcript.absorb_number(label, cards.len() as u64);
    transcript.absorb_points(b"c1", cards.iter().map(|card| &card.c1));
    transcript.absorb_points(b"c2", cards.iter().map(|card| &card.c2));
}

/// Absorbs a statement about cards before and after an operation under this key.
pub(crate) fn absorb_change(
    mut transcript: Transcript,
    key: &JointKey,
    before: &[MaskedCard],
    after: &[MaskedCard],
) -> Transcript {
    transcript.absorb_point(b"key", key.point());
    absorb_cards(&mut transcript, b"before", before);
    absorb_cards(&mut transcript, b"after", after);
    transcript
}

/// The point of a card in a public list.
pub fn open_card(place: &[u8; 32], deck: u16, copy: u16, face: FaceNumber) -> Point {
    let (deck, copy, face) = (deck.to_le_bytes(), copy.to_le_bytes(), face.0.to_le_bytes());
    Point::hashed(domain::OPEN_CARD, &[place, &deck, &copy, &face])
}

/// The point of a card in a secret list. The salt prevents others from finding the face by trying all faces.
pub fn secret_card(
    table: &[u8; 32],
    deck: u16,
    copy: u16,
    face: FaceNumber,
    salt: &[u8; 32],
) -> Point {
    let (deck, copy, face) = (deck.to_le_bytes(), copy.to_le_bytes(), face.0.to_le_bytes());
    Point::hashed(domain::SECRET_CARD, &[table, &deck, &copy, &face, salt])
}

/// A map from points to the faces that they encode.
#[derive(Clone, Default)]
pub struct Faces(HashMap<[u8; 32], FaceNumber>);

impl Faces {
    /// Registers a public list and returns its fresh cards, in the order of the list.
    pub fn bring(
        &mut self,
        place: &[u8; 32],
        deck: u16,
        faces: &[FaceNumber],
        key: &JointKey,
    ) -> Vec<MaskedCard> {
        (0..)
            .zip(faces)
            .map(|(copy, &face)| {
                let card = open_card(place, deck, copy, face);
                self.learn(&card, face);
                MaskedCard::fresh(&card, key)
            })
            .collect()
    }

    /// Registers the face of a point.
    pub fn learn(&mut self, card: &Point, face: FaceNumber) {
        self.0.insert(*card.as_bytes(), face);
    }

    /// The face of a point, if it is known.
    ///
    /// Compares with all known points, so that memory access does not reveal which one matches.
    pub fn face(&self, card: &Point) -> Option<FaceNumber> {
        let (mut face, mut known) = (0, Choice::from(0));
        for (point, &FaceNumber(other)) in &self.0 {
            let differences =
                point.iter().zip(card.as_bytes()).fold(0, |all, (a, b)| all | (a ^ b));
            let same = differences.ct_eq(&0);
            face.conditional_assign(&other, same);
            known |= same;
        }
        bool::from(known).then_some(FaceNumber(face))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::deck;

    #[test]
    fn all_shares_together_show_the_face() {
        let (keys, joint, faces, deck) = deck(3, 5);
        for (card, number) in deck.iter().zip(0..) {
            let card = card.remask(&joint, &Scalar::from(99_u64));
            let shares: Vec<_> = keys
                .iter()
                .map(|key| Point::new(key.secret().scalar() * card.c1().point()))
                .collect();
            assert_eq!(faces.face(&card.unmask(&shares)), Some(FaceNumber(number)));
            assert_eq!(faces.face(&card.unmask(&shares[1..])), None);
            assert_eq!(MaskedCard::from_bytes(&card.to_bytes()), Ok(card));
        }
    }

    #[test]
    fn equal_cards_are_different_points() {
        let table = [1; 32];
        assert_ne!(open_card(&table, 0, 0, FaceNumber(3)), open_card(&table, 0, 1, FaceNumber(3)));
        assert_ne!(open_card(&table, 0, 0, FaceNumber(3)), open_card(&table, 1, 0, FaceNumber(3)));
        assert_ne!(
            open_card(&table, 0, 0, FaceNumber(3)),
            open_card(&[2; 32], 0, 0, FaceNumber(3))
        );
        assert_ne!(
            secret_card(&table, 0, 0, FaceNumber(3), &[0; 32]),
            secret_card(&table, 0, 0, FaceNumber(3), &[1; 32])
        );
    }
}
