//! Entries of the journal: written down first, then they happen, then everybody is told.

use std::sync::PoisonError;

use facedown_protocol::{Kind, Refusal, State};

use super::{Actor, Summary};
use crate::room::{EntryBody, JournalEntry};
use crate::store::JournalLine;
use crate::time::Millis;

impl Actor {
    /// Writes an entry down, lets it happen and tells everybody. Whether it was written.
    pub(super) async fn append(&mut self, what: EntryBody) -> bool {
        self.reopen().await && self.write(vec![what], 0).await
    }

    /// Writes entries down, all or none, lets them happen and tells everybody. Whether they were written. So long before
    /// now all clocks are to have stopped.
    pub(super) async fn write(&mut self, what: Vec<EntryBody>, waited: Millis) -> bool {
        if self.is_archived {
            return false;
        }
        let mut entries: Vec<JournalEntry> =
            what.into_iter().map(|what| JournalEntry::now(&*self.shared.clock, what)).collect();
        if let Some(first) = entries.first_mut() {
            first.stood = self.room.stood() + waited;
        }
        let start = self.journal.len();
        let line = |(n, entry): (u64, &JournalEntry)| {
            let json = entry.to_json();
            self.journal.extend_from_slice(json.as_bytes());
            self.journal.push(b'\n');
            JournalLine { table: self.room.id().clone(), n, entry: json }
        };
        let lines = (self.room.n() + 1..).zip(&entries).map(line).collect();
        if self.shared.writer.append_all(lines).await.is_err() {
            self.journal.truncate(start);
            // Nobody can act while nothing can be written, so the clocks stand until something can.
            self.is_reopening |= self.room.deadline().is_some();
            return false;
        }
        for entry in entries {
            let state = self.room.state();
            if let Err(error) = self.room.apply(&entry) {
                // It was checked, so this is a bug. The journal is what counts, and it cannot be read to its end.
                tracing::error!(table = %self.room.id(), %error, "an entry that was checked cannot be applied");
                return false;
            }
            self.is_reopening &= !matches!(entry.what, EntryBody::Reopened);
            self.happened(&entry, state);
        }
        true
    }

    pub(super) async fn append_or_refuse(&mut self, what: EntryBody) -> Result<(), Refusal> {
        if self.is_archived {
            return Err(Refusal::plain(Kind::GameOver));
        }
        if self.append(what).await { Ok(()) } else { Err(Refusal::plain(Kind::Unavailable)) }
    }

    /// Everybody hears of what has been written down and has happened.
    fn happened(&mut self, entry: &JournalEntry, before: State) {
        let is_move = matches!(entry.what, EntryBody::Acted(_));
        let table_changed = self.room.state() != before
            || !(is_move || matches!(entry.what, EntryBody::Said { .. } | EntryBody::Reopened));
        if is_move {
            self.shared.metrics.actions.inc();
        }
        if let EntryBody::Started = entry.what {
            self.seat_bots();
            self.show_out();
        }
        self.audience.tell(&self.room, table_changed);
        self.told = self.shared.clock.now();
        // No clock ran while the entry was written: nobody knew of it.
        self.room.stand(self.told.since(self.room.last()));
        if !matches!(entry.what, EntryBody::Said { .. } | EntryBody::Reopened) {
            self.house_is_asked();
        }
        if let Some(delay) = &mut self.delay {
            delay.later(entry.clone());
            self.show_later(entry.moment());
        }
        let mut summary = self.summary.lock().unwrap_or_else(PoisonError::into_inner);
        if table_changed {
            summary.now = Summary::of(&self.room);
        } else {
            summary.now.waiting = self.room.waiting();
        }
    }
}
