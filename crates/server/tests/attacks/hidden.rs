//! What is hidden: whole games, with everything that everybody was sent looked through.

use std::time::Duration;

use facedown_core::{Game, Record, Seat, Viewer};
use facedown_games::with_game;
use serde_json::{Value, json};

use super::{asked, refused, seated};
use crate::common::{Client, TestHouse, step};

/// What each seat and a spectator were to be told, from the record.
fn streams<G: Game>(record: &str) -> Vec<Vec<Value>> {
    let table = Record::<G>::from_json(record).unwrap().replay().ok().unwrap().table;
    let told = |viewer| {
        table.stream(viewer).map(|heard| serde_json::to_value(&heard.told.event).unwrap()).collect()
    };
    let seats = (0..table.seats().get()).filter_map(Seat::new);
    seats.map(Viewer::Seat).chain([Viewer::Spectator]).map(told).collect()
}

#[tokio::test]
async fn everybody_is_told_their_own_stream_and_nothing_of_the_others() {
    for (game, people) in [("herding-cats", 3), ("texas-42", 4), ("exploding-kittens", 4)] {
        let house = TestHouse::open().await;
        let (table, tokens) = house.table(json!({ "game": game }), people).await;
        let mut clients = Vec::new();
        for token in tokens.iter().map(|token| Some(token.as_str())).chain([None]) {
            clients.push(house.join(&table, token, Some(0)).await);
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
                house.post(&format!("/api/v1/tables/{table}/resign"), token, json!(null)).await;
            }
        }
        while clients[0].table["state"] != "over" {
            clients[0].hear().await;
        }
        let n = clients[0].n;
        for client in &mut clients {
            client.catch_up(n).await;
        }
        let answer = house
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
                assert!(!frame.contains(&seed), "the seed is in the record and nowhere else");
                assert!(tokens.iter().all(|token| !frame.contains(token)));
            }
        }
    }
}

/// What only seats have is never sent to a spectator.
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

/// Nobody sees the faces of a hand that is not theirs, nor of the cards that are out of the game.
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
async fn where_nobody_may_look_on_nobody_does() {
    let house = TestHouse::open().await;
    let new = json!({ "game": "herding-cats", "spectators": "none" });
    let (table, tokens, _clients) = seated(&house, new, 2).await;
    let stranger = house.guest("Mallory").await;
    for token in [None, Some(stranger.as_str())] {
        let mut client = house.connect(&table).await;
        client.hello(token, Some(0)).await;
        assert_eq!(refused(&mut client).await, "no-spectators");
        assert_eq!(client.hear().await["type"], "bye");
    }
    assert_eq!(house.join(&table, Some(&tokens[1]), None).await.you, Some(1));
}

#[tokio::test]
async fn a_delayed_spectator_hears_nothing_early() {
    let house = TestHouse::open().await;
    let new = json!({ "game": "herding-cats", "spectators": { "delayed": 30 } });
    let (table, _, mut clients) = seated(&house, new, 2).await;
    let mut spectator = house.join(&table, None, Some(0)).await;
    let mut told = Vec::new();
    for number in 0..6 {
        let (_, legal) = asked(&clients);
        assert!(!legal.is_empty());
        step(&mut clients, number).await;
        told.push(clients[0].n);
        house.clock.advance(Duration::from_secs(10));
        // Nothing of the last half minute, whether one looks on, comes anew or asks for what was missed.
        let shown = told.iter().rev().nth(2).copied();
        for since in [None, Some(0), Some(clients[0].n)] {
            let fresh = house.join(&table, None, since).await;
            assert!(
                fresh.n <= shown.unwrap_or(clients[0].n - told.len() as u64),
                "{} of {told:?}",
                fresh.n
            );
        }
        assert!(is_behind(&mut spectator, clients[0].n).await);
    }
    house.clock.advance(Duration::from_secs(30));
    spectator.catch_up(clients[0].n).await;
    assert_ne!(spectator.view, Value::Null);
}

/// Whether this spectator has not yet heard of the last entry. A pong comes after all that was sent before.
async fn is_behind(spectator: &mut Client, n: u64) -> bool {
    super::is_served(spectator).await && spectator.n < n
}
