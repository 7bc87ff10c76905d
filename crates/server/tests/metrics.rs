//! Who gets to see what the house counts.
#![allow(clippy::unwrap_used)] // a test that cannot go on has failed

mod common;

use common::{TestHouse, config, raw};
use facedown_server::config::MetricsFor;
use facedown_server::origin::ProxyHeader;
use serde_json::json;

/// The status of `/metrics` with these headers, at a house that answers it so.
async fn status(metrics: MetricsFor, behind_proxy: bool, headers: &[(&str, &str)]) -> String {
    let mut config = config();
    config.metrics = metrics;
    config.behind_proxy = behind_proxy.then_some(ProxyHeader::XForwardedFor);
    let house = TestHouse::open_with(config, "metrics").await;
    let answer = house.raw("GET", "/metrics", None, &json!(null), headers).await;
    let there = answer.contains("facedown_actions");
    let hidden = answer.contains(r#""kind":"not-found""#);
    assert!(there != hidden, "{answer}");
    answer.split(' ').nth(1).unwrap().to_owned()
}

#[tokio::test]
async fn only_programs_on_the_same_machine_get_them_unless_somebody_says_otherwise() {
    let local = MetricsFor::Local;
    assert_eq!(config().metrics, local);
    assert_eq!(status(local, false, &[]).await, "200");
    assert_eq!(status(local, true, &[]).await, "200", "past the proxy");
    let stranger = [("X-Forwarded-For", "127.0.0.1, 203.0.113.7")];
    assert_eq!(status(local, true, &stranger).await, "404");
    assert_eq!(status(local, true, &[("X-Forwarded-For", "127.0.0.1")]).await, "200");
    // A proxy whose word cannot be understood, or is not the one that was agreed on, vouches for nobody.
    for header in [
        ("X-Forwarded-For", "203.0.113.7:51234"),
        ("X-Forwarded-For", "[2001:db8::7]:443"),
        ("X-Forwarded-For", "127.0.0.1, unknown"),
        ("Forwarded", "for=127.0.0.1"),
        ("X-Real-IP", "127.0.0.1"),
    ] {
        assert_eq!(status(local, true, &[header]).await, "404", "{header:?}");
    }
    // A proxy that the house was not told of is on this machine, but those behind it may not be.
    for header in ["X-Forwarded-For", "Forwarded", "X-Real-IP", "Via"] {
        assert_eq!(status(local, false, &[(header, "127.0.0.1")]).await, "404", "{header}");
    }
}

#[tokio::test]
async fn they_can_be_open_to_all_or_to_nobody() {
    let stranger = [("X-Forwarded-For", "203.0.113.7")];
    assert_eq!(status(MetricsFor::Open, true, &stranger).await, "200");
    assert_eq!(status(MetricsFor::Open, false, &[]).await, "200");
    assert_eq!(status(MetricsFor::Off, false, &[]).await, "404");
}

#[tokio::test]
async fn they_can_have_an_address_of_their_own_that_is_there_when_the_house_is_full() {
    let mut config = config();
    config.metrics = "127.0.0.1:0".parse().unwrap();
    config.limits.connections = 1;
    let house = TestHouse::open_with(config, "metrics").await;
    let own = house.server.metrics_address().unwrap();
    let here =
        |path: &'static str| async move { raw(own, "GET", path, None, &json!(null), &[]).await };
    let public = house.raw("GET", "/metrics", None, &json!(null), &[]).await;
    assert!(public.contains(r#""kind":"not-found""#), "{public}");
    let _full = tokio::net::TcpStream::connect(house.server.address()).await.unwrap();
    assert!(here("/metrics").await.contains("facedown_actions"));
    assert!(here("/healthz").await.contains("healthy"));
    assert!(here("/readyz").await.contains("ready"));
    assert!(here("/api/v1/games").await.contains(r#""kind":"not-found""#));
    house.server.close().await;
    assert!(tokio::net::TcpStream::connect(own).await.is_err(), "it closes with the house");
}
