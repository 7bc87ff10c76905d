//! Replays: the frames that a viewer was sent, made again from the journal.

use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use facedown_core::Viewer;
use facedown_protocol::TableId;

use super::Actor;
use super::connection::Connection;
use super::viewers::Viewers;
use crate::metrics::Metrics;
use crate::outlet::{Frame, Outlet, SendError};
use crate::room::{Applied, EntryBody, FoldError, Journal, Room};
use crate::words::Lexicon;

/// A table's journal, from which the frames are made.
pub struct Replay {
    table: TableId,
    journal: Journal,
    lexicon: Arc<Lexicon>,
}

impl Replay {
    /// The frames that this viewer was sent since the deal, padded to a multiple of `pad` bytes. The caller has to check
    /// permissions.
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
        frames(room, viewer, pad, Arc::clone(&self.lexicon), |room| {
            entries.next().map(|entry| room.apply(&entry?))
        })
    }
}

impl Actor {
    /// The replay up to this entry. Delayed spectators get only what they have been sent.
    pub(super) fn replay_until(&self, last: u64) -> Replay {
        let len = usize::try_from(last).map_or(usize::MAX, |last| last + 1);
        let (table, journal) = (self.table().clone(), self.journal.first(len));
        Replay { table, journal, lexicon: Arc::clone(&self.shared.lexicon) }
    }
}

/// The frames that this viewer is sent from now on: a welcome with the events of the deal, and an update each time that
/// `go_on` applies an entry to the room, until it returns `None`.
pub fn frames(
    mut room: Room,
    viewer: Viewer,
    pad: usize,
    lexicon: Arc<Lexicon>,
    mut go_on: impl FnMut(&mut Room) -> Option<Result<Applied, FoldError>>,
) -> Result<Vec<Bytes>, FoldError> {
    let heard = Arc::new(FrameLog::default());
    // Frames of replays are not counted in the server's metrics.
    let mut audience = Viewers::new(pad, lexicon, Arc::new(Metrics::default()));
    let out: Arc<FrameLog> = Arc::clone(&heard);
    let connection = Connection::new(0, None, out, Arc::default());
    audience.welcome(&room, viewer, connection, room.n().checked_sub(1), room.last());
    while let Some(applied) = go_on(&mut room) {
        audience.send_update(&room, applied?.info_changed);
    }
    Ok(std::mem::take(&mut *heard.lock()))
}

/// Collects all frames.
#[derive(Default)]
struct FrameLog(Mutex<Vec<Bytes>>);

impl FrameLog {
    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Bytes>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Outlet for FrameLog {
    fn send(&self, frame: &Frame) -> Result<(), SendError> {
        self.lock().push(frame.payload());
        Ok(())
    }

    fn close(&self) {}
}
