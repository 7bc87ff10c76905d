//! Attacks on HTTP: origins, headers, paths, codes.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::refused;
use crate::common::{TestServer, config};

const UPGRADE: [(&str, &str); 3] = [
    ("Upgrade", "websocket"),
    ("Sec-WebSocket-Version", "13"),
    ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
];

/// The method, path, body and headers of a request, and the expected status.
type Ask<'a> = (&'a str, String, Value, &'a [(&'a str, &'a str)], &'a str);

#[tokio::test]
async fn every_response_has_security_headers() {
    let server = TestServer::open().await;
    let (table, tokens) = server.table(json!({ "game": "herding-cats" }), 2).await;
    let path = |rest: &str| format!("/api/v1/tables/{table}{rest}");
    let foreign = [("Origin", "https://evil.example")];
    let asks: Vec<Ask<'_>> = vec![
        ("GET", "/healthz".into(), Value::Null, &[], "200"),
        ("GET", "/readyz".into(), Value::Null, &[], "200"),
        ("GET", "/metrics".into(), Value::Null, &[], "200"),
        ("GET", "/api/v1/openapi.json".into(), Value::Null, &[], "200"),
        ("GET", "/api/v1/games".into(), Value::Null, &[], "200"),
        ("GET", "/api/v1/me".into(), Value::Null, &[], "200"),
        ("GET", path(""), Value::Null, &[], "200"),
        ("GET", "/api/v1/tables?state=nowhere".into(), Value::Null, &[], "400"),
        ("GET", path("/record"), Value::Null, &[], "409"),
        ("GET", path("/ws"), Value::Null, &[], "400"),
        ("POST", path("/sit"), json!({ "seat": "x" }), &[], "400"),
        ("POST", "/api/v1/guests".into(), json!({ "name": "x".repeat(20_000) }), &[], "413"),
        ("POST", "/api/v1/guests".into(), json!({ "name": "x" }), &foreign, "403"),
        ("DELETE", path(""), Value::Null, &[], "404"),
        ("TRACE", path(""), Value::Null, &[], "404"),
        ("OPTIONS", path(""), Value::Null, &foreign, "403"),
        ("GET", "/nowhere.js".into(), Value::Null, &[], "404"),
        ("GET", "/api/v1/nowhere".into(), Value::Null, &[], "404"),
    ];
    for (method, path, body, headers, status) in asks {
        let answer = server.raw(method, &path, Some(&tokens[0]), &body, headers).await;
        assert_eq!(answer.split(' ').nth(1), Some(status), "{method} {path}: {answer}");
        let head = answer.split("\r\n\r\n").next().unwrap();
        for needed in [
            "content-security-policy: default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'",
            "frame-ancestors 'none'",
            "x-content-type-options: nosniff",
            "x-frame-options: DENY",
            "referrer-policy: no-referrer",
            "cross-origin-opener-policy: same-origin",
            "cross-origin-resource-policy: same-origin",
            "cache-control: no-store",
        ] {
            assert!(head.contains(needed), "{method} {path} lacks {needed}");
        }
        assert!(!head.contains("access-control-allow"), "{head}");
    }
}

#[tokio::test]
async fn a_foreign_page_opens_no_socket_and_posts_nothing() {
    let mut config = config();
    config.origins = vec!["https://cards.example".to_owned()];
    let server = TestServer::open_with(config, "origins").await;
    let (table, tokens) = server.table(json!({ "game": "herding-cats" }), 2).await;
    let path = format!("/api/v1/tables/{table}/ws");
    for (origin, welcome) in [
        ("https://evil.example", false),
        ("http://server.evil.example", false),
        ("http://server:81", false),
        ("http://evil.example#http://server", false),
        ("file://server", false),
        ("null", false),
        ("", false),
        ("https://cards.example.evil.example", false),
        ("http://cards.example", false),
        ("http://server", true),
        ("https://cards.example", true),
    ] {
        let mut stream = TcpStream::connect(server.address()).await.unwrap();
        let mut lines = vec![format!(
            "GET {path} HTTP/1.1\r\nHost: server\r\nConnection: Upgrade\r\nOrigin: {origin}"
        )];
        lines.extend(UPGRADE.map(|(name, value)| format!("{name}: {value}")));
        stream.write_all((lines.join("\r\n") + "\r\n\r\n").as_bytes()).await.unwrap();
        let mut status = [0; 12];
        stream.read_exact(&mut status).await.unwrap();
        let expected: &[u8] = if welcome { b"HTTP/1.1 101" } else { b"HTTP/1.1 403" };
        assert_eq!(status, expected, "{origin:?}");
        let sent = server
            .raw(
                "POST",
                &format!("/api/v1/tables/{table}/resign"),
                Some(&tokens[0]),
                &json!(null),
                &[("Origin", origin)],
            )
            .await;
        assert_eq!(sent.starts_with("HTTP/1.1 403"), !welcome, "{origin:?}: {sent}");
    }
}

#[tokio::test]
async fn no_path_escapes_the_page() {
    let server = TestServer::open().await;
    let (table, tokens) = server.table(json!({ "game": "herding-cats" }), 2).await;
    let long = "x".repeat(4_000);
    for path in [
        "//api/v1/me",
        "/api/v1/../v1/me",
        "/api/v1/%2e%2e/me",
        "/api/v1/tables/..",
        "/api/v1/tables/%2e%2e%2fme",
        "/api/v1/tables/%00",
        "/api/v1/tables/%ff%fe",
        "/api/v1/tables/'%20OR%201=1--",
        "/api/v1/tables/;id",
        "/API/V1/me",
        "/api/v1/me/",
        "/api/v1/tables//record",
        "/facedown.db",
        "/../facedown.db",
        "/%2e%2e/facedown.db",
        &format!("/api/v1/tables/{table}%2Frecord"),
        &format!("/api/v1/tables/{table}/../{table}"),
        &format!("/api/v1/tables/{table}%00"),
        &format!("/api/v1/tables/{long}"),
    ] {
        let answer = server.raw("GET", path, Some(&tokens[0]), &json!(null), &[]).await;
        assert!(
            answer.starts_with("HTTP/1.1 404") && answer.contains("not-found"),
            "{path}: {answer}"
        );
    }
    let (status, _) = server
        .request("GET", &format!("/api/v1/tables/{table}"), Some(&tokens[0]), &json!(null))
        .await;
    assert_eq!(status, 200);
}

#[tokio::test]
async fn a_private_table_needs_its_code() {
    let server = TestServer::open().await;
    let host = server.guest("Ann").await;
    let new =
        json!({ "game": "herding-cats", "seats": ["open", "open"], "private": true, "sit": 0 });
    let created = server.post("/api/v1/tables", &host, new).await;
    let (table, code) = (created["table"].as_str().unwrap(), created["code"].as_str().unwrap());
    let nowhere = "AAAAAAAAAAAAAAAAAAAAAA";
    let mut answers = Vec::new();
    for table in [table, nowhere] {
        for code in ["", "wrong", &code[..11], &code.to_uppercase(), "%00"] {
            let path = format!("/api/v1/tables/{table}?code={code}");
            let answer =
                server.raw("GET", &path, None, &json!(null), &[("Facedown-Code", "nope")]).await;
            answers.push(
                answer
                    .lines()
                    .filter(|line| !line.starts_with("date:"))
                    .collect::<Vec<_>>()
                    .join("\n"),
            );
        }
        for code in [json!("wrong"), json!(code.to_uppercase())] {
            let mut client = server.connect(table).await;
            client.send(json!({ "type": "hello", "version": 2, "code": code, "since": 0 })).await;
            assert_eq!(refused(&mut client).await, "not-found");
            answers.push(client.frame);
        }
    }
    let (there, not) = answers.split_at(answers.len() / 2);
    assert_eq!(there, not);
    let (status, refusal) =
        server.request("POST", "/api/v1/join", None, &json!({ "code": "wrong" })).await;
    assert_eq!((status, &refusal["kind"]), (403, &json!("bad-code")));

    let path = format!("/api/v1/tables/{table}?code={code}");
    assert_eq!(server.request("GET", &path, None, &json!(null)).await.1["id"], table);
    let mut friend = server.connect(table).await;
    friend.send(json!({ "type": "hello", "version": 2, "code": code })).await;
    let welcome = friend.hear().await;
    assert_eq!(welcome["type"], "welcome");
    assert!(
        !welcome.to_string().contains(code),
        "who brought the code has it; others are not told"
    );
}

#[tokio::test]
async fn an_unfinished_request_times_out() {
    let server = TestServer::open().await;
    let mut slow = TcpStream::connect(server.address()).await.unwrap();
    let head = "POST /api/v1/guests HTTP/1.1\r\nHost: server\r\nConnection: close\r\nContent-Length: 100\r\n\r\n{\"name\"";
    slow.write_all(head.as_bytes()).await.unwrap();
    let mut answer = vec![0; 12];
    let mut waited = 0;
    // The timeout starts when the head has been read, so the clock is advanced until then.
    while tokio::time::timeout(Duration::from_millis(20), slow.peek(&mut [0])).await.is_err() {
        server.clock.advance(Duration::from_secs(5));
        waited += 1;
        assert!(waited < 1_000, "the server waits for ever");
    }
    slow.read_exact(&mut answer).await.unwrap();
    assert_eq!(answer, b"HTTP/1.1 400");
    assert!(!server.guest("Ann").await.is_empty());
}
