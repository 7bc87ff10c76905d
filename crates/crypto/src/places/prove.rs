//! Proofs of single cards: whoever alone can turn a card over can prove its face to others without playing it.
//!
//! Such a proof is no entry of the chain. It is for accusing: somebody was given another card than the rules demand, sees it, and
//! shows it to all.

use facedown_core::Seat;

use super::task::Place;
use super::{Player, TableState};
use crate::encoding::{Codec, DecodeError, Reader, Writer};
use crate::faces::FaceCode;
use crate::share::Shares;
use crate::transcript::Operation;

/// The number of the job in the context of these proofs, which no job of an entry has.
const PROVEN: u16 = u16::MAX;

/// The missing share of a card, with a proof that it is right. Whoever has it and the log can read the card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardProof {
    head: [u8; 32],
    share: Shares,
}

impl Player {
    /// Proves the face of a card that this player alone can turn over. Everybody who gets the proof can read the card.
    pub fn prove(&self, place: Place) -> Option<CardProof> {
        let state = self.state();
        if state.holder(place) != Some(self.seat()) {
            return None;
        }
        let card = state.cards.get(&place)?;
        let context = state.context(self.seat(), Operation::Share, PROVEN);
        let mut rng = self.chance.at(state.head(), u32::from(place.0), b"proof of a card");
        let share = Shares::new(&context, self.keys.get(&card.epoch)?, &[card.masked], &mut rng);
        Some(CardProof { head: state.head, share })
    }
}

impl TableState {
    /// The face that a seat has proven to be at a place, at this very head; `None` if it has not.
    pub fn proven(&self, seat: Seat, place: Place, proof: &CardProof) -> Option<FaceCode> {
        if proof.head != self.head || self.holder(place) != Some(seat) {
            return None;
        }
        let card = self.cards.get(&place)?;
        let public = self.epoch(card.epoch)?.shares.get(&seat)?;
        let context = self.context(seat, Operation::Share, PROVEN);
        let share = proof.share.verify(&context, public, &[card.masked]).ok()?;
        FaceCode::of(&card.masked.unmask(card.shares.values().chain(share))).ok()
    }
}

impl Codec for CardProof {
    fn write(&self, to: &mut Writer) {
        to.bytes(&self.head);
        self.share.write(to);
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, DecodeError> {
        Ok(Self { head: from.array()?, share: Shares::read(from)? })
    }
}
