//! Faces as the cryptography has them: sixteen bytes, one code for each face.
//!
//! A code is the length of the encoding, the encoding itself and zeros. The encoding is postcard's, which is short: the
//! number of a variant of an enum, not its name. So variants of a face are only ever appended; whoever puts one in the
//! middle raises the version of the rules.

use facedown_core::Face;
use facedown_crypto::FaceCode;

/// The longest encoding of a face, in bytes.
const MAX_BYTES: usize = 15;

/// Why a face has no code, or a code no face.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FaceError {
    /// The encoding is too long, or there is none.
    #[error("a face of this game does not fit into {MAX_BYTES} bytes; make it smaller")]
    TooLong,
    /// No face has this code.
    #[error("this is the code of no face of this game")]
    NoSuchFace,
}

/// The code of a face.
pub fn code_of<F: Face>(face: F) -> Result<FaceCode, FaceError> {
    let mut code = [0; MAX_BYTES + 1];
    let used = postcard::to_slice(&face, &mut code[1..]).map_err(|_| FaceError::TooLong)?.len();
    code[0] = u8::try_from(used).map_err(|_| FaceError::TooLong)?;
    Ok(FaceCode(code))
}

/// The face with this code. A code that [`code_of`] would not write is none.
pub fn face_of<F: Face>(code: FaceCode) -> Result<F, FaceError> {
    let [length, rest @ ..] = code.0;
    let bytes = rest.get(..usize::from(length)).ok_or(FaceError::NoSuchFace)?;
    let face = postcard::from_bytes(bytes).map_err(|_| FaceError::NoSuchFace)?;
    // The encoding of numbers allows for zeros in front, and there may be something after it.
    if code_of(face) == Ok(code) { Ok(face) } else { Err(FaceError::NoSuchFace) }
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

    #[test]
    fn a_face_that_does_not_fit_is_refused() {
        assert!(code_of(Wide(1)).is_ok());
        assert_eq!(code_of(Wide(u128::MAX)), Err(FaceError::TooLong));
    }
}
