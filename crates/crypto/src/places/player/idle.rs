//! Idle time: while others shuffle, a player computes what its own shuffle will need.
//!
//! A prepared shuffle must never meet two decks, see [`PreparedShuffle`]. So whether a shuffle was prepared is part of a [`Note`],
//! which also says at which head it was used. A player that starts again uses it there and nowhere else: if it is led along another
//! fork, it shuffles as if nothing had been prepared.

use facedown_core::Seat;

use super::super::job::Job;
use super::super::task::{Place, Task};
use super::super::wave::{Goal, Progress};
use super::super::{Stage, TableState};
use super::choice::Prepared;
use super::{Note, Player};
use crate::encoding::{Codec, Writer};
use crate::keys::JointKey;
use crate::shuffle::{OutputOrder, PreparedShuffle};
use crate::transcript::{Context, Operation};

/// A shuffle that waits for its deck.
pub(super) struct Idle {
    /// The head at which it was prepared.
    at: [u8; 32],
    shuffle: PreparedShuffle,
}

impl Player {
    /// Prepares one of the shuffles that will be this player's turn, and returns whether there was one.
    ///
    /// Call it while the player waits for others. It does about half of the work of that shuffle; [`Player::use_prepared`] makes use of
    /// it. Nothing else changes.
    pub fn prepare(&mut self) -> bool {
        let to_come = self.state.to_shuffle(self.seat);
        let mut new = to_come.into_iter().filter(|pile| !self.idle.contains_key(&pile.first));
        let Some(Pile { first, size }) = new.next() else { return false };
        let at = *self.state.head();
        let Some(shuffle) = self.prepared_at(at, first, size) else { return false };
        self.idle.insert(first, Idle { at, shuffle });
        true
    }

    /// Has the shuffles that are due now begin with what was prepared for them, if anything was. Keep the note, which there is for every
    /// shuffle, before the entry is sent, as with [`Player::choose`]: a player that starts again may have more time to prepare, and
    /// must not say something else. It is the same as often as it is asked for. Who never prepares need not call it.
    pub fn use_prepared(&mut self) -> Option<Note> {
        let head = *self.state.head();
        // What has been made began as is noted, or without anything.
        let is_made = self.worked.as_ref().is_some_and(|made| made.since() == &head);
        let jobs = self.state.wave.step.due.get(&self.seat)?;
        let fitting = |job: &Job| {
            let Job::Shuffle(_, places) = job else { return None };
            let first = *places.first()?;
            let key = self.state.key_at(first)?;
            let idle = self.idle.get(&first).filter(|_| !is_made);
            let idle = idle.filter(|it| it.shuffle.is_for(key, places.len()));
            Some((first, Prepared { at: idle.map(|idle| idle.at), used: head }))
        };
        let fitting: Vec<_> = jobs.iter().filter_map(fitting).collect();
        if fitting.is_empty() {
            return None;
        }
        let chosen = self.chosen.entry(self.wave).or_default();
        for (first, prepared) in fitting {
            chosen.prepared.entry(first).or_insert(prepared);
        }
        let is_used = chosen.prepared.values().any(|prepared| prepared.used == head);
        is_used.then(|| Note { wave: self.wave, chosen: chosen.clone() })
    }

    /// What was prepared for the shuffle of these places that is due now.
    pub(super) fn prepared_for(&mut self, places: &[Place]) -> Option<PreparedShuffle> {
        let first = *places.first()?;
        let prepared = *self.chosen.get(&self.wave)?.prepared.get(&first)?;
        if &prepared.used != self.state.head() {
            return None;
        }
        let at = prepared.at?;
        match self.idle.remove(&first) {
            Some(idle) if idle.at == at => Some(idle.shuffle),
            // The player has started again since.
            _ => self.prepared_at(at, first, places.len()),
        }
    }

    /// Shuffles a pile with what was prepared for it.
    pub(super) fn shuffle_prepared(
        &self,
        number: u16,
        places: &[Place],
        prepared: PreparedShuffle,
        to: &mut Writer,
    ) -> Option<()> {
        let context = self.context(Operation::Shuffle, number);
        let (key, cards) = (self.state.key_at(*places.first()?)?, self.state.masked_at(places));
        let made = prepared.shuffle(&context, key, &cards, &OutputOrder::Random).ok()?;
        to.list(&made.cards);
        made.proof.write(to);
        Some(())
    }

    /// Prepares the shuffle of a pile. It is the same whenever this is done, as long as the pile has the same key.
    fn prepared_at(&self, at: [u8; 32], first: Place, size: usize) -> Option<PreparedShuffle> {
        let (author, operation, pile) = (self.seat, Operation::Shuffle, first.0);
        let context = Context { table: *self.state.id(), request: at, author, operation, pile };
        let rng = &mut self.chance.at(&at, u32::from(first.0), b"prepared shuffle");
        PreparedShuffle::new(&context, self.state.key_at(first)?, size, self.secret()?, rng).ok()
    }
}

/// A pile that somebody will shuffle.
struct Pile {
    first: Place,
    size: usize,
}

impl TableState {
    /// The piles that this seat shuffles in this wave, after others have.
    fn to_shuffle(&self, seat: Seat) -> Vec<Pile> {
        let mut to_come = Vec::new();
        let is_working = matches!(self.stage, Stage::Working);
        for running in self.wave.tasks.iter().filter(|_| is_working) {
            let Progress::Turns(left) = &running.progress else { continue };
            if left.first() == Some(&seat) || !left.contains(&seat) {
                continue;
            }
            let piles = match &running.goal {
                Goal::Task(Task::Shuffle { places }) => std::slice::from_ref(places),
                Goal::Task(Task::Reshuffle { piles, .. }) => piles,
                _ => continue,
            };
            let pile =
                |places: &Vec<Place>| Some(Pile { first: *places.first()?, size: places.len() });
            to_come.extend(piles.iter().filter(|places| places.len() > 1).filter_map(pile));
        }
        to_come
    }

    /// The joint key that masks the card at a place.
    fn key_at(&self, place: Place) -> Option<&JointKey> {
        let card = self.cards.get(&place)?;
        Some(&self.epoch(card.epoch)?.joint)
    }
}
