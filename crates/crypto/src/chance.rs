//! Chance from one seed: every message has its own random numbers, which a machine that has restarted computes again.
//!
//! The random numbers of a message depend on the seed, the head of the chain that it answers, its number among its author's
//! messages, and its kind. A machine that folds the same chain again therefore says the same, byte for byte, and never
//! two different things at one place. They are the blocks `SHA-512(K ‖ n)`, where the key `K` is a hash of all of these.
//!
//! Whoever gets hold of the seed can compute everything that was derived from it, also keys that were wiped long ago. Where
//! that matters, move on to another seed with [`Chance::advance`] once the keys of before are no longer in use, or use
//! [`Chance::hedged_key`] and keep the key itself.

use std::convert::Infallible;

use curve25519_dalek::scalar::Scalar;
use rand_core::{CryptoRng, TryCryptoRng, TryRng};
use zeroize::{Zeroize, Zeroizing};

use crate::domain;
use crate::group::{Nonces, Secret};
use crate::keys::KeyPair;
use crate::transcript::{Context, Transcript};

/// A secret seed. It is wiped on drop, and has no `Debug` and no encoding.
///
/// ```
/// # use facedown_crypto::Chance;
/// let chance = Chance::from([7; 32]);
/// let _rng = chance.at(&[0; 32], 0, b"shuffle");
/// ```
/// ```compile_fail,E0599
/// # use facedown_crypto::Chance;
/// let chance = Chance::from([7; 32]);
/// let _copy = chance.clone();
/// ```
pub struct Chance(Box<Zeroizing<[u8; 32]>>);

impl From<[u8; 32]> for Chance {
    /// Takes the seed. The caller must not keep a copy.
    fn from(mut seed: [u8; 32]) -> Self {
        let kept = Box::new(Zeroizing::new(seed));
        seed.zeroize();
        Self(kept)
    }
}

impl Chance {
    /// The random numbers of one message: the head that it answers, its number among its author's, and its kind.
    pub fn at(&self, head: &[u8; 32], index: u32, kind: &[u8]) -> ChanceRng {
        let mut transcript = Transcript::new(domain::CHANCE);
        transcript.absorb(b"head", head);
        transcript.absorb_number(b"index", u64::from(index));
        transcript.absorb(b"kind", kind);
        transcript.absorb(b"seed", &**self.0);
        ChanceRng::new(Nonces::from_key(transcript.challenge_bytes(b"key")))
    }

    /// Replaces the seed by one that is derived from it at this head. The old one is wiped and cannot be computed again, nor
    /// can anything that was derived from it.
    pub fn advance(&mut self, head: &[u8; 32]) {
        let mut transcript = Transcript::new(domain::CHANCE_NEXT);
        transcript.absorb(b"head", head);
        transcript.absorb(b"seed", &**self.0);
        let wide = Zeroizing::new(transcript.challenge_bytes(b"next"));
        self.0.copy_from_slice(&wide[..32]);
    }

    /// The key of this context. It is the same whenever it is computed.
    pub fn key(&self, context: &Context) -> KeyPair {
        self.derived_key(context, &[])
    }

    /// A key for this context that cannot be computed again. It is secret if either the seed or the random numbers are.
    pub fn hedged_key(&self, context: &Context, rng: &mut impl CryptoRng) -> KeyPair {
        let mut fresh = Zeroizing::new([0; 32]);
        rng.fill_bytes(&mut *fresh);
        self.derived_key(context, &*fresh)
    }

    /// This player's part of a roll in this context. It is the same whenever it is computed.
    pub fn roll_part(&self, context: &Context) -> Zeroizing<[u8; 32]> {
        let mut transcript = context.transcript(domain::CHANCE_ROLL);
        transcript.absorb(b"seed", &**self.0);
        let wide = Zeroizing::new(transcript.challenge_bytes(b"part"));
        let mut part = Zeroizing::new([0; 32]);
        part.copy_from_slice(&wide[..32]);
        part
    }

    fn derived_key(&self, context: &Context, fresh: &[u8]) -> KeyPair {
        let mut transcript = context.transcript(domain::CHANCE_KEY);
        transcript.absorb(b"seed", &**self.0);
        transcript.absorb(b"fresh", fresh);
        loop {
            let wide = Zeroizing::new(transcript.challenge_bytes(b"key"));
            let secret = Secret::new(Scalar::from_bytes_mod_order_wide(&wide));
            if secret.scalar() != &Scalar::ZERO {
                return KeyPair::new(secret);
            }
        }
    }
}

/// The random numbers of one message. They are wiped on drop.
pub struct ChanceRng {
    blocks: Nonces,
    block: Zeroizing<[u8; 64]>,
    used: usize,
}

impl ChanceRng {
    fn new(mut blocks: Nonces) -> Self {
        let block = blocks.block();
        Self { blocks, block, used: 0 }
    }

    fn byte(&mut self) -> u8 {
        if self.used == self.block.len() {
            self.block = self.blocks.block();
            self.used = 0;
        }
        self.used += 1;
        self.block[self.used - 1]
    }

    fn array<const N: usize>(&mut self) -> [u8; N] {
        std::array::from_fn(|_| self.byte())
    }
}

impl TryRng for ChanceRng {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(u32::from_le_bytes(self.array()))
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(u64::from_le_bytes(self.array()))
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        bytes.fill_with(|| self.byte());
        Ok(())
    }
}

impl TryCryptoRng for ChanceRng {}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use rand_core::Rng;

    use super::*;
    use crate::testing::{context, rng};
    use crate::transcript::Operation;

    fn bytes(mut rng: ChanceRng) -> [u8; 200] {
        let mut bytes = [0; 200];
        rng.fill_bytes(&mut bytes);
        bytes
    }

    #[test]
    fn one_place_has_one_chance_and_every_place_another() {
        let chance = Chance::from([1; 32]);
        let first = bytes(chance.at(&[2; 32], 3, b"shuffle"));
        assert_eq!(first, bytes(Chance::from([1; 32]).at(&[2; 32], 3, b"shuffle")));
        let others = [
            bytes(Chance::from([9; 32]).at(&[2; 32], 3, b"shuffle")),
            bytes(chance.at(&[9; 32], 3, b"shuffle")),
            bytes(chance.at(&[2; 32], 9, b"shuffle")),
            bytes(chance.at(&[2; 32], 3, b"shares")),
            bytes(chance.at(&[2; 32], 3, b"")),
        ];
        let mut all: HashSet<_> = others.into();
        assert!(all.insert(first));
        assert_eq!(all.len(), 6);
    }

    /// Requests of other sizes take the same bytes in the same order, so that nothing is used twice.
    #[test]
    fn the_bytes_do_not_depend_on_how_they_are_asked_for() {
        let chance = Chance::from([1; 32]);
        let whole = bytes(chance.at(&[2; 32], 0, b"kind"));
        assert!(whole.chunks_exact(64).collect::<HashSet<_>>().len() == 3, "blocks differ");
        let mut rng = chance.at(&[2; 32], 0, b"kind");
        let mut taken = Vec::new();
        taken.extend(rng.next_u32().to_le_bytes());
        taken.extend(rng.next_u64().to_le_bytes());
        for size in [0, 1, 3, 60, 64, 60] {
            let mut part = vec![0; size];
            rng.fill_bytes(&mut part);
            taken.extend(part);
        }
        assert_eq!(taken, whole);
    }

    #[test]
    fn keys_and_parts_of_rolls_belong_to_their_context() {
        let chance = Chance::from([1; 32]);
        let contexts = [
            context(0),
            context(1),
            Context { table: [0; 32], ..context(0) },
            Context { request: [0; 32], ..context(0) },
            Context { operation: Operation::Rekey, ..context(0) },
            Context { pile: 1, ..context(0) },
        ];
        let keys: HashSet<_> = contexts.iter().map(|it| *chance.key(it).share()).collect();
        let parts: HashSet<_> = contexts.iter().map(|it| *chance.roll_part(it)).collect();
        assert_eq!((keys.len(), parts.len()), (6, 6));
        let again = Chance::from([1; 32]);
        assert_eq!(again.key(&context(0)).share(), chance.key(&context(0)).share());
        assert_eq!(again.roll_part(&context(0)), chance.roll_part(&context(0)));
        let other = Chance::from([2; 32]);
        assert_ne!(other.key(&context(0)).share(), chance.key(&context(0)).share());
        assert_ne!(other.roll_part(&context(0)), chance.roll_part(&context(0)));
    }

    #[test]
    fn a_seed_that_has_moved_on_is_another_and_the_same_on_every_machine() {
        let advanced = |seed: u8, head: u8| {
            let mut chance = Chance::from([seed; 32]);
            chance.advance(&[head; 32]);
            bytes(chance.at(&[2; 32], 3, b"shuffle"))
        };
        let first = advanced(1, 5);
        assert_eq!(first, advanced(1, 5));
        let before = bytes(Chance::from([1; 32]).at(&[2; 32], 3, b"shuffle"));
        for other in [before, advanced(1, 6), advanced(2, 5)] {
            assert_ne!(first, other);
        }
    }

    /// A repeating generator does not repeat keys in other contexts, and a known seed does not give away a hedged key.
    #[test]
    fn a_hedged_key_needs_the_seed_and_the_chance() {
        let key = |seed: u8, author, chance: u8| {
            let made = Chance::from([seed; 32]).hedged_key(&context(author), &mut rng(chance));
            *made.share()
        };
        let first = key(1, 0, 1);
        assert_eq!(first, key(1, 0, 1));
        for other in [key(2, 0, 1), key(1, 1, 1), key(1, 0, 2)] {
            assert_ne!(first, other);
        }
        assert_ne!(&first, Chance::from([1; 32]).key(&context(0)).share());
    }
}
