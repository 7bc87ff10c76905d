//! A session at a server whose store fails now and then, with players who repeat refused requests.

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

use super::common::{Client, TestServer, config, open_on};
use super::faulty::{FaultyStore, Kind, Plan};

/// How many times a request is repeated before the test fails.
const TRIES: usize = 8;

/// A session of several games, and what was acknowledged to its players.
pub(crate) struct Session {
    server: TestServer,
    plan: Arc<Plan>,
    /// Valid tokens, and their players' names.
    alive: Vec<(String, String)>,
    /// Revoked tokens.
    dead: Vec<String>,
    tables: Vec<Seated>,
    /// The ids of all messages that were acknowledged.
    acknowledged: Vec<String>,
    next: usize,
    /// How many times the server has crashed.
    falls: usize,
}

/// A table and its players.
struct Seated {
    id: String,
    tokens: Vec<String>,
    clients: Vec<Client>,
}

impl Session {
    /// Plays a session. Returns how many writes have failed.
    pub(crate) async fn run(kind: Kind, stride: u64, offset: u64) -> u64 {
        let plan = Plan::new(kind, stride, offset);
        let clock = DrivenClock::new(1_000_000);
        let folder = in_memory();
        let server = open(folder, &clock, &plan, "a session").await;
        let (alive, dead, tables) = (Vec::new(), Vec::new(), Vec::new());
        let mut session =
            Self { server, plan, alive, dead, tables, acknowledged: Vec::new(), next: 0, falls: 0 };
        session.play().await;
        session.check().await;
        let failed = session.plan.failed.load(SeqCst);
        session.server.close().await;
        failed
    }

    async fn play(&mut self) {
        let mut players = Vec::new();
        for name in ["Ann", "Bob"] {
            players.push(self.guest(name).await);
        }
        let stranger = self.guest("Sue").await;
        // Until the new name is acknowledged, either may be stored.
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

    /// Repeats a request until it succeeds. A refusal that shows that an earlier attempt succeeded counts as success.
    async fn done(&mut self, method: &str, path: &str, token: Option<&str>, body: Value) -> Value {
        for _ in 0..TRIES {
            let (status, answer) = self.server.request(method, path, token, &body).await;
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

    /// Signs in another device of a player, and signs it out again.
    async fn sign_out_elsewhere(&mut self, token: &str) {
        let other = loop {
            let link = self.done("POST", "/api/v1/me/link", Some(token), Value::Null).await;
            let code = json!({ "code": link["code"] });
            let (status, guest) = self.server.request("POST", "/api/v1/link", None, &code).await;
            if status == 200 {
                break guest["token"].as_str().unwrap().to_owned();
            }
            assert_eq!(status, 503, "{guest}");
            self.after_a_fault().await;
            if self.plan.kind != Kind::UnheardThenCrash {
                // A link that failed because of the store can be used again.
                let (status, guest) =
                    self.server.request("POST", "/api/v1/link", None, &code).await;
                if status == 200 {
                    break guest["token"].as_str().unwrap().to_owned();
                }
                assert_eq!(status, 503, "{guest}");
                self.after_a_fault().await;
            }
        };
        // Until this is acknowledged, the other token may be valid or not.
        let others = json!({ "which": "others" });
        self.done("POST", "/api/v1/me/sign-out", Some(token), others).await;
        self.dead.push(other);
    }

    /// Creates a table for these players, and starts the game.
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
            clients.push(self.server.join(&id, Some(token), None).await);
        }
        self.tables.push(Seated { id, tokens: players.to_vec(), clients });
        self.tables.len() - 1
    }

    /// Makes the first client that has to act take a legal action. Returns `false` if nobody has to act.
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

    /// Repeats a message until it is acknowledged, and waits until all clients have the update.
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

    /// Disconnects all clients, and advances the clock by a day.
    async fn leave_until_archived(&mut self, table: usize) {
        let id = TableId::new(&self.tables[table].id).unwrap();
        for client in self.tables[table].clients.drain(..) {
            client.close().await;
        }
        self.server.clock.advance(Duration::from_hours(25));
        // Connections are closed asynchronously, and a sweep does not archive a table that is being watched.
        for _ in 0..100_000 {
            self.server.hub().sweep().await;
            tokio::task::yield_now().await;
            let archived = self.server.hub().shared.store.archived(&id).await.unwrap();
            let none = self.server.request("GET", "/api/v1/tables", None, &Value::Null).await.1;
            if archived.is_some() && none["tables"] == json!([]) {
                return;
            }
        }
        panic!("the table is not archived");
    }

    async fn stay_away_until_forgotten(&mut self, token: &str) {
        self.alive.retain(|(other, _)| other != token);
        self.server.clock.advance(Duration::from_hours(40 * 24));
        for _ in 0..TRIES {
            self.server.hub().sweep().await;
            // A request with the token would make the guest active again.
            let store = &self.server.hub().shared.store;
            if store.token(&hash(token)).await.unwrap().is_none() {
                self.dead.push(token.to_owned());
                return;
            }
            self.server.clock.advance(Duration::from_hours(2));
        }
        panic!("nobody is forgotten");
    }

    /// After a refusal: checks that what was acknowledged is on disk, and crashes the server if the plan says so.
    async fn after_a_fault(&mut self) {
        self.check().await;
        // The server repeats its own failed writes after a second.
        self.server.clock.advance(Duration::from_secs(2));
        if self.plan.kind != Kind::UnheardThenCrash {
            return;
        }
        let folder = in_memory();
        self.server.crash_image(folder.path());
        let clock = self.server.clock.clone();
        // Each server needs another seed, or two tables would get the same id.
        self.falls += 1;
        let server = open(folder, &clock, &self.plan, &format!("fall {}", self.falls)).await;
        let before = std::mem::replace(&mut self.server, server);
        for table in &mut self.tables {
            let there = table.clients.len();
            table.clients.clear();
            for token in &table.tokens[..there] {
                table.clients.push(self.server.join(&table.id, Some(token), None).await);
            }
        }
        before.close().await;
    }

    /// Compares what was acknowledged with what is on disk.
    async fn check(&self) {
        let folder = in_memory();
        let store = SqliteStore::open(&self.server.crash_image(folder.path())).await.unwrap();
        for (token, name) in &self.alive {
            let found = store.token(&hash(token)).await.unwrap();
            assert_eq!(found.map(|found| found.player.name).as_ref(), Some(name));
        }
        for token in &self.dead {
            assert!(
                store.token(&hash(token)).await.unwrap().is_none(),
                "a revoked token is stored"
            );
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
        assert_eq!(ids.len(), count, "a message was carried out twice");
        for id in &self.acknowledged {
            assert!(ids.binary_search(id).is_ok(), "{id} was acknowledged and is not there");
        }
        store.close().await.unwrap();
    }
}

/// Checks that a client's state matches the journal, which may have one more entry whose write was reported as failed.
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

/// Opens a server in a new folder.
pub(crate) async fn fresh(plan: &Arc<Plan>) -> TestServer {
    open(in_memory(), &DrivenClock::new(1_000_000), plan, "a table").await
}

/// Opens a server in this folder.
pub(crate) async fn open(
    folder: tempfile::TempDir,
    clock: &DrivenClock,
    plan: &Arc<Plan>,
    seed: &str,
) -> TestServer {
    let store = FaultyStore::open(&folder.path().join("facedown.db"), Arc::clone(plan)).await;
    let server = open_on(Arc::new(store), config(), clock, seed).await;
    TestServer { server, clock: clock.clone(), folder }
}

/// A folder in memory if possible, since these tests are not about the disk.
pub(crate) fn in_memory() -> tempfile::TempDir {
    let memory = Path::new("/dev/shm");
    let folder = if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() };
    folder.unwrap()
}
