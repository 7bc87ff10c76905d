//! HTTP requests for replays, scenarios and summaries of games.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{Query, Request, State};
use axum::http::{HeaderValue, header};
use axum::response::Response;
use facedown_core::Viewer;
use facedown_protocol::rest::{
    ReplayFilter, ReplayOf, ScenarioFilter, ScenarioOf, SummaryOf, ViewerParam,
};
use facedown_protocol::{Kind, Refusal};

use super::call::{Failure, OptionalCaller, OptionalCode, TablePath, read_body};
use super::replay_body::{Admitted, ReplayTurn};
use crate::actor::{TableRequest, TableResponse};
use crate::hub::Hub;
use crate::origin::Origin;
use crate::replay::{self, Source};

/// The maximum size of a request with a record, in bytes. The record of a long game of four has some 100 KB.
const MAX_BODY_SIZE: usize = 1024 * 1024;

/// The replay of a table's game.
pub(super) async fn table_replay(
    State(hub): State<Arc<Hub>>,
    TablePath(table): TablePath,
    OptionalCaller(caller): OptionalCaller,
    OptionalCode(code): OptionalCode,
    Extension(origin): Extension<Origin>,
    filter: Result<Query<ReplayFilter>, axum::extract::rejection::QueryRejection>,
) -> Result<Response, Failure> {
    let Query(ReplayFilter { sight }) = filter.map_err(malformed)?;
    let turn = Admitted::new(&hub, origin)?.turn(&hub).await?;
    let request = TableRequest::Replay(sight.map(|ViewerParam(viewer)| viewer));
    let TableResponse::Replay(replay, viewer) =
        hub.request(&table, caller.as_ref(), code.as_ref(), request).await?
    else {
        return Err(Refusal::plain(Kind::Internal).into());
    };
    let pad = hub.config.pad;
    let read = move || {
        let frames = replay.frames(viewer, pad).map_err(|error| {
            tracing::error!(%error, "the journal of a table in memory cannot be replayed");
            Refusal::plain(Kind::Internal)
        })?;
        Ok(replay::parts(frames))
    };
    Ok(turn.make(read).await?.into_response(&hub))
}

/// The replay of a game from a record or a share code.
pub(super) async fn replay_of(
    State(hub): State<Arc<Hub>>,
    Extension(origin): Extension<Origin>,
    request: Request,
) -> Result<Response, Failure> {
    let admitted = Admitted::new(&hub, origin)?;
    let ReplayOf { share, record, sight } = read_body(&hub, request, MAX_BODY_SIZE).await?;
    let source = replay::source(share, record)?;
    let turn = admitted.turn(&hub).await?;
    let ViewerParam(viewer) = sight.unwrap_or(ViewerParam(Viewer::Spectator));
    let (pad, lexicon) = (hub.config.pad, Arc::clone(&hub.shared.lexicon));
    let read = move || replay::replay(&source, viewer, pad, lexicon);
    Ok(turn.make(read).await?.into_response(&hub))
}

/// A table's game as a scenario.
pub(super) async fn scenario(
    State(hub): State<Arc<Hub>>,
    TablePath(table): TablePath,
    OptionalCaller(caller): OptionalCaller,
    OptionalCode(code): OptionalCode,
    Extension(origin): Extension<Origin>,
    filter: Result<Query<ScenarioFilter>, axum::extract::rejection::QueryRejection>,
) -> Result<Response, Failure> {
    let Query(ScenarioFilter { actions }) = filter.map_err(malformed)?;
    let turn = Admitted::new(&hub, origin)?.turn(&hub).await?;
    match hub.request(&table, caller.as_ref(), code.as_ref(), TableRequest::Record).await? {
        TableResponse::Record(record) => {
            scenario_response(&hub, turn, Source::Record(record), actions).await
        }
        _ => Err(Refusal::plain(Kind::Internal).into()),
    }
}

/// A game from a record or a share code, as a scenario.
pub(super) async fn scenario_of(
    State(hub): State<Arc<Hub>>,
    Extension(origin): Extension<Origin>,
    request: Request,
) -> Result<Response, Failure> {
    let admitted = Admitted::new(&hub, origin)?;
    let ScenarioOf { share, record, actions } = read_body(&hub, request, MAX_BODY_SIZE).await?;
    let source = replay::source(share, record)?;
    let turn = admitted.turn(&hub).await?;
    scenario_response(&hub, turn, source, actions).await
}

/// The summary of a table's game, with all cards open. A table returns its record only to callers for whom the game is
/// over, so this shows nothing too early.
pub(super) async fn summary(
    State(hub): State<Arc<Hub>>,
    TablePath(table): TablePath,
    OptionalCaller(caller): OptionalCaller,
    OptionalCode(code): OptionalCode,
    Extension(origin): Extension<Origin>,
) -> Result<Response, Failure> {
    let turn = Admitted::new(&hub, origin)?.turn(&hub).await?;
    match hub.request(&table, caller.as_ref(), code.as_ref(), TableRequest::Record).await? {
        TableResponse::Record(record) => summary_response(&hub, turn, Source::Record(record)).await,
        _ => Err(Refusal::plain(Kind::Internal).into()),
    }
}

/// The summary of a game from a record or a share code, with all cards open.
pub(super) async fn summary_of(
    State(hub): State<Arc<Hub>>,
    Extension(origin): Extension<Origin>,
    request: Request,
) -> Result<Response, Failure> {
    let admitted = Admitted::new(&hub, origin)?;
    let SummaryOf { share, record } = read_body(&hub, request, MAX_BODY_SIZE).await?;
    let source = replay::source(share, record)?;
    let turn = admitted.turn(&hub).await?;
    summary_response(&hub, turn, source).await
}

async fn summary_response(
    hub: &Hub,
    turn: ReplayTurn<'_>,
    source: Source,
) -> Result<Response, Failure> {
    let write = move || Ok(vec![replay::summary(&source)?.into()]);
    Ok(turn.make(write).await?.into_response(hub))
}

async fn scenario_response(
    hub: &Hub,
    turn: ReplayTurn<'_>,
    source: Source,
    actions: Option<usize>,
) -> Result<Response, Failure> {
    let write = move || Ok(vec![replay::scenario(&source, actions)?.into()]);
    let mut response = turn.make(write).await?.into_response(hub);
    let name = HeaderValue::from_static("attachment; filename=\"facedown-scenario.json\"");
    response.headers_mut().insert(header::CONTENT_DISPOSITION, name);
    Ok(response)
}

#[allow(clippy::needless_pass_by_value)] // as `map_err` has it
fn malformed(error: impl std::fmt::Display) -> Refusal {
    Refusal::new(Kind::Malformed, format!("invalid query: {error}"))
}
