//! Frees seats whose players are gone, and ends, closes and archives tables that nobody needs any more.

use facedown_core::Seat;
use facedown_protocol::relay::PeerState;
use facedown_protocol::{ByeReason, Refusal};

use super::actor::{Next, PeerActor};
use super::journal::PeerEvent;
use crate::time::{Millis, Moment};

/// How long the player of a seat may have no connection before the game begins, and how long the machines may take to agree
/// on a genesis.
const PATIENCE: Millis = 10 * 60 * 1000;

impl PeerActor {
    /// Does what is due. Failed writes are tried again at the next sweep.
    pub(super) async fn sweep(&mut self) -> Next {
        let now = self.shared.clock.now();
        if !self.peers.is_empty() {
            self.last_visit = now;
        }
        let unvisited = now.since(self.last_visit);
        if self.is_archived {
            return if self.peers.is_empty() { Next::Stop } else { Next::Continue };
        }
        // The store has logged why a write failed.
        let _ = match self.room.state() {
            PeerState::Open => self.tidy_open(now, unvisited).await,
            PeerState::Agreeing => self.tidy_agreeing(now).await,
            PeerState::Playing if unvisited >= self.shared.unvisited => self.end().await,
            PeerState::Playing => self.end_if_done().await,
            PeerState::Over | PeerState::Closed => Ok(()),
        };
        let quiet = now.since(self.room.last()).min(unvisited);
        if self.room.has_ended() && quiet >= self.shared.linger {
            return self.archive().await;
        }
        Next::Continue
    }

    async fn tidy_open(&mut self, now: Moment, unvisited: Millis) -> Result<(), Refusal> {
        self.free_absent(now).await?;
        let is_empty = self.room.taken().is_empty();
        if is_empty && unvisited.min(now.since(self.room.last())) >= self.shared.abandon {
            self.append(PeerEvent::Closed).await?;
        }
        Ok(())
    }

    async fn tidy_agreeing(&mut self, now: Moment) -> Result<(), Refusal> {
        self.free_absent(now).await?;
        if self.room.state() != PeerState::Agreeing || now.since(self.agreeing_since) < PATIENCE {
            return Ok(());
        }
        let silent = |seat: &Seat| !self.seats[seat.index()].has_answered;
        let silent: Vec<Seat> = self.room.all_seats().filter(silent).collect();
        for seat in &silent {
            self.free(*seat).await?;
        }
        if silent.is_empty() {
            // All have answered, and not with the same genesis: they never will.
            self.append(PeerEvent::Closed).await?;
            self.announce_table();
        }
        Ok(())
    }

    async fn free_absent(&mut self, now: Moment) -> Result<(), Refusal> {
        let is_gone = |seat: &Seat| self.is_absent_for(*seat, PATIENCE, now);
        let gone: Vec<Seat> = self.room.taken().iter().filter(is_gone).collect();
        for seat in gone {
            self.free(seat).await?;
        }
        Ok(())
    }

    fn is_absent_for(&self, seat: Seat, wait: Millis, now: Moment) -> bool {
        let absent_since = self.seats.get(seat.index()).and_then(|state| state.absent_since);
        absent_since.is_some_and(|since| now.since(since) >= wait)
    }

    /// Ends the game if somebody is done with the table, and everybody else is as well or has been gone for long.
    ///
    /// A player who is only disconnected for a moment is waited for: otherwise one player could end the game while the others
    /// have no connection.
    pub(super) async fn end_if_done(&mut self) -> Result<(), Refusal> {
        let now = self.shared.clock.now();
        let grace = Millis::from(self.room.created().new.grace) * 1000;
        let is_done = |seat: Seat| self.seats[seat.index()].is_done;
        let mut seats = self.room.all_seats();
        let needs_nothing =
            |seat| is_done(seat) || self.is_absent_for(seat, grace.max(PATIENCE), now);
        if self.room.all_seats().any(is_done) && seats.all(needs_nothing) {
            self.end().await?;
        }
        Ok(())
    }

    async fn end(&mut self) -> Result<(), Refusal> {
        self.append(PeerEvent::Over).await?;
        self.announce_table();
        Ok(())
    }

    async fn archive(&mut self) -> Next {
        let (journal, now) = (self.room.journal(), self.shared.clock.wall());
        match self.shared.store.archive(self.room.id(), &journal, &[], now).await {
            Ok(()) => {
                self.say_bye(ByeReason::Gone);
                Next::Stop
            }
            Err(error) => {
                tracing::debug!(table = %self.room.id(), %error, "the table could not be archived");
                Next::Continue
            }
        }
    }
}
