//! What happens at a table without a message: timeouts, reminders, absent players, and the end of unused tables.

use facedown_core::{Seat, Seats};
use facedown_protocol::{ByeReason, FromServer, Reminder, State};
use tokio::sync::mpsc;

use super::{Actor, Message, Next};
use crate::room::{Actor as By, Due, EntryBody};
use crate::time::{Millis, Moment};

/// How long the actor waits after a failed write, in milliseconds.
const RETRY_INTERVAL: Millis = 1_000;
/// For how long the archiving of a finished table waits at most for delayed spectators, in milliseconds.
const MAX_ARCHIVE_DELAY: Millis = 60 * 60 * 1000;

/// A timeout: a player's clock ran out.
#[derive(Clone, Copy)]
pub(super) struct Timeout {
    /// When the clock ran out.
    due: Moment,
    /// When the update was sent.
    told: Moment,
    /// The number of the entry of the fallback action.
    n: u64,
}

impl Actor {
    /// When the actor has to do something next, if no message arrives.
    pub(super) fn next_due(&self) -> Option<Moment> {
        let shown = self.audiences.due();
        let kept = self.save_clock_at();
        let shown = shown.filter(|_| kept.is_none());
        let kept = kept.map(|due| due.max(self.not_before));
        let said = self.chat_queue.due();
        let overdue = self.overdue().map(|_| self.not_before);
        let (mut written, mut reminder) = (said, None);
        if self.is_playing() {
            let clock = self.room.deadline().map(|(due, _)| due).filter(|_| !self.is_reopening);
            let reopening = self.is_reopening.then_some(self.not_before);
            let away = self.absences().map(|(due, _)| due).min();
            let play = self.move_due();
            written = [said, clock, reopening, away, play].into_iter().flatten().min();
            reminder = self.reminders().map(|due| due.at).min();
        }
        let written = written.map(|due| due.max(self.not_before));
        [shown, kept, overdue, written, reminder].into_iter().flatten().min()
    }

    /// Does the first thing that is due and must not wait for messages. Returns whether there was anything.
    ///
    /// Automatic moves are not included: they take turns with messages. Its futures are boxed, as in [`Actor::handle`].
    pub(super) async fn do_what_is_due(&mut self, inbox: &mut mpsc::Receiver<Message>) -> bool {
        let now = self.shared.clock.now();
        self.send_due_to_delayed(now);
        self.remind(now);
        if now < self.not_before {
            return false;
        }
        if let Some(what) = self.overdue() {
            let written = Box::pin(self.append(what)).await;
            self.back_off(written, now);
            return true;
        }
        if !self.is_playing() {
            return self.write_chat_if_due(now).await || self.save_clock(now).await;
        }
        if self.is_reopening {
            let written = Box::pin(self.reopen()).await;
            self.back_off(written, now);
            return true;
        }
        if let Some((due, seat)) = self.room.deadline().filter(|(due, _)| *due <= now) {
            if let Some(message) = self.take_frame_before(due, inbox) {
                Box::pin(self.handle(message)).await;
                return true;
            }
            let written = Box::pin(self.fall_back(seat, By::Clock)).await;
            if written {
                self.timeouts[seat] =
                    Some(Timeout { due, told: self.last_update, n: self.room.n() });
            }
            self.back_off(written, now);
            return true;
        }
        let leaves = self.absences().find(|(due, _)| *due <= now);
        if let Some((_, seat)) = leaves {
            let written = Box::pin(self.append(EntryBody::Away { seat })).await;
            self.back_off(written, now);
            return true;
        }
        self.write_chat_if_due(now).await || self.save_clock(now).await
    }

    /// When the next entry is due for delayed spectators, if the clock has to be saved before that.
    fn save_clock_at(&self) -> Option<Moment> {
        self.audiences.save_clock_before(self.shared.saved_clock())
    }

    /// Saves the clock, if delayed spectators wait for that.
    async fn save_clock(&mut self, now: Moment) -> bool {
        if self.save_clock_at().is_none_or(|due| due > now) {
            return false;
        }
        let kept = Box::pin(self.shared.save_clock()).await.is_ok();
        self.back_off(kept, now);
        true
    }

    async fn write_chat_if_due(&mut self, now: Moment) -> bool {
        if self.chat_queue.due().is_none_or(|due| due > now) {
            return false;
        }
        let written = self.write_chat().await;
        self.back_off(written, now);
        true
    }

    /// Makes the automatic move, if it is due. Returns whether it was.
    pub(super) async fn make_move_if_due(&mut self) -> bool {
        let now = self.shared.clock.now();
        if now < self.not_before || self.move_due().is_none_or(|due| due > now) {
            return false;
        }
        let written = Box::pin(self.make_automatic_move()).await;
        self.back_off(written, now);
        true
    }

    fn back_off(&mut self, written: bool, now: Moment) {
        if !written {
            self.not_before = now + RETRY_INTERVAL;
        }
    }

    /// Takes a player's frame that arrived before the deadline and has not been handled.
    ///
    /// A player who acted in time must not lose because the server is slow. The whole inbox is searched for that; it is
    /// short, because a connection has only a few unhandled frames at a time.
    fn take_frame_before(
        &mut self,
        due: Moment,
        inbox: &mut mpsc::Receiver<Message>,
    ) -> Option<Message> {
        while let Ok(message) = inbox.try_recv() {
            self.backlog.push_back(message);
        }
        let is_in_time = |message: &Message| match message {
            Message::Frame { from, arrived, .. } => {
                let viewer = self.audiences.live.find(*from).map(|(viewer, _)| viewer);
                *arrived < due && viewer.is_some_and(|viewer| viewer.seat().is_some())
            }
            _ => false,
        };
        let place = self.backlog.iter().position(is_in_time)?;
        self.backlog.remove(place)
    }

    /// Whether an action of this seat that arrived at this moment was too late for the decision that it was meant for. `at` is
    /// the number of the last update that its client had.
    pub(super) fn is_late(&self, seat: Seat, arrived: Moment, at: Option<u64>) -> bool {
        if self.room.deadline_of(seat).is_some_and(|due| due <= arrived) {
            return true;
        }
        let struck = self.timeouts.get(seat).copied().flatten();
        struck.is_some_and(|struck| {
            let before_told = struck.due <= arrived && arrived < struck.told;
            before_told || at.is_some_and(|at| at < struck.n)
        })
    }

    /// Writes the entry with which stopped clocks start again. Returns `false` if that failed.
    pub(super) async fn reopen(&mut self) -> bool {
        !self.is_reopening || self.write(vec![EntryBody::Reopened.into()], 0).await.is_some()
    }

    pub(super) fn is_playing(&self) -> bool {
        self.room.state() == State::Playing && !self.is_archived
    }

    /// The players who have to act and have no connection, and when the server starts to play for them. A person who plays
    /// against bots alone keeps nobody waiting.
    fn absences(&self) -> impl Iterator<Item = (Moment, Seat)> {
        let grace = Millis::from(self.room.created().grace) * 1000;
        let waiting = if self.room.is_solo() { Seats::NONE } else { self.room.waiting() };
        waiting.minus(self.played_by_server()).iter().filter_map(move |seat| {
            let gone = (*self.absent_since.get(seat)?)?;
            Some((gone + grace, seat))
        })
    }

    fn remind(&mut self, now: Moment) {
        if !self.is_playing() {
            return;
        }
        let due: Vec<_> = self.reminders().filter(|due| due.at <= now).collect();
        for Due { seat, left, start, .. } in due {
            self.reminded[seat] = Some(start);
            self.audiences
                .live
                .announce(&FromServer::Reminder(Reminder { left }), Some(seat.into()));
        }
    }

    fn reminders(&self) -> impl Iterator<Item = Due> {
        let reminders = self.room.reminders();
        reminders.filter(|due| self.reminded.get(due.seat) != Some(&Some(due.start)))
    }

    /// Archives the table if its game is over, or closes it if it was abandoned, when nobody has been here for a while.
    pub(super) async fn sweep(&mut self) -> Next {
        let now = self.shared.clock.now();
        if !self.audiences.is_empty() || self.chat_queue.due().is_some() {
            self.last_visit = now;
            return Next::Continue;
        }
        if self.is_archived {
            return Next::Stop;
        }
        let quiet = now.since(self.room.last());
        let unvisited = now.since(self.room.visited().max(self.last_visit));
        // A table that disappears from the lists is over. Delayed spectators must not learn that earlier.
        let is_shown = self.audiences.due().is_none();
        match self.room.state() {
            State::Open if quiet >= self.shared.abandon => {
                self.append(EntryBody::Closed).await;
            }
            State::Playing if unvisited >= self.shared.unvisited => {
                self.append(EntryBody::Closed).await;
            }
            State::Over
                if (quiet >= self.shared.linger || self.room.is_closed())
                    && (is_shown || quiet >= MAX_ARCHIVE_DELAY) =>
            {
                return self.archive().await;
            }
            _ => {}
        }
        Next::Continue
    }

    async fn archive(&mut self) -> Next {
        let players: Vec<_> = self.room.players().cloned().collect();
        let now = self.shared.clock.wall();
        match self.shared.store.archive(self.room.id(), &self.journal, &players, now).await {
            Ok(()) => {
                self.close(ByeReason::Gone);
                Next::Stop
            }
            Err(error) => {
                // It is tried again at the next sweep. The store has logged the cause.
                tracing::debug!(table = %self.table(), %error, "the table could not be archived");
                Next::Continue
            }
        }
    }
}
