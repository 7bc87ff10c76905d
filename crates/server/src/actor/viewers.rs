//! The viewers of a table: what was last sent to each, and how updates are written.

use std::cell::RefCell;
use std::sync::Arc;

use facedown_core::{Seats, Viewer};
use facedown_protocol::delta::Tape;
use facedown_protocol::{ClientId, FromServer, Name, UpdateWriter};

use super::connection::Connection;
use crate::identity::Caller;
use crate::metrics::Metrics;
use crate::outlet::Frame;
use crate::room::{Hosted, Room, hosted};
use crate::words::Lexicon;

/// What was last sent to one viewer, who may have several connections.
pub(super) struct ViewerState {
    pub(super) viewer: Viewer,
    /// The viewer's own part of the view.
    pub(super) own: Tape,
    /// The fingerprint of the seat's legal actions; 0 for none.
    pub(super) legal: u64,
    /// How many first sights of faces its connections have been told the words of.
    pub(super) sightings: usize,
    pub(super) connections: Vec<Connection>,
}

/// The viewers of a table, and what was last sent to all of them.
pub(super) struct Viewers {
    pub(super) states: Vec<ViewerState>,
    /// The public part of the view.
    pub(super) public: Tape,
    pub(super) table: Tape,
    /// The seats that the table waited for, and those that might act.
    pub(super) asked: (Seats, Seats),
    pad: usize,
    /// What is printed on cards that players bring.
    lexicon: Arc<Lexicon>,
    pub(super) metrics: Arc<Metrics>,
}

thread_local! {
    /// Buffers that all tables of a thread reuse. Nothing is carried over from one frame to the next.
    static BUFFERS: RefCell<FrameBuffers> = RefCell::default();
}

#[derive(Default)]
struct FrameBuffers {
    public: Tape,
    own: Tape,
    table: Tape,
    legal: Tape,
    events: hosted::EventTexts,
    /// What changed in the public part of the view.
    public_change: Vec<u8>,
    /// What changed in the public information about the table.
    table_change: Vec<u8>,
}

impl Viewers {
    /// No viewers yet.
    pub(super) fn new(pad: usize, lexicon: Arc<Lexicon>, metrics: Arc<Metrics>) -> Self {
        Self {
            states: Vec::new(),
            public: Tape::new(),
            table: Tape::new(),
            asked: (Seats::NONE, Seats::NONE),
            pad,
            lexicon,
            metrics,
        }
    }

    /// Whether there are no connections.
    pub(super) fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// The seats of the connected players.
    pub(super) fn present(&self) -> Seats {
        self.states.iter().filter_map(|state| state.viewer.seat()).collect()
    }

    /// The connection with this id, and its viewer.
    pub(super) fn find(&self, id: u64) -> Option<(Viewer, &Connection)> {
        self.states.iter().find_map(|state| {
            let connection = state.connections.iter().find(|connection| connection.id == id)?;
            Some((state.viewer, connection))
        })
    }

    /// Removes a connection and returns it.
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

    /// Removes the connections of this player and returns them.
    pub(super) fn remove_player(&mut self, player: &crate::store::PlayerId) -> Vec<Connection> {
        self.remove_matching(|caller| caller.is_some_and(|caller| caller.id == *player))
    }

    /// Removes the connections whose caller matches, and returns them.
    pub(super) fn remove_matching(
        &mut self,
        is_meant: impl Fn(Option<&Caller>) -> bool,
    ) -> Vec<Connection> {
        let all = self.states.iter().flat_map(|state| &state.connections);
        let meant = all.filter(|connection| is_meant(connection.caller.as_ref()));
        let ids: Vec<u64> = meant.map(|connection| connection.id).collect();
        ids.into_iter().filter_map(|id| self.remove(id)).collect()
    }

    /// Changes the name of this player at the player's connections.
    pub(super) fn rename(&mut self, player: &crate::store::PlayerId, name: &Name) {
        let all = self.states.iter_mut().flat_map(|state| &mut state.connections);
        let callers = all.filter_map(|connection| connection.caller.as_mut());
        for caller in callers.filter(|caller| caller.id == *player) {
            caller.name = name.clone();
        }
    }

    /// Removes all connections and returns them.
    pub(super) fn drain(&mut self) -> impl Iterator<Item = Connection> {
        self.states.drain(..).flat_map(|state| state.connections)
    }

    /// How many connections the caller has as this viewer, and the id of the oldest.
    pub(super) fn connections_of(
        &self,
        viewer: Viewer,
        caller: Option<&Caller>,
    ) -> (usize, Option<u64>) {
        let state = self.states.iter().find(|state| state.viewer == viewer);
        let connections = state.map_or(&[][..], |state| &state.connections);
        let mut same = connections.iter().filter(|connection| connection.caller.as_ref() == caller);
        let oldest = same.clone().map(|connection| connection.id).min();
        (same.by_ref().count(), oldest)
    }

    /// Sends the update for the last entry: every viewer gets one, even if nothing in it concerns them.
    pub(super) fn send_update(&mut self, room: &Room, table_changed: bool) {
        BUFFERS.with_borrow_mut(|buffers| self.send_update_with(buffers, room, table_changed));
    }

    fn send_update_with(&mut self, buffers: &mut FrameBuffers, room: &Room, table_changed: bool) {
        let n = room.n();
        let Some(note) = room.note_of(n) else { return };
        let asked = (room.waiting(), room.may_act());
        let asked_changed = asked != std::mem::replace(&mut self.asked, asked);
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
                let words = state.new_words(game, &self.lexicon, self.pad);
                for connection in &state.connections {
                    if !words.iter().all(|frame| connection.deliver(&self.metrics, frame)) {
                        lost.push(connection.id);
                    }
                }
            }
            let legal_changed = state.update_legal(room, legal);
            let frame = |ack: Option<&ClientId>| {
                Frame::text(|frame| {
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
                    if asked_changed {
                        update.waiting(asked.0, asked.1);
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
            // All connections of a viewer get the same bytes, except the author's, whose update acknowledges the message.
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

    /// Sends the same unnumbered message to all viewers, or to one of them.
    pub(super) fn announce(&mut self, message: &FromServer<'_>, only: Option<Viewer>) {
        let frame = self.encode(message);
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

    /// Sends a message to one connection. If its queue is full it is removed, since its client would wait for the answer.
    pub(super) fn answer(&mut self, to: u64, message: &FromServer<'_>) {
        let frame = self.encode(message);
        let find = self.find(to);
        if find.is_some_and(|(_, connection)| !connection.deliver(&self.metrics, &frame)) {
            self.remove(to);
        }
    }

    /// The frames with the words of everything that this viewer has seen so far.
    pub(super) fn known_words(&self, game: &dyn Hosted, viewer: Viewer) -> Vec<Frame> {
        words(&self.lexicon, game, 0, viewer, self.pad)
    }

    pub(super) fn encode(&self, message: &FromServer<'_>) -> Frame {
        encode(message, self.pad)
    }
}

impl ViewerState {
    /// The frames with the words of what this viewer has seen for the first time since the last call.
    fn new_words(&mut self, game: &dyn Hosted, lexicon: &Lexicon, pad: usize) -> Vec<Frame> {
        let told = std::mem::replace(&mut self.sightings, game.sightings().len());
        words(lexicon, game, told, self.viewer, pad)
    }

    /// Writes the seat's legal actions. Returns whether there are any and they have changed.
    fn update_legal(&mut self, room: &Room, tape: &mut Tape) -> bool {
        let may_act = legal_of(room, self.viewer, tape);
        let print = if may_act { tape.fingerprint() } else { 0 };
        let changed = may_act && print != self.legal;
        self.legal = print;
        changed
    }
}

/// The frames with the words of what this viewer has seen for the first time after the first `told` sightings.
fn words(
    lexicon: &Lexicon,
    game: &dyn Hosted,
    told: usize,
    viewer: Viewer,
    pad: usize,
) -> Vec<Frame> {
    let name_of = |sighting: &facedown_core::Sighting| game.name_of(sighting);
    let messages = lexicon.messages(game.sightings(), told, viewer, name_of);
    messages.iter().map(|message| encode(message, pad)).collect()
}

/// Encodes a message as a frame; an empty one if it cannot be serialised.
pub fn encode(message: &FromServer<'_>, pad: usize) -> Frame {
    Frame::text(|frame| {
        let before = frame.len();
        if message.write(frame, pad).is_err() {
            frame.truncate(before);
        }
    })
}

/// Writes the legal actions of the viewer's seat onto the tape. Returns whether there are any.
pub(super) fn legal_of(room: &Room, viewer: Viewer, tape: &mut Tape) -> bool {
    room.game().zip(viewer.seat()).is_some_and(|(game, seat)| game.legal(seat, tape))
}
