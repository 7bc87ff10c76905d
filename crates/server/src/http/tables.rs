//! Requests about tables.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{Query, Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use facedown_protocol::rest::{
    Games, Kick, LogFilter, NewTable, NewTableInfo, Rematch, Seated, SetPace, Sit, TableFilter,
    Tables, UseLink,
};
use facedown_protocol::{Kind, Refusal};

use super::Peer;
use super::call::{Anybody, Body, Brought, Failure, Json, Known, TablePath};
use crate::actor::{Answer, Ask};
use crate::catalogue;
use crate::hub::Hub;
use crate::origin::Origin;
use crate::socket::Upgrade;

type Outcome<T> = Result<Json<T>, Failure>;

/// What can be played here.
pub(super) async fn games() -> impl IntoResponse {
    Json(Games { games: catalogue::catalogue() })
}

/// The tables that anyone may know of.
pub(super) async fn list(
    State(house): State<Arc<Hub>>,
    Anybody(caller): Anybody,
    filter: Result<Query<TableFilter>, axum::extract::rejection::QueryRejection>,
) -> Outcome<Tables> {
    let Query(filter) = filter
        .map_err(|error| Refusal::new(Kind::Malformed, format!("no such filter: {error}")))?;
    Ok(Json(Tables { tables: house.list(&filter, caller.as_ref()) }))
}

/// Sets up a table.
pub(super) async fn create(
    State(house): State<Arc<Hub>>,
    Extension(origin): Extension<Origin>,
    Known(caller): Known,
    Body(new): Body<NewTable>,
) -> Result<(StatusCode, Json<NewTableInfo>), Failure> {
    Ok((StatusCode::CREATED, Json(house.create(&caller, origin, new).await?)))
}

/// Which table a code is of.
pub(super) async fn join(
    State(house): State<Arc<Hub>>,
    Body(UseLink { code }): Body<UseLink>,
) -> Outcome<NewTableInfo> {
    let table = house.by_code(&code)?;
    Ok(Json(NewTableInfo { table, code: Some(code) }))
}

/// What everybody may know of a table.
pub(super) async fn info(
    State(house): State<Arc<Hub>>,
    TablePath(table): TablePath,
    Anybody(caller): Anybody,
    Brought(code): Brought,
) -> Result<Response, Failure> {
    match house.ask(&table, caller.as_ref(), code.as_ref(), Ask::Info).await? {
        Answer::Info(info) => Ok(Json(info).into_response()),
        _ => Err(Refusal::plain(Kind::Internal).into()),
    }
}

/// Sits down.
pub(super) async fn sit(
    State(house): State<Arc<Hub>>,
    TablePath(table): TablePath,
    Known(caller): Known,
    Body(sit): Body<Sit>,
) -> Outcome<Seated> {
    let ask = Ask::Sit { seat: sit.seat, contribution: sit.contribution };
    match house.ask(&table, Some(&caller), sit.code.as_ref(), ask).await? {
        Answer::Seat(seat) => Ok(Json(Seated { seat })),
        _ => Err(Refusal::plain(Kind::Internal).into()),
    }
}

/// Shows somebody the door.
pub(super) async fn kick(
    State(house): State<Arc<Hub>>,
    TablePath(table): TablePath,
    Known(caller): Known,
    Body(Kick { seat }): Body<Kick>,
) -> Result<StatusCode, Failure> {
    house.ask(&table, Some(&caller), None, Ask::Kick(seat)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Has the bots answer faster or slower.
pub(super) async fn set_pace(
    State(house): State<Arc<Hub>>,
    TablePath(table): TablePath,
    Known(caller): Known,
    Body(SetPace { pace }): Body<SetPace>,
) -> Result<StatusCode, Failure> {
    house.ask(&table, Some(&caller), None, Ask::SetPace(pace)).await?;
    Ok(StatusCode::NO_CONTENT)
}

macro_rules! plain {
    ($($(#[$doc:meta])* $name:ident => $Ask:ident;)*) => {$(
        $(#[$doc])*
        pub(super) async fn $name(
            State(house): State<Arc<Hub>>,
            TablePath(table): TablePath,
            Known(caller): Known,
            Brought(code): Brought,
        ) -> Result<StatusCode, Failure> {
            house.ask(&table, Some(&caller), code.as_ref(), Ask::$Ask).await?;
            Ok(StatusCode::NO_CONTENT)
        }
    )*};
}

plain! {
    /// Gets up.
    leave => Leave;
    /// Lets those come back who were shown the door.
    forgive => Forgive;
    /// Begins.
    start => Start;
    /// Gives up.
    resign => Resign;
}

/// Plays again: takes the caller to the same seat at the rematch.
pub(super) async fn rematch(
    State(house): State<Arc<Hub>>,
    TablePath(table): TablePath,
    Extension(origin): Extension<Origin>,
    Known(caller): Known,
    Body(Rematch { contribution }): Body<Rematch>,
) -> Outcome<NewTableInfo> {
    Ok(Json(house.rematch(&caller, origin, &table, contribution).await?))
}

/// What the caller was told, one page of it.
pub(super) async fn log(
    State(house): State<Arc<Hub>>,
    TablePath(table): TablePath,
    Anybody(caller): Anybody,
    Brought(code): Brought,
    filter: Result<Query<LogFilter>, axum::extract::rejection::QueryRejection>,
) -> Result<Response, Failure> {
    let Query(LogFilter { before }) =
        filter.map_err(|error| Refusal::new(Kind::Malformed, format!("no such page: {error}")))?;
    match house.ask(&table, caller.as_ref(), code.as_ref(), Ask::Log { before }).await? {
        Answer::Log(log) => Ok(([(header::CONTENT_TYPE, "application/json")], log).into_response()),
        _ => Err(Refusal::plain(Kind::Internal).into()),
    }
}

/// The whole game, once it is over.
pub(super) async fn record(
    State(house): State<Arc<Hub>>,
    TablePath(table): TablePath,
    Anybody(caller): Anybody,
    Brought(code): Brought,
) -> Result<Response, Failure> {
    match house.ask(&table, caller.as_ref(), code.as_ref(), Ask::Record).await? {
        Answer::Record(record) => {
            let name = format!("attachment; filename=\"facedown-{table}.json\"");
            let kind = "application/json".to_owned();
            let headers = [(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, name)];
            Ok((headers, record).into_response())
        }
        _ => Err(Refusal::plain(Kind::Internal).into()),
    }
}

/// Looks at a table. Whether there is one is said after hello, for only then is it known who asks.
pub(super) async fn watch(
    State(house): State<Arc<Hub>>,
    TablePath(table): TablePath,
    peer: Option<Extension<Peer>>,
    Extension(origin): Extension<Origin>,
    request: Request,
) -> Result<Response, Failure> {
    let upgrade = Upgrade::of(request).map_err(|error| {
        Refusal::new(Kind::Malformed, format!("open a WebSocket here: {error}"))
    })?;
    let behind_proxy = if house.config.behind_proxy.is_some() {
        let pass = house.gate.enter_behind_proxy(origin, house.shared.clock.now());
        let message = "too many connections come from your address; close one first";
        Some(pass.ok_or_else(|| Refusal::new(Kind::TooFast, message))?)
    } else {
        None
    };
    let most = house.gate.limits().queue;
    Ok(upgrade.serve(most, move |socket| async move {
        // The right to the connection is kept as long as it lasts.
        let _passes = (peer.map(|Extension(peer)| peer.pass), behind_proxy);
        crate::ws::serve(house, table, origin, socket).await;
    }))
}
