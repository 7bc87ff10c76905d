//! A WebSocket that takes little memory: what a connection costs while nobody says anything is mostly its buffers.

use axum::body::Body;
use axum::http::{Request, Response};
use bytes::Bytes;
use facedown_protocol::MAX_FRAME;
use futures_util::{SinkExt, StreamExt};
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::server::create_response_with_body;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Error, Utf8Bytes};

pub(crate) use tokio_tungstenite::tungstenite::Message;

/// How much is read at a time. The usual 128 KiB would be most of what a connection costs.
const READ: usize = 512;

/// How much is written at a time. A message that is longer goes in fragments, for the buffer stays as large as the
/// largest piece that was ever written, and the welcome is by far the largest message.
const WRITE: usize = 1024;

/// A WebSocket, on the side of the house.
pub(crate) struct Socket(WebSocketStream<TokioIo<Upgraded>>);

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

    /// Answers the request, and serves the socket once the client has the answer.
    pub(crate) fn serve<F: Future<Output = ()> + Send + 'static>(
        self,
        serve: impl FnOnce(Socket) -> F + Send + 'static,
    ) -> Response<Body> {
        tokio::spawn(async move {
            // A client that goes away in the middle is nobody's fault.
            let Ok(upgraded) = self.upgrade.await else { return };
            let config = WebSocketConfig::default()
                .read_buffer_size(READ)
                .write_buffer_size(WRITE)
                .max_message_size(Some(MAX_FRAME))
                .max_frame_size(Some(MAX_FRAME));
            let io = TokioIo::new(upgraded);
            let socket = WebSocketStream::from_raw_socket(io, Role::Server, Some(config)).await;
            // In a box, so that this task has no more room than the serving needs.
            Box::pin(serve(Socket(socket))).await;
        });
        self.response
    }
}

impl Socket {
    /// The next message; nothing, if the connection has ended.
    pub(crate) async fn recv(&mut self) -> Option<Result<Message, Error>> {
        self.0.next().await
    }

    /// Sends one message.
    pub(crate) async fn send(&mut self, message: Message) -> Result<(), Error> {
        self.0.send(message).await
    }

    /// Sends texts, all in one go as far as they fit into the buffer.
    pub(crate) async fn send_texts(
        &mut self,
        texts: impl Iterator<Item = Bytes>,
    ) -> Result<(), Error> {
        for text in texts {
            // The house writes JSON, which is always text.
            let Ok(text) = Utf8Bytes::try_from(text) else { continue };
            if text.len() <= WRITE {
                self.0.feed(Message::Text(text)).await?;
            } else {
                self.send_fragments(text.into()).await?;
            }
        }
        self.0.flush().await
    }

    async fn send_fragments(&mut self, text: Bytes) -> Result<(), Error> {
        let mut kind = Data::Text;
        for start in (0..text.len()).step_by(WRITE) {
            let end = text.len().min(start + WRITE);
            let opcode = OpCode::Data(std::mem::replace(&mut kind, Data::Continue));
            let fragment = Frame::message(text.slice(start..end), opcode, end == text.len());
            self.0.send(Message::Frame(fragment)).await?;
        }
        Ok(())
    }
}
