//! Beginning a wave: tasks are validated, and what an action's author has to attach follows from them.

use std::collections::BTreeSet;

use facedown_core::Seat;

use super::job::{Job, Need};
use super::task::{MAX_EPOCHS, MAX_PLACES, Place, Task, TaskError, head_with};
use super::wave::{Goal, Progress, Wave};
use super::{Accepted, Stage, TableState, hash_of};
use crate::domain;
use crate::masked::MAX_DECK;
use crate::transcript::Transcript;

/// What an action has to bring along: the wave that it begins, and the jobs that are its author's alone.
pub(super) struct Attachments {
    pub(super) wave: Wave,
    pub(super) jobs: Vec<Job>,
}

impl TableState {
    /// Goes on with more tasks, when all tasks so far are done.
    ///
    /// Tasks that need no entry are done at once; if all are, the result is [`Accepted::Done`].
    pub fn extend(&mut self, tasks: Vec<Task>) -> Result<Accepted, TaskError> {
        if self.stage != Stage::Idle {
            return Err(TaskError::NotIdle);
        }
        self.changes.clear();
        self.check_tasks(&tasks)?;
        self.advance(head_with(&self.head, &tasks));
        let first = self.turns(self.seats.first()).first().copied().unwrap_or(self.seats.first());
        self.wave = Wave::new(tasks, first, &self.turns(first));
        self.stage = Stage::Working;
        self.settle();
        self.chance = None;
        Ok(self.after_step())
    }

    /// Goes on by an action of a seat that has left, which nobody signs: all machines derive it from the head.
    ///
    /// The head absorbs the action and its tasks, so that machines that derive different ones notice it at the next entry.
    pub fn derive(
        &mut self,
        seat: Seat,
        action: &[u8],
        tasks: Vec<Task>,
    ) -> Result<Accepted, TaskError> {
        if self.stage != Stage::Idle || self.present.contains(seat) {
            return Err(TaskError::NotIdle);
        }
        self.check_tasks(&tasks)?;
        let mut transcript = Transcript::new(domain::PLACES_DERIVED);
        transcript.absorb(b"before", &self.head);
        transcript.absorb_number(b"seat", seat.index() as u64);
        transcript.absorb(b"action", action);
        self.advance(hash_of(transcript));
        // A new wave: no share of it is of a ciphertext that was given shares of before.
        self.wave_number += 1;
        self.extend(tasks)
    }

    /// What has to be told about the table after it has gone forward.
    pub(super) const fn after_step(&self) -> Accepted {
        match self.stage {
            Stage::Working | Stage::Renewal(_) => Accepted::Step,
            Stage::Idle | Stage::Over(_) => Accepted::Done,
        }
    }

    /// What the author of an action that causes these tasks has to attach: everything that is due from it alone.
    pub(super) fn attachments(
        &self,
        author: Seat,
        turned: &[Place],
        tasks: Vec<Task>,
    ) -> Result<Attachments, TaskError> {
        self.check_tasks(&tasks)?;
        let mut wave = Wave::new(tasks, author, &self.turns(author));
        self.fuse(&mut wave);
        let (mut begun, mut needs) = (Vec::new(), Vec::new());
        for (number, task) in wave.tasks.iter().enumerate() {
            if !matches!(task.progress, Progress::New) || !wave.is_active(number) {
                continue;
            }
            let Some(progress) = self.opening(task, number, self.wave_number + 1) else { continue };
            let mut due = self.needs(number, task, &progress);
            due.retain(|(_, need)| !matches!(need, Need::Share(place) if turned.contains(place)));
            if !due.is_empty() && due.iter().all(|(seat, _)| *seat == author) {
                needs.extend(due);
                begun.push((number, progress));
            }
        }
        for (number, progress) in begun {
            if let Some(task) = wave.tasks.get_mut(number) {
                task.progress = progress;
            }
        }
        let jobs = self.gathered(needs).remove(&author).unwrap_or_default();
        Ok(Attachments { wave, jobs })
    }

    /// Makes looks at the beginning of a wave part of the mixes that follow them.
    fn fuse(&self, wave: &mut Wave) {
        for mix in 0..wave.tasks.len() {
            if !self.fuses(wave, mix) {
                continue;
            }
            for look in wave.tasks[mix].fused.clone() {
                let hidden = match &wave.tasks[look].goal {
                    Goal::Task(Task::Show { place, to }) => self
                        .cards
                        .get(place)
                        .is_some_and(|card| card.open.is_none() && !card.seen.contains(*to)),
                    _ => false,
                };
                if hidden {
                    wave.tasks[look].progress = Progress::Fused;
                }
            }
        }
    }

    /// Checks that tasks can be carried out one after another.
    pub(super) fn check_tasks(&self, tasks: &[Task]) -> Result<(), TaskError> {
        let mut occupied: BTreeSet<Place> = self.cards.keys().copied().collect();
        let mut fresh = self.epochs.len();
        for task in tasks {
            let places = task.places();
            let mut named = BTreeSet::new();
            if let Some(twice) = places.iter().find(|place| !named.insert(**place)) {
                return Err(TaskError::Twice(*twice));
            }
            self.check_size(task)?;
            let brings = matches!(task, Task::Bring { .. } | Task::BringSealed { .. });
            for place in places {
                if brings && !occupied.insert(place) {
                    return Err(TaskError::Occupied(place));
                }
                if !occupied.contains(&place) {
                    return Err(TaskError::NoCard(place));
                }
            }
            fresh += usize::from(matches!(task, Task::Reshuffle { .. }));
        }
        // A table with escrow needs room for the epochs that begin when players leave.
        if occupied.len() > MAX_PLACES || fresh > MAX_EPOCHS / 8 {
            return Err(TaskError::TooMany);
        }
        Ok(())
    }

    fn check_size(&self, task: &Task) -> Result<(), TaskError> {
        let within = |count: usize, least: usize, most: usize| {
            if (least..=most).contains(&count) { Ok(()) } else { Err(TaskError::Size(count)) }
        };
        let seated = |seat: Seat| {
            if self.seats.has(seat) { Ok(()) } else { Err(TaskError::NoSuchSeat(seat)) }
        };
        match task {
            Task::Bring { places, faces } if places.len() != faces.len() => {
                Err(TaskError::Size(faces.len()))
            }
            Task::Bring { places, .. } => within(places.len(), 1, MAX_PLACES),
            Task::BringSealed { owner, places } => {
                within(places.len(), 1, MAX_DECK).and_then(|()| seated(*owner))
            }
            Task::Shuffle { places } => within(places.len(), 0, MAX_DECK),
            Task::Show { to, .. } => seated(*to),
            Task::Test { yes, .. } if yes.is_empty() => Err(TaskError::Empty),
            Task::Test { yes, .. } => within(yes.len(), 1, MAX_DECK),
            Task::Answer { seat, places } => {
                within(places.len(), 0, MAX_PLACES).and_then(|()| seated(*seat))
            }
            Task::Arrange { seat, places, .. } | Task::Mix { seat, places } => {
                within(places.len(), 0, MAX_DECK).and_then(|()| seated(*seat))
            }
            Task::Roll { sides: 0 } => Err(TaskError::Empty),
            Task::Roll { .. } | Task::Reveal { .. } | Task::Close { .. } => Ok(()),
            Task::Reshuffle { piles, hands } => {
                for pile in piles {
                    within(pile.len(), 0, MAX_DECK)?;
                }
                within(piles.iter().map(Vec::len).sum::<usize>() + hands.len(), 1, MAX_PLACES)
            }
        }
    }
}
