//! What the page asks for. Only this machine's browser may, and only with the token of the printed address.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Path, Query, Request, State};
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use facedown_core::Viewer;
use facedown_machine::Input;
use facedown_protocol::rest::{ReplayOf, ScenarioOf, SummaryOf, ViewerParam};
use facedown_protocol::{Kind, PAD, Refusal};
use facedown_server::replay as replays;
use facedown_server::replay::Source;
use serde::Serialize;
use serde_json::json;
use tokio::sync::oneshot;

use super::{FromPage, Over, Shared, socket};

/// The header with the token.
const CODE_HEADER: &str = "facedown-code";
/// The longest body that is read, in bytes: the record of a long game.
const MAX_BODY: usize = 1024 * 1024;

type Shares = State<Arc<Shared>>;
type Query_ = Query<HashMap<String, String>>;

pub(super) fn router(shared: Arc<Shared>) -> Router {
    let table = Router::new()
        .route("/log", get(log))
        .route("/record", get(record))
        .route("/chain", get(chain))
        .route("/audit", get(audit))
        .route("/replay", get(replay))
        .route("/summary", get(summary))
        .route("/scenario", get(scenario))
        .route("/leave", post(leave))
        .layer(from_fn_with_state(Arc::clone(&shared), only_with_token));
    Router::new()
        .nest("/api/v1/tables/{id}", table)
        .route("/api/v1/tables/{id}/ws", get(socket::upgrade))
        .route("/api/v1/join", post(join))
        .route("/api/v1/games", get(games))
        .route("/api/v1/tables", get(no_tables))
        .route("/api/v1/replay", post(replay_of))
        .route("/api/v1/summary", post(summary_of))
        .route("/api/v1/scenario", post(scenario_of))
        .fallback(page)
        .layer(from_fn_with_state(Arc::clone(&shared), only_from_here))
        .with_state(shared)
}

/// Refuses what does not come from this machine's own page.
///
/// A page elsewhere whose host name resolves to this machine sends its own name in `Host`. One that sends requests here from its
/// own address has another `Origin`.
async fn only_from_here(State(shared): Shares, request: Request, next: Next) -> Response {
    let mut response = if is_from_here(&shared, request.headers()) {
        next.run(request).await
    } else {
        refused(Refusal::plain(Kind::ForeignOrigin))
    };
    facedown_server::http::secure(response.headers_mut());
    response
}

fn is_from_here(shared: &Shared, headers: &HeaderMap) -> bool {
    let text = |name| headers.get(name).map(|value| value.to_str().ok());
    let host = text(header::HOST).flatten();
    let is_here = host.is_some_and(|host| shared.hosts.iter().any(|own| own == host));
    let is_own = match text(header::ORIGIN) {
        None => true,
        Some(origin) => origin.and_then(|origin| origin.strip_prefix("http://")) == host,
    };
    is_here && is_own
}

/// Refuses requests about the table without the token, or about another table, as if there were none.
async fn only_with_token(
    State(shared): Shares,
    Path(path): Path<HashMap<String, String>>,
    Query(query): Query_,
    request: Request,
    next: Next,
) -> Response {
    let head = request.headers().get(CODE_HEADER).and_then(|value| value.to_str().ok());
    let code = head.or_else(|| query.get("code").map(String::as_str));
    let is_table = path.get("id").is_some_and(|id| id == shared.table.as_str());
    if is_table && code.is_some_and(|code| shared.is_token(code)) {
        next.run(request).await
    } else {
        refused(Refusal::plain(Kind::NotFound))
    }
}

impl Shared {
    /// Whether this is the token. How long that takes says nothing about it.
    pub(super) fn is_token(&self, code: &str) -> bool {
        let (own, other) = (self.token.as_str().as_bytes(), code.as_bytes());
        let differ = own.iter().zip(other).fold(0, |differ, (a, b)| differ | (a ^ b));
        own.len() == other.len() && differ == 0
    }

    fn over(&self) -> Result<Over, Box<Response>> {
        let over = self.over.lock().unwrap_or_else(PoisonError::into_inner).clone();
        over.ok_or_else(|| Box::new(refused(Refusal::plain(Kind::GameNotOver))))
    }

    fn source(&self) -> Result<Source, Box<Response>> {
        let missing = || {
            let message = "not all cards of this game could be read, so there is no record of it";
            Box::new(refused(Refusal::new(Kind::Unavailable, message)))
        };
        self.over()?.record.map(Source::Record).ok_or_else(missing)
    }
}

async fn page(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    facedown_server::http::page(method, uri, headers).await
}

async fn join(State(shared): Shares, body: Bytes) -> Response {
    let body: serde_json::Value = serde_json::from_slice(&body).unwrap_or_default();
    match body["code"].as_str() {
        Some(code) if shared.is_token(code) => {
            answer(&json!({ "table": shared.table, "code": shared.token.as_str() }))
        }
        _ => refused(Refusal::plain(Kind::BadCode)),
    }
}

async fn games() -> Response {
    answer(&json!({ "games": facedown_server::catalogue::catalogue() }))
}

/// The lobby of this page is empty: its tables are at the relay.
async fn no_tables() -> Response {
    answer(&json!({ "tables": [] }))
}

async fn log(State(shared): Shares, Query(query): Query_) -> Response {
    let before = query.get("before").and_then(|number| number.parse().ok());
    let (reply, page) = oneshot::channel();
    let asked = shared.says.send(FromPage::Asked(Input::Log(before, reply)));
    match (asked, page.await) {
        (Ok(()), Ok(page)) => as_json(page),
        _ => refused(Refusal::plain(Kind::Unavailable)),
    }
}

/// The player leaves for good, if the others can play on.
async fn leave(State(shared): Shares) -> Response {
    let (reply, may) = oneshot::channel();
    let asked = shared.says.send(FromPage::Asked(Input::Farewell(reply)));
    match (asked, may.await) {
        (Ok(()), Ok(Ok(()))) => StatusCode::NO_CONTENT.into_response(),
        (Ok(()), Ok(Err(why))) => refused(Refusal::new(Kind::Unavailable, why.to_string())),
        _ => refused(Refusal::plain(Kind::Unavailable)),
    }
}

async fn audit(State(shared): Shares) -> Response {
    shared.over().map_or_else(|refused| *refused, |over| answer(&over.audit))
}

async fn record(State(shared): Shares) -> Response {
    match shared.source() {
        Ok(Source::Record(record)) => as_json(record.into_bytes()),
        Ok(Source::Share(_)) => refused(Refusal::plain(Kind::Internal)),
        Err(refused) => *refused,
    }
}

async fn chain(State(shared): Shares) -> Response {
    let over = match shared.over() {
        Ok(over) => over,
        Err(refused) => return *refused,
    };
    let bytes = over.chain.and_then(|path| std::fs::read(path).ok());
    let Some(bytes) = bytes else { return refused(Refusal::plain(Kind::NotFound)) };
    let name = format!("attachment; filename=\"{}.chain\"", shared.table.as_str());
    let headers = [
        (header::CONTENT_TYPE, "application/octet-stream".to_owned()),
        (header::CONTENT_DISPOSITION, name),
    ];
    (headers, bytes).into_response()
}

async fn replay(State(shared): Shares, Query(query): Query_) -> Response {
    let viewer = match query.get("as").map(|text| text.parse::<ViewerParam>()) {
        None => Viewer::Spectator,
        Some(Ok(ViewerParam(viewer))) => viewer,
        Some(Err(_)) => return refused(Refusal::plain(Kind::NoSuchSeat)),
    };
    match shared.source() {
        Ok(source) => {
            made(move || {
                replays::replay(&source, viewer, PAD, Arc::default()).map(|parts| parts.concat())
            })
            .await
        }
        Err(refused) => *refused,
    }
}

async fn summary(State(shared): Shares) -> Response {
    match shared.source() {
        Ok(source) => made(move || replays::summary(&source).map(String::into_bytes)).await,
        Err(refused) => *refused,
    }
}

async fn scenario(State(shared): Shares, Query(query): Query_) -> Response {
    let actions = query.get("actions").and_then(|number| number.parse().ok());
    match shared.source() {
        Ok(source) => {
            made(move || replays::scenario(&source, actions).map(String::into_bytes)).await
        }
        Err(refused) => *refused,
    }
}

async fn replay_of(body: Body) -> Response {
    let what: ReplayOf = match read(body).await {
        Ok(what) => what,
        Err(refused) => return *refused,
    };
    let ViewerParam(viewer) = what.sight.unwrap_or(ViewerParam(Viewer::Spectator));
    let source = replays::source(what.share, what.record);
    made(move || replays::replay(&source?, viewer, PAD, Arc::default()).map(|parts| parts.concat()))
        .await
}

async fn summary_of(body: Body) -> Response {
    let what: SummaryOf = match read(body).await {
        Ok(what) => what,
        Err(refused) => return *refused,
    };
    let source = replays::source(what.share, what.record);
    made(move || replays::summary(&source?).map(String::into_bytes)).await
}

async fn scenario_of(body: Body) -> Response {
    let what: ScenarioOf = match read(body).await {
        Ok(what) => what,
        Err(refused) => return *refused,
    };
    let source = replays::source(what.share, what.record);
    made(move || replays::scenario(&source?, what.actions).map(String::into_bytes)).await
}

async fn read<T: serde::de::DeserializeOwned>(body: Body) -> Result<T, Box<Response>> {
    let refuse = |kind| Box::new(refused(Refusal::plain(kind)));
    let bytes = axum::body::to_bytes(body, MAX_BODY).await.map_err(|_| refuse(Kind::TooLarge))?;
    serde_json::from_slice(&bytes).map_err(|_| refuse(Kind::Malformed))
}

/// Does what takes some milliseconds on another thread.
async fn made(work: impl FnOnce() -> Result<Vec<u8>, Refusal> + Send + 'static) -> Response {
    match tokio::task::spawn_blocking(work).await {
        Ok(Ok(bytes)) => as_json(bytes),
        Ok(Err(refusal)) => refused(refusal),
        Err(_) => refused(Refusal::plain(Kind::Internal)),
    }
}

fn answer(body: &impl Serialize) -> Response {
    as_json(serde_json::to_vec(body).unwrap_or_default())
}

fn as_json(body: Vec<u8>) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], body).into_response()
}

#[allow(clippy::needless_pass_by_value)] // it is made for this
pub(super) fn refused(refusal: Refusal) -> Response {
    let kind = Kind::ALL.iter().find(|kind| kind.name() == refusal.kind);
    let status = kind.and_then(|kind| StatusCode::from_u16(kind.status()).ok());
    let mut response = answer(&refusal);
    *response.status_mut() = status.unwrap_or(StatusCode::CONFLICT);
    response
}
