//! A WebSocket with small buffers, which are most of what an idle connection costs.

use std::io::{self, Read};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use axum::body::Body;
use axum::http::{Request, Response};
use bytes::Bytes;
use futures_util::{SinkExt, StreamExt};
use hyper::upgrade::{OnUpgrade, Parts};
use hyper_util::rt::TokioIo;
use socket2::SockRef;
use tokio::io::{AsyncRead, AsyncWrite, Interest, ReadBuf};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::server::create_response_with_body;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Error, Message, Utf8Bytes};

use crate::outlet::SocketWriter;

/// What arrives on a WebSocket.
pub(crate) enum Incoming {
    /// A text. Whoever reads it checks its length and encoding.
    Text(Bytes),
    /// A binary message. A connection cannot begin with one; later it is read like a text.
    Binary(Bytes),
    /// A ping or a pong, which has been answered if it has to be.
    Control,
    /// A message that is too long to be read. The connection cannot be used any more.
    TooLarge,
    /// The end of the connection.
    End,
}

/// The size of the read buffer in bytes. The default of 128 KiB would be most of what a connection costs.
const READ_BUFFER_SIZE: usize = 512;

/// How large a message may be that is read, as a multiple of the longest one that is handled. Messages in between are
/// refused; longer ones end the connection, since to continue the server would have to read them to the end.
const READ_FACTOR: usize = 2;

/// How many bytes may arrive before a message is complete, as a multiple of the longest one that is handled. Every fragment of
/// a message has a header, even an empty one: without this, a client could send empty fragments for ever without reaching a
/// limit on messages.
const UNFINISHED_FACTOR: usize = 2 * READ_FACTOR;

/// The server's side of a WebSocket. Text frames go out through its [`SocketWriter`]; this reads, and answers pings.
pub(crate) struct Socket {
    stream: WebSocketStream<SharedStream>,
    writer: Arc<SocketWriter>,
}

/// A request that can become a WebSocket.
pub(crate) struct Upgrade {
    upgrade: OnUpgrade,
    response: Response<Body>,
}

impl Upgrade {
    /// Checks the headers of the upgrade request.
    pub(crate) fn of(mut request: Request<Body>) -> Result<Self, Error> {
        let response = create_response_with_body(&request, Body::empty)?;
        Ok(Self { upgrade: hyper::upgrade::on(&mut request), response })
    }

    /// Answers the request, and serves the socket once the connection is upgraded. At most `most` messages wait for a client
    /// that does not read, and the longest that it may send has `longest` bytes.
    pub(crate) fn serve<F: Future<Output = ()> + Send + 'static>(
        self,
        most: usize,
        longest: usize,
        serve: impl FnOnce(Socket) -> F + Send + 'static,
    ) -> Response<Body> {
        tokio::spawn(async move {
            // The client disconnected during the handshake.
            let Ok(upgraded) = self.upgrade.await else { return };
            let Ok(Parts { io, read_buf, .. }) = upgraded.downcast::<TokioIo<TcpStream>>() else {
                tracing::error!("a WebSocket upgrade on something other than a TCP connection");
                return;
            };
            // Early bytes are copied, so that the buffer of the request is freed.
            let early = read_buf.to_vec();
            drop(read_buf);
            let config = WebSocketConfig::default()
                .read_buffer_size(READ_BUFFER_SIZE)
                .write_buffer_size(0)
                .max_message_size(Some(READ_FACTOR * longest))
                .max_frame_size(Some(READ_FACTOR * longest));
            let writer = Arc::new(SocketWriter::new(io.into_inner(), most));
            let stream = WebSocketStream::from_partially_read(
                SharedStream {
                    writer: Arc::clone(&writer),
                    unfinished: 0,
                    most_unfinished: UNFINISHED_FACTOR * longest,
                },
                early,
                Role::Server,
                Some(config),
            );
            serve(Socket { stream: stream.await, writer }).await;
        });
        self.response
    }
}

impl Socket {
    /// Where text frames are written.
    pub(crate) const fn writer(&self) -> &Arc<SocketWriter> {
        &self.writer
    }

    /// Waits for the next message.
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

    /// Sends a close frame, with code 1009 if a message was too large.
    pub(crate) async fn close(&mut self, too_large: bool) -> io::Result<()> {
        let why = CloseFrame { code: CloseCode::Size, reason: Utf8Bytes::default() };
        // The client may have closed the connection already.
        let _ = self.stream.send(Message::Close(too_large.then_some(why))).await;
        self.writer.drain().await
    }
}

/// Whether reading failed because a message was too long.
fn is_too_large(error: &Error) -> bool {
    match error {
        Error::Capacity(_) => true,
        Error::Io(error) => error.kind() == io::ErrorKind::FileTooLarge,
        _ => false,
    }
}

/// The TCP stream, as tungstenite reads from it and writes its control frames to it.
struct SharedStream {
    writer: Arc<SocketWriter>,
    /// How many bytes have been read since the last complete message.
    unfinished: usize,
    /// How many may be.
    most_unfinished: usize,
}

impl AsyncRead for SharedStream {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let Self { writer, unfinished, most_unfinished } = self.get_mut();
        if *unfinished > *most_unfinished {
            return Poll::Ready(Err(io::ErrorKind::FileTooLarge.into()));
        }
        let stream = writer.stream();
        loop {
            ready!(stream.poll_read_ready(context))?;
            let unfilled = buffer.initialize_unfilled();
            let mut outcome = Err(io::ErrorKind::WouldBlock.into());
            // A short read has taken everything that had arrived. As with an error, the stream then counts as not readable
            // until more arrives, so that nobody reads again in vain.
            let _ = stream.try_io(Interest::READABLE, || {
                outcome = (&*SockRef::from(stream)).read(unfilled);
                match outcome {
                    Ok(count) if count == 0 || count == unfilled.len() => Ok(()),
                    _ => Err(io::ErrorKind::WouldBlock.into()),
                }
            });
            match outcome {
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
        // Goes through the same queue as text frames, so that no frame is written into the middle of another.
        let written = self.writer.write(bytes).map(|()| bytes.len());
        Poll::Ready(written.map_err(|_| io::ErrorKind::BrokenPipe.into()))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        let socket = SockRef::from(self.writer.stream());
        Poll::Ready(socket.shutdown(std::net::Shutdown::Write))
    }
}
