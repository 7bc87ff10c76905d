//! HTTP requests show delayed spectators no more than the table's WebSocket does.

use crate::common;
use std::time::Duration;

use crate::common::{Client, TestServer};
use facedown_protocol::TableId;
use facedown_server::store::{SqliteStore, Store};
use facedown_server::time::DrivenClock;
use serde_json::{Value, json};

const MINUTE: Duration = Duration::from_mins(1);

/// The responses to every request for information about a table.
struct Asked {
    info: Value,
    listed: Value,
    playing: bool,
    over: bool,
    record: u16,
    sit: Value,
}

async fn ask(server: &TestServer, table: &str, token: Option<&str>) -> Asked {
    let get = |path: String| async move { server.request("GET", &path, token, &json!(null)).await };
    let list = |filter: &'static str| async move {
        let (_, tables) = get(format!("/api/v1/tables{filter}")).await;
        tables["tables"].as_array().unwrap().first().cloned().unwrap_or_default()
    };
    let sit = format!("/api/v1/tables/{table}/sit");
    Asked {
        info: get(format!("/api/v1/tables/{table}")).await.1,
        listed: list("").await,
        playing: !list("?state=playing").await.is_null(),
        over: !list("?state=over").await.is_null(),
        record: get(format!("/api/v1/tables/{table}/record")).await.0,
        sit: server.request("POST", &sit, token, &json!({ "seat": 0 })).await.1["kind"].clone(),
    }
}

/// Checks that requests of a non-player show what a delayed spectator sees at that moment.
async fn agrees(server: &TestServer, table: &str, stranger: &str, spectator: &mut Client) -> Asked {
    spectator.send(json!({ "type": "ping" })).await;
    while spectator.hear().await["type"] != "pong" {}
    let asked = ask(server, table, Some(stranger)).await;
    let nobody = ask(server, table, None).await;
    assert_eq!(asked.info, spectator.table);
    assert_eq!(nobody.info, spectator.table);
    assert_eq!(asked.listed["state"], spectator.table["state"]);
    assert_eq!(asked.listed, nobody.listed);
    assert_eq!(asked.playing, spectator.table["state"] == "playing");
    assert_eq!(asked.over, spectator.table["state"] == "over");
    assert_eq!((asked.record, nobody.record), (nobody.record, asked.record));
    asked
}

#[tokio::test]
async fn requests_show_non_players_only_what_delayed_spectators_see() {
    let mut server = TestServer::open().await;
    let [ann, bob] = [server.guest("Ann").await, server.guest("Bob").await];
    let new = json!({
        "game": "herding-cats", "seats": ["open", "open"], "sit": 0, "autostart": true,
        "spectators": { "delayed": 60 }, "contribution": "a secret until the deal",
    });
    let created = server.post("/api/v1/tables", &ann, new).await;
    let table = created["table"].as_str().unwrap().to_owned();
    let path = format!("/api/v1/tables/{table}");
    let sue = server.guest("Sue").await;
    let mut spectator = server.join(&table, Some(&sue), None).await;
    let asked = agrees(&server, &table, &sue, &mut spectator).await;
    assert_eq!((&asked.listed["names"], &asked.sit), (&json!(["Ann", null]), &json!("seat-taken")));

    server.clock.advance(MINUTE);
    let mut client = server.join(&table, Some(&ann), None).await;
    server.post(&format!("{path}/sit"), &bob, json!({})).await;
    // Players who sit down are seen at once; the start of the game is delayed.
    let asked = agrees(&server, &table, &sue, &mut spectator).await;
    assert_eq!(asked.listed["names"], json!(["Ann", "Bob"]));
    assert_eq!((&asked.listed["state"], &asked.sit), (&json!("open"), &json!("seat-taken")));
    assert!(!asked.info.to_string().contains("a secret until the deal"));
    let own = ask(&server, &table, Some(&ann)).await;
    assert_eq!((&own.info["state"], &own.listed["state"]), (&json!("playing"), &json!("playing")));
    assert!(own.playing && own.info.to_string().contains("a secret until the deal"));

    server.clock.advance(MINUTE);
    let asked = agrees(&server, &table, &sue, &mut spectator).await;
    assert_eq!(
        (&asked.listed["state"], &asked.sit),
        (&json!("playing"), &json!("already-started"))
    );

    for token in [&ann, &bob] {
        server.post(&format!("{path}/resign"), token, json!(null)).await;
    }
    while client.table["state"] != "over" {
        client.hear().await;
    }
    let own = ask(&server, &table, Some(&ann)).await;
    assert_eq!((own.record, &own.info["seats"][1]["resigned"]), (200, &json!(true)));
    // Also after a crash.
    for falls in [false, true] {
        if falls {
            server = server.reopened().await;
            spectator = server.join(&table, Some(&sue), None).await;
        }
        let asked = agrees(&server, &table, &sue, &mut spectator).await;
        assert_eq!((asked.record, &asked.sit), (409, &json!("already-started")));
        assert_eq!(asked.info["seats"][1]["resigned"], Value::Null);
    }

    server.clock.advance(MINUTE);
    let asked = agrees(&server, &table, &sue, &mut spectator).await;
    assert_eq!((asked.record, &asked.sit), (200, &json!("game-over")));
    let record = format!("{path}/record");
    let early = server.raw("GET", &record, Some(&ann), &json!(null), &[]).await;
    let late = server.raw("GET", &record, None, &json!(null), &[]).await;
    assert_eq!(early.split("\r\n\r\n").nth(1), late.split("\r\n\r\n").nth(1));
}

/// The responses to every request that changes a table, for a delayed spectator.
async fn asked_to_change(server: &TestServer, table: &str, token: &str) -> Vec<(u16, Value)> {
    let mut answers = Vec::new();
    for request in ["rematch", "resign", "leave", "start", "forgive", "kick", "sit"] {
        let body = if request == "kick" { json!({ "seat": 0 }) } else { json!({}) };
        let path = format!("/api/v1/tables/{table}/{request}");
        let (status, mut answer) = server.request("POST", &path, Some(token), &body).await;
        // The id of a rematch differs from table to table, so it is not compared.
        answer["table"].take();
        answers.push((status, answer));
    }
    answers
}

#[tokio::test]
async fn no_request_reveals_the_end_of_a_game_or_its_rematch_early() {
    let server = TestServer::open().await;
    // The host only watches. Of two tables one goes on, and the other ends and has a rematch.
    let mut tables = Vec::new();
    let host = server.guest("Hal").await;
    for _ in 0..2 {
        let new = json!({
            "game": "herding-cats", "seats": ["open", "open"], "autostart": true,
            "spectators": { "delayed": 60 },
        });
        let created = server.post("/api/v1/tables", &host, new).await;
        let table = created["table"].as_str().unwrap().to_owned();
        let tokens = [server.guest("Ann").await, server.guest("Bob").await];
        for token in &tokens {
            server.post(&format!("/api/v1/tables/{table}/sit"), token, json!({})).await;
        }
        tables.push((table, tokens));
    }
    server.clock.advance(MINUTE);
    let (ended, tokens) = &tables[1];
    let mut player = server.join(ended, Some(&tokens[0]), None).await;
    for token in tokens {
        server.post(&format!("/api/v1/tables/{ended}/resign"), token, json!(null)).await;
    }
    while player.table["state"] != "over" {
        player.hear().await;
    }
    let rematch = format!("/api/v1/tables/{ended}/rematch");
    let again = server.post(&rematch, &tokens[0], json!(null)).await;
    let sue = server.guest("Sue").await;
    for stranger in [&host, &sue] {
        let goes_on = asked_to_change(&server, &tables[0].0, stranger).await;
        assert_eq!(asked_to_change(&server, ended, stranger).await, goes_on);
    }
    // Players know at once, everybody else after the delay.
    assert_eq!(server.post(&rematch, &tokens[1], json!(null)).await["table"], again["table"]);
    server.clock.advance(MINUTE);
    assert_eq!(server.post(&rematch, &sue, json!(null)).await["table"], again["table"]);
}

#[tokio::test]
async fn a_host_who_watches_cannot_count_tables_that_are_over() {
    let mut config = common::config();
    config.limits.tables_per_player = 1;
    let server = TestServer::open_with(config, "one table each").await;
    let host = server.guest("Hal").await;
    let new = json!({
        "game": "herding-cats", "seats": ["open", "open"], "autostart": true,
        "spectators": { "delayed": 60 },
    });
    let created = server.post("/api/v1/tables", &host, new.clone()).await;
    let table = created["table"].as_str().unwrap().to_owned();
    let tokens = [server.guest("Ann").await, server.guest("Bob").await];
    for token in &tokens {
        server.post(&format!("/api/v1/tables/{table}/sit"), token, json!({})).await;
    }
    let mut player = server.join(&table, Some(&tokens[0]), None).await;
    for token in &tokens {
        server.post(&format!("/api/v1/tables/{table}/resign"), token, json!(null)).await;
    }
    while player.table["state"] != "over" {
        player.hear().await;
    }
    let one_more = async || server.request("POST", "/api/v1/tables", Some(&host), &new).await.0;
    assert_eq!(one_more().await, 409);
    server.clock.advance(MINUTE);
    player.send(json!({ "type": "ping" })).await;
    while player.hear().await["type"] != "pong" {}
    assert_eq!(one_more().await, 201);
}

#[tokio::test]
async fn a_table_stays_in_the_lists_until_its_spectators_have_seen_the_end() {
    let mut config = common::config();
    config.linger_seconds = 0;
    let server = TestServer::open_with(config, "archived at once").await;
    let new = json!({ "game": "herding-cats", "spectators": { "delayed": 60 } });
    let (table, tokens) = server.table(new, 2).await;
    let mut player = server.join(&table, Some(&tokens[0]), None).await;
    for token in &tokens {
        server.post(&format!("/api/v1/tables/{table}/resign"), token, json!(null)).await;
    }
    while player.table["state"] != "over" {
        player.hear().await;
    }
    player.close().await;
    let is_archived = async || {
        server.hub().sweep().await;
        // Messages are handled in order, so the response comes after the sweep.
        server.request("GET", &format!("/api/v1/tables/{table}"), None, &json!(null)).await;
        let folder = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(&server.crash_image(folder.path())).await.unwrap();
        store.archived(&TableId::new(&table).unwrap()).await.unwrap().is_some()
    };
    assert!(!is_archived().await);
    server.clock.advance(Duration::from_secs(59));
    assert!(!is_archived().await);
    server.clock.advance(Duration::from_secs(1));
    assert!(is_archived().await);
}

/// The clocks of a new process, whose monotonic clock starts at zero.
fn new_process() -> DrivenClock {
    DrivenClock::new(0)
}

#[tokio::test]
async fn after_a_crash_nothing_is_shown_twice_or_earlier() {
    let mut server = TestServer::open().await;
    let new = json!({ "game": "herding-cats", "grace": 86_400, "spectators": { "delayed": 60 } });
    let (table, tokens) = server.table(new, 2).await;
    let mut shown = 0;
    for round in 0..4 {
        let mut players = Vec::new();
        for token in &tokens {
            players.push(server.join(&table, Some(token), None).await);
        }
        let mut spectator = server.join(&table, None, None).await;
        assert!(spectator.n >= shown, "it had shown {shown}, and now shows {}", spectator.n);
        server.clock.advance(Duration::from_secs(20));
        common::step(&mut players, round).await;
        let acted = players[0].n;
        // Less than a minute after it happened, over two crashes with some time in between.
        for seconds in [25, 34] {
            server.clock.advance(Duration::from_secs(seconds));
            spectator.send(json!({ "type": "ping" })).await;
            while spectator.hear().await["type"] != "pong" {}
            assert!(spectator.n < acted, "{acted} is shown too early");
            shown = spectator.n;
            server = server.reopened_by(new_process()).await;
            spectator = server.join(&table, None, None).await;
            assert!((shown..acted).contains(&spectator.n), "{shown} {acted} {}", spectator.n);
        }
        // The time between the last saved clock and the crash is lost, which makes the delay longer.
        let mut waited = 0;
        while spectator.n < acted {
            server.clock.advance(Duration::from_secs(1));
            waited += 1;
            assert!(waited <= 60, "{acted} is never shown");
            spectator.send(json!({ "type": "ping" })).await;
            while spectator.hear().await["type"] != "pong" {}
        }
        shown = spectator.n;
        server = server.reopened_by(new_process()).await;
    }
}

#[tokio::test]
async fn a_repeated_chat_message_does_not_reveal_how_far_the_game_is() {
    let server = TestServer::open().await;
    let new = json!({ "game": "herding-cats", "spectators": { "delayed": 60 } });
    let (table, tokens) = server.table(new, 2).await;
    let sue = server.guest("Sue").await;
    let mut spectator = server.join(&table, Some(&sue), None).await;
    let mut player = server.join(&table, Some(&tokens[0]), None).await;
    let message = json!({ "type": "chat", "id": "m", "text": "how far are they?" });
    spectator.send(message.clone()).await;
    while player.hear().await["m"].is_null() {}
    spectator.send(message.clone()).await;
    spectator.send(json!({ "type": "ping" })).await;
    assert_eq!(spectator.hear().await["type"], "pong", "an acknowledgement would reveal a number");
    server.clock.advance(MINUTE);
    while spectator.hear().await["a"] != "m" {}
    spectator.send(message).await;
    assert_eq!(spectator.hear().await, json!({ "type": "done", "id": "m", "n": player.n }));
}

#[tokio::test]
async fn the_replay_of_a_delayed_spectator_ends_where_they_are() {
    let server = TestServer::open().await;
    let new = json!({ "game": "herding-cats", "spectators": { "delayed": 60 } });
    let (table, tokens) = server.table(new, 2).await;
    let path = format!("/api/v1/tables/{table}");
    let mut player = server.join(&table, Some(&tokens[0]), None).await;
    for token in &tokens {
        server.post(&format!("{path}/resign"), token, json!(null)).await;
    }
    while player.table["state"] != "over" {
        player.hear().await;
    }
    let (end, message) = (player.n, json!({ "type": "chat", "id": "m", "text": "phew" }));
    server.clock.advance(MINUTE);
    player.send(message).await;
    while player.hear().await["a"] != "m" {}
    let last = async |token: Option<&str>| {
        let (status, answer) =
            server.request("GET", &format!("{path}/replay?as=0"), token, &json!(null)).await;
        assert_eq!(status, 200, "{answer}");
        answer["frames"].as_array().unwrap().last().unwrap()["n"].as_u64().unwrap()
    };
    assert_eq!(last(None).await, end);
    assert_eq!(last(Some(&tokens[1])).await, player.n);
    server.clock.advance(MINUTE);
    assert_eq!(last(None).await, player.n);
}
