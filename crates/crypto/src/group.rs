//! Points with their encodings, secrets that are wiped, and nonces that stay safe if the random number generator fails.

use std::hash::{Hash, Hasher};

use curve25519_dalek::constants::{RISTRETTO_BASEPOINT_COMPRESSED, RISTRETTO_BASEPOINT_POINT};
use curve25519_dalek::ristretto::{CompressedRistretto, RistrettoPoint};
use curve25519_dalek::scalar::Scalar;
use curve25519_dalek::traits::IsIdentity;
use rand_core::CryptoRng;
use sha2::{Digest, Sha512};
use subtle::{Choice, ConditionallySelectable};
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

use crate::domain;
use crate::encoding::DecodeError;
use crate::transcript::Transcript;

/// A point of ristretto255 with its canonical encoding, so that neither is computed twice.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    point: RistrettoPoint,
    bytes: CompressedRistretto,
}

impl Point {
    /// Encodes a point.
    pub fn new(point: RistrettoPoint) -> Self {
        Self { point, bytes: point.compress() }
    }

    /// The group's generator `G`.
    pub const fn base() -> Self {
        Self { point: RISTRETTO_BASEPOINT_POINT, bytes: RISTRETTO_BASEPOINT_COMPRESSED }
    }

    /// Decodes a point. The identity is refused.
    pub fn decode(bytes: [u8; 32]) -> Result<Self, DecodeError> {
        let bytes = CompressedRistretto(bytes);
        let point = bytes.decompress().ok_or(DecodeError::NotAPoint)?;
        if point.is_identity() { Err(DecodeError::Identity) } else { Ok(Self { point, bytes }) }
    }

    /// Doubles and encodes points in a batch, which is much cheaper than one by one.
    pub(crate) fn doubled(halves: &[RistrettoPoint]) -> Vec<Self> {
        let encodings = RistrettoPoint::double_and_compress_batch(halves);
        let double = |(half, bytes): (&RistrettoPoint, _)| Self { point: half + half, bytes };
        halves.iter().zip(encodings).map(double).collect()
    }

    /// The point as the curve library represents it.
    pub const fn point(&self) -> &RistrettoPoint {
        &self.point
    }

    /// The canonical encoding.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        self.bytes.as_bytes()
    }

    /// Hashes parts to a point whose discrete logarithm nobody knows.
    pub(crate) fn hashed(domain: &'static [u8], parts: &[&[u8]]) -> Self {
        let mut transcript = Transcript::new(domain);
        for part in parts {
            transcript.absorb(b"part", part);
        }
        Self::new(RistrettoPoint::from_uniform_bytes(&transcript.challenge_bytes(b"point")))
    }
}

impl ConditionallySelectable for Point {
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        let bytes = <[u8; 32]>::conditional_select(a.as_bytes(), b.as_bytes(), choice);
        let point = RistrettoPoint::conditional_select(&a.point, &b.point, choice);
        Self { point, bytes: CompressedRistretto(bytes) }
    }
}

impl Zeroize for Point {
    fn zeroize(&mut self) {
        self.point.zeroize();
        self.bytes.zeroize();
    }
}

impl PartialEq for Point {
    fn eq(&self, other: &Self) -> bool {
        self.bytes == other.bytes
    }
}

impl Eq for Point {}

impl Hash for Point {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_bytes().hash(state);
    }
}

/// A secret scalar, such as a key or a mask. It is wiped on drop, and has no `Debug` and no encoding.
///
/// ```
/// # use facedown_crypto::{Nonces, Secret, Transcript};
/// # fn f(secret: &Secret) {
/// let _public = secret.times_base();
/// # }
/// ```
/// ```compile_fail,E0277
/// # use facedown_crypto::{Nonces, Secret, Transcript};
/// # fn f(secret: &Secret) {
/// println!("{secret:?}");
/// # }
/// ```
#[derive(Clone, Zeroize, ZeroizeOnDrop)]
pub struct Secret(Scalar);

impl Secret {
    /// Wraps a scalar. The caller must not keep a copy.
    pub const fn new(scalar: Scalar) -> Self {
        Self(scalar)
    }

    /// A random secret other than zero.
    pub fn random(rng: &mut impl CryptoRng) -> Self {
        let mut wide = Zeroizing::new([0; 64]);
        loop {
            rng.fill_bytes(&mut *wide);
            let scalar = Scalar::from_bytes_mod_order_wide(&wide);
            if scalar != Scalar::ZERO {
                return Self(scalar);
            }
        }
    }

    /// Multiplies the generator by this secret.
    pub fn times_base(&self) -> Point {
        Point::new(RistrettoPoint::mul_base(&self.0))
    }

    /// Copies a secret to where this one is, without a copy in between.
    pub(crate) const fn copy_from(&mut self, other: &Self) {
        self.0 = other.0;
    }

    pub(crate) const fn scalar(&self) -> &Scalar {
        &self.0
    }
}

/// A stream of nonces that is secret if either the random numbers or the prover's secret are.
///
/// It hashes the statement, a secret of the prover, and fresh random bytes. If the random number generator fails and repeats,
/// different statements still get different nonces, so that no key can be computed from two proofs.
pub struct Nonces {
    key: Zeroizing<[u8; 64]>,
    count: u64,
}

impl Nonces {
    /// Nonces for what the transcript has absorbed so far.
    pub fn new(statement: &Transcript, secret: &Secret, rng: &mut impl CryptoRng) -> Self {
        Self::with(statement, secret, &fresh(rng))
    }

    /// The same with random bytes that were drawn before.
    pub(crate) fn with(statement: &Transcript, secret: &Secret, fresh: &[u8; 32]) -> Self {
        let mut fork = statement.clone();
        fork.absorb(b"nonces", domain::NONCES);
        fork.absorb(b"secret", secret.0.as_bytes());
        fork.absorb(b"fresh", fresh);
        Self::from_key(fork.challenge_bytes(b"key"))
    }

    /// The stream of blocks under a key.
    pub(crate) fn from_key(mut key: [u8; 64]) -> Self {
        let kept = Zeroizing::new(key);
        key.zeroize();
        Self { key: kept, count: 0 }
    }

    /// The next nonce.
    pub fn scalar(&mut self) -> Scalar {
        Scalar::from_bytes_mod_order_wide(&self.block())
    }

    /// The next `count` nonces.
    pub fn scalars(&mut self, count: usize) -> Zeroizing<Vec<Scalar>> {
        Zeroizing::new((0..count).map(|_| self.scalar()).collect())
    }

    /// A number below `bound`. The bias is below `bound` parts in 2¹²⁸.
    pub(crate) fn below(&mut self, bound: u16) -> u16 {
        let block = self.block();
        let mut word = Zeroizing::new([0; 16]);
        word.copy_from_slice(&block[..16]);
        scaled(u128::from_le_bytes(*word), bound)
    }

    pub(crate) fn block(&mut self) -> Zeroizing<[u8; 64]> {
        let mut hasher = Sha512::new();
        hasher.update(*self.key);
        hasher.update(self.count.to_le_bytes());
        self.count += 1;
        Zeroizing::new(hasher.finalize().into())
    }
}

/// Random bytes for [`Nonces`].
pub(crate) fn fresh(rng: &mut impl CryptoRng) -> Zeroizing<[u8; 32]> {
    let mut fresh = Zeroizing::new([0; 32]);
    rng.fill_bytes(&mut *fresh);
    fresh
}

/// `word · bound / 2¹²⁸`, rounded down. A division would not take constant time.
fn scaled(word: u128, bound: u16) -> u16 {
    let (high, low) = (word >> 64, word & u128::from(u64::MAX));
    let bound = u128::from(bound);
    let [first, second, ..] = ((high * bound + ((low * bound) >> 64)) >> 64).to_le_bytes();
    u16::from_le_bytes([first, second])
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_chacha::ChaCha20Rng;
    use rand_core::SeedableRng;

    #[test]
    fn doubling_in_a_batch_is_doubling_one_by_one() {
        let mut rng = ChaCha20Rng::from_seed([1; 32]);
        let halves: Vec<_> =
            (0..5).map(|_| *Secret::random(&mut rng).times_base().point()).collect();
        for (half, double) in halves.iter().zip(Point::doubled(&halves)) {
            assert_eq!(Point::new(half + half), double);
            assert_eq!(&(half + half), double.point());
        }
    }

    #[test]
    fn nonces_differ_when_the_chance_repeats() {
        let secret = Secret::new(Scalar::from(7_u64));
        let nonce = |statement: &[u8], secret: &Secret, seed: u8| {
            let mut transcript = Transcript::new(domain::CONTEXT);
            transcript.absorb(b"statement", statement);
            Nonces::new(&transcript, secret, &mut ChaCha20Rng::from_seed([seed; 32])).scalar()
        };
        let first = nonce(b"one", &secret, 1);
        assert_eq!(first, nonce(b"one", &secret, 1));
        assert_ne!(first, nonce(b"two", &secret, 1));
        assert_ne!(first, nonce(b"one", &secret, 2));
        assert_ne!(first, nonce(b"one", &Secret::new(Scalar::from(8_u64)), 1));
    }

    #[test]
    fn numbers_below_a_bound_are_scaled_words() {
        for bound in [1, 2, 52, 200, u16::MAX] {
            assert_eq!(scaled(0, bound), 0);
            assert_eq!(scaled(u128::MAX, bound), bound - 1);
            // The words to either side of the smallest one that is scaled to a number.
            for number in
                [1, bound / 2, bound - 1].into_iter().filter(|number| (1..bound).contains(number))
            {
                let first = (u128::MAX / u128::from(bound)) * u128::from(number);
                let (before, after) = (first - u128::from(bound), first + u128::from(bound));
                assert_eq!((scaled(before, bound), scaled(after, bound)), (number - 1, number));
            }
        }
    }
}
