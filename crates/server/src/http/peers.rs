//! HTTP requests about tables without a trusted server.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::Response;
use facedown_protocol::relay::{
    Join, Joined, MAX_ENTRY, NewPeerTable, NewPeerTableInfo, PeerTableInfo, PeerTables,
};
use facedown_protocol::{Kind, Refusal};

use super::Peer;
use super::call::{Body, Failure, Json, OptionalCode, TablePath};
use super::tables::upgrade;
use crate::gate::Charge;
use crate::hub::Hub;
use crate::origin::Origin;
use crate::relay::{self, Message};

type Outcome<T> = Result<Json<T>, Failure>;

/// The public tables.
pub(super) async fn list(State(hub): State<Arc<Hub>>) -> Json<PeerTables> {
    Json(PeerTables { tables: hub.relay.list() })
}

/// Makes a table.
pub(super) async fn create(
    State(hub): State<Arc<Hub>>,
    Extension(origin): Extension<Origin>,
    Body(new): Body<NewPeerTable>,
) -> Result<(StatusCode, Json<NewPeerTableInfo>), Failure> {
    Ok((StatusCode::CREATED, Json(hub.relay.create(hub.origins.tag(origin), new).await?)))
}

/// The public information about a table.
pub(super) async fn info(
    State(hub): State<Arc<Hub>>,
    TablePath(table): TablePath,
    OptionalCode(code): OptionalCode,
) -> Outcome<PeerTableInfo> {
    Ok(Json(hub.relay.info(&table, code.as_ref()).await?))
}

/// Takes a seat. Whether the table exists is told before the signature is checked.
pub(super) async fn join(
    State(hub): State<Arc<Hub>>,
    TablePath(table): TablePath,
    Extension(origin): Extension<Origin>,
    OptionalCode(code): OptionalCode,
    Body(join): Body<Join>,
) -> Outcome<Joined> {
    if !hub.gate.charge(origin, Charge::Guest, hub.shared.clock.now()) {
        return Err(Refusal::plain(Kind::TooManyGuests).into());
    }
    hub.relay.info(&table, code.as_ref()).await?;
    join.verify(&hub.relay.key(), &table).map_err(relay::unsigned)?;
    let join = Box::new(join);
    let message = |reply| Message::Join { join, reply };
    let seat = hub.relay.ask(&table, code.as_ref(), message).await??;
    Ok(Json(Joined { seat }))
}

/// Opens a WebSocket to a table.
pub(super) async fn watch(
    State(hub): State<Arc<Hub>>,
    TablePath(table): TablePath,
    peer: Option<Extension<Peer>>,
    Extension(origin): Extension<Origin>,
    OptionalCode(code): OptionalCode,
    request: Request,
) -> Result<Response, Failure> {
    let inbox = hub.relay.find(&table, code.as_ref()).await?;
    let (upgrade, passes) = upgrade(&hub, peer, origin, request)?;
    let most = hub.gate.limits().queue;
    Ok(upgrade.serve(most, MAX_ENTRY, move |socket| async move {
        // The connection occupies its slots as long as it lasts.
        let _passes = passes;
        relay::serve(hub, table, inbox, origin, socket).await;
    }))
}
