//! What the relay tells somebody who only watches: when the game begins, and when each entry is stamped.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use facedown_protocol::TableId;
use facedown_protocol::relay::{FromPeer, FromRelay, Hello, VERSION};
use futures_util::{SinkExt, StreamExt};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::client::ClientError;

/// What has been heard, and when.
#[derive(Default)]
pub(super) struct Heard {
    /// When all players had agreed on the genesis.
    pub(super) begun: Option<Instant>,
    /// When each entry came.
    pub(super) entries: Vec<Instant>,
}

/// Somebody who watches. It ends when this is dropped.
pub(super) struct Onlooker {
    heard: Arc<Mutex<Heard>>,
    task: JoinHandle<()>,
}

impl Onlooker {
    /// Watches a table of the relay at this address, given as `host:port`.
    pub(super) async fn watch(address: &str, table: &TableId) -> Result<Self, ClientError> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let url = format!("ws://{address}/api/v1/peers/{table}/ws");
        let (mut socket, _) = client_async(url, stream).await?;
        let hello = Hello { v: VERSION, since: 0, seat: None };
        socket.send(Message::text(FromPeer::Hello(hello).to_text())).await?;
        let heard = Arc::new(Mutex::new(Heard::default()));
        let task = tokio::spawn(listen(socket, Arc::clone(&heard)));
        Ok(Self { heard, task })
    }

    /// What has been heard so far.
    pub(super) fn heard(&self) -> MutexGuard<'_, Heard> {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Onlooker {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn listen(mut socket: WebSocketStream<TcpStream>, heard: Arc<Mutex<Heard>>) {
    while let Some(Ok(message)) = socket.next().await {
        let now = Instant::now();
        let mut heard = heard.lock().unwrap_or_else(PoisonError::into_inner);
        match message {
            Message::Binary(_) => heard.entries.push(now),
            Message::Text(text) if matches!(FromRelay::read(&text), Ok(FromRelay::Begun(_))) => {
                heard.begun = Some(now);
            }
            _ => {}
        }
    }
}
