//! Keys: every player has a share of the joint key and proves knowledge of its secret.
//!
//! A player first promises its share `Y = x·G`: it publishes a hash commitment. It opens the share when all have promised. The
//! opening proves knowledge of `x`, so that nobody can choose a share that cancels the others' (a rogue key).

use std::sync::OnceLock;

use curve25519_dalek::ristretto::{RistrettoBasepointTable, RistrettoPoint};
use curve25519_dalek::scalar::Scalar;
use rand_core::CryptoRng;
use thiserror::Error;

use crate::batch::Equation;
use crate::domain;
use crate::encoding::{Codec, DecodeError, Reader, Writer};
use crate::group::{Nonces, Point, Secret};
use crate::transcript::{Context, Transcript};

/// Why a key is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum KeyError {
    /// The opening does not match the promise.
    #[error("the key is not the one that was promised")]
    PromiseMismatch,
    /// The proof that the author knows the secret of the share is invalid.
    #[error("the proof of possession does not hold")]
    NoPossession,
    /// The sum of the shares is the identity.
    #[error("the shares of the joint key cancel each other")]
    Cancelled,
}

/// A player's key pair: the secret `x` and its public share `Y = x·G`. It is wiped on drop.
///
/// It lies in a box of its own: a vector of keys that grows moves the boxes, and frees no memory that still contains a key.
#[derive(Clone)]
pub struct KeyPair(Box<Halves>);

#[derive(Clone)]
struct Halves {
    secret: Secret,
    share: Point,
}

impl KeyPair {
    /// Generates a random key.
    pub fn random(rng: &mut impl CryptoRng) -> Self {
        Self::new(Secret::random(rng))
    }

    /// The key pair for a secret.
    pub fn new(secret: Secret) -> Self {
        let share = secret.times_base();
        // The secret is copied into its box and the original is wiped. If it were moved, it would remain where it was.
        let mut halves = Box::new(Halves { secret: Secret::new(Scalar::ZERO), share });
        halves.secret.copy_from(&secret);
        drop(secret);
        Self(halves)
    }

    /// The public share.
    pub fn share(&self) -> &Point {
        &self.0.share
    }

    /// The secret.
    pub fn secret(&self) -> &Secret {
        &self.0.secret
    }

    /// Opens the share with a proof of possession.
    pub fn open(&self, context: &Context, rng: &mut impl CryptoRng) -> KeyOpening {
        let Halves { secret, share } = &*self.0;
        let mut transcript = opening_transcript(context, share);
        let nonce = Secret::new(Nonces::new(&transcript, secret, rng).scalar());
        let commitment = nonce.times_base();
        let challenge = opening_challenge(&mut transcript, &commitment);
        let response = nonce.scalar() + challenge * secret.scalar();
        KeyOpening { share: *share, commitment, response }
    }
}

/// A public share with a proof of possession: `A = k·G`, `s = k + c·x`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyOpening {
    share: Point,
    commitment: Point,
    response: Scalar,
}

impl KeyOpening {
    /// The share. Its proof has not been verified.
    pub const fn share(&self) -> &Point {
        &self.share
    }

    /// The promise: a hash commitment to this opening.
    pub fn promise(&self) -> [u8; 32] {
        let mut transcript = Transcript::new(domain::KEY_PROMISE);
        transcript.absorb(b"opening", &self.to_bytes());
        let mut promise = [0; 32];
        promise.copy_from_slice(&transcript.challenge_bytes(b"promise")[..32]);
        promise
    }

    /// The equation of the proof: the author knows the secret of the share.
    pub fn equation(&self, context: &Context) -> Equation {
        let mut transcript = opening_transcript(context, &self.share);
        let challenge = opening_challenge(&mut transcript, &self.commitment);
        transcript.absorb_scalars(b"response", &[self.response]);
        let terms = vec![
            (-self.response, Point::base()),
            (challenge, self.share),
            (Scalar::ONE, self.commitment),
        ];
        Equation::new(terms, transcript)
    }

    /// Verifies the proof of possession and returns the share.
    pub fn verify(&self, context: &Context) -> Result<Point, KeyError> {
        if self.equation(context).holds() { Ok(self.share) } else { Err(KeyError::NoPossession) }
    }

    /// Verifies the promise and the proof of possession and returns the share.
    pub fn verify_promised(
        &self,
        promise: &[u8; 32],
        context: &Context,
    ) -> Result<Point, KeyError> {
        if &self.promise() == promise {
            self.verify(context)
        } else {
            Err(KeyError::PromiseMismatch)
        }
    }
}

impl Codec for KeyOpening {
    fn write(&self, to: &mut Writer) {
        self.share.write(to);
        self.commitment.write(to);
        to.scalar(&self.response);
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, DecodeError> {
        Ok(Self {
            share: Point::read(from)?,
            commitment: Point::read(from)?,
            response: from.scalar()?,
        })
    }
}

fn opening_transcript(context: &Context, share: &Point) -> Transcript {
    let mut transcript = context.transcript(domain::POSSESSION);
    transcript.absorb_point(b"share", share);
    transcript
}

fn opening_challenge(transcript: &mut Transcript, commitment: &Point) -> Scalar {
    transcript.absorb_point(b"commitment", commitment);
    transcript.challenge(b"c")
}

/// The joint key of all players: `PK = Σ Y_i`.
pub struct JointKey {
    point: Point,
    /// Precomputed multiples, created at the first shuffle. That takes as long as re-masking about fifty cards.
    table: OnceLock<Box<RistrettoBasepointTable>>,
}

impl JointKey {
    /// The sum of verified shares.
    pub fn new<'a>(shares: impl IntoIterator<Item = &'a Point>) -> Result<Self, KeyError> {
        let sum: RistrettoPoint = shares.into_iter().map(Point::point).sum();
        Point::decode(*Point::new(sum).as_bytes())
            .map(|point| Self { point, table: OnceLock::new() })
            .map_err(|_| KeyError::Cancelled)
    }

    /// The key as a point.
    pub const fn point(&self) -> &Point {
        &self.point
    }

    /// Multiplies the key by a secret in constant time.
    pub(crate) fn times(&self, scalar: &Scalar) -> RistrettoPoint {
        let table = self
            .table
            .get_or_init(|| Box::new(RistrettoBasepointTable::create(self.point.point())));
        &**table * scalar
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{context, rng};

    #[test]
    fn an_opening_verifies_only_where_it_was_made() {
        let key = KeyPair::random(&mut rng(1));
        let context = context(0);
        let opening = key.open(&context, &mut rng(2));
        assert_eq!(opening.verify_promised(&opening.promise(), &context), Ok(*key.share()));
        assert_eq!(KeyOpening::from_bytes(&opening.to_bytes()), Ok(opening));
        assert_eq!(opening.verify_promised(&[0; 32], &context), Err(KeyError::PromiseMismatch));
        let elsewhere = Context { table: [9; 32], ..context };
        assert_eq!(opening.verify(&elsewhere), Err(KeyError::NoPossession));
    }

    #[test]
    fn a_copied_proof_of_possession_is_no_proof() {
        let opening = KeyPair::random(&mut rng(1)).open(&context(0), &mut rng(2));
        assert_eq!(opening.verify(&context(1)), Err(KeyError::NoPossession));
    }

    #[test]
    fn a_rogue_share_that_cancels_another_cannot_be_opened() {
        let honest = KeyPair::random(&mut rng(1));
        let rogue = KeyPair::random(&mut rng(2));
        let share = Point::new(rogue.share().point() - honest.share().point());
        // The rogue knows the secret of the sum, but not that of its own share.
        let forged = KeyOpening { share, ..rogue.open(&context(1), &mut rng(3)) };
        assert_eq!(forged.verify(&context(1)), Err(KeyError::NoPossession));
        let context = context(1);
        let mut transcript = opening_transcript(&context, &share);
        let nonce = Secret::random(&mut rng(4));
        let commitment = nonce.times_base();
        let challenge = opening_challenge(&mut transcript, &commitment);
        let response = nonce.scalar() + challenge * rogue.secret().scalar();
        let forged = KeyOpening { share, commitment, response };
        assert_eq!(forged.verify(&context), Err(KeyError::NoPossession));
    }

    #[test]
    fn any_changed_byte_of_an_opening_is_refused() {
        let opening = KeyPair::random(&mut rng(1)).open(&context(0), &mut rng(2));
        let bytes = opening.to_bytes();
        for place in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[place] ^= 1;
            let accepted = KeyOpening::from_bytes(&changed)
                .is_ok_and(|opening| opening.verify(&context(0)).is_ok());
            assert!(!accepted, "byte {place}");
        }
    }

    /// If keys lay in the vector itself, its old memory would be freed with all of them in it.
    #[test]
    fn a_vector_of_keys_that_grows_does_not_move_them() {
        let mut small = vec![KeyPair::random(&mut rng(1))];
        let (list, secret) = (small.as_ptr(), std::ptr::from_ref(small[0].secret()));
        let share = *small[0].share();
        let mut large = Vec::with_capacity(100);
        large.append(&mut small);
        assert_ne!(list, large.as_ptr(), "the control: the vector has moved");
        assert_eq!(secret, std::ptr::from_ref(large[0].secret()));
        assert_eq!(large[0].share(), &share);
        assert_eq!(large[0].secret().times_base(), share);
    }

    #[test]
    fn the_joint_key_is_the_sum() {
        let keys: Vec<_> = (0..4).map(|seed| KeyPair::random(&mut rng(seed))).collect();
        let joint = JointKey::new(keys.iter().map(KeyPair::share)).unwrap();
        let secret: Scalar = keys.iter().map(|key| key.secret().scalar()).sum();
        assert_eq!(joint.point(), &Secret::new(secret).times_base());
        let scalar = Scalar::from(77_u64);
        assert_eq!(joint.times(&scalar), scalar * joint.point().point());
        let minus = Point::new(-keys[0].share().point());
        assert!(matches!(JointKey::new([keys[0].share(), &minus]), Err(KeyError::Cancelled)));
    }
}
