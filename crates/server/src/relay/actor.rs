//! The actor of a table without a trusted server: the only task that changes it. It handles one message at a time.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use facedown_core::{Seat, Seats};
use facedown_protocol::relay::{
    Base64, FromPeer, FromRelay, Hex, Join, PeerTableChanged, PeerTableInfo, PeerTableLine,
    RefusedPeer, Welcome,
};
use facedown_protocol::{ByeReason, Kind, Presence, Refusal};
use tokio::sync::{mpsc, oneshot};

use super::RelayKey;
use super::journal::{PeerEvent, PeerLine};
use super::post::{Posting, Quota};
use super::room::PeerRoom;
use crate::actor::{ActorContext, Connection};
use crate::outlet::Frame;
use crate::time::Moment;

/// How many entries, and how many bytes of them, are queued at once for a peer that is behind.
const CATCH_UP_ENTRIES: usize = 32;
const CATCH_UP_BYTES: usize = 512 * 1024;

/// A message to a table's actor.
pub(crate) enum Message {
    /// A new connection wants to play or watch.
    Hello(Box<NewPeer>),
    /// A connection can take more of the entries that it does not have. The answer says whether it is still behind.
    More {
        /// The id of the connection.
        from: u64,
        /// Receives whether there are more.
        reply: oneshot::Sender<bool>,
    },
    /// A text frame arrived.
    Control {
        /// The id of its connection.
        from: u64,
        /// The message.
        message: FromPeer,
    },
    /// An entry arrived.
    Entry(Posting),
    /// A connection has ended.
    Gone {
        /// The id of the connection.
        from: u64,
    },
    /// Somebody asks for the public information.
    Info {
        /// Receives it.
        reply: oneshot::Sender<PeerTableInfo>,
    },
    /// A player joins. The signature has been verified.
    Join {
        /// Who joins.
        join: Box<Join>,
        /// Receives the seat.
        reply: oneshot::Sender<Result<Seat, Refusal>>,
    },
    /// Free seats, archive or close the table if nobody needs it.
    Sweep,
    /// The server shuts down.
    Close,
}

/// A connection that wants to play or watch.
pub(crate) struct NewPeer {
    /// The connection, which the actor keeps if it admits it.
    pub(crate) connection: Connection,
    /// The player's key, if the connection proved to be a player's.
    pub(crate) key: Option<Hex<32>>,
    /// How many entries the peer has.
    pub(crate) since: u64,
    /// Receives whether the connection was admitted.
    pub(crate) reply: oneshot::Sender<Result<(), Refusal>>,
}

/// A connection of a player or a spectator.
pub(super) struct Peer {
    pub(super) connection: Connection,
    pub(super) seat: Option<Seat>,
    /// The number of the next entry for a peer that is behind; `None` for one that gets entries as they come.
    next: Option<usize>,
}

/// What the actor knows of a seat besides the journal. It is lost when the server stops.
pub(super) struct SeatState {
    /// Since when the player has had no connection; `None` if there is one.
    pub(super) absent_since: Option<Moment>,
    /// The genesis that the player has computed, while the table is agreeing.
    pub(super) genesis: Option<Vec<u8>>,
    /// Whether the player has sent a genesis at all, also one that was refused.
    pub(super) has_answered: bool,
    /// Whether the player is done with the table.
    pub(super) is_done: bool,
    pub(super) quota: Quota,
}

/// The actor of a table.
pub(crate) struct PeerActor {
    pub(super) shared: Arc<ActorContext>,
    pub(super) key: Arc<RelayKey>,
    pub(super) room: PeerRoom,
    /// The table has been archived: it can be read, and nothing changes any more.
    pub(super) is_archived: bool,
    pub(super) peers: BTreeMap<u64, Peer>,
    pub(super) seats: Vec<SeatState>,
    /// Since when the machines have been agreeing on a genesis.
    pub(super) agreeing_since: Moment,
    /// When somebody was last connected, since the server started.
    pub(super) last_visit: Moment,
    summary: Arc<Mutex<PeerTableLine>>,
    present: Seats,
}

/// Whether the actor keeps running.
#[derive(PartialEq, Eq)]
pub(super) enum Next {
    Continue,
    Stop,
}

impl PeerActor {
    /// The actor of this room.
    pub(crate) fn new(
        shared: Arc<ActorContext>,
        key: Arc<RelayKey>,
        room: PeerRoom,
        is_archived: bool,
    ) -> Self {
        let now = shared.clock.now();
        let seat = |_| SeatState {
            absent_since: Some(now),
            genesis: None,
            has_answered: false,
            is_done: false,
            quota: Quota::full(shared.gate.limits(), now),
        };
        let seats = room.all_seats().map(seat).collect();
        let summary = Arc::new(Mutex::new(room.line()));
        Self {
            shared,
            key,
            room,
            is_archived,
            peers: BTreeMap::new(),
            seats,
            agreeing_since: now,
            last_visit: now,
            summary,
            present: Seats::NONE,
        }
    }

    /// What lists show of the table. The actor keeps it up to date.
    pub(crate) fn summary(&self) -> Arc<Mutex<PeerTableLine>> {
        Arc::clone(&self.summary)
    }

    /// Runs until the table is archived or the server shuts down.
    pub(crate) async fn run(mut self, mut inbox: mpsc::Receiver<Message>) {
        let mut waiting = None;
        loop {
            let next = match waiting.take() {
                Some(message) => Some(message),
                None => inbox.recv().await,
            };
            let Some(message) = next else { return };
            // Yields to other tasks on this thread now and then, however many messages there are.
            tokio::task::consume_budget().await;
            if let Message::Entry(first) = message {
                waiting = Box::pin(self.post_all(first, &mut inbox)).await;
            } else if Box::pin(self.handle(message)).await == Next::Stop {
                return;
            }
        }
    }

    async fn handle(&mut self, message: Message) -> Next {
        match message {
            Message::Hello(new) => {
                let NewPeer { connection, key, since, reply } = *new;
                // If the connection has ended in the meantime, `Gone` is its next message.
                let _ = reply.send(self.hello(connection, key, since));
            }
            Message::More { from, reply } => {
                let _ = reply.send(self.catch_up(from));
            }
            Message::Control { from, message } => self.control(from, message).await,
            // Handled in `run`, together with others.
            Message::Entry(_) => {}
            Message::Gone { from } => {
                self.peers.remove(&from);
                self.update_presence();
            }
            Message::Info { reply } => {
                let _ = reply.send(self.info());
            }
            Message::Join { join, reply } => {
                let _ = reply.send(self.join(*join).await);
            }
            Message::Sweep => return self.sweep().await,
            Message::Close => {
                self.say_bye(ByeReason::Closing);
                return Next::Stop;
            }
        }
        Next::Continue
    }

    /// Admits a connection and welcomes it. The entries that it does not have follow when it asks for more.
    fn hello(
        &mut self,
        connection: Connection,
        key: Option<Hex<32>>,
        since: u64,
    ) -> Result<(), Refusal> {
        let entries = self.room.posted().len();
        let next = usize::try_from(since).ok().filter(|since| *since <= entries);
        let next = next.ok_or_else(|| Refusal::plain(Kind::Ahead))?;
        let seat = match key {
            None => None,
            Some(key) => Some(self.room.seat_of(&key).ok_or_else(|| {
                let message = "this key has no seat at this table; join first, or watch";
                Refusal::new(Kind::NotSeated, message)
            })?),
        };
        // One process plays a seat: the newest one, so that a player can come back at once.
        if let Some(seat) = seat {
            let older = self.peers.iter().find(|(_, peer)| peer.seat == Some(seat));
            if let Some(id) = older.map(|(id, _)| *id)
                && let Some(older) = self.peers.remove(&id)
            {
                older.connection.say_bye(ByeReason::Replaced);
            }
        }
        let id = connection.id;
        let welcome = FromRelay::Welcome(Welcome {
            table: self.info(),
            seat,
            genesis: self.room.genesis().map(|genesis| Base64(genesis.to_vec())),
            entries: entries as u64,
        });
        self.peers.insert(id, Peer { connection, seat, next: Some(next) });
        self.answer(id, &welcome);
        if self.update_presence() {
            return Ok(());
        }
        // Presence is announced when it changes; a new connection is told in any case.
        self.answer(id, &FromRelay::Presence(Presence { here: self.present }));
        Ok(())
    }

    /// Queues some of the entries that a connection does not have. Returns whether there are more.
    fn catch_up(&mut self, from: u64) -> bool {
        let Some(peer) = self.peers.get_mut(&from) else { return false };
        let Some(next) = peer.next else { return false };
        let mut bytes = 0;
        let frames = self.room.posted()[next..].iter().take(CATCH_UP_ENTRIES);
        let frames = frames.take_while(|frame| {
            let fits = bytes < CATCH_UP_BYTES;
            bytes += frame.payload_len();
            fits
        });
        let mut sent = next;
        for frame in frames {
            if !peer.connection.deliver(&self.shared.metrics, frame) {
                self.drop_peer(from);
                return false;
            }
            sent += 1;
        }
        let is_behind = sent < self.room.posted().len();
        peer.next = is_behind.then_some(sent);
        is_behind
    }

    async fn control(&mut self, from: u64, message: FromPeer) {
        let seat = self.peers.get(&from).and_then(|peer| peer.seat);
        let refused = match (message, seat) {
            (FromPeer::Ping {}, _) => {
                self.answer(from, &FromRelay::Pong {});
                return;
            }
            (FromPeer::Hello(_), _) => Err(Refusal::plain(Kind::HelloTwice)),
            (_, None) => Err(Refusal::new(Kind::NotSeated, "you are watching; join to play")),
            (FromPeer::Genesis(genesis), Some(seat)) => {
                self.agree(from, seat, genesis.bytes.0).await
            }
            (FromPeer::Leave {}, Some(seat)) => self.leave(seat).await,
            (FromPeer::Over {}, Some(seat)) => self.done(seat).await,
        };
        if let Err(refusal) = refused {
            self.refuse(from, None, refusal);
        }
    }

    /// Commits an event and applies it. Nothing has changed if it could not be written.
    pub(super) async fn append(&mut self, event: PeerEvent) -> Result<(), Refusal> {
        if self.is_archived {
            return Err(Refusal::plain(Kind::GameOver));
        }
        let line = PeerLine::now(&*self.shared.clock, event);
        let numbered = line.numbered(self.room.id(), self.room.lines());
        let text = numbered.entry.clone();
        let written = self.shared.writer.append(numbered).await;
        written.map_err(|_| Refusal::plain(Kind::Unavailable))?;
        self.room.apply(&line, &text).map_err(|error| {
            // It was checked before, so this is a bug: this journal cannot be read to its end.
            tracing::error!(table = %self.room.id(), %error, "an event that was checked cannot be applied");
            Refusal::plain(Kind::Internal)
        })?;
        *self.summary.lock().unwrap_or_else(PoisonError::into_inner) = self.room.line();
        Ok(())
    }

    pub(super) fn info(&self) -> PeerTableInfo {
        self.room.info(self.key.public())
    }

    /// Tells everybody about the players and the state of the table.
    pub(super) fn announce_table(&mut self) {
        let table = self.info();
        self.announce(&FromRelay::Table(PeerTableChanged { table }));
    }

    /// Updates who is connected, and announces it if it has changed. Returns whether it has.
    pub(super) fn update_presence(&mut self) -> bool {
        let here: Seats = self.peers.values().filter_map(|peer| peer.seat).collect();
        if here == self.present {
            return false;
        }
        self.present = here;
        let now = self.shared.clock.now();
        for (seat, state) in self.room.all_seats().zip(&mut self.seats) {
            match (here.contains(seat), state.absent_since) {
                (true, _) => state.absent_since = None,
                (false, None) => state.absent_since = Some(now),
                (false, Some(_)) => {}
            }
        }
        self.announce(&FromRelay::Presence(Presence { here }));
        true
    }

    pub(super) fn refuse(&mut self, to: u64, entry: Option<[u8; 32]>, refusal: Refusal) {
        self.shared.metrics.refusals.inc();
        let refused = RefusedPeer { entry: entry.map(Hex), refusal };
        self.answer(to, &FromRelay::Refused(refused));
    }

    /// Sends a message to one connection.
    pub(super) fn answer(&mut self, to: u64, message: &FromRelay) {
        self.deliver(to, &encode(message));
    }

    /// Sends a message to everybody.
    pub(super) fn announce(&mut self, message: &FromRelay) {
        let frame = encode(message);
        let all: Vec<u64> = self.peers.keys().copied().collect();
        for id in all {
            self.deliver(id, &frame);
        }
    }

    /// Sends a new entry to everybody who has all entries before it.
    pub(super) fn announce_entry(&mut self, frame: &Frame) {
        let live = self.peers.iter().filter(|(_, peer)| peer.next.is_none());
        let live: Vec<u64> = live.map(|(id, _)| *id).collect();
        for id in live {
            self.deliver(id, frame);
        }
    }

    /// Sends an entry again to one connection, unless it will get it anyway.
    pub(super) fn send_again(&mut self, to: u64, number: u64) {
        let Ok(number) = usize::try_from(number) else { return };
        let is_coming =
            self.peers.get(&to).and_then(|peer| peer.next).is_some_and(|next| number >= next);
        if let Some(frame) = self.room.posted().get(number).cloned().filter(|_| !is_coming) {
            self.deliver(to, &frame);
        }
    }

    fn deliver(&mut self, to: u64, frame: &Frame) {
        let peer = self.peers.get(&to);
        if peer.is_some_and(|peer| !peer.connection.deliver(&self.shared.metrics, frame)) {
            self.drop_peer(to);
        }
    }

    /// Forgets a connection that has ended or does not read. `Gone`, its next message, updates who is present.
    fn drop_peer(&mut self, id: u64) {
        self.peers.remove(&id);
    }

    pub(super) fn say_bye(&mut self, reason: ByeReason) {
        for peer in std::mem::take(&mut self.peers).into_values() {
            peer.connection.say_bye(reason);
        }
    }
}

/// The text frame of a message.
pub(super) fn encode(message: &FromRelay) -> Frame {
    Frame::text(|frame| frame.extend_from_slice(message.to_text().as_bytes()))
}
