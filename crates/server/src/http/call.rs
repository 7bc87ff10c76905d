//! What requests have in common: who calls, with what code, with what body; and how they are refused.

use std::sync::Arc;

use axum::extract::{FromRequest, FromRequestParts, Path, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use facedown_protocol::{Code, Kind, Refusal, TableId, Token};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::hub::Hub;
use crate::identity::Caller;

/// The header that brings a table's code along, where the request has no body for it. It may also be in the query, but
/// what is in an address is more easily kept by somebody on the way.
const CODE: &str = "facedown-code";

/// A refusal, as an answer.
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

/// An answer in JSON.
pub(crate) struct Json<T>(pub(crate) T);

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        let body = serde_json::to_vec(&self.0).unwrap_or_default();
        ([(header::CONTENT_TYPE, "application/json")], body).into_response()
    }
}

/// The body of a request.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<Arc<Hub>> for Body<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, house: &Arc<Hub>) -> Result<Self, Failure> {
        let clock = &house.shared.clock;
        let late = clock.wait_until(clock.now() + house.gate.limits().hello_millis);
        let bytes = tokio::select! {
            bytes = Bytes::from_request(request, house) => bytes,
            () = late => {
                let message = "the rest of this request did not come in time; send it again";
                return Err(Failure(Refusal::new(Kind::Malformed, message)));
            }
        };
        let bytes = bytes.map_err(|_| Failure(Refusal::plain(Kind::TooLarge)))?;
        // A request that needs nothing more may have no body.
        let json = if bytes.is_empty() { b"{}" } else { &bytes[..] };
        serde_json::from_slice(json).map(Self).map_err(|error| {
            let message = format!("this request makes no sense: {error}");
            Failure(Refusal::new(Kind::Malformed, message))
        })
    }
}

/// Somebody with a token.
pub(crate) struct Known(pub(crate) Caller);

impl FromRequestParts<Arc<Hub>> for Known {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, house: &Arc<Hub>) -> Result<Self, Failure> {
        let Anybody(caller) = Anybody::from_request_parts(parts, house).await?;
        caller.map(Self).ok_or_else(|| Failure(Refusal::plain(Kind::Unauthorized)))
    }
}

/// Somebody, with a token or without. A token that nobody has is refused all the same.
pub(crate) struct Anybody(pub(crate) Option<Caller>);

impl FromRequestParts<Arc<Hub>> for Anybody {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, house: &Arc<Hub>) -> Result<Self, Failure> {
        if !parts.headers.contains_key(header::AUTHORIZATION) {
            return Ok(Self(None));
        }
        let Shown(token) = Shown::from_request_parts(parts, house).await?;
        Ok(Self(Some(house.identity.know(&token).await?)))
    }
}

/// A token, whosever it is.
pub(crate) struct Shown(pub(crate) Token);

impl<S: Send + Sync> FromRequestParts<S> for Shown {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Failure> {
        let value = parts.headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        let token = value.and_then(|text| Token::new(text.strip_prefix("Bearer ")?).ok());
        token.map(Self).ok_or_else(|| Failure(Refusal::plain(Kind::Unauthorized)))
    }
}

/// Which table a request is about. An id that no table can have is like one that no table has.
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

/// The table's code, if the request brings it along.
pub(crate) struct Brought(pub(crate) Option<Code>);

impl<S: Send + Sync> FromRequestParts<S> for Brought {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Failure> {
        let head = parts.headers.get(CODE).and_then(|value| value.to_str().ok());
        let mut query = parts.uri.query().unwrap_or_default().split('&');
        let code = head.or_else(|| query.find_map(|pair| pair.strip_prefix("code=")));
        Ok(Self(code.and_then(|code| Code::new(code).ok())))
    }
}
