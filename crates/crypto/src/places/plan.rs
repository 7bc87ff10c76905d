//! What is due: each task's next need, and the jobs of every seat in the step that begins.

use std::collections::BTreeMap;

use facedown_core::{Seat, Seats};

use super::TableState;
use super::card::{Card, Open};
use super::job::{Job, Need};
use super::roll::rolled;
use super::task::{Place, Task, TaskOutcome, Way};
use super::wave::{Goal, Progress, Running, Wave};
use crate::equality::Comparison;
use crate::faces::public_list;
use crate::masked::{MAX_DECK, MaskedCard};

impl TableState {
    /// What a task that can begin waits for first; `None` if it only changes the table.
    ///
    /// `wave` is the number of the wave that the task belongs to, and `task` its own number in it.
    pub(super) fn opening(&self, running: &Running, task: usize, wave: u32) -> Option<Progress> {
        let done = |outcome| Some(Progress::Done(outcome));
        let of = |seat: Seat, progress| {
            if self.present.contains(seat) { Some(progress) } else { done(TaskOutcome::Left) }
        };
        let goal = match &running.goal {
            Goal::Keys => return Some(Progress::Promises),
            Goal::Recover(leaver) if self.to_refresh(*leaver).is_empty() => {
                return Some(Progress::Recovery);
            }
            Goal::Recover(_) => return Some(Progress::Refresh),
            Goal::Task(goal) => goal,
        };
        match goal {
            Task::Bring { .. } => None,
            Task::BringSealed { owner, .. } => of(*owner, Progress::Piece),
            Task::Answer { seat, .. } => of(*seat, Progress::Piece),
            Task::Shuffle { places } if places.len() < 2 => done(TaskOutcome::Done),
            Task::Shuffle { places } if self.is_mixed(places) => Some(Progress::Unify),
            Task::Shuffle { .. } => Some(Progress::Turns(self.turns(running.first))),
            Task::Arrange { seat, places, .. } | Task::Mix { seat, places } => {
                if places.len() < 2 {
                    done(TaskOutcome::Done)
                } else if self.is_mixed(places) {
                    Some(Progress::Unify)
                } else if self.present.contains(*seat) {
                    Some(Progress::Piece)
                } else {
                    // Nobody may know the order in which a seat that has left would have put them.
                    Some(Progress::Turns(self.turns(running.first)))
                }
            }
            Task::Show { place, to } => {
                let card = self.cards.get(place)?;
                if card.open.is_some() || card.seen.contains(*to) {
                    done(TaskOutcome::Done)
                } else if card.is_fresh_for(*to, wave) {
                    of(*to, Progress::Shares)
                } else {
                    of(*to, Progress::Remask)
                }
            }
            Task::Reveal { place } => match self.cards.get(place)?.open {
                Some(Open::Face(face)) => done(TaskOutcome::Face(face)),
                Some(Open::Unreadable) => done(TaskOutcome::Unreadable),
                None => Some(Progress::Shares),
            },
            Task::Test { place, yes } => {
                let card = self.cards.get(place)?;
                match card.open {
                    Some(Open::Face(face)) => done(TaskOutcome::Answer(yes.contains(&face))),
                    Some(Open::Unreadable) => done(TaskOutcome::Answer(false)),
                    None => {
                        let mut yes = yes.clone();
                        yes.sort_unstable();
                        yes.dedup();
                        let list = public_list(&yes, &self.epoch(card.epoch)?.joint);
                        if list.len() == 1 {
                            Some(Self::compared(card, &list))
                        } else {
                            let turns = self.turns(running.first);
                            Some(Progress::Comparands(list, turns))
                        }
                    }
                }
            }
            Task::Roll { sides } => match &self.chance {
                // The parts of the first wave's rolls came with the keys.
                Some(chance) => done(TaskOutcome::Rolled(rolled(chance, task, *sides))),
                None => Some(Progress::Promises),
            },
            Task::Reshuffle { piles, .. } => {
                if piles.iter().any(|pile| self.is_mixed(pile)) {
                    Some(Progress::Unify)
                } else {
                    Some(Progress::Turns(self.turns(running.first)))
                }
            }
            Task::Close { .. } => Some(Progress::Closing),
        }
    }

    /// The first step of a test, or its answer if that is plain to see.
    pub(super) fn compared(card: &Card, with: &[MaskedCard]) -> Progress {
        match Comparison::new(&card.masked, with) {
            Ok(comparison) => match comparison.settled() {
                Some(answer) => Progress::Done(TaskOutcome::Answer(answer)),
                None => Progress::Blind(Box::new(comparison), with.len()),
            },
            Err(_) => Progress::Done(TaskOutcome::Unreadable),
        }
    }

    /// Whether the looks right before a mix become part of it: the holder knows all other cards.
    ///
    /// It mixes the cards before it has seen the new ones, and then the others give their shares of all of them at once.
    pub(super) fn fuses(&self, wave: &Wave, mix: usize) -> bool {
        let Some(running) = wave.tasks.get(mix) else { return false };
        let Goal::Task(Task::Mix { seat, places }) = &running.goal else { return false };
        let new = |place: &Place| {
            running.fused.iter().any(|look| {
                let look = wave.tasks.get(*look).map(|look| &look.goal);
                matches!(look, Some(Goal::Task(Task::Show { place: shown, .. })) if shown == place)
            })
        };
        let ready = |number: &usize| {
            wave.tasks.get(*number).is_some_and(|task| match task.progress {
                Progress::New => running.fused.contains(number) && wave.is_active(*number),
                Progress::Fused | Progress::Done(_) => true,
                _ => false,
            })
        };
        let known = |place: &Place| {
            let card = self.cards.get(place);
            card.is_some_and(|card| card.open.is_some() || card.seen.contains(*seat) || new(place))
        };
        places.len() > 1
            && self.present.contains(*seat)
            && !self.is_mixed(places)
            && running.after.iter().all(ready)
            && places.iter().all(known)
    }

    /// What a task that can go on needs, given how far it has come.
    pub(super) fn needs(
        &self,
        number: usize,
        running: &Running,
        progress: &Progress,
    ) -> Vec<(Seat, Need)> {
        let all = |job: Job| -> Vec<_> {
            self.present.iter().map(|seat| (seat, Need::Job(job.clone()))).collect()
        };
        let goal = match &running.goal {
            Goal::Keys => {
                return match progress {
                    Progress::Promises => all(Job::KeyPromise),
                    Progress::Openings(..) => all(Job::KeyOpening),
                    Progress::Dealings(_) => all(Job::Dealing(number)),
                    _ => Vec::new(),
                };
            }
            Goal::Recover(leaver) => {
                return match progress {
                    Progress::Refresh => all(Job::Refresh(number, *leaver)),
                    Progress::Recovery => all(Job::Recover(number, *leaver)),
                    _ => Vec::new(),
                };
            }
            Goal::Task(goal) => goal,
        };
        let shares = |place: Place, of: Seats| -> Vec<_> {
            let missing = self.cards.get(&place).map_or(Seats::NONE, |card| card.missing(of));
            missing.iter().map(|seat| (seat, Need::Share(place))).collect()
        };
        let one = |seat: Seat, job: Job| vec![(seat, Need::Job(job))];
        match (goal, progress) {
            (_, Progress::Unify) => all(Job::Unify(number, unified(goal))),
            (
                Task::Shuffle { places } | Task::Arrange { places, .. } | Task::Mix { places, .. },
                Progress::Turns(left),
            ) => left
                .first()
                .map_or_else(Vec::new, |&seat| one(seat, Job::Shuffle(number, places.clone()))),
            (Task::Reshuffle { piles, .. }, Progress::Turns(left)) => {
                let Some(&seat) = left.first() else { return Vec::new() };
                let offer = self.escrowed().map(|_| Job::Sealing(number));
                let piles = piles.iter().filter(|pile| pile.len() > 1);
                let shuffles = piles.map(|pile| Job::Shuffle(number, pile.clone()));
                offer.into_iter().chain(shuffles).map(|job| (seat, Need::Job(job))).collect()
            }
            (Task::Reshuffle { .. }, Progress::Rekey) => all(Job::Rekey(number, goal.places())),
            (Task::BringSealed { owner, places }, Progress::Piece) => {
                one(*owner, Job::List(number, places.clone()))
            }
            (Task::Answer { seat, .. }, Progress::Piece) => one(*seat, Job::Answer(number)),
            (Task::Arrange { seat, places, way }, Progress::Piece) => {
                let job = if *way == Way::Tuck { Job::Tuck } else { Job::Arrange };
                one(*seat, job(number, places.clone()))
            }
            (Task::Mix { seat, places }, Progress::Piece) => {
                one(*seat, Job::Mix(number, places.clone()))
            }
            (Task::Mix { seat, places }, Progress::Shares) => places
                .iter()
                .flat_map(|&place| shares(place, self.present.without(*seat)))
                .collect(),
            (Task::Show { place, to }, Progress::Remask) => vec![(*to, Need::Remask(*place))],
            (Task::Show { place, to }, Progress::Shares) => {
                shares(*place, self.present.without(*to))
            }
            (Task::Reveal { place }, Progress::Shares) => shares(*place, self.present),
            (Task::Test { .. }, Progress::Comparands(_, left)) => {
                left.first().map_or_else(Vec::new, |&seat| one(seat, Job::Comparands(number)))
            }
            (Task::Test { .. }, Progress::Blind(..)) => all(Job::Blind(number)),
            (Task::Test { .. }, Progress::Sum(_)) => all(Job::TestShares(number)),
            (Task::Roll { .. }, Progress::Promises) => all(Job::RollPromise(number)),
            (Task::Roll { .. }, Progress::Openings(..)) => all(Job::RollOpening(number)),
            (Task::Close { .. }, Progress::Closing) => all(Job::Close(number)),
            _ => Vec::new(),
        }
    }

    /// The jobs of every seat in the step that begins now.
    pub(super) fn jobs_due(&self) -> BTreeMap<Seat, Vec<Job>> {
        let tasks = self.wave.tasks.iter().enumerate();
        let active = tasks.filter(|(number, task)| !task.is_done() && self.wave.is_active(*number));
        let needs = active.flat_map(|(number, task)| self.needs(number, task, &task.progress));
        self.gathered(needs)
    }

    /// The jobs of every seat: those of single tasks first, then re-masks and shares of all tasks together, by key.
    pub(super) fn gathered(
        &self,
        needs: impl IntoIterator<Item = (Seat, Need)>,
    ) -> BTreeMap<Seat, Vec<Job>> {
        let mut jobs: BTreeMap<Seat, Vec<Job>> = BTreeMap::new();
        let mut together: BTreeMap<(bool, Seat, u16), Vec<Place>> = BTreeMap::new();
        let epoch = |place: &Place| self.cards.get(place).map_or(0, |card| card.epoch);
        for (seat, need) in needs {
            let own = jobs.entry(seat).or_default();
            match need {
                Need::Job(job) => own.push(job),
                Need::Remask(place) => {
                    together.entry((false, seat, epoch(&place))).or_default().push(place);
                }
                Need::Share(place) => {
                    together.entry((true, seat, epoch(&place))).or_default().push(place);
                }
            }
        }
        for ((is_share, seat, epoch), places) in together {
            let job = if is_share { Job::Shares } else { Job::Remask };
            let chunks = places.chunks(MAX_DECK).map(|chunk| job(epoch, chunk.to_vec()));
            jobs.entry(seat).or_default().extend(chunks);
        }
        jobs
    }

    /// The present seats in the order in which they shuffle.
    pub(super) fn turns(&self, first: Seat) -> Vec<Seat> {
        self.seats.from(first).filter(|&seat| self.present.contains(seat)).collect()
    }

    /// Whether cards have different keys.
    pub(super) fn is_mixed(&self, places: &[Place]) -> bool {
        let mut epochs = places.iter().filter_map(|place| self.cards.get(place));
        let first = epochs.next().map(|card| card.epoch);
        epochs.any(|card| Some(card.epoch) != first)
    }
}

/// The places of a task whose cards get one key.
fn unified(goal: &Task) -> Vec<Place> {
    match goal {
        Task::Reshuffle { piles, .. } => piles.iter().flatten().copied().collect(),
        other => other.places(),
    }
}
