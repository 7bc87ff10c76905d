//! Players who leave without a word. If a majority says that a seat has left, the table ends, or with escrow the others take the
//! leaver's layer off. Who says farewell takes its own layer off: see `farewell.rs`.
//!
//! With escrow the others post their parts of the leaver's layer of every card. On another fork of the table other players may
//! be doing the same with other layers of the same cards, and both logs together could open them. So the hidden cards are
//! shuffled and re-keyed before anything else: what the logs open then is how the cards lay before.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use facedown_core::Seat;

use super::card::{Card, Epoch, Open};
use super::entry::Entry;
use super::task::{Place, Task, TaskError, TaskOutcome, head_with};
use super::wave::{Goal, Progress, Running};
use super::work::Work;
use super::{Accepted, Change, Ending, Fault, Refusal, Stage, TableState, hash_of};
use crate::domain;
use crate::encoding::{Codec, Reader};
use crate::escrow::{Complaint, recover};
use crate::keys::JointKey;
use crate::masked::{MAX_DECK, MaskedCard};
use crate::transcript::{Operation, Transcript};

impl TableState {
    /// Counts a vote that a seat has left. More than half of the others have to say so.
    pub(super) fn hear_vote(
        &mut self,
        entry: &Entry,
        accused: Seat,
        digest: [u8; 64],
    ) -> Result<Accepted, Refusal> {
        if accused == entry.author() || !self.present.contains(accused) {
            return Err(Fault::NotAbsent.into());
        }
        let waits = match self.stage {
            Stage::Working => self.due().contains(accused),
            Stage::Idle => true,
            Stage::Renewal(_) | Stage::Over(_) => false,
        };
        self.said.insert(entry.place(), digest);
        if !waits {
            // The seat's own entry came first. The voter could not know that.
            return Ok(Accepted::Stale);
        }
        let votes = self.votes.entry(accused).or_default();
        *votes = votes.with(entry.author());
        let others = self.present.without(accused);
        if 2 * votes.and(others).len() <= others.len() {
            return Ok(Accepted::Vote);
        }
        self.leave(accused);
        Ok(Accepted::Left(accused))
    }

    /// Nothing goes on before the caller says how hidden cards are renewed, if there are any.
    pub(super) fn await_renewal(&mut self) {
        let hidden = self.hidden();
        if !hidden.is_empty() {
            self.wave.paused = true;
            self.stage = Stage::Renewal(hidden);
        }
    }

    /// Goes on without a seat, or ends the table. What was heard in the step that is interrupted is due again.
    fn leave(&mut self, leaver: Seat) {
        let mut transcript = Transcript::new(domain::PLACES_LEFT);
        transcript.absorb(b"before", &self.head);
        transcript.absorb_number(b"seat", leaver.index() as u64);
        self.advance(hash_of(transcript));
        self.wave_number += 1;
        let rest = self.present.without(leaver);
        let closing = self.wave.tasks.iter().any(|task| matches!(task.progress, Progress::Closing));
        let dealt = |epoch: &u16| self.epoch(*epoch).is_some_and(|e| e.dealt.contains_key(&leaver));
        let enough = self.genesis.escrow().is_some_and(|threshold| rest.len() >= threshold);
        let open = self.left_behind(leaver).iter().all(|(epoch, _)| dealt(epoch));
        if closing {
            // Keys may be open already. The others open theirs, and the refusal is on record.
            self.closed.refuse(leaver);
        } else if !enough || !open || self.epochs.is_empty() || rest.len() < 2 {
            self.stage = Stage::Over(Ending::Abandoned(leaver));
            return;
        }
        self.present = rest;
        for task in &mut self.wave.tasks {
            task.leave(leaver);
            // Some of the others' shares may have been heard: with the leaver's layer the viewer can read the card.
            if let (Goal::Task(Task::Show { place, to }), Progress::Shares) =
                (&task.goal, &task.progress)
                && let Some(card) = self.cards.get_mut(place)
            {
                card.seen = card.seen.with(*to);
            }
        }
        // A renewal that is under way begins anew after this one.
        let given = self.wave.given;
        for task in self.wave.tasks.iter_mut().skip(given) {
            if matches!(task.goal, Goal::Task(Task::Reshuffle { .. })) {
                task.done(TaskOutcome::Left);
            }
        }
        if !closing {
            self.wave.gate = Some(self.wave.tasks.len());
            let recovery = Running::new(Goal::Recover(leaver), Vec::new(), self.seats.first());
            self.wave.tasks.push(recovery);
        }
        self.stage = Stage::Working;
        self.settle();
    }

    /// The cards of which the leaver's layer is not on the log, by key epoch, oldest first, in batches that fit into a proof.
    pub(super) fn left_behind(&self, leaver: Seat) -> Vec<(u16, Vec<Place>)> {
        let hidden = |(place, card): (&Place, &Card)| {
            let epoch = self.epoch(card.epoch)?;
            let layered = epoch.shares.contains_key(&leaver);
            let covered = card.open.is_some() || card.shares.contains_key(&leaver);
            (layered && !covered).then_some(*place)
        };
        let places: Vec<Place> = self.cards.iter().filter_map(hidden).collect();
        let groups = self.by_epoch(&places).into_iter();
        groups
            .flat_map(|(epoch, places)| {
                let batches = places.chunks(MAX_DECK).map(|batch| (epoch, batch.to_vec()));
                batches.collect::<Vec<_>>()
            })
            .collect()
    }

    /// The cards that get fresh masks before the leaver's layer is taken off them, by key epoch, oldest first, in batches that fit
    /// into a proof.
    ///
    /// Everybody gets that layer, and the cards are hidden afterwards. If somebody alone has masked a card anew since its face was
    /// shown to the leaver, such as by a tuck, then it can carry the shares over that the others gave then, and would read the card.
    pub(super) fn to_refresh(&self, leaver: Seat) -> Vec<(u16, Vec<Place>)> {
        let rest = self.present.without(leaver);
        let is_risky = |place: &Place| {
            let Some(card) = self.cards.get(place) else { return false };
            let seen = card.seen.and(rest);
            let layers = self.epoch(card.epoch).map(|epoch| epoch.shares.keys());
            let opens = layers.is_some_and(|mut layers| {
                layers.all(|seat| *seat == leaver || card.shares.contains_key(seat))
            });
            seen.is_empty() && !opens && card.could_be_read_without(leaver, rest)
        };
        let mut groups = self.left_behind(leaver);
        for (_, places) in &mut groups {
            places.retain(is_risky);
        }
        groups.retain(|(_, places)| !places.is_empty());
        groups
    }

    /// Puts the fresh masks of all players together.
    pub(super) fn refreshed(&mut self, leaver: Seat, parts: &[(Seat, Work)]) {
        let places = self.to_refresh(leaver).into_iter().flat_map(|(_, places)| places);
        for (index, place) in places.enumerate() {
            let Some(card) = self.cards.get(&place).map(|card| card.masked) else { continue };
            let fresh = parts.iter().filter_map(|(_, work)| match work {
                Work::Cards(cards) => cards.get(index),
                _ => None,
            });
            self.set_fresh(place, &card.with_all_masks(fresh));
        }
    }

    /// A card has masks of which nobody who is left knows all.
    pub(super) fn set_fresh(&mut self, place: Place, masked: &MaskedCard) {
        if let Some(card) = self.cards.get_mut(&place) {
            card.masked = *masked;
            card.shares.clear();
            card.carried.clear();
        }
    }

    /// Takes the leaver's layer off all cards with the others' parts of it.
    pub(super) fn recovered(&mut self, leaver: Seat, parts: Vec<(Seat, Work)>) {
        let threshold = self.genesis.escrow().unwrap_or(usize::MAX);
        let lists: Vec<_> = parts
            .into_iter()
            .filter_map(|(seat, work)| match work {
                Work::Batches(batches) => Some((seat, batches)),
                _ => None,
            })
            .collect();
        for (index, (_, places)) in self.left_behind(leaver).into_iter().enumerate() {
            let of_batch: Vec<_> = lists
                .iter()
                .map(|(seat, batches)| (*seat, batches.get(index).cloned().unwrap_or_default()))
                .collect();
            // All lists were verified, and there are enough of them.
            let Ok(layers) = recover(&of_batch, threshold) else { continue };
            for (place, layer) in places.iter().zip(layers) {
                if let Some(card) = self.cards.get_mut(place) {
                    card.shares.insert(leaver, layer);
                }
            }
        }
        self.take_off(leaver);
        let others = self.wave.tasks.iter().rev().skip(1);
        let more = others
            .filter(|task| matches!(task.goal, Goal::Recover(seat) if seat != leaver))
            .any(|task| !task.is_done());
        if !more {
            self.await_renewal();
        }
    }

    /// The cards that nobody at the table has seen.
    fn hidden(&self) -> Vec<Place> {
        let hidden = |card: &Card| card.open.is_none() && card.seen.and(self.present).is_empty();
        self.cards.iter().filter(|(_, card)| hidden(card)).map(|(place, _)| *place).collect()
    }

    /// Begins epochs without the leaver. Cards that the leaver alone knew lie open then.
    pub(super) fn take_off(&mut self, leaver: Seat) {
        let layered = |epoch: &Arc<Epoch>| epoch.shares.contains_key(&leaver);
        let used = self.cards.values().map(|card| card.epoch).chain([self.current]);
        let used: BTreeSet<u16> =
            used.filter(|epoch| self.epoch(*epoch).is_some_and(layered)).collect();
        let mut renewed = BTreeMap::new();
        for old in used {
            let Some(epoch) = self.epoch(old) else { continue };
            let mut shares = epoch.shares.clone();
            let mut dealt = epoch.dealt.clone();
            shares.remove(&leaver);
            dealt.remove(&leaver);
            let made = epoch.made;
            let (Ok(joint), Ok(new)) =
                (JointKey::new(shares.values()), u16::try_from(self.epochs.len()))
            else {
                continue;
            };
            self.epochs.push(Arc::new(Epoch { shares, joint, before: Some(old), dealt, made }));
            self.changes.push(Change::Epoch(new));
            renewed.insert(old, new);
        }
        let places: Vec<Place> = self.cards.keys().copied().collect();
        for place in places {
            let Some(card) = self.cards.get_mut(&place) else { continue };
            let Some(&new) = renewed.get(&card.epoch) else { continue };
            card.epoch = new;
            card.seen = card.seen.without(leaver);
            match (card.open, card.shares.remove(&leaver)) {
                (Some(Open::Face(face)), _) => {
                    card.shares.clear();
                    if let Some(epoch) = self.epochs.get(usize::from(new)) {
                        card.masked = face.fresh(&epoch.joint);
                    }
                }
                (_, Some(layer)) => card.masked = card.masked.without(&layer),
                (_, None) => {}
            }
            // Another player may be leaving too: then its layer is still on the card.
            let layers = self.epochs.get(usize::from(new)).map(|epoch| &epoch.shares);
            let all = layers.is_some_and(|it| it.keys().all(|seat| card.shares.contains_key(seat)));
            if card.open.is_none() && all {
                self.read(place);
            }
        }
        self.current = renewed.get(&self.current).copied().unwrap_or(self.current);
    }

    /// Shuffles and re-keys what is hidden after a player has left. Then the tasks that it interrupted go on.
    ///
    /// The piles must contain every card of [`Stage::Renewal`]. Cards that somebody knows are re-keyed where they are.
    pub fn renew(&mut self, piles: Vec<Vec<Place>>) -> Result<Accepted, TaskError> {
        let Stage::Renewal(hidden) = &self.stage else { return Err(TaskError::NotIdle) };
        let covered: BTreeSet<Place> = piles.iter().flatten().copied().collect();
        if let Some(left) = hidden.iter().find(|place| !covered.contains(place)) {
            return Err(TaskError::Uncovered(*left));
        }
        let kept = |(place, card): (&Place, &Card)| {
            (card.open.is_none() && !covered.contains(place)).then_some(*place)
        };
        let hands = self.cards.iter().filter_map(kept).collect();
        let tasks = vec![Task::Reshuffle { piles, hands }];
        self.check_tasks(&tasks)?;
        self.changes.clear();
        self.advance(head_with(&self.head, &tasks));
        let first = self.turns(self.seats.first()).first().copied().unwrap_or(self.seats.first());
        self.wave.gate = Some(self.wave.tasks.len());
        let renewal =
            tasks.into_iter().map(|task| Running::new(Goal::Task(task), Vec::new(), first));
        self.wave.tasks.extend(renewal);
        self.wave.paused = false;
        self.stage = Stage::Working;
        self.settle();
        Ok(self.after_step())
    }

    /// Checks a complaint about a key in escrow and names the dealer who cheated.
    pub(super) fn complained(&self, entry: &Entry) -> Result<Seat, Fault> {
        let author = entry.author();
        let mut from = Reader::new(entry.payload());
        let epoch = from.short()?;
        let dealer = Seat::read(&mut from)?;
        let complaint = Complaint::read(&mut from)?;
        from.end()?;
        let epoch = self.epoch(epoch).ok_or(Fault::NotDue)?;
        let dealt = epoch.dealt.get(&dealer).ok_or(Fault::NotDue)?;
        let share = epoch.shares.get(&dealer).ok_or(Fault::NotDue)?;
        let own = dealt.recipients.iter().find(|(seat, _)| *seat == author);
        let (_, key) = own.ok_or(Fault::NotDue)?;
        let context = self.context(author, Operation::Escrow, 0);
        if complaint.verify(&context, &dealt.dealing, &dealt.context, share, key.point())? {
            Ok(dealer)
        } else {
            Err(Fault::GroundlessComplaint)
        }
    }
}

impl Running {
    /// Goes on without a seat. What depended on the keys or promises of all begins anew.
    fn leave(&mut self, leaver: Seat) {
        // Shares for somebody who has left would open whatever lies there after the renewal.
        let gone = match &self.goal {
            Goal::Task(Task::Show { to, .. }) => *to == leaver,
            Goal::Task(Task::Mix { seat, .. }) => *seat == leaver,
            _ => false,
        };
        match &mut self.progress {
            Progress::Turns(left) => left.retain(|&seat| seat != leaver),
            Progress::Shares if !gone => {}
            Progress::Done(_)
            | Progress::Fused
            | Progress::Rekey
            | Progress::Closing
            | Progress::Recovery => {}
            _ => self.progress = Progress::New,
        }
    }
}
