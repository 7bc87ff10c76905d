//! Dice: the only source of randomness, the same on every platform and for ever.
//!
//! # The exact procedure
//!
//! The stream is ChaCha20 (20 rounds, 64-bit block counter from 0, nonce 0) under a 256-bit key, read
//! as 32-bit little-endian words in order. Numbered dice have their number as the nonce, 64 bits,
//! little-endian.
//!
//! **A number below `n`** (1 ≤ n < 2³²), without bias: take a word `w`; let `m = w · n` as 64 bits. If
//! the low half of `m` is less than `2³² mod n`, take another word and begin again; otherwise the answer is
//! the high half of `m`. (D. Lemire, *Fast random integer generation in an interval*, 2019.) A number
//! below 1 also takes a word.
//!
//! **A shuffle** of places `0..n` is Fisher–Yates from the end: for `i = n−1, …, 1` draw `j` below `i + 1`
//! and swap the places `i` and `j`. A mix ([`Dealer::mix`](crate::Dealer::mix)) is done in the same way. Neither takes
//! a word for fewer than two cards.
//!
//! **A seed** is the next eight words, as bytes.
//!
//! `tests/vectors.rs` pins all of this with test vectors.

use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};

use crate::seed::Seed;

/// A stream of random numbers that a seed determines. See the [module](self) for the exact procedure.
#[derive(Clone)]
pub struct Dice(ChaCha20Rng);

impl Dice {
    /// The dice that this seed determines.
    pub fn new(seed: &Seed) -> Self {
        Self(ChaCha20Rng::from_seed(*seed.bytes()))
    }

    /// Independent dice for each `number`, from a seed that is not a table's: for simulated games, bots and tests.
    pub fn numbered(seed: &Seed, number: u64) -> Self {
        let mut stream = ChaCha20Rng::from_seed(*seed.bytes());
        stream.set_stream(number);
        Self(stream)
    }

    /// The next word of the stream.
    #[inline]
    pub fn word(&mut self) -> u32 {
        self.0.next_u32()
    }

    /// A number from 0 to `n − 1`, each as likely as any other; 0 if `n` is 0.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        bounded(n, || self.word())
    }

    /// A random index below `len`; 0 if `len` is 0.
    #[inline]
    #[allow(clippy::cast_possible_truncation)] // rows at a card table are short
    pub fn place(&mut self, len: usize) -> usize {
        self.below(len as u32) as usize
    }

    /// One of these items, each as likely as any other.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        if from.is_empty() { None } else { from.get(self.place(from.len())) }
    }

    /// Puts the items in random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.place(i + 1));
        }
    }

    /// A fresh seed.
    pub fn seed(&mut self) -> Seed {
        let mut bytes = [0; 32];
        self.0.fill_bytes(&mut bytes);
        Seed::new(bytes)
    }
}

/// A number below `n` made of these words, without bias.
#[inline]
fn bounded(n: u32, mut word: impl FnMut() -> u32) -> u32 {
    let mut product = u64::from(word()) * u64::from(n);
    if low(product) < n {
        // Only here can the word have to be rejected, so only here is the costly remainder computed.
        let uneven = n.wrapping_neg().checked_rem(n).unwrap_or(0);
        while low(product) < uneven {
            product = u64::from(word()) * u64::from(n);
        }
    }
    (product >> 32) as u32
}

#[allow(clippy::cast_possible_truncation)] // the low half is what is wanted
const fn low(product: u64) -> u32 {
    product as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORDS: u64 = 1 << 32;

    /// The number that this one word gives, or `None` if it is rejected.
    fn alone(n: u32, word: u64) -> Option<u32> {
        let mut words = 0;
        let answer = bounded(n, || {
            words += 1;
            // The highest word is never rejected.
            if words == 1 { u32::try_from(word).unwrap() } else { u32::MAX }
        });
        (words == 1).then_some(answer)
    }

    /// The words that give `answer` are consecutive. The low half grows by `n` from word to word, so at most the first
    /// of them is rejected. Each answer must have the same number of words left: `2³² / n`, rounded down.
    fn check(n: u32, answer: u32) {
        let first = |answer: u32| (u64::from(answer) * WORDS).div_ceil(u64::from(n));
        let end = if answer == n - 1 { WORDS } else { first(answer + 1) };
        let begin = first(answer);
        let rejected = u64::from(alone(n, begin).is_none());
        for word in [begin + rejected, end - 1] {
            assert_eq!(alone(n, word), Some(answer), "n = {n}, word = {word}");
        }
        assert_eq!(end - begin - rejected, WORDS / u64::from(n), "n = {n}, answer = {answer}");
    }

    #[test]
    fn every_answer_has_the_same_number_of_words() {
        for n in [1, 2, 3, 5, 6, 52, 1000, 65_535, 65_536, 65_537] {
            (0..n).for_each(|answer| check(n, answer));
        }
        let half = 1 << 31;
        for n in [half - 1, half, half + 1, 3 << 30, u32::MAX - 1, u32::MAX] {
            let edges = (0..1000).chain(n / 2 - 1000..n / 2 + 1000).chain(n - 1000..n);
            edges.for_each(|answer| check(n, answer));
        }
    }

    #[test]
    fn only_low_halves_below_the_remainder_are_rejected() {
        for n in [3_u32, 5, 7, 51, 1_000_001, (1 << 31) - 1, (1 << 31) + 1, u32::MAX] {
            // For odd n each low half comes from exactly one word: the inverse of n times the low half.
            let mut inverse = n;
            for _ in 0..5 {
                inverse = inverse.wrapping_mul(2_u32.wrapping_sub(n.wrapping_mul(inverse)));
            }
            assert_eq!(n.wrapping_mul(inverse), 1);
            let word = |low: u32| u64::from(inverse.wrapping_mul(low));
            let uneven = u32::try_from(WORDS % u64::from(n)).unwrap();
            assert!(uneven > 0);
            for low in [0, uneven - 1] {
                assert_eq!(alone(n, word(low)), None, "n = {n}, low half {low}");
            }
            for low in [uneven, n, u32::MAX] {
                assert!(alone(n, word(low)).is_some(), "n = {n}, low half {low}");
            }
        }
    }

    #[test]
    fn powers_of_two_reject_no_word() {
        for power in 0..32 {
            let n = 1 << power;
            for word in [0, 1, WORDS / 2 - 1, WORDS / 2, WORDS - 2, WORDS - 1] {
                let answer = u32::try_from(word * u64::from(n) / WORDS).unwrap();
                assert_eq!(alone(n, word), Some(answer), "n = {n}, word = {word}");
            }
        }
    }

    #[test]
    fn words_are_rejected_until_one_fits() {
        // Only the word 0 is rejected, below 2³² − 1 as well as below 3.
        for n in [3, u32::MAX] {
            let mut words = [0, 0, 0, u32::MAX, 5].into_iter();
            assert_eq!(bounded(n, || words.next().unwrap()), n - 1);
            assert_eq!(words.next(), Some(5));
        }
    }

    #[test]
    fn a_number_below_zero_is_zero() {
        assert_eq!(alone(0, 7), Some(0));
    }
}
