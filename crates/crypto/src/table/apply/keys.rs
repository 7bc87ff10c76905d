//! Keys: promised, opened, put in escrow, and replaced by fresh ones inside the cards.

use std::collections::BTreeMap;
use std::mem;
use std::sync::Arc;

use facedown_core::Seat;

use super::super::checks::Checks;
use super::super::gathered::Gathered;
use super::super::message::{Fresh, Pile};
use super::super::waiting::{Ending, Rekeying, Waiting};
use super::super::{Cycle, Dealt, Fault, MAX_CYCLES, TableCard, TableState};
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
        self.waiting = Waiting::Keys { promises, shares: Gathered::default() };
        Ok(true)
    }

    pub(super) fn key_opening(
        &mut self,
        author: Seat,
        opening: &KeyOpening,
    ) -> Result<bool, Fault> {
        // The promise was made before this phase began, so the opening is bound to the table alone.
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
            self.waiting = Waiting::Dealings { shares, dealt: Gathered::default() };
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

    /// The others who are here, with the keys that a share in escrow is sealed for.
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
    ) -> Result<Dealt, Fault> {
        let context = self.context(dealer, Operation::Dealing, Pile(0));
        let recipients = self.recipients(dealer, keys);
        let threshold = self.escrowed().ok_or(Fault::NotDue)?;
        dealing.verify(&context, share, threshold, &recipients)?;
        Ok(Dealt { dealing: dealing.clone(), context, recipients })
    }

    /// A share in escrow that is wrong ends the table: its dealer could leave at any time and nobody could go on.
    pub(super) fn complaint(
        &mut self,
        author: Seat,
        cycle: usize,
        dealer: Seat,
        complaint: &Complaint,
    ) -> Result<bool, Fault> {
        if matches!(self.waiting, Waiting::Over(_)) {
            return Err(Fault::NotDue);
        }
        let cycle = self.cycle(cycle)?;
        let dealt = cycle.dealt.get(&dealer).ok_or(Fault::NoSuchSeat(dealer))?;
        let share = cycle.shares.get(&dealer).ok_or(Fault::NoSuchSeat(dealer))?;
        let own = dealt.recipients.iter().find(|(seat, _)| *seat == author);
        let (_, key) = own.ok_or(Fault::NotDue)?;
        let context = self.context(author, Operation::Escrow, Pile(0));
        if !complaint.verify(&context, &dealt.dealing, &dealt.context, share, key)? {
            return Err(Fault::Groundless);
        }
        self.waiting = Waiting::Over(Ending::Forfeited(dealer));
        Ok(true)
    }

    pub(super) fn rekeyed(
        &mut self,
        author: Seat,
        fresh: &Fresh,
        checks: &mut Checks<'_>,
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
            let cycle = self.cycle(key)?;
            let old = cycle.shares.get(&author).ok_or(Fault::NotDue)?;
            let claim = || batch.equation(&context, old, &share, cards);
            checks.check(ShareError::Wrong, claim)?;
            steps.extend_from_slice(batch.points());
        }
        let keys = &self.cycle(self.current)?.shares;
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

    /// Everybody's old keys in the pile become fresh ones.
    fn replace_keys(&mut self, pile: Pile, all: &Gathered<Rekeying>) -> Result<(), Fault> {
        let shares = all.iter().map(|(seat, new)| (seat, new.share)).collect();
        let dealt = all.iter().filter_map(|(seat, new)| Some((seat, new.dealt.clone()?))).collect();
        let key = self.new_key(shares, dealt)?;
        let cards = &mut self.piles.get_mut(&pile).ok_or(Fault::NoCards)?.cards;
        // The steps are grouped by old key, oldest first; the sort is stable, as the groups are.
        let mut places: Vec<_> = (0..cards.len()).collect();
        places.sort_by_key(|&place| cards[place].key);
        for (index, place) in places.into_iter().enumerate() {
            let steps = all.values().filter_map(|new| new.steps.get(index));
            let masked = rekey::apply(&cards[place].masked, steps);
            cards[place] = TableCard { masked, key, ..cards[place] };
        }
        Ok(())
    }

    /// A joint key that new cards are masked with from now on.
    fn new_key(
        &mut self,
        shares: BTreeMap<Seat, Point>,
        dealt: BTreeMap<Seat, Dealt>,
    ) -> Result<usize, Fault> {
        if self.cycles.len() >= MAX_CYCLES {
            return Err(Fault::TooManyKeys);
        }
        let joint = JointKey::new(shares.values())?;
        self.current = self.cycles.len();
        self.cycles.push(Arc::new(Cycle { shares, joint, before: None, dealt }));
        Ok(self.current)
    }
}
