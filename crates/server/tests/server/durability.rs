//! Durability: exactly what was acknowledged is on disk, and a server continues after a crash.

use crate::common::{Client, TestServer, step};
use facedown_protocol::TableId;
use facedown_server::room::{Journal, Room, same};
use facedown_server::store::{self, SqliteStore};
use serde_json::json;

async fn join_all(server: &TestServer, table: &str, tokens: &[String]) -> Vec<Client> {
    let mut clients = Vec::new();
    for token in tokens {
        clients.push(server.join(table, Some(token), None).await);
    }
    clients
}

#[tokio::test]
async fn at_every_point_of_a_game_the_disk_has_exactly_what_was_sent() {
    let server = TestServer::open().await;
    let (table, tokens) = server.table(json!({ "game": "herding-cats" }), 3).await;
    let mut clients = join_all(&server, &table, &tokens).await;
    let mut number = 0;
    while step(&mut clients, number).await {
        number += 1;
        let folder = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(&server.crash_image(folder.path())).await.unwrap();
        let journals = store::journals(&store).await.unwrap();
        let [(id, journal)] = &journals[..] else { panic!("{} tables", journals.len()) };
        assert_eq!((id.as_str(), journal.len() as u64), (&*table, clients[0].n + 1));
        let [one, other] = [(); 2].map(|()| Room::fold(id.clone(), journal).unwrap());
        assert!(same(&one, &other), "the same journal folded twice");
    }
    assert_eq!(clients[0].table["state"], "over");
}

#[tokio::test]
async fn a_server_continues_after_a_crash() {
    let mut server = TestServer::open().await;
    let (table, tokens) = server.table(json!({ "game": "texas-42" }), 4).await;
    let mut clients = join_all(&server, &table, &tokens).await;
    for number in 0..12 {
        step(&mut clients, number).await;
    }
    for round in 1..4 {
        server = server.reopened().await;
        let mut again = join_all(&server, &table, &tokens).await;
        for (old, new) in clients.iter().zip(&again) {
            assert_eq!((old.n, &old.view, &old.legal), (new.n, &new.view, &new.legal));
            assert_eq!(old.table, new.table);
        }
        for number in 0..6 {
            step(&mut again, round * 100 + number).await;
        }
        clients = again;
    }
}

#[tokio::test]
async fn a_repeated_request_for_a_seat_is_answered_even_if_the_game_has_started() {
    let server = TestServer::open().await;
    let (table, tokens) = server.table(json!({ "game": "herding-cats" }), 2).await;
    // The server crashed before it could respond, and the last player had filled the table.
    let server = server.reopened().await;
    let path = format!("/api/v1/tables/{table}/sit");
    let (_, answer) = server.request("POST", &path, Some(&tokens[1]), &json!({})).await;
    assert_eq!(answer["kind"], "already-seated");
}

#[tokio::test]
async fn an_unused_table_is_archived_and_its_record_stays() {
    let server = TestServer::open().await;
    let (table, tokens) = server.table(json!({ "game": "herding-cats" }), 2).await;
    let mut clients = join_all(&server, &table, &tokens).await;
    let mut number = 0;
    while step(&mut clients, number).await {
        number += 1;
    }
    let path = format!("/api/v1/tables/{table}/record");
    let (status, record) = server.request("GET", &path, None, &json!(null)).await;
    assert_eq!(status, 200);
    for client in clients {
        client.close().await;
    }
    server.clock.advance(std::time::Duration::from_hours(1));
    let id = TableId::new(&table).unwrap();
    // Connections are closed asynchronously, and a sweep does not archive a table that is being watched.
    while server.hub().shared.store.archived(&id).await.unwrap().is_none() {
        server.hub().sweep().await;
        tokio::task::yield_now().await;
    }
    let (status, again) = server.request("GET", &path, None, &json!(null)).await;
    assert_eq!((status, again), (200, record));
    let mut late = server.join(&table, Some(&tokens[0]), None).await;
    late.send(json!({ "type": "chat", "id": "c", "text": "hello?" })).await;
    assert_eq!(late.hear().await["kind"], "game-over");
}

#[test]
fn a_journal_that_cannot_be_read_is_not_quoted() {
    // A secret is where a number should be, and must not be logged.
    let line = r#"{"at":"0123-the-seed","what":"started"}"#;
    let id: TableId = serde_json::from_value(json!("a".repeat(26))).unwrap();
    let error = Room::fold(id, &Journal::from_iter([line])).err().unwrap();
    assert!(!error.to_string().contains("seed"), "{error}");
    assert!(error.to_string().contains("entry 0 cannot be read"), "{error}");
}
