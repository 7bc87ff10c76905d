//! HTTP requests about tables.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{Query, Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use facedown_protocol::rest::{
    Games, Kick, LogFilter, NewTable, NewTableInfo, OwnSeat, Rematch, SetPace, Sit, TableFilter,
    Tables, UseLink,
};
use facedown_protocol::{Kind, MAX_FRAME, Refusal};

use super::Peer;
use super::call::{Authenticated, Body, Failure, Json, OptionalCaller, OptionalCode, TablePath};
use crate::actor::{TableRequest, TableResponse};
use crate::catalogue;
use crate::gate::Pass;
use crate::hub::Hub;
use crate::origin::Origin;
use crate::socket::Upgrade;

type Outcome<T> = Result<Json<T>, Failure>;

/// The list of games.
pub(super) async fn games() -> impl IntoResponse {
    Json(Games { games: catalogue::catalogue() })
}

/// The public tables.
pub(super) async fn list(
    State(hub): State<Arc<Hub>>,
    OptionalCaller(caller): OptionalCaller,
    filter: Result<Query<TableFilter>, axum::extract::rejection::QueryRejection>,
) -> Outcome<Tables> {
    let Query(filter) = filter
        .map_err(|error| Refusal::new(Kind::Malformed, format!("invalid filter: {error}")))?;
    Ok(Json(Tables { tables: hub.list(&filter, caller.as_ref()) }))
}

/// Creates a table.
pub(super) async fn create(
    State(hub): State<Arc<Hub>>,
    Extension(origin): Extension<Origin>,
    Authenticated(caller): Authenticated,
    Body(new): Body<NewTable>,
) -> Result<(StatusCode, Json<NewTableInfo>), Failure> {
    Ok((StatusCode::CREATED, Json(hub.create(&caller, origin, new).await?)))
}

/// The table with this code.
pub(super) async fn join(
    State(hub): State<Arc<Hub>>,
    Body(UseLink { code }): Body<UseLink>,
) -> Outcome<NewTableInfo> {
    let table = hub.by_code(&code)?;
    Ok(Json(NewTableInfo { table, code: Some(code) }))
}

/// The public information about a table.
pub(super) async fn info(
    State(hub): State<Arc<Hub>>,
    TablePath(table): TablePath,
    OptionalCaller(caller): OptionalCaller,
    OptionalCode(code): OptionalCode,
) -> Result<Response, Failure> {
    match hub.request(&table, caller.as_ref(), code.as_ref(), TableRequest::Info).await? {
        TableResponse::Info(info) => Ok(Json(info).into_response()),
        _ => Err(Refusal::plain(Kind::Internal).into()),
    }
}

/// Takes a seat.
pub(super) async fn sit(
    State(hub): State<Arc<Hub>>,
    TablePath(table): TablePath,
    Authenticated(caller): Authenticated,
    Body(sit): Body<Sit>,
) -> Outcome<OwnSeat> {
    let request = TableRequest::Sit { seat: sit.seat, contribution: sit.contribution };
    match hub.request(&table, Some(&caller), sit.code.as_ref(), request).await? {
        TableResponse::Seat(seat) => Ok(Json(OwnSeat { seat })),
        _ => Err(Refusal::plain(Kind::Internal).into()),
    }
}

/// Kicks a player.
pub(super) async fn kick(
    State(hub): State<Arc<Hub>>,
    TablePath(table): TablePath,
    Authenticated(caller): Authenticated,
    Body(Kick { seat }): Body<Kick>,
) -> Result<StatusCode, Failure> {
    hub.request(&table, Some(&caller), None, TableRequest::Kick(seat)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Changes how fast the bots move.
pub(super) async fn set_pace(
    State(hub): State<Arc<Hub>>,
    TablePath(table): TablePath,
    Authenticated(caller): Authenticated,
    Body(SetPace { pace }): Body<SetPace>,
) -> Result<StatusCode, Failure> {
    hub.request(&table, Some(&caller), None, TableRequest::SetPace(pace)).await?;
    Ok(StatusCode::NO_CONTENT)
}

macro_rules! plain {
    ($($(#[$doc:meta])* $name:ident => $TableRequest:ident;)*) => {$(
        $(#[$doc])*
        pub(super) async fn $name(
            State(hub): State<Arc<Hub>>,
            TablePath(table): TablePath,
            Authenticated(caller): Authenticated,
            OptionalCode(code): OptionalCode,
        ) -> Result<StatusCode, Failure> {
            hub.request(&table, Some(&caller), code.as_ref(), TableRequest::$TableRequest).await?;
            Ok(StatusCode::NO_CONTENT)
        }
    )*};
}

plain! {
    /// Leaves the seat before the game starts.
    leave => Leave;
    /// Lets all kicked players come back.
    forgive => Forgive;
    /// Starts the game.
    start => Start;
    /// Resigns the game.
    resign => Resign;
}

/// Finds or creates the rematch, and seats the caller there.
pub(super) async fn rematch(
    State(hub): State<Arc<Hub>>,
    TablePath(table): TablePath,
    Extension(origin): Extension<Origin>,
    Authenticated(caller): Authenticated,
    Body(Rematch { contribution }): Body<Rematch>,
) -> Outcome<NewTableInfo> {
    Ok(Json(hub.rematch(&caller, origin, &table, contribution).await?))
}

/// A page of the caller's log.
pub(super) async fn log(
    State(hub): State<Arc<Hub>>,
    TablePath(table): TablePath,
    OptionalCaller(caller): OptionalCaller,
    OptionalCode(code): OptionalCode,
    filter: Result<Query<LogFilter>, axum::extract::rejection::QueryRejection>,
) -> Result<Response, Failure> {
    let Query(LogFilter { before }) =
        filter.map_err(|error| Refusal::new(Kind::Malformed, format!("invalid page: {error}")))?;
    match hub.request(&table, caller.as_ref(), code.as_ref(), TableRequest::Log { before }).await? {
        TableResponse::Log(log) => {
            Ok(([(header::CONTENT_TYPE, "application/json")], log).into_response())
        }
        _ => Err(Refusal::plain(Kind::Internal).into()),
    }
}

/// The record of a finished game, as a file.
pub(super) async fn record(
    State(hub): State<Arc<Hub>>,
    TablePath(table): TablePath,
    OptionalCaller(caller): OptionalCaller,
    OptionalCode(code): OptionalCode,
) -> Result<Response, Failure> {
    match hub.request(&table, caller.as_ref(), code.as_ref(), TableRequest::Record).await? {
        TableResponse::Record(record) => {
            let name = format!("attachment; filename=\"facedown-{table}.json\"");
            let kind = "application/json".to_owned();
            let headers = [(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, name)];
            Ok((headers, record).into_response())
        }
        _ => Err(Refusal::plain(Kind::Internal).into()),
    }
}

/// Opens a WebSocket to a table. Whether the table exists is answered after the hello, which has the token.
pub(super) async fn watch(
    State(hub): State<Arc<Hub>>,
    TablePath(table): TablePath,
    peer: Option<Extension<Peer>>,
    Extension(origin): Extension<Origin>,
    request: Request,
) -> Result<Response, Failure> {
    let (upgrade, passes) = upgrade(&hub, peer, origin, request)?;
    let most = hub.gate.limits().queue;
    Ok(upgrade.serve(most, MAX_FRAME, move |socket| async move {
        // The connection occupies its slots as long as it lasts.
        let _passes = passes;
        crate::ws::serve(hub, table, origin, socket).await;
    }))
}

/// The slots that a WebSocket occupies: that of its connection, and behind a proxy that of its address.
pub(super) type Passes = (Option<Arc<Pass>>, Option<Pass>);

/// Checks a request to open a WebSocket.
pub(super) fn upgrade(
    hub: &Hub,
    peer: Option<Extension<Peer>>,
    origin: Origin,
    request: Request,
) -> Result<(Upgrade, Passes), Failure> {
    let upgrade = Upgrade::of(request).map_err(|error| {
        Refusal::new(Kind::Malformed, format!("open a WebSocket here: {error}"))
    })?;
    let behind_proxy = if hub.config.behind_proxy.is_some() {
        let pass = hub.gate.admit_proxied_socket(origin, hub.shared.clock.now());
        let message = "too many connections come from your address; close one first";
        Some(pass.ok_or_else(|| Refusal::new(Kind::TooFast, message))?)
    } else {
        None
    };
    Ok((upgrade, (peer.map(|Extension(peer)| peer.pass), behind_proxy)))
}
