//! Bots have names, and who plays against them alone says how long they take.
#![allow(clippy::unwrap_used)] // a test that cannot go on has failed

mod common;

use common::TestHouse;
use serde_json::{Value, json};

async fn info(house: &TestHouse, table: &str, token: &str) -> Value {
    let path = format!("/api/v1/tables/{table}");
    house.request("GET", &path, Some(token), &json!(null)).await.1
}

#[tokio::test]
async fn a_bot_has_a_name_of_its_own_and_keeps_it() {
    let house = TestHouse::open().await;
    let token = house.guest("Mittens").await;
    let seats = json!(["open", { "bot": "random" }, { "bot": "timid" }, { "bot": "timid" }]);
    let new = json!({ "game": "herding-cats", "seats": seats, "sit": 0, "autostart": true });
    let made = house.post("/api/v1/tables", &token, new).await;
    let table = made["table"].as_str().unwrap();
    let before = info(&house, table, &token).await;
    let seats = before["seats"].as_array().unwrap();
    let mut names: Vec<_> = seats.iter().map(|seat| seat["name"].as_str().unwrap()).collect();
    assert_eq!(
        seats.iter().map(|seat| &seat["bot"]).collect::<Vec<_>>(),
        [&json!(null), &json!("random"), &json!("timid"), &json!("timid")]
    );
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), 4, "{names:?}");
    let table = table.to_owned();
    let house = house.reopened().await;
    assert_eq!(info(&house, &table, &token).await["seats"], before["seats"]);
}

#[tokio::test]
async fn the_pace_is_for_those_who_play_against_bots_alone() {
    let house = TestHouse::open().await;
    let token = house.guest("Ann").await;
    let seats = json!(["open", { "bot": "random" }]);
    let new = json!({ "game": "herding-cats", "seats": seats, "sit": 0, "autostart": true, "pace": "slow" });
    let made = house.post("/api/v1/tables", &token, new).await;
    let table = made["table"].as_str().unwrap().to_owned();
    assert_eq!(info(&house, &table, &token).await["pace"], "slow");
    let path = format!("/api/v1/tables/{table}/pace");
    for pace in ["fast", "fast", "normal"] {
        house.post(&path, &token, json!({ "pace": pace })).await;
    }
    assert_eq!(info(&house, &table, &token).await["pace"], json!(null), "as usual is left out");
    house.post(&path, &token, json!({ "pace": "instant" })).await;
    let stranger = house.guest("Bob").await;
    let body = json!({ "pace": "slow" });
    let refused = house.request("POST", &path, Some(&stranger), &body).await;
    assert_eq!((refused.0, &refused.1["kind"]), (403, &json!("not-seated")));
    let house = house.reopened().await;
    assert_eq!(info(&house, &table, &token).await["pace"], "instant");

    let (shared, tokens) = house.table(json!({ "game": "herding-cats" }), 2).await;
    let path = format!("/api/v1/tables/{shared}/pace");
    let refused = house.request("POST", &path, Some(&tokens[0]), &body).await;
    assert_eq!((refused.0, &refused.1["kind"]), (403, &json!("not-alone")));
}
