//! Who may read `/metrics`.

use crate::common::{TestServer, config, raw};
use facedown_server::config::MetricsFor;
use facedown_server::origin::ProxyHeader;
use serde_json::json;

/// The status of `/metrics` for a request with these headers, with these settings.
async fn status(metrics: MetricsFor, behind_proxy: bool, headers: &[(&str, &str)]) -> String {
    let mut config = config();
    config.metrics = metrics;
    config.behind_proxy = behind_proxy.then_some(ProxyHeader::XForwardedFor);
    let server = TestServer::open_with(config, "metrics").await;
    let answer = server.raw("GET", "/metrics", None, &json!(null), headers).await;
    let there = answer.contains("facedown_actions");
    let hidden = answer.contains(r#""kind":"not-found""#);
    assert!(there != hidden, "{answer}");
    answer.split(' ').nth(1).unwrap().to_owned()
}

#[tokio::test]
async fn only_the_same_machine_may_read_metrics_by_default() {
    let local = MetricsFor::Local;
    assert_eq!(config().metrics, local);
    assert_eq!(status(local, false, &[]).await, "200");
    assert_eq!(status(local, true, &[]).await, "200", "a direct request");
    let stranger = [("X-Forwarded-For", "127.0.0.1, 203.0.113.7")];
    assert_eq!(status(local, true, &stranger).await, "404");
    assert_eq!(status(local, true, &[("X-Forwarded-For", "127.0.0.1")]).await, "200");
    // A header that cannot be parsed, or is not the configured one, does not make a request local.
    for header in [
        ("X-Forwarded-For", "203.0.113.7:51234"),
        ("X-Forwarded-For", "[2001:db8::7]:443"),
        ("X-Forwarded-For", "127.0.0.1, unknown"),
        ("Forwarded", "for=127.0.0.1"),
        ("X-Real-IP", "127.0.0.1"),
    ] {
        assert_eq!(status(local, true, &[header]).await, "404", "{header:?}");
    }
    // An unconfigured proxy may run on this machine, but its clients may not.
    for header in ["X-Forwarded-For", "Forwarded", "X-Real-IP", "Via"] {
        assert_eq!(status(local, false, &[(header, "127.0.0.1")]).await, "404", "{header}");
    }
}

#[tokio::test]
async fn metrics_can_be_open_or_switched_off() {
    let stranger = [("X-Forwarded-For", "203.0.113.7")];
    assert_eq!(status(MetricsFor::Open, true, &stranger).await, "200");
    assert_eq!(status(MetricsFor::Open, false, &[]).await, "200");
    assert_eq!(status(MetricsFor::Off, false, &[]).await, "404");
}

#[tokio::test]
async fn metrics_can_have_a_separate_address_that_works_when_the_server_is_full() {
    let mut config = config();
    config.metrics = "127.0.0.1:0".parse().unwrap();
    config.limits.connections = 1;
    let server = TestServer::open_with(config, "metrics").await;
    let own = server.metrics_address().unwrap();
    let here =
        |path: &'static str| async move { raw(own, "GET", path, None, &json!(null), &[]).await };
    let public = server.raw("GET", "/metrics", None, &json!(null), &[]).await;
    assert!(public.contains(r#""kind":"not-found""#), "{public}");
    let _full = tokio::net::TcpStream::connect(server.address()).await.unwrap();
    assert!(here("/metrics").await.contains("facedown_actions"));
    assert!(here("/healthz").await.contains("healthy"));
    assert!(here("/readyz").await.contains("ready"));
    assert!(here("/api/v1/games").await.contains(r#""kind":"not-found""#));
    server.close().await;
    assert!(tokio::net::TcpStream::connect(own).await.is_err(), "it closes with the server");
}
