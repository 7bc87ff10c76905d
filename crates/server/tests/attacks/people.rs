//! Players who try what only others may do: with others' tokens, after leaving, without an invitation.

use std::time::Duration;

use serde_json::{Value, json};

use super::{asked, is_served, refused};
use crate::common::{TestServer, step};

#[tokio::test]
async fn a_token_acts_only_for_its_own_seat() {
    let server = TestServer::open().await;
    let (table, tokens, mut clients) = server.seated(json!({ "game": "herding-cats" }), 2).await;
    let (actor, legal) = asked(&clients);
    let other = 1 - actor;
    clients[other].act("a", &legal[0]).await;
    assert_eq!(refused(&mut clients[other]).await, "out-of-turn");
    // A seat in the message is ignored.
    let forged = json!({ "type": "act", "id": "b", "seat": actor, "you": actor, "token": tokens[actor], "action": legal[0] });
    clients[other].send(forged).await;
    assert_eq!(refused(&mut clients[other]).await, "out-of-turn");
    // So is another player's token in a second hello.
    clients[other].hello(Some(&tokens[actor]), None).await;
    assert_eq!(refused(&mut clients[other]).await, "hello-twice");
    clients[other].act("c", &legal[0]).await;
    assert_eq!(refused(&mut clients[other]).await, "out-of-turn");

    // The token of a player at another table gives no seat here.
    let (_, elsewhere) = server.table(json!({ "game": "herding-cats" }), 2).await;
    let mut stranger = server.join(&table, Some(&elsewhere[0]), None).await;
    assert_eq!((stranger.you, stranger.legal.len()), (None, 0));
    stranger.act("a", &legal[0]).await;
    assert_eq!(refused(&mut stranger).await, "not-seated");
    let unknown = "A".repeat(43);
    let mut nobody = server.connect(&table).await;
    nobody.hello(Some(&unknown), None).await;
    assert_eq!(refused(&mut nobody).await, "unauthorized");
    assert_eq!(nobody.hear().await["type"], "bye");

    clients[actor].act("mine", &legal[0]).await;
    assert_eq!(clients[actor].hear().await["a"], "mine");
}

#[tokio::test]
async fn a_player_who_left_or_was_kicked_has_no_more_rights_than_a_stranger() {
    let server = TestServer::open().await;
    let host = server.guest("Ann").await;
    let new = json!({
        "game": "herding-cats", "seats": ["open", "open", "open"], "sit": 0,
        "spectators": "none", "autostart": true,
    });
    let created = server.post("/api/v1/tables", &host, new).await;
    let table = created["table"].as_str().unwrap();
    let path = format!("/api/v1/tables/{table}");
    let [left, kicked] = [server.guest("Lee").await, server.guest("Kim").await];
    for token in [&left, &kicked] {
        server.post(&format!("{path}/sit"), token, json!({})).await;
        if *token == left {
            server.post(&format!("{path}/leave"), token, json!(null)).await;
        }
    }
    server.post(&format!("{path}/kick"), &host, json!({ "seat": 1 })).await;
    // Before the game everybody may watch except kicked players.
    let mut waiting = server.join(table, Some(&left), None).await;
    assert_eq!(waiting.you, None);
    let mut client = server.connect(table).await;
    client.hello(Some(&kicked), None).await;
    assert_eq!(refused(&mut client).await, "kicked");
    for token in [&left, &kicked] {
        for (ask, body) in [
            ("leave", json!(null)),
            ("resign", json!(null)),
            ("kick", json!({ "seat": 0 })),
            ("forgive", json!(null)),
            ("start", json!(null)),
        ] {
            let (status, refusal) =
                server.request("POST", &format!("{path}/{ask}"), Some(token), &body).await;
            assert_eq!(status, 403, "{ask}: {refusal}");
        }
    }
    let mut sitters = Vec::new();
    for name in ["Bob", "Cat"] {
        let token = server.guest(name).await;
        server.post(&format!("{path}/sit"), &token, json!({})).await;
        sitters.push(token);
    }
    // Once the game has started nobody may watch, not even those who were connected before.
    loop {
        let message = waiting.next().await.unwrap();
        assert!(message["v"].is_null() && message["e"].is_null(), "{message}");
        if message["type"] == "bye" {
            assert_eq!(message["reason"], "started");
            break;
        }
    }
    assert!(waiting.next().await.is_none());
    for (token, kind) in
        [(Some(&left), "no-spectators"), (Some(&kicked), "kicked"), (None, "no-spectators")]
    {
        let mut late = server.connect(table).await;
        late.hello(token.map(String::as_str), Some(0)).await;
        assert_eq!(refused(&mut late).await, kind);
    }
    let player = server.join(table, Some(&sitters[0]), None).await;
    assert_eq!(player.table["state"], "playing");
    assert_ne!(player.view, Value::Null);
}

#[tokio::test]
async fn only_the_host_kicks_and_starts_and_nobody_resigns_for_another() {
    let server = TestServer::open().await;
    let [host, guest, stranger] =
        [server.guest("Ann").await, server.guest("Bob").await, server.guest("Mal").await];
    let new = json!({ "game": "herding-cats", "seats": ["open", "open"], "sit": 0 });
    let created = server.post("/api/v1/tables", &host, new).await;
    let path = format!("/api/v1/tables/{}", created["table"].as_str().unwrap());
    let ask = |what: &'static str, token: Option<String>, body: Value| {
        let (server, path) = (&server, &path);
        async move {
            let (status, answer) =
                server.request("POST", &format!("{path}/{what}"), token.as_deref(), &body).await;
            (status, answer["kind"].as_str().unwrap_or_default().to_owned())
        }
    };
    let kind = |status: u16, kind: &str| (status, kind.to_owned());
    server.post(&format!("{path}/sit"), &guest, json!({})).await;
    for token in [&guest, &stranger] {
        let token = Some(token.clone());
        assert_eq!(ask("start", token.clone(), json!(null)).await, kind(403, "not-host"));
        assert_eq!(ask("kick", token, json!({ "seat": 0 })).await, kind(403, "not-host"));
    }
    for what in ["start", "leave", "resign", "rematch", "sit"] {
        assert_eq!(ask(what, None, json!({})).await, kind(401, "unauthorized"), "{what}");
    }
    assert_eq!(
        ask("kick", Some(host.clone()), json!({ "seat": 7 })).await,
        kind(400, "no-such-seat")
    );
    assert_eq!(
        ask("kick", Some(host.clone()), json!({ "seat": -1 })).await,
        kind(400, "malformed")
    );
    assert_eq!(ask("resign", Some(stranger.clone()), json!(null)).await, kind(403, "not-seated"));
    assert_eq!(ask("resign", Some(guest.clone()), json!(null)).await, kind(409, "not-started"));
    assert_eq!(
        ask("sit", Some(stranger.clone()), json!({ "seat": 1 })).await,
        kind(409, "seat-taken")
    );
    assert_eq!(ask("start", Some(host.clone()), json!(null)).await.0, 204);
    assert_eq!(
        ask("kick", Some(host.clone()), json!({ "seat": 1 })).await,
        kind(409, "already-started")
    );
    assert_eq!(ask("leave", Some(guest.clone()), json!(null)).await, kind(409, "already-started"));
    assert_eq!(ask("sit", Some(stranger.clone()), json!({})).await, kind(409, "already-started"));
    let (status, _) =
        server.request("GET", &format!("{path}/record"), Some(&host), &json!(null)).await;
    assert_eq!(status, 409, "there is no record before the end");
    assert_eq!(ask("resign", Some(guest.clone()), json!(null)).await.0, 204);
    assert_eq!(ask("resign", Some(guest), json!(null)).await, kind(409, "resigned"));
}

#[tokio::test]
async fn missed_updates_are_sent_only_to_their_viewer() {
    let server = TestServer::open().await;
    let (table, tokens, mut clients) =
        server.seated(json!({ "game": "texas-42", "private": true }), 4).await;
    for number in 0..3 {
        step(&mut clients, number).await;
    }
    let stranger = server.guest("Mallory").await;
    for token in [None, Some(stranger.as_str())] {
        for since in [0, 3, u64::MAX] {
            let mut outsider = server.connect(&table).await;
            outsider.hello(token, Some(since)).await;
            assert_eq!(refused(&mut outsider).await, "not-found");
            assert_eq!(outsider.hear().await["type"], "bye");
            assert!(outsider.next().await.is_none());
        }
    }
    // A number in the future gets a plain welcome.
    for since in [clients[0].n + 1, u64::MAX] {
        let early = server.join(&table, Some(&tokens[0]), Some(since)).await;
        assert_eq!((early.n, &early.welcome["missed"]), (clients[0].n, &Value::Null));
    }
    let mut honest = server.join(&table, Some(&tokens[0]), Some(0)).await;
    assert_eq!(honest.welcome["missed"].as_array().unwrap().len() as u64, clients[0].n);
    assert!(is_served(&mut honest).await);
}

#[tokio::test]
async fn no_player_can_use_up_all_links() {
    let server = TestServer::open().await;
    let [ann, mal] = [server.guest("Ann").await, server.guest("Mal").await];
    let first = server.post("/api/v1/me/link", &mal, json!(null)).await;
    let honest = server.post("/api/v1/me/link", &ann, json!(null)).await;
    let second = server.post("/api/v1/me/link", &mal, json!(null)).await;
    let follow = |link: Value| {
        let server = &server;
        async move {
            server.request("POST", "/api/v1/link", None, &json!({ "code": link["code"] })).await
        }
    };
    assert_eq!(follow(first).await.0, 403, "a player has one link at a time");
    assert_eq!(follow(second).await.1["name"], "Mal");
    assert_eq!(follow(honest).await.1["name"], "Ann");
}

#[tokio::test]
async fn names_and_chat_have_no_hidden_characters() {
    let server = TestServer::open().await;
    for name in [
        "",
        "   ",
        "a\u{0}b",
        "a\nb",
        "\u{1b}[31mred",
        "\u{202e}nnA",
        "a\u{2028}b",
        "\u{85}x\u{85}y",
    ] {
        let (status, refusal) =
            server.request("POST", "/api/v1/guests", None, &json!({ "name": name })).await;
        assert_eq!((status, &refusal["kind"]), (400, &json!("malformed")), "{name:?}");
    }
    let long = json!({ "name": "x".repeat(33) });
    assert_eq!(server.request("POST", "/api/v1/guests", None, &long).await.0, 400);
    let (_, _, mut clients) = server.seated(json!({ "game": "herding-cats" }), 2).await;
    for text in ["", "a\u{7}b", "a\rb", "\u{2066}x", &"x".repeat(501)] {
        clients[0].send(json!({ "type": "chat", "id": "c", "text": text })).await;
        assert_eq!(refused(&mut clients[0]).await, "malformed", "{text:?}");
    }
    let honest = "<b>Zoë</b> \"🐈\" \\ 'ok'";
    clients[0].send(json!({ "type": "chat", "id": "c", "text": honest })).await;
    assert_eq!(clients[1].hear().await["m"]["text"], honest);
}

#[tokio::test]
async fn a_player_finds_only_their_own_finished_tables() {
    let server = TestServer::open().await;
    let (table, tokens, mut clients) =
        server.seated(json!({ "game": "herding-cats", "private": true }), 2).await;
    let mut number = 0;
    while step(&mut clients, number).await {
        number += 1;
    }
    for client in clients {
        client.close().await;
    }
    let mine = |token: String| {
        let server = &server;
        async move { server.request("GET", "/api/v1/me/tables", Some(&token), &json!(null)).await.1 }
    };
    let before = mine(tokens[1].clone()).await;
    assert_eq!(before["tables"][0]["state"], "over");
    server.clock.advance(Duration::from_hours(1));
    let id = facedown_protocol::TableId::new(&table).unwrap();
    let store = &server.hub().shared.store;
    // Connections are closed asynchronously, and a sweep does not archive a table that is being watched.
    while store.archived(&id).await.unwrap().is_none() {
        server.hub().sweep().await;
        tokio::task::yield_now().await;
    }
    assert_eq!(mine(tokens[1].clone()).await, before);
    let other = server.guest("Mallory").await;
    assert_eq!(mine(other).await, json!({ "tables": [] }));
    // A watched archived table is in memory again, and must still be listed once.
    let _late = server.join(&table, Some(&tokens[0]), None).await;
    assert_eq!(mine(tokens[1].clone()).await, before);
}
