//! Hearing entries: who, where, what kind and how long are checked first, then the content, and only then anything changes.

use facedown_core::Seat;

use super::entry::{Entry, EntryKind, head_after};
use super::fault::{Fault, Refusal};
use super::start::Attachments;
use super::task::{Place, Task, head_with};
use super::wave::Heard;
use super::work::{TURNED, Work, points};
use super::{Stage, TableState};
use crate::encoding::Reader;
use crate::faces::FaceCode;
use crate::group::Point;

/// The maximum size of an action in bytes.
pub const MAX_ACTION: usize = 4096;

/// What an accepted entry has led to.
#[derive(Debug)]
#[must_use = "an action changes nothing before it is begun, and a finished wave waits for more tasks"]
pub enum Accepted {
    /// It is an action, and nothing has changed. If the rules permit it, go on with [`TableState::begin`].
    Action(Box<PendingAction>),
    /// Others are still due in this step.
    Part,
    /// The step has ended, and the next one has begun.
    Step,
    /// All tasks are done: the rules go on, or somebody may act. Or the table has ended.
    Done,
    /// The same was accepted before.
    Known,
    /// It belongs to an earlier step. Nobody is to blame.
    Stale,
    /// A vote that somebody has left was counted.
    Vote,
    /// This seat has left. If cards are still hidden, the stage says so: [`TableState::renew`].
    Left(Seat),
    /// Its author is at the same head.
    HeadSigned,
}

/// An action that has not been judged by the rules. Its signature and the shares that it turns cards over with are valid.
#[derive(Debug)]
pub struct PendingAction {
    entry: Entry,
    action: std::ops::Range<usize>,
    works: usize,
    shares: Vec<(Place, Point)>,
    turned: Vec<(Place, FaceCode)>,
    verify: bool,
}

impl PendingAction {
    /// The seat that acts.
    pub const fn author(&self) -> Seat {
        self.entry.author()
    }

    /// The action, which this crate does not read.
    pub fn action(&self) -> &[u8] {
        self.entry.payload().get(self.action.clone()).unwrap_or_default()
    }

    /// The cards that the action turns over.
    pub fn turned(&self) -> &[(Place, FaceCode)] {
        &self.turned
    }

    /// The entry, which is evidence if the rules do not permit the action.
    pub const fn entry(&self) -> &Entry {
        &self.entry
    }
}

impl TableState {
    /// Hears an entry. One that is refused changes nothing.
    pub fn accept(&mut self, entry: &Entry) -> Result<Accepted, Refusal> {
        self.hear(entry, true)
    }

    /// Hears an entry; the proofs of the player's own are not verified again.
    pub(super) fn hear(&mut self, entry: &Entry, verify: bool) -> Result<Accepted, Refusal> {
        self.changes.clear();
        let author = entry.author();
        if !self.seats.has(author) {
            return Err(Refusal::NoSuchSeat(author));
        }
        let (size, most) = (entry.payload().len(), self.longest());
        if size > most {
            // It is not worth hashing.
            return Err(Refusal::TooLong { size, most });
        }
        let current = entry.since() == &self.head;
        if !current && !self.past.contains(entry.since()) {
            return Err(Refusal::Unplaced);
        }
        let digest = entry.digest(&self.id);
        if verify && !entry.has_signed(&digest, &self.genesis) {
            return Err(Refusal::Signature);
        }
        match self.said.get(&entry.place()) {
            Some(said) if *said == digest => return Ok(Accepted::Known),
            Some(_) if entry.kind().may_be_repeated() => {}
            Some(_) => return Err(Refusal::Contradiction),
            None => {}
        }
        if !current {
            // Nothing depends on it, but it still convicts its author if that said something else there.
            self.said.insert(entry.place(), digest);
            return Ok(Accepted::Stale);
        }
        if !self.present.contains(author) {
            return Err(Refusal::NoSuchSeat(author));
        }
        match entry.kind() {
            EntryKind::Work => self.hear_work(entry, digest, verify),
            EntryKind::Action => Ok(Accepted::Action(Box::new(self.hear_action(entry, verify)?))),
            EntryKind::Head => {
                short(entry, 0)?;
                self.said.insert(entry.place(), digest);
                self.signed = self.signed.with(author);
                Ok(Accepted::HeadSigned)
            }
            EntryKind::Complaint => {
                let dealer = self.complained(entry)?;
                self.said.insert(entry.place(), digest);
                self.stage = Stage::Over(super::Ending::Cheated(dealer));
                Ok(Accepted::Done)
            }
            EntryKind::Farewell => self.hear_farewell(entry, digest, verify),
            EntryKind::Forfeit(seat) => {
                short(entry, 1)?;
                self.hear_vote(entry, seat, digest)
            }
        }
    }

    fn hear_work(
        &mut self,
        entry: &Entry,
        digest: [u8; 64],
        verify: bool,
    ) -> Result<Accepted, Refusal> {
        let author = entry.author();
        if self.stage != Stage::Working {
            return Err(Fault::NotDue.into());
        }
        let jobs = self.wave.step.due.get(&author).ok_or(Fault::NotDue)?;
        let works = self.read_work(&self.wave, author, jobs, entry.payload(), verify)?;
        self.said.insert(entry.place(), digest);
        self.wave.step.heard.insert(author, Heard { digest, works });
        if !self.wave.step.missing().is_empty() {
            return Ok(Accepted::Part);
        }
        self.end_step();
        Ok(self.after_step())
    }

    /// Reads an action and the shares that are attached to it. The rest is not decoded before the tasks say how long it may be.
    fn hear_action(&self, entry: &Entry, verify: bool) -> Result<PendingAction, Fault> {
        if self.stage != Stage::Idle {
            return Err(Fault::NotDue);
        }
        let payload = entry.payload();
        let mut from = Reader::new(payload);
        let length = from.count(MAX_ACTION)?;
        from.take(length)?;
        let count = from.count(self.cards.len())?;
        let mut places = Vec::with_capacity(count);
        for _ in 0..count {
            let place = Place(from.short()?);
            // Only cards of which all other shares are on the log can be turned over, each once and in order.
            let alone = self.holder(place) == Some(entry.author());
            if !alone || places.last().is_some_and(|last| *last >= place) {
                return Err(Fault::NotTurnable(place));
            }
            places.push(place);
        }
        let size = if count == 0 { 0 } else { usize::from(from.short()?) };
        let groups = self.by_epoch(&places);
        let most = groups.values().map(|places| points(places.len(), 1)).sum();
        if size > most {
            return Err(Fault::TooLong { size, most });
        }
        let shares = self.read_shares(entry.author(), TURNED, groups, from.take(size)?, verify)?;
        let works = 2 + length + 2 + 2 * count + if count == 0 { 0 } else { 2 + size };
        let read = |(place, share): &(Place, Point)| {
            let card = self.cards.get(place)?;
            let point = card.masked.unmask(card.shares.values().chain([share]));
            Some((*place, FaceCode::of(&point).ok()?))
        };
        let turned: Vec<_> = shares.iter().filter_map(read).collect();
        let (action, entry) = (2..2 + length, entry.clone());
        Ok(PendingAction { entry, action, works, shares, turned, verify })
    }

    /// Begins an action that the rules permit, with all tasks that it causes.
    ///
    /// The cards that it turns over are public then, whether or not a task reveals them.
    pub fn begin(&mut self, action: PendingAction, tasks: Vec<Task>) -> Result<Accepted, Refusal> {
        self.changes.clear();
        let PendingAction { entry, works, shares, verify, .. } = action;
        let author = entry.author();
        if entry.since() != &self.head {
            return Ok(Accepted::Stale);
        }
        if self.stage != Stage::Idle {
            return Err(Fault::NotDue.into());
        }
        let head = head_with(&self.head, &tasks);
        let turned: Vec<Place> = shares.iter().map(|(place, _)| *place).collect();
        let attached = self.attachments(author, &turned, tasks)?;
        let payload = entry.payload().get(works..).unwrap_or_default();
        let read = self.read_work(&attached.wave, author, &attached.jobs, payload, verify)?;
        let digest = entry.digest(&self.id);
        self.said.insert(entry.place(), digest);
        self.begun(author, &shares, attached, read, head_after(&head, [&digest].into_iter()));
        Ok(self.after_step())
    }

    /// Carries out what came with an action.
    fn begun(
        &mut self,
        author: Seat,
        shares: &[(Place, Point)],
        attached: Attachments,
        works: Vec<Work>,
        head: [u8; 32],
    ) {
        let asked = self.head;
        self.advance(head);
        self.wave_number += 1;
        self.chance = None;
        self.wave = attached.wave;
        self.stage = Stage::Working;
        for (place, share) in shares {
            if let Some(card) = self.cards.get_mut(place) {
                card.shares.insert(author, *share);
            }
            self.read(*place);
        }
        self.apply(vec![(author, attached.jobs, works)], &asked);
        self.settle();
    }
}

/// Checks that the payload has at most so many bytes.
fn short(entry: &Entry, most: usize) -> Result<(), Fault> {
    let size = entry.payload().len();
    if size > most { Err(Fault::TooLong { size, most }) } else { Ok(()) }
}
