//! The two audiences of a table: live viewers, and spectators with a delay.

use std::sync::{Arc, PoisonError};

use facedown_core::{Seats, Viewer};
use facedown_protocol::{FromServer, Kind, Name, Refusal, State};

use super::connection::Connection;
use super::delay::DelayedAudience;
use super::viewers::Viewers;
use super::{Actor, ActorContext, Summary};
use crate::room::{FoldError, Journal, JournalEntry, Room};
use crate::store::PlayerId;
use crate::time::Moment;

/// All viewers of a table. No connection is in both audiences.
pub(super) struct Audiences {
    /// Players, and spectators unless they are delayed.
    pub(super) live: Viewers,
    /// Delayed spectators, if the table has such spectators.
    delayed: Option<DelayedAudience>,
}

impl Audiences {
    /// The audiences of a room with this journal, without connections.
    pub(super) fn new(
        room: &Room,
        journal: &Journal,
        context: &ActorContext,
    ) -> Result<Self, FoldError> {
        let viewers = || {
            Viewers::new(context.pad, Arc::clone(&context.lexicon), Arc::clone(&context.metrics))
        };
        let delayed = DelayedAudience::new(room, journal, viewers(), context.saved_clock())?;
        Ok(Self { live: viewers(), delayed })
    }

    /// The room as delayed spectators see it, if the table has such spectators.
    pub(super) fn delayed_room(&self) -> Option<&Room> {
        self.delayed.as_ref().map(DelayedAudience::room)
    }

    /// The room as this viewer sees it, where `room` is the current one.
    pub(super) fn room_for<'a>(&'a self, viewer: Viewer, room: &'a Room) -> &'a Room {
        self.delayed_room().filter(|_| viewer == Viewer::Spectator).unwrap_or(room)
    }

    /// Whether there are no connections.
    pub(super) fn is_empty(&self) -> bool {
        self.each().all(Viewers::is_empty)
    }

    /// The connection with this id.
    pub(super) fn find(&self, id: u64) -> Option<&Connection> {
        self.each().find_map(|viewers| viewers.find(id)).map(|(_, connection)| connection)
    }

    /// Whether the entry with this number has been sent to this connection. Delayed spectators get it later.
    pub(super) fn has_been_sent(&self, id: u64, n: u64) -> bool {
        let delayed = self.delayed.as_ref().filter(|delayed| delayed.viewers.find(id).is_some());
        delayed.is_none_or(|delayed| n <= delayed.room().n())
    }

    /// Adds a connection and sends it a welcome. `since` is the number of the last update that the client has.
    pub(super) fn welcome(
        &mut self,
        room: &Room,
        viewer: Viewer,
        connection: Connection,
        since: Option<u64>,
        now: Moment,
    ) {
        match (&mut self.delayed, viewer) {
            (Some(delayed), Viewer::Spectator) => delayed.welcome(connection, since, now),
            _ => self.live.welcome(room, viewer, connection, since, now),
        }
    }

    /// Removes a connection.
    pub(super) fn remove(&mut self, id: u64) {
        self.each_mut().for_each(|viewers| drop(viewers.remove(id)));
    }

    /// Removes the connections of this player and returns them.
    pub(super) fn remove_player(&mut self, player: &PlayerId) -> Vec<Connection> {
        self.each_mut().flat_map(|viewers| viewers.remove_player(player)).collect()
    }

    /// Changes the name of this player at the player's connections.
    pub(super) fn rename(&mut self, player: &PlayerId, name: &Name) {
        self.each_mut().for_each(|viewers| viewers.rename(player, name));
    }

    /// Removes all connections and returns them.
    pub(super) fn drain(&mut self) -> impl Iterator<Item = Connection> {
        self.each_mut().flat_map(Viewers::drain)
    }

    /// Sends a message to one connection.
    pub(super) fn answer(&mut self, to: u64, message: &FromServer<'_>) {
        self.each_mut().for_each(|viewers| viewers.answer(to, message));
    }

    /// Queues an entry for delayed spectators, if the table has such spectators.
    pub(super) fn queue_for_delayed(&mut self, entry: JournalEntry) {
        if let Some(delayed) = &mut self.delayed {
            delayed.queue_entry(entry);
        }
    }

    /// Sends delayed spectators the entries that are due. Returns whether there were any.
    pub(super) fn send_due_to_delayed(&mut self, now: Moment, kept: Moment) -> bool {
        self.delayed.as_mut().is_some_and(|delayed| delayed.catch_up(now, kept))
    }

    /// When the next entry is due for delayed spectators.
    pub(super) fn due(&self) -> Option<Moment> {
        self.delayed.as_ref().and_then(DelayedAudience::due)
    }

    /// The same, if the clock has to be saved before that entry is sent.
    pub(super) fn save_clock_before(&self, kept: Moment) -> Option<Moment> {
        self.delayed.as_ref().and_then(|delayed| delayed.save_clock_before(kept))
    }

    /// The seats of players who are connected.
    pub(super) fn present(&self) -> Seats {
        self.live.present()
    }

    fn each(&self) -> impl Iterator<Item = &Viewers> {
        std::iter::once(&self.live).chain(self.delayed.as_ref().map(|delayed| &delayed.viewers))
    }

    fn each_mut(&mut self) -> impl Iterator<Item = &mut Viewers> {
        let delayed = self.delayed.as_mut().map(|delayed| &mut delayed.viewers);
        std::iter::once(&mut self.live).chain(delayed)
    }
}

impl Actor {
    /// Sends delayed spectators the entries that are due.
    pub(super) fn send_due_to_delayed(&mut self, now: Moment) {
        if self.audiences.send_due_to_delayed(now, self.shared.saved_clock()) {
            let mut summary = self.summary.lock().unwrap_or_else(PoisonError::into_inner);
            summary.later = self.audiences.delayed_room().map(Summary::of);
        }
    }

    /// The room as an HTTP request of this player may show it: those who do not play see what spectators see.
    pub(super) fn room_for(&mut self, player: Option<&PlayerId>) -> &Room {
        self.send_due_to_delayed(self.shared.clock.now());
        self.audiences.room_for(self.room.viewer(player), &self.room)
    }

    /// Replaces "game over" in a refusal for a player who has not been shown the end of the game yet.
    pub(super) fn hide_game_over(&mut self, player: &PlayerId, refusal: Refusal) -> Refusal {
        let is_over = self.room_for(Some(player)).state() == State::Over;
        if !is_over && refusal == Refusal::plain(Kind::GameOver) {
            return Refusal::plain(Kind::AlreadyStarted);
        }
        refusal
    }
}
