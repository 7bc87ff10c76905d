//! The WebSocket of one table: a task that greets the relay, and then passes frames on in both directions until it ends.

use std::time::Duration;

use ed25519_dalek::SigningKey;
use facedown_protocol::Refusal;
use facedown_protocol::relay::{
    FromPeer, FromRelay, Hello, Hex, MAX_ENTRY, SeatProof, Stamped, VERSION, Welcome,
};
use futures_util::{SinkExt, StreamExt};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::{Instant, timeout};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::error::Error as WsError;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Bytes, Message};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use super::NetError;
use super::stream::{CONNECT_TIMEOUT, Stream, connect};
use crate::link::TableLink;

/// After this time without a message, the relay is asked whether it is still there.
const PING_AFTER: Duration = Duration::from_secs(20);
/// How long it may take to answer.
const PONG_WITHIN: Duration = Duration::from_secs(10);
/// How long closing a connection may take.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);
/// The longest frame that is read, in bytes: a control message with a genesis, or a stamped entry.
const MAX_FRAME: usize = Stamped::HEAD + MAX_ENTRY;

/// Who connects.
#[derive(Clone)]
pub struct Identity {
    /// The relay's key, which must be this.
    pub relay: Hex<32>,
    /// The key of the player; nothing for a spectator.
    pub key: Option<SigningKey>,
}

/// What is sent to the relay.
#[derive(Clone, Debug)]
pub enum ToRelay {
    /// A control message.
    Control(FromPeer),
    /// An entry to post.
    Entry(Vec<u8>),
}

/// What comes from a connection.
#[derive(Debug)]
pub enum FromConnection {
    /// It is open. The entries that this machine does not have follow.
    Open(Box<Welcome>),
    /// A control message.
    Control(FromRelay),
    /// What the relay says is a stamped entry.
    Stamped(Bytes),
    /// It has ended, or could not be opened.
    Lost(NetError),
}

/// One connection to a table: a task of its own. It ends when this is dropped.
pub struct Connection {
    to: mpsc::UnboundedSender<ToRelay>,
    from: mpsc::UnboundedReceiver<FromConnection>,
    task: JoinHandle<()>,
}

impl Connection {
    /// Begins to connect. `since` is the number of entries that this machine has.
    pub fn open(link: TableLink, identity: Identity, since: u64) -> Self {
        let (to, outgoing) = mpsc::unbounded_channel();
        let (incoming, from) = mpsc::unbounded_channel();
        let task = tokio::spawn(async move {
            let why = match run(&link, &identity, since, outgoing, &incoming).await {
                Ok(()) => return,
                Err(why) => why,
            };
            // Nobody listens any more if the machine has stopped.
            let _ = incoming.send(FromConnection::Lost(why));
        });
        Self { to, from, task }
    }

    /// Sends something, once the connection is open. What is sent on a connection that has ended is lost.
    pub fn send(&self, message: ToRelay) {
        // The end of the connection comes as a message of its own.
        let _ = self.to.send(message);
    }

    /// What comes next. It may be dropped at any moment without losing anything.
    pub async fn next(&mut self) -> FromConnection {
        match self.from.recv().await {
            Some(message) => message,
            None => FromConnection::Lost(NetError::Ended("it was closed".into())),
        }
    }

    /// Whether something has come already; returns it.
    pub fn try_next(&mut self) -> Option<FromConnection> {
        self.from.try_recv().ok()
    }

    /// Waits until everything was sent, and closes the connection.
    pub async fn close(mut self) {
        // The task ends when nothing more can be sent.
        self.to = mpsc::unbounded_channel().0;
        let ended = async { while self.from.recv().await.is_some() {} };
        let _ = timeout(CLOSE_TIMEOUT, ended).await;
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.task.abort();
    }
}

type Socket = WebSocketStream<Box<dyn Stream>>;

async fn run(
    link: &TableLink,
    identity: &Identity,
    since: u64,
    mut outgoing: mpsc::UnboundedReceiver<ToRelay>,
    incoming: &mpsc::UnboundedSender<FromConnection>,
) -> Result<(), NetError> {
    let silent = || NetError::Silent { relay: link.relay.to_string() };
    let greeting = async {
        let mut socket = upgrade(link).await?;
        let welcome = greet(&mut socket, link, identity, since).await?;
        Ok::<_, NetError>((socket, welcome))
    };
    let (mut socket, welcome) =
        timeout(CONNECT_TIMEOUT * 2, greeting).await.map_err(|_| silent())??;
    let _ = incoming.send(FromConnection::Open(Box::new(welcome)));
    let mut deadline = Instant::now() + PING_AFTER;
    let mut is_asked = false;
    loop {
        tokio::select! {
            message = outgoing.recv() => {
                let Some(message) = message else {
                    let _ = socket.close(None).await;
                    // A socket that is dropped with something unread takes back what was sent last.
                    while let Some(Ok(_)) = socket.next().await {}
                    return Ok(());
                };
                socket.feed(frame(message)).await.map_err(|error| ended(&error))?;
                // Whatever else is there goes out with it.
                while let Ok(message) = outgoing.try_recv() {
                    socket.feed(frame(message)).await.map_err(|error| ended(&error))?;
                }
                socket.flush().await.map_err(|error| ended(&error))?;
            }
            message = socket.next() => {
                (deadline, is_asked) = (Instant::now() + PING_AFTER, false);
                let passed_on = match heard(message)? {
                    None | Some(FromConnection::Control(FromRelay::Pong {})) => Ok(()),
                    Some(FromConnection::Control(FromRelay::Bye(bye))) => {
                        return Err(NetError::Bye(bye.reason));
                    }
                    Some(message) => incoming.send(message),
                };
                if passed_on.is_err() {
                    // Nobody listens any more.
                    return Ok(());
                }
            }
            () = tokio::time::sleep_until(deadline) => {
                if is_asked {
                    return Err(silent());
                }
                let ping = frame(ToRelay::Control(FromPeer::Ping {}));
                socket.send(ping).await.map_err(|error| ended(&error))?;
                (deadline, is_asked) = (Instant::now() + PONG_WITHIN, true);
            }
        }
    }
}

fn frame(message: ToRelay) -> Message {
    match message {
        ToRelay::Control(control) => Message::text(control.to_text()),
        ToRelay::Entry(entry) => Message::binary(entry),
    }
}

async fn upgrade(link: &TableLink) -> Result<Socket, NetError> {
    let relay = &link.relay;
    let no_relay = |why: String| NetError::NoRelay { relay: relay.to_string(), why };
    let scheme = if relay.is_encrypted() { "wss" } else { "ws" };
    let url = format!("{scheme}://{}/api/v1/peers/{}/ws", relay.authority(), link.table);
    let mut request = url.into_client_request().map_err(|error| no_relay(error.to_string()))?;
    if let Some(code) = &link.code
        && let Ok(code) = code.as_str().parse()
    {
        request.headers_mut().insert("facedown-code", code);
    }
    let stream = connect(relay).await?;
    let config = WebSocketConfig::default()
        .max_message_size(Some(MAX_FRAME))
        .max_frame_size(Some(MAX_FRAME));
    match client_async_with_config(request, stream, Some(config)).await {
        Ok((socket, _)) => Ok(socket),
        Err(WsError::Http(answer)) => {
            let body = answer.body().as_deref().unwrap_or_default();
            Err(match serde_json::from_slice::<Refusal>(body) {
                Ok(refusal) => NetError::Refused(refusal),
                Err(_) => no_relay(format!("it answers {}", answer.status())),
            })
        }
        Err(WsError::Io(error)) => Err(NetError::unreachable(relay, &error)),
        Err(error) => Err(no_relay(error.to_string())),
    }
}

/// Answers the challenge, and waits for the welcome.
async fn greet(
    socket: &mut Socket,
    link: &TableLink,
    identity: &Identity,
    since: u64,
) -> Result<Welcome, NetError> {
    let challenge = loop {
        match control(socket).await? {
            FromRelay::Challenge(challenge) => break challenge,
            FromRelay::Refused(refused) => return Err(NetError::Refused(refused.refusal)),
            FromRelay::Bye(bye) => return Err(NetError::Bye(bye.reason)),
            _ => {}
        }
    };
    if challenge.v != VERSION {
        return Err(NetError::Version { theirs: challenge.v, ours: VERSION });
    }
    if challenge.relay != identity.relay {
        return Err(NetError::OtherRelay);
    }
    let proof = |key| SeatProof::sign(key, &identity.relay, &link.table, &challenge.nonce);
    let hello = Hello { v: VERSION, since, seat: identity.key.as_ref().map(proof) };
    let hello = Message::text(FromPeer::Hello(hello).to_text());
    socket.send(hello).await.map_err(|error| ended(&error))?;
    loop {
        match control(socket).await? {
            FromRelay::Welcome(welcome) => return Ok(welcome),
            FromRelay::Refused(refused) => return Err(NetError::Refused(refused.refusal)),
            FromRelay::Bye(bye) => return Err(NetError::Bye(bye.reason)),
            _ => {}
        }
    }
}

/// The next control message, before any entry.
async fn control(socket: &mut Socket) -> Result<FromRelay, NetError> {
    loop {
        if let Some(FromConnection::Control(message)) = heard(socket.next().await)? {
            return Ok(message);
        }
    }
}

/// What a message of the relay is; nothing if it does not matter here.
fn heard(message: Option<Result<Message, WsError>>) -> Result<Option<FromConnection>, NetError> {
    match message {
        Some(Ok(Message::Text(text))) => match FromRelay::read(&text) {
            Ok(message) => Ok(Some(FromConnection::Control(message))),
            // A newer relay may say more.
            Err(facedown_protocol::Unknown::Kind(_)) => Ok(None),
            Err(error) => {
                Err(NetError::Ended(format!("the relay said what is no message ({error})")))
            }
        },
        Some(Ok(Message::Binary(bytes))) => Ok(Some(FromConnection::Stamped(bytes))),
        Some(Ok(Message::Close(_))) | None => Err(NetError::Ended("the relay closed it".into())),
        Some(Ok(_)) => Ok(None),
        Some(Err(error)) => Err(ended(&error)),
    }
}

fn ended(error: &WsError) -> NetError {
    NetError::Ended(error.to_string())
}
