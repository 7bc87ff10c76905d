//! What is to be written as soon as it can: what could not be when it happened, and the end of a table that is too long.

use facedown_core::Seat;
use facedown_protocol::State;

use super::Actor;
use crate::room::EntryBody;

impl Actor {
    /// What is still to be written, if the store failed when it was due. Nobody asks for it again.
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
        let back = self.here.iter().find(is_back).filter(|_| self.room.state() == State::Playing);
        back.map(|seat| EntryBody::Back { seat })
    }

    /// Whether the journal is longer than any game needs it: it is closed before it fills memory and disk.
    fn is_overlong(&self) -> bool {
        self.journal.bytes() >= self.shared.gate.limits().journal_bytes_per_table
    }

    /// Whether the table begins as soon as every seat is taken, and every seat is.
    pub(super) fn is_ready_to_start(&self) -> bool {
        let is_full = self.room.state() == State::Open && self.room.is_full();
        self.room.created().autostart && is_full
    }
}
