//! Players who leave: the table ends, or the others together remove the leaver's layer from the cards.

use std::collections::{BTreeMap, BTreeSet};
use std::mem;
use std::sync::Arc;

use facedown_core::{Seat, Seats};

use super::super::checks::ProofChecks;
use super::super::message::Pile;
use super::super::submissions::Submissions;
use super::super::waiting::{Ending, Waiting};
use super::super::{Fault, KeyEpoch, MAX_KEY_EPOCHS, TableState, Visibility};
use crate::escrow::recover;
use crate::group::Point;
use crate::keys::JointKey;
use crate::masked::{MAX_CARDS, MaskedCard};
use crate::share::{ShareError, Shares};
use crate::transcript::Operation;

impl TableState {
    pub(super) fn forfeit(&mut self, author: Seat, seat: Seat) -> Result<bool, Fault> {
        if seat == author || !self.waiting_on().contains(seat) {
            return Err(Fault::NotAbsent);
        }
        let rest = self.present.without(seat);
        let threshold = self.escrow.unwrap_or(usize::MAX);
        if let Waiting::Recovery { parts, excused, .. } = &mut self.waiting {
            // The remaining players may still reach the threshold without this one.
            let others = parts.missing(rest).minus(*excused);
            if parts.len() + others.len() >= threshold {
                *excused = excused.with(seat);
                return Ok(false);
            }
        }
        // The table cannot continue if keys are already open, or if there can be no new epoch.
        let stuck = matches!(self.waiting, Waiting::Recovery { .. } | Waiting::Closing(_))
            || self.epochs.len() + self.keys_in_use().len() > MAX_KEY_EPOCHS;
        let enough = self.escrowed().is_some();
        if stuck || !enough || rest.len() < 2 || self.epochs.is_empty() {
            self.waiting = Waiting::Over(Ending::Forfeited(seat));
            return Ok(true);
        }
        // The current operation is abandoned. Note who may already have seen cards.
        let then = mem::replace(&mut self.waiting, Waiting::Request);
        match &then {
            Waiting::Shares(look) => {
                let viewers = look.viewer.map_or(self.present, Seat::only);
                self.may_know(look, viewers);
            }
            Waiting::Names { look, .. } => self.are_public(look),
            // The seat that tucked knows the masks of cards that the leaver knew, until another seat has re-masked them.
            Waiting::Remask { pile, places, then, .. } if matches!(**then, Waiting::Request) => {
                self.may_be_known(*pile, places, rest);
            }
            _ => {}
        }
        let then = match then.without(seat) {
            Waiting::Shuffle { pile, .. } | Waiting::Remask { pile, .. }
                if self.owner(pile) == Some(seat) =>
            {
                Waiting::Request
            }
            then => then,
        };
        self.present = rest;
        self.piles.retain(|_, state| state.owner != Some(seat));
        // The others' shares of cards that the leaver knew are public. Without the leaver's layer everybody can read them.
        for card in self.piles.values_mut().flat_map(|state| &mut state.cards) {
            if card.known_to().contains(seat) {
                card.visibility = Visibility::OwnerKnown(rest);
            }
        }
        // Removing the leaver's layer from cards that it knew would reveal them to everybody.
        self.answers.retain(|answer| answer.seat != seat && !answer.known_to.contains(seat));
        if self.left_behind(seat).is_empty() {
            self.without(seat, &BTreeMap::new())?;
            self.waiting = then;
        } else {
            let (parts, then) = (Submissions::default(), Box::new(then));
            let excused = Seats::NONE;
            self.waiting = Waiting::Recovery { leaver: seat, parts, excused, then };
        }
        Ok(true)
    }

    /// The cards that still have the leaver's layer, by key epoch, oldest first, in batches that fit into a message.
    pub(in super::super) fn left_behind(&self, leaver: Seat) -> Vec<(usize, Vec<MaskedCard>)> {
        let held = |key: usize| {
            self.epochs.get(key).is_some_and(|epoch| epoch.shares.contains_key(&leaver))
        };
        let groups = self.everything().into_iter().filter(|(key, _)| held(*key));
        groups
            .flat_map(|(key, cards)| {
                let batches = cards.chunks(MAX_CARDS).map(|batch| (key, batch.to_vec()));
                batches.collect::<Vec<_>>()
            })
            .collect()
    }

    pub(super) fn recovered(
        &mut self,
        author: Seat,
        batches: &[Shares],
        checks: &mut ProofChecks<'_>,
    ) -> Result<bool, Fault> {
        let Waiting::Recovery { leaver, .. } = self.waiting else { return Err(Fault::NotDue) };
        let groups = self.left_behind(leaver);
        if groups.len() != batches.len() {
            return Err(Fault::NotDue);
        }
        let context = self.context(author, Operation::Recover, Pile(0));
        let mut own = Vec::new();
        for ((key, cards), batch) in groups.iter().zip(batches) {
            let epoch = self.epoch(*key)?;
            let dealt = epoch.dealt.get(&leaver).ok_or(Fault::NotDue)?;
            let share = epoch.shares.get(&leaver).ok_or(Fault::NotDue)?;
            let public = dealt.dealing.public(share, author);
            checks.check(ShareError::Wrong, || batch.equation(&context, &public, cards))?;
            own.push(batch.points().to_vec());
        }
        let threshold = self.escrow.ok_or(Fault::NotDue)?;
        let Waiting::Recovery { parts, then, .. } = &mut self.waiting else {
            return Err(Fault::NotDue);
        };
        parts.put(author, own)?;
        if parts.len() < threshold {
            return Ok(false);
        }
        let parts = mem::take(parts);
        self.waiting = mem::replace(then.as_mut(), Waiting::Request);
        let mut layers = BTreeMap::<_, Vec<_>>::new();
        for (index, (key, _)) in groups.iter().enumerate() {
            let of_key: Vec<_> = parts
                .iter()
                .map(|(seat, lists)| (seat, lists.get(index).cloned().unwrap_or_default()))
                .collect();
            layers.entry(*key).or_default().extend(recover(&of_key, threshold)?);
        }
        self.without(leaver, &layers)?;
        Ok(true)
    }

    /// Removes the leaver's layer from all cards and starts epochs without the leaver.
    fn without(&mut self, leaver: Seat, layers: &BTreeMap<usize, Vec<Point>>) -> Result<(), Fault> {
        let mut renewed = BTreeMap::new();
        let keys = layers.keys().copied().chain([self.current]);
        for key in keys.collect::<BTreeSet<_>>() {
            if self.epochs.len() >= MAX_KEY_EPOCHS {
                return Err(Fault::TooManyKeys);
            }
            let old = self.epoch(key)?;
            let rest = |seat: &Seat| *seat != leaver;
            let shares: BTreeMap<_, _> =
                old.shares.iter().filter(|(seat, _)| rest(seat)).map(|(s, p)| (*s, *p)).collect();
            let dealt = old.dealt.iter().filter(|(seat, _)| rest(seat));
            let dealt = dealt.map(|(seat, dealt)| (*seat, dealt.clone())).collect();
            let joint = JointKey::new(shares.values())?;
            renewed.insert(key, self.epochs.len());
            self.epochs.push(Arc::new(KeyEpoch { shares, joint, before: Some(key), dealt }));
        }
        let mut layers: BTreeMap<_, _> =
            layers.iter().map(|(key, list)| (*key, list.iter())).collect();
        let lying = self.piles.values_mut().flat_map(|state| &mut state.cards);
        let lying = lying.map(|card| (&mut card.masked, &mut card.key));
        let asked = self.answers.iter_mut().flat_map(|answer| &mut answer.cards);
        // The same order as in `everything`, from which the layers were computed.
        for (masked, key) in lying.chain(asked.map(|(masked, key)| (masked, key))) {
            let layer = layers.get_mut(key).and_then(Iterator::next);
            if let (Some(layer), Some(&new)) = (layer, renewed.get(key)) {
                *masked = masked.without(layer);
                *key = new;
            }
        }
        if let Some(&new) = renewed.get(&self.current) {
            self.current = new;
        }
        Ok(())
    }
}
