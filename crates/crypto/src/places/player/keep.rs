//! What a player keeps: keys by epoch, parts of others' keys, and the faces that it has seen.

use std::collections::BTreeSet;
use std::mem;

use facedown_core::Seat;

use super::super::Change;
use super::super::card::Epoch;
use super::super::task::{Place, Task};
use super::super::wave::Goal;
use super::{Choice, Player};
use crate::escrow::EscrowError;
use crate::faces::FaceCode;
use crate::group::Point;
use crate::keys::KeyPair;
use crate::transcript::{Context, Operation};

impl Player {
    /// Takes note of what has changed at the table.
    pub(super) fn learn(&mut self) {
        for change in mem::take(&mut self.state.changes) {
            match change {
                Change::Open(place, face) => {
                    self.known.insert(place, face);
                }
                Change::Shown(task, place, to) if to == self.seat => {
                    let face = self.known.get(&place).copied().or_else(|| self.read(place));
                    self.shown.insert(task, face);
                    self.known.extend(face.map(|face| (place, face)));
                }
                Change::Mixed(look, mix, place, to) if to == self.seat => {
                    self.mixed(look, mix, place);
                }
                Change::Moved(task, by, places) => self.moved(task, by, &places),
                Change::Listed(task, by, places) if by == self.seat => self.listed(task, &places),
                Change::Shown(..) | Change::Mixed(..) | Change::Listed(..) => {}
                Change::Epoch(epoch) => self.begin_epoch(epoch),
            }
        }
        self.forget_keys();
    }

    /// Reads a card of which all other shares are on the log.
    fn read(&self, place: Place) -> Option<FaceCode> {
        let card = self.state.cards.get(&place)?;
        let key = self.keys.get(&card.epoch)?;
        let own = Point::new(key.secret().scalar() * card.masked.c1().point());
        let others = card.shares.iter().filter(|(seat, _)| **seat != self.seat);
        let shares = others.map(|(_, share)| share).chain([&own]);
        FaceCode::of(&card.masked.unmask(shares)).ok()
    }

    /// Follows cards through the player's own arrangement, and loses track of them in another's.
    fn moved(&mut self, task: usize, by: Seat, places: &[Place]) {
        let faces: Vec<_> = places.iter().map(|place| self.known.remove(place)).collect();
        let order = if by == self.seat { self.orders.get(&task) } else { None };
        for (place, from) in places.iter().zip(order.into_iter().flatten()) {
            let face = faces.get(usize::from(*from)).copied().flatten();
            self.known.extend(face.map(|face| (*place, face)));
        }
    }

    /// Reads a card that was mixed before this player had seen it. Until then it lay at this place.
    fn mixed(&mut self, look: usize, mix: usize, place: Place) {
        let Some(Goal::Task(Task::Mix { places, .. })) =
            self.state.wave.tasks.get(mix).map(|mix| &mix.goal)
        else {
            return;
        };
        let order = self.orders.get(&mix).map_or(&[][..], Vec::as_slice);
        let from = |(_, from): &(&Place, &u16)| places.get(usize::from(**from)) == Some(&place);
        let Some((&to, _)) = places.iter().zip(order).find(from) else { return };
        let face = self.read(to);
        self.shown.insert(look, face);
        self.known.extend(face.map(|face| (to, face)));
    }

    fn listed(&mut self, task: usize, places: &[Place]) {
        let number = u16::try_from(task).unwrap_or(u16::MAX);
        let chosen = self.chosen.get(&self.wave).and_then(|it| it.choices.get(&number));
        if let Some(Choice::Faces(faces)) = chosen {
            self.known.extend(places.iter().copied().zip(faces.iter().copied()));
        }
    }

    /// Takes over the keys of a new epoch, and opens this player's parts of the others' keys.
    fn begin_epoch(&mut self, number: u16) {
        let Some(epoch) = self.state.epoch(number).cloned() else { return };
        if let Some(before) = epoch.before {
            self.keys.extend(self.keys.get(&before).cloned().map(|key| (number, key)));
            let kept = self.parts.iter().filter(|((epoch, _), _)| *epoch == before);
            let parts: Vec<_> =
                kept.map(|((_, dealer), part)| ((number, *dealer), part.clone())).collect();
            self.parts.extend(parts);
            return;
        }
        self.keys.insert(number, self.key_of(&epoch));
        let task = usize::from(epoch.made.1);
        let Some(sealing) = self.sealing.remove(&task) else { return };
        let mut wrong = None;
        for (&dealer, dealt) in epoch.dealt.iter().filter(|(dealer, _)| **dealer != self.seat) {
            let Some(share) = epoch.shares.get(&dealer) else { continue };
            match sealing.open(&dealt.dealing, &dealt.context, share, self.seat) {
                Ok(part) => {
                    self.parts.insert((number, dealer), Box::new(part));
                }
                Err(EscrowError::Wrong) => wrong = Some(dealer),
                Err(_) => {}
            }
        }
        // The one-time key is dropped now, unless it has to show that a part is wrong.
        if let Some(dealer) = wrong {
            self.wrong = Some((number, dealer, sealing));
        }
    }

    /// This player's key of an epoch, from the seed.
    pub(in super::super) fn key_of(&self, epoch: &Epoch) -> KeyPair {
        let (request, pile) = epoch.made;
        let (author, operation) = (self.seat, Operation::Key);
        self.chance.key(&Context { table: self.state.id, request, author, operation, pile })
    }

    /// Wipes the keys and parts that no card needs any more.
    fn forget_keys(&mut self) {
        let state = &self.state;
        let used: BTreeSet<u16> =
            state.cards.values().map(|card| card.epoch).chain([state.current]).collect();
        self.keys.retain(|epoch, _| used.contains(epoch));
        self.parts.retain(|(epoch, _), _| used.contains(epoch));
    }
}
