//! A store that fails: whatever was acknowledged is on the disk, whatever was refused can be sent again, and the server
//! goes on. Every write of an evening fails, in every way in which a write can fail.
#![allow(clippy::unwrap_used)] // a test that cannot go on has failed

#[path = "../common/mod.rs"]
mod common;
mod evening;
mod faulty;

use std::time::Duration;

use common::Client;
use evening::{Evening, fresh};
use faulty::{Kind, Plan};
use serde_json::{Value, json};

/// How far apart the writes are that fail in one evening. There are so many evenings, so that each write fails in one.
const STRIDE: u64 = 8;

async fn every_write_fails(kind: Kind) {
    let mut failed = 0;
    for offset in 0..STRIDE {
        failed += Evening::run(kind, STRIDE, offset).await;
    }
    // So many writes there are in an evening, at the least.
    assert!(failed >= 60, "{failed} writes failed as {kind:?}");
}

#[tokio::test]
async fn a_write_that_is_refused_before_anything_has_happened() {
    every_write_fails(Kind::Refused).await;
}

#[tokio::test]
async fn a_write_that_fails_three_times_and_then_succeeds() {
    every_write_fails(Kind::RefusedThrice).await;
}

#[tokio::test]
async fn a_write_that_happens_and_is_reported_to_have_failed() {
    every_write_fails(Kind::Unheard).await;
}

#[tokio::test]
async fn a_write_that_happens_and_is_reported_to_have_failed_before_the_server_falls_over() {
    every_write_fails(Kind::UnheardThenCrash).await;
}

#[tokio::test]
async fn a_write_whose_transaction_sqlite_rolls_back_as_when_the_disk_is_full() {
    every_write_fails(Kind::Rollback).await;
}

#[tokio::test]
async fn a_write_that_leaves_its_transaction_open() {
    every_write_fails(Kind::Abort).await;
}

#[tokio::test]
async fn a_write_while_the_file_is_somewhere_else() {
    every_write_fails(Kind::Moved).await;
}

#[tokio::test]
async fn every_other_write_is_refused_and_then_succeeds() {
    assert!(Evening::run(Kind::Refused, 2, 0).await >= 30);
}

#[tokio::test]
async fn a_table_that_could_not_begin_begins_as_soon_as_it_can() {
    let plan = Plan::none();
    let house = fresh(&plan).await;
    let [host, guest] = [house.guest("Ann").await, house.guest("Bob").await];
    let new =
        json!({ "game": "herding-cats", "seats": ["open", "open"], "sit": 0, "autostart": true });
    let made = house.post("/api/v1/tables", &host, new).await;
    let path = format!("/api/v1/tables/{}", made["table"].as_str().unwrap());
    let mut client = house.join(made["table"].as_str().unwrap(), Some(&host), None).await;
    // That somebody sits down is written, and that the game begins is not.
    plan.fail_second();
    house.post(&format!("{path}/sit"), &guest, json!({})).await;
    while client.table["state"] != "playing" {
        client.hear().await;
    }
    assert_eq!(client.n, 3);
}

#[tokio::test]
async fn who_could_not_be_noted_as_back_is_as_soon_as_that_can_be_written() {
    let plan = Plan::none();
    let house = fresh(&plan).await;
    let (table, tokens) = house.table(json!({ "game": "herding-cats", "grace": 30 }), 2).await;
    let mut clients = Vec::new();
    for token in &tokens {
        clients.push(house.join(&table, Some(token), None).await);
    }
    let actor = clients.iter().position(Client::is_asked).unwrap();
    let gone = clients.remove(actor);
    let mut other = clients.remove(0);
    gone.close().await;
    while other.next().await.unwrap()["here"] != json!([1 - actor]) {}
    house.clock.advance(Duration::from_secs(30));
    while other.table["seats"][actor]["absent"] != json!(true) {
        other.hear().await;
    }
    // Until it waits for the other, the server plays for who is gone.
    while !other.is_asked() {
        other.hear().await;
    }
    plan.fail_next();
    let back = house.join(&table, Some(&tokens[actor]), None).await;
    assert_eq!(back.you, Some(actor as u64));
    while other.table["seats"][actor]["absent"] != Value::Null {
        other.hear().await;
    }
}
