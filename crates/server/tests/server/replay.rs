//! Replays: who may see a game again, and from whose point of view.

use crate::common::{Client, TestServer, config, step};
use facedown_protocol::PAD;
use facedown_protocol::rest::Replay;
use facedown_server::Config;
use serde_json::value::RawValue;
use serde_json::{Value, json};

/// A game of Herding Cats for two with this number of actions, and the clients of both players.
async fn played(server: &TestServer, actions: usize) -> (String, Vec<String>, Vec<Client>) {
    let (table, tokens) = server.table(json!({ "game": "herding-cats" }), 2).await;
    let mut clients = Vec::new();
    for token in &tokens {
        clients.push(server.join(&table, Some(token), None).await);
    }
    for number in 0..actions {
        if !step(&mut clients, number).await {
            break;
        }
    }
    (table, tokens, clients)
}

async fn replay(
    server: &TestServer,
    table: &str,
    token: Option<&str>,
    query: &str,
) -> (u16, Value) {
    let path = format!("/api/v1/tables/{table}/replay{query}");
    server.request("GET", &path, token, &Value::Null).await
}

/// The messages that a client got after its welcome, without acknowledgements.
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
    let server = TestServer::open().await;
    let (table, tokens, clients) = played(&server, 1_000).await;
    for (seat, client) in clients.iter().enumerate() {
        let (status, answer) =
            replay(&server, &table, Some(&tokens[0]), &format!("?as={seat}")).await;
        assert_eq!(status, 200, "{answer}");
        let frames = answer["frames"].as_array().unwrap();
        assert_eq!(frames[0]["type"], "welcome");
        assert_eq!(frames[0]["you"], seat);
        assert_eq!(frames[0]["missed"][0]["n"], frames[0]["n"], "the events of the deal");
        // The last update has the change of the table's state, as it had then.
        assert_eq!(frames[1..], heard(client));
    }
    let (status, answer) = replay(&server, &table, None, "").await;
    assert_eq!((status, &answer["frames"][0]["you"]), (200, &Value::Null));
    let (status, answer) = replay(&server, &table, None, "?as=2").await;
    assert_eq!((status, &answer["kind"]), (400, &json!("no-such-seat")));
    let (status, answer) = replay(&server, &table, None, "?as=server").await;
    assert_eq!((status, &answer["kind"]), (400, &json!("malformed")));
}

#[tokio::test]
async fn before_the_end_only_players_see_a_replay_and_only_their_own() {
    let server = TestServer::open().await;
    let (table, tokens, clients) = played(&server, 4).await;
    let (status, answer) = replay(&server, &table, Some(&tokens[1]), "").await;
    assert_eq!((status, &answer["frames"][0]["you"]), (200, &json!(1)));
    assert_eq!(answer["frames"].as_array().unwrap()[1..], heard(&clients[1]));
    for (token, query) in [
        (Some(tokens[1].as_str()), "?as=0"),
        (Some(tokens[1].as_str()), "?as=spectator"),
        (None, "?as=0"),
        (None, "?as=spectator"),
        (None, ""),
    ] {
        let (status, answer) = replay(&server, &table, token, query).await;
        assert_eq!((status, &answer["kind"]), (409, &json!("game-not-over")), "{query}");
    }
    let path = format!("/api/v1/tables/{table}/scenario");
    let (status, answer) = server.request("GET", &path, Some(&tokens[0]), &Value::Null).await;
    assert_eq!((status, &answer["kind"]), (409, &json!("game-not-over")));
}

#[tokio::test]
async fn the_length_of_a_replay_reveals_no_more_than_its_padded_frames() {
    let server = TestServer::open_with(Config { pad: PAD, ..config() }, "padded").await;
    let (table, tokens, clients) = played(&server, 6).await;
    assert!(clients[0].frames.iter().all(|frame| frame.len().is_multiple_of(PAD)));
    let path = format!("/api/v1/tables/{table}/replay");
    let answer = server.raw("GET", &path, Some(&tokens[0]), &Value::Null, &[]).await;
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
async fn any_record_can_be_replayed_and_converted_to_a_scenario() {
    let server = TestServer::open().await;
    let (table, tokens, _) = played(&server, 1_000).await;
    let path = format!("/api/v1/tables/{table}/record");
    let (_, record) = server.request("GET", &path, None, &Value::Null).await;
    let count = record["actions"].as_array().unwrap().len();
    let ask = json!({ "record": record, "as": "1" });
    let (status, answer) = server.request("POST", "/api/v1/replay", None, &ask).await;
    assert_eq!(status, 200, "{answer}");
    let frames = answer["frames"].as_array().unwrap();
    assert_eq!(frames.len(), count + 1);
    let (_, own) = replay(&server, &table, Some(&tokens[1]), "").await;
    // The same game; only the numbers differ, because a record has no other entries.
    assert_eq!(frames[0]["view"], own["frames"][0]["view"]);
    assert_eq!(frames.last().unwrap()["v"], own["frames"][count]["v"]);
    assert_eq!(frames[0]["table"]["seats"][1]["name"], "Player 1");

    let ask = json!({ "record": record, "actions": 3 });
    let (status, scenario) = server.request("POST", "/api/v1/scenario", None, &ask).await;
    assert_eq!(status, 200, "{scenario}");
    assert_eq!(scenario["steps"].as_array().unwrap().len(), 3);
    assert_eq!(scenario["steps"][0]["action"], record["actions"][0]["action"]);
    let path = format!("/api/v1/tables/{table}/scenario?actions=3");
    let (_, same) = server.request("GET", &path, None, &Value::Null).await;
    assert_eq!(same, scenario);
}

#[tokio::test]
async fn a_text_that_is_no_game_is_refused_with_a_reason() {
    let server = TestServer::open().await;
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
            let (status, answer) = server.request("POST", path, None, &ask).await;
            assert_eq!((status, &answer["kind"]), (400, &json!("malformed")), "{ask}");
            assert!(!answer["message"].as_str().unwrap().is_empty());
        }
    }
    let long = json!({ "share": "x".repeat(1_100_000) });
    let (status, answer) = server.request("POST", "/api/v1/replay", None, &long).await;
    assert_eq!((status, &answer["kind"]), (413, &json!("too-large")));
}
