//! Access control: tokens, origins, codes and private tables.

use crate::common::{TestServer, config};
use serde_json::{Value, json};

const NOBODY: &str = "AAAAAAAAAAAAAAAAAAAAAA";

#[tokio::test]
async fn a_private_table_answers_strangers_like_one_that_does_not_exist() {
    let server = TestServer::open().await;
    let host = server.guest("Ann").await;
    let stranger = server.guest("Mallory").await;
    let new =
        json!({ "game": "herding-cats", "seats": ["open", "open"], "private": true, "sit": 0 });
    let created = server.post("/api/v1/tables", &host, new).await;
    let table = created["table"].as_str().unwrap();
    let asks = [
        ("GET", "", json!(null)),
        ("POST", "/sit", json!({})),
        ("POST", "/sit", json!({ "code": "wrong" })),
        ("POST", "/leave", json!(null)),
        ("POST", "/kick", json!({ "seat": 0 })),
        ("POST", "/start", json!(null)),
        ("POST", "/resign", json!(null)),
        ("POST", "/rematch", json!(null)),
        ("GET", "/log", json!(null)),
        ("GET", "/record", json!(null)),
    ];
    for token in [None, Some(stranger.as_str())] {
        for (method, path, body) in &asks {
            let ask = |table: &str| format!("/api/v1/tables/{table}{path}");
            let there = server.raw(method, &ask(table), token, body, &[]).await;
            let nowhere = server.raw(method, &ask(NOBODY), token, body, &[]).await;
            assert_eq!(undated(&there), undated(&nowhere), "{method} {path}");
        }
        let mut refusals = Vec::new();
        for table in [table, NOBODY] {
            let mut client = server.connect(table).await;
            client.hello(token, None).await;
            refusals.push((client.next().await, client.next().await, client.next().await));
        }
        assert_eq!(refusals[0], refusals[1]);
        assert_eq!(refusals[0].0.as_ref().unwrap()["kind"], "not-found");
    }
    let (_, listed) = server.request("GET", "/api/v1/tables", Some(&stranger), &json!(null)).await;
    assert_eq!(listed, json!({ "tables": [] }));

    let sit = json!({ "code": created["code"] });
    let seated = server.post(&format!("/api/v1/tables/{table}/sit"), &stranger, sit).await;
    assert_eq!(seated, json!({ "seat": 1 }));
    let found = server.post("/api/v1/join", &stranger, json!({ "code": created["code"] })).await;
    assert_eq!(found["table"], table);
    let (_, mine) = server.request("GET", "/api/v1/me/tables", Some(&stranger), &json!(null)).await;
    assert_eq!(mine["tables"][0]["id"], table);
}

fn undated(answer: &str) -> Vec<&str> {
    answer.lines().filter(|line| !line.starts_with("date:")).collect()
}

#[tokio::test]
async fn a_page_of_another_origin_is_refused() {
    let mut config = config();
    config.origins = vec!["https://cards.example".to_owned()];
    let server = TestServer::open_with(config, "origins").await;
    let guest = json!({ "name": "Ann" });
    for (origin, status) in [
        ("https://evil.example", "403"),
        ("null", "403"),
        ("https://server.evil.example", "403"),
        ("http://server", "200"),
        ("https://cards.example", "200"),
    ] {
        let answer =
            server.raw("POST", "/api/v1/guests", None, &guest, &[("Origin", origin)]).await;
        assert_eq!(answer.split(' ').nth(1), Some(status), "{origin}");
        let upgrade = [
            ("Origin", origin),
            ("Upgrade", "websocket"),
            ("Sec-WebSocket-Version", "13"),
            ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
        ];
        if status == "403" {
            let path = format!("/api/v1/tables/{NOBODY}/ws");
            let answer = server.raw("GET", &path, None, &json!(null), &upgrade).await;
            assert!(answer.contains("foreign-origin"), "{answer}");
        }
    }
}

#[tokio::test]
async fn only_a_token_authenticates() {
    let server = TestServer::open().await;
    let (table, tokens) = server.table(json!({ "game": "herding-cats" }), 2).await;
    let mut forged = tokens[0].clone();
    forged.replace_range(..1, if forged.starts_with('A') { "B" } else { "A" });
    let (status, _) = server.request("GET", "/api/v1/me", Some(&forged), &json!(null)).await;
    assert_eq!(status, 401);
    let mut client = server.connect(&table).await;
    client.hello(Some(&forged), None).await;
    assert_eq!(client.hear().await["kind"], "unauthorized");

    let mut spectator = server.join(&table, None, None).await;
    assert_eq!((spectator.you, spectator.legal.len()), (None, 0));
    spectator.act("a", &json!({ "type": "pass" })).await;
    assert_eq!(spectator.hear().await["kind"], "unauthorized");
    let other = server.guest("Mallory").await;
    let mut other = server.join(&table, Some(&other), None).await;
    other.act("a", &json!({ "type": "pass" })).await;
    assert_eq!(other.hear().await["kind"], "not-seated");
}

#[tokio::test]
async fn a_link_signs_in_another_device_once() {
    let server = TestServer::open().await;
    let token = server.guest("Ann").await;
    let link = server.post("/api/v1/me/link", &token, json!(null)).await;
    let code = json!({ "code": link["code"] });
    let (status, phone) = server.request("POST", "/api/v1/link", None, &code).await;
    assert_eq!(status, 200);
    let me = |token: String| {
        let server = &server;
        async move { server.request("GET", "/api/v1/me", Some(&token), &json!(null)).await }
    };
    assert_eq!(me(token.clone()).await, me(phone["token"].as_str().unwrap().to_owned()).await);
    assert_eq!(server.request("POST", "/api/v1/link", None, &code).await.0, 403, "used");
    let late = server.post("/api/v1/me/link", &token, json!(null)).await;
    server.clock.advance(std::time::Duration::from_mins(10));
    let code = json!({ "code": late["code"] });
    assert_eq!(server.request("POST", "/api/v1/link", None, &code).await.0, 403, "too late");
}

#[tokio::test]
async fn the_host_can_kick_before_the_start_and_the_rematch_reserves_seats() {
    let server = TestServer::open().await;
    let [host, guest] = [server.guest("Ann").await, server.guest("Bob").await];
    let new =
        json!({ "game": "herding-cats", "seats": ["open", "open"], "private": true, "sit": 0 });
    let created = server.post("/api/v1/tables", &host, new).await;
    let path = format!("/api/v1/tables/{}", created["table"].as_str().unwrap());
    let sit = json!({ "code": created["code"] });
    server.post(&format!("{path}/sit"), &guest, sit.clone()).await;
    let (status, refusal) =
        server.request("POST", &format!("{path}/kick"), Some(&guest), &json!({ "seat": 0 })).await;
    assert_eq!((status, &refusal["kind"]), (403, &json!("not-host")));
    let mut kicked = server.join(created["table"].as_str().unwrap(), Some(&guest), None).await;
    assert_eq!(kicked.you, Some(1));
    server.post(&format!("{path}/kick"), &host, json!({ "seat": 1 })).await;
    kicked.hear().await;
    assert_eq!(kicked.hear().await, json!({ "type": "bye", "reason": "kicked" }));

    server.post(&format!("{path}/forgive"), &host, json!(null)).await;
    server.post(&format!("{path}/sit"), &guest, sit).await;
    server.post(&format!("{path}/start"), &host, json!(null)).await;
    let (status, _) =
        server.request("POST", &format!("{path}/rematch"), Some(&host), &json!(null)).await;
    assert_eq!(status, 409, "not over");
    for token in [&host, &guest] {
        server.post(&format!("{path}/resign"), token, json!(null)).await;
    }
    let mut client = server.join(created["table"].as_str().unwrap(), Some(&host), None).await;
    while client.table["state"] != "over" {
        client.hear().await;
    }
    let [one, other] = [
        server.post(&format!("{path}/rematch"), &host, json!(null)).await,
        server.post(&format!("{path}/rematch"), &guest, json!(null)).await,
    ];
    assert_eq!(one["table"], other["table"]);
    let again = format!("/api/v1/tables/{}/sit", one["table"].as_str().unwrap());
    for token in [&host, &guest] {
        let (status, refusal) = server.request("POST", &again, Some(token), &json!({})).await;
        assert_eq!((status, &refusal["kind"]), (409, &json!("already-seated")));
    }
    let stranger = server.guest("Mallory").await;
    let (status, refusal) = server.request("POST", &again, Some(&stranger), &json!({})).await;
    assert_eq!((status, &refusal["kind"]), (404, &Value::from("not-found")));
}

#[tokio::test]
async fn a_kicked_player_stays_out_until_the_host_forgives() {
    let mut server = TestServer::open().await;
    let [host, guest] = [server.guest("Ann").await, server.guest("Bob").await];
    let new = json!({ "game": "herding-cats", "seats": ["open", "open", "open"], "sit": 0 });
    let created = server.post("/api/v1/tables", &host, new).await;
    let table = created["table"].as_str().unwrap();
    let path = format!("/api/v1/tables/{table}");
    server.post(&format!("{path}/sit"), &guest, json!({})).await;
    let mut client = server.join(table, Some(&guest), None).await;
    server.post(&format!("{path}/kick"), &host, json!({ "seat": 1 })).await;
    client.hear().await;
    assert_eq!(client.hear().await["reason"], "kicked");
    // Kicks are in the journal, so they survive a restart.
    for falls in [false, true] {
        if falls {
            server = server.reopened().await;
        }
        for body in [json!({}), json!({ "seat": 2, "code": created["code"] })] {
            let (status, refusal) =
                server.request("POST", &format!("{path}/sit"), Some(&guest), &body).await;
            assert_eq!((status, &refusal["kind"]), (403, &json!("kicked")));
        }
        let mut client = server.connect(table).await;
        client.hello(Some(&guest), None).await;
        assert_eq!(client.hear().await["kind"], "kicked");
        let (_, info) = server.request("GET", &path, None, &json!(null)).await;
        assert_eq!(info["kicked"], 1);
    }
    let forgive = format!("{path}/forgive");
    let (status, refusal) = server.request("POST", &forgive, Some(&guest), &json!(null)).await;
    assert_eq!((status, &refusal["kind"]), (403, &json!("not-host")));
    let mut host_sees = server.join(table, Some(&host), None).await;
    assert_eq!(host_sees.table["kicked"], 1);
    server.post(&forgive, &host, json!(null)).await;
    host_sees.hear().await;
    assert_eq!(host_sees.table["kicked"], Value::Null);
    server.post(&forgive, &host, json!(null)).await;
    assert_eq!(server.post(&format!("{path}/sit"), &guest, json!({})).await["seat"], 1);
    // A host who kicks themselves leaves the seat, but is not banned.
    server.post(&format!("{path}/kick"), &host, json!({ "seat": 0 })).await;
    assert_eq!(server.post(&format!("{path}/sit"), &host, json!({})).await["seat"], 0);
}

#[tokio::test]
async fn a_new_name_is_shown_at_once_at_every_table_of_the_player() {
    let server = TestServer::open().await;
    let token = server.guest("Ann").await;
    let new = json!({ "game": "herding-cats", "seats": ["open", "open"], "sit": 0 });
    let before = server.post("/api/v1/tables", &token, new.clone()).await;
    let renamed = server.post("/api/v1/me", &token, json!({ "name": "Zoë" })).await;
    assert_eq!(renamed["name"], "Zoë");
    let (_, me) = server.request("GET", "/api/v1/me", Some(&token), &json!(null)).await;
    assert_eq!(me, renamed);
    let after = server.post("/api/v1/tables", &token, new).await;
    for (table, name) in [(before, "Zoë"), (after, "Zoë")] {
        let path = format!("/api/v1/tables/{}", table["table"].as_str().unwrap());
        let (_, info) = server.request("GET", &path, Some(&token), &json!(null)).await;
        assert_eq!(info["seats"][0]["name"], name);
    }
    let refused = server.request("POST", "/api/v1/me", Some(&token), &json!({ "name": "" })).await;
    assert_eq!(refused.1["kind"], "malformed");
}
