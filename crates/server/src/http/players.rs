//! Requests about players.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use facedown_protocol::rest::{Guest, Link, Me, NewGuest, SignOut, Tables, UseLink};

use crate::gate::Charge;
use crate::origin::Origin;
use facedown_protocol::{Kind, Refusal};

use super::call::{Body, Failure, Json, Known, Shown};
use crate::hub::Hub;

/// Somebody new.
pub(super) async fn guests(
    State(house): State<Arc<Hub>>,
    Extension(origin): Extension<Origin>,
    Body(new): Body<NewGuest>,
) -> Result<Json<Guest>, Failure> {
    if !house.gate.admits(origin, Charge::Guest, house.shared.clock.now()) {
        return Err(Refusal::plain(Kind::TooManyGuests).into());
    }
    Ok(Json(house.identity.welcome(new.name).await?))
}

/// Who the caller is.
pub(super) async fn me(Known(caller): Known) -> impl IntoResponse {
    Json(Me { player: caller.id.0.to_string(), name: caller.name })
}

/// Gives the caller another name.
pub(super) async fn rename(
    State(house): State<Arc<Hub>>,
    Known(caller): Known,
    Body(NewGuest { name }): Body<NewGuest>,
) -> Result<Json<Me>, Failure> {
    house.rename(&caller, &name).await?;
    Ok(Json(Me { player: caller.id.0.to_string(), name }))
}

/// A code that takes the caller along to another device.
pub(super) async fn link(
    State(house): State<Arc<Hub>>,
    Known(caller): Known,
) -> Result<Json<Link>, Failure> {
    Ok(Json(house.identity.link(&caller.id)?))
}

/// Ends this token of the caller's, or others, and the connections that were opened with them.
pub(super) async fn sign_out(
    State(house): State<Arc<Hub>>,
    Shown(token): Shown,
    Known(caller): Known,
    Body(SignOut { which }): Body<SignOut>,
) -> Result<StatusCode, Failure> {
    let marks = house.identity.sign_out(&caller.id, &token, which).await?;
    house.leashes.pull(&marks);
    Ok(StatusCode::NO_CONTENT)
}

/// The other device.
pub(super) async fn follow(
    State(house): State<Arc<Hub>>,
    Body(link): Body<UseLink>,
) -> Result<Json<Guest>, Failure> {
    Ok(Json(house.identity.follow(&link.code).await?))
}

/// The caller's tables.
pub(super) async fn tables(
    State(house): State<Arc<Hub>>,
    Known(caller): Known,
) -> Result<Json<Tables>, Failure> {
    Ok(Json(Tables { tables: house.list_of(&caller).await? }))
}
