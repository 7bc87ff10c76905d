//! A proxy that passes everything on later: the distance between two players.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep_until};

/// How many bytes are read at once.
const CHUNK: usize = 64 * 1024;

/// A proxy in front of one address. It ends when this is dropped; connections that are open go on.
pub(super) struct DelayingProxy {
    address: SocketAddr,
    task: JoinHandle<()>,
}

impl DelayingProxy {
    /// Listens on a free port of this machine, and passes everything on to `to` and back, each time later by `delay`.
    pub(super) async fn open(to: String, delay: Duration) -> std::io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let address = listener.local_addr()?;
        let task = tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                // Whoever cannot be reached is away for the other side as well.
                let Ok(far) = TcpStream::connect(&to).await else { continue };
                let _ = (near.set_nodelay(true), far.set_nodelay(true));
                let ((near_read, near_write), (far_read, far_write)) =
                    (near.into_split(), far.into_split());
                pass_on(near_read, far_write, delay);
                pass_on(far_read, near_write, delay);
            }
        });
        Ok(Self { address, task })
    }

    /// Its address.
    pub(super) const fn address(&self) -> SocketAddr {
        self.address
    }
}

impl Drop for DelayingProxy {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Passes bytes on in one direction, each `delay` after it came; how many are on their way does not matter.
fn pass_on(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, delay: Duration) {
    let (sends, mut on_the_way) = mpsc::unbounded_channel::<(Instant, Vec<u8>)>();
    tokio::spawn(async move {
        loop {
            let mut bytes = Vec::with_capacity(CHUNK);
            match from.read_buf(&mut bytes).await {
                Ok(0) | Err(_) => return,
                Ok(_) => {}
            }
            if sends.send((Instant::now() + delay, bytes)).is_err() {
                return;
            }
        }
    });
    tokio::spawn(async move {
        while let Some((arrives, bytes)) = on_the_way.recv().await {
            sleep_until(arrives).await;
            if to.write_all(&bytes).await.is_err() {
                return;
            }
        }
        // The other side has closed it, or is gone.
        let _ = to.shutdown().await;
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn everything_arrives_in_order_and_not_too_early() {
        let delay = Duration::from_millis(20);
        let echo = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let to = echo.local_addr().unwrap().to_string();
        tokio::spawn(async move {
            let (mut near, _) = echo.accept().await.unwrap();
            let (mut read, mut write) = near.split();
            let _ = tokio::io::copy(&mut read, &mut write).await;
        });
        let proxy = DelayingProxy::open(to, delay).await.unwrap();
        let mut stream = TcpStream::connect(proxy.address()).await.unwrap();
        let began = Instant::now();
        let sent: Vec<u8> = (0..200_000_u32).map(|n| n.to_le_bytes()[0]).collect();
        let (mut read, mut write) = stream.split();
        let writing = async { write.write_all(&sent).await.unwrap() };
        let mut heard = vec![0; sent.len()];
        let reading = async { read.read_exact(&mut heard).await.unwrap() };
        let ((), _) = tokio::join!(writing, reading);
        assert!(heard == sent);
        assert!(began.elapsed() >= 2 * delay);
    }
}
