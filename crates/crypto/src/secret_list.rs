//! Secret lists: a player brings cards that only it knows, and proves that it made them itself.
//!
//! A card with the face's point `M` is `(c1, c2) = (r·G, M + r·PK)` with a secret mask `r`. The owner proves that it knows
//! every mask. Otherwise it could bring a re-masked copy of somebody's hidden card as its own, and read it as soon as the
//! rules show it its own card.
//!
//! The proof is Schnorr's for all masks at once: `A = k·G`; weights `w_i`, the challenge, depend on the whole
//! statement and on `A`; `s = k + Σ w_i·r_i`; the verifier checks `s·G = A + Σ w_i·c1_i`. From `N + 1` answers to one `A`
//! under independent weights, linear algebra computes every `r_i`, so whoever can answer knows them all, except
//! with probability 2⁻¹²⁸. The proof says nothing about `M`: a card without a face convicts its owner when it is
//! shown.

use curve25519_dalek::ristretto::RistrettoPoint;
use curve25519_dalek::scalar::Scalar;
use rand_core::CryptoRng;
use thiserror::Error;

use crate::batch::Equation;
use crate::domain;
use crate::encoding::{Codec, DecodeError, Reader, Writer};
use crate::faces::FaceCode;
use crate::group::{Nonces, Point, Secret};
use crate::keys::JointKey;
use crate::masked::{MAX_DECK, MaskedCard, absorb_cards};
use crate::transcript::{Context, Transcript};

/// Why a secret list cannot be made, or is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ListError {
    /// The number of cards is not between 1 and [`MAX_DECK`].
    #[error("a list of {0} cards cannot be brought: it must be 1 to 300")]
    Size(usize),
    /// The author has not proved that it knows all masks, so that a card may be a copy of somebody else's.
    #[error("the author has not shown that it masked these cards itself, here")]
    Wrong,
}

/// The cards of a secret list, with one proof for all of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecretList {
    cards: Vec<MaskedCard>,
    commitment: Point,
    response: Scalar,
}

impl SecretList {
    /// Masks the faces. The secret keeps the masks safe if the random number generator fails.
    pub fn new(
        context: &Context,
        key: &JointKey,
        faces: &[FaceCode],
        secret: &Secret,
        rng: &mut impl CryptoRng,
    ) -> Result<Self, ListError> {
        check_size(faces.len())?;
        // The masks depend on the faces: two lists with the same masks would reveal where they differ.
        let mut fork = statement(context, key, &[]);
        for FaceCode(code) in faces {
            fork.absorb(b"face", code);
        }
        let mut nonces = Nonces::new(&fork, secret, rng);
        let masks = nonces.scalars(faces.len());
        let card = |(face, mask): (&FaceCode, &Scalar)| MaskedCard {
            c1: Point::new(RistrettoPoint::mul_base(mask)),
            c2: Point::new(face.point().point() + key.times(mask)),
        };
        let cards: Vec<_> = faces.iter().zip(masks.iter()).map(card).collect();
        let nonce = Secret::new(nonces.scalar());
        let commitment = nonce.times_base();
        let mut transcript = statement(context, key, &cards);
        let weights = weights(&mut transcript, &commitment, cards.len());
        let sum: Scalar = weights.iter().zip(masks.iter()).map(|(w, mask)| w * mask).sum();
        Ok(Self { cards, commitment, response: nonce.scalar() + sum })
    }

    /// The cards. Their proof has not been verified.
    pub fn cards(&self) -> &[MaskedCard] {
        &self.cards
    }

    /// The equation of the proof: the author knows the mask of every card.
    pub fn equation(&self, context: &Context, key: &JointKey) -> Equation {
        let mut transcript = statement(context, key, &self.cards);
        let weights = weights(&mut transcript, &self.commitment, self.cards.len());
        transcript.absorb_scalars(b"response", &[self.response]);
        let fixed = [(-self.response, Point::base()), (Scalar::ONE, self.commitment)];
        let cards = weights.into_iter().zip(self.cards.iter().map(|card| card.c1));
        Equation::new(fixed.into_iter().chain(cards).collect(), transcript)
    }

    /// Verifies that the author masked the cards itself, and returns them.
    pub fn verify(&self, context: &Context, key: &JointKey) -> Result<&[MaskedCard], ListError> {
        check_size(self.cards.len())?;
        let holds = self.equation(context, key).holds();
        if holds { Ok(&self.cards) } else { Err(ListError::Wrong) }
    }
}

fn check_size(size: usize) -> Result<(), ListError> {
    if (1..=MAX_DECK).contains(&size) { Ok(()) } else { Err(ListError::Size(size)) }
}

fn statement(context: &Context, key: &JointKey, cards: &[MaskedCard]) -> Transcript {
    let mut transcript = context.transcript(domain::SECRET_LIST);
    transcript.absorb_point(b"key", key.point());
    absorb_cards(&mut transcript, b"cards", cards);
    transcript
}

fn weights(transcript: &mut Transcript, commitment: &Point, count: usize) -> Vec<Scalar> {
    transcript.absorb_point(b"commitment", commitment);
    transcript.weights(b"weights", count)
}

impl Codec for SecretList {
    fn write(&self, to: &mut Writer) {
        to.list(&self.cards);
        self.commitment.write(to);
        to.scalar(&self.response);
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, DecodeError> {
        let cards: Vec<_> = from.list(MAX_DECK)?;
        if cards.is_empty() {
            return Err(DecodeError::Invalid("a list has at least one card"));
        }
        Ok(Self { cards, commitment: Point::read(from)?, response: from.scalar()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys::KeyPair;
    use crate::testing::{context, deck, rng};
    use crate::transcript::Operation;

    fn faces(count: u8) -> Vec<FaceCode> {
        (0..count).map(|byte| FaceCode([byte; 16])).collect()
    }

    fn list(author: usize, joint: &JointKey, faces: &[FaceCode]) -> SecretList {
        let secret = Secret::random(&mut rng(1));
        SecretList::new(&context(author), joint, faces, &secret, &mut rng(2)).unwrap()
    }

    fn refused(author: usize, joint: &JointKey, made: &SecretList) -> Option<ListError> {
        made.verify(&context(author), joint).err()
    }

    fn read(keys: &[KeyPair], card: &MaskedCard) -> Point {
        let share = |key: &KeyPair| Point::new(key.secret().scalar() * card.c1().point());
        card.unmask(&keys.iter().map(share).collect::<Vec<_>>())
    }

    #[test]
    fn lists_of_all_sizes_are_brought_and_read_with_all_keys() {
        for size in [1, 2, 60, 255] {
            let (keys, joint, _, _) = deck(2, 1);
            let faces = faces(size);
            let made = list(0, &joint, &faces);
            assert_eq!(refused(0, &joint, &made), None);
            assert_eq!(SecretList::from_bytes(&made.to_bytes()).as_ref(), Ok(&made));
            assert_eq!(made.to_bytes().len(), 2 + 64 * (usize::from(size) + 1));
            for (card, face) in made.cards().iter().zip(faces) {
                assert_eq!(FaceCode::of(&read(&keys, card)), Ok(face));
                assert!(FaceCode::of(&read(&keys[1..], card)).is_err());
            }
        }
        let (_, joint, _, _) = deck(2, 1);
        for size in [0, MAX_DECK + 1] {
            let secret = Secret::random(&mut rng(1));
            let many = vec![FaceCode([0; 16]); size];
            let made = SecretList::new(&context(0), &joint, &many, &secret, &mut rng(2));
            assert_eq!(made.err(), Some(ListError::Size(size)));
        }
        assert!(
            SecretList::from_bytes(
                &[&[0; 2][..], &list(0, &joint, &faces(1)).to_bytes()[66..]].concat()
            )
            .is_err()
        );
    }

    #[test]
    fn a_copied_list_is_not_the_copiers() {
        let (keys, joint, _, _) = deck(2, 1);
        let made = list(0, &joint, &faces(3));
        for context in [
            Context { table: [0; 32], ..context(0) },
            Context { request: [0; 32], ..context(0) },
            Context { pile: 9, ..context(0) },
            Context { operation: Operation::Arrange, ..context(0) },
            context(1),
        ] {
            assert_eq!(made.verify(&context, &joint).err(), Some(ListError::Wrong));
        }
        let other = JointKey::new([keys[0].share()]).unwrap();
        assert_eq!(refused(0, &other, &made), Some(ListError::Wrong));
    }

    /// A cheater brings another's card among its own, and makes the best proof it can.
    fn forged(joint: &JointKey, stolen: &MaskedCard, own: &[Scalar], guess: &Scalar) -> SecretList {
        let card = |mask: &Scalar| MaskedCard {
            c1: Point::new(RistrettoPoint::mul_base(mask)),
            c2: Point::new(FaceCode([3; 16]).point().point() + joint.times(mask)),
        };
        let cards: Vec<_> = [*stolen].into_iter().chain(own.iter().map(card)).collect();
        let nonce = Secret::random(&mut rng(8));
        let commitment = nonce.times_base();
        let mut transcript = statement(&context(1), joint, &cards);
        let weights = weights(&mut transcript, &commitment, cards.len());
        let masks = [guess].into_iter().chain(own);
        let sum: Scalar = weights.iter().zip(masks).map(|(w, mask)| w * mask).sum();
        SecretList { cards, commitment, response: nonce.scalar() + sum }
    }

    #[test]
    fn a_re_masked_copy_of_a_hidden_card_cannot_be_brought() {
        let (keys, joint, _, _) = deck(2, 1);
        let mask = Scalar::from(1234_u64).invert();
        let hidden = FaceCode([7; 16]).fresh(&joint).remask(&joint, &mask);
        let step = Scalar::from(55_u64).invert();
        let copy = hidden.remask(&joint, &step);
        assert_eq!(FaceCode::of(&read(&keys, &copy)), Ok(FaceCode([7; 16])), "it is the card");
        let own = [Scalar::from(5_u64), Scalar::from(6_u64)];
        // The cheater knows only the mask that it has added.
        for stolen in [hidden, copy] {
            let made = forged(&joint, &stolen, &own, &step);
            assert_eq!(refused(1, &joint, &made), Some(ListError::Wrong));
        }
        // The control: who knows the whole mask may bring it.
        let whole = Scalar::ONE + mask + step;
        assert_eq!(refused(1, &joint, &forged(&joint, &copy, &own, &whole)), None);
    }

    /// The cheater brings `c1` twice with opposite signs, so that the unknown mask would cancel if all weights were equal.
    #[test]
    fn unknown_masks_do_not_cancel() {
        let (_, joint, _, _) = deck(2, 1);
        let hidden = FaceCode([7; 16]).fresh(&joint).remask(&joint, &Scalar::from(99_u64));
        let negative = MaskedCard { c1: Point::new(-hidden.c1.point()), ..hidden };
        let cards = vec![hidden, negative];
        let nonce = Secret::random(&mut rng(8));
        let commitment = nonce.times_base();
        let made = SecretList { cards, commitment, response: *nonce.scalar() };
        let equal: RistrettoPoint = made.cards.iter().map(|card| card.c1.point()).sum();
        assert_eq!(Point::new(equal), Point::new(RistrettoPoint::default()), "the control");
        assert_eq!(refused(1, &joint, &made), Some(ListError::Wrong));
    }

    #[test]
    fn any_change_is_refused() {
        let (_, joint, _, _) = deck(2, 1);
        let made = list(0, &joint, &faces(3));
        let mut swapped = made.clone();
        swapped.cards.swap(0, 1);
        let mut few = made.clone();
        few.cards.pop();
        let mut other = made.clone();
        other.cards[1] = list(0, &joint, &faces(4)).cards[1];
        for made in [swapped, few, other] {
            assert_eq!(refused(0, &joint, &made), Some(ListError::Wrong));
        }
        let bytes = made.to_bytes();
        for place in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[place] ^= 1;
            let accepted = SecretList::from_bytes(&changed)
                .is_ok_and(|made| made.verify(&context(0), &joint).is_ok());
            assert!(!accepted, "byte {place}");
        }
    }

    /// With repeated masks, the second components of two lists would show which cards differ.
    #[test]
    fn other_faces_have_other_masks_though_the_chance_repeats() {
        let (_, joint, _, _) = deck(2, 1);
        let first = list(0, &joint, &faces(3));
        let mut codes = faces(3);
        codes[2] = FaceCode([9; 16]);
        let second = list(0, &joint, &codes);
        assert!(first.cards.iter().zip(&second.cards).all(|(a, b)| a.c1 != b.c1));
        assert_eq!(first, list(0, &joint, &faces(3)), "the control: the chance does repeat");
    }

    #[test]
    fn copies_of_a_face_cannot_be_recognised() {
        let (_, joint, _, _) = deck(2, 1);
        let made = list(0, &joint, &[FaceCode([1; 16]); 2]);
        let [a, b] = &made.cards[..] else { panic!("two cards") };
        assert!(a.c1 != b.c1 && a.c2 != b.c2);
    }
}
