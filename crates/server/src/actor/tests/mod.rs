//! Tests of a table's actor, with clocks and bots that the test controls.

mod chat;
mod deadlines;
mod thinking;

use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use bytes::Bytes;
use facedown_core::{Dice, Seed};
use facedown_protocol::{Name, TableId};
use serde_json::{Value, json};
use tokio::sync::{mpsc, oneshot};

use super::bot_pool::{BotExecutor, Job};
use super::{Actor, ActorContext, Connection, Message, NewConnection};
use crate::gate::Gate;
use crate::identity::Caller;
use crate::limits::Limits;
use crate::metrics::Metrics;
use crate::outlet::{Frame, Outlet, SendError};
use crate::random::RandomSource;
use crate::room::{Journal, Room, hosted};
use crate::store::{PlayerId, SqliteStore, Writer};
use crate::time::{Clock, DrivenClock, Millis, Moment};

/// The time at which the tables of these tests start.
const START: Millis = 1_000_000;

/// A table with its running actor, and what the test needs to control it.
struct Driven {
    clock: DrivenClock,
    bot_pool: Arc<ByHand>,
    metrics: Arc<Metrics>,
    inbox: mpsc::Sender<Message>,
    next: u64,
    _folder: tempfile::TempDir,
}

/// The settings of a table.
struct Setup {
    /// Fields of `Created` that differ from the defaults.
    created: Value,
    people: usize,
    bots: usize,
    bot: &'static str,
    bot_pause: Millis,
    chat_queue: usize,
    chat_every: Millis,
    takes: fn(usize, &mut Dice) -> Millis,
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            created: json!({ "game": "herding-cats" }),
            people: 2,
            bots: 0,
            bot: "random",
            bot_pause: 700,
            chat_queue: 8,
            chat_every: 200,
            takes: |_, _| 0,
        }
    }
}

impl Driven {
    /// A table whose cards have just been dealt.
    async fn open(setup: Setup) -> Self {
        let clock = DrivenClock::new(START);
        let folder = tempfile::tempdir().unwrap();
        let store = Arc::new(SqliteStore::open(&folder.path().join("facedown.db")).await.unwrap());
        let metrics = Arc::new(Metrics::default());
        let (writer, _) = Writer::start(store.clone(), Arc::clone(&metrics));
        let bot_pool = Arc::new(ByHand {
            clock: clock.clone(),
            jobs: Mutex::default(),
            choices: Mutex::default(),
            takes: setup.takes,
            dice: Mutex::new(Dice::new(&Seed::from_text("how long they take"))),
        });
        let shared = ActorContext {
            clock: Arc::new(clock.clone()),
            random: Arc::new(RandomSource::fixed(&Seed::from_text("a driven table"))),
            store,
            writer,
            metrics: Arc::clone(&metrics),
            pad: 0,
            lexicon: Arc::default(),
            bot_executor: bot_pool.clone(),
            bot_pause: setup.bot_pause,
            chat_queue: setup.chat_queue,
            chat_every: setup.chat_every,
            linger: 0,
            abandon: 0,
            saved_clock: START.into(),
            unvisited: Millis::MAX,
            gate: Gate::new(Limits {
                chat_burst: 10_000,
                chat_burst_per_address: 10_000,
                ..Limits::default()
            }),
        };
        let journal = journal(&setup);
        let room = Room::fold(TableId::new("table").unwrap(), &journal).unwrap();
        let actor = Actor::new(Arc::new(shared), room, journal, false).unwrap();
        let (inbox, messages) = mpsc::channel(4096);
        tokio::spawn(actor.run(messages));
        Self { clock, bot_pool, metrics, inbox, next: 0, _folder: folder }
    }

    fn advance(&self, millis: Millis) {
        self.clock.advance(Duration::from_millis(millis));
    }

    /// Connects a player by number, or a spectator by name, and waits for the welcome.
    async fn join(&mut self, name: &str) -> Eye {
        self.next += 1;
        let (sent, frames) = mpsc::unbounded_channel();
        let lag = Arc::new(Mutex::new(Duration::ZERO));
        let out = Sent { frames: sent, lag: Arc::clone(&lag), clock: self.clock.clone() };
        let caller = Caller { id: PlayerId(name.into()), name: Name::new(name).unwrap() };
        let end = Arc::new(OnceLock::new());
        let connection = Connection::new(self.next, Some(caller), Arc::new(out), end);
        let (reply, welcomed) = oneshot::channel();
        let new = NewConnection { connection, code: None, since: None, reply };
        let hello = Message::Hello(Box::new(new));
        self.inbox.send(hello).await.unwrap();
        assert!(welcomed.await.unwrap().is_ok());
        let (id, inbox, clock) = (self.next, self.inbox.clone(), self.clock.clone());
        let mut eye = Eye { id, frames, inbox, clock, lag, welcome: Value::Null };
        eye.welcome = eye.settle().await.remove(0);
        eye
    }

    /// Connects the players of all seats.
    async fn players(&mut self, people: usize) -> Vec<Eye> {
        let mut eyes = Vec::new();
        for seat in 0..people {
            eyes.push(self.join(&format!("player {seat}")).await);
        }
        eyes
    }
}

/// One connection of a player or spectator.
struct Eye {
    id: u64,
    frames: mpsc::UnboundedReceiver<Value>,
    inbox: mpsc::Sender<Message>,
    clock: DrivenClock,
    /// By how much the clock advances while the table sends the next message to this connection.
    lag: Arc<Mutex<Duration>>,
    welcome: Value,
}

impl Eye {
    /// Sends a frame with this time of arrival, without waiting.
    fn send_at(&self, frame: &Value, arrived: Moment) {
        let (from, text) = (self.id, Bytes::from(frame.to_string()));
        let message = Message::Frame { from, text, arrived, permit: None };
        assert!(self.inbox.try_send(message).is_ok(), "the inbox is full");
    }

    fn send(&self, frame: &Value) {
        self.send_at(frame, self.clock.now());
    }

    fn chat(&self, id: &str) {
        self.send(&json!({ "type": "chat", "id": id, "text": format!("this is {id}") }));
    }

    /// Waits until the table has done everything that is due, and returns the messages except presence.
    async fn settle(&mut self) -> Vec<Value> {
        let mut heard = Vec::new();
        // The server may make an automatic move between two messages.
        for _ in 0..2 {
            self.send(&json!({ "type": "ping" }));
            loop {
                let frame = self.frames.recv().await.unwrap();
                match frame["type"].as_str() {
                    Some("pong") => break,
                    Some("presence") => {}
                    _ => heard.push(frame),
                }
            }
        }
        heard
    }

    /// A legal action of this seat, from its welcome.
    fn act(&self, id: &str) -> Value {
        json!({ "type": "act", "id": id, "action": self.welcome["legal"][0] })
    }

    fn is_asked(&self) -> bool {
        !self.welcome["legal"].is_null()
    }
}

/// The outgoing side of a test's connection.
struct Sent {
    frames: mpsc::UnboundedSender<Value>,
    lag: Arc<Mutex<Duration>>,
    clock: DrivenClock,
}

impl Outlet for Sent {
    fn send(&self, frame: &Frame) -> Result<(), SendError> {
        self.clock.advance(std::mem::take(&mut *self.lag.lock().unwrap()));
        self.frames
            .send(serde_json::from_slice(&frame.payload()).unwrap())
            .map_err(|_| SendError::Closed)
    }

    fn close(&self) {}
}

/// An executor whose bots are done when the test says so.
struct ByHand {
    clock: DrivenClock,
    jobs: Mutex<Vec<(Moment, Job)>>,
    /// How many choices each of them had.
    choices: Mutex<Vec<usize>>,
    /// How long a bot thinks, by its number of choices.
    takes: fn(usize, &mut Dice) -> Millis,
    dice: Mutex<Dice>,
}

impl BotExecutor for ByHand {
    fn run(&self, job: Job) {
        let takes = (self.takes)(job.choices, &mut self.dice.lock().unwrap());
        self.choices.lock().unwrap().push(job.choices);
        self.jobs.lock().unwrap().push((self.clock.now() + takes, job));
    }
}

impl ByHand {
    /// Runs the jobs of bots that have thought long enough.
    fn wake(&self) {
        let now = self.clock.now();
        let mut jobs = self.jobs.lock().unwrap();
        let (done, left): (Vec<_>, Vec<_>) = jobs.drain(..).partition(|(due, _)| *due <= now);
        *jobs = left;
        drop(jobs);
        for (_, job) in done {
            (job.work)();
        }
    }
}

fn journal(setup: &Setup) -> Journal {
    let game = setup.created["game"].as_str().unwrap();
    let seats = setup.people + setup.bots;
    let (options, rules) = hosted::options(game, None, seats).ok().unwrap();
    let place =
        |seat| if seat < setup.people { json!("open") } else { json!({ "bot": setup.bot }) };
    let mut created = json!({
        "game": game, "rules": rules, "options": options, "places": (0..seats).map(place).collect::<Vec<_>>(),
        "host": "player 0", "private": false, "autostart": false, "spectators": "live", "clock": "none",
        "absent": "fallback", "grace": 1_000_000, "seed": Seed::from_text("a deal").to_hex(), "code": "code",
    });
    for (key, value) in setup.created.as_object().unwrap() {
        created[key] = value.clone();
    }
    let mut what = vec![json!({ "created": created })];
    for seat in 0..setup.people {
        let name = format!("player {seat}");
        what.push(json!({ "sat": { "seat": seat, "player": name, "name": name } }));
    }
    what.push(json!("started"));
    let entry = |what: &Value| json!({ "at": START, "moment": START, "what": what }).to_string();
    what.iter().map(entry).collect()
}
