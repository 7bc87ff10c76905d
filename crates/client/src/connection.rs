//! One connection to a table, which keeps up with what it is told.

use facedown_core::{Seat, Seats};
use facedown_protocol::delta::{Shorthand, apply};
use facedown_protocol::{
    ByeReason, ClientId, Done, FromServer, Refused, State, Token, Update, VERSION, Welcome,
};
use futures_util::{SinkExt, StreamExt};
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};

use crate::ClientError;

/// An event that the client was told, as the game has it.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// The number of the update.
    pub n: u64,
    /// What happened.
    pub event: Value,
}

/// What a frame said, once it has been taken in.
#[derive(Clone, Debug, PartialEq)]
pub enum Heard {
    /// Everything, anew. `missed` has the ids of own messages that are acknowledged by it, with their numbers;
    /// nothing, if the house did not say what was missed.
    Welcome {
        /// Own messages that were carried out in the meantime.
        missed: Option<Vec<(u64, ClientId)>>,
    },
    /// The next entry of the journal.
    Update {
        /// Its number.
        n: u64,
        /// The id of the own message that it is the outcome of.
        ack: Option<ClientId>,
    },
    /// Something was refused.
    Refused(Refused),
    /// Something had been done before.
    Done(Done),
    /// The house hangs up.
    Bye(ByeReason),
    /// Anything else: who is here, reminders, signs of life.
    Other,
}

/// One connection to a table.
pub struct Connection {
    socket: WebSocketStream<TcpStream>,
    /// The number of the last entry that it has.
    pub n: u64,
    /// Its seat; nothing for a spectator.
    pub you: Option<Seat>,
    /// What it sees; `null` before the game begins, or if it does not keep up with that.
    pub view: Value,
    /// What everybody may know of the table.
    pub table: Value,
    /// The seats that may act.
    pub waiting: Seats,
    /// What the own seat could do when it was last asked. It counts only if the seat is waited for.
    pub legal: Vec<Value>,
    /// Every event that it was told.
    pub events: Vec<Event>,
    /// The last frame, as it came.
    pub frame: Utf8Bytes,
    shorthand: Shorthand,
    is_light: bool,
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
            shorthand: Shorthand::default(),
            is_light: false,
        }
    }

    /// From now on keeps up with numbers and with what it may do, and with neither views nor events.
    pub fn skip_views(&mut self) {
        self.is_light = true;
        self.view = Value::Null;
        self.events = Vec::new();
    }

    /// Says hello.
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

    /// Hears until the welcome, and gives it back.
    pub async fn welcomed(&mut self) -> Result<Heard, ClientError> {
        loop {
            match self.next().await? {
                Some(heard @ Heard::Welcome { .. }) => return Ok(heard),
                Some(Heard::Refused(refused)) => {
                    let answer = refused.refusal.message;
                    return Err(ClientError::Refused { what: "hello".into(), status: 0, answer });
                }
                Some(_) => {}
                None => return Err(ClientError::HungUp),
            }
        }
    }

    /// Does something, which is called `id`.
    pub async fn act(&mut self, id: &str, action: &Value) -> Result<(), ClientError> {
        self.send(json!({ "type": "act", "id": id, "action": action }).to_string()).await
    }

    /// Does something, which is called `id`, unless somebody has acted since the last update that this client has.
    pub async fn act_now(&mut self, id: &str, action: &Value) -> Result<(), ClientError> {
        let act = json!({ "type": "act", "id": id, "at": self.n, "action": action });
        self.send(act.to_string()).await
    }

    /// Sends a frame as it stands.
    pub async fn send(&mut self, frame: String) -> Result<(), ClientError> {
        Ok(self.socket.send(Message::text(frame)).await?)
    }

    /// Whether the own seat may act.
    pub fn is_asked(&self) -> bool {
        self.you.is_some_and(|you| self.waiting.contains(you))
    }

    /// Whether nobody else may act.
    pub fn is_asked_alone(&self) -> bool {
        self.is_asked() && self.waiting.len() == 1
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.table["state"] == json!(State::Over)
    }

    /// The next message, taken in; nothing, if the connection has ended.
    pub async fn next(&mut self) -> Result<Option<Heard>, ClientError> {
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

    /// Hangs up, and waits until the house has as well.
    pub async fn close(mut self) -> Result<(), ClientError> {
        self.socket.close(None).await?;
        while self.next().await?.is_some() {}
        Ok(())
    }

    fn take_in(&mut self, frame: &str) -> Result<Heard, ClientError> {
        let message = FromServer::read(frame).map_err(nonsense)?;
        Ok(match message {
            FromServer::Update(update) => self.update(update)?,
            FromServer::Welcome(welcome) => self.welcome(welcome)?,
            FromServer::Refused(refused) => Heard::Refused(refused),
            FromServer::Done(done) => Heard::Done(done),
            FromServer::Bye(bye) => Heard::Bye(bye.reason),
            FromServer::Presence(_) | FromServer::Reminder(_) | FromServer::Pong {} => Heard::Other,
        })
    }

    fn welcome(&mut self, welcome: Welcome<'_>) -> Result<Heard, ClientError> {
        self.n = welcome.n;
        self.you = welcome.you;
        self.waiting = welcome.waiting;
        self.table = serde_json::to_value(&welcome.table).map_err(nonsense)?;
        self.legal = welcome.legal.map(value).transpose()?.map(list).unwrap_or_default();
        if !self.is_light {
            self.view = welcome.view.map(value).transpose()?.unwrap_or_default();
        }
        self.shorthand = Shorthand::new(welcome.vocabulary.into_owned());
        let Some(missed) = welcome.missed else { return Ok(Heard::Welcome { missed: None }) };
        let mut acks = Vec::new();
        for missed in missed {
            let n = missed.n;
            acks.extend(missed.ack.map(|ack| (n, ack)));
            if !self.is_light {
                for event in missed.events {
                    self.events.push(Event { n, event: value(event)? });
                }
            }
        }
        Ok(Heard::Welcome { missed: Some(acks) })
    }

    fn update(&mut self, update: Update<'_>) -> Result<Heard, ClientError> {
        let n = update.n;
        if n != self.n + 1 {
            return Err(nonsense(format!("update {n} after {}", self.n)));
        }
        self.n = n;
        if let Some(waiting) = update.waiting {
            self.waiting = waiting;
        }
        if let Some(legal) = update.legal {
            let short = list(value(legal)?);
            let long: Result<_, _> =
                short.into_iter().map(|short| self.shorthand.lengthen(short)).collect();
            self.legal = long.map_err(nonsense)?;
        }
        if let Some(delta) = update.table {
            apply(&mut self.table, value(delta)?, &self.shorthand).map_err(nonsense)?;
        }
        if !self.is_light {
            if let Some(delta) = update.view {
                apply(&mut self.view, value(delta)?, &self.shorthand).map_err(nonsense)?;
            }
            for event in update.events {
                let event = self.shorthand.lengthen(value(event)?).map_err(nonsense)?;
                self.events.push(Event { n, event });
            }
        }
        Ok(Heard::Update { n, ack: update.ack })
    }
}

fn value(raw: &RawValue) -> Result<Value, ClientError> {
    serde_json::from_str(raw.get()).map_err(nonsense)
}

fn list(value: Value) -> Vec<Value> {
    match value {
        Value::Array(list) => list,
        _ => Vec::new(),
    }
}

fn nonsense(what: impl std::fmt::Display) -> ClientError {
    ClientError::Nonsense(what.to_string())
}
