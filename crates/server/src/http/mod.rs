//! The HTTP API: all routes, and what is checked for every request.

use std::net::IpAddr;
use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodFilter, get, on};
use facedown_protocol::{Kind, Refusal};

use crate::gate::{Charge, Pass};
use crate::hub::Hub;
use crate::origin::Origin;

mod call;
mod decks;
#[cfg(test)]
mod described;
mod health;
mod page;
mod peers;
mod players;
mod replay_body;
mod replays;
mod tables;

use call::Failure;

pub use page::page;

pub(crate) use replay_body::Replays;

/// The OpenAPI document.
pub const OPENAPI: &str = include_str!("openapi.json");

/// How many bytes a request that may write is charged for.
const BYTES_PER_WRITE_REQUEST: u32 = 512;

/// The address of a connection's peer, and its slot in the limits.
#[derive(Clone)]
pub(crate) struct Peer {
    pub(crate) address: IpAddr,
    pub(crate) pass: Arc<Pass>,
}

macro_rules! routes {
    ($($path:literal $method:ident $handler:path;)*) => {
        /// All paths with their methods, as the OpenAPI document has them.
        #[cfg(test)]
        const PATHS: &[(&str, MethodFilter)] = &[$(($path, MethodFilter::$method)),*];

        fn routes() -> Router<Arc<Hub>> {
            Router::new()$(.route($path, on(MethodFilter::$method, $handler)))*
        }
    };
}

routes! {
    "/healthz" GET health::healthy;
    "/readyz" GET health::ready;
    "/metrics" GET health::metrics;
    "/api/v1/openapi.json" GET health::openapi;
    "/api/v1/guests" POST players::guests;
    "/api/v1/me" GET players::me;
    "/api/v1/me" POST players::rename;
    "/api/v1/me/link" POST players::link;
    "/api/v1/me/sign-out" POST players::sign_out;
    "/api/v1/me/tables" GET players::tables;
    "/api/v1/link" POST players::redeem_link;
    "/api/v1/join" POST tables::join;
    "/api/v1/games" GET tables::games;
    "/api/v1/decks" GET decks::house;
    "/api/v1/decks" POST decks::read;
    "/api/v1/tables" GET tables::list;
    "/api/v1/tables" POST tables::create;
    "/api/v1/tables/{id}" GET tables::info;
    "/api/v1/tables/{id}/sit" POST tables::sit;
    "/api/v1/tables/{id}/leave" POST tables::leave;
    "/api/v1/tables/{id}/kick" POST tables::kick;
    "/api/v1/tables/{id}/forgive" POST tables::forgive;
    "/api/v1/tables/{id}/start" POST tables::start;
    "/api/v1/tables/{id}/resign" POST tables::resign;
    "/api/v1/tables/{id}/pace" POST tables::set_pace;
    "/api/v1/tables/{id}/rematch" POST tables::rematch;
    "/api/v1/tables/{id}/log" GET tables::log;
    "/api/v1/tables/{id}/record" GET tables::record;
    "/api/v1/tables/{id}/replay" GET replays::table_replay;
    "/api/v1/tables/{id}/scenario" GET replays::scenario;
    "/api/v1/tables/{id}/summary" GET replays::summary;
    "/api/v1/replay" POST replays::replay_of;
    "/api/v1/scenario" POST replays::scenario_of;
    "/api/v1/summary" POST replays::summary_of;
    "/api/v1/tables/{id}/ws" GET tables::watch;
    "/api/v1/peers" GET peers::list;
    "/api/v1/peers" POST peers::create;
    "/api/v1/peers/{id}" GET peers::info;
    "/api/v1/peers/{id}/join" POST peers::join;
    "/api/v1/peers/{id}/ws" GET peers::watch;
}

/// The routes of the main address.
pub(crate) fn router(hub: Arc<Hub>) -> Router {
    guarded(routes().fallback(page), hub)
}

/// The routes of the separate address for metrics.
pub(crate) fn metrics_router(hub: Arc<Hub>) -> Router {
    let routes = Router::new()
        .route("/healthz", get(health::healthy))
        .route("/readyz", get(health::ready))
        .route("/metrics", get(health::own_metrics))
        .fallback(nothing);
    guarded(routes, hub)
}

fn guarded(routes: Router<Arc<Hub>>, hub: Arc<Hub>) -> Router {
    routes
        .method_not_allowed_fallback(nothing)
        .layer(from_fn_with_state(Arc::clone(&hub), guard))
        .with_state(hub)
}

async fn nothing() -> Failure {
    Failure(Refusal::plain(Kind::NotFound))
}

/// Checks every request first, and sets the headers of every response.
async fn guard(State(hub): State<Arc<Hub>>, mut request: Request, next: Next) -> Response {
    let origin = origin_of(&hub, &request);
    let mut response = match admit(&hub, &request, origin) {
        Ok(()) => {
            request.extensions_mut().insert(origin);
            next.run(request).await
        }
        Err(refusal) => {
            hub.shared.metrics.turned_away.inc();
            Failure(refusal).into_response()
        }
    };
    secure(response.headers_mut());
    response
}

/// Sets the headers that every response of a page and its API has.
pub fn secure(headers: &mut HeaderMap) {
    for (name, value) in SECURITY_HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
}

/// Security headers of every response.
const SECURITY_HEADERS: [(header::HeaderName, &str); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; \
         connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (header::HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

fn admit(hub: &Hub, request: &Request, origin: Origin) -> Result<(), Refusal> {
    let now = hub.shared.clock.now();
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    let charges = |charge| hub.gate.charge(origin, charge, now);
    if !charges(Charge::Request) || !(reads || charges(Charge::Bytes(BYTES_PER_WRITE_REQUEST))) {
        return Err(Refusal::plain(Kind::TooFast));
    }
    let upgrades = request.headers().contains_key(header::UPGRADE);
    if (!reads || upgrades) && !is_allowed_origin(hub, request) {
        return Err(Refusal::plain(Kind::ForeignOrigin));
    }
    Ok(())
}

/// The origin of a request. One without a peer was made inside this process.
fn origin_of(hub: &Hub, request: &Request) -> Origin {
    let peer = request.extensions().get::<Peer>();
    let address = peer.map_or(IpAddr::from([127, 0, 0, 1]), |peer| peer.address);
    Origin::of_request(address, hub.config.behind_proxy, request.headers())
}

/// Whether the request comes from a page of this server, or not from a browser.
///
/// There are no cookies, so a client that sends no `Origin` can do no more than its token allows.
fn is_allowed_origin(hub: &Hub, request: &Request) -> bool {
    let Some(origin) = request.headers().get(header::ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    let host = request.headers().get(header::HOST).and_then(|host| host.to_str().ok());
    let bare = origin.strip_prefix("https://").or_else(|| origin.strip_prefix("http://"));
    let own = bare.is_some() && bare == host;
    own || hub.config.origins.iter().any(|known| known == origin)
}
