//! A wave: tasks that the rules demand at once, how far each has come, and which have to wait for others.

use std::collections::{BTreeMap, BTreeSet};

use facedown_core::{Seat, Seats};

use super::job::Job;
use super::task::{Place, Task, TaskOutcome};
use super::work::Work;
use crate::equality::{BlindedSum, Comparison};
use crate::escrow::SealingShare;
use crate::group::Point;
use crate::masked::MaskedCard;

/// The most cards that all shuffles of a wave have together, if one player after another does all of them.
const ONE_BY_ONE: usize = 128;

/// What a running task is for.
#[derive(Clone)]
pub(super) enum Goal {
    /// The players' first keys.
    Keys,
    /// What the rules demand.
    Task(Task),
    /// The layer of a player who has left is taken off.
    Recover(Seat),
}

/// How far a task has come: what it waits for.
#[derive(Clone)]
pub(super) enum Progress {
    /// It has not begun.
    New,
    /// All players put their newest keys into cards that have older ones.
    Unify,
    /// These players shuffle, one after another.
    Turns(Vec<Seat>),
    /// One seat does something alone.
    Piece,
    /// The seat that is about to see a card re-masks it.
    Remask,
    /// The look is part of a mix: its shares come when the cards are mixed.
    Fused,
    /// Shares of the task's cards.
    Shares,
    /// These players shuffle the faces that a test compares with, one after another.
    Comparands(Vec<MaskedCard>, Vec<Seat>),
    /// Blinded differences from that many faces.
    Blind(Box<Comparison>, usize),
    /// Shares of their sum.
    Sum(Box<BlindedSum>),
    /// Promises of all players: keys, or parts of a roll.
    Promises,
    /// Openings of these promises, which were made at this head.
    Openings(BTreeMap<Seat, Promised>, [u8; 32]),
    /// Keys in escrow.
    Dealings(BTreeMap<Seat, Opened>),
    /// Fresh keys.
    Rekey,
    /// The keys of all players.
    Closing,
    /// Fresh masks of all for cards whose layer cannot be taken off as they are.
    Refresh,
    /// The others' parts of a leaver's layer.
    Recovery,
    /// Nothing.
    Done(TaskOutcome),
}

/// The promises of a seat: of its key, where there is one, and of its part of a roll.
#[derive(Clone, Copy)]
pub(super) struct Promised {
    pub(super) key: [u8; 32],
    pub(super) roll: [u8; 32],
}

/// A seat's share of the first joint key, and its one-time key for escrow.
#[derive(Clone, Copy)]
pub(super) struct Opened {
    pub(super) share: Point,
    pub(super) sealing: Option<SealingShare>,
}

/// A task under way.
#[derive(Clone)]
pub(super) struct Running {
    pub(super) goal: Goal,
    /// The tasks that have to be done before, because they name the same places.
    pub(super) after: Vec<usize>,
    /// The seat that shuffles first.
    pub(super) first: Seat,
    pub(super) progress: Progress,
    /// For a mix: looks of its holder at cards of it, right before it. For such a look: the mix.
    pub(super) fused: Vec<usize>,
    /// The one-time keys for escrow that came with the shuffles.
    pub(super) sealing: BTreeMap<Seat, SealingShare>,
}

impl Running {
    pub(super) fn new(goal: Goal, after: Vec<usize>, first: Seat) -> Self {
        let (progress, fused) = (Progress::New, Vec::new());
        Self { goal, after, first, progress, fused, sealing: BTreeMap::new() }
    }

    pub(super) const fn outcome(&self) -> Option<TaskOutcome> {
        if let Progress::Done(outcome) = self.progress { Some(outcome) } else { None }
    }

    pub(super) const fn is_done(&self) -> bool {
        matches!(self.progress, Progress::Done(_))
    }

    pub(super) fn done(&mut self, outcome: TaskOutcome) {
        self.progress = Progress::Done(outcome);
    }
}

/// The tasks of a wave, and the step that is under way.
#[derive(Clone, Default)]
pub(super) struct Wave {
    pub(super) tasks: Vec<Running>,
    /// How many of them the caller gave.
    pub(super) given: usize,
    /// A task that all others wait for: after a player has left.
    pub(super) gate: Option<usize>,
    /// Nothing goes on before the caller says how hidden cards are renewed.
    pub(super) paused: bool,
    pub(super) step: Step,
}

/// What is due from each seat in this step, and what has been heard.
#[derive(Clone, Default)]
pub(super) struct Step {
    pub(super) due: BTreeMap<Seat, Vec<Job>>,
    pub(super) heard: BTreeMap<Seat, Heard>,
}

/// An entry of the step that is under way.
#[derive(Clone)]
pub(super) struct Heard {
    pub(super) digest: [u8; 64],
    pub(super) works: Vec<Work>,
}

impl Step {
    /// The seats that the step waits for.
    pub(super) fn missing(&self) -> Seats {
        self.due.keys().copied().filter(|seat| !self.heard.contains_key(seat)).collect()
    }
}

impl Wave {
    /// The tasks in order. `first` shuffles first. Several large shuffles begin one seat later each, so that all players work at the
    /// same time; in every round, small ones fit into one entry of one player.
    pub(super) fn new(tasks: Vec<Task>, first: Seat, turns: &[Seat]) -> Self {
        let mut last: BTreeMap<Place, usize> = BTreeMap::new();
        let mut running: Vec<Running> = Vec::with_capacity(tasks.len());
        let mut shuffles = turns.iter().position(|&seat| seat == first).unwrap_or(0);
        let is_shared = shuffled_cards(&tasks) > ONE_BY_ONE;
        for (number, task) in tasks.into_iter().enumerate() {
            let places = task.places();
            let mut after: Vec<usize> = match task {
                Task::Close { .. } => (0..number).collect(),
                _ => places.iter().filter_map(|place| last.get(place)).copied().collect(),
            };
            after.sort_unstable();
            after.dedup();
            // Equal shuffles in a row are one.
            if let (Task::Shuffle { .. }, [before]) = (&task, after.as_slice())
                && let Goal::Task(Task::Shuffle { places: earlier }) = &running[*before].goal
                && same_places(earlier, &places)
                && places.iter().all(|place| last.contains_key(place))
            {
                let mut again = Running::new(Goal::Task(task), after, first);
                again.done(TaskOutcome::Done);
                running.push(again);
                continue;
            }
            for place in places {
                last.insert(place, number);
            }
            let begins = turns.get(shuffles % turns.len().max(1)).copied().unwrap_or(first);
            if is_shared && matches!(task, Task::Shuffle { .. }) {
                shuffles += 1;
            }
            if let Task::Mix { seat, .. } = &task {
                let look = |number: &&usize| matches!(&running[**number].goal, Goal::Task(Task::Show { to, .. }) if to == seat);
                let looks: Vec<usize> = after.iter().filter(look).copied().collect();
                for &look in &looks {
                    running[look].fused = vec![number];
                }
                let mut mix = Running::new(Goal::Task(task), after, begins);
                mix.fused = looks;
                running.push(mix);
                continue;
            }
            running.push(Running::new(Goal::Task(task), after, begins));
        }
        Self {
            given: running.len(),
            tasks: running,
            gate: None,
            paused: false,
            step: Step::default(),
        }
    }

    /// Whether all tasks that this one waits for are done.
    pub(super) fn is_active(&self, task: usize) -> bool {
        let done = |&other: &usize| self.tasks.get(other).is_none_or(Running::is_done);
        let fused = |other: &usize| {
            let look = self.tasks.get(*other);
            look.is_some_and(|it| matches!(it.progress, Progress::Fused) && it.fused == [task])
        };
        let gate = self.gate.filter(|&gate| gate != task);
        !self.paused
            && gate.is_none_or(|gate| done(&gate))
            && self.tasks.get(task).is_some_and(|running| {
                running.after.iter().all(|other| done(other) || fused(other))
            })
    }

    /// The faces that a test compares with, while they are shuffled.
    pub(super) fn comparands(&self, task: usize) -> Option<&[MaskedCard]> {
        match &self.tasks.get(task)?.progress {
            Progress::Comparands(list, _) => Some(list),
            _ => None,
        }
    }

    /// The sum of the blinded differences of a test.
    pub(super) fn summed(&self, task: usize) -> Option<&[MaskedCard]> {
        match &self.tasks.get(task)?.progress {
            Progress::Sum(sum) => Some(sum.cards()),
            _ => None,
        }
    }

    pub(super) fn is_done(&self) -> bool {
        self.tasks.iter().all(Running::is_done)
    }
}

/// How many different cards these tasks shuffle.
fn shuffled_cards(tasks: &[Task]) -> usize {
    let piles = tasks.iter().filter(|task| matches!(task, Task::Shuffle { .. }));
    piles.flat_map(Task::places).collect::<BTreeSet<Place>>().len()
}

fn same_places(one: &[Place], other: &[Place]) -> bool {
    let sorted = |places: &[Place]| {
        let mut places = places.to_vec();
        places.sort_unstable();
        places
    };
    sorted(one) == sorted(other)
}
