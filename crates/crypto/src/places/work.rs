//! Work: what an entry contains for each job, read and verified against the table as it is when the step begins.

use std::sync::Arc;

use curve25519_dalek::scalar::Scalar;
use facedown_core::Seat;

use super::card::{Epoch, Escrowed};
use super::inspect::Inspector;
use super::job::Job;
use super::task::Place;
use super::wave::{Opened, Progress, Promised, Wave};
use super::{Fault, TableState};
use crate::equality::Blinded;
use crate::escrow::SealingShare;
use crate::group::Point;
use crate::masked::{MAX_DECK, MaskedCard};

/// The content of a job.
#[derive(Clone)]
pub(super) enum Work {
    KeyPromise(Promised),
    KeyOpening(Box<(Opened, [u8; 32])>),
    Dealing(Arc<Escrowed>),
    /// A one-time key for escrow.
    Sealing(Box<SealingShare>),
    /// New ciphertexts: a list, or cards that were shuffled, arranged, tucked, mixed or re-masked.
    Cards(Vec<MaskedCard>),
    /// One point for each card: shares, or steps to another key.
    Points(Vec<Point>),
    /// Shares of a leaver's layer, in batches.
    Batches(Vec<Vec<Point>>),
    Answer(bool),
    /// A promise of a part of a roll, or the part.
    Part([u8; 32]),
    Blinded(Box<Blinded>),
    Rekey(Box<FreshKey>),
    /// The keys from the first epoch that is opened; nothing if the seat refuses.
    Close(Option<Vec<Scalar>>),
}

/// A fresh key, and the steps from the old keys to it.
#[derive(Clone)]
pub(super) struct FreshKey {
    pub(super) share: Point,
    pub(super) steps: Vec<Point>,
    pub(super) dealt: Option<Arc<Escrowed>>,
}

impl TableState {
    /// Reads what an entry contains for these jobs of a wave, and verifies all of it.
    pub(super) fn read_work(
        &self,
        wave: &Wave,
        author: Seat,
        jobs: &[Job],
        payload: &[u8],
        verify: bool,
    ) -> Result<Vec<Work>, Fault> {
        let most = jobs.iter().map(|job| self.most(wave, job)).sum();
        if payload.len() > most {
            return Err(Fault::TooLong { size: payload.len(), most });
        }
        let mut inspector = Inspector::new(self, wave, author, payload, verify);
        let works = (0..).zip(jobs).map(|(number, job)| inspector.job(number, job));
        let works = works.collect::<Result<Vec<_>, _>>()?;
        inspector.verified()?;
        Ok(works)
    }

    /// Reads and verifies shares of cards, each group of one key. The first proof has this number.
    pub(super) fn read_shares(
        &self,
        author: Seat,
        first: u16,
        groups: impl IntoIterator<Item = (u16, Vec<Place>)>,
        payload: &[u8],
        verify: bool,
    ) -> Result<Vec<(Place, Point)>, Fault> {
        let mut inspector = Inspector::new(self, &self.wave, author, payload, verify);
        let mut shares = Vec::new();
        for (number, (epoch, places)) in (first..).zip(groups) {
            if let Work::Points(points) = inspector.shares(number, epoch, &places)? {
                shares.extend(places.into_iter().zip(points));
            }
        }
        inspector.verified()?;
        Ok(shares)
    }

    /// The most bytes that anything can have that is said at this table.
    ///
    /// What is due has a limit of its own. What an action brings along depends on what the rules say to it, so here it has a limit
    /// that follows from the number of cards.
    pub(super) fn longest(&self) -> usize {
        self.longest_due.max(ACTION + ACTION_PER_CARD * self.cards.len())
    }

    /// The most bytes that anybody's entry of the current step can have.
    pub(super) fn longest_due_now(&self) -> usize {
        let most = |jobs: &Vec<Job>| jobs.iter().map(|job| self.most(&self.wave, job)).sum();
        self.wave.step.due.values().map(most).max().unwrap_or(0)
    }

    /// The most bytes that a job can take.
    fn most(&self, wave: &Wave, job: &Job) -> usize {
        let epochs = self.epochs.len();
        match job {
            Job::KeyPromise => 64,
            Job::KeyOpening => 2 * OPENING + 32,
            Job::Dealing(_) => DEALING,
            Job::Sealing(_) => OPENING,
            Job::List(_, places) => 2 + 64 * places.len() + 2 + OPENING,
            Job::Shuffle(_, places) | Job::Arrange(_, places) | Job::Mix(_, places) => {
                shuffled(places.len())
            }
            Job::Comparands(task) => shuffled(wave.comparands(*task).map_or(0, <[_]>::len)),
            Job::Tuck(_, places) => 4 + 128 * places.len(),
            Job::Unify(_, places) => points(places.len(), epochs),
            Job::Answer(_) => 1,
            Job::RollPromise(_) | Job::RollOpening(_) => 32,
            Job::Blind(task) => {
                let size = match wave.tasks.get(*task).map(|task| &task.progress) {
                    Some(Progress::Blind(_, size)) => *size,
                    _ => 0,
                };
                2 + 160 * size
            }
            Job::TestShares(task) => points(wave.summed(*task).map_or(0, <[_]>::len), 1),
            Job::Rekey(_, places) => OPENING + 2 + points(places.len(), epochs) + 1 + DEALING,
            Job::Close(_) => 3 + 32 * epochs,
            Job::Refresh(_, leaver) => {
                let groups = self.to_refresh(*leaver);
                groups.iter().map(|(_, places)| remasked(places.len())).sum()
            }
            Job::Recover(_, leaver) => {
                let groups = self.left_behind(*leaver);
                groups.iter().map(|(_, places)| points(places.len(), 1)).sum()
            }
            Job::Remask(_, places) => remasked(places.len()),
            Job::Shares(_, places) => points(places.len(), 1),
        }
    }

    /// The other present seats, with the one-time keys that parts of a key are sealed for.
    pub(super) fn recipients(
        &self,
        dealer: Seat,
        sealing: impl Iterator<Item = (Seat, SealingShare)>,
    ) -> Vec<(Seat, SealingShare)> {
        let others = self.present.without(dealer);
        sealing.filter(|(seat, _)| others.contains(*seat)).collect()
    }

    /// The key that masks these cards. All of them have the same one.
    pub(super) fn key_of(&self, places: &[Place]) -> Result<&Arc<Epoch>, Fault> {
        let card = places.first().and_then(|place| self.cards.get(place)).ok_or(Fault::NotDue)?;
        self.epoch(card.epoch).ok_or(Fault::NotDue)
    }

    /// The key that cards of different keys get, and the cards that do not have it yet, by key.
    pub(super) fn unifying(&self, places: &[Place]) -> (u16, Vec<(u16, Vec<Place>)>) {
        let mut groups = self.by_epoch(places);
        let newest = groups.pop_last().map_or(0, |(epoch, _)| epoch);
        (newest, groups.into_iter().collect())
    }
}

/// The number of the first proof of shares that are attached to an action, so that it is not that of another job.
pub(super) const TURNED: u16 = 0x8000;

/// The number of the first proof of shares with which a player leaves.
pub(super) const FAREWELL: u16 = 0xC000;

const PROOF: usize = 96;
const OPENING: usize = 96;
/// A key in escrow with five others.
const DEALING: usize = 4 + 4 * 32 + 5 * 129;

const fn shuffled(size: usize) -> usize {
    2 + 64 * size + 2 + 32 * (3 * size + 10)
}

/// That many cards under fresh masks, with their proof.
pub(super) const fn remasked(size: usize) -> usize {
    2 + 64 * size + PROOF
}

/// Points of that many cards with at most that many keys, in batches that fit into a proof.
pub(super) const fn points(size: usize, epochs: usize) -> usize {
    let batches = if size < epochs { size } else { epochs + size / MAX_DECK };
    32 * size + (2 + PROOF) * batches
}

/// The most bytes of an action with all that it brings along, beside that for each card of the table.
const ACTION: usize = 1 << 16;
const ACTION_PER_CARD: usize = 512;
