//! The end of a step: what all seats have sent is applied to the cards, and the tasks go on.

use std::collections::BTreeMap;
use std::mem;
use std::sync::Arc;

use facedown_core::{Seat, Seats};

use super::card::{Card, Epoch, carried_over};
use super::entry::head_after;
use super::job::Job;
use super::roll::{chance, rolled};
use super::task::{Place, Task, TaskOutcome};
use super::wave::{Goal, Opened, Progress, Promised};
use super::work::{FreshKey, Work};
use super::{Change, TableState};
use crate::domain;
use crate::group::Point;
use crate::keys::JointKey;
use crate::masked::MaskedCard;
use crate::rekey;
use crate::transcript::Transcript;

/// What several seats have sent for one task, in seat order.
type Parts = Vec<(Seat, Work)>;

impl TableState {
    /// Ends the step: all entries that were due have been heard.
    pub(super) fn end_step(&mut self) {
        let step = mem::take(&mut self.wave.step);
        let asked = self.head;
        self.advance(head_after(&asked, step.heard.values().map(|heard| &heard.digest)));
        let mut due = step.due;
        let works = step
            .heard
            .into_iter()
            .map(|(seat, heard)| (seat, due.remove(&seat).unwrap_or_default(), heard.works));
        self.apply(works.collect(), &asked);
        self.settle();
    }

    /// Applies the works of one step. `asked` is the head at which they were due.
    pub(super) fn apply(&mut self, works: Vec<(Seat, Vec<Job>, Vec<Work>)>, asked: &[u8; 32]) {
        let mut together: BTreeMap<usize, (Job, Parts)> = BTreeMap::new();
        let mut turned: Vec<(usize, Seat)> = Vec::new();
        for (seat, jobs, works) in works {
            for (job, work) in jobs.into_iter().zip(works) {
                if let (Some(task), Job::Shuffle(..) | Job::Sealing(_) | Job::Comparands(_)) =
                    (job.task(), &job)
                {
                    turned.push((task, seat));
                }
                if let Some((job, work)) = self.apply_alone(seat, job, work) {
                    let task = job.task().unwrap_or_default();
                    together
                        .entry(task)
                        .or_insert_with(|| (job, Parts::new()))
                        .1
                        .push((seat, work));
                }
            }
        }
        for (task, seat) in turned {
            if let Some(running) = self.wave.tasks.get_mut(task)
                && let Progress::Turns(left) | Progress::Comparands(_, left) = &mut running.progress
                && left.first() == Some(&seat)
            {
                left.remove(0);
            }
        }
        for (task, (job, parts)) in together {
            let next = self.apply_together(task, &job, parts, asked);
            if let (Some(next), Some(running)) = (next, self.wave.tasks.get_mut(task)) {
                running.progress = next;
            }
        }
    }

    /// Applies a work that stands alone; hands back one that has to be combined with those of others.
    fn apply_alone(&mut self, seat: Seat, job: Job, work: Work) -> Option<(Job, Work)> {
        match (job, work) {
            (Job::Shares(_, places), Work::Points(points)) => {
                for (place, point) in places.iter().zip(points) {
                    if let Some(card) = self.cards.get_mut(place) {
                        card.shares.insert(seat, point);
                    }
                }
            }
            (Job::Remask(_, places), Work::Cards(cards)) => {
                for (place, masked) in places.iter().zip(cards) {
                    if let Some(card) = self.cards.get_mut(place) {
                        card.renew(&masked, seat, self.wave_number);
                    }
                }
                self.remasked(seat, &places);
            }
            (Job::Shuffle(task, places), Work::Cards(cards)) => {
                self.moved(task, seat, &places, cards, Seats::NONE);
            }
            (Job::Arrange(task, places) | Job::Tuck(task, places), Work::Cards(cards)) => {
                let seen = if self.knows_all(seat, &places) { seat.only() } else { Seats::NONE };
                self.moved(task, seat, &places, cards, seen);
                self.finish(task, TaskOutcome::Done);
            }
            (Job::Mix(task, places), Work::Cards(cards)) => {
                // The others' shares follow, so that the holder can still play its cards with one entry.
                let looks = self.wave.tasks.get(task).is_some_and(|mix| !mix.fused.is_empty());
                let known = (looks && self.has_fused(task)) || self.knows_all(seat, &places);
                let seen = if known { seat.only() } else { Seats::NONE };
                self.moved(task, seat, &places, cards, seen);
                if let (true, Some(running)) = (known, self.wave.tasks.get_mut(task)) {
                    running.progress = Progress::Shares;
                } else {
                    self.finish(task, TaskOutcome::Done);
                }
            }
            (Job::List(task, places), Work::Cards(cards)) => {
                for (place, masked) in places.iter().zip(cards) {
                    let card = Card { seen: seat.only(), ..Card::new(&masked, self.current, None) };
                    self.cards.insert(*place, card);
                }
                self.changes.push(Change::Listed(task, seat, places));
                self.finish(task, TaskOutcome::Done);
            }
            (Job::Comparands(task), Work::Cards(cards)) => {
                if let Some(running) = self.wave.tasks.get_mut(task)
                    && let Progress::Comparands(list, _) = &mut running.progress
                {
                    *list = cards;
                }
            }
            (Job::Sealing(task), Work::Sealing(key)) => {
                if let Some(running) = self.wave.tasks.get_mut(task) {
                    running.sealing.insert(seat, *key);
                }
            }
            (Job::Answer(task), Work::Answer(answer)) => {
                self.finish(task, TaskOutcome::Answer(answer));
            }
            (job, work) => return Some((job, work)),
        }
        None
    }

    fn finish(&mut self, task: usize, outcome: TaskOutcome) {
        if let Some(running) = self.wave.tasks.get_mut(task) {
            running.done(outcome);
        }
    }

    /// Whether looks have become part of a mix, which they do only if its holder knows all other cards.
    fn has_fused(&self, mix: usize) -> bool {
        let looks = self.wave.tasks.get(mix).map_or(&[][..], |mix| &mix.fused);
        let fused = |look: &usize| {
            let look = self.wave.tasks.get(*look);
            look.is_some_and(|look| matches!(look.progress, Progress::Fused))
        };
        looks.iter().any(fused)
    }

    fn knows_all(&self, seat: Seat, places: &[Place]) -> bool {
        let knows = |card: &Card| card.open.is_some() || card.seen.contains(seat);
        places.iter().all(|place| self.cards.get(place).is_some_and(knows))
    }

    /// Puts cards that a seat has re-masked and permuted to their places. `seen` knows all of them.
    fn moved(
        &mut self,
        task: usize,
        by: Seat,
        places: &[Place],
        cards: Vec<MaskedCard>,
        seen: Seats,
    ) {
        let carried = carried_over(places.iter().filter_map(|place| self.cards.get(place)), by);
        for (place, masked) in places.iter().zip(cards) {
            if let Some(card) = self.cards.get_mut(place) {
                card.renew(&masked, by, self.wave_number);
                (card.open, card.seen) = (None, seen);
                card.carried.clone_from(&carried);
            }
        }
        self.changes.push(Change::Moved(task, by, places.to_vec()));
    }

    /// Looks of this seat at these cards go on: it has re-masked them.
    fn remasked(&mut self, seat: Seat, places: &[Place]) {
        for number in 0..self.wave.tasks.len() {
            let active = self.wave.is_active(number);
            let Some(running) = self.wave.tasks.get_mut(number) else { continue };
            if let (Goal::Task(Task::Show { place, to }), Progress::Remask) =
                (&running.goal, &running.progress)
                && active
                && *to == seat
                && places.contains(place)
            {
                running.progress = Progress::Shares;
            }
        }
    }

    /// Combines what all seats have sent for a task, and tells what the task waits for next.
    fn apply_together(
        &mut self,
        task: usize,
        job: &Job,
        parts: Parts,
        asked: &[u8; 32],
    ) -> Option<Progress> {
        match job {
            Job::KeyPromise => {
                let promises = parts.into_iter().filter_map(|(seat, work)| match work {
                    Work::KeyPromise(promised) => Some((seat, promised)),
                    _ => None,
                });
                Some(Progress::Openings(promises.collect(), *asked))
            }
            Job::KeyOpening => Some(self.keys_opened(parts)),
            Job::Dealing(_) => self.keys_dealt(task, parts),
            Job::RollPromise(_) => {
                let promises = parts.into_iter().filter_map(|(seat, work)| match work {
                    Work::Part(roll) => Some((seat, Promised { key: [0; 32], roll })),
                    _ => None,
                });
                Some(Progress::Openings(promises.collect(), *asked))
            }
            Job::RollOpening(_) => {
                let Goal::Task(Task::Roll { sides }) = &self.wave.tasks.get(task)?.goal else {
                    return None;
                };
                let chance = chance(
                    &self.id,
                    asked,
                    parts.iter().filter_map(|(_, work)| match work {
                        Work::Part(part) => Some(part),
                        _ => None,
                    }),
                );
                Some(Progress::Done(TaskOutcome::Rolled(rolled(&chance, task, *sides))))
            }
            Job::Unify(_, places) => {
                let (newest, groups) = self.unifying(places);
                let order: Vec<Place> = groups.into_iter().flat_map(|(_, places)| places).collect();
                self.add_steps(&order, newest, &steps_of(&parts));
                Some(Progress::New)
            }
            Job::Blind(_) => {
                let Progress::Blind(comparison, _) = &self.wave.tasks.get(task)?.progress else {
                    return None;
                };
                let blinded = parts.iter().filter_map(|(_, work)| match work {
                    Work::Blinded(blinded) => Some(blinded.as_ref()),
                    _ => None,
                });
                // The sum fails only if honest blinds cancel, which does not happen; then the test begins again.
                let sum = comparison.sum(blinded);
                Some(sum.map_or(Progress::New, |sum| Progress::Sum(Box::new(sum))))
            }
            Job::TestShares(_) => {
                let Progress::Sum(sum) = &self.wave.tasks.get(task)?.progress else { return None };
                let shares = parts.iter().filter_map(|(_, work)| match work {
                    Work::Points(points) => Some(points.as_slice()),
                    _ => None,
                });
                let answer = sum.decide(shares);
                Some(answer.map_or(Progress::New, |yes| Progress::Done(TaskOutcome::Answer(yes))))
            }
            Job::Rekey(_, places) => self.rekeyed(task, places, parts, asked),
            Job::Close(_) => {
                self.all_closed(task, parts);
                Some(Progress::Done(TaskOutcome::Done))
            }
            Job::Refresh(_, leaver) => {
                self.refreshed(*leaver, &parts);
                Some(Progress::Recovery)
            }
            Job::Recover(_, leaver) => {
                self.recovered(*leaver, parts);
                Some(Progress::Done(TaskOutcome::Done))
            }
            _ => None,
        }
    }

    fn keys_opened(&mut self, parts: Parts) -> Progress {
        let opened: BTreeMap<Seat, (Opened, [u8; 32])> = parts
            .into_iter()
            .filter_map(|(seat, work)| match work {
                Work::KeyOpening(opened) => Some((seat, (opened.0, opened.1))),
                _ => None,
            })
            .collect();
        let rolls = opened.values().map(|(_, part)| part);
        self.chance = Some(chance(&self.id, &self.id, rolls));
        self.fingerprint = Some(fingerprint(&self.id, &opened));
        if self.escrowed().is_some() {
            let opened = opened.into_iter().map(|(seat, (opened, _))| (seat, opened));
            return Progress::Dealings(opened.collect());
        }
        let shares = opened.into_iter().map(|(seat, (opened, _))| (seat, opened.share)).collect();
        // Proofs of possession exclude that the shares cancel.
        self.begin_epoch(shares, BTreeMap::new(), (self.id, 0));
        Progress::Done(TaskOutcome::Done)
    }

    fn keys_dealt(&mut self, task: usize, parts: Parts) -> Option<Progress> {
        let Progress::Dealings(opened) = &self.wave.tasks.get(task)?.progress else { return None };
        let shares = opened.iter().map(|(seat, opened)| (*seat, opened.share)).collect();
        let dealt = parts.into_iter().filter_map(|(seat, work)| match work {
            Work::Dealing(dealt) => Some((seat, dealt)),
            _ => None,
        });
        let dealt = dealt.collect();
        self.begin_epoch(shares, dealt, (self.id, 0));
        Some(Progress::Done(TaskOutcome::Done))
    }

    fn rekeyed(
        &mut self,
        task: usize,
        places: &[Place],
        parts: Parts,
        asked: &[u8; 32],
    ) -> Option<Progress> {
        let fresh: Vec<(Seat, Box<FreshKey>)> = parts
            .into_iter()
            .filter_map(|(seat, work)| match work {
                Work::Rekey(fresh) => Some((seat, fresh)),
                _ => None,
            })
            .collect();
        let shares = fresh.iter().map(|(seat, fresh)| (*seat, fresh.share)).collect();
        let dealt = fresh.iter().filter_map(|(seat, fresh)| Some((*seat, fresh.dealt.clone()?)));
        let dealt = dealt.collect();
        let order: Vec<Place> = self.by_epoch(places).into_values().flatten().collect();
        let epoch = self.begin_epoch(shares, dealt, (*asked, u16::try_from(task).ok()?))?;
        let steps: Vec<_> =
            fresh.iter().map(|(seat, fresh)| (*seat, fresh.steps.as_slice())).collect();
        self.add_steps(&order, epoch, &steps);
        Some(Progress::Done(TaskOutcome::Done))
    }

    /// Replaces the players' keys in these cards. Their shares on the log become shares of the new ciphertexts.
    fn add_steps(&mut self, order: &[Place], epoch: u16, steps: &[(Seat, &[Point])]) {
        for (index, place) in order.iter().enumerate() {
            let Some(card) = self.cards.get_mut(place) else { continue };
            let own = |seat: Seat| {
                let (_, points) = steps.iter().find(|(other, _)| *other == seat)?;
                points.get(index)
            };
            let all = steps.iter().filter_map(|(_, points)| points.get(index));
            card.masked = rekey::apply(&card.masked, all);
            for (seat, share) in &mut card.shares {
                if let Some(step) = own(*seat) {
                    *share = Point::new(share.point() + step.point());
                }
            }
            card.epoch = epoch;
        }
    }

    /// Begins an epoch, whose joint key masks new cards from now on.
    pub(super) fn begin_epoch(
        &mut self,
        shares: BTreeMap<Seat, Point>,
        dealt: BTreeMap<Seat, Arc<super::card::Escrowed>>,
        made: ([u8; 32], u16),
    ) -> Option<u16> {
        let joint = JointKey::new(shares.values()).ok()?;
        let epoch = u16::try_from(self.epochs.len()).ok()?;
        self.current = epoch;
        self.epochs.push(Arc::new(Epoch { shares, joint, before: None, dealt, made }));
        self.changes.push(Change::Epoch(epoch));
        Some(epoch)
    }
}

fn steps_of(parts: &Parts) -> Vec<(Seat, &[Point])> {
    let steps = parts.iter().filter_map(|(seat, work)| match work {
        Work::Points(points) => Some((*seat, points.as_slice())),
        _ => None,
    });
    steps.collect()
}

/// See [`TableState::fingerprint`]. Only what was promised is in it: anything else could be chosen after the others have opened.
fn fingerprint(table: &[u8; 32], opened: &BTreeMap<Seat, (Opened, [u8; 32])>) -> [u8; 32] {
    let mut transcript = Transcript::new(domain::PLACES_FINGERPRINT);
    transcript.absorb(b"table", table);
    for (Opened { share, .. }, part) in opened.values() {
        transcript.absorb_point(b"share", share);
        transcript.absorb(b"part", part);
    }
    super::hash_of(transcript)
}
