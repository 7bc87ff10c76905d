//! The WebSocket of the page.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, Response, StatusCode, header};
use facedown_protocol::{FromClient, FromServer, Kind, MAX_FRAME, Refusal, Refused};
use futures_util::{SinkExt, StreamExt};
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use tokio::sync::mpsc;
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};

use super::api::refused;
use super::{FromPage, Shared};

/// How long the first message may take.
const HELLO_WITHIN: Duration = Duration::from_secs(10);

/// Opens a WebSocket of the page.
pub(super) async fn upgrade(
    State(shared): State<Arc<Shared>>,
    mut request: Request,
) -> Response<Body> {
    let headers = request.headers();
    let is_websocket = headers
        .get(header::UPGRADE)
        .is_some_and(|value| value.as_bytes().eq_ignore_ascii_case(b"websocket"));
    let key = headers.get(header::SEC_WEBSOCKET_KEY).filter(|_| is_websocket);
    let Some(accept) = key.map(|key| derive_accept_key(key.as_bytes())) else {
        return refused(Refusal::plain(Kind::NotFound));
    };
    let upgrade = hyper::upgrade::on(&mut request);
    tokio::spawn(async move {
        if let Ok(upgraded) = upgrade.await {
            serve(&shared, upgraded).await;
        }
    });
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::SWITCHING_PROTOCOLS;
    let headers = response.headers_mut();
    headers.insert(header::CONNECTION, HeaderValue::from_static("upgrade"));
    headers.insert(header::UPGRADE, HeaderValue::from_static("websocket"));
    if let Ok(accept) = accept.parse() {
        headers.insert(header::SEC_WEBSOCKET_ACCEPT, accept);
    }
    response
}

/// Passes frames on in both directions, after a hello with the token.
async fn serve(shared: &Shared, upgraded: Upgraded) {
    static CONNECTIONS: AtomicU64 = AtomicU64::new(0);
    let config = WebSocketConfig::default()
        .max_message_size(Some(MAX_FRAME))
        .max_frame_size(Some(MAX_FRAME));
    let io = TokioIo::new(upgraded);
    let mut socket = WebSocketStream::from_raw_socket(io, Role::Server, Some(config)).await;
    let Ok(Some(hello)) = timeout(HELLO_WITHIN, text(&mut socket)).await else { return };
    let code = match FromClient::read(hello.as_bytes()) {
        Ok(FromClient::Hello(hello)) => hello.code,
        _ => None,
    };
    if !code.is_some_and(|code| shared.is_token(code.as_str())) {
        let refusal = Refusal::plain(Kind::NotFound);
        let refused = FromServer::Refused(Refused { id: None, refusal });
        let mut frame = Vec::new();
        if refused.write(&mut frame, 0).is_ok() {
            let _ = send(&mut socket, frame).await;
        }
        let _ = socket.close(None).await;
        return;
    }
    let id = CONNECTIONS.fetch_add(1, Ordering::Relaxed);
    let (to, mut frames) = mpsc::unbounded_channel();
    let say = |said| shared.says.send(said).is_ok();
    if !say(FromPage::Opened(id, to)) || !say(FromPage::Said(id, hello.as_bytes().to_vec())) {
        return;
    }
    loop {
        tokio::select! {
            frame = frames.recv() => {
                // The desk has another page.
                let Some(frame) = frame else { break };
                if send(&mut socket, frame).await.is_err() {
                    break;
                }
            }
            said = text(&mut socket) => {
                let Some(said) = said else { break };
                if !say(FromPage::Said(id, said.as_bytes().to_vec())) {
                    break;
                }
            }
        }
    }
    let _ = say(FromPage::Closed(id));
    let _ = socket.close(None).await;
}

type Socket = WebSocketStream<TokioIo<Upgraded>>;

/// The next text; nothing if the connection has ended.
async fn text(socket: &mut Socket) -> Option<Utf8Bytes> {
    loop {
        match socket.next().await {
            Some(Ok(Message::Text(text))) => return Some(text),
            Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
            Some(Ok(_)) => {}
        }
    }
}

async fn send(
    socket: &mut Socket,
    frame: Vec<u8>,
) -> Result<(), tokio_tungstenite::tungstenite::Error> {
    // Frames are JSON.
    let text = String::from_utf8(frame).unwrap_or_default();
    socket.send(Message::text(text)).await
}
