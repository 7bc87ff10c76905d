//! The actor of a table: the one task that changes it, one thing after the other.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use bytes::Bytes;
use facedown_core::{BySeat, Dice, Seat, SeatCount, Seats, Viewer};
use facedown_protocol::{ByeReason, Code, FromServer, Kind, Presence, Refusal, TableId};
use tokio::sync::{OwnedSemaphorePermit, mpsc, oneshot};

use crate::identity::Caller;
use crate::room::{EntryBody, FoldError, Journal, Room};
use crate::time::Moment;

mod ask;
mod audiences;
mod autoplay;
mod bots;
mod chat;
mod clocks;
mod connection;
mod context;
mod delay;
mod frame;
mod log;
mod overdue;
mod replay;
mod summary;
#[cfg(test)]
mod tests;
mod thinkers;
mod viewers;
mod welcome;
#[cfg(test)]
mod worlds;
mod write;

pub use ask::{Answer, Ask};
pub use connection::{Connection, bye};
pub use context::ActorContext;
pub use replay::{Replay, frames};
pub use summary::{Summaries, Summary};
pub use thinkers::{Job, Think, Thinkers};
pub use viewers::written;

use audiences::Audiences;
use autoplay::Play;
use bots::Bots;
use chat::ChatQueue;
use clocks::Struck;

/// How many connections a player can have at one table. The oldest gives way.
const MOST_CONNECTIONS: usize = 4;

/// What a table's actor is told.
pub enum Message {
    /// Somebody wants to look on.
    Hello {
        /// The connection.
        connection: Connection,
        /// The table's code, if they brought it.
        code: Option<Code>,
        /// The last number they have.
        since: Option<u64>,
        /// Whether they may.
        reply: oneshot::Sender<Result<(), Refusal>>,
    },
    /// A frame came in.
    Frame {
        /// On which connection.
        from: u64,
        /// What it says.
        text: Bytes,
        /// When it came. Whether an action was in time is judged by this, and not by when the table gets to it.
        arrived: Moment,
        /// Given back when the frame has been handled: a connection has only so many on their way.
        permit: Option<OwnedSemaphorePermit>,
    },
    /// A connection has ended.
    Gone {
        /// Which.
        from: u64,
    },
    /// Somebody asks something by a request.
    Ask {
        /// Who, if they said so.
        caller: Option<Caller>,
        /// The table's code, if they brought it.
        code: Option<Code>,
        /// What.
        ask: Ask,
        /// What comes of it.
        reply: oneshot::Sender<Result<Answer, Refusal>>,
    },
    /// Clear the table away if nobody needs it.
    Sweep,
    /// The house closes.
    Close,
}

/// The actor of a table.
pub struct Actor {
    shared: Arc<ActorContext>,
    room: Room,
    /// The whole journal: for the archive, and for replays.
    journal: Journal,
    /// The table has been cleared away: it can be looked at, and nothing else happens.
    is_archived: bool,
    audiences: Audiences,
    summary: Arc<Mutex<Summaries>>,
    /// The seats of those who look on, as everybody was last told.
    here: Seats,
    /// Since when each player is gone; nothing for those who are here.
    gone: BySeat<Option<Moment>>,
    /// Messages that were taken out of the inbox and have not been handled.
    waiting: VecDeque<Message>,
    /// What was said and is not written yet.
    said: ChatQueue,
    /// When somebody was last seen here since the server started.
    visited: Moment,
    /// When everybody was told of the last entry.
    told: Moment,
    /// The bots that play here.
    bots: Bots,
    /// What the house is about to do for those it plays for.
    play: Option<Play>,
    /// Since when those are asked.
    asked: Moment,
    /// When the house may act next for them.
    house_due: Moment,
    /// Clocks go on from where they were once that has been written down: the house has just opened, or could not write.
    is_reopening: bool,
    /// After something could not be written, the house tries nothing by itself before this.
    not_before: Moment,
    /// For which start of their clock each player has been reminded.
    reminded: BySeat<Option<u64>>,
    /// When each player's clock last ran out.
    struck: BySeat<Option<Struck>>,
    /// For what the house decides: who is heard first, and fallbacks.
    dice: Dice,
}

/// Whether the actor goes on.
enum Next {
    GoOn,
    Stop,
}

impl Actor {
    /// The actor of a room with this journal.
    pub fn new(
        shared: Arc<ActorContext>,
        room: Room,
        journal: Journal,
        is_archived: bool,
    ) -> Result<Self, FoldError> {
        let seats = SeatCount::new(room.chairs().len()).ok_or(FoldError::NotCreated)?;
        let now = shared.clock.now();
        let audiences = Audiences::new(&room, &journal, &shared)?;
        let later = audiences.delayed_room().map(Summary::of);
        let summary = Arc::new(Mutex::new(Summaries { now: Summary::of(&room), later }));
        let dice = Dice::new(&shared.chance.seed());
        let mut actor = Self {
            room,
            journal,
            is_archived,
            audiences,
            summary,
            here: Seats::NONE,
            gone: BySeat::new(seats, |_| Some(now)),
            waiting: VecDeque::new(),
            said: ChatQueue::new(shared.chat_queue, shared.chat_every),
            visited: Moment::default(),
            told: now,
            bots: Bots::new(seats),
            play: None,
            asked: now,
            house_due: now + shared.bot_pause,
            is_reopening: false,
            not_before: now,
            reminded: BySeat::new(seats, |_| None),
            struck: BySeat::new(seats, |_| None),
            dice,
            shared,
        };
        actor.is_reopening = actor.is_playing() && actor.room.deadline().is_some();
        actor.seat_bots();
        Ok(actor)
    }

    /// What lists show of the table, kept up to date.
    pub fn summary(&self) -> Arc<Mutex<Summaries>> {
        Arc::clone(&self.summary)
    }

    /// Works until the table is cleared away or the house closes.
    pub async fn run(mut self, mut inbox: mpsc::Receiver<Message>) {
        self.start_if_full().await;
        let mut timer: Option<(Moment, crate::time::Waiting)> = None;
        let mut is_house_next = false;
        loop {
            // What is due comes before any message, however many wait.
            if self.strike(&mut inbox).await {
                continue;
            }
            self.look_for_thought();
            self.ask_house();
            // The house and everybody else take turns.
            let none_waits = self.waiting.is_empty() && inbox.is_empty();
            if none_waits && inbox.is_closed() {
                break;
            }
            if (is_house_next || none_waits) && self.play_if_due().await {
                is_house_next = false;
                continue;
            }
            if self.waiting.is_empty() && !none_waits {
                // The house may be due, and it is the others' turn.
                self.waiting.extend(inbox.try_recv().ok());
            }
            let message = if let Some(message) = self.waiting.pop_front() {
                message
            } else {
                let due = self.next_due();
                if timer.as_ref().map(|(time, _)| *time) != due {
                    timer = due.map(|time| (time, self.shared.clock.wait_until(time)));
                }
                tokio::select! {
                    biased;
                    () = due_now(&mut timer) => {
                        timer = None;
                        continue;
                    }
                    thought = autoplay::thought(&mut self.play) => {
                        self.decided(thought);
                        continue;
                    }
                    message = inbox.recv() => match message {
                        Some(message) => message,
                        None => break,
                    },
                }
            };
            // Others who share the thread have their turn, too, however many messages there are.
            tokio::task::consume_budget().await;
            is_house_next = true;
            if let Next::Stop = self.handle(message).await {
                break;
            }
        }
    }

    async fn handle(&mut self, message: Message) -> Next {
        match message {
            Message::Frame { from, text, arrived, permit } => {
                self.frame(from, &text, arrived).await;
                drop(permit);
            }
            Message::Hello { connection, code, since, reply } => {
                let outcome = self.hello(connection, code.as_ref(), since).await;
                // If the connection has gone in the meantime, it says so next.
                let _ = reply.send(outcome);
            }
            Message::Gone { from } => self.gone(from),
            Message::Ask { caller, code, ask, reply } => {
                let outcome = self.ask(caller.as_ref(), code.as_ref(), ask).await;
                let _ = reply.send(outcome);
            }
            Message::Sweep => return self.sweep().await,
            Message::Close => {
                if self.said.due().is_some() {
                    self.write_chat().await;
                }
                self.close(ByeReason::Closing);
                return Next::Stop;
            }
        }
        Next::GoOn
    }

    async fn hello(
        &mut self,
        mut connection: Connection,
        code: Option<&Code>,
        since: Option<u64>,
    ) -> Result<(), Refusal> {
        let player = connection.caller.as_ref().map(|caller| &caller.id);
        if !self.room.may_know(player, code) {
            return Err(Refusal::plain(Kind::NotFound));
        }
        self.room.may_watch(player)?;
        connection.has_code = self.room.has_code(code);
        let viewer = self.room.viewer(player);
        if let Some(seat) = viewer.seat()
            && self.room.chairs()[seat.index()].away
        {
            self.append(EntryBody::Back { seat }).await;
        }
        let caller = connection.caller.clone();
        if let (MOST_CONNECTIONS.., Some(oldest)) =
            self.audiences.live.crowd(viewer, caller.as_ref())
            && caller.is_some()
            && let Some(oldest) = self.audiences.live.remove(oldest)
        {
            oldest.say_bye(ByeReason::Replaced);
        }
        self.admit(connection, viewer, since);
        Ok(())
    }

    /// Begins, if the table wants to begin as soon as every seat is taken.
    async fn start_if_full(&mut self) {
        if self.is_ready_to_start() {
            self.append(EntryBody::Started).await;
        }
    }

    /// Lets a connection look on as this viewer.
    fn admit(&mut self, connection: Connection, viewer: Viewer, since: Option<u64>) {
        let now = self.shared.clock.now();
        self.show_due(now);
        let id = connection.id;
        self.audiences.welcome(&self.room, viewer, connection, since, now);
        // Everybody hears who is here when that changes; whoever comes, in any case. Delayed spectators do not.
        if self.audiences.here() == self.here {
            let here = self.here;
            self.audiences.live.answer(id, &FromServer::Presence(Presence { here }));
        }
        self.presence();
    }

    fn gone(&mut self, from: u64) {
        self.audiences.remove(from);
        self.presence();
    }

    /// Notes who has come and gone, and tells everybody.
    fn presence(&mut self) {
        let here = self.audiences.here();
        if here == self.here {
            return;
        }
        self.here = here;
        let now = self.shared.clock.now();
        for (seat, gone) in self.gone.iter_mut() {
            match (here.contains(seat), &gone) {
                (true, _) => *gone = None,
                (false, None) => *gone = Some(now),
                (false, Some(_)) => {}
            }
        }
        self.audiences.live.announce(&FromServer::Presence(Presence { here }), None);
    }

    fn close(&mut self, reason: ByeReason) {
        for connection in self.audiences.drain() {
            connection.say_bye(reason);
        }
    }

    fn table(&self) -> &TableId {
        self.room.id()
    }

    fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.room.chairs().len()).filter_map(Seat::new)
    }
}

/// Ends when the timer does; never, if there is none.
async fn due_now(timer: &mut Option<(Moment, crate::time::Waiting)>) {
    match timer {
        Some((_, waiting)) => waiting.await,
        None => std::future::pending().await,
    }
}
