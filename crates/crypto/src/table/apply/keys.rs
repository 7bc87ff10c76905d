//! Keys: promises, openings, escrow, and fresh keys inside the cards.

use std::collections::BTreeMap;
use std::mem;
use std::sync::Arc;

use facedown_core::Seat;

use super::super::checks::ProofChecks;
use super::super::message::{FreshKey, Pile};
use super::super::submissions::Submissions;
use super::super::waiting::{Ending, Rekeying, Waiting};
use super::super::{EscrowedKey, Fault, KeyEpoch, MAX_KEY_EPOCHS, TableCard, TableState};
use crate::escrow::{Complaint, Dealing};
use crate::group::Point;
use crate::keys::{JointKey, KeyOpening};
use crate::rekey;
use crate::share::ShareError;
use crate::transcript::Operation;

impl TableState {
    pub(super) fn key_promise(&mut self, author: Seat, promise: &[u8; 32]) -> Result<bool, Fault> {
        let Waiting::Promises(promises) = &mut self.waiting else { return Err(Fault::NotDue) };
        promises.put(author, *promise)?;
        if !promises.missing(self.present).is_empty() {
            return Ok(false);
        }
        let promises = mem::take(promises);
        self.waiting = Waiting::Keys { promises, shares: Submissions::default() };
        Ok(true)
    }

    pub(super) fn key_opening(
        &mut self,
        author: Seat,
        opening: &KeyOpening,
    ) -> Result<bool, Fault> {
        // The opening was made together with the promise, before this phase began, so it is bound only to the table.
        let mut context = self.context(author, Operation::Key, Pile(0));
        context.request = self.id;
        let present = self.present;
        let Waiting::Keys { promises, shares } = &mut self.waiting else {
            return Err(Fault::NotDue);
        };
        let promise = promises.get(author).ok_or(Fault::NotDue)?;
        shares.put(author, opening.verify_promised(promise, &context)?)?;
        if !shares.missing(present).is_empty() {
            return Ok(false);
        }
        let shares: BTreeMap<_, _> = shares.iter().map(|(seat, share)| (seat, *share)).collect();
        if self.escrowed().is_some() {
            self.waiting = Waiting::Dealings { shares, dealt: Submissions::default() };
        } else {
            self.new_key(shares, BTreeMap::new())?;
            self.waiting = Waiting::Request;
        }
        Ok(true)
    }

    pub(super) fn dealt(&mut self, author: Seat, dealing: &Dealing) -> Result<bool, Fault> {
        let Waiting::Dealings { shares, .. } = &self.waiting else { return Err(Fault::NotDue) };
        let share = *shares.get(&author).ok_or(Fault::NotDue)?;
        let new = self.check_dealing(author, &share, dealing, shares)?;
        let Waiting::Dealings { shares, dealt } = &mut self.waiting else {
            return Err(Fault::NotDue);
        };
        dealt.put(author, new)?;
        if !dealt.missing(self.present).is_empty() {
            return Ok(false);
        }
        let all = dealt.iter().map(|(seat, dealt)| (seat, dealt.clone())).collect();
        let shares = mem::take(shares);
        self.new_key(shares, all)?;
        self.waiting = Waiting::Request;
        Ok(true)
    }

    /// The other present seats, with the keys that parts in escrow are sealed for.
    pub(in super::super) fn recipients(
        &self,
        dealer: Seat,
        keys: &BTreeMap<Seat, Point>,
    ) -> Vec<(Seat, Point)> {
        let others = self.present.without(dealer);
        keys.iter()
            .filter(|(seat, _)| others.contains(**seat))
            .map(|(&seat, &key)| (seat, key))
            .collect()
    }

    fn check_dealing(
        &self,
        dealer: Seat,
        share: &Point,
        dealing: &Dealing,
        keys: &BTreeMap<Seat, Point>,
    ) -> Result<EscrowedKey, Fault> {
        let context = self.context(dealer, Operation::Dealing, Pile(0));
        let recipients = self.recipients(dealer, keys);
        let threshold = self.escrowed().ok_or(Fault::NotDue)?;
        dealing.verify(&context, share, threshold, &recipients)?;
        Ok(EscrowedKey { dealing: dealing.clone(), context, recipients })
    }

    /// Handles a complaint. A wrong part in escrow ends the table, because the others could not go on if its dealer left.
    pub(super) fn complaint(
        &mut self,
        author: Seat,
        epoch: usize,
        dealer: Seat,
        complaint: &Complaint,
    ) -> Result<bool, Fault> {
        if matches!(self.waiting, Waiting::Over(_)) {
            return Err(Fault::NotDue);
        }
        let epoch = self.epoch(epoch)?;
        let dealt = epoch.dealt.get(&dealer).ok_or(Fault::NoSuchSeat(dealer))?;
        let share = epoch.shares.get(&dealer).ok_or(Fault::NoSuchSeat(dealer))?;
        let own = dealt.recipients.iter().find(|(seat, _)| *seat == author);
        let (_, key) = own.ok_or(Fault::NotDue)?;
        let context = self.context(author, Operation::Escrow, Pile(0));
        if !complaint.verify(&context, &dealt.dealing, &dealt.context, share, key)? {
            return Err(Fault::GroundlessComplaint);
        }
        self.waiting = Waiting::Over(Ending::Forfeited(dealer));
        Ok(true)
    }

    pub(super) fn rekeyed(
        &mut self,
        author: Seat,
        fresh: &FreshKey,
        checks: &mut ProofChecks<'_>,
    ) -> Result<bool, Fault> {
        let Waiting::Rekey { pile, .. } = self.waiting else { return Err(Fault::NotDue) };
        if !self.waiting_on().contains(author)
            || fresh.dealing.is_some() != self.escrowed().is_some()
        {
            return Err(Fault::NotDue);
        }
        let share = fresh.opening.verify(&self.context(author, Operation::Key, pile))?;
        let context = self.context(author, Operation::Rekey, pile);
        let groups = self.by_key(pile);
        if groups.len() != fresh.batches.len() {
            return Err(Fault::NotDue);
        }
        let mut steps = Vec::new();
        for ((&key, cards), batch) in groups.iter().zip(&fresh.batches) {
            let epoch = self.epoch(key)?;
            let old = epoch.shares.get(&author).ok_or(Fault::NotDue)?;
            let claim = || batch.equation(&context, old, &share, cards);
            checks.check(ShareError::Wrong, claim)?;
            steps.extend_from_slice(batch.points());
        }
        let keys = &self.epoch(self.current)?.shares;
        let dealt = match &fresh.dealing {
            Some(dealing) => Some(self.check_dealing(author, &share, dealing, keys)?),
            None => None,
        };
        let Waiting::Rekey { fresh, .. } = &mut self.waiting else { return Err(Fault::NotDue) };
        fresh.put(author, Rekeying { share, steps, dealt })?;
        if !fresh.missing(self.present).is_empty() {
            return Ok(false);
        }
        let all = mem::take(fresh);
        self.replace_keys(pile, &all)?;
        let order = self.in_turn(self.seats.first());
        self.waiting = Waiting::Shuffle { pile, order };
        Ok(true)
    }

    /// Replaces the players' old keys in the pile by their fresh ones.
    fn replace_keys(&mut self, pile: Pile, all: &Submissions<Rekeying>) -> Result<(), Fault> {
        let shares = all.iter().map(|(seat, new)| (seat, new.share)).collect();
        let dealt = all.iter().filter_map(|(seat, new)| Some((seat, new.dealt.clone()?))).collect();
        let key = self.new_key(shares, dealt)?;
        let cards = &mut self.piles.get_mut(&pile).ok_or(Fault::NoCards)?.cards;
        // The steps are grouped by old key, oldest first. The sort is stable, like the grouping.
        let mut places: Vec<_> = (0..cards.len()).collect();
        places.sort_by_key(|&place| cards[place].key);
        for (index, place) in places.into_iter().enumerate() {
            let steps = all.values().filter_map(|new| new.steps.get(index));
            let masked = rekey::apply(&cards[place].masked, steps);
            cards[place] = TableCard { masked, key, ..cards[place] };
        }
        Ok(())
    }

    /// Starts a new epoch, whose joint key masks new cards from now on.
    fn new_key(
        &mut self,
        shares: BTreeMap<Seat, Point>,
        dealt: BTreeMap<Seat, EscrowedKey>,
    ) -> Result<usize, Fault> {
        if self.epochs.len() >= MAX_KEY_EPOCHS {
            return Err(Fault::TooManyKeys);
        }
        let joint = JointKey::new(shares.values())?;
        self.current = self.epochs.len();
        self.epochs.push(Arc::new(KeyEpoch { shares, joint, before: None, dealt }));
        Ok(self.current)
    }
}
