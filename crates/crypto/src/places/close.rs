//! The end of a table: all players open their keys, and whoever folds the chain again can read every card at every moment.

use std::collections::BTreeMap;

use curve25519_dalek::scalar::Scalar;
use facedown_core::{Seat, Seats};

use super::card::{Card, Open};
use super::task::{Place, Task};
use super::wave::Goal;
use super::work::Work;
use super::{Ending, Stage, TableState};
use crate::faces::FaceCode;
use crate::group::Point;

/// The keys that were opened at the end, and who has refused.
///
/// With it every *earlier* state of the same chain can be read: fold the chain again, and ask for the faces after each step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpenedKeys {
    keys: BTreeMap<(Seat, u16), Scalar>,
    refused: Seats,
}

impl OpenedKeys {
    /// The seats that did not open their keys.
    pub const fn refused(&self) -> Seats {
        self.refused
    }

    /// The face at a place of this state. Without a seat's key, its shares on the log still count.
    pub fn face(&self, state: &TableState, place: Place) -> Option<FaceCode> {
        let card = state.cards.get(&place)?;
        match card.open {
            Some(Open::Face(face)) => return Some(face),
            Some(Open::Unreadable) => return None,
            None => {}
        }
        let shares: Option<Vec<Point>> = state
            .epoch(card.epoch)?
            .shares
            .keys()
            .map(|&seat| self.share(state, card, seat))
            .collect();
        FaceCode::of(&card.masked.unmask(shares?.iter())).ok()
    }

    fn share(&self, state: &TableState, card: &Card, seat: Seat) -> Option<Point> {
        if let Some(share) = card.shares.get(&seat) {
            return Some(*share);
        }
        let mut epoch = card.epoch;
        while let Some(before) = state.epoch(epoch)?.before {
            epoch = before;
        }
        let key = self.keys.get(&(seat, epoch))?;
        Some(Point::new(key * card.masked.c1().point()))
    }

    pub(super) const fn refuse(&mut self, seat: Seat) {
        self.refused = self.refused.with(seat);
    }
}

impl TableState {
    /// The keys that were opened, once the table is closed.
    pub fn closed(&self) -> Option<&OpenedKeys> {
        matches!(self.stage, Stage::Over(Ending::Closed)).then_some(&self.closed)
    }

    /// The epochs whose keys a seat opens, oldest first.
    pub(super) fn epochs_to_open(&self, task: usize, seat: Seat) -> Vec<u16> {
        let first = match self.wave.tasks.get(task).map(|running| &running.goal) {
            Some(Goal::Task(Task::Close { from })) => *from,
            _ => u16::MAX,
        };
        let own = (0_u16..).zip(&self.epochs);
        own.filter(|(number, epoch)| {
            *number >= first && epoch.before.is_none() && epoch.shares.contains_key(&seat)
        })
        .map(|(number, _)| number)
        .collect()
    }

    /// Notes the keys of all seats, and ends the table.
    pub(super) fn all_closed(&mut self, task: usize, parts: Vec<(Seat, Work)>) {
        for (seat, work) in parts {
            match work {
                Work::Close(Some(keys)) => {
                    let epochs = self.epochs_to_open(task, seat).into_iter();
                    self.closed.keys.extend(epochs.map(|epoch| (seat, epoch)).zip(keys));
                }
                _ => self.closed.refuse(seat),
            }
        }
        self.stage = Stage::Over(Ending::Closed);
    }
}
