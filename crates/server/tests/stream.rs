//! Each viewer's stream: without gaps, told once, and told again to whoever missed it.
#![allow(clippy::unwrap_used)] // a test that cannot go on has failed

mod common;

use common::{Client, TestHouse, config, step};
use serde_json::{Value, json};

async fn seated(
    house: &TestHouse,
    game: &str,
    people: usize,
) -> (String, Vec<String>, Vec<Client>) {
    let (table, tokens) = house.table(json!({ "game": game }), people).await;
    let mut clients = Vec::new();
    for token in &tokens {
        clients.push(house.join(&table, Some(token), None).await);
    }
    (table, tokens, clients)
}

#[tokio::test]
async fn whoever_comes_back_hears_exactly_what_they_missed() {
    let house = TestHouse::open().await;
    let (table, tokens, mut clients) = seated(&house, "herding-cats", 3).await;
    clients.push(house.join(&table, None, None).await);
    let mut number = 0;
    let mut compared = 0;
    loop {
        let since = clients[0].n;
        let told: Vec<usize> = clients.iter().map(|client| client.events.len()).collect();
        let mut over = false;
        for _ in 0..4 {
            over |= !step(&mut clients, number).await;
            number += 1;
        }
        let all = tokens.iter().map(|token| Some(token.as_str())).chain([None]);
        for ((token, client), told) in all.zip(&clients).zip(told) {
            let late = house.join(&table, token, Some(since)).await;
            assert_eq!(late.events, client.events[told..], "what {:?} missed", client.you);
            assert_eq!((late.n, &late.view, &late.table), (client.n, &client.view, &client.table));
            compared += late.events.len();
        }
        if over {
            break;
        }
    }
    assert!(compared > 100, "{compared}");
}

#[tokio::test]
async fn what_only_one_seat_was_told_is_told_again_to_that_seat_alone() {
    let house = TestHouse::open().await;
    let (table, tokens, clients) = seated(&house, "texas-42", 4).await;
    for (token, client) in tokens.iter().zip(&clients) {
        let late = house.join(&table, Some(token), Some(0)).await;
        let hands: Vec<_> =
            late.events.iter().filter(|(_, event)| event["type"] == "your-hand").collect();
        let [(_, hand)] = hands[..] else { panic!("{hands:?}") };
        assert_eq!(hand["hand"], client.view["self"]["hand"]);
    }
    let spectator = house.join(&table, None, Some(0)).await;
    assert!(spectator.events.iter().all(|(_, event)| event["type"] != "your-hand"));
    assert_eq!(spectator.welcome["missed"].as_array().unwrap().len() as u64, spectator.n);
}

#[tokio::test]
async fn what_is_sent_twice_is_done_once_and_acknowledged_again() {
    let house = TestHouse::open().await;
    let (table, tokens, mut clients) = seated(&house, "herding-cats", 2).await;
    let actor = clients.iter().position(Client::is_asked).unwrap();
    let legal = clients[actor].legal.clone();
    clients[actor].act("once", &legal[0]).await;
    let first = clients[actor].hear().await;
    let n = first["n"].clone();
    clients[actor].act("once", &legal[0]).await;
    let done = json!({ "type": "done", "id": "once", "n": n });
    assert_eq!(clients[actor].hear().await, done);
    clients[actor].act("once", &legal[1]).await;
    assert_eq!(clients[actor].hear().await["kind"], "id-reused");

    let house = house.reopened().await;
    let mut again = house.join(&table, Some(&tokens[actor]), None).await;
    assert_eq!(json!(again.n), n);
    again.act("once", &legal[0]).await;
    assert_eq!(again.hear().await, done);
    let missed = house.join(&table, Some(&tokens[actor]), Some(n.as_u64().unwrap() - 1)).await;
    assert_eq!(missed.welcome["missed"][0]["a"], "once");
    let other = house.join(&table, Some(&tokens[1 - actor]), Some(n.as_u64().unwrap() - 1)).await;
    assert_eq!(other.welcome["missed"][0]["a"], Value::Null, "the id is its author's alone");
}

#[tokio::test]
async fn a_client_that_has_not_seen_the_last_entry_can_be_refused_as_stale() {
    let house = TestHouse::open().await;
    let (_, _, mut clients) = seated(&house, "herding-cats", 2).await;
    let actor = clients.iter().position(Client::is_asked).unwrap();
    let action = clients[actor].legal[0].clone();
    let at = clients[actor].n - 1;
    let act = json!({ "type": "act", "id": "late", "at": at, "action": action });
    clients[actor].send(act).await;
    assert_eq!(clients[actor].hear().await["kind"], "stale");
    clients[1 - actor].act("early", &action).await;
    assert_eq!(clients[1 - actor].hear().await["kind"], "out-of-turn");
}

#[tokio::test]
async fn everybody_hears_what_is_said_once() {
    let house = TestHouse::open().await;
    let (_, _, mut clients) = seated(&house, "herding-cats", 2).await;
    for _ in 0..2 {
        clients[0].send(json!({ "type": "chat", "id": "c1", "text": "meow" })).await;
    }
    let said = clients[0].hear().await;
    assert_eq!((&said["a"], &said["m"]["text"]), (&json!("c1"), &json!("meow")));
    let again = clients[0].hear().await;
    assert_eq!(again, json!({ "type": "done", "id": "c1", "n": said["n"] }));
    let heard = clients[1].hear().await;
    assert_eq!((&heard["a"], &heard["m"]["name"]), (&Value::Null, &json!("Player 0")));
}

/// Who begins after a deal of this seed, and a spectator's frames while nothing is turned over.
async fn frames_of_a_deal(seed: &str) -> (usize, Vec<String>) {
    let house = TestHouse::open_with(config(), seed).await;
    let (table, tokens) = house.table(json!({ "game": "herding-cats" }), 3).await;
    let mut spectator = house.join(&table, None, None).await;
    let mut players = Vec::new();
    for token in &tokens {
        players.push(house.join(&table, Some(token), None).await);
    }
    let mut frames = Vec::new();
    let first = players.iter().position(Client::is_asked).unwrap();
    // Any card of the hand may be called a catnip: whether it is one is what nobody can see.
    let bluff = |action: &&Value| action["type"] == "play" && action["declare"] == "catnip";
    let bluff = players[first].legal.iter().find(bluff).unwrap().clone();
    let pass = json!({ "type": "pass" });
    // The others let it pass but for the last, so that nothing is shown.
    for action in [bluff, pass] {
        let actor = players.iter().position(Client::is_asked).unwrap();
        players[actor].act("a", &action).await;
        spectator.hear().await;
        frames.push(spectator.frame.clone());
        for player in &mut players {
            player.catch_up(spectator.n).await;
        }
    }
    (first, frames)
}

#[tokio::test]
async fn what_a_spectator_is_sent_does_not_depend_on_what_is_hidden() {
    let mut by_first: [Vec<Vec<String>>; 3] = Default::default();
    for number in 0..9 {
        let (first, frames) = frames_of_a_deal(&format!("deal {number}")).await;
        by_first[first].push(frames);
    }
    // Who begins is plain to all. Whatever else differs between these deals is hidden.
    for same in &by_first {
        assert!(same.windows(2).all(|pair| pair[0] == pair[1]), "{same:#?}");
    }
    assert!(by_first.iter().any(|same| same.len() > 2));
}
