//! The open door: listens, takes connections in, and closes in good order.

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
use crate::random::{NoChance, RandomSource};
use crate::store::{SqliteStore, Store, StoreError};
use crate::time::{Clock, SystemClock};

/// How long connections have to end when the house closes.
const PATIENCE: Duration = Duration::from_secs(5);
/// How much of a request's head is read at most.
const MAX_HEAD: usize = 16 * 1024;

/// Why the house cannot open.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// It cannot listen there.
    #[error("cannot listen on {address}: {error}; choose another address or port")]
    Listen {
        /// Where.
        address: SocketAddr,
        /// What the system said.
        error: std::io::Error,
    },
    /// The store cannot be opened.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// There is no randomness.
    #[error(transparent)]
    RandomSource(#[from] NoChance),
}

/// A house that is open. To close it, call [`Server::close`].
pub struct Server {
    house: Arc<Hub>,
    address: SocketAddr,
    metrics_address: Option<SocketAddr>,
    closing: watch::Sender<bool>,
    listening: JoinHandle<()>,
}

impl Server {
    /// Opens the house with the machine's clock and randomness and the database that the config names.
    pub async fn open(config: Config) -> Result<Self, OpenError> {
        Self::open_by(config, Arc::new(SystemClock::default())).await
    }

    /// Opens the house with these clocks.
    pub async fn open_by(config: Config, clock: Arc<dyn Clock>) -> Result<Self, OpenError> {
        let store = Arc::new(SqliteStore::open(&config.data).await?);
        Self::open_with(config, store, clock, RandomSource::system()?).await
    }

    /// Opens the house with this store, clock and randomness.
    pub async fn open_with(
        config: Config,
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        chance: RandomSource,
    ) -> Result<Self, OpenError> {
        let (listener, address) = bind(config.listen).await?;
        let metrics = match config.metrics {
            MetricsFor::At(address) => Some(bind(address).await?),
            MetricsFor::Local | MetricsFor::Open | MetricsFor::Off => None,
        };
        store.listens_on(address);
        let house = Hub::open(config, store, clock, chance).await?;
        let (closing, closed) = watch::channel(false);
        let metrics_address = metrics.as_ref().map(|(_, address)| *address);
        let own_door = metrics.map(|(listener, _)| {
            // A gate of its own: when the house is full, its operator wants to know.
            let gate = Gate::new(*house.gate.limits());
            Door { listener, router: metrics_router(Arc::clone(&house)), gate, is_proxied: false }
        });
        let (gate, router) = (Arc::clone(&house.gate), router(Arc::clone(&house)));
        let main_door =
            Door { listener, router, gate, is_proxied: house.config.behind_proxy.is_some() };
        let mut doors = JoinSet::new();
        for door in [Some(main_door), own_door].into_iter().flatten() {
            doors.spawn(door.listen(Arc::clone(&house), closed.clone()));
        }
        let listening = tokio::spawn(async move { while doors.join_next().await.is_some() {} });
        Ok(Self { house, address, metrics_address, closing, listening })
    }

    /// Where it listens.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Where it answers `/metrics`, if that has an address of its own.
    pub const fn metrics_address(&self) -> Option<SocketAddr> {
        self.metrics_address
    }

    /// The house.
    pub const fn house(&self) -> &Arc<Hub> {
        &self.house
    }

    /// Closes the house: nobody new comes in, everything taken is written, everybody is told.
    pub async fn close(self) {
        // Nobody listens any more if it has fallen over.
        let _ = self.closing.send(true);
        self.house.close().await;
        if tokio::time::timeout(PATIENCE, self.listening).await.is_err() {
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

/// A way in: where connections come from, who counts them, and what they are answered.
struct Door {
    listener: TcpListener,
    router: Router,
    gate: Arc<Gate>,
    /// Whether all connections are a proxy's.
    is_proxied: bool,
}

impl Door {
    /// Takes connections in until the house closes, then waits until they have ended.
    async fn listen(self, house: Arc<Hub>, mut closed: watch::Receiver<bool>) {
        // Nothing is sent: when the last connection has let go of its end, all have ended.
        let (alive, mut all_ended) = mpsc::channel::<Infallible>(1);
        loop {
            let accepted = tokio::select! {
                accepted = self.listener.accept() => accepted,
                _ = closed.changed() => break,
            };
            match accepted {
                Ok((stream, address)) => self.take_in(stream, address, &house, &closed, &alive),
                Err(error) => {
                    // Out of file handles, most likely. Those who are here go on, and some will leave.
                    tracing::warn!(%error, "a connection could not be taken in");
                    tokio::time::sleep(Duration::from_millis(100)).await;
                }
            }
        }
        drop((self, alive));
        all_ended.recv().await;
    }

    fn take_in(
        &self,
        stream: TcpStream,
        address: SocketAddr,
        house: &Arc<Hub>,
        closed: &watch::Receiver<bool>,
        alive: &mpsc::Sender<Infallible>,
    ) {
        let now = house.shared.clock.now();
        let pass = if self.is_proxied {
            self.gate.enter_from_proxy(now)
        } else {
            self.gate.enter(Origin::of(address.ip()), now)
        };
        let Some(pass) = pass else {
            // Dropped without a word: whoever fills the house does not read it anyway.
            house.shared.metrics.turned_away.inc();
            return;
        };
        house.shared.metrics.connections.inc();
        let metrics = Arc::clone(&house.shared.metrics);
        let peer = Peer { address: address.ip(), pass: Arc::new(pass) };
        let wait = Duration::from_millis(house.gate.limits().hello_millis);
        let (router, mut closed, alive) = (self.router.clone(), closed.clone(), alive.clone());
        prepare(&stream);
        tokio::spawn(async move {
            let service = service_fn(move |request: Request<Incoming>| {
                let (mut request, router) = (request.map(Body::new), router.clone());
                request.extensions_mut().insert(peer.clone());
                tower_service(router, request)
            });
            let mut http = http1::Builder::new();
            http.timer(TokioTimer::new()).header_read_timeout(wait).max_buf_size(MAX_HEAD);
            let mut connection =
                pin!(http.serve_connection(TokioIo::new(stream), service).with_upgrades());
            let mut told = false;
            loop {
                tokio::select! {
                    // A connection that breaks off is nobody's fault.
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

/// Sends at once what is written, and notices when the other side is gone without a word.
fn prepare(stream: &TcpStream) {
    let keepalive = socket2::TcpKeepalive::new()
        .with_time(Duration::from_secs(30))
        .with_interval(Duration::from_secs(10));
    let prepared = stream
        .set_nodelay(true)
        .and_then(|()| socket2::SockRef::from(stream).set_tcp_keepalive(&keepalive));
    if let Err(error) = prepared {
        tracing::debug!(%error, "a connection could not be set up as wished");
    }
}
