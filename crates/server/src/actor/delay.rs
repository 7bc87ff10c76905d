//! Delayed spectators: a second room that is folded from the same entries, some time later.

use std::collections::VecDeque;

use facedown_core::Viewer;
use facedown_protocol::Spectators;

use super::connection::Connection;
use super::viewers::Viewers;
use crate::room::{EntryBody, FoldError, Journal, JournalEntry, Room};
use crate::time::{Millis, Moment};

/// The delayed spectators of a table, and the room as they see it.
///
/// They are sent what a live spectator was sent then, so nothing has to be filtered out of the current state.
pub(super) struct DelayedAudience {
    room: Room,
    delay: Millis,
    /// The entries that are still to be sent, with the time when they happened.
    queue: VecDeque<(Moment, JournalEntry)>,
    pub(super) viewers: Viewers,
}

impl DelayedAudience {
    /// Folds the room as it was before the delay, if the table has delayed spectators. `kept` is the clock when it was last
    /// saved.
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
            delay: Millis::from(seconds) * 1000,
            queue: VecDeque::new(),
            viewers,
        };
        // Times that go back, or are ahead of the clock, were taken from another clock. So the minimum age of each entry is
        // used instead.
        let (mut age, mut last) = (0, first.moment());
        let end = room.last().min(kept);
        for entry in entries {
            let entry = entry?;
            age += entry.moment().since(last);
            last = entry.moment();
            delay.queue.push_back((end - room.age().saturating_sub(age), entry));
            // Applied one at a time, so that a long journal is not parsed into memory as a whole.
            delay.catch_up(kept, kept);
        }
        Ok(Some(delay))
    }

    /// Queues an entry.
    pub(super) fn queue_entry(&mut self, entry: JournalEntry) {
        self.queue.push_back((entry.moment(), entry));
    }

    /// When the next entry is due. Entries before the game are not delayed, since there is nothing to hide.
    pub(super) fn due(&self) -> Option<Moment> {
        let (at, next) = self.queue.front()?;
        Some(if is_before_the_game(&self.room, next) { *at } else { *at + self.delay })
    }

    /// When the next entry is due, if the clock has to be saved before that: otherwise a server that is killed and started
    /// again would be behind what it has already sent.
    pub(super) fn save_clock_before(&self, kept: Moment) -> Option<Moment> {
        let (_, next) = self.queue.front()?;
        self.due().filter(|due| *due > kept && !is_before_the_game(&self.room, next))
    }

    /// Applies and sends the entries that are due. Returns whether there were any.
    pub(super) fn catch_up(&mut self, now: Moment, kept: Moment) -> bool {
        let before = self.queue.len();
        while self.due().is_some_and(|due| due <= now) && self.save_clock_before(kept).is_none() {
            let Some((_, entry)) = self.queue.pop_front() else { break };
            // It was applied to the live room, so it can be applied here.
            if let Ok(applied) = self.room.apply(&entry) {
                self.viewers.send_update(&self.room, applied.info_changed);
            }
        }
        self.queue.len() != before
    }

    /// The room as spectators see it.
    pub(super) const fn room(&self) -> &Room {
        &self.room
    }

    /// Adds a spectator's connection and sends it a welcome.
    pub(super) fn welcome(&mut self, connection: Connection, since: Option<u64>, now: Moment) {
        let then = self.room.last().max(now - self.delay);
        self.viewers.welcome(&self.room, Viewer::Spectator, connection, since, then);
    }
}

fn is_before_the_game(room: &Room, entry: &JournalEntry) -> bool {
    room.game().is_none() && !matches!(entry.what, EntryBody::Started)
}
