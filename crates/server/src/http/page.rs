//! Serves the page: the built files of the web client, which are embedded in the program.

use std::sync::LazyLock;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use facedown_protocol::{Kind, Refusal};
use sha2::{Digest, Sha256};

use super::call::Failure;

/// One file of the page, plain and compressed.
struct File {
    /// The path below the root of the page.
    name: &'static str,
    plain: &'static [u8],
    brotli: Option<&'static [u8]>,
    gzip: Option<&'static [u8]>,
}

/// All files. It is empty if the page was not built before the program.
static FILES: &[File] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// The `ETag` of each file: a hash of its contents.
static ETAGS: LazyLock<Vec<HeaderValue>> = LazyLock::new(|| FILES.iter().map(etag).collect());

/// The response instead of the page if it was not built. It has no style, which would need a file.
const PAGE_NOT_BUILT: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Facedown</title>\
    <h1>The server is running, but its page has not been built</h1>\
    <p>Stop it and run <code>cargo xtask play</code>, which builds the page and starts the server with it.\
    <p>Other clients can play already: see <code>docs/protocol.md</code> and <a href=\"/api/v1/openapi.json\">the API</a>.";

/// Answers everything that is not a request to the API: a file, or the page for one of its own URLs.
pub async fn page(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    // A mistyped URL of the API must not be answered with the page.
    let is_api = path.split('/').next().is_some_and(|first| first.eq_ignore_ascii_case("api"));
    if is_api || !matches!(method, Method::GET | Method::HEAD) {
        return Failure(Refusal::plain(Kind::NotFound)).into_response();
    }
    // A name with an extension is a file. Everything else is a URL that the page itself handles.
    let is_file = path.rsplit('/').next().is_some_and(|last| last.contains('.'));
    if FILES.is_empty() && !is_file {
        return ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], PAGE_NOT_BUILT)
            .into_response();
    }
    let name = if is_file { path } else { "index.html" };
    match FILES.iter().position(|file| file.name == name) {
        Some(place) => answer(&FILES[place], &ETAGS[place], &headers),
        None => Failure(Refusal::plain(Kind::NotFound)).into_response(),
    }
}

fn answer(file: &File, tag: &HeaderValue, asked: &HeaderMap) -> Response {
    let (encoding, bytes) = best_encoding(file, asked);
    let is_known = asked.get(header::IF_NONE_MATCH).is_some_and(|known| known == tag);
    let body = if is_known { Body::empty() } else { Body::from(bytes) };
    let mut response = Response::new(body);
    if is_known {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    }
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type(file.name)));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    headers.insert(header::ETAG, tag.clone());
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache_control(file.name)));
    if let Some(encoding) = encoding {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    response
}

/// The shortest form that the browser accepts.
fn best_encoding(file: &File, asked: &HeaderMap) -> (Option<&'static str>, &'static [u8]) {
    let takes = |name: &str| {
        let accepted = asked.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
        accepted.is_some_and(|accepted| accepted.split(',').any(|one| one.trim() == name))
    };
    match (file.brotli, file.gzip) {
        (Some(bytes), _) if takes("br") => (Some("br"), bytes),
        (_, Some(bytes)) if takes("gzip") => (Some("gzip"), bytes),
        _ => (None, file.plain),
    }
}

/// The `Cache-Control` of a file. Files below `assets/` have a hash in their names and never change; others are
/// revalidated each time.
fn cache_control(name: &str) -> &'static str {
    if name.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" }
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("woff2") => "font/woff2",
        Some("webmanifest") => "application/manifest+json",
        Some("json") => "application/json",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    }
}

/// A weak `ETag`, since it is the same for all compressed forms.
fn etag(file: &File) -> HeaderValue {
    let hash = Sha256::digest(file.plain);
    let text = format!("W/\"{}\"", BASE64_URL_SAFE_NO_PAD.encode(&hash[..12]));
    HeaderValue::try_from(text).unwrap_or(HeaderValue::from_static("\"\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: File =
        File { name: "assets/a.js", plain: b"plain", brotli: Some(b"br"), gzip: Some(b"gz") };

    fn asking(name: header::HeaderName, value: &str) -> HeaderMap {
        HeaderMap::from_iter([(name, value.parse().unwrap())])
    }

    #[test]
    fn a_browser_gets_the_shortest_form_that_it_takes() {
        let form = |accepted| best_encoding(&FILE, &asking(header::ACCEPT_ENCODING, accepted));
        assert_eq!(form("gzip, deflate, br"), (Some("br"), &b"br"[..]));
        assert_eq!(form("gzip"), (Some("gzip"), &b"gz"[..]));
        assert_eq!(form("identity"), (None, &b"plain"[..]));
    }

    #[test]
    fn what_a_browser_has_is_not_sent_again() {
        let known = etag(&FILE);
        let asked = asking(header::IF_NONE_MATCH, known.to_str().unwrap());
        assert_eq!(answer(&FILE, &known, &asked).status(), StatusCode::NOT_MODIFIED);
        let asked = asking(header::IF_NONE_MATCH, "W/\"other\"");
        assert_eq!(answer(&FILE, &known, &asked).status(), StatusCode::OK);
    }

    #[test]
    fn only_files_with_a_hash_in_their_name_are_kept_for_ever() {
        assert!(cache_control("assets/index-BXk3.js").contains("immutable"));
        assert_eq!(cache_control("index.html"), "no-cache");
    }

    #[tokio::test]
    async fn an_address_of_the_api_is_never_the_page() {
        let ask = |method, uri: &'static str| page(method, Uri::from_static(uri), HeaderMap::new());
        assert_eq!(ask(Method::GET, "/api/v1/nothing").await.status(), StatusCode::NOT_FOUND);
        assert_eq!(ask(Method::GET, "//API/v1").await.status(), StatusCode::NOT_FOUND);
        assert_eq!(ask(Method::POST, "/t/k3Jx9").await.status(), StatusCode::NOT_FOUND);
        assert_eq!(ask(Method::GET, "/t/k3Jx9").await.status(), StatusCode::OK);
    }
}
