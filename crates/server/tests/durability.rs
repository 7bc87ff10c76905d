//! What was acknowledged is on the disk, and nothing more; and a house that falls over goes on where it was.
#![allow(clippy::unwrap_used)] // a test that cannot go on has failed

mod common;

use common::{Client, TestHouse, step};
use facedown_protocol::TableId;
use facedown_server::room::{Journal, Room, same};
use facedown_server::store::{self, SqliteStore};
use serde_json::json;

async fn join_all(house: &TestHouse, table: &str, tokens: &[String]) -> Vec<Client> {
    let mut clients = Vec::new();
    for token in tokens {
        clients.push(house.join(table, Some(token), None).await);
    }
    clients
}

#[tokio::test]
async fn at_every_point_of_a_game_the_disk_has_what_was_told_and_nothing_more() {
    let house = TestHouse::open().await;
    let (table, tokens) = house.table(json!({ "game": "herding-cats" }), 3).await;
    let mut clients = join_all(&house, &table, &tokens).await;
    let mut number = 0;
    while step(&mut clients, number).await {
        number += 1;
        let folder = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(&house.crash_image(folder.path())).await.unwrap();
        let journals = store::journals(&store).await.unwrap();
        let [(id, journal)] = &journals[..] else { panic!("{} tables", journals.len()) };
        assert_eq!((id.as_str(), journal.len() as u64), (&*table, clients[0].n + 1));
        let [one, other] = [(); 2].map(|()| Room::fold(id.clone(), journal).unwrap());
        assert!(same(&one, &other), "the same journal folded twice");
    }
    assert_eq!(clients[0].table["state"], "over");
}

#[tokio::test]
async fn a_house_that_falls_over_goes_on_where_it_was() {
    let mut house = TestHouse::open().await;
    let (table, tokens) = house.table(json!({ "game": "texas-42" }), 4).await;
    let mut clients = join_all(&house, &table, &tokens).await;
    for number in 0..12 {
        step(&mut clients, number).await;
    }
    for round in 1..4 {
        house = house.reopened().await;
        let mut again = join_all(&house, &table, &tokens).await;
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
async fn who_asks_for_a_seat_again_learns_that_they_sit_even_if_the_game_has_begun() {
    let house = TestHouse::open().await;
    let (table, tokens) = house.table(json!({ "game": "herding-cats" }), 2).await;
    // The house fell over before it could answer, and the last who sat down had made the table full.
    let house = house.reopened().await;
    let path = format!("/api/v1/tables/{table}/sit");
    let (_, answer) = house.request("POST", &path, Some(&tokens[1]), &json!({})).await;
    assert_eq!(answer["kind"], "already-seated");
}

#[tokio::test]
async fn a_table_that_nobody_needs_is_cleared_away_and_its_record_stays() {
    let house = TestHouse::open().await;
    let (table, tokens) = house.table(json!({ "game": "herding-cats" }), 2).await;
    let mut clients = join_all(&house, &table, &tokens).await;
    let mut number = 0;
    while step(&mut clients, number).await {
        number += 1;
    }
    let path = format!("/api/v1/tables/{table}/record");
    let (status, record) = house.request("GET", &path, None, &json!(null)).await;
    assert_eq!(status, 200);
    for client in clients {
        client.close().await;
    }
    house.clock.advance(std::time::Duration::from_hours(1));
    let id = TableId::new(&table).unwrap();
    // The connections end in their own time, and the sweep leaves a table alone that somebody looks at.
    while house.server.house().shared.store.archived(&id).await.unwrap().is_none() {
        house.server.house().sweep().await;
        tokio::task::yield_now().await;
    }
    let (status, again) = house.request("GET", &path, None, &json!(null)).await;
    assert_eq!((status, again), (200, record));
    let mut late = house.join(&table, Some(&tokens[0]), None).await;
    late.send(json!({ "type": "chat", "id": "c", "text": "hello?" })).await;
    assert_eq!(late.hear().await["kind"], "game-over");
}

#[test]
fn a_journal_that_cannot_be_read_is_not_quoted() {
    // Where a number should be, there is what must not come into a log.
    let line = r#"{"at":"0123-the-seed","what":"started"}"#;
    let id: TableId = serde_json::from_value(json!("a".repeat(26))).unwrap();
    let error = Room::fold(id, &Journal::from_iter([line])).err().unwrap();
    assert!(!error.to_string().contains("seed"), "{error}");
    assert!(error.to_string().contains("entry 0 cannot be read"), "{error}");
}
