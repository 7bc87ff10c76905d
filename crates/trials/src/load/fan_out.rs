//! A bare WebSocket fan-out: the minimum that a server of tables has to do, as a baseline.
//!
//! Each message that comes in at a table goes out as one text to all its seats. There is no game, no journal and no
//! check. The transport is that of the real server: HTTP/1 of hyper with an upgrade, the same WebSocket crate with the
//! same buffers, the same socket options, the same runtime.

use std::collections::HashMap;
use std::convert::Infallible;
use std::fmt::Write;
use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, Response, StatusCode};
use futures_util::stream::SplitSink;
use futures_util::{SinkExt, StreamExt};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::upgrade::{OnUpgrade, Parts};
use hyper_util::rt::TokioIo;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::server::create_response_with_body;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};

/// How much is read at a time, as the real server does.
const READ_BUFFER: usize = 512;
/// The answer to the first message of a connection. It confirms that the connection has its seat.
const SEATED: &str = r#"{"type":"pong"}"#;

type Socket = WebSocketStream<TcpStream>;

/// A bare WebSocket fan-out. A table is whatever connections ask for the same path.
pub struct FanOut {
    listener: TcpListener,
    tables: Arc<Tables>,
}

struct Tables {
    seats: usize,
    bytes: usize,
    by_path: Mutex<HashMap<String, Arc<Table>>>,
}

/// A table: the number of the last message, and where texts go out.
#[derive(Default)]
struct Table(sync::Mutex<(u64, Vec<SplitSink<Socket, Message>>)>);

impl FanOut {
    /// Listens on a free port of the loopback address. Texts have `bytes` bytes; the seats take turns.
    pub async fn open(seats: usize, bytes: usize) -> io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        Ok(Self { listener, tables: Arc::new(Tables { seats, bytes, by_path: Mutex::default() }) })
    }

    /// The address that it listens on.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until the process ends.
    pub async fn run(self) -> io::Result<Infallible> {
        loop {
            let (stream, _) = self.listener.accept().await?;
            set_options(&stream)?;
            let tables = Arc::clone(&self.tables);
            tokio::spawn(async move {
                let service = service_fn(move |request: Request<Incoming>| {
                    let response = Arc::clone(&tables).answer(request.map(Body::new));
                    std::future::ready(Ok::<_, Infallible>(response))
                });
                let connection =
                    http1::Builder::new().serve_connection(TokioIo::new(stream), service);
                // A client that disconnects is no error.
                let _ = connection.with_upgrades().await;
            });
        }
    }
}

impl Tables {
    /// Accepts a WebSocket.
    fn answer(self: Arc<Self>, mut request: Request<Body>) -> Response<Body> {
        let Ok(response) = create_response_with_body(&request, Body::empty) else {
            let mut response = Response::new(Body::empty());
            *response.status_mut() = StatusCode::NOT_FOUND;
            return response;
        };
        let path = request.uri().path().to_owned();
        let upgrade = hyper::upgrade::on(&mut request);
        tokio::spawn(async move {
            if let Some(socket) = socket(upgrade).await {
                self.serve(path, socket).await;
            }
        });
        response
    }

    /// Sends a text to all seats of the table for each message, until the client disconnects.
    async fn serve(&self, path: String, socket: Socket) {
        let (sink, mut stream) = socket.split();
        let mut sink = Some(sink);
        let table = Arc::clone(self.lock().entry(path.clone()).or_default());
        while let Some(Ok(message)) = stream.next().await {
            if !message.is_text() {
                continue;
            }
            let mut state = table.0.lock().await;
            let (n, sinks) = &mut *state;
            if let Some(mut sink) = sink.take() {
                // If the client has disconnected, there is no next message.
                let _ = sink.send(Message::text(SEATED)).await;
                sinks.push(sink);
            } else {
                *n += 1;
                self.send(*n, sinks).await;
            }
        }
        self.lock().remove(&path);
    }

    async fn send(&self, n: u64, sinks: &mut [SplitSink<Socket, Message>]) {
        let text = Utf8Bytes::from(self.text(n));
        for sink in sinks {
            // A client that has disconnected does not affect the others.
            let _ = sink.send(Message::Text(text.clone())).await;
        }
    }

    /// An update that our clients understand: it has a number, acknowledges a move and asks the next seat for one.
    fn text(&self, n: u64) -> String {
        let mut text = String::with_capacity(self.bytes);
        let seat = n % (self.seats.max(1) as u64);
        // Writing to a String cannot fail.
        let _ = write!(text, r#"{{"n":{n},"a":"m","w":[{seat}]}}"#);
        text.extend(std::iter::repeat_n(' ', self.bytes.saturating_sub(text.len())));
        text
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<String, Arc<Table>>> {
        self.by_path.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The WebSocket, once the client has the answer to its request.
async fn socket(upgrade: OnUpgrade) -> Option<Socket> {
    let Parts { io, read_buf, .. } = upgrade.await.ok()?.downcast::<TokioIo<TcpStream>>().ok()?;
    let config = WebSocketConfig::default().read_buffer_size(READ_BUFFER).write_buffer_size(0);
    let stream = WebSocketStream::from_partially_read(
        io.into_inner(),
        read_buf.to_vec(),
        Role::Server,
        Some(config),
    );
    Some(stream.await)
}

/// Sets `TCP_NODELAY` and keepalive, as the real server does.
fn set_options(stream: &TcpStream) -> io::Result<()> {
    let keepalive = socket2::TcpKeepalive::new()
        .with_time(Duration::from_secs(30))
        .with_interval(Duration::from_secs(10));
    stream.set_nodelay(true)?;
    socket2::SockRef::from(stream).set_tcp_keepalive(&keepalive)
}
