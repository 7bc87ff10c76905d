//! Spectators who see everything later: a second room that follows the first at a distance.

use std::collections::VecDeque;

use facedown_core::Viewer;
use facedown_protocol::Spectators;

use super::connection::Connection;
use super::viewers::Viewers;
use crate::room::{EntryBody, FoldError, Journal, JournalEntry, Room};
use crate::time::{Millis, Moment};

/// A room that follows another at a distance, for those who may only see it so.
///
/// They are shown what they would have seen then, so nothing has to be taken out of what is shown now.
pub(super) struct DelayedAudience {
    room: Room,
    by: Millis,
    /// What is still to be shown, with when it happened.
    coming: VecDeque<(Moment, JournalEntry)>,
    pub(super) viewers: Viewers,
}

impl DelayedAudience {
    /// The room as it was so long ago, if the table has delayed spectators. `kept` is what the clock showed when that was
    /// last kept.
    pub(super) fn new(
        room: &Room,
        journal: &Journal,
        viewers: Viewers,
        kept: Moment,
    ) -> Result<Option<Self>, FoldError> {
        let Spectators::Delayed(seconds) = room.created().spectators else { return Ok(None) };
        let mut entries = journal.entries();
        let first = entries.next().ok_or(FoldError::NotCreated)??;
        let mut delay = Self {
            room: Room::new(room.id().clone(), &first)?,
            by: Millis::from(seconds) * 1000,
            coming: VecDeque::new(),
            viewers,
        };
        // Where the times of a journal go back, or are ahead of the clock, they are of another clock. What counts is how
        // long ago an entry was at least.
        let (mut age, mut last) = (0, first.moment());
        let end = room.last().min(kept);
        for entry in entries {
            let entry = entry?;
            age += entry.moment().since(last);
            last = entry.moment();
            delay.coming.push_back((end - room.age().saturating_sub(age), entry));
            // One at a time, so that a long journal is not in memory as a whole.
            delay.catch_up(kept, kept);
        }
        Ok(Some(delay))
    }

    /// An entry to be shown later.
    pub(super) fn later(&mut self, entry: JournalEntry) {
        self.coming.push_back((entry.moment(), entry));
    }

    /// When the next entry is to be shown. Before the game there is nothing to hide.
    pub(super) fn due(&self) -> Option<Moment> {
        let (at, next) = self.coming.front()?;
        Some(if is_before_the_game(&self.room, next) { *at } else { *at + self.by })
    }

    /// When the next entry is to be shown, if the clock has to be kept before that: otherwise a house that falls over and
    /// opens again would have forgotten what it showed.
    pub(super) fn waits_for(&self, kept: Moment) -> Option<Moment> {
        let (_, next) = self.coming.front()?;
        self.due().filter(|due| *due > kept && !is_before_the_game(&self.room, next))
    }

    /// Shows what is due. Whether that was anything.
    pub(super) fn catch_up(&mut self, now: Moment, kept: Moment) -> bool {
        let before = self.coming.len();
        while self.due().is_some_and(|due| due <= now) && self.waits_for(kept).is_none() {
            let Some((_, entry)) = self.coming.pop_front() else { break };
            // It has happened in the other room, so it can happen here.
            if let Ok(applied) = self.room.apply(&entry) {
                self.viewers.tell(&self.room, applied.info_changed);
            }
        }
        self.coming.len() != before
    }

    /// The room as spectators see it.
    pub(super) const fn room(&self) -> &Room {
        &self.room
    }

    /// Lets a spectator look on.
    pub(super) fn welcome(&mut self, connection: Connection, since: Option<u64>, now: Moment) {
        let then = self.room.last().max(now - self.by);
        self.viewers.welcome(&self.room, Viewer::Spectator, connection, since, then);
    }
}

fn is_before_the_game(room: &Room, entry: &JournalEntry) -> bool {
    room.game().is_none() && !matches!(entry.what, EntryBody::Started)
}
