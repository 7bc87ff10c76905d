//! Health, readiness, metrics and the API description.

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

/// Liveness: the program runs.
pub(super) async fn healthy() -> &'static str {
    "healthy\n"
}

/// Readiness: tables can be created, and the database can be written.
pub(super) async fn ready(State(hub): State<Arc<Hub>>) -> Response {
    if hub.is_closing() {
        return (StatusCode::SERVICE_UNAVAILABLE, "closing\n").into_response();
    }
    if hub.is_full() {
        return (StatusCode::SERVICE_UNAVAILABLE, "the limit of tables is reached\n")
            .into_response();
    }
    if let Some(fault) = hub.store_fault().await {
        let why = format!("the database cannot be written: {}\n", fault.name());
        return (StatusCode::SERVICE_UNAVAILABLE, why).into_response();
    }
    "ready\n".into_response()
}

/// The metrics, for those who may read them. Others get "not found".
pub(super) async fn metrics(State(hub): State<Arc<Hub>>, request: Request) -> Response {
    let may_know = match hub.config.metrics {
        MetricsFor::Local => is_local(&hub, &request),
        MetricsFor::Open => true,
        MetricsFor::Off | MetricsFor::At(_) => false,
    };
    if may_know { counts(&hub) } else { Failure(Refusal::plain(Kind::NotFound)).into_response() }
}

/// The metrics on their separate address, for whoever can reach it.
pub(super) async fn own_metrics(State(hub): State<Arc<Hub>>) -> Response {
    counts(&hub)
}

/// Whether a request comes from this machine, and not through a proxy on it that adds its headers.
fn is_local(hub: &Hub, request: &Request) -> bool {
    let through_stranger = is_forwarded(request.headers()) && hub.config.behind_proxy.is_none();
    origin_of(hub, request).is_loopback() && !through_stranger
}

fn counts(hub: &Hub) -> Response {
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], hub.shared.metrics.text(hub.shared.store.condition()))
        .into_response()
}

/// The description of the API.
pub(super) async fn openapi() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], OPENAPI).into_response()
}
