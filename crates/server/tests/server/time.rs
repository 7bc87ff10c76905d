//! Clocks, reminders, absent players and delayed spectators, with a clock that the test advances.

use std::time::Duration;

use crate::common::{Client, TestServer};
use serde_json::{Value, json};

fn secs(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

#[tokio::test]
async fn a_clock_reminds_and_then_runs_out() {
    let server = TestServer::open().await;
    let new = json!({ "game": "herding-cats", "clock": { "decision": 40 } });
    let (_, _, mut clients) = server.seated(new, 2).await;
    let actor = clients.iter().position(Client::is_asked).unwrap();
    server.clock.advance(secs(30));
    assert_eq!(clients[actor].hear().await, json!({ "type": "reminder", "left": 10_000 }));
    server.clock.advance(secs(10));
    let update = clients[actor].hear().await;
    assert_eq!((&update["by"], &update["a"]), (&json!("clock"), &Value::Null));
    assert_eq!(update["s"], actor);
    let heard = clients[1 - actor].hear().await;
    assert_eq!((&heard["by"], &heard["n"]), (&json!("clock"), &update["n"]));
}

#[tokio::test]
async fn the_time_for_a_game_continues_after_a_crash() {
    let server = TestServer::open().await;
    let new =
        json!({ "game": "herding-cats", "clock": { "game": { "seconds": 100, "increment": 5 } } });
    let (table, tokens, mut clients) = server.seated(new, 2).await;
    let actor = clients.iter().position(Client::is_asked).unwrap();
    server.clock.advance(secs(10));
    let action = clients[actor].legal[0].clone();
    clients[actor].act("a", &action).await;
    let update = clients[actor].hear().await;
    assert_eq!(update["c"][actor], 95_000, "10 used, 5 added");
    server.clock.advance(secs(7));
    let server = server.reopened().await;
    let first = server.join(&table, Some(&tokens[actor]), None).await;
    assert_eq!(
        first.n,
        update["n"].as_u64().unwrap() + 1,
        "that it opened again is in the journal"
    );
    server.clock.advance(secs(1));
    // Neither the time from the last entry to the crash nor the time that the server was down is counted.
    let again = server.join(&table, Some(&tokens[actor]), None).await;
    assert_eq!(again.welcome["clocks"][actor], 95_000);
    assert_eq!(again.welcome["clocks"][1 - actor], 99_000);
}

#[tokio::test]
async fn the_server_plays_for_an_absent_player_until_they_return() {
    let server = TestServer::open().await;
    let new = json!({ "game": "herding-cats", "grace": 30, "absent": { "bot": "timid" } });
    let (table, tokens, mut clients) = server.seated(new, 2).await;
    let actor = clients.iter().position(Client::is_asked).unwrap();
    let gone = clients.remove(actor);
    let mut other = clients.remove(0);
    gone.close().await;
    // The first presence message may still be the one for the other's arrival.
    while other.next().await.unwrap()["here"] != json!([1 - actor]) {}
    server.clock.advance(secs(30));
    let away = other.hear().await;
    assert!(away["by"].is_null());
    assert_eq!(other.table["seats"][actor]["absent"], true);
    assert_eq!(other.hear().await["by"], "absent");
    let back = server.join(&table, Some(&tokens[actor]), None).await;
    assert_eq!(back.you, Some(actor as u64));
    assert!(back.table["seats"][actor]["absent"].is_null());
    other.catch_up(back.n).await;
    assert!(other.table["seats"][actor]["absent"].is_null());
}

#[tokio::test]
async fn the_server_plays_for_a_player_who_resigned_until_the_end() {
    let server = TestServer::open().await;
    let new = json!({ "game": "herding-cats" });
    let (table, tokens, mut clients) = server.seated(new, 2).await;
    for token in &tokens {
        server.post(&format!("/api/v1/tables/{table}/resign"), token, json!(null)).await;
    }
    while clients[0].table["state"] != "over" {
        clients[0].hear().await;
    }
    let (status, _) =
        server.request("GET", &format!("/api/v1/tables/{table}/record"), None, &json!(null)).await;
    assert_eq!(status, 200);
    clients[1].act("late", &json!({ "type": "pass" })).await;
    let refused = loop {
        let message = clients[1].hear().await;
        if message["type"] == "refused" {
            break message;
        }
    };
    assert!(["game-over", "resigned"].contains(&refused["kind"].as_str().unwrap()));
}

#[tokio::test]
async fn a_delayed_spectator_sees_it_later() {
    let server = TestServer::open().await;
    let new = json!({ "game": "herding-cats", "spectators": { "delayed": 60 } });
    let (table, _, mut clients) = server.seated(new, 2).await;
    let mut spectator = server.join(&table, None, None).await;
    assert_eq!(spectator.view, Value::Null, "the deal must not be visible yet");
    let actor = clients.iter().position(Client::is_asked).unwrap();
    let action = clients[actor].legal[0].clone();
    clients[actor].act("a", &action).await;
    clients[actor].hear().await;
    server.clock.advance(secs(59));
    assert_eq!(server.join(&table, None, None).await.view, Value::Null);
    server.clock.advance(secs(1));
    spectator.catch_up(clients[actor].n).await;
    assert_ne!(spectator.view, Value::Null);
}

#[tokio::test]
async fn a_client_that_sends_no_hello_is_disconnected() {
    let server = TestServer::open().await;
    let (table, _) = server.table(json!({ "game": "herding-cats" }), 2).await;
    let mut silent = server.connect(&table).await;
    // The timeout is started before the first read, so the other's hello shows that this one is running.
    let _other = server.join(&table, None, None).await;
    server.clock.advance(secs(5));
    server.clock.advance(secs(5));
    assert_eq!(silent.hear().await, json!({ "type": "bye", "reason": "no-hello" }));
    assert!(silent.next().await.is_none());
}

/// A game against bots waits for its only person, whatever the table chose.
#[tokio::test]
async fn a_player_alone_against_bots_has_no_timeout() {
    let server = TestServer::open().await;
    let bot = json!({ "bot": "random" });
    for clock in [json!("none"), json!({ "decision": 10 })] {
        let new = json!({
            "game": "herding-cats", "seats": ["open", bot, bot], "clock": clock, "grace": 5,
            "options": { "challenge_clock": 20 },
        });
        let (table, tokens) = server.table(new, 1).await;
        let mut client = server.join(&table, Some(&tokens[0]), None).await;
        // Where everybody has to answer, the bots may do so in the meantime.
        while client.waiting != [0] {
            client.hear().await;
        }
        assert_eq!(client.welcome["clocks"], Value::Null);
        let n = client.n;
        client.close().await;
        server.clock.advance(secs(3600));
        let client = server.join(&table, Some(&tokens[0]), None).await;
        assert_eq!((client.n, client.is_asked()), (n, true));
        assert_eq!(client.table["seats"][0]["absent"], Value::Null);
    }
}
