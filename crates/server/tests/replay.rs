//! A game can be looked at again, by those and as those that may.
#![allow(clippy::unwrap_used)] // a test that cannot go on has failed

mod common;

use common::{Client, TestHouse, config, step};
use facedown_protocol::PAD;
use facedown_protocol::rest::Replay;
use facedown_server::Config;
use serde_json::value::RawValue;
use serde_json::{Value, json};

/// A game of Herding Cats for two, and what both heard of it, as far as after so many actions.
async fn played(house: &TestHouse, actions: usize) -> (String, Vec<String>, Vec<Client>) {
    let (table, tokens) = house.table(json!({ "game": "herding-cats" }), 2).await;
    let mut clients = Vec::new();
    for token in &tokens {
        clients.push(house.join(&table, Some(token), None).await);
    }
    for number in 0..actions {
        if !step(&mut clients, number).await {
            break;
        }
    }
    (table, tokens, clients)
}

async fn replay(house: &TestHouse, table: &str, token: Option<&str>, query: &str) -> (u16, Value) {
    let path = format!("/api/v1/tables/{table}/replay{query}");
    house.request("GET", &path, token, &Value::Null).await
}

/// What a client heard after it was welcomed, without the acknowledgements.
fn heard(client: &Client) -> Vec<Value> {
    let frames = client.frames.iter().map(|frame| serde_json::from_str(frame).unwrap());
    let updates = frames.filter(|message: &Value| message["type"].is_null());
    updates
        .map(|mut update| {
            update.as_object_mut().unwrap().remove("a");
            update
        })
        .collect()
}

#[tokio::test]
async fn a_replay_is_what_the_viewer_was_sent() {
    let house = TestHouse::open().await;
    let (table, tokens, clients) = played(&house, 1_000).await;
    for (seat, client) in clients.iter().enumerate() {
        let (status, answer) =
            replay(&house, &table, Some(&tokens[0]), &format!("?as={seat}")).await;
        assert_eq!(status, 200, "{answer}");
        let frames = answer["frames"].as_array().unwrap();
        assert_eq!(frames[0]["type"], "welcome");
        assert_eq!(frames[0]["you"], seat);
        assert_eq!(frames[0]["missed"][0]["n"], frames[0]["n"], "what was told at the deal");
        // The end is told with a table that is over, as it was then.
        assert_eq!(frames[1..], heard(client));
    }
    let (status, answer) = replay(&house, &table, None, "").await;
    assert_eq!((status, &answer["frames"][0]["you"]), (200, &Value::Null));
    let (status, answer) = replay(&house, &table, None, "?as=2").await;
    assert_eq!((status, &answer["kind"]), (400, &json!("no-such-seat")));
    let (status, answer) = replay(&house, &table, None, "?as=house").await;
    assert_eq!((status, &answer["kind"]), (400, &json!("malformed")));
}

#[tokio::test]
async fn before_the_end_players_look_back_as_themselves_and_nobody_else_does() {
    let house = TestHouse::open().await;
    let (table, tokens, clients) = played(&house, 4).await;
    let (status, answer) = replay(&house, &table, Some(&tokens[1]), "").await;
    assert_eq!((status, &answer["frames"][0]["you"]), (200, &json!(1)));
    assert_eq!(answer["frames"].as_array().unwrap()[1..], heard(&clients[1]));
    for (token, query) in [
        (Some(tokens[1].as_str()), "?as=0"),
        (Some(tokens[1].as_str()), "?as=spectator"),
        (None, "?as=0"),
        (None, "?as=spectator"),
        (None, ""),
    ] {
        let (status, answer) = replay(&house, &table, token, query).await;
        assert_eq!((status, &answer["kind"]), (409, &json!("game-not-over")), "{query}");
    }
    let path = format!("/api/v1/tables/{table}/scenario");
    let (status, answer) = house.request("GET", &path, Some(&tokens[0]), &Value::Null).await;
    assert_eq!((status, &answer["kind"]), (409, &json!("game-not-over")));
}

#[tokio::test]
async fn the_length_of_a_replay_tells_no_more_than_those_of_the_frames() {
    let house = TestHouse::open_with(Config { pad: PAD, ..config() }, "padded").await;
    let (table, tokens, clients) = played(&house, 6).await;
    assert!(clients[0].frames.iter().all(|frame| frame.len().is_multiple_of(PAD)));
    let path = format!("/api/v1/tables/{table}/replay");
    let answer = house.raw("GET", &path, Some(&tokens[0]), &Value::Null, &[]).await;
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    assert!(head.to_lowercase().contains("content-type: application/json"), "{head}");
    let replay: Replay = serde_json::from_str(body).unwrap();
    assert!(replay.frames.len() > 6);
    let padded =
        |frame: &RawValue| format!("{:1$}", frame.get(), frame.get().len().next_multiple_of(PAD));
    let frames: Vec<String> = replay.frames.iter().map(|frame| padded(frame)).collect();
    assert_eq!(body, format!(r#"{{"frames":[{}]}}"#, frames.join(",")));
}

#[tokio::test]
async fn a_record_from_anywhere_is_shown_and_becomes_a_scenario() {
    let house = TestHouse::open().await;
    let (table, tokens, _) = played(&house, 1_000).await;
    let path = format!("/api/v1/tables/{table}/record");
    let (_, record) = house.request("GET", &path, None, &Value::Null).await;
    let count = record["actions"].as_array().unwrap().len();
    let ask = json!({ "record": record, "as": "1" });
    let (status, answer) = house.request("POST", "/api/v1/replay", None, &ask).await;
    assert_eq!(status, 200, "{answer}");
    let frames = answer["frames"].as_array().unwrap();
    assert_eq!(frames.len(), count + 1);
    let (_, own) = replay(&house, &table, Some(&tokens[1]), "").await;
    // The same game, in which the numbers differ by what else happened at the table.
    assert_eq!(frames[0]["view"], own["frames"][0]["view"]);
    assert_eq!(frames.last().unwrap()["v"], own["frames"][count]["v"]);
    assert_eq!(frames[0]["table"]["seats"][1]["name"], "Player 1");

    let ask = json!({ "record": record, "actions": 3 });
    let (status, scenario) = house.request("POST", "/api/v1/scenario", None, &ask).await;
    assert_eq!(status, 200, "{scenario}");
    assert_eq!(scenario["steps"].as_array().unwrap().len(), 3);
    assert_eq!(scenario["steps"][0]["action"], record["actions"][0]["action"]);
    let path = format!("/api/v1/tables/{table}/scenario?actions=3");
    let (_, same) = house.request("GET", &path, None, &Value::Null).await;
    assert_eq!(same, scenario);
}

#[tokio::test]
async fn what_is_no_game_is_refused_with_the_reason() {
    let house = TestHouse::open().await;
    for ask in [
        json!({}),
        json!({ "share": "hc1.xx", "record": {} }),
        json!({ "share": "nonsense" }),
        json!({ "share": "zz1.AAAA" }),
        json!({ "share": "hc1.AAAA" }),
        json!({ "record": {} }),
        json!({ "record": { "facedown": 1, "game": "chess" } }),
        json!({ "record": 7 }),
    ] {
        for path in ["/api/v1/replay", "/api/v1/scenario"] {
            let (status, answer) = house.request("POST", path, None, &ask).await;
            assert_eq!((status, &answer["kind"]), (400, &json!("malformed")), "{ask}");
            assert!(!answer["message"].as_str().unwrap().is_empty());
        }
    }
    let long = json!({ "share": "x".repeat(1_100_000) });
    let (status, answer) = house.request("POST", "/api/v1/replay", None, &long).await;
    assert_eq!((status, &answer["kind"]), (413, &json!("too-large")));
}
