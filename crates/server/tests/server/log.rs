//! The log of a table: complete for long games, and for each viewer exactly what that viewer was sent.

use std::time::Duration;

use crate::common::{TestServer, config, step};
use serde_json::{Value, json};

/// The whole log, read page by page from the end, and the number of pages.
async fn log(server: &TestServer, table: &str, token: Option<&str>) -> (Vec<Value>, usize) {
    let (mut all, mut before, mut pages) = (Vec::new(), String::new(), 0);
    loop {
        let path = format!("/api/v1/tables/{table}/log{before}");
        let (status, page) = server.request("GET", &path, token, &json!(null)).await;
        assert_eq!(status, 200, "{page}");
        pages += 1;
        let entries = page["entries"].as_array().unwrap();
        assert!(entries.len() <= 256);
        all.splice(0..0, entries.iter().cloned());
        if page["first"] == 0 {
            return (all, pages);
        }
        before = format!("?before={}", page["first"]);
    }
}

#[tokio::test]
async fn a_long_game_is_told_again_to_each_viewer_as_it_was_also_after_a_restart() {
    let server = TestServer::open().await;
    let new = json!({ "game": "texas-42", "options": { "marks": 7 } });
    let (table, tokens) = server.table(new, 4).await;
    let mut clients = Vec::new();
    for token in &tokens {
        clients.push(server.join(&table, Some(token), Some(0)).await);
    }
    let mut watcher = server.join(&table, None, Some(0)).await;
    clients[2].send(json!({ "type": "chat", "id": "hello", "text": "good luck" })).await;
    for client in &mut clients {
        client.hear().await;
    }
    let mut number = 0;
    while clients[0].n < 600 && step(&mut clients, number).await {
        number += 1;
    }
    let n = clients[0].n;
    assert!(n > 300, "too short to be a test: {n}");
    watcher.catch_up(n).await;
    let server = server.reopened().await;
    for (client, token) in clients
        .iter()
        .zip(tokens.iter().map(|token| Some(token.as_str())))
        .chain([(&watcher, None)])
    {
        let (entries, pages) = log(&server, &table, token).await;
        assert!(pages > 1);
        let numbers: Vec<u64> = entries.iter().map(|entry| entry["n"].as_u64().unwrap()).collect();
        // If there are clocks, a restart adds an entry.
        assert!((0..=n).eq(numbers.iter().copied().take_while(|number| *number <= n)));
        let events: Vec<(u64, Value)> = entries
            .iter()
            .flat_map(|entry| {
                let n = entry["n"].as_u64().unwrap();
                entry["e"].as_array().into_iter().flatten().map(move |event| (n, event.clone()))
            })
            .collect();
        assert_eq!(events, client.events);
        let said: Vec<&Value> = entries.iter().filter_map(|entry| entry.get("m")).collect();
        assert_eq!(said, [&json!({ "seat": 2, "name": "Player 2", "text": "good luck" })]);
    }
}

#[tokio::test]
async fn the_log_of_a_delayed_spectator_ends_where_they_are() {
    let server = TestServer::open().await;
    let new = json!({ "game": "herding-cats", "spectators": { "delayed": 60 } });
    let (table, tokens) = server.table(new, 2).await;
    let mut clients = Vec::new();
    for token in &tokens {
        clients.push(server.join(&table, Some(token), Some(0)).await);
    }
    server.clock.advance(Duration::from_mins(1));
    assert!(step(&mut clients, 0).await);
    let player = log(&server, &table, Some(&tokens[0])).await.0;
    let stranger = log(&server, &table, None).await.0;
    assert_eq!(player.len(), stranger.len() + 1);
    server.clock.advance(Duration::from_mins(1));
    assert_eq!(log(&server, &table, None).await.0.len(), player.len());
}

#[tokio::test]
async fn only_those_who_may_watch_may_read() {
    let server = TestServer::open().await;
    let new = json!({ "game": "herding-cats", "spectators": "none" });
    let (table, _) = server.table(new, 2).await;
    let path = format!("/api/v1/tables/{table}/log");
    let (status, refusal) = server.request("GET", &path, None, &json!(null)).await;
    assert_eq!((status, &refusal["kind"]), (403, &json!("no-spectators")));
}

#[tokio::test]
async fn the_length_of_a_page_is_padded() {
    let server = TestServer::open_with(common_pad(), "padded").await;
    let (table, tokens) = server.table(json!({ "game": "herding-cats" }), 2).await;
    let path = format!("/api/v1/tables/{table}/log");
    let answer = server.raw("GET", &path, Some(&tokens[0]), &json!(null), &[]).await;
    let body = answer.split_once("\r\n\r\n").unwrap().1;
    assert_eq!(body.len() % 64, 0);
}

fn common_pad() -> facedown_server::Config {
    facedown_server::Config { pad: 64, ..config() }
}
