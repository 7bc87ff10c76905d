//! Entries of the journal: written down first, then they happen, then everybody is told.

use std::sync::PoisonError;

use facedown_protocol::{Kind, Refusal};

use super::{Actor, Summary};
use crate::room::{Applied, Draft, EntryBody, JournalEntry};
use crate::store::JournalLine;
use crate::time::Millis;

impl Actor {
    /// Writes an entry down, lets it happen and tells everybody. Whether it was written.
    pub(super) async fn append(&mut self, draft: impl Into<Draft>) -> bool {
        let draft = draft.into();
        self.reopen().await && self.write(vec![draft], 0).await.is_some()
    }

    /// Writes entries down, all or none, lets them happen and tells everybody. Gives what came of the last of them;
    /// nothing, if they could not be written. So long before now all clocks are to have stopped.
    pub(super) async fn write(&mut self, drafts: Vec<Draft>, waited: Millis) -> Option<Applied> {
        if self.is_archived {
            return None;
        }
        let mut stood = self.room.stood() + waited;
        let start = self.journal.len();
        let (mut lines, mut entries) =
            (Vec::with_capacity(drafts.len()), Vec::with_capacity(drafts.len()));
        for (n, Draft { what, permit }) in (self.room.n() + 1..).zip(drafts) {
            let mut entry = JournalEntry::now(&*self.shared.clock, what);
            entry.stood = std::mem::take(&mut stood);
            let line = self.journal.push(&entry).into();
            lines.push(JournalLine { table: self.room.id().clone(), n, entry: line });
            entries.push((entry, permit));
        }
        if self.shared.writer.append_all(lines).await.is_err() {
            self.journal.truncate(start);
            // Nobody can act while nothing can be written, so the clocks stand until something can.
            self.is_reopening |= self.room.deadline().is_some();
            return None;
        }
        let mut last = None;
        for (entry, permit) in entries {
            let applied = match self.room.apply_with(&entry, permit) {
                Ok(applied) => applied,
                Err(error) => {
                    // It was checked, so this is a bug. The journal is what counts, and it cannot be read to its end.
                    tracing::error!(table = %self.room.id(), %error, "an entry that was checked cannot be applied");
                    return None;
                }
            };
            self.is_reopening &= !matches!(entry.what, EntryBody::Reopened);
            self.happened(entry, applied.info_changed);
            last = Some(applied);
        }
        last
    }

    pub(super) async fn append_or_refuse(&mut self, what: EntryBody) -> Result<(), Refusal> {
        if self.is_archived {
            return Err(Refusal::plain(Kind::GameOver));
        }
        if self.append(what).await { Ok(()) } else { Err(Refusal::plain(Kind::Unavailable)) }
    }

    /// Everybody hears of what has been written down and has happened.
    fn happened(&mut self, entry: JournalEntry, info_changed: bool) {
        if matches!(entry.what, EntryBody::Acted(_)) {
            self.shared.metrics.actions.inc();
        }
        if let EntryBody::Started = entry.what {
            self.seat_bots();
            self.show_out();
        }
        self.audiences.live.tell(&self.room, info_changed);
        self.told = self.shared.clock.now();
        // No clock ran while the entry was written: nobody knew of it.
        self.room.stand(self.told.since(self.room.last()));
        if !matches!(entry.what, EntryBody::Said { .. } | EntryBody::Reopened) {
            self.house_is_asked();
        }
        let now = entry.moment();
        self.audiences.show_later(entry);
        self.show_due(now);
        let mut summary = self.summary.lock().unwrap_or_else(PoisonError::into_inner);
        if info_changed {
            summary.now = Summary::of(&self.room);
        } else {
            summary.now.waiting = self.room.waiting();
        }
    }
}
