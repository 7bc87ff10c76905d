//! One WebSocket to a table, with the state that its messages have led to.

use facedown_core::{Seat, Seats};
use facedown_protocol::delta::{Shorthand, apply, view_of};
use facedown_protocol::{
    ByeReason, ClientId, Done, FromServer, Refused, State, Token, Update, VERSION, Welcome,
};
use futures_util::{SinkExt, StreamExt};
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};

use super::ClientError;

/// An event that the client was told, as JSON of the game.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// The number of the update that it was in.
    pub n: u64,
    /// The event.
    pub event: Value,
}

/// A message of the server, after it was applied to the connection's state.
#[derive(Clone, Debug, PartialEq)]
pub enum Received {
    /// The whole state. `missed` has the ids of own messages that it acknowledges, with their numbers; nothing if the
    /// server did not say what was missed.
    Welcome {
        /// Own messages that were carried out in the meantime, with the numbers of their entries.
        missed: Option<Vec<(u64, ClientId)>>,
    },
    /// The next entry of the journal.
    Update {
        /// Its number.
        n: u64,
        /// The id of the own message that it is the outcome of.
        ack: Option<ClientId>,
    },
    /// The server refused a message.
    Refused(Refused),
    /// The message had been carried out before.
    Done(Done),
    /// The server is about to close the connection.
    Bye(ByeReason),
    /// Anything else: presence, reminders, pongs.
    Other,
}

/// One WebSocket to a table.
pub struct Connection {
    socket: WebSocketStream<TcpStream>,
    /// The number of the last entry of the journal that it was told.
    pub n: u64,
    /// The client's seat; `None` for a spectator.
    pub you: Option<Seat>,
    /// The view; `null` before the game begins and after [`Connection::skip_views`].
    pub view: Value,
    /// The public information about the table.
    pub table: Value,
    /// The seats that may act.
    pub waiting: Seats,
    /// The legal actions when the own seat was last asked. They hold only while the table waits for the seat.
    pub legal: Vec<Value>,
    /// All events that it was told.
    pub events: Vec<Event>,
    /// The text of the last message.
    pub frame: Utf8Bytes,
    /// The public view, and the viewer's own part.
    parts: [Value; 2],
    shorthand: Shorthand,
    skips_views: bool,
}

impl Connection {
    pub(crate) fn new(socket: WebSocketStream<TcpStream>) -> Self {
        Self {
            socket,
            n: 0,
            you: None,
            view: Value::Null,
            table: Value::Null,
            waiting: Seats::NONE,
            legal: Vec::new(),
            events: Vec::new(),
            frame: Utf8Bytes::default(),
            parts: [Value::Null, Value::Null],
            shorthand: Shorthand::default(),
            skips_views: false,
        }
    }

    /// From now on ignores views and events, and keeps only numbers and legal actions.
    pub fn skip_views(&mut self) {
        self.skips_views = true;
        self.view = Value::Null;
        self.parts = [Value::Null, Value::Null];
        self.events = Vec::new();
    }

    /// Sends a hello.
    pub async fn hello(
        &mut self,
        token: Option<&Token>,
        since: Option<u64>,
    ) -> Result<(), ClientError> {
        let mut hello = json!({ "type": "hello", "version": VERSION });
        if let Some(token) = token {
            hello["token"] = json!(token.as_str());
        }
        if let Some(since) = since {
            hello["since"] = json!(since);
        }
        self.send(hello.to_string()).await
    }

    /// Reads messages until the welcome, and returns it.
    pub async fn welcomed(&mut self) -> Result<Received, ClientError> {
        loop {
            match self.next().await? {
                Some(heard @ Received::Welcome { .. }) => return Ok(heard),
                Some(Received::Refused(refused)) => {
                    let answer = refused.refusal.message;
                    return Err(ClientError::Refused { what: "hello".into(), status: 0, answer });
                }
                Some(_) => {}
                None => return Err(ClientError::HungUp),
            }
        }
    }

    /// Sends an action with this id.
    pub async fn act(&mut self, id: &str, action: &Value) -> Result<(), ClientError> {
        self.send(json!({ "type": "act", "id": id, "action": action }).to_string()).await
    }

    /// Sends an action with this id that the server refuses if somebody has acted since the last update.
    pub async fn act_now(&mut self, id: &str, action: &Value) -> Result<(), ClientError> {
        let act = json!({ "type": "act", "id": id, "at": self.n, "action": action });
        self.send(act.to_string()).await
    }

    /// Sends a text as it is.
    pub async fn send(&mut self, frame: String) -> Result<(), ClientError> {
        Ok(self.socket.send(Message::text(frame)).await?)
    }

    /// Whether the table waits for the own seat.
    pub fn is_asked(&self) -> bool {
        self.you.is_some_and(|you| self.waiting.contains(you))
    }

    /// Whether the table waits for the own seat and no other.
    pub fn is_asked_alone(&self) -> bool {
        self.is_asked() && self.waiting.len() == 1
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.table["state"] == json!(State::Over)
    }

    /// Reads the next message; `None` if the connection has ended.
    pub async fn next(&mut self) -> Result<Option<Received>, ClientError> {
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Text(text))) => {
                    let heard = self.take_in(&text)?;
                    self.frame = text;
                    return Ok(Some(heard));
                }
                Some(Ok(Message::Close(_))) | None => return Ok(None),
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(error.into()),
            }
        }
    }

    /// Closes the connection, and waits until the server has as well.
    pub async fn close(mut self) -> Result<(), ClientError> {
        self.socket.close(None).await?;
        while self.next().await?.is_some() {}
        Ok(())
    }

    fn take_in(&mut self, frame: &str) -> Result<Received, ClientError> {
        let message = FromServer::read(frame).map_err(malformed)?;
        Ok(match message {
            FromServer::Update(update) => self.update(update)?,
            FromServer::Welcome(welcome) => self.welcome(welcome)?,
            FromServer::Refused(refused) => Received::Refused(refused),
            FromServer::Done(done) => Received::Done(done),
            FromServer::Bye(bye) => Received::Bye(bye.reason),
            FromServer::Presence(_)
            | FromServer::Words(_)
            | FromServer::Reminder(_)
            | FromServer::Because(_)
            | FromServer::Pong {} => Received::Other,
        })
    }

    fn welcome(&mut self, welcome: Welcome<'_>) -> Result<Received, ClientError> {
        self.n = welcome.n;
        self.you = welcome.you;
        self.waiting = welcome.waiting;
        self.table = serde_json::to_value(&welcome.table).map_err(malformed)?;
        self.legal = welcome.legal.map(value).transpose()?.map(list).unwrap_or_default();
        if !self.skips_views {
            for (part, new) in self.parts.iter_mut().zip([welcome.view, welcome.own]) {
                *part = new.map(value).transpose()?.unwrap_or_default();
            }
            self.view = view_of(&self.parts[0], &self.parts[1]);
        }
        self.shorthand = Shorthand::new(welcome.vocabulary.into_owned());
        let Some(missed) = welcome.missed else { return Ok(Received::Welcome { missed: None }) };
        let mut acks = Vec::new();
        for missed in missed {
            let n = missed.n;
            acks.extend(missed.ack.map(|ack| (n, ack)));
            if !self.skips_views {
                for event in missed.events {
                    self.events.push(Event { n, event: value(event)? });
                }
            }
        }
        Ok(Received::Welcome { missed: Some(acks) })
    }

    fn update(&mut self, update: Update<'_>) -> Result<Received, ClientError> {
        let n = update.n;
        if n != self.n + 1 {
            return Err(malformed(format!("update {n} after {}", self.n)));
        }
        self.n = n;
        if let Some(waiting) = update.waiting {
            self.waiting = waiting;
        }
        if let Some(legal) = update.legal {
            let short = list(value(legal)?);
            let long: Result<_, _> =
                short.into_iter().map(|short| self.shorthand.lengthen(short)).collect();
            self.legal = long.map_err(malformed)?;
        }
        if let Some(delta) = update.table {
            apply(&mut self.table, value(delta)?, &self.shorthand).map_err(malformed)?;
        }
        if !self.skips_views {
            for (part, delta) in self.parts.iter_mut().zip([update.view, update.own]) {
                if let Some(delta) = delta {
                    apply(part, value(delta)?, &self.shorthand).map_err(malformed)?;
                }
            }
            self.view = view_of(&self.parts[0], &self.parts[1]);
            for event in update.events {
                let event = self.shorthand.lengthen(value(event)?).map_err(malformed)?;
                self.events.push(Event { n, event });
            }
        }
        Ok(Received::Update { n, ack: update.ack })
    }
}

fn value(raw: &RawValue) -> Result<Value, ClientError> {
    serde_json::from_str(raw.get()).map_err(malformed)
}

fn list(value: Value) -> Vec<Value> {
    match value {
        Value::Array(list) => list,
        _ => Vec::new(),
    }
}

fn malformed(what: impl std::fmt::Display) -> ClientError {
    ClientError::Malformed(what.to_string())
}
