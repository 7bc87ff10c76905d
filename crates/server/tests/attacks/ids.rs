//! Client ids that are replayed, forged, or used for something else.

use std::time::Duration;

use serde_json::{Value, json};

use super::{asked, refused};
use crate::common::{TestServer, step};

#[tokio::test]
async fn an_id_is_used_once_per_seat() {
    let server = TestServer::open().await;
    let (table, tokens, mut clients) = server.seated(json!({ "game": "texas-42" }), 4).await;
    let (actor, legal) = asked(&clients);
    clients[actor].act("m1", &legal[0]).await;
    let first = clients[actor].hear().await;
    let done = json!({ "type": "done", "id": "m1", "n": first["n"] });
    for client in &mut clients {
        client.catch_up(first["n"].as_u64().unwrap()).await;
    }
    // Sent again after others have moved, from another connection of the same player, and written differently.
    clients[actor].act("m1", &legal[0]).await;
    assert_eq!(clients[actor].hear().await, done);
    let (next, theirs) = asked(&clients);
    assert_ne!(next, actor);
    // Another seat may use the same id.
    clients[next].act("m1", &theirs[0]).await;
    let second = clients[next].hear().await;
    assert_eq!(
        (&second["a"], second["n"].as_u64()),
        (&json!("m1"), first["n"].as_u64().map(|n| n + 1))
    );
    let heard = clients[actor].hear().await;
    assert_eq!(
        (&heard["n"], &heard["a"]),
        (&second["n"], &Value::Null),
        "an id is its author's alone"
    );

    let mut again = server.join(&table, Some(&tokens[actor]), first["n"].as_u64()).await;
    assert_eq!(again.welcome["missed"].as_array().unwrap().len(), 1);
    let spelt = format!("{{\"type\":\"act\",\"id\":\"m1\",\"action\": {} }}", spread(&legal[0]));
    again.socket_send(spelt).await;
    assert_eq!(again.hear().await, done, "after a reconnect, and written differently");
    again.act("m1", legal.last().unwrap()).await;
    assert_eq!(refused(&mut again).await, "id-reused");
    again.send(json!({ "type": "chat", "id": "m1", "text": "hello" })).await;
    assert_eq!(refused(&mut again).await, "id-reused");
    // A repeated message changes nothing for anybody.
    let n = server.join(&table, Some(&tokens[0]), None).await.n;
    assert_eq!(Some(n), second["n"].as_u64());

    let server = server.reopened().await;
    let mut later = server.join(&table, Some(&tokens[actor]), None).await;
    later.act("m1", &legal[0]).await;
    assert_eq!(later.hear().await, done, "after a crash");
}

/// The same JSON, written over many lines.
fn spread(value: &Value) -> String {
    format!("{value:#}").replace('\n', " \r\n\t ")
}

#[tokio::test]
async fn a_spectators_message_is_acknowledged_with_its_own_number() {
    let server = TestServer::open().await;
    let (table, _, mut clients) = server.seated(json!({ "game": "herding-cats" }), 2).await;
    let guest = server.guest("Sue").await;
    let mut spectator = server.join(&table, Some(&guest), None).await;
    spectator.send(json!({ "type": "chat", "id": "c", "text": "hi" })).await;
    let said = spectator.hear().await;
    assert_eq!(said["a"], "c");
    clients[0].catch_up(said["n"].as_u64().unwrap()).await;
    clients[1].catch_up(said["n"].as_u64().unwrap()).await;
    step(&mut clients, 0).await;
    spectator.hear().await;
    spectator.send(json!({ "type": "chat", "id": "c", "text": "hi" })).await;
    assert_eq!(spectator.hear().await, json!({ "type": "done", "id": "c", "n": said["n"] }));
    spectator.send(json!({ "type": "chat", "id": "c", "text": "something else" })).await;
    assert_eq!(refused(&mut spectator).await, "id-reused");
}

#[tokio::test]
async fn chat_does_not_keep_players_from_acting() {
    let server = TestServer::open().await;
    let (table, _, mut clients) = server.seated(json!({ "game": "herding-cats" }), 2).await;
    let (actor, legal) = asked(&clients);
    let at = clients[actor].n;
    let guest = server.guest("Mallory").await;
    let mut spectator = server.join(&table, Some(&guest), None).await;
    spectator.send(json!({ "type": "chat", "id": "c", "text": "blah" })).await;
    spectator.hear().await;
    let act = json!({ "type": "act", "id": "m", "at": at, "action": legal[0] });
    clients[actor].send(act).await;
    clients[actor].hear().await;
    assert_eq!(clients[actor].hear().await["a"], "m");
    let late = json!({ "type": "act", "id": "m2", "at": at, "action": legal[0] });
    clients[actor].send(late).await;
    assert_eq!(refused(&mut clients[actor]).await, "stale");
}

#[tokio::test]
async fn an_action_over_many_lines_is_one_line_of_the_journal() {
    let server = TestServer::open().await;
    let (table, tokens, mut clients) = server.seated(json!({ "game": "herding-cats" }), 2).await;
    let (actor, legal) = asked(&clients);
    let act = format!("{{\"type\":\"act\",\"id\":\"m\",\"action\":{}}}", spread(&legal[0]));
    clients[actor].socket_send(act).await;
    assert_eq!(clients[actor].hear().await["a"], "m");
    let n = clients[actor].n;
    clients[1 - actor].catch_up(n).await;
    let mut number = 0;
    while step(&mut clients, number).await {
        number += 1;
    }
    for client in clients {
        client.close().await;
    }
    server.clock.advance(Duration::from_hours(1));
    let id = facedown_protocol::TableId::new(&table).unwrap();
    while server.hub().shared.store.archived(&id).await.unwrap().is_none() {
        server.hub().sweep().await;
        tokio::task::yield_now().await;
    }
    // Read from the archive, where each line is an entry.
    let path = format!("/api/v1/tables/{table}/record");
    let (status, record) = server.request("GET", &path, Some(&tokens[0]), &json!(null)).await;
    assert_eq!(status, 200, "{record}");
}
