//! Writes journal entries: an entry is committed first, then applied to the room, then sent to the viewers.

use std::sync::PoisonError;

use facedown_protocol::{Kind, Refusal};

use super::{Actor, Summary};
use crate::room::{Applied, Draft, EntryBody, JournalEntry};
use crate::store::JournalLine;
use crate::time::Millis;

impl Actor {
    /// Commits an entry, applies it and sends the updates. Returns whether it was written.
    pub(super) async fn append(&mut self, draft: impl Into<Draft>) -> bool {
        let draft = draft.into();
        self.reopen().await && self.write(vec![draft], 0).await.is_some()
    }

    /// Commits entries, all or none, applies them and sends the updates. Returns the outcome of the last one, or `None` if
    /// they could not be written. `waited` is for how long the clocks are to have stopped before now.
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
            // No player can act while nothing can be written, so the clocks stop until writing works again.
            self.is_reopening |= self.room.deadline().is_some();
            return None;
        }
        let mut last = None;
        for (entry, permit) in entries {
            let applied = match self.room.apply_with(&entry, permit) {
                Ok(applied) => applied,
                Err(error) => {
                    // It was checked before, so this is a bug: this journal cannot be replayed to its end.
                    tracing::error!(table = %self.room.id(), %error, "an entry that was checked cannot be applied");
                    return None;
                }
            };
            self.is_reopening &= !matches!(entry.what, EntryBody::Reopened);
            self.announce_entry(entry, applied.info_changed);
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

    /// Sends the updates for an entry that has been committed and applied.
    fn announce_entry(&mut self, entry: JournalEntry, info_changed: bool) {
        if matches!(entry.what, EntryBody::Acted(_)) {
            self.shared.metrics.actions.inc();
        }
        if let EntryBody::Started = entry.what {
            self.seat_bots();
            self.disconnect_unauthorized();
        }
        self.audiences.live.send_update(&self.room, info_changed);
        self.last_update = self.shared.clock.now();
        // The clocks did not run while the entry was written, because no player knew of it.
        self.room.stand(self.last_update.since(self.room.last()));
        if !matches!(entry.what, EntryBody::Said { .. } | EntryBody::Reopened) {
            self.restart_bot_pause();
        }
        let now = entry.moment();
        self.audiences.queue_for_delayed(entry);
        self.send_due_to_delayed(now);
        let mut summary = self.summary.lock().unwrap_or_else(PoisonError::into_inner);
        if info_changed {
            summary.now = Summary::of(&self.room);
        } else {
            summary.now.waiting = self.room.waiting();
        }
    }
}
