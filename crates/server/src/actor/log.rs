//! The log of a table: everything that a viewer was told since the first entry, in pages.

use bytes::Bytes;
use facedown_core::Seat;
use facedown_protocol::rest::Log;
use facedown_protocol::{By, Kind, Missed, Refusal, Said};
use serde_json::value::RawValue;

use super::Actor;
use crate::room::{EntryBody, read};
use crate::store::PlayerId;

/// The maximum number of entries in a page.
const MAX_ENTRIES_PER_PAGE: u64 = 256;

/// Occurs in the journal lines of chat messages and in no others, because quotation marks in a text are escaped.
const CHAT_MARKER: &str = r#""what":{"said":"#;

impl Actor {
    /// The page of this player's log that ends before entry `before`, as JSON, padded like a frame.
    ///
    /// It has the same contents as the updates, so it shows what the player may see, and to a delayed spectator only what
    /// was sent so far.
    pub(super) fn log(
        &mut self,
        player: Option<&PlayerId>,
        before: Option<u64>,
    ) -> Result<Bytes, Refusal> {
        self.room.may_watch(player)?;
        let (viewer, pad) = (self.room.viewer(player), self.shared.pad);
        let end = self.room_for(player).n() + 1;
        let end = before.map_or(end, |before| before.min(end));
        let first = end.saturating_sub(MAX_ENTRIES_PER_PAGE);
        let said = self.said_between(first, end);
        let room = self.room_for(player);
        let events: Vec<Vec<Box<RawValue>>> = (first..end)
            .map(|n| {
                let told = room.game().zip(room.events_at(n));
                told.map_or_else(Vec::new, |(game, told)| game.events_of(told, viewer))
            })
            .collect();
        let entries = (first..end).zip(events.iter().zip(said)).map(|(n, (events, said))| {
            let (by, seat): (Option<By>, Option<Seat>) = room.acted_for(n).unzip();
            let events = events.iter().map(AsRef::as_ref).collect();
            Missed { n, ack: None, by, seat, events, said }
        });
        let entries = entries.collect();
        let mut text = serde_json::to_vec(&Log { first, entries })
            .map_err(|_| Refusal::plain(Kind::Internal))?;
        if pad > 0 {
            text.resize(text.len().next_multiple_of(pad), b' ');
        }
        Ok(text.into())
    }

    /// The chat message in each of these entries, if there is one.
    fn said_between(&self, first: u64, end: u64) -> Vec<Option<Said>> {
        let skipped = usize::try_from(first).unwrap_or(usize::MAX);
        let lines = (first..end).zip(self.journal.lines().skip(skipped));
        let said = lines.map(|(n, line)| {
            let entry = line.contains(CHAT_MARKER).then(|| read(n, line).ok()).flatten()?;
            match entry.what {
                EntryBody::Said { seat, name, text, .. } => Some(Said { seat, name, text }),
                _ => None,
            }
        });
        said.collect()
    }
}
