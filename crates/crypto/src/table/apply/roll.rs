//! Rolls: every player promises a part of the number, then all parts are opened, so that nobody can choose the result.

use std::mem;

use facedown_core::Seat;

use super::super::submissions::Submissions;
use super::super::waiting::Waiting;
use super::super::{Fault, TableState};
use crate::domain;
use crate::transcript::Transcript;

impl TableState {
    pub(super) fn roll_promise(&mut self, author: Seat, promise: &[u8; 32]) -> Result<bool, Fault> {
        let present = self.present;
        let Waiting::RollPromises { sides, promises } = &mut self.waiting else {
            return Err(Fault::NotDue);
        };
        promises.put(author, *promise)?;
        if !promises.missing(present).is_empty() {
            return Ok(false);
        }
        let (sides, promises, asked) = (*sides, mem::take(promises), self.since);
        let parts = Submissions::default();
        self.waiting = Waiting::RollOpenings { sides, asked, promises, parts };
        Ok(true)
    }

    pub(super) fn roll_opening(&mut self, author: Seat, part: &[u8; 32]) -> Result<bool, Fault> {
        let present = self.present;
        let Waiting::RollOpenings { sides, asked, promises, parts } = &mut self.waiting else {
            return Err(Fault::NotDue);
        };
        let promise = roll_promise(&self.id, asked, author, part);
        if promises.get(author) != Some(&promise) {
            return Err(Fault::PromiseMismatch);
        }
        parts.put(author, *part)?;
        if !parts.missing(present).is_empty() {
            return Ok(false);
        }
        let mut transcript = Transcript::new(domain::ROLL);
        transcript.absorb(b"table", &self.id);
        transcript.absorb(b"since", &self.since);
        for part in parts.values() {
            transcript.absorb(b"part", part);
        }
        let mut word = [0; 16];
        word.copy_from_slice(&transcript.challenge_bytes(b"number")[..16]);
        let number = u128::from_le_bytes(word) % u128::from(*sides);
        self.rolled = u16::try_from(number).ok();
        self.waiting = Waiting::Request;
        Ok(true)
    }
}

/// The promise (a hash commitment) of a part of the roll that was requested at this head.
pub(in super::super) fn roll_promise(
    table: &[u8; 32],
    asked: &[u8; 32],
    author: Seat,
    part: &[u8; 32],
) -> [u8; 32] {
    let mut transcript = Transcript::new(domain::ROLL_PROMISE);
    transcript.absorb(b"table", table);
    transcript.absorb(b"asked", asked);
    transcript.absorb_number(b"author", author.index() as u64);
    transcript.absorb(b"part", part);
    let mut promise = [0; 32];
    promise.copy_from_slice(&transcript.challenge_bytes(b"promise")[..32]);
    promise
}
