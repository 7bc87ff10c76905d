//! Noninterference of frames: what a viewer is sent is the same, to the byte, in every world that looks the same to
//! that viewer.
//!
//! The conformance suite of the games shows that the core tells nobody what is hidden. These tests show that the server
//! adds nothing to that: as long as the core's events and views for a viewer are the same in two worlds, so are the
//! bytes of the viewer's welcomes, updates and refusals.

use std::sync::Arc;

use bytes::Bytes;
use facedown_core::{Dice, Seat, Seed, Viewer};
use facedown_protocol::delta::Tape;
use facedown_protocol::{ClientId, FromServer, Name, Refused, TableId};
use serde_json::value::RawValue;
use tokio::sync::mpsc;

use super::connection::Connection;
use super::viewers::Viewers;
use crate::identity::Caller;
use crate::metrics::Metrics;
use crate::outlet::{Frame, Outlet, SendError};
use crate::room::{Acted, Actor, Checked, EntryBody, Journal, JournalEntry, Room, hosted};
use crate::store::PlayerId;
use crate::time::DrivenClock;

/// The maximum number of actions in a game.
const MAX_ACTIONS: usize = 250;
/// After how many actions the hidden cards are dealt again, if no difference was shown before.
const REDEAL_INTERVAL: usize = 12;

/// A room in one world, and the frames of its only viewer.
struct World {
    room: Room,
    audience: Viewers,
    frames: mpsc::Receiver<Bytes>,
    sent: mpsc::Sender<Bytes>,
    viewer: Viewer,
}

impl Outlet for mpsc::Sender<Bytes> {
    fn send(&self, frame: &Frame) -> Result<(), SendError> {
        self.try_send(frame.payload()).map_err(|_| SendError::Full)
    }

    fn close(&self) {}
}

impl World {
    fn new(room: Room, viewer: Viewer) -> Self {
        let (sent, frames) = mpsc::channel(1024);
        let audience =
            Viewers::new(facedown_protocol::PAD, Arc::default(), Arc::new(Metrics::default()));
        Self { room, audience, frames, sent, viewer }
    }

    fn player(&self) -> Option<PlayerId> {
        self.viewer.seat().map(player)
    }

    fn come(&mut self, id: u64, since: Option<u64>) {
        let caller = self.player().zip(Name::new("somebody").ok());
        let caller = caller.map(|(id, name)| Caller { id, name });
        let out = Arc::new(self.sent.clone());
        let connection = Connection::new(id, caller, out, Arc::default());
        self.audience.welcome(&self.room, self.viewer, connection, since, self.room.last());
    }

    /// The frames that were sent since the last call.
    fn heard(&mut self) -> Vec<Bytes> {
        std::iter::from_fn(|| self.frames.try_recv().ok()).collect()
    }

    /// The view of the core for this viewer, and its events from this number on.
    fn core(&self, told: usize) -> (Vec<u8>, Vec<String>) {
        let game = self.room.game().unwrap();
        let mut tape = Tape::new();
        game.public_view(&mut tape);
        let mut seen = tape.json().to_vec();
        game.own_view(self.viewer, &mut tape);
        seen.extend_from_slice(tape.json());
        let events = game.events_of(told..game.told(), self.viewer);
        (seen, events.iter().map(|event| event.get().to_owned()).collect())
    }

    /// Sends the viewer the answer to an attempt at this action.
    fn tries(&mut self, action: &RawValue) {
        let Some(player) = self.player() else { return };
        let id = ClientId::new("try").unwrap();
        let outcome = self.room.act(&player, &id, None, action);
        let refusal = match outcome {
            Ok(Checked::New(_)) => {
                return self.sent.try_send(Bytes::from_static(b"allowed")).unwrap();
            }
            Ok(Checked::AlreadyDone(n)) => panic!("done as {n}"),
            Err(refusal) => refusal,
        };
        self.audience.answer(0, &FromServer::Refused(Refused { id: Some(id), refusal }));
    }
}

fn player(seat: Seat) -> PlayerId {
    PlayerId(format!("player {}", seat.index()).into())
}

/// The journal of a table whose game has just started.
fn journal(game: &str, seats: usize, seed: &Seed) -> Journal {
    let (options, rules) = hosted::options(game, None, seats).ok().unwrap();
    let created = serde_json::json!({
        "game": game, "rules": rules, "options": options, "places": vec!["open"; seats], "host": "player 0",
        "private": false, "autostart": false, "spectators": "live", "clock": "none", "absent": "fallback", "grace": 60,
        "seed": seed.to_hex(), "code": "code",
    });
    let mut what = vec![serde_json::json!({ "created": created })];
    for seat in 0..seats {
        let (player, name) = (format!("player {seat}"), format!("Player {seat}"));
        what.push(serde_json::json!({ "sat": { "seat": seat, "player": player, "name": name } }));
    }
    what.push(serde_json::json!("started"));
    what.iter().map(|what| serde_json::json!({ "at": 1_000, "what": what }).to_string()).collect()
}

fn legal(room: &Room, seat: Seat) -> Vec<Box<RawValue>> {
    room.game().unwrap().listed(seat)
}

/// How many frames were compared, and how often the core itself showed a difference.
#[derive(Default)]
struct Count {
    frames: usize,
    shown: usize,
}

/// Plays a game in pairs of worlds that look the same to this viewer.
fn play(game: &str, seats: usize, viewer: Viewer, seed: &str, count: &mut Count) {
    let mut dice = Dice::new(&Seed::from_text(&format!("{seed}, choices")));
    let mut journal = journal(game, seats, &Seed::from_text(seed));
    let id = TableId::new("table").unwrap();
    let fold = |journal: &Journal| Room::fold(id.clone(), journal).unwrap();
    let mut room = fold(&journal);
    let mut pool: Vec<Box<RawValue>> = Vec::new();
    let mut worlds: Option<[World; 2]> = None;
    let mut age = 0;
    for _ in 0..MAX_ACTIONS {
        let pair = worlds.get_or_insert_with(|| {
            age = 0;
            let mut pair = [(); 2].map(|()| World::new(fold(&journal), viewer));
            let other = pair[0].room.game().unwrap().redealt(viewer, &mut dice);
            pair[1].room.replace_game(other);
            pair
        });
        let waiting = room.may_act();
        let Some(seat) = waiting.iter().nth(dice.place(waiting.len().max(1))) else { break };
        let actions = legal(&room, seat);
        let action = dice.pick(&actions).unwrap().clone();
        pool.extend(actions);
        let wrong: Vec<_> = (0..4).filter_map(|_| dice.pick(&pool).cloned()).collect();
        let since = room.n().saturating_sub(5);
        let told = room.game().unwrap().told();
        for world in pair.iter_mut() {
            if age == 0 {
                world.come(0, None);
            }
            world.come(1, Some(since));
            for action in &wrong {
                world.tries(action);
            }
        }
        compare(game, viewer, pair, count);
        let acted = Acted { seat, by: Actor::Player, id: None, action };
        let entry = JournalEntry::now(&DrivenClock::new(1_000), EntryBody::Acted(acted.clone()));
        let possible = pair[1].room.game().unwrap().prepare(seat, &acted.action);
        let possible = possible.is_ok_and(|prepared| prepared.permitted.is_ok());
        if possible {
            for world in pair.iter_mut() {
                world.audience.remove(1);
                world.room.apply(&entry).unwrap();
                world.audience.send_update(&world.room, false);
            }
            if pair[0].core(told) == pair[1].core(told) {
                compare(game, viewer, pair, count);
            } else {
                count.shown += 1;
                worlds = None;
            }
        } else {
            // In the other world the player does not hold that card.
            worlds = None;
        }
        room.apply(&entry).unwrap();
        journal.push(&entry);
        age += 1;
        if age >= REDEAL_INTERVAL {
            worlds = None;
        }
    }
}

fn compare(game: &str, viewer: Viewer, pair: &mut [World; 2], count: &mut Count) {
    let [here, there] = pair.each_mut().map(World::heard);
    assert_eq!(here, there, "{game}: {viewer:?} can tell two worlds apart");
    count.frames += here.len();
}

#[test]
fn what_a_viewer_is_sent_does_not_depend_on_what_is_hidden_from_it() {
    for game in crate::catalogue::catalogue() {
        let mut count = Count::default();
        let seats = game.least.max(3).min(game.most);
        let viewers = (0..seats).filter_map(Seat::new).map(Viewer::Seat);
        for viewer in viewers.chain([Viewer::Spectator]) {
            // Some games are short, so it plays as many as it takes.
            let enough = count.frames + 200;
            for number in 0..100 {
                play(game.name, seats, viewer, &format!("deal {number}"), &mut count);
                if number > 0 && count.frames >= enough {
                    break;
                }
            }
        }
        assert!(count.frames > 500, "{}: {} frames", game.name, count.frames);
        assert!(count.shown > 0, "{}: the worlds are all the same", game.name);
    }
}
