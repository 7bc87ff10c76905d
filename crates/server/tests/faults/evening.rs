//! An evening at a server whose store fails now and then, with players who send again what was refused.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering::SeqCst;
use std::time::Duration;

use facedown_core::{Seat, Viewer};
use facedown_protocol::TableId;
use facedown_protocol::delta::{Tape, view_of};
use facedown_server::room::{Journal, Room};
use facedown_server::store::{self, SqliteStore, Store};
use facedown_server::time::DrivenClock;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::common::{Client, TestHouse, config, open_on};
use super::faulty::{FaultyStore, Kind, Plan};

/// How often a request is sent again before somebody is worried.
const TRIES: usize = 8;

/// An evening, and what was acknowledged to its players.
pub(crate) struct Evening {
    house: TestHouse,
    plan: Arc<Plan>,
    /// Tokens that are good, and their players' names.
    alive: Vec<(String, String)>,
    /// Tokens that are good for nothing.
    dead: Vec<String>,
    tables: Vec<Seated>,
    /// The ids of all messages that were acknowledged.
    acknowledged: Vec<String>,
    next: usize,
    /// How often the server has fallen over.
    falls: usize,
}

/// A table, and those who sit there.
struct Seated {
    id: String,
    tokens: Vec<String>,
    clients: Vec<Client>,
}

impl Evening {
    /// Plays an evening. How many writes have failed.
    pub(crate) async fn run(kind: Kind, stride: u64, offset: u64) -> u64 {
        let plan = Plan::new(kind, stride, offset);
        let clock = DrivenClock::new(1_000_000);
        let folder = in_memory();
        let house = open(folder, &clock, &plan, "an evening").await;
        let (alive, dead, tables) = (Vec::new(), Vec::new(), Vec::new());
        let mut evening =
            Self { house, plan, alive, dead, tables, acknowledged: Vec::new(), next: 0, falls: 0 };
        evening.play().await;
        evening.check().await;
        let failed = evening.plan.failed.load(SeqCst);
        evening.house.server.close().await;
        failed
    }

    async fn play(&mut self) {
        let mut players = Vec::new();
        for name in ["Ann", "Bob"] {
            players.push(self.guest(name).await);
        }
        let stranger = self.guest("Sue").await;
        // Until the new name is acknowledged it may be either.
        self.alive.retain(|(token, _)| *token != players[1]);
        self.done("POST", "/api/v1/me", Some(&players[1]), json!({ "name": "Bobby" })).await;
        self.alive.push((players[1].clone(), "Bobby".into()));
        self.sign_out_elsewhere(&players[0]).await;
        let finished = self.sit_down("herding-cats", &players[..2]).await;
        while self.step(finished).await {}
        assert_eq!(self.tables[finished].clients[0].table["state"], "over");
        let again = format!("/api/v1/tables/{}/rematch", self.tables[finished].id);
        self.done("POST", &again, Some(&players[0]), Value::Null).await;
        self.leave_until_archived(finished).await;
        self.stay_away_until_forgotten(&stranger).await;
        for name in ["Cyd", "Dot"] {
            players.push(self.guest(name).await);
        }
        for (game, people) in [("texas-42", 4), ("exploding-kittens", 2), ("herding-cats", 3)] {
            let table = self.sit_down(game, &players[..people]).await;
            for number in 0..3 {
                assert!(self.step(table).await);
                self.talk(table, number % people).await;
            }
        }
    }

    /// Asks until it is done. Where it was done before and nobody heard of it, it is.
    async fn done(&mut self, method: &str, path: &str, token: Option<&str>, body: Value) -> Value {
        for _ in 0..TRIES {
            let (status, answer) = self.house.request(method, path, token, &body).await;
            let kind = answer["kind"].as_str().unwrap_or_default();
            match status {
                200..300 => return answer,
                409 if ["already-seated", "already-started"].contains(&kind) => return answer,
                503 => self.after_a_fault().await,
                _ => panic!("{method} {path}: {status} {answer}"),
            }
        }
        panic!("{method} {path} is refused again and again");
    }

    async fn guest(&mut self, name: &str) -> String {
        let guest = self.done("POST", "/api/v1/guests", None, json!({ "name": name })).await;
        let token = guest["token"].as_str().unwrap().to_owned();
        self.alive.push((token.clone(), name.to_owned()));
        token
    }

    /// Takes a player along to another device, and takes that back.
    async fn sign_out_elsewhere(&mut self, token: &str) {
        let other = loop {
            let link = self.done("POST", "/api/v1/me/link", Some(token), Value::Null).await;
            let code = json!({ "code": link["code"] });
            let (status, guest) = self.house.request("POST", "/api/v1/link", None, &code).await;
            if status == 200 {
                break guest["token"].as_str().unwrap().to_owned();
            }
            assert_eq!(status, 503, "{guest}");
            self.after_a_fault().await;
            if self.plan.kind != Kind::UnheardThenCrash {
                // A link that could not be used can be used again.
                let (status, guest) = self.house.request("POST", "/api/v1/link", None, &code).await;
                if status == 200 {
                    break guest["token"].as_str().unwrap().to_owned();
                }
                assert_eq!(status, 503, "{guest}");
                self.after_a_fault().await;
            }
        };
        // Until this is acknowledged the other token may be good or not.
        let others = json!({ "which": "others" });
        self.done("POST", "/api/v1/me/sign-out", Some(token), others).await;
        self.dead.push(other);
    }

    /// Sets up a table at which these play, and starts the game.
    async fn sit_down(&mut self, game: &str, players: &[String]) -> usize {
        let new = json!({ "game": game, "seats": vec!["open"; players.len()] });
        let made = self.done("POST", "/api/v1/tables", Some(&players[0]), new).await;
        let id = made["table"].as_str().unwrap().to_owned();
        for token in players {
            self.done("POST", &format!("/api/v1/tables/{id}/sit"), Some(token), json!({})).await;
        }
        self.done("POST", &format!("/api/v1/tables/{id}/start"), Some(&players[0]), Value::Null)
            .await;
        let mut clients = Vec::new();
        for token in players {
            clients.push(self.house.join(&id, Some(token), None).await);
        }
        self.tables.push(Seated { id, tokens: players.to_vec(), clients });
        self.tables.len() - 1
    }

    /// Has whoever is asked first do one of the things they may. Whether anybody was asked.
    async fn step(&mut self, table: usize) -> bool {
        let clients = &self.tables[table].clients;
        let Some(actor) = clients.iter().position(Client::is_asked) else { return false };
        self.next += 1;
        let legal = &clients[actor].legal;
        let action = legal[(self.next * 7) % legal.len()].clone();
        self.send(table, actor, json!({ "type": "act", "action": action })).await;
        true
    }

    async fn talk(&mut self, table: usize, seat: usize) {
        self.next += 1;
        self.send(table, seat, json!({ "type": "chat", "text": "well played" })).await;
    }

    /// Sends a message until it is acknowledged, and has everybody hear of it.
    async fn send(&mut self, table: usize, seat: usize, mut message: Value) {
        let id = format!("m{}", self.next);
        message["id"] = json!(id);
        'again: for _ in 0..TRIES {
            self.tables[table].clients[seat].send(message.clone()).await;
            loop {
                let heard = self.tables[table].clients[seat].hear().await;
                if heard["a"] == id.as_str()
                    || heard["type"] == "done" && heard["id"] == id.as_str()
                {
                    self.acknowledged.push(id);
                    let n = self.tables[table].clients[seat].n;
                    for client in &mut self.tables[table].clients {
                        client.catch_up(n).await;
                    }
                    return;
                }
                if heard["type"] == "refused" {
                    assert_eq!((&heard["id"], &heard["kind"]), (&json!(id), &json!("unavailable")));
                    self.after_a_fault().await;
                    continue 'again;
                }
            }
        }
        panic!("{message} is refused again and again");
    }

    /// Everybody leaves, and a day goes by.
    async fn leave_until_archived(&mut self, table: usize) {
        let id = TableId::new(&self.tables[table].id).unwrap();
        for client in self.tables[table].clients.drain(..) {
            client.close().await;
        }
        self.house.clock.advance(Duration::from_hours(25));
        // The connections end in their own time, and a table is left alone at which somebody looks.
        for _ in 0..100_000 {
            self.house.server.house().sweep().await;
            tokio::task::yield_now().await;
            let archived = self.house.server.house().shared.store.archived(&id).await.unwrap();
            let none = self.house.request("GET", "/api/v1/tables", None, &Value::Null).await.1;
            if archived.is_some() && none["tables"] == json!([]) {
                return;
            }
        }
        panic!("the table is not archived");
    }

    async fn stay_away_until_forgotten(&mut self, token: &str) {
        self.alive.retain(|(other, _)| other != token);
        self.house.clock.advance(Duration::from_hours(40 * 24));
        for _ in 0..TRIES {
            self.house.server.house().sweep().await;
            // Whoever asks with the token comes back, and is not forgotten.
            let store = &self.house.server.house().shared.store;
            if store.token(&hash(token)).await.unwrap().is_none() {
                self.dead.push(token.to_owned());
                return;
            }
            self.house.clock.advance(Duration::from_hours(2));
        }
        panic!("nobody is forgotten");
    }

    /// Something was refused. What was acknowledged is on the disk now; and if the server falls over, it goes on.
    async fn after_a_fault(&mut self) {
        self.check().await;
        // What the server writes by itself it tries again after a second.
        self.house.clock.advance(Duration::from_secs(2));
        if self.plan.kind != Kind::UnheardThenCrash {
            return;
        }
        let folder = in_memory();
        self.house.crash_image(folder.path());
        let clock = self.house.clock.clone();
        // Each server has other randomness, or two tables would get the same id.
        self.falls += 1;
        let house = open(folder, &clock, &self.plan, &format!("fall {}", self.falls)).await;
        let before = std::mem::replace(&mut self.house, house);
        for table in &mut self.tables {
            let there = table.clients.len();
            table.clients.clear();
            for token in &table.tokens[..there] {
                table.clients.push(self.house.join(&table.id, Some(token), None).await);
            }
        }
        before.server.close().await;
    }

    /// Compares what was acknowledged with what is on the disk at this moment.
    async fn check(&self) {
        let folder = in_memory();
        let store = SqliteStore::open(&self.house.crash_image(folder.path())).await.unwrap();
        for (token, name) in &self.alive {
            let found = store.token(&hash(token)).await.unwrap();
            assert_eq!(found.map(|found| found.player.name).as_ref(), Some(name));
        }
        for token in &self.dead {
            assert!(store.token(&hash(token)).await.unwrap().is_none(), "a dead token");
        }
        let mut journals: BTreeMap<TableId, Journal> =
            store::journals(&store).await.unwrap().into_iter().collect();
        let mut ids = Vec::new();
        for Seated { id, clients, .. } in &self.tables {
            let id = TableId::new(id).unwrap();
            let journal = match journals.remove(&id) {
                Some(journal) => journal,
                None => store.archived(&id).await.unwrap().unwrap(),
            };
            ids.extend(journal.lines().filter_map(id_of));
            let room = Room::fold(id, &journal).unwrap();
            for client in clients {
                compare(client, &room);
            }
        }
        for (table, journal) in journals {
            Room::fold(table, &journal).unwrap();
        }
        ids.sort_unstable();
        let count = ids.len();
        ids.dedup();
        assert_eq!(ids.len(), count, "something was done twice");
        for id in &self.acknowledged {
            assert!(ids.binary_search(id).is_ok(), "{id} was acknowledged and is not there");
        }
        store.close().await.unwrap();
    }
}

/// What a client knows is what the journal says; there may be one entry more, which was refused.
fn compare(client: &Client, room: &Room) {
    assert!((client.n..=client.n + 1).contains(&room.n()), "{} after {}", room.n(), client.n);
    if room.n() == client.n
        && let Some(game) = room.game()
    {
        let seat = client.you.and_then(|seat| Seat::new(usize::try_from(seat).ok()?));
        let (mut public, mut own) = (Tape::new(), Tape::new());
        game.public_view(&mut public);
        game.own_view(seat.map_or(Viewer::Spectator, Viewer::Seat), &mut own);
        let [public, own] = [public, own].map(|tape| serde_json::from_slice(tape.json()).unwrap());
        assert_eq!(view_of(&public, &own), client.view);
    }
}

fn id_of(line: &str) -> Option<String> {
    let entry: Value = serde_json::from_str(line).unwrap();
    let what = &entry["what"];
    let id = what["acted"]["id"].as_str().or(what["said"]["id"].as_str())?;
    Some(id.to_owned())
}

fn hash(token: &str) -> [u8; 32] {
    Sha256::digest(token.as_bytes()).into()
}

/// A server in a new folder.
pub(crate) async fn fresh(plan: &Arc<Plan>) -> TestHouse {
    open(in_memory(), &DrivenClock::new(1_000_000), plan, "a table").await
}

async fn open(
    folder: tempfile::TempDir,
    clock: &DrivenClock,
    plan: &Arc<Plan>,
    seed: &str,
) -> TestHouse {
    let store = FaultyStore::open(&folder.path().join("house.db"), Arc::clone(plan)).await;
    let server = open_on(Arc::new(store), config(), clock, seed).await;
    TestHouse { server, clock: clock.clone(), folder }
}

/// A folder in memory, where there is one: these tests are not about the disk.
fn in_memory() -> tempfile::TempDir {
    let memory = Path::new("/dev/shm");
    let folder = if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() };
    folder.unwrap()
}
