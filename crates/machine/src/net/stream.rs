//! A connection to a relay's host.

use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::NetError;
use crate::link::RelayUrl;

/// How long connecting may take.
pub(super) const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// Bytes in both directions, encrypted or not.
pub(super) trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Stream for T {}

/// Connects to the host of a relay.
pub(super) async fn connect(relay: &RelayUrl) -> Result<Box<dyn Stream>, NetError> {
    if relay.is_encrypted() {
        return Err(NetError::Encrypted);
    }
    let connecting = TcpStream::connect((relay.host(), relay.port()));
    let stream = match timeout(CONNECT_TIMEOUT, connecting).await {
        Ok(Ok(stream)) => stream,
        Ok(Err(error)) => return Err(NetError::unreachable(relay, &error)),
        Err(_) => return Err(NetError::Silent { relay: relay.to_string() }),
    };
    // Entries are small, and somebody waits for each of them.
    stream.set_nodelay(true).map_err(|error| NetError::unreachable(relay, &error))?;
    Ok(Box::new(stream))
}
