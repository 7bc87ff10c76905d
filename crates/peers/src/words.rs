//! Four words that all screens must show, for players to compare where nobody sits between them.

use facedown_core::Game;

use crate::fold::Fold;

/// How many words are shown.
pub const WORD_COUNT: usize = 4;

/// How many bits of the fingerprint a word stands for.
const BITS_PER_WORD: usize = 10;

/// The words, in alphabetical order: one line for each.
static WORDS: &str = include_str!("words.txt");

/// The words of a fingerprint: each of them stands for ten bits.
pub fn words_of(fingerprint: &[u8; 32]) -> [&'static str; WORD_COUNT] {
    let mut bits = [0; 8];
    bits.copy_from_slice(&fingerprint[..8]);
    let bits = u64::from_be_bytes(bits);
    std::array::from_fn(|place| {
        let shift = 64 - (place + 1) * BITS_PER_WORD;
        let number = (bits >> shift) & ((1 << BITS_PER_WORD) - 1);
        // The list has a word for each number; a test counts them.
        WORDS.lines().nth(usize::try_from(number).unwrap_or_default()).unwrap_or_default()
    })
}

impl<G: Game> Fold<G> {
    /// Four words that all players' screens must show; `None` until all first keys are open.
    ///
    /// If all screens show the same, all sit at one table, and nobody has put keys of its own between them. Players compare them
    /// where the relay cannot change what they say: in a call, or in the chat in which they sent the link. They have 40 bits. See
    /// [`TableState::fingerprint`](facedown_crypto::places::TableState::fingerprint) for why that is enough.
    pub fn words(&self) -> Option<[&'static str; WORD_COUNT]> {
        self.cards().fingerprint().map(words_of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_a_word_for_every_number_and_no_two_are_alike() {
        let words: Vec<&str> = WORDS.lines().collect();
        assert_eq!(words.len(), 1 << BITS_PER_WORD);
        let plain = |word: &str| {
            (3..=8).contains(&word.len()) && word.bytes().all(|letter| letter.is_ascii_lowercase())
        };
        assert!(words.iter().all(|word| plain(word)));
        assert!(words.is_sorted());
        // The first four letters of a word are enough to type it, and to tell it from the others.
        let begins = |word: &str| word[..word.len().min(4)].to_owned();
        assert!(words.windows(2).all(|pair| begins(pair[0]) != begins(pair[1])));
    }

    #[test]
    fn every_ten_bits_are_a_word() {
        let mut fingerprint = [0; 32];
        assert_eq!(words_of(&fingerprint), ["absent"; 4]);
        fingerprint[..5].fill(0xff);
        assert_eq!(words_of(&fingerprint), ["zodiac"; 4]);
        fingerprint[..5].copy_from_slice(&[0, 0x40, 0x20, 0x0c, 0x04]);
        assert_eq!(words_of(&fingerprint), ["acorn", "active", "actor", "agent"]);
    }
}
