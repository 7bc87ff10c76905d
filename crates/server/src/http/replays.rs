//! Requests that look at a game again.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{Query, Request, State};
use axum::http::{HeaderValue, header};
use axum::response::Response;
use bytes::Bytes;
use facedown_core::Viewer;
use facedown_protocol::rest::{
    ReplayFilter, ReplayOf, ScenarioFilter, ScenarioOf, SummaryOf, ViewerParam,
};
use facedown_protocol::{Kind, Refusal};
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use super::call::{Anybody, Brought, Failure, TablePath};
use super::replay_body::{Admitted, Turn};
use crate::actor::{Answer, Ask, frames};
use crate::hub::Hub;
use crate::origin::Origin;
use crate::room::{Played, Room, Source};

/// The longest record that is taken in. A long game of four has some 100 KB.
const LONGEST: usize = 1024 * 1024;

/// The game of a table, as it was seen.
pub(super) async fn replay(
    State(house): State<Arc<Hub>>,
    TablePath(table): TablePath,
    Anybody(caller): Anybody,
    Brought(code): Brought,
    Extension(origin): Extension<Origin>,
    filter: Result<Query<ReplayFilter>, axum::extract::rejection::QueryRejection>,
) -> Result<Response, Failure> {
    let Query(ReplayFilter { sight }) = filter.map_err(malformed)?;
    let turn = Admitted::new(&house, origin)?.turn(&house).await?;
    let ask = Ask::Replay(sight.map(|ViewerParam(viewer)| viewer));
    let Answer::Replay(replay, viewer) =
        house.ask(&table, caller.as_ref(), code.as_ref(), ask).await?
    else {
        return Err(Refusal::plain(Kind::Internal).into());
    };
    let pad = house.config.pad;
    let read = move || {
        let frames = replay.frames(viewer, pad).map_err(|error| {
            tracing::error!(%error, "a journal that was played cannot be read again");
            Refusal::plain(Kind::Internal)
        })?;
        Ok(parts(frames))
    };
    Ok(turn.make(read).await?.into_response(&house))
}

/// A game that was played anywhere, as it was seen.
pub(super) async fn replay_of(
    State(house): State<Arc<Hub>>,
    Extension(origin): Extension<Origin>,
    request: Request,
) -> Result<Response, Failure> {
    let admitted = Admitted::new(&house, origin)?;
    let ReplayOf { share, record, sight } = body(&house, request).await?;
    let source = source(share, record)?;
    let turn = admitted.turn(&house).await?;
    let ViewerParam(viewer) = sight.unwrap_or(ViewerParam(Viewer::Spectator));
    let pad = house.config.pad;
    let read = move || {
        let played = Played::read(&source)?;
        if viewer.seat().is_some_and(|seat| seat.index() >= played.seats()) {
            return Err(Refusal::plain(Kind::NoSuchSeat));
        }
        let (room, mut actions) = played.into_room()?;
        let act = |room: &mut Room| actions.next().map(|action| Ok(room.act_again(action)));
        let frames = frames(room, viewer, pad, act)
            .map_err(|error| Refusal::new(Kind::Malformed, error.to_string()))?;
        Ok(parts(frames))
    };
    Ok(turn.make(read).await?.into_response(&house))
}

/// The game of a table, as a scenario.
pub(super) async fn scenario(
    State(house): State<Arc<Hub>>,
    TablePath(table): TablePath,
    Anybody(caller): Anybody,
    Brought(code): Brought,
    Extension(origin): Extension<Origin>,
    filter: Result<Query<ScenarioFilter>, axum::extract::rejection::QueryRejection>,
) -> Result<Response, Failure> {
    let Query(ScenarioFilter { actions }) = filter.map_err(malformed)?;
    let turn = Admitted::new(&house, origin)?.turn(&house).await?;
    match house.ask(&table, caller.as_ref(), code.as_ref(), Ask::Record).await? {
        Answer::Record(record) => written(&house, turn, Source::Record(record), actions).await,
        _ => Err(Refusal::plain(Kind::Internal).into()),
    }
}

/// A game that was played anywhere, as a scenario.
pub(super) async fn scenario_of(
    State(house): State<Arc<Hub>>,
    Extension(origin): Extension<Origin>,
    request: Request,
) -> Result<Response, Failure> {
    let admitted = Admitted::new(&house, origin)?;
    let ScenarioOf { share, record, actions } = body(&house, request).await?;
    let source = source(share, record)?;
    let turn = admitted.turn(&house).await?;
    written(&house, turn, source, actions).await
}

/// How the game of a table ended, with nothing hidden. The table gives its record only once its game is over for whoever
/// asks, so nobody sees more than they may.
pub(super) async fn summary(
    State(house): State<Arc<Hub>>,
    TablePath(table): TablePath,
    Anybody(caller): Anybody,
    Brought(code): Brought,
    Extension(origin): Extension<Origin>,
) -> Result<Response, Failure> {
    let turn = Admitted::new(&house, origin)?.turn(&house).await?;
    match house.ask(&table, caller.as_ref(), code.as_ref(), Ask::Record).await? {
        Answer::Record(record) => summed_up(&house, turn, Source::Record(record)).await,
        _ => Err(Refusal::plain(Kind::Internal).into()),
    }
}

/// How a game that was played anywhere ended, with nothing hidden.
pub(super) async fn summary_of(
    State(house): State<Arc<Hub>>,
    Extension(origin): Extension<Origin>,
    request: Request,
) -> Result<Response, Failure> {
    let admitted = Admitted::new(&house, origin)?;
    let SummaryOf { share, record } = body(&house, request).await?;
    let source = source(share, record)?;
    let turn = admitted.turn(&house).await?;
    summed_up(&house, turn, source).await
}

async fn summed_up(house: &Hub, turn: Turn<'_>, source: Source) -> Result<Response, Failure> {
    let write = move || {
        let summary = Played::read(&source)?.summary()?;
        Ok(vec![serde_json::to_string(&summary).unwrap_or_default().into()])
    };
    Ok(turn.make(write).await?.into_response(house))
}

async fn written(
    house: &Hub,
    turn: Turn<'_>,
    source: Source,
    actions: Option<usize>,
) -> Result<Response, Failure> {
    let write = move || {
        let scenario = Played::read(&source)?.scenario(actions);
        let text = serde_json::to_string_pretty(&scenario).unwrap_or_default() + "\n";
        Ok(vec![text.into()])
    };
    let mut response = turn.make(write).await?.into_response(house);
    let name = HeaderValue::from_static("attachment; filename=\"facedown-scenario.json\"");
    response.headers_mut().insert(header::CONTENT_DISPOSITION, name);
    Ok(response)
}

fn source(share: Option<String>, record: Option<Box<RawValue>>) -> Result<Source, Refusal> {
    match (share, record) {
        (Some(share), None) => Ok(Source::Share(share)),
        (None, Some(record)) => Ok(Source::Record(record.get().to_owned())),
        _ => Err(Refusal::new(Kind::Malformed, "send either a share code or a record")),
    }
}

/// The body of a request, which may be longer than those of others.
async fn body<T: DeserializeOwned>(house: &Hub, request: Request) -> Result<T, Refusal> {
    let clock = &house.shared.clock;
    let late = clock.wait_until(clock.now() + house.gate.limits().hello_millis);
    let bytes: Bytes = tokio::select! {
        bytes = axum::body::to_bytes(request.into_body(), LONGEST) => {
            bytes.map_err(|_| Refusal::plain(Kind::TooLarge))?
        }
        () = late => {
            let message = "the rest of this request did not come in time; send it again";
            return Err(Refusal::new(Kind::Malformed, message));
        }
    };
    serde_json::from_slice(&bytes).map_err(|error| {
        Refusal::new(Kind::Malformed, format!("this request makes no sense: {error}"))
    })
}

/// A [`Replay`](facedown_protocol::rest::Replay) in parts, put together by hand: a JSON value that is read and written
/// again is without the spaces after it, and those keep from whoever listens what the frames themselves were padded for.
fn parts(frames: Vec<Bytes>) -> Vec<Bytes> {
    let mut parts = vec![Bytes::from_static(br#"{"frames":["#)];
    for (number, frame) in frames.into_iter().enumerate() {
        if number > 0 {
            parts.push(Bytes::from_static(b","));
        }
        parts.push(frame);
    }
    parts.push(Bytes::from_static(b"]}"));
    parts
}

#[allow(clippy::needless_pass_by_value)] // as `map_err` has it
fn malformed(error: impl std::fmt::Display) -> Refusal {
    Refusal::new(Kind::Malformed, format!("no such question: {error}"))
}
