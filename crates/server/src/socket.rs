//! A WebSocket that takes little memory: what a connection costs while nobody says anything is mostly its buffers.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use axum::body::Body;
use axum::http::{Request, Response};
use bytes::Bytes;
use facedown_protocol::MAX_FRAME;
use futures_util::{SinkExt, StreamExt};
use hyper::upgrade::{OnUpgrade, Parts};
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::server::create_response_with_body;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Error, Message, Utf8Bytes};

use crate::outlet::SocketWriter;

/// What comes in on a WebSocket.
pub(crate) enum Incoming {
    /// A text. Whoever reads it checks its length and encoding.
    Text(Bytes),
    /// A binary message. A connection cannot begin with one; later it is read like a text.
    Binary(Bytes),
    /// A ping or a pong, which has been answered if it has to be.
    Control,
    /// A message that is so long that it is not even read to be refused. Nothing can follow it.
    TooLarge,
    /// The end of the connection.
    End,
}

/// How much is read at a time. The usual 128 KiB would be most of what a connection costs.
const READ: usize = 512;

/// The longest frame that is taken in. What is longer than it may be but not that long is refused like anything else;
/// what is longer still cannot be, since to go on the house would have to read it all.
const LONGEST: usize = 2 * MAX_FRAME;

/// How many bytes may come before a whole message has. A message in many fragments has a head for each, and an empty
/// fragment is nothing but a head: without this, somebody could send them for ever and no limit on messages would notice.
const MOST_UNFINISHED: usize = 2 * LONGEST;

/// A WebSocket, on the side of the house. Texts are written to its wire; all else is done here.
pub(crate) struct Socket {
    stream: WebSocketStream<SharedStream>,
    wire: Arc<SocketWriter>,
}

/// A request that can become a WebSocket.
pub(crate) struct Upgrade {
    upgrade: OnUpgrade,
    response: Response<Body>,
}

impl Upgrade {
    /// Checks that the request asks for a WebSocket, and says why it is none otherwise.
    pub(crate) fn of(mut request: Request<Body>) -> Result<Self, Error> {
        let response = create_response_with_body(&request, Body::empty)?;
        Ok(Self { upgrade: hyper::upgrade::on(&mut request), response })
    }

    /// Answers the request, and serves the socket once the client has the answer. No more than `most` messages wait for a
    /// client that does not read.
    pub(crate) fn serve<F: Future<Output = ()> + Send + 'static>(
        self,
        most: usize,
        serve: impl FnOnce(Socket) -> F + Send + 'static,
    ) -> Response<Body> {
        tokio::spawn(async move {
            // A client that goes away in the middle is nobody's fault.
            let Ok(upgraded) = self.upgrade.await else { return };
            let Ok(Parts { io, read_buf, .. }) = upgraded.downcast::<TokioIo<TcpStream>>() else {
                tracing::error!("a WebSocket on something else than a TCP connection");
                return;
            };
            // What came early is copied, or the whole buffer of the request would stay as long as the connection.
            let early = read_buf.to_vec();
            drop(read_buf);
            let config = WebSocketConfig::default()
                .read_buffer_size(READ)
                .write_buffer_size(0)
                .max_message_size(Some(LONGEST))
                .max_frame_size(Some(LONGEST));
            let wire = Arc::new(SocketWriter::new(io.into_inner(), most));
            let stream = WebSocketStream::from_partially_read(
                SharedStream { wire: Arc::clone(&wire), unfinished: 0 },
                early,
                Role::Server,
                Some(config),
            );
            serve(Socket { stream: stream.await, wire }).await;
        });
        self.response
    }
}

impl Socket {
    /// Where texts go out.
    pub(crate) const fn wire(&self) -> &Arc<SocketWriter> {
        &self.wire
    }

    /// Waits for what comes in next.
    pub(crate) async fn recv(&mut self) -> Incoming {
        let message = self.stream.next().await;
        self.stream.get_mut().unfinished = 0;
        match message {
            Some(Ok(Message::Text(text))) => Incoming::Text(text.into()),
            Some(Ok(Message::Binary(data))) => Incoming::Binary(data),
            Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => Incoming::Control,
            Some(Err(error)) if is_too_large(&error) => Incoming::TooLarge,
            Some(Ok(Message::Close(_)) | Err(_)) | None => Incoming::End,
        }
    }

    /// Says that the connection ends, if so because a message was too large.
    pub(crate) async fn close(&mut self, too_large: bool) -> io::Result<()> {
        let why = CloseFrame { code: CloseCode::Size, reason: Utf8Bytes::default() };
        // If the client has closed it already, there is nothing to say.
        let _ = self.stream.send(Message::Close(too_large.then_some(why))).await;
        self.wire.drain().await
    }
}

/// Whether a message was not read because of its length.
fn is_too_large(error: &Error) -> bool {
    match error {
        Error::Capacity(_) => true,
        Error::Io(error) => error.kind() == io::ErrorKind::FileTooLarge,
        _ => false,
    }
}

/// The wire, as the WebSocket reads from it and writes its own small frames to it.
struct SharedStream {
    wire: Arc<SocketWriter>,
    /// How many bytes have been read since the last whole message.
    unfinished: usize,
}

impl AsyncRead for SharedStream {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let Self { wire, unfinished } = self.get_mut();
        if *unfinished > MOST_UNFINISHED {
            return Poll::Ready(Err(io::ErrorKind::FileTooLarge.into()));
        }
        let stream = wire.stream();
        loop {
            ready!(stream.poll_read_ready(context))?;
            match stream.try_read(buffer.initialize_unfilled()) {
                Ok(count) => {
                    buffer.advance(count);
                    *unfinished += count;
                    return Poll::Ready(Ok(()));
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Poll::Ready(Err(error)),
            }
        }
    }
}

impl AsyncWrite for SharedStream {
    fn poll_write(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        // What cannot be written now waits with the texts, so that nothing gets into the middle of anything.
        let written = self.wire.write(bytes).map(|()| bytes.len());
        Poll::Ready(written.map_err(|_| io::ErrorKind::BrokenPipe.into()))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        let socket = socket2::SockRef::from(self.wire.stream());
        Poll::Ready(socket.shutdown(std::net::Shutdown::Write))
    }
}
