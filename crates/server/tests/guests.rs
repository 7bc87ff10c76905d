//! Guests who do not come back are forgotten, unless they have a place at a table.
#![allow(clippy::unwrap_used)] // a test that cannot go on has failed

mod common;

use std::time::Duration;

use common::{TestHouse, config};
use serde_json::json;

const DAY: Duration = Duration::from_hours(24);

async fn is_known(house: &TestHouse, token: &str) -> bool {
    house.request("GET", "/api/v1/me", Some(token), &json!(null)).await.0 == 200
}

/// So many days go by, and the house is swept.
async fn wait(house: &TestHouse, days: u32) {
    house.clock.advance(DAY * days);
    house.server.house().sweep().await;
}

#[tokio::test]
async fn who_never_comes_back_is_forgotten_after_a_month() {
    assert_eq!(config().forget_days, 30);
    let house = TestHouse::open().await;
    let [gone, regular] = [house.guest("Gus").await, house.guest("Rae").await];
    // Seen a little before the others are forgotten, and noted to within a day.
    wait(&house, 29).await;
    assert!(is_known(&house, &regular).await);
    wait(&house, 1).await;
    let fresh = house.guest("Fay").await;
    wait(&house, 2).await;
    assert!(!is_known(&house, &gone).await);
    assert!(is_known(&house, &regular).await && is_known(&house, &fresh).await);
    // The name and the token are gone from the file, not only out of sight.
    let house = house.reopened().await;
    assert!(!is_known(&house, &gone).await);
    let link = json!({ "code": "aaaaaaaaaaaa" });
    assert_eq!(house.request("POST", "/api/v1/link", None, &link).await.0, 403);
}

#[tokio::test]
async fn whoever_is_seen_now_and_then_stays() {
    let house = TestHouse::open().await;
    let token = house.guest("Ann").await;
    for _ in 0..6 {
        wait(&house, 30).await;
        assert!(is_known(&house, &token).await);
    }
}

#[tokio::test]
async fn who_has_a_place_at_a_table_stays_and_so_does_who_had_one() {
    let house = TestHouse::open().await;
    // One game waits for its players, without a clock and with nobody here; another is over and cleared away.
    let new = json!({ "game": "herding-cats", "grace": 600_000 });
    let (_, waiting) = house.table(new, 2).await;
    let (table, finished) = house.table(json!({ "game": "herding-cats" }), 2).await;
    let mut client = house.join(&table, Some(&finished[0]), None).await;
    for token in &finished {
        house.post(&format!("/api/v1/tables/{table}/resign"), token, json!(null)).await;
    }
    while client.table["state"] != "over" {
        client.hear().await;
    }
    client.close().await;
    let stranger = house.guest("Sue").await;
    for _ in 0..3 {
        wait(&house, 15).await;
    }
    wait(&house, 60).await;
    for token in waiting.iter().chain(&finished) {
        assert!(is_known(&house, token).await);
    }
    assert!(!is_known(&house, &stranger).await);
    let (_, mine) =
        house.request("GET", "/api/v1/me/tables", Some(&finished[1]), &json!(null)).await;
    assert_eq!(mine["tables"][0]["id"], table);
}

#[tokio::test]
async fn many_are_forgotten_together_and_nobody_if_the_house_is_told_so() {
    let house = TestHouse::open().await;
    let mut tokens = Vec::new();
    for number in 0..1_100 {
        tokens.push(house.guest(&format!("Guest {number}")).await);
    }
    wait(&house, 32).await;
    for token in [&tokens[0], &tokens[550], &tokens[1_099]] {
        assert!(!is_known(&house, token).await);
    }
    let mut config = config();
    config.forget_days = 0;
    let house = TestHouse::open_with(config, "for ever").await;
    let token = house.guest("Ann").await;
    wait(&house, 4_000).await;
    assert!(is_known(&house, &token).await);
}
