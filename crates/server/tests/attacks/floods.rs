//! Floods of connections, requests and messages, and clients that never read.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::MaybeTlsStream;
use tokio_tungstenite::tungstenite::{Error, Message};

use super::{asked, is_served};
use crate::common::{Client, TestServer, config};

/// A test that does not end within this time fails.
const GUARD: Duration = Duration::from_mins(1);

#[tokio::test]
async fn thousands_of_half_open_connections_do_not_affect_honest_clients() {
    let mut config = config();
    config.limits.connections_per_address = 10_000;
    config.limits.hello_millis = 600_000;
    let server = TestServer::open_with(config, "half open").await;
    let (table, _, mut clients) = server.seated(json!({ "game": "herding-cats" }), 2).await;
    let mut open = Vec::new();
    for number in 0..2_000 {
        let mut stream = TcpStream::connect(server.address()).await.unwrap();
        match number % 3 {
            0 => {}
            1 => stream.write_all(b"GET / HTTP/1.1\r\nHo").await.unwrap(),
            _ => stream
                .write_all(
                    b"POST /api/v1/guests HTTP/1.1\r\nHost: server\r\nContent-Length: 9\r\n\r\n{",
                )
                .await
                .unwrap(),
        }
        open.push(stream);
    }
    let mut silent = Vec::new();
    for _ in 0..50 {
        silent.push(server.connect(&table).await);
    }
    let (actor, legal) = asked(&clients);
    clients[actor].act("m", &legal[0]).await;
    assert_eq!(clients[actor].hear().await["a"], "m");
    assert_eq!(clients[1 - actor].hear().await["n"], clients[actor].n);
    let newcomer = server.guest("Ann").await;
    assert_eq!(server.join(&table, Some(&newcomer), None).await.n, clients[actor].n);
    assert_eq!(open.len(), 2_000);
    drop((open, silent));
    assert!(is_served(&mut clients[0]).await);
}

#[tokio::test]
async fn connections_per_address_are_limited() {
    let mut config = config();
    config.limits.connections_per_address = 3;
    let server = TestServer::open_with(config, "full").await;
    let mut open = Vec::new();
    for _ in 0..3 {
        let mut stream = TcpStream::connect(server.address()).await.unwrap();
        // A response shows that the connection was accepted.
        stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: server\r\n\r\n").await.unwrap();
        stream.read_exact(&mut [0; 12]).await.unwrap();
        open.push(stream);
    }
    let knock = || async {
        let mut stream = TcpStream::connect(server.address()).await.unwrap();
        let request = b"GET /healthz HTTP/1.1\r\nHost: server\r\nConnection: close\r\n\r\n";
        let _ = stream.write_all(request).await;
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer).await;
        !answer.is_empty()
    };
    for _ in 0..5 {
        assert!(!knock().await);
    }
    open.pop();
    let again = async {
        while !knock().await {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(GUARD, again).await.unwrap();
}

#[tokio::test]
async fn requests_per_address_are_limited() {
    let mut config = config();
    (config.limits.request_burst, config.limits.requests_per_second) = (5, 2);
    let server = TestServer::open_with(config, "requests").await;
    let ask = || async { server.request("GET", "/api/v1/games", None, &json!(null)).await };
    for _ in 0..5 {
        assert_eq!(ask().await.0, 200);
    }
    let (status, refusal) = ask().await;
    assert_eq!((status, &refusal["kind"]), (429, &json!("too-fast")));
    // Headers that any client can send do not change the address of a request.
    let forged = [("X-Forwarded-For", "192.0.2.7")];
    let answer = server.raw("GET", "/api/v1/games", None, &json!(null), &forged).await;
    assert!(answer.starts_with("HTTP/1.1 429"), "{answer}");
    server.clock.advance(Duration::from_secs(1));
    assert_eq!([ask().await.0, ask().await.0, ask().await.0], [200, 200, 429]);
}

#[tokio::test]
async fn a_client_that_sends_too_much_is_disconnected_and_others_are_not() {
    let mut config = config();
    (config.limits.message_burst, config.limits.messages_per_second) = (20, 10);
    let server = TestServer::open_with(config, "messages").await;
    let (_, _, mut clients) = server.seated(json!({ "game": "herding-cats" }), 2).await;
    for _ in 0..20 {
        assert!(is_served(&mut clients[0]).await);
    }
    server.clock.advance(Duration::from_millis(100));
    assert!(is_served(&mut clients[0]).await, "another message is allowed after a while");
    clients[0].send(json!({ "type": "ping" })).await;
    assert_eq!(clients[0].hear().await, json!({ "type": "bye", "reason": "too-fast" }));
    assert!(clients[0].next().await.is_none());
    assert!(is_served(&mut clients[1]).await);
}

#[tokio::test]
async fn a_disconnected_client_gets_nothing_after_the_reason() {
    let mut config = config();
    (config.limits.message_burst, config.limits.messages_per_second) = (20, 10);
    let server = TestServer::open_with(config, "last words").await;
    let (_, _, mut clients) = server.seated(json!({ "game": "herding-cats" }), 2).await;
    let mut hasty = clients.remove(0).socket;
    // All at once, so that the table still has some to answer when the connection is closed.
    for _ in 0..30 {
        hasty.feed(Message::text(r#"{"type":"ping"}"#)).await.unwrap();
    }
    hasty.flush().await.unwrap();
    let mut heard = Vec::new();
    while let Some(message) = hasty.next().await {
        match message {
            Ok(message) => heard.push(message),
            // Data after the close frame is a protocol error.
            Err(error) => assert!(!matches!(error, Error::Protocol(_)), "{error}, after {heard:?}"),
        }
    }
    let at = heard.iter().position(|message| message.to_string().contains("too-fast"));
    assert!(matches!(heard[at.unwrap() + 1..], [] | [Message::Close(_)]), "{heard:?}");
    assert!(is_served(&mut clients[0]).await);
}

/// A connection with a very small receive buffer.
async fn narrow(server: &TestServer, table: &str) -> Client {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    let stream = socket.connect(server.address()).await.unwrap();
    let url = format!("ws://{}/api/v1/tables/{table}/ws", server.address());
    let stream = MaybeTlsStream::Plain(stream);
    let (socket, _) = tokio_tungstenite::client_async(url, stream).await.unwrap();
    TestServer::client(socket)
}

/// Sends chat until the server has disconnected a slow client.
async fn talk(server: &TestServer, talker: &mut Client) {
    let slow = &server.hub().shared.metrics.slow;
    let before = slow.get();
    let mut number = 0;
    while slow.get() == before {
        talker.send(json!({ "type": "chat", "id": format!("c{number}"), "text": "x" })).await;
        talker.hear().await;
        number += 1;
        assert!(number < 5_000, "the server queues everything for a client that does not read");
    }
}

#[tokio::test]
async fn a_client_that_does_not_read_is_disconnected_and_can_reconnect() {
    let mut config = config();
    // Long frames, so that the buffers of the system are soon full.
    (config.pad, config.limits.queue) = (32 * 1024, 8);
    let server = TestServer::open_with(config, "slow").await;
    let (table, tokens, mut clients) = server.seated(json!({ "game": "herding-cats" }), 2).await;
    let mut slow = narrow(&server, &table).await;
    slow.hello(Some(&tokens[1]), None).await;
    assert_eq!(slow.hear().await["type"], "welcome");
    // The other clients read.
    let mut other = clients.pop().unwrap();
    let reading = tokio::spawn(async move { while other.next().await.is_some() {} });
    talk(&server, &mut clients[0]).await;
    // The messages that it reads in the end have no gaps, and the reason follows.
    let mut bye = None;
    while let Some(message) = slow.next().await {
        if message["type"] == "bye" {
            bye = Some(message);
        }
    }
    assert_eq!(bye.unwrap(), json!({ "type": "bye", "reason": "slow" }));
    assert!(slow.n < clients[0].n);
    let back = server.join(&table, Some(&tokens[1]), Some(slow.n)).await;
    let missed = back.welcome["missed"].as_array().unwrap();
    let numbers: Vec<u64> = missed.iter().map(|missed| missed["n"].as_u64().unwrap()).collect();
    assert_eq!(numbers, (slow.n + 1..=clients[0].n).collect::<Vec<_>>());
    reading.abort();
}

#[tokio::test]
async fn a_client_that_never_reads_holds_no_resources_for_ever() {
    let mut config = config();
    (config.pad, config.limits.queue, config.limits.write_millis) = (32 * 1024, 8, 50);
    let server = TestServer::open_with(config, "never").await;
    let (table, _, mut clients) = server.seated(json!({ "game": "herding-cats" }), 2).await;
    let mut other = clients.pop().unwrap();
    let reading = tokio::spawn(async move { while other.next().await.is_some() {} });
    let viewers = server.hub().shared.metrics.viewers.clone();
    let before = viewers.get();
    let mut never = narrow(&server, &table).await;
    never.hello(None, None).await;
    assert_eq!(never.hear().await["type"], "welcome");
    assert_eq!(viewers.get(), before + 1);
    talk(&server, &mut clients[0]).await;
    let gone = async {
        while viewers.get() > before {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(GUARD, gone).await.unwrap();
    assert!(is_served(&mut clients[0]).await);
    reading.abort();
    drop(never);
}
