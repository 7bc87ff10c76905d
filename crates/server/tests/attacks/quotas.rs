//! Quotas per address and player: tables, guests, bytes, replays.

use std::time::Duration;

use facedown_server::origin::ProxyHeader;
use facedown_server::store::{Player, PlayerId};
use facedown_server::time::{Moment, WallTime};
use futures_util::SinkExt;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::tungstenite::{Error, Message};

use super::is_served;
use crate::common::{TestServer, config};

/// A test that does not end within this time fails.
const GUARD: Duration = Duration::from_mins(1);

async fn create(server: &TestServer, token: &str) -> (u16, Value) {
    let new = json!({ "game": "herding-cats", "seats": ["open", "open"] });
    server.request("POST", "/api/v1/tables", Some(token), &new).await
}

/// The status and the kind of refusal of a request from this address through the proxy.
async fn through_proxy(
    server: &TestServer,
    method: &str,
    path: &str,
    from: &str,
    body: &Value,
) -> (String, String) {
    let answer = server.raw(method, path, None, body, &[("X-Forwarded-For", from)]).await;
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    let body: Value = serde_json::from_str(body).unwrap_or(Value::Null);
    let kind = body["kind"].as_str().unwrap_or_default().to_owned();
    (head.split(' ').nth(1).unwrap().to_owned(), kind)
}

#[tokio::test]
async fn one_address_cannot_take_every_table_slot_not_even_across_a_restart() {
    let mut limited = config();
    (limited.limits.tables_per_player, limited.limits.tables_per_address) = (3, 5);
    let server = TestServer::open_with(limited.clone(), "slots").await;
    let [ann, bob] = [server.guest("Ann").await, server.guest("Bob").await];
    for _ in 0..3 {
        assert_eq!(create(&server, &ann).await.0, 201);
    }
    let (status, refusal) = create(&server, &ann).await;
    assert_eq!((status, &refusal["kind"]), (409, &json!("too-many-tables")));
    for _ in 0..2 {
        assert_eq!(create(&server, &bob).await.0, 201);
    }
    let refused = |(status, refusal): (u16, Value)| (status, refusal["kind"].clone());
    assert_eq!(refused(create(&server, &bob).await), (429, json!("too-many-tables-here")));
    let server = server.reopened_with(limited).await;
    let cyd = server.guest("Cyd").await;
    assert_eq!(refused(create(&server, &cyd).await), (429, json!("too-many-tables-here")));
}

#[tokio::test]
async fn concurrent_requests_cannot_exceed_the_limit_of_tables() {
    let mut config = config();
    config.limits.tables_per_player = 3;
    let server = TestServer::open_with(config, "at once").await;
    let ann = server.guest("Ann").await;
    let all = futures_util::future::join_all((0..20).map(|_| create(&server, &ann))).await;
    let made = all.iter().filter(|(status, _)| *status == 201).count();
    assert_eq!(made, 3, "{all:?}");
}

#[tokio::test]
async fn a_server_without_free_slots_is_not_ready() {
    let mut config = config();
    config.limits.tables = 1;
    let server = TestServer::open_with(config, "full").await;
    let ready = || async { server.raw("GET", "/readyz", None, &json!(null), &[]).await };
    assert!(ready().await.starts_with("HTTP/1.1 200"));
    let ann = server.guest("Ann").await;
    assert_eq!(create(&server, &ann).await.0, 201);
    let answer = ready().await;
    assert!(answer.starts_with("HTTP/1.1 503") && answer.contains("limit of tables"), "{answer}");
    assert_eq!(create(&server, &ann).await.0, 503);
}

#[tokio::test]
async fn behind_a_proxy_every_client_has_limits_of_its_own_however_the_proxy_writes_its_address() {
    let mut config = config();
    config.behind_proxy = Some(ProxyHeader::XForwardedFor);
    (config.limits.guest_burst, config.limits.guests_per_minute) = (1, 0);
    let server = TestServer::open_with(config, "proxy").await;
    let guest = json!({ "name": "Ann" });
    let ask = |from| through_proxy(&server, "POST", "/api/v1/guests", from, &guest);
    let many = ("429".to_owned(), "too-many-guests".to_owned());
    for (first, second) in [
        ("192.0.2.1:1000", "192.0.2.1:2000"),
        ("[2001:db8::1]:1000", "2001:db8::2"),
        // Addresses that cannot be parsed share one limit.
        ("unknown", "_hidden"),
    ] {
        assert_eq!(ask(first).await.0, "200", "{first}");
        assert_eq!(ask(second).await, many, "{second}");
    }
    assert_eq!(ask("192.0.2.9").await.0, "200", "other addresses have not used it up");
}

#[tokio::test]
async fn behind_a_proxy_sockets_per_address_are_limited() {
    let mut config = config();
    config.behind_proxy = Some(ProxyHeader::XForwardedFor);
    config.limits.connections_per_address = 2;
    let server = TestServer::open_with(config, "sockets").await;
    let (table, _) = server.table(json!({ "game": "herding-cats" }), 2).await;
    let url = format!("ws://{}/api/v1/tables/{table}/ws", server.address());
    let connect = |from: &'static str| {
        let mut request = url.as_str().into_client_request().unwrap();
        request.headers_mut().insert("x-forwarded-for", from.parse().unwrap());
        tokio_tungstenite::connect_async(request)
    };
    let open = [connect("192.0.2.1").await.unwrap(), connect("192.0.2.1").await.unwrap()];
    match connect("192.0.2.1").await {
        Err(Error::Http(response)) => assert_eq!(response.status(), 429),
        other => panic!("a third socket: {:?}", other.map(|_| ())),
    }
    assert!(connect("192.0.2.2").await.is_ok());
    drop(open);
}

#[tokio::test]
async fn an_address_that_has_written_too_much_is_disconnected() {
    let mut config = config();
    (config.limits.byte_burst, config.limits.bytes_per_second) = (8_000, 1);
    let server = TestServer::open_with(config, "bytes").await;
    let (_, _, mut clients) = server.seated(json!({ "game": "herding-cats" }), 2).await;
    let mut said = 0;
    let reason = loop {
        let text = "x".repeat(400);
        let chat = json!({ "type": "chat", "id": format!("c{said}"), "text": text });
        if clients[0].socket.send(Message::text(chat.to_string())).await.is_err() {
            break None;
        }
        said += 1;
        assert!(said < 100, "nothing limits it");
        match clients[0].next().await {
            Some(message) if message["type"] == "bye" => break Some(message["reason"].clone()),
            Some(_) => {}
            None => break None,
        }
    };
    assert_eq!(reason, Some(json!("too-fast")));
    server.clock.advance(Duration::from_secs(4_000));
    assert!(is_served(&mut clients[1]).await, "the bucket is refilled after a while");
}

#[tokio::test]
async fn endless_fragments_of_a_message_are_cut_off() {
    let server = TestServer::open().await;
    let (table, tokens, mut clients) = server.seated(json!({ "game": "herding-cats" }), 2).await;
    let mut client = server.join(&table, Some(&tokens[0]), None).await;
    let first = Frame::message(Vec::new(), OpCode::Data(Data::Text), false);
    let empty = Frame::message(Vec::new(), OpCode::Data(Data::Continue), false);
    client.socket.send(Message::Frame(first)).await.unwrap();
    let flood = async {
        // Each fragment is a header of six bytes without data.
        for _ in 0..1_000_000 {
            if client.socket.feed(Message::Frame(empty.clone())).await.is_err() {
                return true;
            }
        }
        client.socket.flush().await.is_err() || client.next().await.is_none()
    };
    assert!(
        tokio::time::timeout(GUARD, flood).await.unwrap(),
        "the server must not read them for ever"
    );
    assert!(is_served(&mut clients[1]).await);
}

/// Requests a replay and does not read the response.
async fn ask_and_do_not_read(server: &TestServer, table: &str, token: &str) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    let mut stream = socket.connect(server.address()).await.unwrap();
    let head = format!(
        "GET /api/v1/tables/{table}/replay HTTP/1.1\r\nHost: server\r\nAuthorization: Bearer {token}\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    stream.read_exact(&mut [0; 12]).await.unwrap();
    stream
}

#[tokio::test]
async fn an_unread_replay_is_dropped_after_a_while() {
    let mut config = config();
    // Long frames, so that the response does not fit into the buffers of the system.
    (config.pad, config.limits.write_millis) = (256 * 1024, 300);
    (config.limits.replays_per_address, config.limits.replay_burst) = (1, 100_000);
    let server = TestServer::open_with(config, "replays").await;
    let (table, tokens, mut clients) = server.seated(json!({ "game": "herding-cats" }), 2).await;
    for number in 0..30 {
        if !crate::common::step(&mut clients, number).await {
            break;
        }
    }
    let path = format!("/api/v1/tables/{table}/replay");
    let slow = ask_and_do_not_read(&server, &table, &tokens[0]).await;
    let (status, refusal) = server.request("GET", &path, Some(&tokens[0]), &json!(null)).await;
    assert_eq!((status, &refusal["kind"]), (429, &json!("too-many-replays")));
    let again = async {
        while server.request("GET", &path, Some(&tokens[0]), &json!(null)).await.0 != 200 {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(GUARD, again).await.expect("it is held for ever");
    drop(slow);
}

#[tokio::test]
async fn replays_that_are_larger_than_the_memory_for_them_are_made_one_after_the_other() {
    let mut config = config();
    config.limits.replay_bytes = 1;
    let server = TestServer::open_with(config, "memory").await;
    let (table, tokens, _clients) = server.seated(json!({ "game": "herding-cats" }), 2).await;
    let path = format!("/api/v1/tables/{table}/replay");
    let ask = || server.request("GET", &path, Some(&tokens[0]), &Value::Null);
    let answers = futures_util::future::join_all((0..6).map(|_| ask())).await;
    for (status, replay) in answers {
        assert_eq!(status, 200, "{replay}");
        assert!(!replay["frames"].as_array().unwrap().is_empty());
    }
}

#[tokio::test]
async fn replays_per_address_are_limited() {
    let mut config = config();
    (config.limits.replay_burst, config.limits.replays_per_minute) = (2, 60);
    let server = TestServer::open_with(config, "often").await;
    let ask = || async {
        let body = json!({ "share": "nothing" });
        server.request("POST", "/api/v1/replay", None, &body).await.0
    };
    assert_eq!([ask().await, ask().await, ask().await], [400, 400, 429]);
    server.clock.advance(Duration::from_secs(1));
    assert_eq!([ask().await, ask().await], [400, 429]);
}

#[tokio::test]
async fn an_invisible_name_is_refused_and_an_old_one_still_works() {
    let server = TestServer::open().await;
    for name in ["\u{200b}", "\u{3164}", "\u{61c}", "An\u{e0041}n"] {
        let new = json!({ "name": name });
        let (status, refusal) = server.request("POST", "/api/v1/guests", None, &new).await;
        assert_eq!((status, &refusal["kind"]), (400, &json!("malformed")), "{refusal}");
        assert!(refusal["message"].as_str().unwrap().contains("visible"), "{refusal}");
    }
    let store = &server.hub().shared.store;
    let old = Player { id: PlayerId("old".into()), name: "\u{3164}".to_owned() };
    let token = "b2xk";
    let digest = Sha256::digest(token.as_bytes()).into();
    let (wall, now) = (WallTime::from_millis(1), Moment::from_millis(1));
    store.add_player(&old, &digest, wall, now).await.unwrap();
    let (status, me) = server.request("GET", "/api/v1/me", Some(token), &json!(null)).await;
    assert_eq!((status, &me["player"]), (200, &json!("old")));
}

async fn say(client: &mut crate::common::Client, number: usize) {
    let text = "x".repeat(100);
    client.send(json!({ "type": "chat", "id": format!("c{number}"), "text": text })).await;
}

#[tokio::test]
async fn chat_that_is_too_fast_is_refused_without_disconnecting() {
    let mut config = config();
    (config.limits.chat_burst, config.limits.chats_per_minute) = (2, 60);
    let server = TestServer::open_with(config, "talk").await;
    let (table, tokens, mut clients) = server.seated(json!({ "game": "herding-cats" }), 2).await;
    let mut said = Vec::new();
    for number in 0..3 {
        say(&mut clients[0], number).await;
        let heard = clients[0].hear().await;
        said.push(heard["kind"].as_str().map(str::to_owned));
    }
    assert_eq!(said, [None, None, Some("chat-too-fast".to_owned())]);
    // Another connection of the same player shares the limit; another player does not.
    let mut window = server.join(&table, Some(&tokens[0]), None).await;
    say(&mut window, 7).await;
    assert_eq!(super::refused(&mut window).await, "chat-too-fast");
    let n = clients[0].n;
    clients[1].catch_up(n).await;
    say(&mut clients[1], 0).await;
    assert_eq!(clients[1].hear().await["a"], "c0");
    server.clock.advance(Duration::from_secs(1));
    say(&mut window, 7).await;
    while window.hear().await["a"] != "c7" {}
}

#[tokio::test]
async fn a_table_with_full_chat_continues_its_game() {
    let mut limited = config();
    limited.limits.chat_bytes_per_table = 1_000;
    let server = TestServer::open_with(limited.clone(), "full of chat").await;
    let (table, tokens, mut clients) = server.seated(json!({ "game": "herding-cats" }), 2).await;
    let mut number = 0;
    loop {
        say(&mut clients[0], number).await;
        number += 1;
        assert!(number < 10, "it never ends");
        if clients[0].hear().await["kind"] == "chat-full" {
            break;
        }
    }
    let n = clients[0].n;
    clients[1].catch_up(n).await;
    assert!(crate::common::step(&mut clients, 1).await);
    drop(clients);
    let server = server.reopened_with(limited).await;
    let mut client = server.join(&table, Some(&tokens[0]), None).await;
    say(&mut client, 99).await;
    assert_eq!(super::refused(&mut client).await, "chat-full");
}

#[tokio::test]
async fn a_game_that_nobody_visits_is_closed_and_frees_its_slot() {
    let mut config = config();
    (config.unvisited_days, config.limits.tables_per_player) = (1, 1);
    let server = TestServer::open_with(config, "nobody").await;
    // The grace period is a week, so the game just waits.
    let new = json!({ "game": "herding-cats", "grace": 604_800 });
    let (table, tokens, clients) = server.seated(new, 2).await;
    assert_eq!(create(&server, &tokens[0]).await.0, 409);
    let mut watcher = server.join(&table, None, None).await;
    for client in clients {
        client.close().await;
    }
    // It stays as long as somebody watches.
    for _ in 0..2 {
        server.clock.advance(Duration::from_hours(20));
        server.hub().sweep().await;
    }
    assert!(is_served(&mut watcher).await);
    watcher.close().await;
    let viewers = &server.hub().shared.metrics.viewers;
    let gone = async {
        while viewers.get() > 0 {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(GUARD, gone).await.unwrap();
    let path = format!("/api/v1/tables/{table}");
    let state = || async {
        let (_, info) = server.request("GET", &path, Some(&tokens[0]), &Value::Null).await;
        info["state"].as_str().unwrap().to_owned()
    };
    server.hub().sweep().await;
    assert_eq!(state().await, "playing");
    server.clock.advance(Duration::from_hours(24));
    // Sweeps and requests are messages to the table, which are handled in order.
    let closed = async {
        while state().await != "over" {
            server.hub().sweep().await;
        }
    };
    tokio::time::timeout(GUARD, closed).await.unwrap();
    assert_eq!(create(&server, &tokens[0]).await.0, 201);
}

#[tokio::test]
async fn a_table_whose_journal_is_too_long_is_closed() {
    let mut config = config();
    config.limits.journal_bytes_per_table = 3_000;
    let server = TestServer::open_with(config, "long").await;
    let (table, tokens, mut clients) = server.seated(json!({ "game": "herding-cats" }), 2).await;
    let mut number = 0;
    while clients[0].table["state"] == "playing" {
        say(&mut clients[0], number).await;
        number += 1;
        assert!(number < 100, "it never ends");
        if clients[0].hear().await["kind"] == "game-over" {
            break;
        }
    }
    let path = format!("/api/v1/tables/{table}");
    let (_, info) = server.request("GET", &path, Some(&tokens[0]), &Value::Null).await;
    assert_eq!(info["state"], "over");
}
