//! One client of a table: it plays at random as fast as it can, reconnects when it is disconnected, and keeps all messages.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use crate::client::{ClientError, Connection, Received};
use facedown_core::Dice;
use facedown_protocol::{ClientId, Refused, TableId, Token};
use facedown_server::time::WallTime;
use serde_json::{Value, json};

use super::client_view::RECENT_ENTRIES;
use super::context::TrialContext;
use super::server::now;

/// How often a client does something unusual: once in this many times.
mod odds {
    pub(super) const CHAT: u32 = 24;
    pub(super) const TWICE: u32 = 12;
    pub(super) const ONCE_MORE: u32 = 4;
    pub(super) const HANG_UP: u32 = 150;
    pub(super) const SLEEP: u32 = 12;
    pub(super) const CAREFUL: u32 = 2;
}

/// What happened to a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// It was not acknowledged yet.
    Unknown,
    /// It was carried out as the entry with this number.
    Done(u64),
    /// It was refused with this kind.
    Refused(String),
}

/// A message that has an id.
pub(crate) struct Sent {
    pub(crate) message: Value,
    pub(crate) outcome: Outcome,
    /// The number of the client's last update when the message was first sent; nothing once it was sent again.
    at: Option<u64>,
}

/// Everything that a client heard and sent.
pub(crate) struct Transcript {
    /// Its seat; nothing for a spectator.
    pub(crate) seat: Option<usize>,
    /// Every message in both directions with its time, the sent ones with `> ` before them.
    pub(crate) lines: Vec<(WallTime, String)>,
    pub(crate) sent: BTreeMap<String, Sent>,
}

/// One client of a table.
pub(crate) struct Player {
    context: Arc<TrialContext>,
    table: TableId,
    token: Option<Token>,
    dice: Dice,
    /// Whether it may let its clock run out.
    may_sleep: bool,
    n: u64,
    /// Whether it does nothing until its clock has run out, even if the server is killed in the meantime.
    is_asleep: bool,
    last_done: Option<String>,
    next: u64,
    transcript: Transcript,
}

/// Why a conversation ended.
enum End {
    Over,
    CutOff,
}

impl Player {
    pub(crate) fn new(
        context: Arc<TrialContext>,
        table: TableId,
        token: Option<Token>,
        dice: Dice,
        may_sleep: bool,
    ) -> Self {
        let transcript = Transcript { seat: None, lines: Vec::new(), sent: BTreeMap::new() };
        let (n, is_asleep, last_done, next) = (0, false, None, 0);
        Self { context, table, token, dice, may_sleep, n, is_asleep, last_done, next, transcript }
    }

    /// Plays until the game is over. What is wrong is reported, and ends it.
    pub(crate) async fn run(mut self) -> Transcript {
        let context = Arc::clone(&self.context);
        loop {
            let end = tokio::select! {
                end = self.talk() => end,
                () = context.broken() => break,
            };
            match end {
                Ok(End::Over) => break,
                Ok(End::CutOff) => {
                    self.note("> (cut off)".into());
                    self.context.pause().await;
                }
                Err(wrong) => {
                    let (table, who, n) = (&self.table, self.transcript.who(), self.n);
                    self.context.report(format!("table {table}, {who}, at {n}: {wrong}"));
                    break;
                }
            }
        }
        self.transcript
    }

    async fn talk(&mut self) -> Result<End, String> {
        let client = self.context.client().await;
        let Ok(mut client) = client.connect(&self.table).await else { return Ok(End::CutOff) };
        client.skip_views();
        self.context.connections.fetch_add(1, Relaxed);
        // Number 0 is the creation of the table, which every client knows.
        if client.hello(self.token.as_ref(), Some(self.n)).await.is_err() {
            return Ok(End::CutOff);
        }
        loop {
            let heard = match client.next().await {
                Ok(Some(heard)) => heard,
                Err(ClientError::Malformed(what)) => return Err(what),
                Ok(None) | Err(_) => return Ok(End::CutOff),
            };
            self.note(client.frame.as_str().trim_end().to_owned());
            if self.hear(&mut client, heard).await? {
                return Ok(End::CutOff);
            }
            if client.is_over() && !self.is_waiting() {
                // Whether the server is told so does not matter.
                let _ = client.close().await;
                return Ok(End::Over);
            }
            let acted = self.act(&mut client).await;
            if acted.is_err() || self.chance(odds::HANG_UP) {
                return Ok(End::CutOff);
            }
        }
    }

    /// Handles a message. Returns whether the connection has ended.
    async fn hear(&mut self, client: &mut Connection, heard: Received) -> Result<bool, String> {
        match heard {
            Received::Welcome { missed } => {
                self.context.step();
                if client.n < self.n {
                    let (now, had) = (client.n, self.n);
                    return Err(format!(
                        "the server has forgotten what it told: it is at {now}, after {had}"
                    ));
                }
                if missed.is_none() && client.n - self.n < RECENT_ENTRIES {
                    return Err(format!(
                        "the server does not say what was missed until {}",
                        client.n
                    ));
                }
                let seat = client.you.map(facedown_core::Seat::index);
                let had = self.transcript.seat;
                if seat.is_some() != self.token.is_some() || had.is_some() && had != seat {
                    return Err(format!("the server has forgotten who sits where: {seat:?}"));
                }
                self.transcript.seat = seat;
                for (n, id) in missed.into_iter().flatten() {
                    self.done(&id, n)?;
                }
                self.n = client.n;
                return Ok(self.send_again(client).await.is_err());
            }
            Received::Update { n, ack } => {
                if let Some(id) = ack {
                    self.done(&id, n)?;
                }
                self.n = n;
            }
            Received::Done(done) => self.done(&done.id, done.n)?,
            Received::Refused(refused) => return self.refused(client, &refused).await,
            Received::Bye(_) => return Ok(true),
            Received::Other => {}
        }
        Ok(false)
    }

    fn done(&mut self, id: &ClientId, n: u64) -> Result<(), String> {
        let id = id.as_str();
        let sent = self.transcript.sent.get_mut(id);
        let sent =
            sent.ok_or_else(|| format!("{id} is acknowledged with {n}, and was never sent"))?;
        match sent.outcome {
            Outcome::Done(before) if before != n => {
                return Err(format!("{id} is acknowledged with {n}, and was with {before}"));
            }
            Outcome::Done(_) => {}
            Outcome::Unknown | Outcome::Refused(_) => {
                self.context.acknowledged.fetch_add(1, Relaxed);
                sent.outcome = Outcome::Done(n);
                self.last_done = Some(id.to_owned());
            }
        }
        Ok(())
    }

    async fn refused(
        &mut self,
        client: &mut Connection,
        refused: &Refused,
    ) -> Result<bool, String> {
        let kind = refused.refusal.kind.to_string();
        let is_busy = kind == "unavailable";
        let id = match &refused.id {
            Some(id) => id.as_str(),
            // The table is being archived; it is there for the next attempt.
            None if is_busy => return Ok(true),
            None => return Err(format!("the hello is refused as {kind}")),
        };
        if is_busy {
            self.context.unavailable.fetch_add(1, Relaxed);
            self.context.pause().await;
            return Ok(self.send(client, id).await.is_err());
        }
        let sent = self.transcript.sent.get_mut(id);
        let sent = sent.ok_or_else(|| format!("{id} is refused, and was never sent"))?;
        match sent.outcome {
            Outcome::Done(n) => {
                return Err(format!("{id} is refused as {kind}, and was done as {n}"));
            }
            // One that was legal may have come after its deadline.
            Outcome::Unknown if sent.at == Some(client.n) && kind != "out-of-time" => {
                return Err(format!("{id} was legal and is refused as {kind}"));
            }
            Outcome::Unknown | Outcome::Refused(_) => sent.outcome = Outcome::Refused(kind),
        }
        Ok(false)
    }

    /// Sends again what was not acknowledged, and now and then something that was.
    async fn send_again(&mut self, client: &mut Connection) -> Result<(), ClientError> {
        let unknown =
            |(id, sent): (&String, &Sent)| (sent.outcome == Outcome::Unknown).then(|| id.clone());
        let mut ids: Vec<String> = self.transcript.sent.iter().filter_map(unknown).collect();
        if self.chance(odds::ONCE_MORE) {
            ids.extend(self.last_done.clone());
        }
        for id in ids {
            self.context.again.fetch_add(1, Relaxed);
            self.send(client, &id).await?;
        }
        Ok(())
    }

    /// Takes a random legal action, if the table waits for the client.
    async fn act(&mut self, client: &mut Connection) -> Result<(), ClientError> {
        let is_asked = client.is_asked() && !client.is_over() && !self.is_waiting();
        self.is_asleep &= client.is_asked() && !client.frame.as_str().contains("\"by\":");
        if !is_asked || self.is_asleep {
            return Ok(());
        }
        if self.may_sleep && !self.context.is_stopping() && self.chance(odds::SLEEP) {
            self.is_asleep = true;
            return Ok(());
        }
        if self.chance(odds::CHAT) {
            let text = format!("I have seen {}.", client.n);
            self.send_new(client, json!({ "type": "chat", "text": text })).await?;
        }
        let Some(action) = self.dice.pick(&client.legal).cloned() else { return Ok(()) };
        let mut message = json!({ "type": "act", "action": action });
        // After a chat message of its own, its number is no longer current.
        if self.chance(odds::CAREFUL) && !self.is_waiting() {
            message["at"] = json!(client.n);
        }
        self.send_new(client, message).await
    }

    async fn send_new(
        &mut self,
        client: &mut Connection,
        mut message: Value,
    ) -> Result<(), ClientError> {
        self.next += 1;
        let id = format!("m{:05}", self.next);
        message["id"] = json!(id);
        let sent = Sent { message, outcome: Outcome::Unknown, at: Some(client.n) };
        self.transcript.sent.insert(id.clone(), sent);
        self.deliver(client, &id).await?;
        if self.chance(odds::TWICE) {
            self.send(client, &id).await?;
        }
        Ok(())
    }

    async fn send(&mut self, client: &mut Connection, id: &str) -> Result<(), ClientError> {
        if let Some(sent) = self.transcript.sent.get_mut(id) {
            sent.at = None;
        }
        self.deliver(client, id).await
    }

    async fn deliver(&mut self, client: &mut Connection, id: &str) -> Result<(), ClientError> {
        let Some(sent) = self.transcript.sent.get(id) else { return Ok(()) };
        let message = sent.message.to_string();
        self.note(format!("> {message}"));
        self.context.step();
        client.send(message).await
    }

    fn note(&mut self, line: String) {
        self.transcript.lines.push((now(), line));
    }

    fn is_waiting(&self) -> bool {
        self.transcript.sent.values().any(|sent| sent.outcome == Outcome::Unknown)
    }

    fn chance(&mut self, one_in: u32) -> bool {
        self.dice.below(one_in) == 0
    }
}

impl Transcript {
    /// The name of the client.
    pub(crate) fn who(&self) -> String {
        self.seat.map_or_else(|| "spectator".into(), |seat| format!("seat {seat}"))
    }
}
