//! A relay that speaks the real protocol, and breaks its promises in the way that a test wants.

use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use ed25519_dalek::SigningKey;
use facedown_core::{Seat, Seats};
use facedown_machine::TableLink;
use facedown_protocol::relay::RefusedPeer;
use facedown_protocol::relay::{
    Base64, Begun, Challenge, FromPeer, FromRelay, Hex, Join, PeerSeat, PeerState,
    PeerTableChanged, PeerTableInfo, Stamped, Stamps, VERSION, Welcome,
};
use facedown_protocol::{Presence, Refusal};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio_tungstenite::accept_async;
use tokio_tungstenite::tungstenite::Message;

/// What a relay does instead of what it has promised.
pub(crate) trait Way: Send + 'static {
    /// Which entries it stamps when a player posts one, each for a seat. `ahead` is by how much its clock is ahead, in
    /// milliseconds.
    fn stamps(&mut self, by: Seat, entry: &[u8], _ahead: &mut u64) -> Vec<(Seat, Vec<u8>)> {
        vec![(by, entry.to_vec())]
    }

    /// Whether its clock stands still.
    fn is_still(&self) -> bool {
        false
    }

    /// How long it holds back what a player posts before it stamps it.
    fn holds(&mut self, _by: Seat) -> Duration {
        Duration::ZERO
    }

    /// What it needs to make stamps of its own: its key, and where its stamps have arrived before the next one.
    fn knows(&mut self, _key: &SigningKey, _before: &Stamps) {}

    /// What it sends to a player instead of a stamped entry.
    fn sends(&mut self, _to: Option<Seat>, stamped: &Stamped) -> Vec<Sent> {
        vec![Sent::Bytes(stamped.to_bytes())]
    }

    /// Changes a message to a player, or what it answers about the table.
    fn says(&mut self, _to: Option<Seat>, _message: &mut Value) {}

    /// From this number of entries on, it tells each seat only what that seat has posted itself.
    fn forks_at(&self) -> Option<usize> {
        None
    }
}

/// A frame of the relay.
#[derive(Clone, Debug)]
pub(crate) enum Sent {
    Bytes(Vec<u8>),
    Text(String),
    /// It closes the connection.
    End,
}

/// It keeps all promises.
pub(crate) struct Honest;

impl Way for Honest {}

/// A relay with one table.
#[derive(Clone)]
pub(crate) struct Relay {
    state: Arc<Mutex<State>>,
    address: String,
}

struct State {
    key: SigningKey,
    way: Box<dyn Way>,
    info: PeerTableInfo,
    geneses: Vec<Option<Vec<u8>>>,
    genesis: Option<Vec<u8>>,
    /// What the seats are told: all the same book, until the relay forks.
    books: Vec<Book>,
    is_forked: bool,
    done: Seats,
    connections: Vec<Connection>,
    began: Instant,
    /// By how much its clock is ahead, in milliseconds.
    ahead: u64,
}

#[derive(Clone)]
struct Book {
    stamps: Stamps,
    entries: Vec<Stamped>,
}

struct Connection {
    seat: Option<Seat>,
    to: mpsc::UnboundedSender<Sent>,
}

impl Relay {
    /// A relay with a table of which this is said, except its id, its key and who sits there.
    pub(crate) async fn open(mut info: Value, seats: usize, way: impl Way) -> Self {
        let key = SigningKey::from_bytes(&[99; 32]);
        info["id"] = json!("hostile");
        info["relay"] = json!(Hex(key.verifying_key().to_bytes()));
        info["seats"] = json!(vec![Value::Null; seats]);
        let state = State {
            key,
            way: Box::new(way),
            info: serde_json::from_value(info).unwrap(),
            geneses: vec![None; seats],
            genesis: None,
            books: Vec::new(),
            is_forked: false,
            done: Seats::NONE,
            connections: Vec::new(),
            began: Instant::now(),
            ahead: 0,
        };
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let relay = Self { state: Arc::new(Mutex::new(state)), address };
        let serving = relay.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serving.clone().serve(stream));
            }
        });
        relay
    }

    pub(crate) fn link(&self) -> TableLink {
        format!("http://{}/peers/hostile", self.address).parse().unwrap()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap()
    }

    async fn serve(self, stream: TcpStream) {
        let mut head = [0; 256];
        let length = stream.peek(&mut head).await.unwrap_or(0);
        if String::from_utf8_lossy(&head[..length]).contains("/ws HTTP") {
            self.socket(stream).await;
        } else {
            self.request(stream).await;
        }
    }

    fn posted(&self, by: Option<Seat>, entry: Vec<u8>) {
        let Some(by) = by else { return };
        let delay = self.state().way.holds(by);
        if delay.is_zero() {
            return self.state().posted(by, &entry);
        }
        let relay = self.clone();
        tokio::spawn(async move {
            tokio::time::sleep(delay).await;
            relay.state().posted(by, &entry);
        });
    }

    /// Answers one request: what the table is, or a join.
    async fn request(self, mut stream: TcpStream) {
        let mut request = Vec::new();
        let body = loop {
            let text = String::from_utf8_lossy(&request).into_owned();
            if let Some((head, body)) = text.split_once("\r\n\r\n") {
                let head = head.to_lowercase();
                let length = head.split("content-length: ").nth(1);
                let length = length.and_then(|rest| rest.lines().next()?.parse::<usize>().ok());
                if body.len() >= length.unwrap_or(0) {
                    break body.to_owned();
                }
            }
            if stream.read_buf(&mut request).await.unwrap_or(0) == 0 {
                return;
            }
        };
        let answer = self.state().answer(&body).to_string();
        let head = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n", answer.len());
        // Whoever has asked may have gone.
        let _ = stream.write_all(format!("{head}{answer}").as_bytes()).await;
    }

    async fn socket(self, stream: TcpStream) {
        stream.set_nodelay(true).unwrap();
        let Ok(mut socket) = accept_async(stream).await else { return };
        let relay = Hex(self.state().key.verifying_key().to_bytes());
        let challenge = Challenge { v: VERSION, nonce: Hex([5; 32]), relay };
        let text = self.state().text(None, &FromRelay::Challenge(challenge));
        if socket.send(Message::text(text)).await.is_err() {
            return;
        }
        let Some(Ok(Message::Text(hello))) = socket.next().await else { return };
        let Ok(FromPeer::Hello(hello)) = FromPeer::read(hello.as_bytes()) else { return };
        let (to, mut outgoing) = mpsc::unbounded_channel();
        let seat = self.state().welcome(hello.seat.map(|proof| proof.key), hello.since, &to);
        loop {
            tokio::select! {
                out = outgoing.recv() => {
                    let message = match out {
                        Some(Sent::Bytes(bytes)) => Message::binary(bytes),
                        Some(Sent::Text(text)) => Message::text(text),
                        Some(Sent::End) | None => break,
                    };
                    if socket.send(message).await.is_err() {
                        break;
                    }
                }
                message = socket.next() => match message {
                    Some(Ok(Message::Text(text))) => self.state().control(seat, &text),
                    Some(Ok(Message::Binary(entry))) => self.posted(seat, entry.to_vec()),
                    Some(Ok(Message::Close(_)) | Err(_)) | None => break,
                    Some(Ok(_)) => {}
                },
            }
        }
        self.state().connections.retain(|connection| !connection.to.same_channel(&to));
        self.state().announce_presence();
    }
}

impl State {
    fn answer(&mut self, body: &str) -> Value {
        let Ok(join) = serde_json::from_str::<Join>(body) else {
            let mut info = json!(self.info);
            self.way.says(None, &mut info);
            return info;
        };
        let player = PeerSeat { name: join.name, key: join.key, nonce: join.nonce };
        let known = self.info.seats.iter().position(|seat| seat.as_ref() == Some(&player));
        let free = self.info.seats.iter().position(Option::is_none);
        let seat = known.or(free).unwrap();
        self.info.seats[seat] = Some(player);
        if self.info.state == PeerState::Open && self.info.seats.iter().all(Option::is_some) {
            self.info.state = PeerState::Agreeing;
        }
        self.announce_table();
        json!({ "seat": seat })
    }

    fn welcome(
        &mut self,
        key: Option<Hex<32>>,
        since: u64,
        to: &mpsc::UnboundedSender<Sent>,
    ) -> Option<Seat> {
        let is_own = |seat: &Option<PeerSeat>| seat.as_ref().map(|seat| seat.key) == key;
        let seat = self.info.seats.iter().position(is_own).and_then(Seat::new);
        let seat = key.and(seat);
        self.connections.push(Connection { seat, to: to.clone() });
        let entries = self.book(seat).map_or(Vec::new(), |book| book.entries.clone());
        let welcome = FromRelay::Welcome(Welcome {
            table: self.info.clone(),
            seat,
            genesis: self.genesis.clone().map(Base64),
            entries: entries.len() as u64,
        });
        let welcome = self.text(seat, &welcome);
        let _ = to.send(Sent::Text(welcome));
        self.announce_presence();
        for stamped in entries.iter().skip(usize::try_from(since).unwrap()) {
            for sent in self.way.sends(seat, stamped) {
                let _ = to.send(sent);
            }
        }
        seat
    }

    fn control(&mut self, seat: Option<Seat>, text: &str) {
        let Some(seat) = seat else { return };
        match FromPeer::read(text.as_bytes()).unwrap() {
            FromPeer::Genesis(genesis) => {
                self.geneses[seat.index()] = Some(genesis.bytes.0);
                if self.genesis.is_none() && self.geneses.iter().all(Option::is_some) {
                    self.begin();
                }
            }
            FromPeer::Over {} => {
                self.done = self.done.with(seat);
                if self.done.len() == self.info.seats.len() {
                    self.info.state = PeerState::Over;
                    self.announce_table();
                }
            }
            FromPeer::Ping {} => self.tell(Some(seat), &FromRelay::Pong {}),
            FromPeer::Hello(_) | FromPeer::Leave {} => {}
        }
    }

    fn begin(&mut self) {
        let first = self.geneses[0].clone().unwrap();
        if self.geneses.iter().any(|genesis| genesis.as_ref() != Some(&first)) {
            let refusal = Refusal { kind: "other-genesis".into(), rule: None, message: "x".into() };
            self.announce(&FromRelay::Refused(RefusedPeer { entry: None, refusal }));
            return;
        }
        let book = Book { stamps: Stamps::new(&first), entries: Vec::new() };
        self.books = vec![book; self.info.seats.len()];
        self.info.state = PeerState::Playing;
        self.announce(&FromRelay::Begun(Begun { genesis: Base64(first.clone()) }));
        self.genesis = Some(first);
        self.announce_table();
    }

    fn posted(&mut self, by: Seat, entry: &[u8]) {
        if self.genesis.is_none() {
            return;
        }
        let known = self.book(Some(by)).and_then(|book| {
            book.entries.iter().find(|stamped| stamped.seat == by && stamped.entry == entry)
        });
        if let Some(known) = known.cloned() {
            self.send(Some(by), &known);
            return;
        }
        for (seat, entry) in self.way.stamps(by, entry, &mut self.ahead) {
            let runs = if self.way.is_still() { Duration::ZERO } else { self.began.elapsed() };
            let time = u64::try_from(runs.as_millis()).unwrap() + self.ahead;
            let at = self.books[0].entries.len();
            self.is_forked |= self.way.forks_at().is_some_and(|number| at >= number);
            let books =
                if self.is_forked { by.index()..by.index() + 1 } else { 0..self.books.len() };
            let stamps = self.books[books.start].stamps;
            self.way.knows(&self.key, &stamps);
            let stamped = stamps.stamp(&self.key, time, seat, entry);
            let told: Vec<Option<Seat>> = books.clone().map(Seat::new).collect();
            for book in &mut self.books[books] {
                book.stamps = stamps.after(&stamped);
                book.entries.push(stamped.clone());
            }
            for seat in told {
                self.send(seat, &stamped);
            }
            if !self.is_forked {
                self.send(None, &stamped);
            }
        }
    }

    /// What a player is told. Who only watches is told what the first seat is.
    fn book(&self, seat: Option<Seat>) -> Option<&Book> {
        self.books.get(seat.map_or(0, Seat::index))
    }

    fn send(&mut self, to: Option<Seat>, stamped: &Stamped) {
        let to = self.connections.iter().filter(|connection| connection.seat == to);
        for connection in to {
            for sent in self.way.sends(connection.seat, stamped) {
                let _ = connection.to.send(sent);
            }
        }
    }

    fn announce_table(&mut self) {
        let table = self.info.clone();
        self.announce(&FromRelay::Table(PeerTableChanged { table }));
    }

    fn announce_presence(&mut self) {
        let here = self.connections.iter().filter_map(|connection| connection.seat).collect();
        self.announce(&FromRelay::Presence(Presence { here }));
    }

    fn announce(&mut self, message: &FromRelay) {
        let mut all: Vec<Option<Seat>> = self.connections.iter().map(|it| it.seat).collect();
        all.dedup();
        for seat in all {
            self.tell(seat, message);
        }
    }

    fn tell(&mut self, to: Option<Seat>, message: &FromRelay) {
        let text = self.text(to, message);
        for connection in self.connections.iter().filter(|connection| connection.seat == to) {
            let _ = connection.to.send(Sent::Text(text.clone()));
        }
    }

    fn text(&mut self, to: Option<Seat>, message: &FromRelay) -> String {
        let mut message: Value = serde_json::from_str(&message.to_text()).unwrap();
        self.way.says(to, &mut message);
        message.to_string()
    }
}
