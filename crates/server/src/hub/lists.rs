//! Lists of tables: the public ones and a player's own. Renames a player at all their tables.

use std::sync::Arc;

use facedown_core::Seat;
use facedown_protocol::rest::{TableFilter, TableLine};
use facedown_protocol::{Kind, Name, Refusal, State, TableId};

use super::Hub;
use crate::actor::{Summary, TableRequest};
use crate::identity::Caller;
use crate::room::{EntryBody, Journal, Room, read};
use crate::store::{PlayerId, StoreError};

/// The maximum number of tables in a list.
const MAX_LISTED: usize = 200;
/// The maximum number of archived tables in a player's list.
const MAX_ARCHIVED: u32 = 50;

impl Hub {
    /// The public tables, newest first.
    pub fn list(&self, filter: &TableFilter, caller: Option<&Caller>) -> Vec<TableLine> {
        self.lines(caller, |summary| {
            !summary.private
                && !summary.closed
                && filter.game.as_ref().is_none_or(|game| *game == summary.game)
                && filter.state.is_none_or(|state| state == summary.state)
                && filter.free.is_none_or(|free| free == (summary.free > 0))
        })
    }

    /// The tables of this player, newest first, followed by the archived ones.
    pub async fn list_of(&self, caller: &Caller) -> Result<Vec<TableLine>, Refusal> {
        let own = |summary: &Summary| {
            summary.host == caller.id || summary.players.iter().flatten().any(|p| *p == caller.id)
        };
        let mut lines = self.lines(Some(caller), |summary| own(summary) && !summary.closed);
        let failed = |error: StoreError| {
            tracing::error!(%error, "the archive cannot be read");
            Refusal::plain(Kind::Internal)
        };
        let store = &self.shared.store;
        for id in store.archived_of(&caller.id, MAX_ARCHIVED).await.map_err(failed)? {
            // An archived table that somebody watches is in memory again.
            if lines.iter().any(|line| line.id == id) {
                continue;
            }
            let journal = match store.archived_start(&id).await {
                // A damaged table must not hide the others.
                Err(StoreError::Damaged(_)) => continue,
                journal => journal.map_err(failed)?,
            };
            lines.extend(journal.and_then(|journal| archived_line(&id, &journal, caller)));
        }
        Ok(lines)
    }

    /// Renames a player, also at the tables where they sit.
    pub async fn rename(self: &Arc<Self>, caller: &Caller, name: &Name) -> Result<(), Refusal> {
        self.identity.rename(&caller.id, name).await?;
        let at: Vec<TableId> = {
            let tables = self.tables();
            let sits =
                |summary: &Summary| summary.players.iter().flatten().any(|p| *p == caller.id);
            let at = tables.handles.iter().filter(|(_, handle)| sits(&handle.summary().now));
            at.map(|(id, _)| id.clone()).collect()
        };
        for table in at {
            // A table that cannot write the change keeps the old name.
            let _ =
                self.request(&table, Some(caller), None, TableRequest::Rename(name.clone())).await;
        }
        Ok(())
    }

    fn lines(
        &self,
        caller: Option<&Caller>,
        is_listed: impl Fn(&Summary) -> bool,
    ) -> Vec<TableLine> {
        let tables = self.tables();
        let newest_first = tables.order.values().rev();
        let lines = newest_first.filter_map(|id| {
            let summary = tables.handles.get(id)?.summary();
            let summary = summary.seen_by(caller.map(|caller| &caller.id));
            is_listed(summary).then(|| line(id, summary, caller))
        });
        lines.take(MAX_LISTED).collect()
    }
}

fn line(id: &TableId, summary: &Summary, caller: Option<&Caller>) -> TableLine {
    let sits = |player: &Option<PlayerId>| player.as_ref() == caller.map(|caller| &caller.id);
    let you = caller.and_then(|_| summary.players.iter().position(sits)).and_then(Seat::new);
    TableLine {
        id: id.clone(),
        game: summary.game.clone(),
        state: summary.state,
        names: summary.names.clone(),
        free: summary.free,
        you,
        your_turn: you.is_some_and(|seat| summary.waiting.contains(seat)),
    }
}

/// The line of an archived table in its player's list; `None` if its game never started. Only the entries before the game
/// are applied, because seats do not change after that.
fn archived_line(id: &TableId, journal: &Journal, caller: &Caller) -> Option<TableLine> {
    // Chat does not change the line, and there may be much of it. Quotation marks in a text are escaped, so only chat matches.
    let lines = journal.lines().filter(|line| !line.contains(r#""what":{"said":"#));
    let mut entries = (0..).zip(lines).map_while(|(n, line)| read(n, line).ok());
    let mut room = Room::new(id.clone(), &entries.next()?).ok()?;
    for entry in entries {
        if let EntryBody::Started = entry.what {
            return Some(TableLine {
                state: State::Over,
                ..line(id, &Summary::of(&room), Some(caller))
            });
        }
        room.apply(&entry).ok()?;
    }
    None
}
