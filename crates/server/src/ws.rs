//! One WebSocket: one viewer of one table. It reads, counts and passes on; the table's actor does the rest.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use bytes::Bytes;
use facedown_protocol::{
    ByeReason, FromClient, FromServer, Hello, Kind, Refusal, Refused, TableId,
};
use tokio::sync::{Semaphore, mpsc, oneshot};

use crate::actor::{Connection, Message, bye, written};
use crate::gate::Charge;
use crate::hub::Hub;
use crate::identity::mark;
use crate::limits::{Bucket, Rate};
use crate::origin::Origin;
use crate::outlet::SocketWriter;
use crate::sessions::SessionGuard;
use crate::socket::{Incoming, Socket};

/// How many bytes an entry of the journal has besides what the client sent, more or less.
const ENTRY: usize = 160;
/// How many frames of a connection can be on their way to its table. Until one of them has been handled no more are read.
const FRAMES: usize = 4;

/// Serves a connection until either side ends it.
pub(crate) async fn serve(house: Arc<Hub>, table: TableId, origin: Origin, mut socket: Socket) {
    let hello = match hello(&house, &mut socket).await {
        Ok(hello) => hello,
        Err(Some(refusal)) => return turn_away(&house, socket, refusal).await,
        Err(None) => return end(&house, socket, ByeReason::NoHello).await,
    };
    let mut seated = match join(&house, &table, hello, origin, Arc::clone(socket.wire())).await {
        Ok(seated) => seated,
        Err(refusal) => return turn_away(&house, socket, refusal).await,
    };
    house.shared.metrics.viewers.inc();
    let reason = seated.converse(&house, &mut socket).await;
    socket.wire().cut();
    house.shared.metrics.viewers.dec();
    // If the table is gone, it knows.
    let _ = seated.inbox.send(Message::Gone { from: seated.id }).await;
    if let Some(reason) = reason {
        end(&house, socket, reason).await;
    }
}

/// The first message, which must be a hello and must come soon. Nothing, if it did not come.
async fn hello(house: &Hub, socket: &mut Socket) -> Result<Hello, Option<Refusal>> {
    let shared = &house.shared;
    let soon = shared.clock.wait_until(shared.clock.now() + house.gate.limits().hello_millis);
    let first = async {
        loop {
            match socket.recv().await {
                Incoming::Text(text) => return Ok(text),
                Incoming::Binary(_) => return Err(Some(Refusal::plain(Kind::NotJson))),
                Incoming::Control => {}
                Incoming::TooLarge => return Err(Some(Refusal::plain(Kind::TooLarge))),
                Incoming::End => return Err(None),
            }
        }
    };
    let text = tokio::select! {
        text = first => text?,
        () = soon => return Err(None),
    };
    match FromClient::read(&text) {
        Ok(FromClient::Hello(hello)) => Ok(hello),
        Ok(_) => Err(Some(Refusal::plain(Kind::HelloFirst))),
        Err(unreadable) => Err(Some(Refusal::from(&unreadable.why))),
    }
}

/// A connection that has said hello.
struct Seated {
    id: u64,
    origin: Origin,
    inbox: mpsc::Sender<Message>,
    end: Arc<OnceLock<ByeReason>>,
    leash: Option<SessionGuard>,
}

async fn join(
    house: &Arc<Hub>,
    table: &TableId,
    hello: Hello,
    origin: Origin,
    wire: Arc<SocketWriter>,
) -> Result<Seated, Refusal> {
    let id = house.number_connection();
    let leash = hello.token.as_ref().map(|token| house.leashes.tie(mark(token), id));
    let caller = match &hello.token {
        Some(token) => Some(house.identity.know(token).await?),
        None => None,
    };
    let inbox = house.find(table, caller.as_ref()).await?;
    let end = Arc::new(OnceLock::new());
    let mut connection = Connection::new(id, caller, wire, Arc::clone(&end));
    connection.origin = Some(origin);
    let (reply, outcome) = oneshot::channel();
    let message = Message::Hello { connection, code: hello.code, since: hello.since, reply };
    inbox.send(message).await.map_err(|_| Refusal::plain(Kind::Unavailable))?;
    outcome.await.map_err(|_| Refusal::plain(Kind::Unavailable))??;
    Ok(Seated { id, origin, inbox, end, leash })
}

impl Seated {
    /// Passes on what comes and sends what is to be sent. Says why the house ends it, if it does.
    async fn converse(&mut self, house: &Hub, socket: &mut Socket) -> Option<ByeReason> {
        let limits = house.gate.limits();
        let rate = Rate::per_second(limits.messages_per_second, limits.message_burst);
        let mut bucket = Bucket::full(rate, house.shared.clock.now());
        let wire = Arc::clone(socket.wire());
        let on_their_way = Arc::new(Semaphore::new(FRAMES));
        loop {
            tokio::select! {
                () = wire.stirred() => {
                    let drained = wire.drain();
                    match tokio::time::timeout(Duration::from_millis(limits.write_millis), drained).await {
                        Ok(Ok(())) if wire.is_closed() => {
                            return Some(self.end.get().copied().unwrap_or(ByeReason::Gone));
                        }
                        Ok(Ok(())) => {}
                        Ok(Err(_)) => return None,
                        Err(_) => {
                            house.shared.metrics.slow.inc();
                            return Some(ByeReason::Slow);
                        }
                    }
                }
                () = signed_out(&mut self.leash) => return Some(ByeReason::SignedOut),
                frame = socket.recv() => {
                    let text = match frame {
                        Incoming::Text(text) | Incoming::Binary(text) => Some(text),
                        Incoming::Control => None,
                        Incoming::TooLarge => return Some(ByeReason::TooLarge),
                        Incoming::End => return None,
                    };
                    let now = house.shared.clock.now();
                    let bytes = text.as_ref().map_or(0, Bytes::len) + ENTRY;
                    let charge = Charge::Bytes(u32::try_from(bytes).unwrap_or(u32::MAX));
                    if !bucket.take(rate, 1, now) || !house.gate.admits(self.origin, charge, now) {
                        house.shared.metrics.turned_away.inc();
                        return Some(ByeReason::TooFast);
                    }
                    if let Some(text) = text {
                        let permit = Arc::clone(&on_their_way).acquire_owned().await.ok();
                        let message = Message::Frame { from: self.id, text, arrived: now, permit };
                        self.inbox.send(message).await.ok()?;
                    }
                }
            }
        }
    }
}

/// Ends when the token with which the connection was opened has been taken back.
async fn signed_out(leash: &mut Option<SessionGuard>) {
    match leash {
        Some(leash) => leash.pulled().await,
        None => std::future::pending().await,
    }
}

async fn turn_away(house: &Hub, mut socket: Socket, refusal: Refusal) {
    house.shared.metrics.refusals.inc();
    let is_too_large = refusal.kind == Kind::TooLarge.name();
    let reason = if is_too_large { ByeReason::TooLarge } else { ByeReason::NoHello };
    let refused = FromServer::Refused(Refused { id: None, refusal });
    say(house, &mut socket, &refused).await;
    end(house, socket, reason).await;
}

async fn end(house: &Hub, mut socket: Socket, reason: ByeReason) {
    say(house, &mut socket, &bye(reason)).await;
    let too_large = reason == ByeReason::TooLarge;
    // A client that does not read does not hear that it is cut off, either.
    let _ = tokio::time::timeout(Duration::from_secs(1), socket.close(too_large)).await;
}

async fn say(house: &Hub, socket: &mut Socket, message: &FromServer<'_>) {
    if socket.wire().say(&written(message, house.config.pad)).is_ok() {
        let _ = tokio::time::timeout(Duration::from_secs(1), socket.wire().drain()).await;
    }
}
