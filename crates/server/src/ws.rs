//! One WebSocket: one viewer of one table. It reads frames, enforces rate limits and passes them to the table's actor.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use bytes::Bytes;
use facedown_protocol::{
    ByeReason, FromClient, FromServer, Hello, Kind, Refusal, Refused, TableId,
};
use tokio::sync::{Semaphore, mpsc, oneshot};

use crate::actor::{Connection, Message, NewConnection, bye, encode};
use crate::gate::Charge;
use crate::hub::Hub;
use crate::identity::lookup_key;
use crate::limits::{Bucket, Rate};
use crate::origin::Origin;
use crate::outlet::SocketWriter;
use crate::sessions::SessionGuard;
use crate::socket::{Incoming, Socket};

/// About how many bytes a journal entry has in addition to the client's message.
const ENTRY_OVERHEAD: usize = 160;
/// How many frames of a connection can wait for its table. While they do, no more are read.
const MAX_UNHANDLED_FRAMES: usize = 4;

/// Serves a connection until either side closes it.
///
/// Everything but the long wait in the middle is boxed: a task takes as much memory as the largest future that it ever
/// holds, and most connections are idle.
pub(crate) async fn serve(hub: Arc<Hub>, table: TableId, origin: Origin, mut socket: Socket) {
    let hello = match Box::pin(hello(&hub, &mut socket)).await {
        Ok(hello) => hello,
        Err(Some(refusal)) => return Box::pin(refuse(&hub, socket, refusal)).await,
        Err(None) => return Box::pin(end(&hub, socket, ByeReason::NoHello)).await,
    };
    let join = join(&hub, &table, hello, origin, Arc::clone(socket.writer()));
    let mut admitted = match Box::pin(join).await {
        Ok(admitted) => admitted,
        Err(refusal) => return Box::pin(refuse(&hub, socket, refusal)).await,
    };
    hub.shared.metrics.viewers.inc();
    let reason = admitted.run(&hub, &mut socket).await;
    socket.writer().refuse_table();
    hub.shared.metrics.viewers.dec();
    // A table that has stopped has removed all its connections.
    let _ = admitted.inbox.send(Message::Gone { from: admitted.id }).await;
    if let Some(reason) = reason {
        Box::pin(end(&hub, socket, reason)).await;
    }
}

/// Waits for the first message, which must be a hello. `Err(None)` if none arrived in time.
async fn hello(hub: &Hub, socket: &mut Socket) -> Result<Hello, Option<Refusal>> {
    let shared = &hub.shared;
    let soon = shared.clock.wait_until(shared.clock.now() + hub.gate.limits().hello_millis);
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

/// A connection that its table has admitted.
struct Admitted {
    id: u64,
    origin: Origin,
    inbox: mpsc::Sender<Message>,
    end: Arc<OnceLock<ByeReason>>,
    session: Option<SessionGuard>,
}

async fn join(
    hub: &Arc<Hub>,
    table: &TableId,
    hello: Hello,
    origin: Origin,
    writer: Arc<SocketWriter>,
) -> Result<Admitted, Refusal> {
    let id = hub.number_connection();
    let session = hello.token.as_ref().map(|token| hub.sessions.register(lookup_key(token), id));
    let caller = match &hello.token {
        Some(token) => Some(hub.identity.authenticate(token).await?),
        None => None,
    };
    let inbox = hub.find(table, caller.as_ref()).await?;
    let end = Arc::new(OnceLock::new());
    let mut connection = Connection::new(id, caller, writer, Arc::clone(&end));
    connection.origin = Some(origin);
    let (reply, outcome) = oneshot::channel();
    let new = NewConnection { connection, code: hello.code, since: hello.since, reply };
    let message = Message::Hello(Box::new(new));
    inbox.send(message).await.map_err(|_| Refusal::plain(Kind::Unavailable))?;
    outcome.await.map_err(|_| Refusal::plain(Kind::Unavailable))??;
    Ok(Admitted { id, origin, inbox, end, session })
}

impl Admitted {
    /// Passes incoming frames to the table and sends queued ones. Returns the reason if the server ends the connection.
    async fn run(&mut self, hub: &Hub, socket: &mut Socket) -> Option<ByeReason> {
        let limits = hub.gate.limits();
        let rate = Rate::per_second(limits.messages_per_second, limits.message_burst);
        let mut bucket = Bucket::full(rate, hub.shared.clock.now());
        let writer = Arc::clone(socket.writer());
        let unhandled = Arc::new(Semaphore::new(MAX_UNHANDLED_FRAMES));
        loop {
            tokio::select! {
                () = writer.notified() => {
                    let drained = writer.drain();
                    match tokio::time::timeout(Duration::from_millis(limits.write_millis), drained).await {
                        Ok(Ok(())) if writer.is_closed() => {
                            return Some(self.end.get().copied().unwrap_or(ByeReason::Gone));
                        }
                        Ok(Ok(())) => {}
                        Ok(Err(_)) => return None,
                        Err(_) => {
                            hub.shared.metrics.slow.inc();
                            return Some(ByeReason::Slow);
                        }
                    }
                }
                () = signed_out(&mut self.session) => return Some(ByeReason::SignedOut),
                frame = socket.recv() => {
                    let text = match frame {
                        Incoming::Text(text) | Incoming::Binary(text) => Some(text),
                        Incoming::Control => None,
                        Incoming::TooLarge => return Some(ByeReason::TooLarge),
                        Incoming::End => return None,
                    };
                    let now = hub.shared.clock.now();
                    let bytes = text.as_ref().map_or(0, Bytes::len) + ENTRY_OVERHEAD;
                    let charge = Charge::Bytes(u32::try_from(bytes).unwrap_or(u32::MAX));
                    if !bucket.take(rate, 1, now) || !hub.gate.charge(self.origin, charge, now) {
                        hub.shared.metrics.turned_away.inc();
                        return Some(ByeReason::TooFast);
                    }
                    if let Some(text) = text {
                        let permit = Arc::clone(&unhandled).acquire_owned().await.ok();
                        let message = Message::Frame { from: self.id, text, arrived: now, permit };
                        self.inbox.send(message).await.ok()?;
                    }
                }
            }
        }
    }
}

/// Completes when the connection's token has been revoked; never, if it has none.
async fn signed_out(session: &mut Option<SessionGuard>) {
    match session {
        Some(session) => session.revoked().await,
        None => std::future::pending().await,
    }
}

async fn refuse(hub: &Hub, mut socket: Socket, refusal: Refusal) {
    hub.shared.metrics.refusals.inc();
    let is_too_large = refusal.kind == Kind::TooLarge.name();
    let reason = if is_too_large { ByeReason::TooLarge } else { ByeReason::NoHello };
    let refused = FromServer::Refused(Refused { id: None, refusal });
    send(hub, &mut socket, &refused).await;
    end(hub, socket, reason).await;
}

async fn end(hub: &Hub, mut socket: Socket, reason: ByeReason) {
    send(hub, &mut socket, &bye(reason)).await;
    let too_large = reason == ByeReason::TooLarge;
    // A client that does not read cannot hold this up for long.
    let _ = tokio::time::timeout(Duration::from_secs(1), socket.close(too_large)).await;
}

async fn send(hub: &Hub, socket: &mut Socket, message: &FromServer<'_>) {
    if socket.writer().send_own(&encode(message, hub.config.pad)).is_ok() {
        let _ = tokio::time::timeout(Duration::from_secs(1), socket.writer().drain()).await;
    }
}
