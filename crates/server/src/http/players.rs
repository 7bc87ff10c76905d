//! HTTP requests about players: registration, names, links, sessions.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use facedown_protocol::rest::{Guest, Link, Me, NewGuest, SignOut, Tables, UseLink};

use crate::gate::Charge;
use crate::origin::Origin;
use facedown_protocol::{Kind, Refusal};

use super::call::{Authenticated, BearerToken, Body, Failure, Json};
use crate::hub::Hub;

/// Registers a guest and issues a token.
pub(super) async fn guests(
    State(hub): State<Arc<Hub>>,
    Extension(origin): Extension<Origin>,
    Body(new): Body<NewGuest>,
) -> Result<Json<Guest>, Failure> {
    if !hub.gate.charge(origin, Charge::Guest, hub.shared.clock.now()) {
        return Err(Refusal::plain(Kind::TooManyGuests).into());
    }
    Ok(Json(hub.identity.register_guest(new.name).await?))
}

/// The caller's id and name.
pub(super) async fn me(Authenticated(caller): Authenticated) -> impl IntoResponse {
    Json(Me { player: caller.id.0.to_string(), name: caller.name })
}

/// Renames the caller.
pub(super) async fn rename(
    State(hub): State<Arc<Hub>>,
    Authenticated(caller): Authenticated,
    Body(NewGuest { name }): Body<NewGuest>,
) -> Result<Json<Me>, Failure> {
    hub.rename(&caller, &name).await?;
    Ok(Json(Me { player: caller.id.0.to_string(), name }))
}

/// Creates a code that signs in another device as the caller.
pub(super) async fn link(
    State(hub): State<Arc<Hub>>,
    Authenticated(caller): Authenticated,
) -> Result<Json<Link>, Failure> {
    Ok(Json(hub.identity.create_link(&caller.id)?))
}

/// Revokes tokens of the caller, and closes the connections that were opened with them.
pub(super) async fn sign_out(
    State(hub): State<Arc<Hub>>,
    BearerToken(token): BearerToken,
    Authenticated(caller): Authenticated,
    Body(SignOut { which }): Body<SignOut>,
) -> Result<StatusCode, Failure> {
    let lookup_keys = hub.identity.sign_out(&caller.id, &token, which).await?;
    hub.sessions.close_connections(&lookup_keys);
    Ok(StatusCode::NO_CONTENT)
}

/// Redeems a link: signs in this device.
pub(super) async fn redeem_link(
    State(hub): State<Arc<Hub>>,
    Body(link): Body<UseLink>,
) -> Result<Json<Guest>, Failure> {
    Ok(Json(hub.identity.redeem_link(&link.code).await?))
}

/// The caller's tables.
pub(super) async fn tables(
    State(hub): State<Arc<Hub>>,
    Authenticated(caller): Authenticated,
) -> Result<Json<Tables>, Failure> {
    Ok(Json(Tables { tables: hub.list_of(&caller).await? }))
}
