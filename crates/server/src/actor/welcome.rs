//! The welcome: the first message to a connection, with everything that its viewer may know.

use std::borrow::Cow;

use facedown_core::{Seat, Viewer};
use facedown_protocol::delta::Tape;
use facedown_protocol::{ClientId, FromServer, Missed, VERSION, Welcome};
use serde_json::value::RawValue;

use super::connection::Connection;
use super::viewers::{ViewerState, Viewers, legal_of};
use crate::identity::Caller;
use crate::outlet::Frame;
use crate::room::{Room, hosted};
use crate::time::Moment;

impl Viewers {
    /// Adds a connection and sends it a welcome. `since` is the number of the last update that the client has.
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
            let sightings = room.game().map_or(0, |game| game.sightings().len());
            let connections = Vec::new();
            self.states.push(ViewerState { viewer, own, legal, sightings, connections });
            self.states.len() - 1
        });
        if self.states.len() == 1 {
            // Without viewers no updates were written, so this is out of date.
            let _ = self.table.write(&room.info());
            match room.game() {
                Some(game) => game.public_view(&mut self.public),
                None => self.public = Tape::new(),
            }
            self.asked = (room.waiting(), room.may_act());
        }
        let words = room.game().map(|game| self.known_words(game, viewer));
        let mut frames = words.unwrap_or_default();
        frames.push(self.welcome_frame(room, &self.states[place], since, now, &connection));
        let mut deliver = frames.iter().map(|frame| connection.deliver(&self.metrics, frame));
        let (id, is_sent) = (connection.id, deliver.all(|is_sent| is_sent));
        self.states[place].connections.push(connection);
        if !is_sent {
            // Without its welcome the client could not read the updates.
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
    ) -> Frame {
        let mut legal = Tape::new();
        let may_act = legal_of(room, state.viewer, &mut legal);
        let caller = connection.caller.as_ref();
        let missed = since.and_then(|since| missed(room, state.viewer, caller, since));
        let lent = missed.as_ref().map(|missed| missed.iter().map(MissedUpdate::lend).collect());
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
            may_act: Some(room.may_act()).filter(|&may_act| may_act != room.waiting()),
            clocks: room.clocks(now),
            missed: lent,
        };
        self.encode(&FromServer::Welcome(welcome))
    }
}

/// An update that a client missed. It owns what a [`Missed`] borrows.
struct MissedUpdate {
    n: u64,
    ack: Option<ClientId>,
    by: Option<(facedown_protocol::By, Seat)>,
    events: Vec<Box<RawValue>>,
    said: Option<facedown_protocol::Said>,
}

impl MissedUpdate {
    fn lend(&self) -> Missed<'_> {
        Missed {
            n: self.n,
            ack: self.ack.clone(),
            by: self.by.map(|(by, _)| by),
            seat: self.by.map(|(_, seat)| seat),
            events: self.events.iter().map(AsRef::as_ref).collect(),
            said: self.said.clone(),
        }
    }
}

/// The updates after `since`; `None` if that is too long ago, or in the future.
fn missed(
    room: &Room,
    viewer: Viewer,
    caller: Option<&Caller>,
    since: u64,
) -> Option<Vec<MissedUpdate>> {
    if since > room.n() {
        return None;
    }
    let kept = |n: u64| {
        let note = room.note_of(n)?;
        let game = room.game();
        let own =
            note.ack.as_ref().filter(|(author, _)| Some(author) == caller.map(|caller| &caller.id));
        Some(MissedUpdate {
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
