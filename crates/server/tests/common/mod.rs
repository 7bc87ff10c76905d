//! A server for tests, on a free port and with a clock that the test advances, and clients for it.
#![allow(dead_code, unreachable_pub)] // each test uses some of it
#![allow(clippy::unwrap_used, clippy::expect_used)] // a test that cannot go on has failed

pub mod peers;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use facedown_core::Seed;
use facedown_protocol::VERSION;
use facedown_protocol::delta::{Shorthand, Vocabulary, apply, view_of};
use facedown_server::hub::Hub;
use facedown_server::random::RandomSource;
use facedown_server::store::{SqliteStore, Store};
use facedown_server::time::DrivenClock;
use facedown_server::{Config, Server};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// A server with its clock and the folder of its database.
pub struct TestServer {
    pub server: Server,
    pub clock: DrivenClock,
    pub folder: tempfile::TempDir,
}

/// The configuration of servers in tests.
pub fn config() -> Config {
    let mut config = Config { bot_pause_millis: 0, pad: 0, ..Config::default() };
    config.listen = SocketAddr::from(([127, 0, 0, 1], 0));
    config.limits.request_burst = 10_000;
    config.limits.message_burst = 10_000;
    (config.limits.guest_burst, config.limits.replay_burst) = (10_000, 10_000);
    (config.limits.chat_burst, config.limits.chat_burst_per_address) = (10_000, 10_000);
    // Chat is written at once, because the clock of a test does not run by itself.
    config.limits.chat_every_millis = 0;
    config
}

impl TestServer {
    pub const fn address(&self) -> SocketAddr {
        self.server.address()
    }

    pub const fn metrics_address(&self) -> Option<SocketAddr> {
        self.server.metrics_address()
    }

    pub const fn hub(&self) -> &Arc<Hub> {
        self.server.hub()
    }

    pub async fn close(self) {
        self.server.close().await;
    }

    pub async fn open() -> Self {
        Self::open_with(config(), "a server").await
    }

    pub async fn open_with(config: Config, seed: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let clock = DrivenClock::new(1_000_000);
        let server = open(config, &folder.path().join("facedown.db"), &clock, seed).await;
        Self { server, clock, folder }
    }

    /// Copies what is on disk at this moment, as a crash would leave it.
    pub fn crash_image(&self, folder: &Path) -> PathBuf {
        for file in ["facedown.db", "facedown.db-wal"] {
            let from = self.folder.path().join(file);
            if from.exists() {
                std::fs::copy(from, folder.join(file)).unwrap();
            }
        }
        folder.join("facedown.db")
    }

    /// The same server after a crash: a new one on a copy of what was on disk.
    pub async fn reopened(self) -> Self {
        let clock = self.clock.clone();
        self.reopened_by(clock).await
    }

    pub async fn reopened_with(self, config: Config) -> Self {
        let clock = self.clock.clone();
        self.opened_again(clock, config).await
    }

    /// The same server after a crash, with other clocks.
    pub async fn reopened_by(self, clock: DrivenClock) -> Self {
        self.opened_again(clock, config()).await
    }

    async fn opened_again(self, clock: DrivenClock, config: Config) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let data = self.crash_image(folder.path());
        let server = open(config, &data, &clock, "after the fall").await;
        Self { server, clock, folder }
    }

    pub async fn request(
        &self,
        method: &str,
        path: &str,
        token: Option<&str>,
        body: &Value,
    ) -> (u16, Value) {
        let answer = self.raw(method, path, token, body, &[]).await;
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        (status, serde_json::from_str(body).unwrap_or(Value::Null))
    }

    /// The whole HTTP response to a request.
    pub async fn raw(
        &self,
        method: &str,
        path: &str,
        token: Option<&str>,
        body: &Value,
        headers: &[(&str, &str)],
    ) -> String {
        raw(self.address(), method, path, token, body, headers).await
    }

    pub async fn post(&self, path: &str, token: &str, body: Value) -> Value {
        let (status, answer) = self.request("POST", path, Some(token), &body).await;
        assert!((200..300).contains(&status), "{path}: {status} {answer}");
        answer
    }

    pub async fn guest(&self, name: &str) -> String {
        let (status, guest) =
            self.request("POST", "/api/v1/guests", None, &json!({ "name": name })).await;
        assert_eq!(status, 200, "{guest}");
        guest["token"].as_str().unwrap().to_owned()
    }

    /// A table in play with a person on each seat: its id and the players' tokens.
    pub async fn table(&self, mut new: Value, people: usize) -> (String, Vec<String>) {
        let mut tokens = Vec::new();
        for number in 0..people {
            tokens.push(self.guest(&format!("Player {number}")).await);
        }
        new["autostart"] = json!(true);
        new["sit"] = json!(0);
        if new["seats"].is_null() {
            new["seats"] = json!(vec!["open"; people]);
        }
        let created = self.post("/api/v1/tables", &tokens[0], new).await;
        let table = created["table"].as_str().unwrap().to_owned();
        for token in &tokens[1..] {
            let sit = json!({ "code": created["code"] });
            self.post(&format!("/api/v1/tables/{table}/sit"), token, sit).await;
        }
        (table, tokens)
    }

    /// A table in play, with the tokens and the connections of its players.
    pub async fn seated(&self, new: Value, people: usize) -> (String, Vec<String>, Vec<Client>) {
        let (table, tokens) = self.table(new, people).await;
        let mut clients = Vec::new();
        for token in &tokens {
            clients.push(self.join(&table, Some(token), None).await);
        }
        (table, tokens, clients)
    }

    pub async fn connect(&self, table: &str) -> Client {
        let url = format!("ws://{}/api/v1/tables/{table}/ws", self.address());
        let (socket, _) = tokio_tungstenite::connect_async(url).await.unwrap();
        Self::client(socket)
    }

    /// A client that has got its welcome.
    pub async fn join(&self, table: &str, token: Option<&str>, since: Option<u64>) -> Client {
        let mut client = self.connect(table).await;
        client.hello(token, since).await;
        let welcome = client.hear().await;
        assert_eq!(welcome["type"], "welcome", "{welcome}");
        client
    }
}

/// The whole HTTP response of the server at this address.
pub async fn raw(
    address: SocketAddr,
    method: &str,
    path: &str,
    token: Option<&str>,
    body: &Value,
    headers: &[(&str, &str)],
) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let mut lines = vec![format!("{method} {path} HTTP/1.1\r\nHost: server\r\nConnection: close")];
    if let Some(token) = token {
        lines.push(format!("Authorization: Bearer {token}"));
    }
    for (name, value) in headers {
        lines.push(format!("{name}: {value}"));
    }
    lines.push(format!("Content-Length: {}\r\n\r\n{body}", body.len()));
    stream.write_all(lines.join("\r\n").as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    answer
}

async fn open(config: Config, data: &Path, clock: &DrivenClock, seed: &str) -> Server {
    let store = Arc::new(SqliteStore::open(data).await.unwrap());
    open_on(store, config, clock, seed).await
}

/// Opens a server on this store.
pub async fn open_on(
    store: Arc<dyn Store>,
    config: Config,
    clock: &DrivenClock,
    seed: &str,
) -> Server {
    let chance = RandomSource::fixed(&Seed::from_text(seed));
    Server::open_with(config, store, Arc::new(clock.clone()), chance).await.unwrap()
}

pub type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// A client, with the state that its messages have led to.
pub struct Client {
    pub socket: Socket,
    pub n: u64,
    pub view: Value,
    pub table: Value,
    pub waiting: Vec<u64>,
    pub legal: Vec<Value>,
    pub you: Option<u64>,
    /// All events, with the numbers of their updates.
    pub events: Vec<(u64, Value)>,
    /// The last welcome.
    pub welcome: Value,
    /// The text of the last frame.
    pub frame: String,
    /// The texts of all frames.
    pub frames: Vec<String>,
    /// The public part of the view, and this viewer's own part.
    parts: [Value; 2],
    shorthand: Shorthand,
}

impl TestServer {
    pub fn client(socket: Socket) -> Client {
        Client {
            socket,
            n: 0,
            view: Value::Null,
            table: Value::Null,
            waiting: Vec::new(),
            legal: Vec::new(),
            you: None,
            events: Vec::new(),
            welcome: Value::Null,
            frame: String::new(),
            frames: Vec::new(),
            parts: [Value::Null, Value::Null],
            shorthand: Shorthand::default(),
        }
    }
}

impl Client {
    pub async fn send(&mut self, message: Value) {
        self.socket.send(Message::text(message.to_string())).await.unwrap();
    }

    /// Sends a raw frame.
    pub async fn socket_send(&mut self, frame: impl Into<Message>) {
        self.socket.send(frame.into()).await.unwrap();
    }

    pub async fn hello(&mut self, token: Option<&str>, since: Option<u64>) {
        let mut hello = json!({ "type": "hello", "version": VERSION });
        if let Some(token) = token {
            hello["token"] = json!(token);
        }
        if let Some(since) = since {
            hello["since"] = json!(since);
        }
        self.send(hello).await;
    }

    /// Waits for the next message and applies it. Presence messages are skipped.
    pub async fn hear(&mut self) -> Value {
        loop {
            let message = self.next().await.expect("the server has closed the connection");
            if message["type"] != "presence" {
                return message;
            }
        }
    }

    /// Waits for the next message and applies it; `None` if the connection has ended.
    pub async fn next(&mut self) -> Option<Value> {
        loop {
            match self.socket.next().await?.ok()? {
                Message::Text(text) => {
                    self.frame = text.to_string();
                    self.frames.push(self.frame.clone());
                    let message: Value = serde_json::from_str(&text).unwrap();
                    self.take_in(&message);
                    return Some(message);
                }
                Message::Close(_) => return None,
                _ => {}
            }
        }
    }

    fn take_in(&mut self, message: &Value) {
        if message["type"] == "welcome" {
            self.n = message["n"].as_u64().unwrap();
            self.parts = [message["view"].clone(), message["own"].clone()];
            self.view = view_of(&self.parts[0], &self.parts[1]);
            self.table = message["table"].clone();
            self.you = message["you"].as_u64();
            self.waiting = seats(&message["waiting"]);
            self.legal = message["legal"].as_array().cloned().unwrap_or_default();
            let vocabulary: Vocabulary =
                serde_json::from_value(message["vocabulary"].clone()).unwrap();
            self.shorthand = Shorthand::new(vocabulary);
            for missed in message["missed"].as_array().into_iter().flatten() {
                let n = missed["n"].as_u64().unwrap();
                let events = missed["e"].as_array().into_iter().flatten();
                self.events.extend(events.map(|event| (n, event.clone())));
            }
            self.welcome = message.clone();
        }
        if message["type"].is_null() {
            self.update(message);
        }
    }

    fn update(&mut self, update: &Value) {
        let n = update["n"].as_u64().unwrap();
        assert_eq!(n, self.n + 1, "a gap before {update}");
        self.n = n;
        let long = |short: &Value| self.shorthand.lengthen(short.clone()).unwrap();
        let events = update["e"].as_array().into_iter().flatten();
        self.events.extend(events.map(|event| (n, long(event))));
        if let Some(legal) = update["l"].as_array() {
            self.legal = legal.iter().map(long).collect();
        }
        for (part, key) in self.parts.iter_mut().zip(["v", "o"]) {
            if let Some(delta) = update.get(key) {
                apply(part, delta.clone(), &self.shorthand).unwrap();
            }
        }
        self.view = view_of(&self.parts[0], &self.parts[1]);
        if let Some(delta) = update.get("t") {
            apply(&mut self.table, delta.clone(), &self.shorthand).unwrap();
        }
        if let Some(waiting) = update.get("w") {
            self.waiting = seats(waiting);
        }
        if !self.is_asked() {
            self.legal.clear();
        }
    }

    /// Reads updates until this number.
    pub async fn catch_up(&mut self, n: u64) {
        while self.n < n {
            self.hear().await;
        }
    }

    pub fn is_asked(&self) -> bool {
        self.you.is_some_and(|you| self.waiting.contains(&you))
    }

    pub async fn act(&mut self, id: &str, action: &Value) {
        self.send(json!({ "type": "act", "id": id, "action": action })).await;
    }

    pub async fn close(mut self) {
        self.socket.close(None).await.unwrap();
        while self.next().await.is_some() {}
    }
}

fn seats(value: &Value) -> Vec<u64> {
    value.as_array().into_iter().flatten().filter_map(Value::as_u64).collect()
}

/// Makes the first client that has to act take a legal action, and waits until all clients have the update. Returns
/// `false` if nobody has to act.
pub async fn step(clients: &mut [Client], number: usize) -> bool {
    let Some(actor) = clients.iter().position(Client::is_asked) else { return false };
    let legal = &clients[actor].legal;
    let action = legal[(number * 7) % legal.len()].clone();
    let id = format!("move-{number}");
    clients[actor].act(&id, &action).await;
    let update = clients[actor].hear().await;
    assert_eq!(update["a"], id.as_str(), "{update}");
    let n = clients[actor].n;
    for client in clients.iter_mut() {
        client.catch_up(n).await;
    }
    true
}
