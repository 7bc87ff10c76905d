//! Players who leave: the table ends, or the others take the leaver's layer off the cards together.

use std::collections::{BTreeMap, BTreeSet};
use std::mem;
use std::sync::Arc;

use facedown_core::{Seat, Seats};

use super::super::checks::Checks;
use super::super::gathered::Gathered;
use super::super::message::Pile;
use super::super::waiting::{Ending, Waiting};
use super::super::{Cycle, Fault, MAX_CYCLES, TableState, Visibility};
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
            // The others may be enough without this one.
            let others = parts.missing(rest).minus(*excused);
            if parts.len() + others.len() >= threshold {
                *excused = excused.with(seat);
                return Ok(false);
            }
        }
        // Keys that are open, or cannot be made anew, are no keys to go on with.
        let stuck = matches!(self.waiting, Waiting::Recovery { .. } | Waiting::Closing(_))
            || self.cycles.len() + self.keys_in_use().len() > MAX_CYCLES;
        let enough = self.escrowed().is_some();
        if stuck || !enough || rest.len() < 2 || self.cycles.is_empty() {
            self.waiting = Waiting::Over(Ending::Forfeited(seat));
            return Ok(true);
        }
        // What was being done is not done; who may have seen something by then is noted.
        let then = mem::replace(&mut self.waiting, Waiting::Request);
        match &then {
            Waiting::Shares(look) => {
                let viewers = look.viewer.map_or(self.present, Seat::only);
                self.may_know(look, viewers);
            }
            Waiting::Names { look, .. } => self.are_public(look),
            // Who tucked knows the masks of what the leaver knew, until somebody else has re-masked it.
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
        self.piles.retain(|_, heap| heap.owner != Some(seat));
        // All others' shares of what the leaver knew are on the log: without its layer everybody can read them.
        for card in self.piles.values_mut().flat_map(|heap| &mut heap.cards) {
            if card.known_to().contains(seat) {
                card.visibility = Visibility::OwnerKnown(rest);
            }
        }
        // To take the leaver's layer off what it knew would show it to all.
        self.answers.retain(|answer| answer.seat != seat && !answer.known_to.contains(seat));
        if self.left_behind(seat).is_empty() {
            self.without(seat, &BTreeMap::new())?;
            self.waiting = then;
        } else {
            let (parts, then) = (Gathered::default(), Box::new(then));
            let excused = Seats::NONE;
            self.waiting = Waiting::Recovery { leaver: seat, parts, excused, then };
        }
        Ok(true)
    }

    /// The cards that still have the leaver's layer, with their key, oldest key first and as many as a message takes.
    pub(in super::super) fn left_behind(&self, leaver: Seat) -> Vec<(usize, Vec<MaskedCard>)> {
        let held = |key: usize| {
            self.cycles.get(key).is_some_and(|cycle| cycle.shares.contains_key(&leaver))
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
        checks: &mut Checks<'_>,
    ) -> Result<bool, Fault> {
        let Waiting::Recovery { leaver, .. } = self.waiting else { return Err(Fault::NotDue) };
        let groups = self.left_behind(leaver);
        if groups.len() != batches.len() {
            return Err(Fault::NotDue);
        }
        let context = self.context(author, Operation::Recover, Pile(0));
        let mut own = Vec::new();
        for ((key, cards), batch) in groups.iter().zip(batches) {
            let cycle = self.cycle(*key)?;
            let dealt = cycle.dealt.get(&leaver).ok_or(Fault::NotDue)?;
            let share = cycle.shares.get(&leaver).ok_or(Fault::NotDue)?;
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

    /// Takes the leaver's layer off all cards; the keys go on without it.
    fn without(&mut self, leaver: Seat, layers: &BTreeMap<usize, Vec<Point>>) -> Result<(), Fault> {
        let mut renewed = BTreeMap::new();
        let keys = layers.keys().copied().chain([self.current]);
        for key in keys.collect::<BTreeSet<_>>() {
            if self.cycles.len() >= MAX_CYCLES {
                return Err(Fault::TooManyKeys);
            }
            let old = self.cycle(key)?;
            let rest = |seat: &Seat| *seat != leaver;
            let shares: BTreeMap<_, _> =
                old.shares.iter().filter(|(seat, _)| rest(seat)).map(|(s, p)| (*s, *p)).collect();
            let dealt = old.dealt.iter().filter(|(seat, _)| rest(seat));
            let dealt = dealt.map(|(seat, dealt)| (*seat, dealt.clone())).collect();
            let joint = JointKey::new(shares.values())?;
            renewed.insert(key, self.cycles.len());
            self.cycles.push(Arc::new(Cycle { shares, joint, before: Some(key), dealt }));
        }
        let mut layers: BTreeMap<_, _> =
            layers.iter().map(|(key, list)| (*key, list.iter())).collect();
        let lying = self.piles.values_mut().flat_map(|heap| &mut heap.cards);
        let lying = lying.map(|card| (&mut card.masked, &mut card.key));
        let asked = self.answers.iter_mut().flat_map(|answer| &mut answer.cards);
        // The same order as in `everything`, from which the layers were made.
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
