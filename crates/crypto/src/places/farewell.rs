//! Farewells: a player takes its own layer off all cards, so that nobody needs its key any more.
//!
//! # Encoding
//!
//! The cards that get fresh masks before ([`TableState::to_refresh`]), in batches of one key with a proof each, and then the author's
//! shares of all cards that have its layer, in such batches too.

use facedown_core::Seat;

use super::entry::Entry;
use super::inspect::Inspector;
use super::task::Place;
use super::work::{FAREWELL, Work, points, remasked};
use super::{Accepted, Ending, Fault, Refusal, Stage, TableState, hash_of};
use crate::domain;
use crate::group::Point;
use crate::masked::MaskedCard;
use crate::transcript::{Operation, Transcript};

/// What a farewell brings.
struct Brought {
    fresh: Vec<(Place, MaskedCard)>,
    shares: Vec<(Place, Point)>,
}

impl TableState {
    /// Hears a player say farewell: it brings its own shares of all cards that have its layer, so nobody needs its key any more.
    pub(super) fn hear_farewell(
        &mut self,
        entry: &Entry,
        digest: [u8; 64],
        verify: bool,
    ) -> Result<Accepted, Refusal> {
        let leaver = entry.author();
        if self.stage != Stage::Idle {
            return Err(Fault::NotDue.into());
        }
        let Brought { fresh, shares } = self.read_farewell(leaver, entry.payload(), verify)?;
        self.said.insert(entry.place(), digest);
        let mut transcript = Transcript::new(domain::PLACES_FAREWELL);
        transcript.absorb(b"before", &self.head);
        transcript.absorb(b"body", &digest);
        self.advance(hash_of(transcript));
        self.wave_number += 1;
        let rest = self.present.without(leaver);
        if rest.len() < 2 {
            self.stage = Stage::Over(Ending::Abandoned(leaver));
            return Ok(Accepted::Left(leaver));
        }
        self.present = rest;
        for (place, masked) in fresh {
            self.set_fresh(place, &masked);
        }
        for (place, share) in shares {
            if let Some(card) = self.cards.get_mut(&place) {
                card.shares.insert(leaver, share);
            }
        }
        self.take_off(leaver);
        self.await_renewal();
        Ok(Accepted::Left(leaver))
    }

    fn read_farewell(&self, leaver: Seat, payload: &[u8], verify: bool) -> Result<Brought, Fault> {
        let (risky, groups) = (self.to_refresh(leaver), self.left_behind(leaver));
        let masks = risky.iter().map(|(_, places)| remasked(places.len()));
        let most = masks.chain(groups.iter().map(|(_, places)| points(places.len(), 1))).sum();
        let size = payload.len();
        if size > most {
            return Err(Fault::TooLong { size, most });
        }
        let mut inspector = Inspector::new(self, &self.wave, leaver, payload, verify);
        let (mut fresh, mut shares) = (Vec::new(), Vec::new());
        let mut numbers = FAREWELL..;
        for ((epoch, places), number) in risky.into_iter().zip(numbers.by_ref()) {
            if let Work::Cards(cards) = inspector.remasked(number, epoch, &places)? {
                fresh.extend(places.into_iter().zip(cards));
            }
        }
        for ((epoch, places), number) in groups.into_iter().zip(numbers) {
            let cards = self.masked_with(&places, &fresh);
            let context = inspector.context(Operation::Share, number);
            let public = inspector.share_of(epoch)?;
            let points = inspector.points(&context, public, &cards)?;
            shares.extend(places.into_iter().zip(points));
        }
        inspector.verified()?;
        Ok(Brought { fresh, shares })
    }

    /// The ciphertexts at these places, with some of them under fresh masks.
    pub(super) fn masked_with(
        &self,
        places: &[Place],
        fresh: &[(Place, MaskedCard)],
    ) -> Vec<MaskedCard> {
        let masked = |place: &Place| {
            let fresh = fresh.iter().find(|(other, _)| other == place).map(|(_, masked)| masked);
            fresh.or_else(|| self.masked(*place)).copied()
        };
        places.iter().filter_map(masked).collect()
    }
}
