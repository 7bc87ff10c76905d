//! Those who look at a table: what each has seen, and what is written to each.

use std::borrow::Cow;
use std::cell::RefCell;
use std::sync::{Arc, OnceLock};

use bytes::Bytes;
use facedown_core::{Seats, Viewer};
use facedown_protocol::delta::Tape;
use facedown_protocol::{
    Bye, ByeReason, ClientId, FromServer, Missed, UpdateWriter, VERSION, Welcome,
};
use serde_json::value::RawValue;

use crate::identity::Caller;
use crate::metrics::Metrics;
use crate::origin::Origin;
use crate::outlet::{Outlet, Stuck};
use crate::room::{Room, hosted};
use crate::time::Moment;

/// One connection, as its table has it.
pub struct Connection {
    /// Which connection, among all of the house.
    pub id: u64,
    /// Who it is, if they said so.
    pub caller: Option<Caller>,
    /// Whether they may know of the table though they do not belong there: they brought its code.
    pub has_code: bool,
    /// Where it comes from, if it is one of a client.
    pub origin: Option<Origin>,
    /// Where its messages go.
    out: Arc<dyn Outlet>,
    /// Why it ends.
    end: Arc<OnceLock<ByeReason>>,
}

/// What one viewer has seen, on whatever number of connections.
struct ViewerState {
    viewer: Viewer,
    /// What the viewer sees beyond what everybody sees.
    own: Tape,
    /// The fingerprint of what the seat could do; 0 for nothing.
    legal: u64,
    connections: Vec<Connection>,
}

/// Those who look at a table, and what is the same for all of them.
pub(super) struct Viewers {
    states: Vec<ViewerState>,
    /// What everybody sees of the game.
    public: Tape,
    table: Tape,
    /// Whom the table was waiting for.
    waiting: Seats,
    pad: usize,
    metrics: Arc<Metrics>,
}

thread_local! {
    /// Memory that is used again for each frame, of whatever table. It is all written anew each time.
    static BUFFERS: RefCell<FrameBuffers> = RefCell::default();
}

#[derive(Default)]
struct FrameBuffers {
    public: Tape,
    own: Tape,
    table: Tape,
    legal: Tape,
    events: hosted::EventTexts,
    /// What changed for everybody: in what everybody sees of the game, and in what everybody may know of the table.
    public_change: Vec<u8>,
    table_change: Vec<u8>,
}

impl Viewers {
    /// Nobody yet.
    pub(super) fn new(pad: usize, metrics: Arc<Metrics>) -> Self {
        Self {
            states: Vec::new(),
            public: Tape::new(),
            table: Tape::new(),
            waiting: Seats::NONE,
            pad,
            metrics,
        }
    }

    /// Whether nobody looks.
    pub(super) fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// The seats of those who look.
    pub(super) fn here(&self) -> Seats {
        self.states.iter().filter_map(|state| state.viewer.seat()).collect()
    }

    /// The connection with this id, and how it looks at the table.
    pub(super) fn find(&self, id: u64) -> Option<(Viewer, &Connection)> {
        self.states.iter().find_map(|state| {
            let connection = state.connections.iter().find(|connection| connection.id == id)?;
            Some((state.viewer, connection))
        })
    }

    /// Takes a connection out.
    pub(super) fn remove(&mut self, id: u64) -> Option<Connection> {
        let at =
            self.states.iter().position(|state| state.connections.iter().any(|c| c.id == id))?;
        let connections = &mut self.states[at].connections;
        let place = connections.iter().position(|connection| connection.id == id)?;
        let connection = connections.swap_remove(place);
        if connections.is_empty() {
            self.states.swap_remove(at);
        }
        Some(connection)
    }

    /// Takes out the connections of this player.
    pub(super) fn remove_player(&mut self, player: &crate::store::PlayerId) -> Vec<Connection> {
        self.remove_those(|caller| caller.is_some_and(|caller| caller.id == *player))
    }

    /// Takes out the connections of those callers.
    pub(super) fn remove_those(
        &mut self,
        is_meant: impl Fn(Option<&Caller>) -> bool,
    ) -> Vec<Connection> {
        let all = self.states.iter().flat_map(|state| &state.connections);
        let meant = all.filter(|connection| is_meant(connection.caller.as_ref()));
        let ids: Vec<u64> = meant.map(|connection| connection.id).collect();
        ids.into_iter().filter_map(|id| self.remove(id)).collect()
    }

    /// Takes everybody out.
    pub(super) fn drain(&mut self) -> impl Iterator<Item = Connection> {
        self.states.drain(..).flat_map(|state| state.connections)
    }

    /// How many connections this viewer has, and the oldest of them.
    pub(super) fn crowd(&self, viewer: Viewer, caller: Option<&Caller>) -> (usize, Option<u64>) {
        let state = self.states.iter().find(|state| state.viewer == viewer);
        let connections = state.map_or(&[][..], |state| &state.connections);
        let mut same = connections.iter().filter(|connection| connection.caller.as_ref() == caller);
        let oldest = same.clone().map(|connection| connection.id).min();
        (same.by_ref().count(), oldest)
    }

    /// Lets somebody look on, and tells them everything they may know. `since` is the last number they have.
    pub(super) fn welcome(
        &mut self,
        room: &Room,
        viewer: Viewer,
        connection: Connection,
        since: Option<u64>,
        now: Moment,
    ) {
        let place = self.states.iter().position(|state| state.viewer == viewer);
        let place = place.unwrap_or_else(|| {
            let mut own = Tape::new();
            if let Some(game) = room.game() {
                game.own_view(viewer, &mut own);
            }
            let mut tape = Tape::new();
            let legal = if legal_of(room, viewer, &mut tape) { tape.fingerprint() } else { 0 };
            self.states.push(ViewerState { viewer, own, legal, connections: Vec::new() });
            self.states.len() - 1
        });
        if self.states.len() == 1 {
            // Nobody looked, so nobody has kept up.
            let _ = self.table.write(&room.info());
            match room.game() {
                Some(game) => game.public_view(&mut self.public),
                None => self.public = Tape::new(),
            }
            self.waiting = room.waiting();
        }
        let frame = self.welcome_frame(room, &self.states[place], since, now, &connection);
        let (id, is_sent) = (connection.id, deliver(&self.metrics, &connection, &frame));
        self.states[place].connections.push(connection);
        if !is_sent {
            // Without its welcome it could make nothing of what follows.
            self.remove(id);
        }
    }

    fn welcome_frame(
        &self,
        room: &Room,
        state: &ViewerState,
        since: Option<u64>,
        now: Moment,
        connection: &Connection,
    ) -> Bytes {
        let mut legal = Tape::new();
        let may_act = legal_of(room, state.viewer, &mut legal);
        let caller = connection.caller.as_ref();
        let missed = since.and_then(|since| missed(room, state.viewer, caller, since));
        let lent = missed.as_ref().map(|missed| missed.iter().map(Kept::lend).collect());
        let welcome = Welcome {
            version: VERSION,
            n: room.n(),
            you: state.viewer.seat(),
            table: room.info(),
            vocabulary: Cow::Borrowed(hosted::shorthand(&room.created().game).vocabulary()),
            view: room.game().and_then(|_| raw(self.public.json())),
            own: room.game().zip(state.viewer.seat()).and_then(|_| raw(state.own.json())),
            legal: raw(legal.json()).filter(|_| may_act),
            waiting: room.waiting(),
            clocks: room.clocks(now),
            missed: lent,
        };
        self.written(&FromServer::Welcome(welcome))
    }

    /// Tells everybody of the last entry: one update each, whether there is something in it for them or not.
    pub(super) fn tell(&mut self, room: &Room, table_changed: bool) {
        BUFFERS.with_borrow_mut(|buffers| self.tell_with(buffers, room, table_changed));
    }

    fn tell_with(&mut self, buffers: &mut FrameBuffers, room: &Room, table_changed: bool) {
        let n = room.n();
        let Some(note) = room.note_of(n) else { return };
        let waiting = room.waiting();
        let waiting_changed = waiting != std::mem::replace(&mut self.waiting, waiting);
        if self.states.is_empty() {
            return;
        }
        let shorthand = hosted::shorthand(&room.created().game);
        let FrameBuffers { public, own, table, legal, events, public_change, table_change } =
            buffers;
        events.clear();
        public_change.clear();
        table_change.clear();
        if let Some(game) = room.game() {
            game.events(note.events.clone(), events);
            game.public_view(public);
            self.public.delta(public, shorthand, public_change);
            std::mem::swap(&mut self.public, public);
        }
        if table_changed {
            // Plain data; if it cannot be written, `null` is on the tape.
            let _ = table.write(&room.info());
            self.table.delta(table, shorthand, table_change);
            std::mem::swap(&mut self.table, table);
        }
        let clocks = room.clocks(room.last());
        let mut lost = Vec::new();
        for state in &mut self.states {
            if let Some(game) = room.game() {
                game.own_view(state.viewer, own);
            }
            let legal_changed = state.look_for_legal(room, legal);
            let frame = |ack: Option<&ClientId>| {
                let mut frame = Vec::with_capacity(256);
                let mut update = UpdateWriter::new(&mut frame, n);
                if let Some(ack) = ack {
                    update.ack(ack);
                }
                if let Some(by) = note.by {
                    update.by(by);
                }
                update
                    .events(|out| events.reaching(state.viewer).for_each(|event| out.json(event)));
                update.view(|out| out.extend_from_slice(public_change));
                update.own(|out| state.own.delta(own, shorthand, out));
                if legal_changed {
                    update.legal(|out| shorthand.shorten_each(legal, out));
                }
                if waiting_changed {
                    update.waiting(waiting);
                }
                if let Some(clocks) = &clocks {
                    update.clocks(clocks);
                }
                update.table(|out| out.extend_from_slice(table_change));
                if let Some(said) = &note.said {
                    update.said(said);
                }
                update.finish(self.pad);
                Bytes::from(frame)
            };
            // Everybody gets the same bytes, but for the author, who is told that it has been done.
            let is_author = |connection: &Connection| {
                let caller = connection.caller.as_ref();
                caller
                    .zip(note.ack.as_ref())
                    .is_some_and(|(caller, (author, _))| caller.id == *author)
            };
            let (mut plain, mut acknowledged) = (None, None);
            for connection in &state.connections {
                let bytes = match &note.ack {
                    Some((_, id)) if is_author(connection) => {
                        acknowledged.get_or_insert_with(|| frame(Some(id)))
                    }
                    _ => plain.get_or_insert_with(|| frame(None)),
                };
                if !deliver(&self.metrics, connection, bytes) {
                    lost.push(connection.id);
                }
            }
            std::mem::swap(&mut state.own, own);
        }
        for id in lost {
            self.remove(id);
        }
    }

    /// Sends everybody the same message, which has no number.
    pub(super) fn announce(&mut self, message: &FromServer<'_>, only: Option<Viewer>) {
        let frame = self.written(message);
        let mut lost = Vec::new();
        for state in &self.states {
            if only.is_none_or(|viewer| viewer == state.viewer) {
                let slow = state.connections.iter().filter(|c| !deliver(&self.metrics, c, &frame));
                lost.extend(slow.map(|connection| connection.id));
            }
        }
        for id in lost {
            self.remove(id);
        }
    }

    /// Sends one connection a message. One that does not take its answers is cut off: it would wait for ever.
    pub(super) fn answer(&mut self, to: u64, message: &FromServer<'_>) {
        let frame = self.written(message);
        let find = self.find(to);
        if find.is_some_and(|(_, connection)| !deliver(&self.metrics, connection, &frame)) {
            self.remove(to);
        }
    }

    fn written(&self, message: &FromServer<'_>) -> Bytes {
        let mut frame = Vec::with_capacity(256);
        if message.write(&mut frame, self.pad).is_err() {
            frame.clear();
        }
        frame.into()
    }
}

impl ViewerState {
    /// Writes what the seat may do, and says whether that is something else than before and not nothing.
    fn look_for_legal(&mut self, room: &Room, tape: &mut Tape) -> bool {
        let may_act = legal_of(room, self.viewer, tape);
        let print = if may_act { tape.fingerprint() } else { 0 };
        let changed = may_act && print != self.legal;
        self.legal = print;
        changed
    }
}

impl Connection {
    /// A connection of this caller, whose messages go there. Why it ends, if the table ends it, is said in `end`.
    pub fn new(
        id: u64,
        caller: Option<Caller>,
        out: Arc<dyn Outlet>,
        end: Arc<OnceLock<ByeReason>>,
    ) -> Self {
        Self { id, caller, has_code: false, origin: None, out, end }
    }

    /// Ends it: what is in the queue is still sent, then this.
    pub fn say_bye(self, reason: ByeReason) {
        let _ = self.end.set(reason);
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.out.close();
    }
}

/// The message that ends a connection.
pub fn bye(reason: ByeReason) -> FromServer<'static> {
    FromServer::Bye(Bye { reason })
}

/// Puts a frame into a connection's queue. A client that does not read is cut off, and may come back.
fn deliver(metrics: &Metrics, connection: &Connection, frame: &Bytes) -> bool {
    metrics.frames.inc();
    metrics.bytes.inc_by(frame.len() as u64);
    match connection.out.send(frame) {
        Ok(()) => true,
        Err(Stuck::Gone) => false,
        Err(Stuck::Full) => {
            metrics.slow.inc();
            let _ = connection.end.set(ByeReason::Slow);
            false
        }
    }
}

/// Writes what the viewer's seat may do onto the tape, and says whether that is anything.
fn legal_of(room: &Room, viewer: Viewer, tape: &mut Tape) -> bool {
    room.game().zip(viewer.seat()).is_some_and(|(game, seat)| game.legal(seat, tape))
}

/// An update that was missed, with what it borrows.
struct Kept {
    n: u64,
    ack: Option<ClientId>,
    by: Option<facedown_protocol::By>,
    events: Vec<Box<RawValue>>,
    said: Option<facedown_protocol::Said>,
}

impl Kept {
    fn lend(&self) -> Missed<'_> {
        Missed {
            n: self.n,
            ack: self.ack.clone(),
            by: self.by,
            events: self.events.iter().map(AsRef::as_ref).collect(),
            said: self.said.clone(),
        }
    }
}

/// Everything after `since`, unless that is too long ago or has not happened yet.
fn missed(room: &Room, viewer: Viewer, caller: Option<&Caller>, since: u64) -> Option<Vec<Kept>> {
    if since > room.n() {
        return None;
    }
    let kept = |n: u64| {
        let note = room.note_of(n)?;
        let game = room.game();
        let own =
            note.ack.as_ref().filter(|(author, _)| Some(author) == caller.map(|caller| &caller.id));
        Some(Kept {
            n,
            ack: own.map(|(_, id)| id.clone()),
            by: note.by,
            events: game.map_or_else(Vec::new, |game| game.events_of(note.events.clone(), viewer)),
            said: note.said.as_deref().cloned(),
        })
    };
    (since + 1..=room.n()).map(kept).collect()
}

fn raw(json: &[u8]) -> Option<&RawValue> {
    serde_json::from_slice(json).ok()
}
