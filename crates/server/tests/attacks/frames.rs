//! Frames that are too long, not JSON, not text or out of order are refused, and other clients are not affected.

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;

use super::{is_served, refused};
use crate::common::{Client, TestServer};

const LONGEST: usize = facedown_protocol::MAX_FRAME;

#[tokio::test]
async fn malformed_frames_are_refused_and_the_connection_continues() {
    let server = TestServer::open().await;
    let (_, _, mut clients) = server.seated(json!({ "game": "herding-cats" }), 2).await;
    let deep = |open: &str, close: &str, times: usize| open.repeat(times) + &close.repeat(times);
    let act = |rest: &str| format!("{{\"type\":\"act\",\"id\":\"x\",{rest}}}");
    let just = format!("{{\"type\":\"nonsense\",\"x\":\"{}\"}}", "x".repeat(LONGEST - 26));
    assert_eq!(just.len(), LONGEST);
    let frames: Vec<(String, &[&str])> = vec![
        (String::new(), &["not-json"]),
        (" ".into(), &["not-json"]),
        (" ".repeat(LONGEST + 1), &["too-large"]),
        (
            json!({ "type": "chat", "id": "x", "text": "x".repeat(2 * LONGEST - 50) }).to_string(),
            &["too-large"],
        ),
        ("hello".into(), &["not-json"]),
        ("[]".into(), &["not-json"]),
        ("null".into(), &["not-json"]),
        ("{".into(), &["not-json"]),
        ("{} {}".into(), &["not-json"]),
        ("{}".into(), &["unknown-kind"]),
        ("{\"type\":7}".into(), &["not-json"]),
        ("{\"type\":\"become-host\"}".into(), &["unknown-kind"]),
        ("{\"type\":\"welcome\"}".into(), &["unknown-kind"]),
        (just, &["unknown-kind"]),
        (act("\"action\":1e999"), &["no-such-action", "malformed", "not-json"]),
        (act(&format!("\"action\":{}", "9".repeat(5_000))), &["no-such-action", "malformed"]),
        (act("\"action\":null"), &["no-such-action"]),
        (act("\"action\":{\"type\":\"pass\",\"seat\":0}"), &["no-such-action"]),
        (act("\"at\":-1,\"action\":{}"), &["malformed"]),
        (act("\"at\":1e30,\"action\":{}"), &["malformed"]),
        (act("\"at\":18446744073709551616,\"action\":{}"), &["malformed"]),
        (act("\"action\":{},\"action\":{}"), &["malformed"]),
        ("{\"type\":\"act\",\"id\":\"x y\",\"action\":{}}".into(), &["malformed"]),
        ("{\"type\":\"act\",\"id\":[],\"action\":{}}".into(), &["malformed"]),
        ("{\"type\":\"act\",\"action\":{}}".into(), &["malformed"]),
        (
            act(&format!("\"action\":{}", deep("[", "]", 7_000))),
            &["no-such-action", "malformed", "not-json"],
        ),
        (
            act(&format!("\"action\":{}1{}", "{\"a\":".repeat(2_000), "}".repeat(2_000))),
            &["no-such-action", "malformed", "not-json"],
        ),
        (
            format!("{{\"x\":{},\"type\":\"ping!\"}}", deep("[", "]", 7_000)),
            &["unknown-kind", "not-json"],
        ),
        (json!({ "type": "hello", "version": 2 }).to_string(), &["hello-twice"]),
    ];
    for (frame, kinds) in frames {
        let start: String = frame.chars().take(60).collect();
        clients[0].socket_send(frame).await;
        let kind = refused(&mut clients[0]).await;
        assert!(kinds.contains(&kind.as_str()), "{start}: {kind}");
    }
    for binary in [vec![0xff, 0xfe, 0x00], Vec::new()] {
        clients[0].socket_send(Message::binary(binary)).await;
        assert_eq!(refused(&mut clients[0]).await, "not-json");
    }
    for client in &mut clients {
        assert!(is_served(client).await);
    }
}

#[tokio::test]
async fn a_far_too_large_frame_closes_the_connection_with_a_reason() {
    let server = TestServer::open().await;
    let (table, tokens, mut clients) = server.seated(json!({ "game": "herding-cats" }), 2).await;
    let far = Message::text(" ".repeat(2 * LONGEST + 1));
    let mut large = server.join(&table, Some(&tokens[0]), None).await;
    large.socket_send(far.clone()).await;
    assert_eq!(large.hear().await, json!({ "type": "bye", "reason": "too-large" }));
    assert_eq!(close_code(&mut large).await, 1009);
    for first in [far, Message::text(" ".repeat(LONGEST + 1))] {
        let mut large = server.connect(&table).await;
        large.socket_send(first).await;
        assert_eq!(refused(&mut large).await, "too-large");
        assert_eq!(large.hear().await, json!({ "type": "bye", "reason": "too-large" }));
        assert_eq!(close_code(&mut large).await, 1009);
    }
    let mut endless = server.join(&table, Some(&tokens[0]), None).await;
    // The server may close the connection before all of it is sent.
    let _ = futures_util::SinkExt::send(&mut endless.socket, Message::binary(vec![b' '; 1 << 20]))
        .await;
    while endless.next().await.is_some() {}
    for client in &mut clients {
        assert!(is_served(client).await);
    }
    let body = json!({ "name": "x".repeat(LONGEST) });
    let answer = server.raw("POST", "/api/v1/guests", None, &body, &[]).await;
    assert!(answer.starts_with("HTTP/1.1 413") && answer.contains("too-large"), "{answer}");
}

/// The code with which the server closes the connection.
async fn close_code(client: &mut Client) -> u16 {
    match futures_util::StreamExt::next(&mut client.socket).await {
        Some(Ok(Message::Close(Some(frame)))) => frame.code.into(),
        other => panic!("no close frame but {other:?}"),
    }
}

#[tokio::test]
async fn nobody_is_admitted_without_a_valid_hello() {
    let server = TestServer::open().await;
    let (table, tokens, mut clients) = server.seated(json!({ "game": "herding-cats" }), 2).await;
    for (frame, kind) in [
        (Message::text(json!({ "type": "ping" }).to_string()), "hello-first"),
        (
            Message::text(json!({ "type": "act", "id": "a", "action": {} }).to_string()),
            "hello-first",
        ),
        (
            Message::text(json!({ "type": "hello", "version": 1, "token": tokens[0] }).to_string()),
            "unsupported-version",
        ),
        (Message::text(json!({ "type": "hello", "token": tokens[0] }).to_string()), "malformed"),
        (
            Message::text(format!(
                "{{\"type\":\"hello\",\"version\":2,\"since\":18446744073709551616,\"token\":\"{}\"}}",
                tokens[0]
            )),
            "malformed",
        ),
        (
            Message::text(json!({ "type": "hello", "version": 2, "token": ["a"] }).to_string()),
            "malformed",
        ),
        (
            Message::text(
                json!({ "type": "hello", "version": 2, "token": "' OR 1=1 --" }).to_string(),
            ),
            "malformed",
        ),
        (Message::text(""), "not-json"),
        (
            Message::binary(json!({ "type": "hello", "version": 2 }).to_string().into_bytes()),
            "not-json",
        ),
    ] {
        let mut client = server.connect(&table).await;
        let what = format!("{frame:?}");
        client.socket_send(frame).await;
        assert_eq!(refused(&mut client).await, kind, "{what}");
        assert!(!client.frame.contains(&tokens[0]), "a token is not echoed");
        assert_eq!(client.hear().await["type"], "bye");
        assert!(client.next().await.is_none());
    }
    assert!(is_served(&mut clients[0]).await);
}

#[tokio::test]
async fn invalid_websocket_frames_close_only_their_own_connection() {
    let server = TestServer::open().await;
    let (table, _, mut clients) = server.seated(json!({ "game": "herding-cats" }), 2).await;
    let mask = [0_u8; 4];
    let frame = |head: [u8; 2], body: &[u8]| [&head[..], &mask, body].concat();
    let bad = [
        frame([0x81, 0x84], &[0xff, 0xfe, 0xc3, 0x28]), // text that is not UTF-8
        frame([0x83, 0x81], b"x"),                      // a kind that does not exist
        frame([0xf1, 0x81], b"x"),                      // reserved bits
        frame([0x80, 0x81], b"x"),                      // a continuation of nothing
        frame([0x09, 0x81], b"x"),                      // a fragmented ping
        [&[0x81, 0x02][..], b"{}"].concat(),            // not masked
        [&[0x81, 0xff][..], &[0x7f; 8], &mask].concat(), // claims to be endless
    ];
    for bytes in bad {
        let mut stream = TcpStream::connect(server.address()).await.unwrap();
        let request = format!(
            "GET /api/v1/tables/{table}/ws HTTP/1.1\r\nHost: server\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(stream.read_u8().await.unwrap());
        }
        assert!(head.starts_with(b"HTTP/1.1 101"), "{}", String::from_utf8_lossy(&head));
        stream.write_all(&bytes).await.unwrap();
        let mut rest = Vec::new();
        // The connection ends, with or without a close frame, and without a welcome.
        let _ = stream.read_to_end(&mut rest).await;
        assert!(!String::from_utf8_lossy(&rest).contains("welcome"));
    }
    for client in &mut clients {
        assert!(is_served(client).await);
    }
}
