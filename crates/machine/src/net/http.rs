//! HTTP requests about tables.

use std::time::Duration;

use facedown_protocol::Refusal;
use facedown_protocol::relay::{Join, Joined, NewPeerTable, NewPeerTableInfo, PeerTableInfo};
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Bytes;
use hyper::client::conn::http1;
use hyper::header::{ACCEPT, CONTENT_TYPE, HOST};
use hyper::{Method, Request, StatusCode};
use hyper_util::rt::TokioIo;
use serde::de::DeserializeOwned;
use tokio::time::timeout;

use super::NetError;
use super::stream::connect;
use crate::link::{RelayUrl, TableLink};

/// How long a request may take.
const TIMEOUT: Duration = Duration::from_secs(20);
/// The longest answer that is read, in bytes.
const MAX_ANSWER: usize = 256 * 1024;
/// The header with a table's code.
const CODE_HEADER: &str = "facedown-code";

/// Makes a table.
pub async fn create(relay: &RelayUrl, table: &NewPeerTable) -> Result<NewPeerTableInfo, NetError> {
    let body = serde_json::to_vec(table).unwrap_or_default();
    ask(relay, Method::POST, "/api/v1/peers", None, Some(body)).await
}

/// What the relay says about a table.
pub async fn info(link: &TableLink) -> Result<PeerTableInfo, NetError> {
    let path = format!("/api/v1/peers/{}", link.table);
    ask(&link.relay, Method::GET, &path, Some(link), None).await
}

/// Takes a seat.
pub async fn join(link: &TableLink, join: &Join) -> Result<Joined, NetError> {
    let path = format!("/api/v1/peers/{}/join", link.table);
    let body = serde_json::to_vec(join).unwrap_or_default();
    ask(&link.relay, Method::POST, &path, Some(link), Some(body)).await
}

async fn ask<T: DeserializeOwned>(
    relay: &RelayUrl,
    method: Method,
    path: &str,
    link: Option<&TableLink>,
    body: Option<Vec<u8>>,
) -> Result<T, NetError> {
    let no_relay = |why: String| NetError::NoRelay { relay: relay.to_string(), why };
    let mut request = Request::builder()
        .method(method)
        .uri(path)
        .header(HOST, relay.authority())
        .header(ACCEPT, "application/json");
    if let Some(code) = link.and_then(|link| link.code.as_ref()) {
        request = request.header(CODE_HEADER, code.as_str());
    }
    if body.is_some() {
        request = request.header(CONTENT_TYPE, "application/json");
    }
    let request = request
        .body(Full::new(Bytes::from(body.unwrap_or_default())))
        .map_err(|error| no_relay(error.to_string()))?;
    let answered = timeout(TIMEOUT, answer(relay, request)).await;
    let (status, body) = answered.map_err(|_| NetError::Silent { relay: relay.to_string() })??;
    if status.is_success() {
        return serde_json::from_slice(&body)
            .map_err(|_| no_relay("its answer is not that of a relay".into()));
    }
    match serde_json::from_slice::<Refusal>(&body) {
        Ok(refusal) => Err(NetError::Refused(refusal)),
        Err(_) => Err(no_relay(format!("it answers {status}"))),
    }
}

async fn answer(
    relay: &RelayUrl,
    request: Request<Full<Bytes>>,
) -> Result<(StatusCode, Bytes), NetError> {
    let no_relay =
        |why: &dyn ToString| NetError::NoRelay { relay: relay.to_string(), why: why.to_string() };
    let stream = connect(relay).await?;
    let (mut sender, connection) =
        http1::handshake(TokioIo::new(stream)).await.map_err(|error| no_relay(&error))?;
    let connection = tokio::spawn(connection);
    let answer = sender.send_request(request).await.map_err(|error| no_relay(&error))?;
    let status = answer.status();
    let body = Limited::new(answer.into_body(), MAX_ANSWER).collect().await;
    connection.abort();
    Ok((status, body.map_err(|error| no_relay(&error))?.to_bytes()))
}
