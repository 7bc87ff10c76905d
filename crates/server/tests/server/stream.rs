//! The updates of each viewer: without gaps or repetitions, and sent again after a reconnect.

use crate::common::{Client, TestServer, config, step};
use serde_json::{Value, json};

#[tokio::test]
async fn a_reconnected_client_gets_exactly_what_it_missed() {
    let server = TestServer::open().await;
    let (table, tokens, mut clients) = server.seated(json!({ "game": "herding-cats" }), 3).await;
    clients.push(server.join(&table, None, None).await);
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
            let late = server.join(&table, token, Some(since)).await;
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
async fn private_events_are_sent_again_only_to_their_seat() {
    let server = TestServer::open().await;
    let (table, tokens, clients) = server.seated(json!({ "game": "texas-42" }), 4).await;
    for (token, client) in tokens.iter().zip(&clients) {
        let late = server.join(&table, Some(token), Some(0)).await;
        let hands: Vec<_> =
            late.events.iter().filter(|(_, event)| event["type"] == "your-hand").collect();
        let [(_, hand)] = hands[..] else { panic!("{hands:?}") };
        assert_eq!(hand["hand"], client.view["self"]["hand"]);
    }
    let spectator = server.join(&table, None, Some(0)).await;
    assert!(spectator.events.iter().all(|(_, event)| event["type"] != "your-hand"));
    assert_eq!(spectator.welcome["missed"].as_array().unwrap().len() as u64, spectator.n);
}

#[tokio::test]
async fn a_repeated_message_is_carried_out_once_and_acknowledged_again() {
    let server = TestServer::open().await;
    let (table, tokens, mut clients) = server.seated(json!({ "game": "herding-cats" }), 2).await;
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

    let server = server.reopened().await;
    let mut again = server.join(&table, Some(&tokens[actor]), None).await;
    assert_eq!(json!(again.n), n);
    again.act("once", &legal[0]).await;
    assert_eq!(again.hear().await, done);
    let missed = server.join(&table, Some(&tokens[actor]), Some(n.as_u64().unwrap() - 1)).await;
    assert_eq!(missed.welcome["missed"][0]["a"], "once");
    let other = server.join(&table, Some(&tokens[1 - actor]), Some(n.as_u64().unwrap() - 1)).await;
    assert_eq!(other.welcome["missed"][0]["a"], Value::Null, "only the author gets the id");
}

#[tokio::test]
async fn a_client_that_has_not_seen_the_last_entry_can_be_refused_as_stale() {
    let server = TestServer::open().await;
    let (_, _, mut clients) = server.seated(json!({ "game": "herding-cats" }), 2).await;
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
async fn a_chat_message_is_sent_to_everybody_once() {
    let server = TestServer::open().await;
    let (_, _, mut clients) = server.seated(json!({ "game": "herding-cats" }), 2).await;
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

/// The first player of the deal with this seed, and a spectator's frames while no card is turned over.
async fn frames_of_a_deal(seed: &str) -> (usize, Vec<String>) {
    let server = TestServer::open_with(config(), seed).await;
    let (table, tokens) = server.table(json!({ "game": "herding-cats" }), 3).await;
    let mut spectator = server.join(&table, None, None).await;
    let mut players = Vec::new();
    for token in &tokens {
        players.push(server.join(&table, Some(token), None).await);
    }
    let mut frames = Vec::new();
    let first = players.iter().position(Client::is_asked).unwrap();
    // Any card may be claimed to be catnip. Whether it is one is hidden.
    let bluff = |action: &&Value| action["type"] == "play" && action["declare"] == "catnip";
    let bluff = players[first].legal.iter().find(bluff).unwrap().clone();
    let pass = json!({ "type": "pass" });
    // All others but the last accept, so that nothing is revealed.
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
    // The first player is public. Everything else that differs between these deals is hidden.
    for same in &by_first {
        assert!(same.windows(2).all(|pair| pair[0] == pair[1]), "{same:#?}");
    }
    assert!(by_first.iter().any(|same| same.len() > 2));
}
