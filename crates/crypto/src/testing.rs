//! Helpers for the tests of this crate: seeded random numbers, contexts and decks.

use facedown_core::Seat;
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;

use crate::keys::{JointKey, KeyPair};
use crate::masked::{FaceNumber, Faces, MaskedCard};
use crate::transcript::{Context, Operation};

pub(crate) fn rng(seed: u8) -> ChaCha20Rng {
    ChaCha20Rng::from_seed([seed; 32])
}

pub(crate) fn seat(index: usize) -> Seat {
    Seat::new(index).unwrap()
}

pub(crate) fn context(author: usize) -> Context {
    Context {
        table: [7; 32],
        request: [8; 32],
        author: seat(author),
        operation: Operation::Shuffle,
        pile: 0,
    }
}

/// The keys of `players` players, and a fresh deck of `cards` different cards.
pub(crate) fn deck(players: u8, cards: u16) -> (Vec<KeyPair>, JointKey, Faces, Vec<MaskedCard>) {
    let keys: Vec<_> = (0..players).map(|seed| KeyPair::random(&mut rng(100 + seed))).collect();
    let joint = JointKey::new(keys.iter().map(KeyPair::share)).unwrap();
    let faces: Vec<_> = (0..cards).map(FaceNumber).collect();
    let mut names = Faces::default();
    let deck = names.bring(&[7; 32], 0, &faces, &joint);
    (keys, joint, names, deck)
}
