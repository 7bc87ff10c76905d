//! What the relay tells somebody who only watches: when the game begins.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use facedown_protocol::TableId;
use facedown_protocol::relay::{FromPeer, FromRelay, Hello, VERSION};
use futures_util::{SinkExt, StreamExt};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::client::ClientError;

/// Somebody who watches. It ends when this is dropped.
pub(super) struct Onlooker {
    begun: Arc<Mutex<Option<Instant>>>,
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
        let begun = Arc::new(Mutex::new(None));
        let task = tokio::spawn(listen(socket, Arc::clone(&begun)));
        Ok(Self { begun, task })
    }

    /// When all players had agreed on the genesis, if they have.
    pub(super) fn begun(&self) -> Option<Instant> {
        *self.begun.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Onlooker {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn listen(mut socket: WebSocketStream<TcpStream>, begun: Arc<Mutex<Option<Instant>>>) {
    while let Some(Ok(message)) = socket.next().await {
        let now = Instant::now();
        if let Message::Text(text) = message
            && matches!(FromRelay::read(&text), Ok(FromRelay::Begun(_)))
        {
            *begun.lock().unwrap_or_else(PoisonError::into_inner) = Some(now);
        }
    }
}
