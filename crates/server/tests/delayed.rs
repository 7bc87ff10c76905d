//! Requests tell those who see a table later no more than the table's WebSocket does.
#![allow(clippy::unwrap_used)] // a test that cannot go on has failed

mod common;

use std::time::Duration;

use common::{Client, TestHouse};
use facedown_protocol::TableId;
use facedown_server::store::{SqliteStore, Store};
use facedown_server::time::DrivenClock;
use serde_json::{Value, json};

const MINUTE: Duration = Duration::from_mins(1);

/// What somebody learns of a table by every request there is for it.
struct Asked {
    info: Value,
    listed: Value,
    playing: bool,
    over: bool,
    record: u16,
    sit: Value,
}

async fn ask(house: &TestHouse, table: &str, token: Option<&str>) -> Asked {
    let get = |path: String| async move { house.request("GET", &path, token, &json!(null)).await };
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
        sit: house.request("POST", &sit, token, &json!({ "seat": 0 })).await.1["kind"].clone(),
    }
}

/// Whoever does not play learns by requests what a spectator sees at that moment.
async fn agrees(house: &TestHouse, table: &str, stranger: &str, spectator: &mut Client) -> Asked {
    spectator.send(json!({ "type": "ping" })).await;
    while spectator.hear().await["type"] != "pong" {}
    let asked = ask(house, table, Some(stranger)).await;
    let nobody = ask(house, table, None).await;
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
async fn requests_are_as_late_as_spectators_for_those_who_do_not_play() {
    let mut house = TestHouse::open().await;
    let [ann, bob] = [house.guest("Ann").await, house.guest("Bob").await];
    let new = json!({
        "game": "herding-cats", "seats": ["open", "open"], "sit": 0, "autostart": true,
        "spectators": { "delayed": 60 }, "contribution": "a secret until the deal",
    });
    let created = house.post("/api/v1/tables", &ann, new).await;
    let table = created["table"].as_str().unwrap().to_owned();
    let path = format!("/api/v1/tables/{table}");
    let sue = house.guest("Sue").await;
    let mut spectator = house.join(&table, Some(&sue), None).await;
    let asked = agrees(&house, &table, &sue, &mut spectator).await;
    assert_eq!((&asked.listed["names"], &asked.sit), (&json!(["Ann", null]), &json!("seat-taken")));

    house.clock.advance(MINUTE);
    let mut client = house.join(&table, Some(&ann), None).await;
    house.post(&format!("{path}/sit"), &bob, json!({})).await;
    // Who sits down is seen at once, that the game begins is not.
    let asked = agrees(&house, &table, &sue, &mut spectator).await;
    assert_eq!(asked.listed["names"], json!(["Ann", "Bob"]));
    assert_eq!((&asked.listed["state"], &asked.sit), (&json!("open"), &json!("seat-taken")));
    assert!(!asked.info.to_string().contains("a secret until the deal"));
    let own = ask(&house, &table, Some(&ann)).await;
    assert_eq!((&own.info["state"], &own.listed["state"]), (&json!("playing"), &json!("playing")));
    assert!(own.playing && own.info.to_string().contains("a secret until the deal"));

    house.clock.advance(MINUTE);
    let asked = agrees(&house, &table, &sue, &mut spectator).await;
    assert_eq!(
        (&asked.listed["state"], &asked.sit),
        (&json!("playing"), &json!("already-started"))
    );

    for token in [&ann, &bob] {
        house.post(&format!("{path}/resign"), token, json!(null)).await;
    }
    while client.table["state"] != "over" {
        client.hear().await;
    }
    let own = ask(&house, &table, Some(&ann)).await;
    assert_eq!((own.record, &own.info["seats"][1]["resigned"]), (200, &json!(true)));
    // Also after the house has fallen over.
    for falls in [false, true] {
        if falls {
            house = house.reopened().await;
            spectator = house.join(&table, Some(&sue), None).await;
        }
        let asked = agrees(&house, &table, &sue, &mut spectator).await;
        assert_eq!((asked.record, &asked.sit), (409, &json!("already-started")));
        assert_eq!(asked.info["seats"][1]["resigned"], Value::Null);
    }

    house.clock.advance(MINUTE);
    let asked = agrees(&house, &table, &sue, &mut spectator).await;
    assert_eq!((asked.record, &asked.sit), (200, &json!("game-over")));
    let record = format!("{path}/record");
    let early = house.raw("GET", &record, Some(&ann), &json!(null), &[]).await;
    let late = house.raw("GET", &record, None, &json!(null), &[]).await;
    assert_eq!(early.split("\r\n\r\n").nth(1), late.split("\r\n\r\n").nth(1));
}

/// Every request that changes a table, by somebody who sees it later.
async fn asked_to_change(house: &TestHouse, table: &str, token: &str) -> Vec<(u16, Value)> {
    let mut answers = Vec::new();
    for request in ["rematch", "resign", "leave", "start", "forgive", "kick", "sit"] {
        let body = if request == "kick" { json!({ "seat": 0 }) } else { json!({}) };
        let path = format!("/api/v1/tables/{table}/{request}");
        let (status, mut answer) = house.request("POST", &path, Some(token), &body).await;
        // Where they play again is told in both cases that are compared, or in none.
        answer["table"].take();
        answers.push((status, answer));
    }
    answers
}

#[tokio::test]
async fn no_request_tells_that_the_game_is_over_or_that_they_play_again() {
    let house = TestHouse::open().await;
    // The host only watches, and there are two tables: one goes on, one ends and is played again.
    let mut tables = Vec::new();
    let host = house.guest("Hal").await;
    for _ in 0..2 {
        let new = json!({
            "game": "herding-cats", "seats": ["open", "open"], "autostart": true,
            "spectators": { "delayed": 60 },
        });
        let created = house.post("/api/v1/tables", &host, new).await;
        let table = created["table"].as_str().unwrap().to_owned();
        let tokens = [house.guest("Ann").await, house.guest("Bob").await];
        for token in &tokens {
            house.post(&format!("/api/v1/tables/{table}/sit"), token, json!({})).await;
        }
        tables.push((table, tokens));
    }
    house.clock.advance(MINUTE);
    let (ended, tokens) = &tables[1];
    let mut player = house.join(ended, Some(&tokens[0]), None).await;
    for token in tokens {
        house.post(&format!("/api/v1/tables/{ended}/resign"), token, json!(null)).await;
    }
    while player.table["state"] != "over" {
        player.hear().await;
    }
    let rematch = format!("/api/v1/tables/{ended}/rematch");
    let again = house.post(&rematch, &tokens[0], json!(null)).await;
    let sue = house.guest("Sue").await;
    for stranger in [&host, &sue] {
        let goes_on = asked_to_change(&house, &tables[0].0, stranger).await;
        assert_eq!(asked_to_change(&house, ended, stranger).await, goes_on);
    }
    // Players know at once, and all others when they have seen the end.
    assert_eq!(house.post(&rematch, &tokens[1], json!(null)).await["table"], again["table"]);
    house.clock.advance(MINUTE);
    assert_eq!(house.post(&rematch, &sue, json!(null)).await["table"], again["table"]);
}

#[tokio::test]
async fn a_host_who_watches_cannot_count_tables_that_are_over() {
    let mut config = common::config();
    config.limits.tables_per_player = 1;
    let house = TestHouse::open_with(config, "one table each").await;
    let host = house.guest("Hal").await;
    let new = json!({
        "game": "herding-cats", "seats": ["open", "open"], "autostart": true,
        "spectators": { "delayed": 60 },
    });
    let created = house.post("/api/v1/tables", &host, new.clone()).await;
    let table = created["table"].as_str().unwrap().to_owned();
    let tokens = [house.guest("Ann").await, house.guest("Bob").await];
    for token in &tokens {
        house.post(&format!("/api/v1/tables/{table}/sit"), token, json!({})).await;
    }
    let mut player = house.join(&table, Some(&tokens[0]), None).await;
    for token in &tokens {
        house.post(&format!("/api/v1/tables/{table}/resign"), token, json!(null)).await;
    }
    while player.table["state"] != "over" {
        player.hear().await;
    }
    let one_more = async || house.request("POST", "/api/v1/tables", Some(&host), &new).await.0;
    assert_eq!(one_more().await, 409);
    house.clock.advance(MINUTE);
    player.send(json!({ "type": "ping" })).await;
    while player.hear().await["type"] != "pong" {}
    assert_eq!(one_more().await, 201);
}

#[tokio::test]
async fn a_table_stays_in_the_lists_until_its_spectators_have_seen_the_end() {
    let mut config = common::config();
    config.linger_seconds = 0;
    let house = TestHouse::open_with(config, "cleared away at once").await;
    let new = json!({ "game": "herding-cats", "spectators": { "delayed": 60 } });
    let (table, tokens) = house.table(new, 2).await;
    let mut player = house.join(&table, Some(&tokens[0]), None).await;
    for token in &tokens {
        house.post(&format!("/api/v1/tables/{table}/resign"), token, json!(null)).await;
    }
    while player.table["state"] != "over" {
        player.hear().await;
    }
    player.close().await;
    let is_archived = async || {
        house.server.house().sweep().await;
        // A request waits behind the sweep before it.
        house.request("GET", &format!("/api/v1/tables/{table}"), None, &json!(null)).await;
        let folder = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(&house.crash_image(folder.path())).await.unwrap();
        store.archived(&TableId::new(&table).unwrap()).await.unwrap().is_some()
    };
    assert!(!is_archived().await);
    house.clock.advance(Duration::from_secs(59));
    assert!(!is_archived().await);
    house.clock.advance(Duration::from_secs(1));
    assert!(is_archived().await);
}

/// A process that is started anew: its monotonic clock knows nothing yet.
fn new_process() -> DrivenClock {
    DrivenClock::new(0)
}

#[tokio::test]
async fn what_was_shown_is_not_forgotten_and_nothing_comes_earlier_when_the_house_falls_over() {
    let mut house = TestHouse::open().await;
    let new = json!({ "game": "herding-cats", "grace": 86_400, "spectators": { "delayed": 60 } });
    let (table, tokens) = house.table(new, 2).await;
    let mut shown = 0;
    for round in 0..4 {
        let mut players = Vec::new();
        for token in &tokens {
            players.push(house.join(&table, Some(token), None).await);
        }
        let mut spectator = house.join(&table, None, None).await;
        assert!(spectator.n >= shown, "it had shown {shown}, and shows {}", spectator.n);
        house.clock.advance(Duration::from_secs(20));
        common::step(&mut players, round).await;
        let acted = players[0].n;
        // Less than a minute after it happened, over two falls with some time in between.
        for seconds in [25, 34] {
            house.clock.advance(Duration::from_secs(seconds));
            spectator.send(json!({ "type": "ping" })).await;
            while spectator.hear().await["type"] != "pong" {}
            assert!(spectator.n < acted, "{acted} is shown too early");
            shown = spectator.n;
            house = house.reopened_by(new_process()).await;
            spectator = house.join(&table, None, None).await;
            assert!((shown..acted).contains(&spectator.n), "{shown} {acted} {}", spectator.n);
        }
        // What passed between the last thing that was kept and the fall is not counted: that makes it later.
        let mut waited = 0;
        while spectator.n < acted {
            house.clock.advance(Duration::from_secs(1));
            waited += 1;
            assert!(waited <= 60, "{acted} is never shown");
            spectator.send(json!({ "type": "ping" })).await;
            while spectator.hear().await["type"] != "pong" {}
        }
        shown = spectator.n;
        house = house.reopened_by(new_process()).await;
    }
}

#[tokio::test]
async fn a_message_said_twice_does_not_tell_how_far_the_game_has_come() {
    let house = TestHouse::open().await;
    let new = json!({ "game": "herding-cats", "spectators": { "delayed": 60 } });
    let (table, tokens) = house.table(new, 2).await;
    let sue = house.guest("Sue").await;
    let mut spectator = house.join(&table, Some(&sue), None).await;
    let mut player = house.join(&table, Some(&tokens[0]), None).await;
    let message = json!({ "type": "chat", "id": "m", "text": "how far are they?" });
    spectator.send(message.clone()).await;
    while player.hear().await["m"].is_null() {}
    spectator.send(message.clone()).await;
    spectator.send(json!({ "type": "ping" })).await;
    assert_eq!(spectator.hear().await["type"], "pong", "that it was done has a number");
    house.clock.advance(MINUTE);
    while spectator.hear().await["a"] != "m" {}
    spectator.send(message).await;
    assert_eq!(spectator.hear().await, json!({ "type": "done", "id": "m", "n": player.n }));
}

#[tokio::test]
async fn a_replay_goes_as_far_as_they_have_seen_who_see_everything_later() {
    let house = TestHouse::open().await;
    let new = json!({ "game": "herding-cats", "spectators": { "delayed": 60 } });
    let (table, tokens) = house.table(new, 2).await;
    let path = format!("/api/v1/tables/{table}");
    let mut player = house.join(&table, Some(&tokens[0]), None).await;
    for token in &tokens {
        house.post(&format!("{path}/resign"), token, json!(null)).await;
    }
    while player.table["state"] != "over" {
        player.hear().await;
    }
    let (end, message) = (player.n, json!({ "type": "chat", "id": "m", "text": "phew" }));
    house.clock.advance(MINUTE);
    player.send(message).await;
    while player.hear().await["a"] != "m" {}
    let last = async |token: Option<&str>| {
        let (status, answer) =
            house.request("GET", &format!("{path}/replay?as=0"), token, &json!(null)).await;
        assert_eq!(status, 200, "{answer}");
        answer["frames"].as_array().unwrap().last().unwrap()["n"].as_u64().unwrap()
    };
    assert_eq!(last(None).await, end);
    assert_eq!(last(Some(&tokens[1])).await, player.n);
    house.clock.advance(MINUTE);
    assert_eq!(last(None).await, player.n);
}
