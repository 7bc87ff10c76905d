//! Test vectors for dice and seeds, made by an independent program: see `vectors/make.py`.
//!
//! Old records depend on them: if one of them fails, the code is wrong, not the vector.
#![allow(clippy::unwrap_used)] // test helpers may panic

use facedown_core::seed::mix;
use facedown_core::{Contribution, Dice, Seed};
use serde::Deserialize;

#[derive(Deserialize)]
struct DiceVectors {
    keystream: Vec<Keystream>,
    below: Vec<Below>,
    shuffle: Vec<Shuffle>,
    seed: Vec<MadeSeed>,
}

#[derive(Deserialize)]
struct Keystream {
    seed: String,
    block: usize,
    bytes: String,
}

#[derive(Deserialize)]
struct Below {
    seed: String,
    n: u32,
    drawn: Vec<u32>,
    words: usize,
}

#[derive(Deserialize)]
struct Shuffle {
    seed: String,
    number: u64,
    order: Vec<usize>,
    words: usize,
}

#[derive(Deserialize)]
struct MadeSeed {
    seed: String,
    words: usize,
    made: String,
}

#[derive(Deserialize)]
struct SeedVectors {
    commitment: Vec<Committed>,
    text: Vec<Text>,
    mix: Vec<Mixed>,
}

#[derive(Deserialize)]
struct Committed {
    seed: String,
    commitment: String,
}

#[derive(Deserialize)]
struct Text {
    text: String,
    seed: String,
}

#[derive(Deserialize)]
struct Mixed {
    seed: String,
    contributions: Vec<Contribution>,
    #[serde(rename = "mixed")]
    dealt_from: String,
}

fn dice_vectors() -> DiceVectors {
    serde_json::from_str(include_str!("vectors/dice.json")).unwrap()
}

fn seed_vectors() -> SeedVectors {
    serde_json::from_str(include_str!("vectors/seed.json")).unwrap()
}

fn seed(hex: &str) -> Seed {
    Seed::from_hex(hex).unwrap()
}

/// The word that comes after this number of words, which shows the position of a stream.
fn word_after(mut dice: Dice, words: usize) -> u32 {
    for _ in 0..words {
        dice.word();
    }
    dice.word()
}

#[test]
fn the_words_are_those_of_rfc_8439() {
    for Keystream { seed: key, block, bytes } in dice_vectors().keystream {
        let mut dice = Dice::new(&seed(&key));
        let words: Vec<u32> = (0..(block + 1) * 16).map(|_| dice.word()).collect();
        let hex: String = words[block * 16..].iter().fold(String::new(), |hex, word| {
            let word = word.swap_bytes();
            format!("{hex}{word:08x}")
        });
        assert_eq!(hex, bytes, "block {block} of {key}");
    }
}

#[test]
fn numbers_are_drawn_as_documented() {
    for Below { seed: key, n, drawn, words } in dice_vectors().below {
        let mut dice = Dice::new(&seed(&key));
        let found: Vec<u32> = drawn.iter().map(|_| dice.below(n)).collect();
        assert_eq!(found, drawn, "below {n} from {key}");
        assert_eq!(dice.word(), word_after(Dice::new(&seed(&key)), words), "words below {n}");
    }
}

#[test]
fn cards_are_shuffled_as_documented() {
    for Shuffle { seed: key, number, order, words } in dice_vectors().shuffle {
        let fresh = Dice::numbered(&seed(&key), number);
        let mut dice = fresh.clone();
        let mut found: Vec<usize> = (0..order.len()).collect();
        dice.shuffle(&mut found);
        assert_eq!(found, order, "stream {number} of {key}");
        assert_eq!(dice.word(), word_after(fresh, words), "words of stream {number} of {key}");
    }
}

#[test]
fn dice_with_number_0_are_the_plain_dice() {
    let seed = Seed::from_text("one stream");
    let (mut plain, mut numbered) = (Dice::new(&seed), Dice::numbered(&seed, 0));
    assert!((0..100).all(|_| plain.word() == numbered.word()));
}

#[test]
fn seeds_are_made_as_documented() {
    for MadeSeed { seed: key, words, made } in dice_vectors().seed {
        let mut dice = Dice::new(&seed(&key));
        for _ in 0..words {
            dice.word();
        }
        assert_eq!(dice.seed().to_hex(), made);
        assert_eq!(dice.word(), word_after(Dice::new(&seed(&key)), words + 8));
    }
}

#[test]
fn commitments_are_as_documented() {
    for Committed { seed: key, commitment } in seed_vectors().commitment {
        assert_eq!(seed(&key).commitment().to_string(), commitment);
    }
}

#[test]
fn texts_stand_for_seeds_as_documented() {
    for Text { text, seed } in seed_vectors().text {
        assert_eq!(Seed::from_text(&text).to_hex(), seed, "{text:?}");
    }
}

#[test]
fn contributions_are_mixed_as_documented() {
    for Mixed { seed: house, contributions, dealt_from } in seed_vectors().mix {
        assert_eq!(mix(&seed(&house), &contributions).to_hex(), dealt_from, "{contributions:?}");
    }
}
