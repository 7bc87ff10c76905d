//! Starts the server, accepts connections, and shuts down gracefully.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, watch};
use tokio::task::{JoinHandle, JoinSet};

use crate::config::{Config, MetricsFor};
use crate::gate::Gate;
use crate::http::{Peer, metrics_router, router};
use crate::hub::Hub;
use crate::origin::Origin;
use crate::random::{RandomSource, RandomSourceError};
use crate::store::{SqliteStore, Store, StoreError};
use crate::time::{Clock, SystemClock};
use crate::words::{Lexicon, LexiconError};

/// How long connections have to end when the server shuts down.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);
/// The maximum size of a request's head in bytes.
const MAX_HEAD_SIZE: usize = 16 * 1024;

/// Why the server cannot start.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The address cannot be listened on.
    #[error("cannot listen on {address}: {error}; choose another address or port")]
    Listen {
        /// The address from the configuration.
        address: SocketAddr,
        /// The error of the system.
        error: std::io::Error,
    },
    /// The store cannot be opened.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The system provides no random numbers.
    #[error(transparent)]
    RandomSource(#[from] RandomSourceError),
    /// A catalogue of cards cannot be used.
    #[error(transparent)]
    Lexicon(#[from] LexiconError),
}

/// A running server. To stop it, call [`Server::close`].
pub struct Server {
    hub: Arc<Hub>,
    address: SocketAddr,
    metrics_address: Option<SocketAddr>,
    closing: watch::Sender<bool>,
    listening: JoinHandle<()>,
}

impl Server {
    /// Opens the server: binds the address, opens the database and starts all tables.
    pub async fn open(config: Config) -> Result<Self, OpenError> {
        Self::open_with_clock(config, Arc::new(SystemClock::default())).await
    }

    /// Opens the server with these clocks, for tests.
    pub async fn open_with_clock(config: Config, clock: Arc<dyn Clock>) -> Result<Self, OpenError> {
        let store = Arc::new(SqliteStore::open(&config.data).await?);
        Self::open_with(config, store, clock, RandomSource::system()?).await
    }

    /// Opens the server with this store, these clocks and this source of randomness.
    pub async fn open_with(
        config: Config,
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        random: RandomSource,
    ) -> Result<Self, OpenError> {
        let (socket, address) = bind(config.listen).await?;
        let metrics = match config.metrics {
            MetricsFor::At(address) => Some(bind(address).await?),
            MetricsFor::Local | MetricsFor::Open | MetricsFor::Off => None,
        };
        store.listens_on(address);
        let lexicon = Lexicon::open(&config.cards)?;
        let hub = Hub::open(config, lexicon, store, clock, random).await?;
        let (closing, closed) = watch::channel(false);
        let metrics_address = metrics.as_ref().map(|(_, address)| *address);
        let metrics_listener = metrics.map(|(socket, _)| {
            // Limits are counted separately, so that metrics can be read when the server is full.
            let gate = Gate::new(*hub.gate.limits());
            Listener { socket, router: metrics_router(Arc::clone(&hub)), gate, is_proxied: false }
        });
        let (gate, router) = (Arc::clone(&hub.gate), router(Arc::clone(&hub)));
        let main_listener =
            Listener { socket, router, gate, is_proxied: hub.config.behind_proxy.is_some() };
        let mut listeners = JoinSet::new();
        for listener in [Some(main_listener), metrics_listener].into_iter().flatten() {
            listeners.spawn(listener.listen(Arc::clone(&hub), closed.clone()));
        }
        let listening = tokio::spawn(async move { while listeners.join_next().await.is_some() {} });
        Ok(Self { hub, address, metrics_address, closing, listening })
    }

    /// The address that it listens on.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// The separate address of `/metrics`, if there is one.
    pub const fn metrics_address(&self) -> Option<SocketAddr> {
        self.metrics_address
    }

    /// All tables and players.
    pub const fn hub(&self) -> &Arc<Hub> {
        &self.hub
    }

    /// Closes the server: stops accepting connections, writes what is pending, and disconnects all clients.
    pub async fn close(self) {
        // The listening tasks may have ended already.
        let _ = self.closing.send(true);
        self.hub.close().await;
        if tokio::time::timeout(SHUTDOWN_TIMEOUT, self.listening).await.is_err() {
            tracing::warn!("some connections did not end in time");
        }
    }
}

async fn bind(address: SocketAddr) -> Result<(TcpListener, SocketAddr), OpenError> {
    let listen = |error| OpenError::Listen { address, error };
    let listener = TcpListener::bind(address).await.map_err(listen)?;
    let address = listener.local_addr().map_err(listen)?;
    Ok((listener, address))
}

/// A listening socket, with the limits and the routes of its connections.
struct Listener {
    socket: TcpListener,
    router: Router,
    gate: Arc<Gate>,
    /// Whether all connections come from a proxy.
    is_proxied: bool,
}

impl Listener {
    /// Accepts connections until the server shuts down, then waits until they have ended.
    async fn listen(self, hub: Arc<Hub>, mut closed: watch::Receiver<bool>) {
        // Nothing is sent through this channel. It is closed when the last connection has dropped its sender.
        let (alive, mut all_ended) = mpsc::channel::<Infallible>(1);
        loop {
            let accepted = tokio::select! {
                accepted = self.socket.accept() => accepted,
                _ = closed.changed() => break,
            };
            match accepted {
                Ok((stream, address)) => {
                    self.serve_connection(stream, address, &hub, &closed, &alive);
                }
                Err(error) => {
                    // Most likely out of file descriptors. Existing connections continue, and some will end.
                    tracing::warn!(%error, "a connection could not be accepted");
                    tokio::time::sleep(Duration::from_millis(100)).await;
                }
            }
        }
        drop((self, alive));
        all_ended.recv().await;
    }

    fn serve_connection(
        &self,
        stream: TcpStream,
        address: SocketAddr,
        hub: &Arc<Hub>,
        closed: &watch::Receiver<bool>,
        alive: &mpsc::Sender<Infallible>,
    ) {
        let now = hub.shared.clock.now();
        let pass = if self.is_proxied {
            self.gate.admit_proxy_connection(now)
        } else {
            self.gate.admit_connection(Origin::of(address.ip()), now)
        };
        let Some(pass) = pass else {
            // Dropped without a response, which would cost more than it is worth under a flood.
            hub.shared.metrics.turned_away.inc();
            return;
        };
        hub.shared.metrics.connections.inc();
        let metrics = Arc::clone(&hub.shared.metrics);
        let peer = Peer { address: address.ip(), pass: Arc::new(pass) };
        let wait = Duration::from_millis(hub.gate.limits().hello_millis);
        let (router, mut closed, alive) = (self.router.clone(), closed.clone(), alive.clone());
        set_options(&stream);
        tokio::spawn(async move {
            let service = service_fn(move |request: Request<Incoming>| {
                let (mut request, router) = (request.map(Body::new), router.clone());
                request.extensions_mut().insert(peer.clone());
                tower_service(router, request)
            });
            let mut http = http1::Builder::new();
            http.timer(TokioTimer::new()).header_read_timeout(wait).max_buf_size(MAX_HEAD_SIZE);
            let mut connection =
                pin!(http.serve_connection(TokioIo::new(stream), service).with_upgrades());
            let mut told = false;
            loop {
                tokio::select! {
                    // Whether it ended with an error does not matter here.
                    _ = connection.as_mut() => break,
                    _ = closed.changed(), if !told => {
                        connection.as_mut().graceful_shutdown();
                        told = true;
                    }
                }
            }
            metrics.connections.dec();
            drop(alive);
        });
    }
}

async fn tower_service(
    mut router: Router,
    request: Request<Body>,
) -> Result<axum::response::Response, Infallible> {
    use tower_service::Service;
    router.call(request).await
}

/// Sets `TCP_NODELAY`, and keepalive to notice peers that vanished.
fn set_options(stream: &TcpStream) {
    let keepalive = socket2::TcpKeepalive::new()
        .with_time(Duration::from_secs(30))
        .with_interval(Duration::from_secs(10));
    let prepared = stream
        .set_nodelay(true)
        .and_then(|()| socket2::SockRef::from(stream).set_tcp_keepalive(&keepalive));
    if let Err(error) = prepared {
        tracing::debug!(%error, "the options of a connection could not be set");
    }
}
