//! Hidden information: whole games are played, and all frames of all clients are searched for leaks.

use std::time::Duration;

use facedown_core::{Game, Record, Seat, Viewer};
use facedown_games::with_game;
use serde_json::{Value, json};

use super::{asked, refused};
use crate::common::{Client, TestServer, step};

/// The events that each seat and a spectator should get, computed from the record.
fn streams<G: Game>(record: &str) -> Vec<Vec<Value>> {
    let table = Record::<G>::from_json(record).unwrap().replay().ok().unwrap().table;
    let told = |viewer| {
        table.stream(viewer).map(|heard| serde_json::to_value(&heard.told.event).unwrap()).collect()
    };
    let seats = (0..table.seats().get()).filter_map(Seat::new);
    seats.map(Viewer::Seat).chain([Viewer::Spectator]).map(told).collect()
}

#[tokio::test]
async fn every_viewer_gets_exactly_their_own_events() {
    for (game, people) in [("herding-cats", 3), ("texas-42", 4), ("exploding-kittens", 4)] {
        let server = TestServer::open().await;
        let (table, tokens) = server.table(json!({ "game": game }), people).await;
        let mut clients = Vec::new();
        for token in tokens.iter().map(|token| Some(token.as_str())).chain([None]) {
            clients.push(server.join(&table, token, Some(0)).await);
        }
        let mut number = 0;
        while step(&mut clients, number).await && number < 2_000 {
            number += 1;
            look_at(game, clients.last().unwrap());
            if game == "herding-cats" {
                clients.iter().for_each(hands_are_their_own);
            }
        }
        for token in &tokens {
            if clients[0].table["state"] != "over" {
                server.post(&format!("/api/v1/tables/{table}/resign"), token, json!(null)).await;
            }
        }
        while clients[0].table["state"] != "over" {
            clients[0].hear().await;
        }
        let n = clients[0].n;
        for client in &mut clients {
            client.catch_up(n).await;
        }
        let answer = server
            .raw("GET", &format!("/api/v1/tables/{table}/record"), None, &json!(null), &[])
            .await;
        let record = answer.split_once("\r\n\r\n").unwrap().1;
        let streams = with_game!(game, G => streams::<G>(record), else unreachable!());
        for (client, stream) in clients.iter().zip(&streams) {
            let told: Vec<&Value> = client.events.iter().map(|(_, event)| event).collect();
            assert_eq!(told, stream.iter().collect::<Vec<_>>(), "{game}, seat {:?}", client.you);
        }
        let seed = serde_json::from_str::<Value>(record).unwrap();
        let seed = find(&seed, "seed").unwrap().as_str().unwrap().to_owned();
        for client in &clients {
            for frame in &client.frames {
                assert!(!frame.contains(&seed), "the seed must be only in the record");
                assert!(tokens.iter().all(|token| !frame.contains(token)));
            }
        }
    }
}

/// Checks that a spectator was sent nothing that only seats get.
fn look_at(game: &str, spectator: &Client) {
    assert_eq!(spectator.you, None);
    let last: Value = serde_json::from_str(&spectator.frame).unwrap();
    assert!(
        last["l"].is_null() && last["a"].is_null() && last["legal"].is_null(),
        "{game}: {last}"
    );
    for own in ["self", "own", "you", "player_id"] {
        let seen = spectator.view.get(own).unwrap_or(&Value::Null);
        assert!(seen.is_null(), "{game}: a spectator has {own}: {seen}");
    }
}

/// Checks that a client sees no faces of other hands, nor of cards that are out of the game.
fn hands_are_their_own(client: &Client) {
    if client.table["state"] == "over" {
        return;
    }
    for (seat, player) in client.view["players"].as_array().unwrap().iter().enumerate() {
        let is_own = client.you == Some(seat as u64);
        for card in player["hand"].as_array().unwrap() {
            assert_eq!(card.as_object().unwrap().len() > 1, is_own, "{card} of seat {seat}");
        }
        for card in player["out"].as_array().unwrap() {
            assert_eq!(card.as_object().unwrap().len(), 1, "{card}");
        }
    }
}

fn find<'a>(value: &'a Value, key: &str) -> Option<&'a Value> {
    match value {
        Value::Object(fields) => {
            fields.get(key).or_else(|| fields.values().find_map(|value| find(value, key)))
        }
        Value::Array(items) => items.iter().find_map(|value| find(value, key)),
        _ => None,
    }
}

#[tokio::test]
async fn a_table_without_spectators_has_none() {
    let server = TestServer::open().await;
    let new = json!({ "game": "herding-cats", "spectators": "none" });
    let (table, tokens, _clients) = server.seated(new, 2).await;
    let stranger = server.guest("Mallory").await;
    for token in [None, Some(stranger.as_str())] {
        let mut client = server.connect(&table).await;
        client.hello(token, Some(0)).await;
        assert_eq!(refused(&mut client).await, "no-spectators");
        assert_eq!(client.hear().await["type"], "bye");
    }
    assert_eq!(server.join(&table, Some(&tokens[1]), None).await.you, Some(1));
}

#[tokio::test]
async fn a_delayed_spectator_gets_nothing_early() {
    let server = TestServer::open().await;
    let new = json!({ "game": "herding-cats", "spectators": { "delayed": 30 } });
    let (table, _, mut clients) = server.seated(new, 2).await;
    let mut spectator = server.join(&table, None, Some(0)).await;
    let mut told = Vec::new();
    for number in 0..6 {
        let (_, legal) = asked(&clients);
        assert!(!legal.is_empty());
        step(&mut clients, number).await;
        told.push(clients[0].n);
        server.clock.advance(Duration::from_secs(10));
        // Nothing of the last half minute, whether the spectator stays, connects anew or asks for missed updates.
        let shown = told.iter().rev().nth(2).copied();
        for since in [None, Some(0), Some(clients[0].n)] {
            let fresh = server.join(&table, None, since).await;
            assert!(
                fresh.n <= shown.unwrap_or(clients[0].n - told.len() as u64),
                "{} of {told:?}",
                fresh.n
            );
        }
        assert!(is_behind(&mut spectator, clients[0].n).await);
    }
    server.clock.advance(Duration::from_secs(30));
    spectator.catch_up(clients[0].n).await;
    assert_ne!(spectator.view, Value::Null);
}

/// Whether this spectator has not been sent the last entry. A pong comes after everything that was sent before.
async fn is_behind(spectator: &mut Client, n: u64) -> bool {
    super::is_served(spectator).await && spectator.n < n
}
