//! Faces as points: 16 bytes become a point and can be read back, so that whoever decrypts a card can name it.
//!
//! The encoding is Lizard. With the code `m` and a hash `H`, the element `f` of the field has the bytes of `H(m)`, but `m`
//! in the middle, and `M = elligator(f)`. To decode, all preimages `f` of the point are computed, and the one that has this
//! form is the code. Every code has one point, so that copies of a face cannot be told apart when one of them is shown. A
//! random point has a code with probability 2⁻¹²⁴: nobody meets one by chance, and whoever brings a card without a
//! code is convicted when it is shown.
//!
//! Nobody knows the discrete logarithm of such a point, nor a relation between several: a relation would be a
//! solution of the discrete logarithm problem, because the map cannot be steered towards a multiple of a known point.
//! `H` begins with the name of this protocol. All 16 bytes belong to the caller.

use curve25519_dalek::ristretto::RistrettoPoint;
use sha2::Sha256;
use sha2::digest::{FixedOutput, HashMarker, Output, OutputSizeUser, Update};
use thiserror::Error;
use zeroize::Zeroize;

use crate::domain;
use crate::encoding::{Codec, DecodeError, Reader, Writer};
use crate::group::Point;
use crate::keys::JointKey;
use crate::masked::MaskedCard;

/// The code of a face. Each game chooses its own codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Zeroize)]
pub struct FaceCode(pub [u8; 16]);

/// Why a point has no face.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the card has no face: whoever brought it did not take it from a list of faces")]
pub struct NotAFace;

impl FaceCode {
    /// The point of the face. It takes the same time for every code.
    pub fn point(&self) -> Point {
        Point::new(RistrettoPoint::lizard_encode::<FaceHash>(&self.0))
    }

    /// The face of a point. It takes the same time for every point.
    pub fn of(point: &Point) -> Result<Self, NotAFace> {
        point.point().lizard_decode::<FaceHash>().map(Self).ok_or(NotAFace)
    }

    /// The first ciphertext of the face in a public list: `(G, M + PK)`, which everybody can compute and read.
    pub fn fresh(&self, key: &JointKey) -> MaskedCard {
        MaskedCard::fresh(&self.point(), key)
    }
}

/// The first ciphertexts of a public list, in its order. They are the same on every machine.
pub fn public_list(faces: &[FaceCode], key: &JointKey) -> Vec<MaskedCard> {
    faces.iter().map(|face| face.fresh(key)).collect()
}

impl Codec for FaceCode {
    fn write(&self, to: &mut Writer) {
        to.bytes(&self.0);
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, DecodeError> {
        from.array().map(Self)
    }
}

/// SHA-256 after the domain separator of faces.
struct FaceHash(Sha256);

impl Default for FaceHash {
    fn default() -> Self {
        let mut hash = Sha256::default();
        Update::update(&mut hash, domain::FACE);
        Self(hash)
    }
}

impl Update for FaceHash {
    fn update(&mut self, data: &[u8]) {
        Update::update(&mut self.0, data);
    }
}

impl OutputSizeUser for FaceHash {
    type OutputSize = <Sha256 as OutputSizeUser>::OutputSize;
}

impl FixedOutput for FaceHash {
    fn finalize_into(self, out: &mut Output<Self>) {
        FixedOutput::finalize_into(self.0, out);
    }
}

impl HashMarker for FaceHash {}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use rand_core::Rng;

    use super::*;
    use crate::group::Secret;
    use crate::testing::{deck, rng};

    /// Codes with patterns, and random ones.
    fn codes() -> Vec<FaceCode> {
        let rng = &mut rng(1);
        let mut codes: Vec<_> = (0..=u8::MAX).map(|byte| FaceCode([byte; 16])).collect();
        for place in 0..16 {
            let mut code = [0; 16];
            code[place] = 1;
            codes.push(FaceCode(code));
        }
        codes.extend((0..200).map(|_| {
            let mut code = [0; 16];
            rng.fill_bytes(&mut code);
            FaceCode(code)
        }));
        codes
    }

    #[test]
    fn every_code_is_read_back_from_its_point() {
        let mut points = HashSet::new();
        for code in codes() {
            let point = code.point();
            assert!(points.insert(point), "two codes have one point");
            assert_eq!(FaceCode::of(&point), Ok(code));
            // As it arrives: decoded from bytes, and as a sum.
            let sent = Point::from_bytes(&point.to_bytes()).unwrap();
            assert_eq!(FaceCode::of(&sent), Ok(code));
            let moved = Point::new(point.point() + Point::base().point());
            let back = Point::new(moved.point() - Point::base().point());
            assert_eq!(FaceCode::of(&back), Ok(code));
            assert_eq!(FaceCode::of(&moved), Err(NotAFace));
            assert_eq!(FaceCode::from_bytes(&code.to_bytes()), Ok(code));
        }
    }

    #[test]
    fn other_points_have_no_face() {
        let rng = &mut rng(2);
        for _ in 0..200 {
            assert_eq!(FaceCode::of(&Secret::random(rng).times_base()), Err(NotAFace));
        }
        let identity = Point::new(RistrettoPoint::default());
        for point in [Point::base(), identity] {
            assert_eq!(FaceCode::of(&point), Err(NotAFace));
        }
        // A sum of faces, and the negative of one.
        let [a, b] = [1, 2].map(|byte| FaceCode([byte; 16]).point());
        for point in [Point::new(a.point() + b.point()), Point::new(-a.point())] {
            assert_eq!(FaceCode::of(&point), Err(NotAFace));
        }
    }

    /// A code of another protocol that uses Lizard is not one of ours.
    #[test]
    fn the_encoding_belongs_to_this_protocol() {
        for code in codes().iter().take(20) {
            let plain = Point::new(RistrettoPoint::lizard_encode::<Sha256>(&code.0));
            assert_ne!(plain, code.point());
            assert_eq!(FaceCode::of(&plain), Err(NotAFace));
        }
    }

    #[test]
    fn a_public_list_is_the_same_everywhere_and_everybody_reads_it() {
        let (_, joint, _, _) = deck(3, 1);
        let faces: Vec<_> = [4, 9, 4].map(|byte| FaceCode([byte; 16])).into();
        let list = public_list(&faces, &joint);
        assert_eq!(list, public_list(&faces, &joint));
        assert_eq!(list[0], list[2], "copies have one point");
        for (card, face) in list.iter().zip(faces) {
            assert_eq!(card.c1(), &Point::base());
            assert_eq!(FaceCode::of(&card.unmask([joint.point()])), Ok(face));
        }
    }
}
