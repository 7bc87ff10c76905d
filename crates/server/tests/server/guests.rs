//! Inactive guests are deleted, unless they have a seat at a table.

use std::time::Duration;

use crate::common::{TestServer, config};
use serde_json::json;

const DAY: Duration = Duration::from_hours(24);

async fn is_known(server: &TestServer, token: &str) -> bool {
    server.request("GET", "/api/v1/me", Some(token), &json!(null)).await.0 == 200
}

/// Advances the clock by some days and sweeps.
async fn wait(server: &TestServer, days: u32) {
    server.clock.advance(DAY * days);
    server.hub().sweep().await;
}

#[tokio::test]
async fn an_inactive_guest_is_deleted_after_a_month() {
    assert_eq!(config().forget_days, 30);
    let server = TestServer::open().await;
    let [gone, regular] = [server.guest("Gus").await, server.guest("Rae").await];
    // Seen shortly before the others are deleted; "last seen" has a precision of a day.
    wait(&server, 29).await;
    assert!(is_known(&server, &regular).await);
    wait(&server, 1).await;
    let fresh = server.guest("Fay").await;
    wait(&server, 2).await;
    assert!(!is_known(&server, &gone).await);
    assert!(is_known(&server, &regular).await && is_known(&server, &fresh).await);
    // The name and the token are removed from the file itself.
    let server = server.reopened().await;
    assert!(!is_known(&server, &gone).await);
    let link = json!({ "code": "aaaaaaaaaaaa" });
    assert_eq!(server.request("POST", "/api/v1/link", None, &link).await.0, 403);
}

#[tokio::test]
async fn a_guest_who_returns_now_and_then_is_not_deleted() {
    let server = TestServer::open().await;
    let token = server.guest("Ann").await;
    for _ in 0..6 {
        wait(&server, 30).await;
        assert!(is_known(&server, &token).await);
    }
}

#[tokio::test]
async fn a_guest_with_a_seat_at_any_table_is_not_deleted() {
    let server = TestServer::open().await;
    // One game waits for its players, without a clock and without connections; another is over and archived.
    let new = json!({ "game": "herding-cats", "grace": 600_000 });
    let (_, waiting) = server.table(new, 2).await;
    let (table, finished) = server.table(json!({ "game": "herding-cats" }), 2).await;
    let mut client = server.join(&table, Some(&finished[0]), None).await;
    for token in &finished {
        server.post(&format!("/api/v1/tables/{table}/resign"), token, json!(null)).await;
    }
    while client.table["state"] != "over" {
        client.hear().await;
    }
    client.close().await;
    let stranger = server.guest("Sue").await;
    for _ in 0..3 {
        wait(&server, 15).await;
    }
    wait(&server, 60).await;
    for token in waiting.iter().chain(&finished) {
        assert!(is_known(&server, token).await);
    }
    assert!(!is_known(&server, &stranger).await);
    let (_, mine) =
        server.request("GET", "/api/v1/me/tables", Some(&finished[1]), &json!(null)).await;
    assert_eq!(mine["tables"][0]["id"], table);
}

#[tokio::test]
async fn many_guests_are_deleted_in_one_run_and_none_if_it_is_switched_off() {
    let server = TestServer::open().await;
    let mut tokens = Vec::new();
    for number in 0..1_100 {
        tokens.push(server.guest(&format!("Guest {number}")).await);
    }
    wait(&server, 32).await;
    for token in [&tokens[0], &tokens[550], &tokens[1_099]] {
        assert!(!is_known(&server, token).await);
    }
    let mut config = config();
    config.forget_days = 0;
    let server = TestServer::open_with(config, "for ever").await;
    let token = server.guest("Ann").await;
    wait(&server, 4_000).await;
    assert!(is_known(&server, &token).await);
}
