//! One WebSocket of a peer: it challenges the peer, enforces rate limits and passes frames to the table's actor.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use facedown_protocol::relay::{
    Challenge, FromPeer, FromRelay, Hello, Hex, MAX_CONTROL, RefusedPeer, VERSION,
};
use facedown_protocol::{Bye, ByeReason, Kind, Refusal, TableId};
use tokio::sync::{Semaphore, mpsc, oneshot};

use super::actor::{Message, NewPeer, encode};
use super::post::Posting;
use super::room::digest;
use crate::actor::Connection;
use crate::gate::Charge;
use crate::hub::Hub;
use crate::limits::{Bucket, Rate};
use crate::origin::Origin;
use crate::socket::{Incoming, Socket};

/// About how many bytes a line of the journal has in addition to an entry, which it has in base64.
const ENTRY_OVERHEAD: usize = 256;
/// How many frames of a connection can wait for its table. While they do, no more are read.
const MAX_UNHANDLED_FRAMES: usize = 16;

/// Serves a connection until either side closes it.
pub(crate) async fn serve(
    hub: Arc<Hub>,
    table: TableId,
    inbox: mpsc::Sender<Message>,
    origin: Origin,
    mut socket: Socket,
) {
    let admitted = Box::pin(admit(&hub, &table, inbox, origin, &mut socket)).await;
    let mut admitted = match admitted {
        Ok(admitted) => admitted,
        Err(Some(refusal)) => return Box::pin(refuse(&hub, socket, refusal)).await,
        Err(None) => return Box::pin(end(socket, ByeReason::NoHello)).await,
    };
    hub.shared.metrics.peers.inc();
    let reason = admitted.run(&hub, &mut socket).await;
    socket.writer().refuse_table();
    hub.shared.metrics.peers.dec();
    // A table that has stopped has removed all its connections.
    let _ = admitted.inbox.send(Message::Gone { from: admitted.id }).await;
    if let Some(reason) = reason {
        Box::pin(end(socket, reason)).await;
    }
}

/// Challenges the peer and waits for its hello. `Err(None)` if none arrived in time.
async fn admit(
    hub: &Hub,
    table: &TableId,
    inbox: mpsc::Sender<Message>,
    origin: Origin,
    socket: &mut Socket,
) -> Result<Admitted, Option<Refusal>> {
    let relay = hub.relay.key();
    let nonce = Hex(hub.shared.random.bytes());
    let challenge = FromRelay::Challenge(Challenge { v: VERSION, nonce, relay });
    send(socket, &challenge).await;
    let Hello { since, seat, .. } = hello(hub, socket).await?;
    if let Some(proof) = &seat {
        proof.verify(&relay, table, &nonce).map_err(|why| Some(crate::relay::unsigned(why)))?;
    }
    let id = hub.number_connection();
    let end = Arc::new(OnceLock::new());
    let connection = Connection::new(id, None, Arc::clone(socket.writer()) as _, Arc::clone(&end));
    let (reply, outcome) = oneshot::channel();
    let new = NewPeer { connection, key: seat.map(|proof| proof.key), since, reply };
    let unavailable = || Some(Refusal::plain(Kind::Unavailable));
    inbox.send(Message::Hello(Box::new(new))).await.map_err(|_| unavailable())?;
    outcome.await.map_err(|_| unavailable())?.map_err(Some)?;
    Ok(Admitted { id, origin, inbox, end })
}

/// Waits for the first message, which must be a hello.
async fn hello(hub: &Hub, socket: &mut Socket) -> Result<Hello, Option<Refusal>> {
    let shared = &hub.shared;
    let soon = shared.clock.wait_until(shared.clock.now() + hub.gate.limits().hello_millis);
    let first = async {
        loop {
            match socket.recv().await {
                Incoming::Text(text) => return Ok(text),
                Incoming::Binary(_) => return Err(Some(Refusal::plain(Kind::HelloFirst))),
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
    match FromPeer::read(&text) {
        Ok(FromPeer::Hello(hello)) => Ok(hello),
        Ok(_) => Err(Some(Refusal::plain(Kind::HelloFirst))),
        Err(why) => Err(Some(Refusal::from(&why))),
    }
}

/// A connection that its table has admitted.
struct Admitted {
    id: u64,
    origin: Origin,
    inbox: mpsc::Sender<Message>,
    end: Arc<OnceLock<ByeReason>>,
}

impl Admitted {
    /// Passes incoming frames to the table and sends queued ones. Returns the reason if the relay ends the connection.
    async fn run(&mut self, hub: &Hub, socket: &mut Socket) -> Option<ByeReason> {
        let limits = hub.gate.limits();
        // Twice what a seat may post: an honest peer whose entries are refused waits before it posts them again.
        let rate = Rate::per_second(
            limits.messages_per_second + 2 * limits.peer_entries_per_second,
            limits.message_burst + 2 * limits.peer_entry_burst,
        );
        let mut bucket = Bucket::full(rate, hub.shared.clock.now());
        let writer = Arc::clone(socket.writer());
        let unhandled = Arc::new(Semaphore::new(MAX_UNHANDLED_FRAMES));
        let mut is_behind = true;
        loop {
            if is_behind {
                let (reply, more) = oneshot::channel();
                self.inbox.send(Message::More { from: self.id, reply }).await.ok()?;
                is_behind = more.await.ok()?;
            }
            if is_behind {
                // It gets more as soon as it has taken what is queued.
                if let Some(reason) = self.drain(hub, socket).await {
                    return reason;
                }
            }
            tokio::select! {
                () = writer.notified() => {
                    if let Some(reason) = self.drain(hub, socket).await {
                        return reason;
                    }
                }
                () = std::future::ready(()), if is_behind => {}
                frame = socket.recv() => {
                    let permit = Arc::clone(&unhandled).acquire_owned().await.ok();
                    let now = hub.shared.clock.now();
                    if !bucket.take(rate, 1, now) {
                        hub.shared.metrics.turned_away.inc();
                        return Some(ByeReason::TooFast);
                    }
                    match frame {
                        Incoming::Text(text) => self.control(hub, socket, &text).await?,
                        Incoming::Binary(entry) => {
                            self.entry(hub, socket, Posting { from: self.id, entry, permit }).await?;
                        }
                        Incoming::Control => {}
                        Incoming::TooLarge => return Some(ByeReason::TooLarge),
                        Incoming::End => return None,
                    }
                }
            }
        }
    }

    /// Sends what is queued. Returns how the connection ends, if it does.
    async fn drain(&self, hub: &Hub, socket: &Socket) -> Option<Option<ByeReason>> {
        let writer = socket.writer();
        let limit = Duration::from_millis(hub.gate.limits().write_millis);
        match tokio::time::timeout(limit, writer.drain()).await {
            Ok(Ok(())) if writer.is_closed() => {
                Some(Some(self.end.get().copied().unwrap_or(ByeReason::Gone)))
            }
            Ok(Ok(())) => None,
            Ok(Err(_)) => Some(None),
            Err(_) => {
                hub.shared.metrics.slow.inc();
                Some(Some(ByeReason::Slow))
            }
        }
    }

    async fn control(&self, hub: &Hub, socket: &Socket, text: &[u8]) -> Option<()> {
        // Refused below if it is too long.
        if text.len() <= MAX_CONTROL && !self.charge(hub, text.len()) {
            refuse_at_once(hub, socket, None, too_fast());
            return Some(());
        }
        match FromPeer::read(text) {
            Ok(message) => {
                let message = Message::Control { from: self.id, message };
                self.inbox.send(message).await.ok()
            }
            Err(why) => {
                refuse_at_once(hub, socket, None, Refusal::from(&why));
                Some(())
            }
        }
    }

    async fn entry(&self, hub: &Hub, socket: &Socket, posting: Posting) -> Option<()> {
        let bytes = posting.entry.len() / 3 * 4 + ENTRY_OVERHEAD;
        if !self.charge(hub, bytes) {
            refuse_at_once(hub, socket, Some(digest(&posting.entry)), too_fast());
            return Some(());
        }
        self.inbox.send(Message::Entry(posting)).await.ok()
    }

    /// Charges the address for bytes that may be written.
    fn charge(&self, hub: &Hub, bytes: usize) -> bool {
        let charge = Charge::Bytes(u32::try_from(bytes).unwrap_or(u32::MAX));
        hub.gate.charge(self.origin, charge, hub.shared.clock.now())
    }
}

/// Refuses something without asking the table.
fn refuse_at_once(hub: &Hub, socket: &Socket, entry: Option<[u8; 32]>, refusal: Refusal) {
    hub.shared.metrics.refusals.inc();
    let refused = FromRelay::Refused(RefusedPeer { entry: entry.map(Hex), refusal });
    // A peer that does not read is disconnected by its table.
    let _ = socket.writer().send_own(&encode(&refused));
}

fn too_fast() -> Refusal {
    Refusal::new(
        Kind::TooFast,
        "too much comes from your address; wait a few seconds and post it again",
    )
}

async fn refuse(hub: &Hub, mut socket: Socket, refusal: Refusal) {
    hub.shared.metrics.refusals.inc();
    let is_too_large = refusal.kind == Kind::TooLarge.name();
    let reason = if is_too_large { ByeReason::TooLarge } else { ByeReason::NoHello };
    send(&mut socket, &FromRelay::Refused(RefusedPeer { entry: None, refusal })).await;
    end(socket, reason).await;
}

async fn end(mut socket: Socket, reason: ByeReason) {
    send(&mut socket, &FromRelay::Bye(Bye { reason })).await;
    let too_large = reason == ByeReason::TooLarge;
    // A peer that does not read cannot hold this up for long.
    let _ = tokio::time::timeout(Duration::from_secs(1), socket.close(too_large)).await;
}

async fn send(socket: &mut Socket, message: &FromRelay) {
    if socket.writer().send_own(&encode(message)).is_ok() {
        let _ = tokio::time::timeout(Duration::from_secs(1), socket.writer().drain()).await;
    }
}
