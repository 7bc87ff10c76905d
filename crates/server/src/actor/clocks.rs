//! What the house does by itself at a table: clocks, reminders, players who are gone, tables that nobody needs.

use facedown_core::{Seat, Seats};
use facedown_protocol::{ByeReason, FromServer, Reminder, State};
use tokio::sync::mpsc;

use super::{Actor, Message, Next};
use crate::room::{Actor as By, Due, EntryBody};
use crate::time::{Millis, Moment};

/// How long the house waits before it tries again what could not be written.
const PATIENCE: Millis = 1_000;
/// For how long a table that is over is kept at most for spectators who have not seen the end.
const HELD: Millis = 60 * 60 * 1000;

/// That a player's clock ran out.
#[derive(Clone, Copy)]
pub(super) struct Struck {
    /// When it did.
    due: Moment,
    /// When the players were told.
    told: Moment,
    /// The number of the entry.
    n: u64,
}

impl Actor {
    /// When the house has something to do at this table, if nothing else happens.
    pub(super) fn next_due(&self) -> Option<Moment> {
        let shown = self.audiences.due();
        let kept = self.waits_for_time();
        let shown = shown.filter(|_| kept.is_none());
        let kept = kept.map(|due| due.max(self.not_before));
        let said = self.said.due();
        let overdue = self.overdue().map(|_| self.not_before);
        let (mut written, mut reminder) = (said, None);
        if self.is_playing() {
            let clock = self.room.deadline().map(|(due, _)| due).filter(|_| !self.is_reopening);
            let reopening = self.is_reopening.then_some(self.not_before);
            let away = self.leaving().map(|(due, _)| due).min();
            let play = self.play_due();
            written = [said, clock, reopening, away, play].into_iter().flatten().min();
            reminder = self.reminders().map(|due| due.at).min();
        }
        let written = written.map(|due| due.max(self.not_before));
        [shown, kept, overdue, written, reminder].into_iter().flatten().min()
    }

    /// Does the first thing that is due and must not wait for messages. Whether anything was.
    ///
    /// What a bot does is not among it: there are always messages between two of its actions, if any wait.
    pub(super) async fn strike(&mut self, inbox: &mut mpsc::Receiver<Message>) -> bool {
        let now = self.shared.clock.now();
        self.show_due(now);
        self.remind(now);
        if now < self.not_before {
            return false;
        }
        if let Some(what) = self.overdue() {
            let written = self.append(what).await;
            self.be_patient(written, now);
            return true;
        }
        if !self.is_playing() {
            return self.write_what_was_said(now).await || self.keep_time(now).await;
        }
        if self.is_reopening {
            let written = self.reopen().await;
            self.be_patient(written, now);
            return true;
        }
        if let Some((due, seat)) = self.room.deadline().filter(|(due, _)| *due <= now) {
            if let Some(message) = self.in_time(due, inbox) {
                self.handle(message).await;
                return true;
            }
            let written = self.fall_back(seat, By::Clock).await;
            if written {
                self.struck[seat] = Some(Struck { due, told: self.told, n: self.room.n() });
            }
            self.be_patient(written, now);
            return true;
        }
        let leaves = self.leaving().find(|(due, _)| *due <= now);
        if let Some((_, seat)) = leaves {
            let written = self.append(EntryBody::Away { seat }).await;
            self.be_patient(written, now);
            return true;
        }
        self.write_what_was_said(now).await || self.keep_time(now).await
    }

    /// Until when the clock has to be kept before those who see everything later are shown the next entry.
    fn waits_for_time(&self) -> Option<Moment> {
        self.audiences.waits_for(self.shared.kept())
    }

    /// Keeps the clock, if somebody waits for that.
    async fn keep_time(&mut self, now: Moment) -> bool {
        if self.waits_for_time().is_none_or(|due| due > now) {
            return false;
        }
        let kept = self.shared.keep_time().await.is_ok();
        self.be_patient(kept, now);
        true
    }

    async fn write_what_was_said(&mut self, now: Moment) -> bool {
        if self.said.due().is_none_or(|due| due > now) {
            return false;
        }
        let written = self.write_chat().await;
        self.be_patient(written, now);
        true
    }

    /// Does what the house has decided for one of those it plays for, if that is due. Whether it was.
    pub(super) async fn play_if_due(&mut self) -> bool {
        let now = self.shared.clock.now();
        if now < self.not_before || self.play_due().is_none_or(|due| due > now) {
            return false;
        }
        let written = self.play_for_somebody().await;
        self.be_patient(written, now);
        true
    }

    fn be_patient(&mut self, written: bool, now: Moment) {
        if !written {
            self.not_before = now + PATIENCE;
        }
    }

    /// A frame of a player that arrived before this moment and has not been looked at.
    ///
    /// Whoever acted in time is not punished for the server's being slow. All that waits is looked through for that, and
    /// it can only be little: a connection has a few frames on their way at a time.
    fn in_time(&mut self, due: Moment, inbox: &mut mpsc::Receiver<Message>) -> Option<Message> {
        while let Ok(message) = inbox.try_recv() {
            self.waiting.push_back(message);
        }
        let is_in_time = |message: &Message| match message {
            Message::Frame { from, arrived, .. } => {
                let viewer = self.audiences.live.find(*from).map(|(viewer, _)| viewer);
                *arrived < due && viewer.is_some_and(|viewer| viewer.seat().is_some())
            }
            _ => false,
        };
        let place = self.waiting.iter().position(is_in_time)?;
        self.waiting.remove(place)
    }

    /// Whether an action of this seat that arrived then was too late for what it was meant for: the seat's time was up.
    /// `at` is the last number that its client had.
    pub(super) fn is_late(&self, seat: Seat, arrived: Moment, at: Option<u64>) -> bool {
        if self.room.deadline_of(seat).is_some_and(|due| due <= arrived) {
            return true;
        }
        let struck = self.struck.get(seat).copied().flatten();
        struck.is_some_and(|struck| {
            let before_told = struck.due <= arrived && arrived < struck.told;
            before_told || at.is_some_and(|at| at < struck.n)
        })
    }

    /// Writes down that the clocks go on from where they were.
    pub(super) async fn reopen(&mut self) -> bool {
        !self.is_reopening || self.write(vec![EntryBody::Reopened.into()], 0).await.is_some()
    }

    pub(super) fn is_playing(&self) -> bool {
        self.room.state() == State::Playing && !self.is_archived
    }

    /// The players who are waited for and not here, and when the table goes on without them. One person among bots keeps
    /// nobody waiting.
    fn leaving(&self) -> impl Iterator<Item = (Moment, Seat)> {
        let grace = Millis::from(self.room.created().grace) * 1000;
        let waiting = if self.room.is_solo() { Seats::NONE } else { self.room.waiting() };
        waiting.minus(self.played_by_house()).iter().filter_map(move |seat| {
            let gone = (*self.gone.get(seat)?)?;
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

    /// Clears the table away if its game is over, or never began, and nobody has been here for a while.
    pub(super) async fn sweep(&mut self) -> Next {
        let now = self.shared.clock.now();
        if !self.audiences.is_empty() || self.said.due().is_some() {
            self.visited = now;
            return Next::GoOn;
        }
        if self.is_archived {
            return Next::Stop;
        }
        let quiet = now.since(self.room.last());
        let unvisited = now.since(self.room.visited().max(self.visited));
        // A table that is gone from the lists is over: those who see everything later must not learn that earlier.
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
                    && (is_shown || quiet >= HELD) =>
            {
                return self.archive().await;
            }
            _ => {}
        }
        Next::GoOn
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
                // It is tried again at the next sweep; the store has said in the log what is wrong.
                tracing::debug!(table = %self.table(), %error, "the table could not be cleared away");
                Next::GoOn
            }
        }
    }
}
