//! Clocks, reminders, players who are gone, and spectators who see it later: with a clock that is driven by hand.
#![allow(clippy::unwrap_used)] // a test that cannot go on has failed

mod common;

use std::time::Duration;

use common::{Client, TestHouse};
use serde_json::{Value, json};

async fn seated(
    house: &TestHouse,
    new: Value,
    people: usize,
) -> (String, Vec<String>, Vec<Client>) {
    let (table, tokens) = house.table(new, people).await;
    let mut clients = Vec::new();
    for token in &tokens {
        clients.push(house.join(&table, Some(token), None).await);
    }
    (table, tokens, clients)
}

fn secs(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

#[tokio::test]
async fn a_clock_reminds_and_then_acts() {
    let house = TestHouse::open().await;
    let new = json!({ "game": "herding-cats", "clock": { "decision": 40 } });
    let (_, _, mut clients) = seated(&house, new, 2).await;
    let actor = clients.iter().position(Client::is_asked).unwrap();
    house.clock.advance(secs(30));
    assert_eq!(clients[actor].hear().await, json!({ "type": "reminder", "left": 10_000 }));
    house.clock.advance(secs(10));
    let update = clients[actor].hear().await;
    assert_eq!((&update["by"], &update["a"]), (&json!("clock"), &Value::Null));
    assert_eq!(update["s"], actor);
    let heard = clients[1 - actor].hear().await;
    assert_eq!((&heard["by"], &heard["n"]), (&json!("clock"), &update["n"]));
}

#[tokio::test]
async fn the_time_for_a_game_goes_on_after_a_fall() {
    let house = TestHouse::open().await;
    let new =
        json!({ "game": "herding-cats", "clock": { "game": { "seconds": 100, "increment": 5 } } });
    let (table, tokens, mut clients) = seated(&house, new, 2).await;
    let actor = clients.iter().position(Client::is_asked).unwrap();
    house.clock.advance(secs(10));
    let action = clients[actor].legal[0].clone();
    clients[actor].act("a", &action).await;
    let update = clients[actor].hear().await;
    assert_eq!(update["c"][actor], 95_000, "10 used, 5 added");
    house.clock.advance(secs(7));
    let house = house.reopened().await;
    let first = house.join(&table, Some(&tokens[actor]), None).await;
    assert_eq!(
        first.n,
        update["n"].as_u64().unwrap() + 1,
        "that it opened again is in the journal"
    );
    house.clock.advance(secs(1));
    // What ran before the fall and after the last entry is given back, and so is the time that the house was down.
    let again = house.join(&table, Some(&tokens[actor]), None).await;
    assert_eq!(again.welcome["clocks"][actor], 95_000);
    assert_eq!(again.welcome["clocks"][1 - actor], 99_000);
}

#[tokio::test]
async fn the_table_goes_on_without_somebody_who_is_gone_until_they_come_back() {
    let house = TestHouse::open().await;
    let new = json!({ "game": "herding-cats", "grace": 30, "absent": { "bot": "timid" } });
    let (table, tokens, mut clients) = seated(&house, new, 2).await;
    let actor = clients.iter().position(Client::is_asked).unwrap();
    let gone = clients.remove(actor);
    let mut other = clients.remove(0);
    gone.close().await;
    // The first presence is the other's own coming, or the going.
    while other.next().await.unwrap()["here"] != json!([1 - actor]) {}
    house.clock.advance(secs(30));
    let away = other.hear().await;
    assert!(away["by"].is_null());
    assert_eq!(other.table["seats"][actor]["absent"], true);
    assert_eq!(other.hear().await["by"], "absent");
    let back = house.join(&table, Some(&tokens[actor]), None).await;
    assert_eq!(back.you, Some(actor as u64));
    assert!(back.table["seats"][actor]["absent"].is_null());
    other.catch_up(back.n).await;
    assert!(other.table["seats"][actor]["absent"].is_null());
}

#[tokio::test]
async fn whoever_resigned_is_played_to_the_end_and_cannot_come_back() {
    let house = TestHouse::open().await;
    let new = json!({ "game": "herding-cats" });
    let (table, tokens, mut clients) = seated(&house, new, 2).await;
    for token in &tokens {
        house.post(&format!("/api/v1/tables/{table}/resign"), token, json!(null)).await;
    }
    while clients[0].table["state"] != "over" {
        clients[0].hear().await;
    }
    let (status, _) =
        house.request("GET", &format!("/api/v1/tables/{table}/record"), None, &json!(null)).await;
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
    let house = TestHouse::open().await;
    let new = json!({ "game": "herding-cats", "spectators": { "delayed": 60 } });
    let (table, _, mut clients) = seated(&house, new, 2).await;
    let mut spectator = house.join(&table, None, None).await;
    assert_eq!(spectator.view, Value::Null, "the deal is not to be seen yet");
    let actor = clients.iter().position(Client::is_asked).unwrap();
    let action = clients[actor].legal[0].clone();
    clients[actor].act("a", &action).await;
    clients[actor].hear().await;
    house.clock.advance(secs(59));
    assert_eq!(house.join(&table, None, None).await.view, Value::Null);
    house.clock.advance(secs(1));
    spectator.catch_up(clients[actor].n).await;
    assert_ne!(spectator.view, Value::Null);
}

#[tokio::test]
async fn whoever_does_not_say_hello_is_sent_away() {
    let house = TestHouse::open().await;
    let (table, _) = house.table(json!({ "game": "herding-cats" }), 2).await;
    let mut silent = house.connect(&table).await;
    // The clock is asked for before anything is read, so another's hello shows that this one's time runs.
    let _other = house.join(&table, None, None).await;
    house.clock.advance(secs(5));
    house.clock.advance(secs(5));
    assert_eq!(silent.hear().await, json!({ "type": "bye", "reason": "no-hello" }));
    assert!(silent.next().await.is_none());
}

/// A game against bots waits for its only person, whatever the table chose.
#[tokio::test]
async fn one_person_among_bots_is_waited_for() {
    let house = TestHouse::open().await;
    let bot = json!({ "bot": "random" });
    for clock in [json!("none"), json!({ "decision": 10 })] {
        let new = json!({
            "game": "herding-cats", "seats": ["open", bot, bot], "clock": clock, "grace": 5,
            "options": { "challenge_clock": 20 },
        });
        let (table, tokens) = house.table(new, 1).await;
        let mut client = house.join(&table, Some(&tokens[0]), None).await;
        // The bots may answer in the meantime, too, where everybody is asked.
        while client.waiting != [0] {
            client.hear().await;
        }
        assert_eq!(client.welcome["clocks"], Value::Null);
        let n = client.n;
        client.close().await;
        house.clock.advance(secs(3600));
        let client = house.join(&table, Some(&tokens[0]), None).await;
        assert_eq!((client.n, client.is_asked()), (n, true));
        assert_eq!(client.table["seats"][0]["absent"], Value::Null);
    }
}
