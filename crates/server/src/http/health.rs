//! How the house is: for those who look after it.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use facedown_protocol::{Kind, Refusal};

use super::call::Failure;
use super::{OPENAPI, origin_of};
use crate::config::MetricsFor;
use crate::hub::Hub;
use crate::origin::is_forwarded;

/// The program runs.
pub(super) async fn healthy() -> &'static str {
    "healthy\n"
}

/// The house takes guests, and what they do can be stored.
pub(super) async fn ready(State(house): State<Arc<Hub>>) -> Response {
    if house.is_closing() {
        return (StatusCode::SERVICE_UNAVAILABLE, "closing\n").into_response();
    }
    if house.is_full() {
        return (StatusCode::SERVICE_UNAVAILABLE, "every table slot is taken\n").into_response();
    }
    if let Some(fault) = house.store_fault().await {
        let why = format!("the database cannot be written: {}\n", fault.name());
        return (StatusCode::SERVICE_UNAVAILABLE, why).into_response();
    }
    "ready\n".into_response()
}

/// What the house counts, for those who may know. Others learn no more than that there is nothing here.
pub(super) async fn metrics(State(house): State<Arc<Hub>>, request: Request) -> Response {
    let may_know = match house.config.metrics {
        MetricsFor::Local => is_local(&house, &request),
        MetricsFor::Open => true,
        MetricsFor::Off | MetricsFor::At(_) => false,
    };
    if may_know { counts(&house) } else { Failure(Refusal::plain(Kind::NotFound)).into_response() }
}

/// The same on an address of its own: whoever can reach it may know.
pub(super) async fn own_metrics(State(house): State<Arc<Hub>>) -> Response {
    counts(&house)
}

/// Whether a request comes from this machine and not through a proxy on it, as far as the proxy says so.
fn is_local(house: &Hub, request: &Request) -> bool {
    let through_stranger = is_forwarded(request.headers()) && house.config.behind_proxy.is_none();
    origin_of(house, request).is_loopback() && !through_stranger
}

fn counts(house: &Hub) -> Response {
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], house.shared.metrics.text(house.shared.store.condition()))
        .into_response()
}

/// The description of the API.
pub(super) async fn openapi() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], OPENAPI).into_response()
}
