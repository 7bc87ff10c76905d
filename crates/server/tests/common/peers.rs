//! Players of tables without a trusted server, who speak to the relay as their programs do and check every stamp.

use std::collections::VecDeque;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use ed25519_dalek::{SigningKey, VerifyingKey};
use facedown_protocol::relay::{Hex, Join, SeatProof, Stamped, Stamps, VERSION, check_key};
use facedown_protocol::{Name, TableId};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};

use super::{Socket, TestServer};

/// A player with a key and a nonce.
#[derive(Clone)]
pub struct Player {
    pub key: SigningKey,
    pub name: String,
    pub nonce: [u8; 32],
}

impl Player {
    pub fn new(number: u8) -> Self {
        let key = SigningKey::from_bytes(&[number + 1; 32]);
        Self { key, name: format!("Player {number}"), nonce: [number + 101; 32] }
    }

    /// The body of the request to join this table.
    pub fn join(&self, table: &PeerTable) -> Value {
        let name = Name::new(&self.name).unwrap();
        let join = Join::sign(&self.key, &table.relay, &table.id(), name, self.nonce);
        serde_json::to_value(join).unwrap()
    }
}

/// A table, as whoever has the link knows it.
#[derive(Clone)]
pub struct PeerTable {
    pub id: String,
    pub code: String,
    pub relay: Hex<32>,
}

impl PeerTable {
    /// The table that was made with this response.
    pub fn of(made: &Value) -> Self {
        let text = |key: &str| made[key].as_str().unwrap().to_owned();
        let relay = Hex::parse(&text("relay")).unwrap();
        Self { id: text("table"), code: text("code"), relay }
    }

    pub fn id(&self) -> TableId {
        TableId::new(&self.id).unwrap()
    }

    fn relay_key(&self) -> VerifyingKey {
        check_key(&self.relay).unwrap()
    }
}

/// The request for a new table with this number of seats.
pub fn new_peers(seats: usize) -> Value {
    json!({
        "game": "a-game", "rules": 3, "options": { "of": "its own" }, "seats": seats,
        "think": 60, "grace": 300, "escrow": null,
    })
}

impl TestServer {
    pub async fn peer_table(&self, new: Value) -> PeerTable {
        let (status, made) = self.request("POST", "/api/v1/peers", None, &new).await;
        assert_eq!(status, 201, "{made}");
        PeerTable::of(&made)
    }

    /// A request about a table, with its code.
    pub async fn ask_peers(
        &self,
        method: &str,
        table: &PeerTable,
        rest: &str,
        body: &Value,
    ) -> (u16, Value) {
        let path = format!("/api/v1/peers/{}{rest}", table.id);
        let headers = [("Facedown-Code", table.code.as_str())];
        let answer = self.raw(method, &path, None, body, &headers).await;
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        (status, serde_json::from_str(body).unwrap_or(Value::Null))
    }

    pub async fn peer_info(&self, table: &PeerTable) -> Value {
        let (status, info) = self.ask_peers("GET", table, "", &Value::Null).await;
        assert_eq!(status, 200, "{info}");
        info
    }

    pub async fn join_peers(&self, table: &PeerTable, player: &Player) -> (u16, Value) {
        self.ask_peers("POST", table, "/join", &player.join(table)).await
    }

    /// A connection that has got its challenge and has said nothing.
    pub async fn connect_peer(&self, table: &PeerTable) -> Peer {
        let url = format!("ws://{}/api/v1/peers/{}/ws", self.address(), table.id);
        let mut request = url.into_client_request().unwrap();
        request.headers_mut().insert("facedown-code", table.code.parse().unwrap());
        let (socket, _) = tokio_tungstenite::connect_async(request).await.unwrap();
        let mut peer = Peer {
            socket,
            table: table.clone(),
            seat: None,
            info: Value::Null,
            stamps: None,
            entries: Vec::new(),
            again: VecDeque::new(),
            challenge: Hex([0; 32]),
        };
        let challenge = peer.message().await;
        assert_eq!(challenge["type"], "challenge", "{challenge}");
        assert_eq!(challenge["relay"], json!(table.relay));
        peer.challenge = Hex::parse(challenge["nonce"].as_str().unwrap()).unwrap();
        peer
    }

    /// A connection that has got its welcome and no entries yet. `has` are the entries that it has.
    pub async fn peer(&self, table: &PeerTable, player: Option<&Player>, has: &[Stamped]) -> Peer {
        let mut peer = self.connect_peer(table).await;
        let hello = peer.hello(player, has.len() as u64);
        peer.send(hello).await;
        let welcome = peer.message().await;
        assert_eq!(welcome["type"], "welcome", "{welcome}");
        peer.begin(&welcome["genesis"]);
        for stamped in has {
            let stamps = peer.stamps.unwrap();
            peer.stamps = Some(stamps.check(&table.relay_key(), stamped).unwrap());
        }
        peer.entries = has.to_vec();
        peer
    }

    /// A table in play, with its players and their connections.
    pub async fn peers_playing(&self, seats: usize) -> (PeerTable, Vec<Player>, Vec<Peer>) {
        let table = self.peer_table(new_peers(seats)).await;
        let (players, mut peers) = self.peers_agreeing(&table, seats).await;
        for peer in &mut peers {
            peer.send(genesis(b"the genesis")).await;
        }
        for peer in &mut peers {
            peer.until("begun").await;
        }
        (table, players, peers)
    }

    /// The players of a full table that has no genesis yet.
    pub async fn peers_agreeing(
        &self,
        table: &PeerTable,
        seats: usize,
    ) -> (Vec<Player>, Vec<Peer>) {
        let players: Vec<_> = (0..u8::try_from(seats).unwrap()).map(Player::new).collect();
        let mut peers = Vec::new();
        for (seat, player) in players.iter().enumerate() {
            let (status, joined) = self.join_peers(table, player).await;
            assert_eq!((status, &joined["seat"]), (200, &json!(seat)), "{joined}");
            peers.push(self.peer(table, Some(player), &[]).await);
        }
        (players, peers)
    }
}

/// The message with a genesis.
pub fn genesis(bytes: &[u8]) -> Value {
    json!({ "type": "genesis", "bytes": STANDARD.encode(bytes) })
}

/// A connection of a player or a spectator.
pub struct Peer {
    pub socket: Socket,
    pub table: PeerTable,
    pub seat: Option<u64>,
    /// What the relay last said about the table.
    pub info: Value,
    pub challenge: Hex<32>,
    /// Where the stamps have arrived, once the game has begun.
    pub stamps: Option<Stamps>,
    /// All entries from the first on.
    pub entries: Vec<Stamped>,
    /// Entries that came once more.
    pub again: VecDeque<Stamped>,
}

impl Peer {
    /// The answer to the challenge.
    pub fn hello(&self, player: Option<&Player>, since: u64) -> Value {
        let mut hello = json!({ "type": "hello", "v": VERSION, "since": since });
        if let Some(player) = player {
            let table = self.table.id();
            let proof = SeatProof::sign(&player.key, &self.table.relay, &table, &self.challenge);
            hello["seat"] = serde_json::to_value(proof).unwrap();
        }
        hello
    }

    pub async fn send(&mut self, message: Value) {
        self.socket.send(Message::text(message.to_string())).await.unwrap();
    }

    /// Sends a raw frame.
    pub async fn socket_send(&mut self, frame: Message) {
        self.socket.send(frame).await.unwrap();
    }

    /// Posts an entry.
    pub async fn post(&mut self, entry: &[u8]) {
        self.try_post(entry).await.unwrap();
    }

    /// Posts an entry to a relay that may have closed the connection.
    pub async fn try_post(&mut self, entry: &[u8]) -> Result<(), Error> {
        self.socket.send(Message::binary(entry.to_vec())).await
    }

    fn begin(&mut self, genesis: &Value) {
        if let Some(text) = genesis.as_str() {
            self.stamps = Some(Stamps::new(&STANDARD.decode(text).unwrap()));
        }
    }

    /// Waits for the next frame: a message, or `null` for an entry; `None` if the connection has ended.
    pub async fn next(&mut self) -> Option<Value> {
        loop {
            match self.socket.next().await?.ok()? {
                Message::Text(text) => {
                    let message: Value = serde_json::from_str(&text).unwrap();
                    if message["type"] == "welcome" {
                        self.seat = message["seat"].as_u64();
                    }
                    if message["type"] == "begun" {
                        self.begin(&message["genesis"]);
                    }
                    if message["table"].is_object() {
                        self.info = message["table"].clone();
                    }
                    return Some(message);
                }
                Message::Binary(bytes) => {
                    self.take(Stamped::from_bytes(&bytes).unwrap());
                    return Some(Value::Null);
                }
                Message::Close(_) => return None,
                _ => {}
            }
        }
    }

    fn take(&mut self, stamped: Stamped) {
        if let Some(known) = self.entries.get(usize::try_from(stamped.number).unwrap()) {
            assert_eq!(*known, stamped, "two stamps with one number");
            self.again.push_back(stamped);
            return;
        }
        let stamps = self.stamps.expect("an entry before the game has begun");
        self.stamps = Some(stamps.check(&self.table.relay_key(), &stamped).unwrap());
        self.entries.push(stamped);
    }

    /// Waits for the next message that is no entry.
    pub async fn message(&mut self) -> Value {
        loop {
            let message = self.next().await.expect("the relay has closed the connection");
            if !message.is_null() {
                return message;
            }
        }
    }

    /// Waits for a message of this type.
    pub async fn until(&mut self, kind: &str) -> Value {
        loop {
            let message = self.message().await;
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// Waits for a refusal and returns its kind.
    pub async fn refused(&mut self) -> String {
        self.until("refused").await["kind"].as_str().unwrap().to_owned()
    }

    /// Waits until the table is in this state.
    pub async fn state(&mut self, state: &str) {
        while self.info["state"] != state {
            self.message().await;
        }
    }

    /// Waits until there are this many entries.
    pub async fn catch_up(&mut self, count: usize) {
        while self.entries.len() < count {
            self.next().await.expect("the relay has closed the connection");
        }
    }

    /// Whether the relay still answers this connection. Everything that it has sent before is read.
    pub async fn is_served(&mut self) -> bool {
        self.send(json!({ "type": "ping" })).await;
        while let Some(message) = self.next().await {
            if message["type"] == "pong" {
                return true;
            }
        }
        false
    }

    /// Why the relay closes the connection.
    pub async fn bye(&mut self) -> String {
        self.until("bye").await["reason"].as_str().unwrap().to_owned()
    }

    pub async fn close(mut self) {
        self.socket.close(None).await.unwrap();
        while self.next().await.is_some() {}
    }
}
