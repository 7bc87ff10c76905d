//! The actor of a table: the one task that changes it, one thing after the other.

use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use facedown_core::{BySeat, Dice, Seat, SeatCount, Seats, Viewer};
use facedown_protocol::{
    Act, ByeReason, Chat, ClientId, Code, Done, FromClient, FromHouse, Kind, MAX_FRAME, Presence,
    Refusal, Refused, State, TableId,
};
use tokio::sync::{mpsc, oneshot};

use crate::identity::Caller;
use crate::metrics::Metrics;
use crate::random::Chance;
use crate::room::{Asked, Entry, FoldError, Room, What};
use crate::store::{Line, Store, Writer};
use crate::time::{Clock, Millis, Moment};

mod ask;
mod audience;
mod delay;
mod house;
mod replay;
#[cfg(test)]
mod worlds;

pub use ask::{Answer, Ask};
pub use audience::{Connection, bye};
pub use house::{Summaries, Summary};
pub use replay::{Journal, frames};

use audience::Audience;
use delay::Delay;

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

/// What all actors share.
pub struct Shared {
    /// What time it is.
    pub clock: Arc<dyn Clock>,
    /// Where chance comes from.
    pub chance: Arc<Chance>,
    /// What the house keeps.
    pub store: Arc<dyn Store>,
    /// Who writes the journals.
    pub writer: Writer,
    /// What is counted.
    pub metrics: Arc<Metrics>,
    /// What frames are padded to.
    pub pad: usize,
    /// How long a bot pretends to think.
    pub bot_pause: Millis,
    /// How long a finished table stays.
    pub linger: Millis,
    /// How long a table that never began stays when nobody is there.
    pub abandon: Millis,
}

/// The actor of a table.
pub struct Actor {
    shared: Arc<Shared>,
    room: Room,
    /// The whole journal, a line an entry: for the archive, and to begin again from.
    journal: Vec<u8>,
    /// The table has been cleared away: it can be looked at, and nothing else happens.
    is_archived: bool,
    audience: Audience,
    /// Spectators who see everything later, and what they are still to see.
    delay: Option<Delay>,
    summary: Arc<Mutex<Summaries>>,
    /// The seats of those who look on, as everybody was last told.
    here: Seats,
    /// Since when each player is gone; nothing for those who are here.
    gone: BySeat<Option<Moment>>,
    /// When the house may act next for those it plays for.
    house_due: Moment,
    /// After something could not be written, the house tries nothing by itself before this.
    not_before: Moment,
    /// Who has been reminded, and of what deadline.
    reminded: BySeat<Option<Moment>>,
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
        shared: Arc<Shared>,
        room: Room,
        journal: &[String],
        is_archived: bool,
    ) -> Result<Self, FoldError> {
        let seats = SeatCount::new(room.chairs().len()).ok_or(FoldError::NotCreated)?;
        let now = shared.clock.now();
        let audience = || Audience::new(shared.pad, Arc::clone(&shared.metrics));
        let mut text = Vec::new();
        for line in journal {
            text.extend_from_slice(line.as_bytes());
            text.push(b'\n');
        }
        let delay = Delay::new(&room, journal, audience(), now)?;
        let later = delay.as_ref().map(|delay| Summary::of(delay.room()));
        let summary = Arc::new(Mutex::new(Summaries { now: Summary::of(&room), later }));
        let dice = Dice::new(&shared.chance.seed());
        let mut actor = Self {
            room,
            journal: text,
            is_archived,
            audience: audience(),
            delay,
            summary,
            here: Seats::NONE,
            gone: BySeat::new(seats, |_| Some(now)),
            house_due: now,
            not_before: now,
            reminded: BySeat::new(seats, |_| None),
            dice,
            shared,
        };
        actor.seat_bots();
        Ok(actor)
    }

    /// What lists show of the table, kept up to date.
    pub fn summary(&self) -> Arc<Mutex<Summaries>> {
        Arc::clone(&self.summary)
    }

    /// Works until the table is cleared away or the house closes.
    pub async fn run(mut self, mut inbox: mpsc::Receiver<Message>) {
        if self.room.timing().deadline().is_some() && !self.is_archived {
            self.append(What::Reopened).await;
        }
        self.start_if_full().await;
        let mut timer: Option<(Moment, crate::time::Waiting)> = None;
        loop {
            let due = self.next_due();
            if timer.as_ref().map(|(time, _)| *time) != due {
                timer = due.map(|time| (time, self.shared.clock.wait_until(time)));
            }
            let message = match &mut timer {
                Some((_, waiting)) => tokio::select! {
                    biased;
                    message = inbox.recv() => message,
                    () = waiting => {
                        timer = None;
                        self.strike().await;
                        continue;
                    }
                },
                None => inbox.recv().await,
            };
            let Some(message) = message else { break };
            if let Next::Stop = self.handle(message).await {
                break;
            }
        }
    }

    async fn handle(&mut self, message: Message) -> Next {
        match message {
            Message::Frame { from, text } => self.frame(from, &text).await,
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
            self.append(What::Back { seat }).await;
        }
        let caller = connection.caller.clone();
        if let (MOST_CONNECTIONS.., Some(oldest)) = self.audience.crowd(viewer, caller.as_ref())
            && caller.is_some()
            && let Some(oldest) = self.audience.remove(oldest)
        {
            oldest.say_bye(ByeReason::Replaced);
        }
        self.admit(connection, viewer, since);
        Ok(())
    }

    /// Begins, if the table wants to begin as soon as every seat is taken.
    async fn start_if_full(&mut self) {
        let is_ready = self.room.state() == State::Open && self.room.is_full();
        if self.room.created().autostart && is_ready {
            self.append(What::Started).await;
        }
    }

    /// Lets a connection look on as this viewer.
    fn admit(&mut self, connection: Connection, viewer: Viewer, since: Option<u64>) {
        let now = self.shared.clock.now();
        self.show_later(now);
        if let (Some(delay), Viewer::Spectator) = (&mut self.delay, viewer) {
            delay.welcome(connection, since, now);
        } else {
            let id = connection.id;
            self.audience.welcome(&self.room, viewer, connection, since, now);
            // Everybody hears who is here when that changes; whoever comes, in any case.
            if self.audience.here() == self.here {
                let here = self.here;
                self.audience.answer(id, &FromHouse::Presence(Presence { here }));
            }
        }
        self.presence();
    }

    fn gone(&mut self, from: u64) {
        if self.audience.remove(from).is_none()
            && let Some(delay) = &mut self.delay
        {
            delay.audience.remove(from);
        }
        self.presence();
    }

    /// Notes who has come and gone, and tells everybody.
    fn presence(&mut self) {
        let here = self.audience.here();
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
        self.audience.announce(&FromHouse::Presence(Presence { here }), None);
    }

    async fn frame(&mut self, from: u64, text: &[u8]) {
        let read = std::str::from_utf8(text).map(FromClient::read);
        let (id, outcome) = match read {
            _ if text.len() > MAX_FRAME => (None, Err(Refusal::plain(Kind::TooLarge))),
            Ok(Ok(FromClient::Act(act))) => {
                let outcome = self.act(from, &act).await;
                (Some(act.id), outcome)
            }
            Ok(Ok(FromClient::Chat(chat))) => {
                let outcome = self.chat(from, &chat).await;
                (Some(chat.id), outcome)
            }
            Ok(Ok(FromClient::Ping {})) => {
                self.answer(from, &FromHouse::Pong {});
                return;
            }
            Ok(Ok(FromClient::Hello(_))) => (None, Err(Refusal::plain(Kind::HelloTwice))),
            Ok(Err(unreadable)) => (unreadable.id, Err(Refusal::from(&unreadable.why))),
            Err(_) => (None, Err(Refusal::plain(Kind::NotJson))),
        };
        if let Err(refusal) = outcome {
            self.shared.metrics.refusals.inc();
            self.answer(from, &FromHouse::Refused(Refused { id, refusal }));
        }
    }

    async fn act(&mut self, from: u64, act: &Act<'_>) -> Result<(), Refusal> {
        let caller = self.caller(from)?;
        match self.room.act(&caller.id, &act.id, act.at, act.action)? {
            Asked::Done(n) => self.done(from, n, act.id.clone()),
            Asked::New(what) => {
                self.append_or_refuse(what).await?;
                if let Some(refusal) =
                    self.room.note_of(self.room.n()).and_then(|note| note.refused.clone())
                {
                    return Err(refusal);
                }
            }
        }
        Ok(())
    }

    async fn chat(&mut self, from: u64, chat: &Chat) -> Result<(), Refusal> {
        let caller = self.caller(from)?;
        match self.room.say(&caller.id, &caller.name, &chat.id, &chat.text)? {
            Asked::Done(n) => self.done(from, n, chat.id.clone()),
            Asked::New(what) => self.append_or_refuse(what).await?,
        }
        Ok(())
    }

    fn caller(&self, from: u64) -> Result<Caller, Refusal> {
        let delayed = || self.delay.as_ref().and_then(|delay| delay.audience.find(from));
        let found = self.audience.find(from).or_else(delayed);
        let (_, connection) = found.ok_or_else(|| Refusal::plain(Kind::HelloFirst))?;
        connection.caller.clone().ok_or_else(|| Refusal::plain(Kind::Unauthorized))
    }

    /// Says that a message was carried out before. Spectators who see everything later are told so by the update.
    fn done(&mut self, to: u64, n: u64, id: ClientId) {
        if let Some(delay) = &self.delay
            && delay.audience.find(to).is_some()
            && n > delay.room().n()
        {
            return;
        }
        self.answer(to, &FromHouse::Done(Done { id, n }));
    }

    fn answer(&mut self, to: u64, message: &FromHouse<'_>) {
        self.audience.answer(to, message);
        if let Some(delay) = &mut self.delay {
            delay.audience.answer(to, message);
        }
    }

    /// Writes an entry down, lets it happen and tells everybody. Whether it was written.
    async fn append(&mut self, what: What) -> bool {
        if self.is_archived {
            return false;
        }
        let entry = Entry::now(&*self.shared.clock, what);
        let (table, n, json) = (self.room.id().clone(), self.room.n() + 1, entry.to_json());
        let start = self.journal.len();
        self.journal.extend_from_slice(json.as_bytes());
        self.journal.push(b'\n');
        if self.shared.writer.append(Line { table, n, entry: json }).await.is_err() {
            self.journal.truncate(start);
            return false;
        }
        let state = self.room.state();
        if let Err(error) = self.room.apply(&entry) {
            // It was checked, so this is a bug. The journal is what counts, and it cannot be read to its end.
            tracing::error!(table = %self.room.id(), %error, "an entry that was checked cannot be applied");
            return false;
        }
        self.happened(&entry, state);
        true
    }

    async fn append_or_refuse(&mut self, what: What) -> Result<(), Refusal> {
        if self.is_archived {
            return Err(Refusal::plain(Kind::GameOver));
        }
        if self.append(what).await { Ok(()) } else { Err(Refusal::plain(Kind::Unavailable)) }
    }

    /// Everybody hears of what has been written down and has happened.
    fn happened(&mut self, entry: &Entry, before: State) {
        let is_move = matches!(entry.what, What::Acted(_));
        let table_changed = self.room.state() != before
            || !(is_move || matches!(entry.what, What::Said { .. } | What::Reopened));
        if is_move {
            self.shared.metrics.actions.inc();
            self.house_due = entry.moment() + self.shared.bot_pause;
        }
        if let What::Started = entry.what {
            self.seat_bots();
            self.house_due = entry.moment() + self.shared.bot_pause;
            self.show_out();
        }
        self.audience.tell(&self.room, table_changed);
        if let Some(delay) = &mut self.delay {
            delay.later(entry.clone());
            self.show_later(entry.moment());
        }
        let mut summary = self.summary.lock().unwrap_or_else(PoisonError::into_inner);
        if table_changed {
            summary.now = Summary::of(&self.room);
        } else {
            summary.now.waiting = self.room.waiting();
        }
    }

    fn close(&mut self, reason: ByeReason) {
        let delayed = self.delay.as_mut().map(|delay| delay.audience.drain());
        for connection in self.audience.drain().chain(delayed.into_iter().flatten()) {
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
