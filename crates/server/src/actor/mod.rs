//! The actor of a table: the only task that changes the table. It handles one message at a time.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use bytes::Bytes;
use facedown_core::{BySeat, Dice, Seat, SeatCount, Seats, Viewer};
use facedown_protocol::{ByeReason, Code, FromServer, Kind, Presence, Refusal, TableId};
use tokio::sync::{OwnedSemaphorePermit, mpsc, oneshot};

use crate::identity::Caller;
use crate::room::{EntryBody, FoldError, Journal, Room};
use crate::time::Moment;

mod audiences;
mod automatic_moves;
mod bot_pool;
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
mod request;
mod summary;
#[cfg(test)]
mod tests;
mod viewers;
mod welcome;
#[cfg(test)]
mod worlds;
mod write;

pub use bot_pool::{BotExecutor, BotPool, Job};
pub use connection::{Connection, bye};
pub use context::ActorContext;
pub use replay::{Replay, frames};
pub use request::{TableRequest, TableResponse};
pub use summary::{Summaries, Summary};
pub use viewers::encode;

use audiences::Audiences;
use automatic_moves::AutomaticMove;
use bots::Bots;
use chat::ChatQueue;
use clocks::Timeout;

/// How many connections a player can have at one table. A further one replaces the oldest.
const MAX_CONNECTIONS_PER_PLAYER: usize = 4;

/// A message to a table's actor.
pub enum Message {
    /// A new connection wants to watch or play.
    Hello(Box<NewConnection>),
    /// A frame arrived.
    Frame {
        /// The id of its connection.
        from: u64,
        /// The message in it, not parsed yet.
        text: Bytes,
        /// When it arrived. This decides whether an action was in time, and not when the actor handles it.
        arrived: Moment,
        /// Released when the frame has been handled. It limits how many frames of a connection wait here.
        permit: Option<OwnedSemaphorePermit>,
    },
    /// A connection has ended.
    Gone {
        /// The id of the connection.
        from: u64,
    },
    /// An HTTP request about the table.
    Request(Box<PendingRequest>),
    /// Archive or close the table if nobody needs it.
    Sweep,
    /// The server shuts down.
    Close,
}

/// An inbox allocates room for 32 messages at once, so whatever is large and rare in a message is boxed.
const _: () = assert!(size_of::<Message>() <= 72);

/// A connection that wants to watch or play.
pub struct NewConnection {
    /// The connection, which the actor keeps if it admits it.
    pub connection: Connection,
    /// The table's code, if the client sent it.
    pub code: Option<Code>,
    /// The number of the last update that the client has.
    pub since: Option<u64>,
    /// Receives whether the connection was admitted.
    pub reply: oneshot::Sender<Result<(), Refusal>>,
}

/// An HTTP request about a table.
pub struct PendingRequest {
    /// The authenticated player, if the request had a token.
    pub caller: Option<Caller>,
    /// The table's code, if the client sent it.
    pub code: Option<Code>,
    /// What is requested.
    pub request: TableRequest,
    /// Receives the response.
    pub reply: oneshot::Sender<Result<TableResponse, Refusal>>,
}

/// The actor of a table.
pub struct Actor {
    shared: Arc<ActorContext>,
    room: Room,
    /// The whole journal: for the archive, and for replays.
    journal: Journal,
    /// The table has been archived: it can be watched, and nothing changes any more.
    is_archived: bool,
    audiences: Audiences,
    summary: Arc<Mutex<Summaries>>,
    /// The seats of connected players, as last announced.
    present: Seats,
    /// Since when each player has had no connection; `None` for those who have one.
    absent_since: BySeat<Option<Moment>>,
    /// Messages that were taken from the inbox and not handled yet.
    backlog: VecDeque<Message>,
    /// Chat messages that are not written yet.
    chat_queue: ChatQueue,
    /// When somebody was last connected, since the server started.
    last_visit: Moment,
    /// When the update for the last entry was sent.
    last_update: Moment,
    /// The bots that play here.
    bots: Bots,
    /// The automatic move that is being decided, or waits for its time.
    automatic_move: Option<AutomaticMove>,
    /// When the seats that the server plays were last asked to move.
    bot_asked_at: Moment,
    /// When the automatic move may be made.
    automatic_move_due: Moment,
    /// The clocks are stopped until a `Reopened` entry has been written: the server has just started, or a write failed.
    is_reopening: bool,
    /// After a failed write, the server does nothing on its own before this.
    not_before: Moment,
    /// The start of the clock for which each player was last reminded.
    reminded: BySeat<Option<u64>>,
    /// The last timeout of each player.
    timeouts: BySeat<Option<Timeout>>,
    /// Chooses which seat moves first, and fallback actions.
    dice: Dice,
}

/// Whether the actor keeps running.
enum Next {
    Continue,
    Stop,
}

impl Actor {
    /// Creates the actor of a room that was folded from this journal.
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
        let dice = Dice::new(&shared.random.seed());
        let mut actor = Self {
            room,
            journal,
            is_archived,
            audiences,
            summary,
            present: Seats::NONE,
            absent_since: BySeat::new(seats, |_| Some(now)),
            backlog: VecDeque::new(),
            chat_queue: ChatQueue::new(shared.chat_queue, shared.chat_every),
            last_visit: Moment::default(),
            last_update: now,
            bots: Bots::new(seats),
            automatic_move: None,
            bot_asked_at: now,
            automatic_move_due: now + shared.bot_pause,
            is_reopening: false,
            not_before: now,
            reminded: BySeat::new(seats, |_| None),
            timeouts: BySeat::new(seats, |_| None),
            dice,
            shared,
        };
        actor.is_reopening = actor.is_playing() && actor.room.deadline().is_some();
        actor.seat_bots();
        Ok(actor)
    }

    /// What lists show of the table. The actor keeps it up to date.
    pub fn summary(&self) -> Arc<Mutex<Summaries>> {
        Arc::clone(&self.summary)
    }

    /// Runs until the table is archived or the server shuts down.
    pub async fn run(mut self, mut inbox: mpsc::Receiver<Message>) {
        Box::pin(self.start_if_ready()).await;
        let mut timer: Option<(Moment, crate::time::Sleep)> = None;
        let mut is_automatic_move_next = false;
        loop {
            // What is due comes before all messages, however many wait.
            if self.do_what_is_due(&mut inbox).await {
                continue;
            }
            self.poll_bot();
            self.request_automatic_move();
            // Automatic moves and messages take turns, so that neither starves the other.
            let none_waits = self.backlog.is_empty() && inbox.is_empty();
            if none_waits && inbox.is_closed() {
                break;
            }
            if (is_automatic_move_next || none_waits) && self.make_move_if_due().await {
                is_automatic_move_next = false;
                continue;
            }
            if self.backlog.is_empty() && !none_waits {
                // An automatic move may be due as well, but it is the turn of a message.
                self.backlog.extend(inbox.try_recv().ok());
            }
            let message = if let Some(message) = self.backlog.pop_front() {
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
                    decision = automatic_moves::bot_decision(&mut self.automatic_move) => {
                        self.bot_decided(decision);
                        continue;
                    }
                    message = inbox.recv() => match message {
                        Some(message) => message,
                        None => break,
                    },
                }
            };
            // Yields to other tasks on this thread now and then, however many messages there are.
            tokio::task::consume_budget().await;
            is_automatic_move_next = true;
            if let Next::Stop = self.handle(message).await {
                break;
            }
        }
    }

    /// What is rare is boxed: a task takes as much memory as the largest future that it ever holds.
    async fn handle(&mut self, message: Message) -> Next {
        match message {
            Message::Frame { from, text, arrived, permit } => {
                self.frame(from, &text, arrived).await;
                drop(permit);
            }
            Message::Hello(new) => {
                let NewConnection { connection, code, since, reply } = *new;
                let outcome = Box::pin(self.hello(connection, code.as_ref(), since)).await;
                // If the connection has ended in the meantime, `Gone` is its next message.
                let _ = reply.send(outcome);
            }
            Message::Gone { from } => self.gone(from),
            Message::Request(pending) => {
                let PendingRequest { caller, code, request, reply } = *pending;
                let outcome = Box::pin(self.request(caller.as_ref(), code.as_ref(), request)).await;
                let _ = reply.send(outcome);
            }
            Message::Sweep => return Box::pin(self.sweep()).await,
            Message::Close => {
                if self.chat_queue.due().is_some() {
                    Box::pin(self.write_chat()).await;
                }
                self.close(ByeReason::Closing);
                return Next::Stop;
            }
        }
        Next::Continue
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
        if let (MAX_CONNECTIONS_PER_PLAYER.., Some(oldest)) =
            self.audiences.live.connections_of(viewer, caller.as_ref())
            && caller.is_some()
            && let Some(oldest) = self.audiences.live.remove(oldest)
        {
            oldest.say_bye(ByeReason::Replaced);
        }
        self.admit(connection, viewer, since);
        Ok(())
    }

    /// Starts the game if the table starts automatically and every seat is taken.
    async fn start_if_ready(&mut self) {
        if self.is_ready_to_start() {
            self.append(EntryBody::Started).await;
        }
    }

    /// Adds a connection as this viewer and sends it a welcome.
    fn admit(&mut self, connection: Connection, viewer: Viewer, since: Option<u64>) {
        let now = self.shared.clock.now();
        self.send_due_to_delayed(now);
        let id = connection.id;
        self.audiences.welcome(&self.room, viewer, connection, since, now);
        // Presence is announced when it changes; a new connection is told in any case. Delayed spectators are not told.
        if self.audiences.present() == self.present {
            let here = self.present;
            self.audiences.live.answer(id, &FromServer::Presence(Presence { here }));
        }
        self.presence();
    }

    fn gone(&mut self, from: u64) {
        self.audiences.remove(from);
        self.presence();
    }

    /// Updates who is connected, and announces it if it has changed.
    fn presence(&mut self) {
        let here = self.audiences.present();
        if here == self.present {
            return;
        }
        self.present = here;
        let now = self.shared.clock.now();
        for (seat, gone) in self.absent_since.iter_mut() {
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

/// Completes when the timer does; never, if there is none.
async fn due_now(timer: &mut Option<(Moment, crate::time::Sleep)>) {
    match timer {
        Some((_, waiting)) => waiting.await,
        None => std::future::pending().await,
    }
}
