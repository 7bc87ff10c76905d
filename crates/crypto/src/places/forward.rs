//! Going forward: tasks that need nothing from anybody are carried on until all wait for somebody, and a step begins.

use facedown_core::{Seat, Seats};

use super::card::{Card, Open};
use super::task::{Place, Task, TaskOutcome};
use super::wave::{Goal, Progress};
use super::{Change, Stage, TableState};
use crate::faces::FaceCode;

impl TableState {
    /// Carries all tasks on as far as they come without an entry, and begins the next step.
    pub(super) fn settle(&mut self) {
        // A task waits only for earlier ones, or for a gate behind them: few passes are needed.
        loop {
            let mut changed = false;
            for number in 0..self.wave.tasks.len() {
                while self.can_go_on(number) {
                    self.forward(number);
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        self.wave.step.heard.clear();
        self.wave.step.due = self.jobs_due();
        self.longest_due = self.longest_due.max(self.longest_due_now());
        if matches!(self.stage, Stage::Working) && self.wave.is_done() {
            self.stage = Stage::Idle;
        }
    }

    /// Whether a task is not done, waits for no other task, and needs nothing from anybody.
    fn can_go_on(&self, number: usize) -> bool {
        self.wave.tasks.get(number).is_some_and(|task| {
            !task.is_done()
                && !self.waits_for_mix(number)
                && self.wave.is_active(number)
                && self.needs(number, task, &task.progress).is_empty()
        })
    }

    /// Whether a look is part of a mix that is not done.
    fn waits_for_mix(&self, look: usize) -> bool {
        let Some(task) = self.wave.tasks.get(look) else { return false };
        let mix = task.fused.first().and_then(|mix| self.wave.tasks.get(*mix));
        matches!(task.progress, Progress::Fused) && mix.is_some_and(|mix| !mix.is_done())
    }

    /// Carries on a task that nothing is due for.
    fn forward(&mut self, number: usize) {
        let Some(task) = self.wave.tasks.get(number) else { return };
        let next = match &task.progress {
            Progress::New if self.joins_mix(number) => Progress::Fused,
            Progress::Fused => self.mixed(number),
            Progress::New => match self.opening(task, number, self.wave_number) {
                Some(progress) => {
                    // The seat has seen the card before, or everybody has.
                    if let (Goal::Task(Task::Show { place, to }), Progress::Done(_)) =
                        (&task.goal, &progress)
                    {
                        self.changes.push(Change::Shown(number, *place, *to));
                    }
                    progress
                }
                None => Progress::Done(self.brought(number)),
            },
            Progress::Turns(_) if matches!(task.goal, Goal::Task(Task::Reshuffle { .. })) => {
                Progress::Rekey
            }
            Progress::Comparands(list, _) => {
                let card = match &task.goal {
                    Goal::Task(Task::Test { place, .. }) => self.cards.get(place),
                    _ => None,
                };
                card.map_or(Progress::Done(TaskOutcome::Unreadable), |card| {
                    Self::compared(card, list)
                })
            }
            Progress::Shares => match task.goal.clone() {
                Goal::Task(Task::Show { place, to }) => self.shown(number, place, to),
                Goal::Task(Task::Reveal { place }) => self.revealed(place),
                _ => Progress::Done(TaskOutcome::Done),
            },
            _ => Progress::Done(TaskOutcome::Done),
        };
        if let Some(task) = self.wave.tasks.get_mut(number) {
            task.progress = next;
        }
    }

    /// Puts the cards of a public list to their places, where everybody can read them until they are shuffled.
    fn brought(&mut self, number: usize) -> TaskOutcome {
        let goal = self.wave.tasks.get(number).map(|task| task.goal.clone());
        if let Some(Goal::Task(Task::Bring { places, faces })) = goal
            && let Some(epoch) = self.epoch(self.current).cloned()
        {
            for (place, face) in places.iter().zip(&faces) {
                let masked = face.fresh(&epoch.joint);
                let card = Card::new(&masked, self.current, Some(Open::Face(*face)));
                self.cards.insert(*place, card);
                self.changes.push(Change::Open(*place, *face));
            }
        }
        TaskOutcome::Done
    }

    /// Whether a look that begins now becomes part of a mix.
    fn joins_mix(&self, look: usize) -> bool {
        let Some(task) = self.wave.tasks.get(look) else { return false };
        let Goal::Task(Task::Show { place, to }) = &task.goal else { return false };
        let hidden = |card: &Card| card.open.is_none() && !card.seen.contains(*to);
        self.cards.get(place).is_some_and(hidden)
            && task.fused.first().is_some_and(|mix| self.fuses(&self.wave, *mix))
    }

    /// The end of a look that is part of a mix.
    fn mixed(&mut self, look: usize) -> Progress {
        let Some(task) = self.wave.tasks.get(look) else { return Progress::New };
        let mix = task.fused.first().copied().unwrap_or(look);
        let outcome = self.wave.tasks.get(mix).and_then(super::wave::Running::outcome);
        if let Goal::Task(Task::Show { place, to }) = task.goal {
            self.changes.push(Change::Mixed(look, mix, place, to));
        }
        Progress::Done(outcome.unwrap_or(TaskOutcome::Done))
    }

    fn shown(&mut self, number: usize, place: Place, to: Seat) -> Progress {
        if let Some(card) = self.cards.get_mut(&place) {
            card.seen = card.seen.with(to);
            self.changes.push(Change::Shown(number, place, to));
        }
        Progress::Done(TaskOutcome::Done)
    }

    fn revealed(&mut self, place: Place) -> Progress {
        let Some(face) = self.read(place) else {
            return Progress::Done(TaskOutcome::Unreadable);
        };
        Progress::Done(TaskOutcome::Face(face))
    }

    /// Reads a card of which all shares are on the log.
    pub(super) fn read(&mut self, place: Place) -> Option<FaceCode> {
        let card = self.cards.get_mut(&place)?;
        match card.open.unwrap_or_else(|| card.read()) {
            Open::Face(face) => {
                card.seen = Seats::NONE;
                self.changes.push(Change::Open(place, face));
                Some(face)
            }
            Open::Unreadable => None,
        }
    }
}
