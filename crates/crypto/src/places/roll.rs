//! Rolls: every player promises a part of the number, then all parts are opened, so that nobody can choose the result.

use facedown_core::Seat;

use super::hash_of;
use crate::domain;
use crate::transcript::Transcript;

/// The promise of a part of a roll that was asked for at this head.
pub(super) fn promise(
    table: &[u8; 32],
    asked: &[u8; 32],
    author: Seat,
    task: usize,
    part: &[u8; 32],
) -> [u8; 32] {
    let mut transcript = Transcript::new(domain::PLACES_ROLL_PROMISE);
    transcript.absorb(b"table", table);
    transcript.absorb(b"asked", asked);
    transcript.absorb_number(b"author", author.index() as u64);
    transcript.absorb_number(b"task", task as u64);
    transcript.absorb(b"part", part);
    hash_of(transcript)
}

/// The chance that all parts give together, in seat order.
pub(super) fn chance<'a>(
    table: &[u8; 32],
    asked: &[u8; 32],
    parts: impl Iterator<Item = &'a [u8; 32]>,
) -> [u8; 32] {
    let mut transcript = Transcript::new(domain::PLACES_ROLL);
    transcript.absorb(b"table", table);
    transcript.absorb(b"asked", asked);
    for part in parts {
        transcript.absorb(b"part", part);
    }
    hash_of(transcript)
}

/// The number that a task rolls with this chance. Its bias is below 2⁻⁹⁶.
pub(super) fn rolled(chance: &[u8; 32], task: usize, sides: u32) -> u32 {
    let mut transcript = Transcript::new(domain::PLACES_ROLL);
    transcript.absorb(b"chance", chance);
    transcript.absorb_number(b"task", task as u64);
    let mut word = [0; 16];
    word.copy_from_slice(&transcript.challenge_bytes(b"number")[..16]);
    let number = u128::from_le_bytes(word) % u128::from(sides.max(1));
    u32::try_from(number).unwrap_or(0)
}
