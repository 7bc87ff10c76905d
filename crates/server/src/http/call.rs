//! Extractors for requests (caller, token, table, code, body), and responses for refusals.

use std::sync::Arc;

use axum::extract::{FromRequest, FromRequestParts, Path, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use facedown_protocol::{Code, Kind, MAX_FRAME, Refusal, TableId, Token};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::hub::Hub;
use crate::identity::Caller;

/// The header with a table's code, for requests without a body. The query may have it as well, but URLs are more easily
/// logged on the way.
const CODE_HEADER: &str = "facedown-code";

/// A refusal as a response.
pub(crate) struct Failure(pub(crate) Refusal);

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        Self(refusal)
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let kind = Kind::ALL.iter().find(|kind| kind.name() == self.0.kind);
        let status = kind.map_or(409, |kind| kind.status());
        let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = (status, Json(self.0)).into_response();
        if status == StatusCode::UNAUTHORIZED {
            let scheme = header::HeaderValue::from_static("Bearer");
            response.headers_mut().insert(header::WWW_AUTHENTICATE, scheme);
        }
        response
    }
}

/// A response in JSON.
pub(crate) struct Json<T>(pub(crate) T);

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        let body = serde_json::to_vec(&self.0).unwrap_or_default();
        ([(header::CONTENT_TYPE, "application/json")], body).into_response()
    }
}

/// The body of a request in JSON.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<Arc<Hub>> for Body<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, hub: &Arc<Hub>) -> Result<Self, Failure> {
        Ok(Self(read_body(hub, request, MAX_FRAME).await?))
    }
}

/// Reads a body in JSON of at most `max` bytes, which has to arrive within a time limit.
pub(super) async fn read_body<T: DeserializeOwned>(
    hub: &Hub,
    request: Request,
    max: usize,
) -> Result<T, Refusal> {
    let clock = &hub.shared.clock;
    let late = clock.wait_until(clock.now() + hub.gate.limits().hello_millis);
    let bytes = tokio::select! {
        bytes = axum::body::to_bytes(request.into_body(), max) => bytes,
        () = late => {
            let message = "the body of this request did not arrive in time; send it again";
            return Err(Refusal::new(Kind::Malformed, message));
        }
    };
    let bytes = bytes.map_err(|_| Refusal::plain(Kind::TooLarge))?;
    // Where all fields are optional, the body may be missing.
    let json = if bytes.is_empty() { b"{}" } else { &bytes[..] };
    serde_json::from_slice(json).map_err(|error| {
        Refusal::new(Kind::Malformed, format!("this request is malformed: {error}"))
    })
}

/// An authenticated caller.
pub(crate) struct Authenticated(pub(crate) Caller);

impl FromRequestParts<Arc<Hub>> for Authenticated {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, hub: &Arc<Hub>) -> Result<Self, Failure> {
        let OptionalCaller(caller) = OptionalCaller::from_request_parts(parts, hub).await?;
        caller.map(Self).ok_or_else(|| Failure(Refusal::plain(Kind::Unauthorized)))
    }
}

/// The caller, if the request has a token. A token that is not valid is refused.
pub(crate) struct OptionalCaller(pub(crate) Option<Caller>);

impl FromRequestParts<Arc<Hub>> for OptionalCaller {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, hub: &Arc<Hub>) -> Result<Self, Failure> {
        if !parts.headers.contains_key(header::AUTHORIZATION) {
            return Ok(Self(None));
        }
        let BearerToken(token) = BearerToken::from_request_parts(parts, hub).await?;
        Ok(Self(Some(hub.identity.authenticate(&token).await?)))
    }
}

/// The token of a request, not authenticated yet.
pub(crate) struct BearerToken(pub(crate) Token);

impl<S: Send + Sync> FromRequestParts<S> for BearerToken {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Failure> {
        let value = parts.headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        let token = value.and_then(|text| Token::new(text.strip_prefix("Bearer ")?).ok());
        token.map(Self).ok_or_else(|| Failure(Refusal::plain(Kind::Unauthorized)))
    }
}

/// The table's id in the path of a request. A malformed id is answered like one that does not exist.
pub(crate) struct TablePath(pub(crate) TableId);

impl<S: Send + Sync> FromRequestParts<S> for TablePath {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        let not_found = || Failure(Refusal::plain(Kind::NotFound));
        let Path(id) =
            Path::<String>::from_request_parts(parts, state).await.map_err(|_| not_found())?;
        TableId::new(&id).map(Self).map_err(|_| not_found())
    }
}

/// The table's code, if the request has it in a header or in the query.
pub(crate) struct OptionalCode(pub(crate) Option<Code>);

impl<S: Send + Sync> FromRequestParts<S> for OptionalCode {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Failure> {
        let head = parts.headers.get(CODE_HEADER).and_then(|value| value.to_str().ok());
        let mut query = parts.uri.query().unwrap_or_default().split('&');
        let code = head.or_else(|| query.find_map(|pair| pair.strip_prefix("code=")));
        Ok(Self(code.and_then(|code| Code::new(code).ok())))
    }
}
