//! A game once more: what a viewer was sent, message by message.

use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use facedown_core::Viewer;
use facedown_protocol::TableId;

use super::Actor;
use super::connection::Connection;
use super::viewers::Viewers;
use crate::metrics::Metrics;
use crate::outlet::{Outlet, Stuck, TextFrame};
use crate::room::{Applied, EntryBody, FoldError, Journal, Room};

/// A table's journal, from which its game is shown again.
pub struct Replay {
    table: TableId,
    journal: Journal,
}

impl Replay {
    /// What this viewer was sent, from the deal on, padded to a multiple of `pad` bytes. Whether somebody may have it is
    /// not asked here.
    pub fn frames(&self, viewer: Viewer, pad: usize) -> Result<Vec<Bytes>, FoldError> {
        let mut entries = self.journal.entries();
        let mut room =
            Room::new(self.table.clone(), &entries.next().ok_or(FoldError::NotCreated)??)?;
        for entry in entries.by_ref() {
            let entry = entry?;
            room.apply(&entry)?;
            if matches!(entry.what, EntryBody::Started) {
                break;
            }
        }
        frames(room, viewer, pad, |room| entries.next().map(|entry| room.apply(&entry?)))
    }
}

impl Actor {
    /// The replay as far as this entry: whoever sees everything later reads no further than they have seen.
    pub(super) fn replay_until(&self, last: u64) -> Replay {
        let len = usize::try_from(last).map_or(usize::MAX, |last| last + 1);
        Replay { table: self.table().clone(), journal: self.journal.first(len) }
    }
}

/// What this viewer is sent from now on: a welcome with what was told at the deal, and an update each time that `go_on`
/// applies an entry to the room, until there are no more.
pub fn frames(
    mut room: Room,
    viewer: Viewer,
    pad: usize,
    mut go_on: impl FnMut(&mut Room) -> Option<Result<Applied, FoldError>>,
) -> Result<Vec<Bytes>, FoldError> {
    let heard = Arc::new(Heard::default());
    // It is not what the house is busy with, so it is not counted.
    let mut audience = Viewers::new(pad, Arc::new(Metrics::default()));
    let out: Arc<Heard> = Arc::clone(&heard);
    let connection = Connection::new(0, None, out, Arc::default());
    audience.welcome(&room, viewer, connection, room.n().checked_sub(1), room.last());
    while let Some(applied) = go_on(&mut room) {
        audience.tell(&room, applied?.info_changed);
    }
    Ok(std::mem::take(&mut *heard.lock()))
}

/// Keeps all messages.
#[derive(Default)]
struct Heard(Mutex<Vec<Bytes>>);

impl Heard {
    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Bytes>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Outlet for Heard {
    fn send(&self, frame: &TextFrame) -> Result<(), Stuck> {
        self.lock().push(frame.text());
        Ok(())
    }

    fn close(&self) {}
}
