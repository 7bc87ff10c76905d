//! Playing again: everybody who played is seated again with one request.
#![allow(clippy::unwrap_used)] // a test that cannot go on has failed

mod common;

use common::{TestHouse, config};
use serde_json::{Value, json};

/// Ends a game: everybody who plays resigns.
async fn finish(house: &TestHouse, table: &str, tokens: &[String]) {
    for token in tokens {
        house.post(&format!("/api/v1/tables/{table}/resign"), token, json!(null)).await;
    }
    let mut client = house.join(table, Some(&tokens[0]), None).await;
    while client.table["state"] != "over" {
        client.hear().await;
    }
    client.close().await;
}

async fn rematch(house: &TestHouse, table: &str, token: &str) -> String {
    let body = json!({ "contribution": "again" });
    let again = house.post(&format!("/api/v1/tables/{table}/rematch"), token, body).await;
    assert!(again["code"].is_string(), "{again}");
    again["table"].as_str().unwrap().to_owned()
}

async fn info(house: &TestHouse, table: &str, token: &str) -> Value {
    let path = format!("/api/v1/tables/{table}");
    let (status, info) = house.request("GET", &path, Some(token), &json!(null)).await;
    assert_eq!(status, 200, "{info}");
    info
}

/// Has the table archived, which happens when nobody looks at it.
async fn archive(house: &TestHouse, table: &str) {
    let id = facedown_protocol::TableId::new(table).unwrap();
    while house.server.house().shared.store.archived(&id).await.unwrap().is_none() {
        house.server.house().sweep().await;
        tokio::task::yield_now().await;
    }
}

fn who(info: &Value) -> Vec<(&str, &str)> {
    let seats = info["seats"].as_array().unwrap().iter();
    seats.map(|seat| (seat["who"].as_str().unwrap(), seat["name"].as_str().unwrap_or(""))).collect()
}

#[tokio::test]
async fn each_player_is_seated_again_and_the_game_begins() {
    let house = TestHouse::open().await;
    let new = json!({ "game": "herding-cats", "private": true });
    let (table, tokens) = house.table(new, 3).await;
    finish(&house, &table, &tokens).await;
    // Not the host is the first to ask.
    let again = rematch(&house, &table, &tokens[1]).await;
    let then = info(&house, &again, &tokens[1]).await;
    assert_eq!(who(&then), [("kept", "Player 0"), ("player", "Player 1"), ("kept", "Player 2")]);
    assert_eq!((&then["state"], &then["host"]), (&json!("open"), &json!(1)));
    // To ask twice changes nothing.
    assert_eq!(rematch(&house, &table, &tokens[1]).await, again);
    for token in [&tokens[2], &tokens[0]] {
        assert_eq!(rematch(&house, &table, token).await, again);
    }
    let then = info(&house, &again, &tokens[0]).await;
    assert_eq!(then["state"], "playing");
    assert_eq!(who(&then), [0, 1, 2].map(|n| ("player", ["Player 0", "Player 1", "Player 2"][n])));
    assert_eq!(then["seats"][2]["contribution"], "again");
    for (seat, token) in tokens.iter().enumerate() {
        assert_eq!(house.join(&again, Some(token), None).await.you, Some(seat as u64));
    }
}

#[tokio::test]
async fn one_person_and_bots_play_again_at_once() {
    let house = TestHouse::open().await;
    let bot = json!({ "bot": "random" });
    let new = json!({ "game": "herding-cats", "seats": ["open", bot, bot] });
    let (table, tokens) = house.table(new, 1).await;
    finish(&house, &table, &tokens).await;
    let again = rematch(&house, &table, &tokens[0]).await;
    let client = house.join(&again, Some(&tokens[0]), None).await;
    assert_eq!((client.you, &client.table["state"]), (Some(0), &json!("playing")));
}

#[tokio::test]
async fn archived_tables_are_played_again_also_after_a_restart() {
    let mut settings = config();
    settings.linger_seconds = 0;
    let house = TestHouse::open_with(settings, "archived").await;
    let (table, tokens) = house.table(json!({ "game": "herding-cats" }), 2).await;
    finish(&house, &table, &tokens).await;
    archive(&house, &table).await;
    let again = rematch(&house, &table, &tokens[0]).await;
    assert_eq!(info(&house, &again, &tokens[0]).await["seats"][0]["who"], "player");
    let house = house.reopened().await;
    assert_eq!(rematch(&house, &table, &tokens[1]).await, again);
    assert_eq!(info(&house, &again, &tokens[0]).await["state"], "playing");
}

#[tokio::test]
async fn a_rematch_that_is_over_leads_to_its_own_and_one_that_was_given_up_is_set_up_anew() {
    let mut settings = config();
    settings.abandon_seconds = 0;
    let house = TestHouse::open_with(settings, "a chain").await;
    let (first, tokens) = house.table(json!({ "game": "herding-cats" }), 2).await;
    finish(&house, &first, &tokens).await;
    let second = rematch(&house, &first, &tokens[0]).await;
    rematch(&house, &first, &tokens[1]).await;
    finish(&house, &second, &tokens).await;
    let third = rematch(&house, &first, &tokens[0]).await;
    assert!(third != first && third != second);
    assert_eq!(rematch(&house, &second, &tokens[0]).await, third);
    // Nobody else comes, so it is given up.
    archive(&house, &third).await;
    let fourth = rematch(&house, &first, &tokens[1]).await;
    assert_ne!(fourth, third);
    assert_eq!(info(&house, &fourth, &tokens[1]).await["seats"][1]["who"], "player");
    assert_eq!(info(&house, &second, &tokens[1]).await["rematch"], fourth.as_str());
}

#[tokio::test]
async fn who_only_watched_gets_no_seat_and_kept_seats_are_not_listed_as_free() {
    let house = TestHouse::open().await;
    let (table, tokens) = house.table(json!({ "game": "herding-cats" }), 2).await;
    let sue = house.guest("Sue").await;
    finish(&house, &table, &tokens).await;
    let path = format!("/api/v1/tables/{table}/rematch");
    let (status, refusal) = house.request("POST", &path, Some(&sue), &json!(null)).await;
    assert_eq!((status, &refusal["kind"]), (403, &json!("not-seated")));
    let again = rematch(&house, &table, &tokens[0]).await;
    let told = house.post(&path, &sue, json!(null)).await;
    assert_eq!(told, json!({ "table": again }));
    let (_, listed) =
        house.request("GET", "/api/v1/tables?state=open", Some(&sue), &json!(null)).await;
    assert_eq!(listed["tables"][0]["free"], 0);
    assert_eq!(listed["tables"][0]["names"], json!(["Player 0", null]));
    let sit = format!("/api/v1/tables/{again}/sit");
    let (status, refusal) = house.request("POST", &sit, Some(&sue), &json!({})).await;
    assert_eq!((status, &refusal["kind"]), (409, &json!("table-full")));
}
