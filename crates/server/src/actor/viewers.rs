//! Those who look at a table: what each has seen, and what is written to each.

use std::cell::RefCell;
use std::sync::Arc;

use facedown_core::{Seats, Viewer};
use facedown_protocol::delta::Tape;
use facedown_protocol::{ClientId, FromServer, Name, UpdateWriter};

use super::connection::Connection;
use crate::identity::Caller;
use crate::metrics::Metrics;
use crate::outlet::TextFrame;
use crate::room::{Room, hosted};

/// What one viewer has seen, on whatever number of connections.
pub(super) struct ViewerState {
    pub(super) viewer: Viewer,
    /// What the viewer sees beyond what everybody sees.
    pub(super) own: Tape,
    /// The fingerprint of what the seat could do; 0 for nothing.
    pub(super) legal: u64,
    pub(super) connections: Vec<Connection>,
}

/// Those who look at a table, and what is the same for all of them.
pub(super) struct Viewers {
    pub(super) states: Vec<ViewerState>,
    /// What everybody sees of the game.
    pub(super) public: Tape,
    pub(super) table: Tape,
    /// Whom the table was waiting for.
    pub(super) waiting: Seats,
    pad: usize,
    pub(super) metrics: Arc<Metrics>,
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

    /// Has this player's connections know the player's new name.
    pub(super) fn rename(&mut self, player: &crate::store::PlayerId, name: &Name) {
        let all = self.states.iter_mut().flat_map(|state| &mut state.connections);
        let callers = all.filter_map(|connection| connection.caller.as_mut());
        for caller in callers.filter(|caller| caller.id == *player) {
            caller.name = name.clone();
        }
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
                TextFrame::new(|frame| {
                    let mut update = UpdateWriter::new(frame, n);
                    if let Some(ack) = ack {
                        update.ack(ack);
                    }
                    if let Some((by, seat)) = note.by {
                        update.by(by, seat);
                    }
                    update.events(|out| {
                        events.reaching(state.viewer).for_each(|event| out.json(event));
                    });
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
                })
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
                if !connection.deliver(&self.metrics, bytes) {
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
                let slow = state.connections.iter().filter(|c| !c.deliver(&self.metrics, &frame));
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
        if find.is_some_and(|(_, connection)| !connection.deliver(&self.metrics, &frame)) {
            self.remove(to);
        }
    }

    pub(super) fn written(&self, message: &FromServer<'_>) -> TextFrame {
        written(message, self.pad)
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

/// A message as a frame; an empty one, if it cannot be written.
pub fn written(message: &FromServer<'_>, pad: usize) -> TextFrame {
    TextFrame::new(|frame| {
        let before = frame.len();
        if message.write(frame, pad).is_err() {
            frame.truncate(before);
        }
    })
}

/// Writes what the viewer's seat may do onto the tape, and says whether that is anything.
pub(super) fn legal_of(room: &Room, viewer: Viewer, tape: &mut Tape) -> bool {
    room.game().zip(viewer.seat()).is_some_and(|(game, seat)| game.legal(seat, tape))
}
