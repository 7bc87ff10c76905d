//! Entries that must still be written: those for which the store failed, and the end of a table that is too long.

use facedown_core::Seat;
use facedown_protocol::State;

use super::Actor;
use crate::room::EntryBody;

impl Actor {
    /// The next entry that is still to be written because the store failed when it was due. No client requests it again.
    pub(super) fn overdue(&self) -> Option<EntryBody> {
        if self.is_archived {
            return None;
        }
        if self.room.state() != State::Over && self.is_overlong() {
            return Some(EntryBody::Closed);
        }
        if self.is_ready_to_start() {
            return Some(EntryBody::Started);
        }
        let is_back = |seat: &Seat| self.room.chairs()[seat.index()].away;
        let back =
            self.present.iter().find(is_back).filter(|_| self.room.state() == State::Playing);
        back.map(|seat| EntryBody::Back { seat })
    }

    /// Whether the journal has reached the limit of its size. The table is then closed, before it fills memory and disk.
    fn is_overlong(&self) -> bool {
        self.journal.bytes() >= self.shared.gate.limits().journal_bytes_per_table
    }

    /// Whether the table starts automatically, and every seat is taken.
    pub(super) fn is_ready_to_start(&self) -> bool {
        let is_full = self.room.state() == State::Open && self.room.is_full();
        self.room.created().autostart && is_full
    }
}
