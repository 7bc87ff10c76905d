//! How the house is: for those who look after it.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::OPENAPI;
use crate::hub::House;

/// The program runs.
pub(super) async fn healthy() -> &'static str {
    "healthy\n"
}

/// The house takes guests.
pub(super) async fn ready(State(house): State<Arc<House>>) -> Response {
    if house.is_closing() {
        return (StatusCode::SERVICE_UNAVAILABLE, "closing\n").into_response();
    }
    "ready\n".into_response()
}

/// What the house counts.
pub(super) async fn metrics(State(house): State<Arc<House>>) -> Response {
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], house.shared.metrics.text()).into_response()
}

/// The description of the API.
pub(super) async fn openapi() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], OPENAPI).into_response()
}
