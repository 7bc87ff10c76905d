//! Faces as the cryptography has them: sixteen bytes, one code for each face.
//!
//! A code is the length of the encoding, the encoding itself and zeros. The encoding is postcard's, which is short: the
//! number of a variant of an enum, not its name. So variants of a face are only ever appended; whoever puts one in the
//! middle raises the version of the rules. An encoding of sixteen bytes is its own code, unless a shorter one of the same
//! game has that code.

use facedown_core::Face;
use facedown_crypto::FaceCode;

/// The longest encoding of a face, in bytes.
const MAX_BYTES: usize = 16;

/// Why a face has no code, or a code no face.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FaceError {
    /// The encoding is too long, or there is none.
    #[error("a face of this game does not fit into {MAX_BYTES} bytes; make it smaller")]
    TooLong,
    /// The encoding has sixteen bytes, and a shorter one of the same game has this code.
    #[error(
        "two faces of this game have one code; make all their encodings sixteen bytes long, or none"
    )]
    Ambiguous,
    /// No face has this code.
    #[error("this is the code of no face of this game")]
    NoSuchFace,
}

/// The code of a face.
pub fn code_of<F: Face>(face: F) -> Result<FaceCode, FaceError> {
    if let Ok(code) = short_code_of(face) {
        return Ok(code);
    }
    let mut code = [0; MAX_BYTES];
    postcard::to_slice(&face, &mut code).map_err(|_| FaceError::TooLong)?;
    let is_taken = short_face_of::<F>(code).is_some();
    if is_taken { Err(FaceError::Ambiguous) } else { Ok(FaceCode(code)) }
}

/// The code of a face whose encoding leaves room for its length.
fn short_code_of<F: Face>(face: F) -> Result<FaceCode, FaceError> {
    let mut code = [0; MAX_BYTES];
    let used = postcard::to_slice(&face, &mut code[1..]).map_err(|_| FaceError::TooLong)?.len();
    code[0] = u8::try_from(used).map_err(|_| FaceError::TooLong)?;
    Ok(FaceCode(code))
}

/// The face with this code. A code that [`code_of`] would not write is none.
pub fn face_of<F: Face>(code: FaceCode) -> Result<F, FaceError> {
    let long = || postcard::from_bytes(&code.0).ok().filter(|&face| code_of(face) == Ok(code));
    short_face_of(code.0).or_else(long).ok_or(FaceError::NoSuchFace)
}

fn short_face_of<F: Face>(code: [u8; MAX_BYTES]) -> Option<F> {
    let [length, rest @ ..] = code;
    let face = postcard::from_bytes(rest.get(..usize::from(length))?).ok()?;
    // The encoding of numbers allows for zeros in front, and there may be something after it.
    (short_code_of(face) == Ok(FaceCode(code))).then_some(face)
}

/// The codes of a list of faces.
pub(crate) fn codes_of<F: Face>(faces: &[F]) -> Result<Vec<FaceCode>, FaceError> {
    faces.iter().map(|&face| code_of(face)).collect()
}

#[cfg(test)]
mod tests {
    use serde::{Deserialize, Serialize};

    use super::*;

    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    enum Face {
        Plain,
        AVeryLongNameThatMustNotMatter(u16),
        Pair(i8, bool),
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
    struct Wide(u128);

    #[test]
    fn every_face_has_one_code_and_is_read_back() {
        let faces = [
            (Face::Plain, vec![1, 0]),
            (Face::AVeryLongNameThatMustNotMatter(0), vec![2, 1, 0]),
            (Face::AVeryLongNameThatMustNotMatter(u16::MAX), vec![4, 1, 0xff, 0xff, 3]),
            (Face::Pair(-1, true), vec![3, 2, 0xff, 1]),
        ];
        for (face, mut code) in faces {
            code.resize(16, 0);
            assert_eq!(code_of(face).unwrap().0.as_slice(), code);
            assert_eq!(face_of(code_of(face).unwrap()), Ok(face));
        }
    }

    #[test]
    fn a_code_that_would_not_be_written_is_refused() {
        let refused = |bytes: &[u8]| {
            let mut code = [0; 16];
            code[..bytes.len()].copy_from_slice(bytes);
            face_of::<Face>(FaceCode(code)) == Err(FaceError::NoSuchFace)
        };
        assert!(!refused(&[1, 0]));
        assert!(refused(&[0]), "nothing");
        assert!(refused(&[16, 0]), "longer than the code");
        assert!(refused(&[2, 0, 0]), "something after the face");
        assert!(refused(&[1, 0, 7]), "something after the encoding");
        assert!(refused(&[1, 3]), "no such variant");
        assert!(refused(&[3, 1, 0x80, 0]), "a number with a zero in front");
        assert!(refused(&[3, 2, 0, 2]), "neither true nor false");
    }

    /// A name of sixteen bytes fills the code. It is what players bring who have many cards to choose from.
    #[test]
    fn sixteen_bytes_are_their_own_code() {
        use facedown_testkit::loose;
        for face in loose::Face::ALL {
            let code = code_of(face).unwrap();
            assert_eq!(format!("{face:?}"), format!("{:032x}", u128::from_be_bytes(code.0)));
            assert_eq!(face_of(code), Ok(face));
        }
        assert_eq!(code_of([7u8; 16]).unwrap(), FaceCode([7; 16]));
        assert_eq!(face_of(FaceCode([7; 16])), Ok([7u8; 16]));
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
    enum Either {
        Short,
        Long([u8; 15]),
    }

    #[test]
    fn two_faces_never_have_one_code() {
        assert_eq!(code_of(Either::Short).unwrap().0[..2], [1, 0]);
        let long = code_of(Either::Long([9; 15])).unwrap();
        assert_eq!(face_of(long), Ok(Either::Long([9; 15])));
        // The number of this variant would be read as the length of the other.
        let mut bytes = [0; 15];
        let code = [&[1][..], &bytes].concat();
        assert_eq!(code_of(Either::Long(bytes)), Err(FaceError::Ambiguous));
        assert_eq!(face_of(FaceCode(code.try_into().unwrap())), Ok(Either::Short));
        bytes[14] = 1;
        assert!(code_of(Either::Long(bytes)).is_ok());
    }

    #[test]
    fn a_face_that_does_not_fit_is_refused() {
        assert!(code_of(Wide(1)).is_ok());
        assert_eq!(code_of(Wide(u128::MAX)), Err(FaceError::TooLong));
    }
}
