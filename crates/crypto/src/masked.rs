//! Masked cards: faces as points, and ciphertexts of them under the joint key.
//!
//! A face becomes the point `M = H(place, deck, copy, face)`, where the place is the table and the head before the list came.
//! Nobody knows a logarithm of it, and two copies of one face are different points, so that equal cards cannot be
//! recognised. A masked card is the pair `(c1, c2) = (r·G, M + r·PK)`; fresh from a public list `r` is 1, which everybody
//! knows, until it is shuffled.

use std::collections::HashMap;

use curve25519_dalek::ristretto::RistrettoPoint;
use curve25519_dalek::scalar::Scalar;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};

use crate::domain;
use crate::encoding::{Codec, DecodeError, Reader, Writer};
use crate::group::Point;
use crate::keys::JointKey;
use crate::transcript::Transcript;

/// The most cards that one step may concern.
pub const MAX_CARDS: usize = 200;

/// The number of what is printed on a card; a game numbers its faces.
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

/// A card that nobody can read alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MaskedCard {
    /// `r·G`.
    pub(crate) c1: Point,
    /// `M + r·PK`.
    pub(crate) c2: Point,
}

impl MaskedCard {
    /// A card whose mask everybody knows to be 1.
    pub fn fresh(card: &Point, key: &JointKey) -> Self {
        Self { c1: Point::base(), c2: Point::new(card.point() + key.point().point()) }
    }

    /// The same card under another mask.
    pub(crate) fn remask(&self, key: &JointKey, mask: &Scalar) -> Self {
        Self {
            c1: Point::new(self.c1.point() + RistrettoPoint::mul_base(mask)),
            c2: Point::new(self.c2.point() + key.times(mask)),
        }
    }

    /// The card's point, when the shares of all have been taken off.
    pub fn unmask<'a>(&self, shares: impl IntoIterator<Item = &'a Point>) -> Point {
        let sum: RistrettoPoint = shares.into_iter().map(Point::point).sum();
        Point::new(self.c2.point() - sum)
    }

    /// The same card without the layer of a player who has left.
    pub(crate) fn without(&self, layer: &Point) -> Self {
        Self { c1: self.c1, c2: Point::new(self.c2.point() - layer.point()) }
    }

    /// The part that shares are made of.
    pub const fn blind(&self) -> &Point {
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

/// Adds cards to what is proven, and how many they are.
pub(crate) fn absorb_cards(
    transcript: &mut Transcript,
    label: &'static [u8],
    cards: &[MaskedCard],
) {
    transcript.absorb_number(label, cards.len() as u64);
    transcript.absorb_points(b"c1", cards.iter().map(|card| &card.c1));
    transcript.absorb_points(b"c2", cards.iter().map(|card| &card.c2));
}

/// The transcript of a proof that cards became others under this key.
pub(crate) fn turned(
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

/// The point of a card in a secret list. Without the salt nobody can find the face by trying all.
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

/// What the points stand for.
#[derive(Clone, Default)]
pub struct Faces(HashMap<[u8; 32], FaceNumber>);

impl Faces {
    /// The cards of a public list, fresh; the `copy`th card is the `copy`th face of the list.
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

    /// Remembers what a point stands for.
    pub fn learn(&mut self, card: &Point, face: FaceNumber) {
        self.0.insert(*card.as_bytes(), face);
    }

    /// What the point stands for, if it is known.
    ///
    /// It compares with all that is known: where a face is found in memory would tell which one it is.
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
                .map(|key| Point::new(key.secret().scalar() * card.blind().point()))
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
