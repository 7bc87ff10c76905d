//! Failing writes: what was acknowledged is on disk, what was refused can be repeated, and the server continues. Every
//! write of a session fails once, in every way in which a write can fail.
#![allow(clippy::unwrap_used)] // a test that cannot go on has failed

#[path = "../common/mod.rs"]
mod common;
mod faulty;
mod relay;
mod session;

use std::time::Duration;

use common::Client;
use faulty::{Kind, Plan};
use serde_json::{Value, json};
use session::{Session, fresh};

/// Every how many writes one fails in a session. There are as many sessions, so that each write fails in one of them.
const STRIDE: u64 = 8;

async fn every_write_fails(kind: Kind) {
    let mut failed = 0;
    for offset in 0..STRIDE {
        failed += Session::run(kind, STRIDE, offset).await;
    }
    // A session has at least this many writes.
    assert!(failed >= 60, "{failed} writes failed as {kind:?}");
}

#[tokio::test]
async fn a_write_that_fails_before_anything_is_written() {
    every_write_fails(Kind::Refused).await;
}

#[tokio::test]
async fn a_write_that_fails_three_times_and_then_succeeds() {
    every_write_fails(Kind::RefusedThrice).await;
}

#[tokio::test]
async fn a_committed_write_that_is_reported_as_failed() {
    every_write_fails(Kind::Unheard).await;
}

#[tokio::test]
async fn a_committed_write_that_is_reported_as_failed_before_a_crash() {
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
async fn a_write_while_the_file_is_renamed() {
    every_write_fails(Kind::Moved).await;
}

#[tokio::test]
async fn every_other_write_fails_and_then_succeeds() {
    assert!(Session::run(Kind::Refused, 2, 0).await >= 30);
}

#[tokio::test]
async fn a_game_whose_start_could_not_be_written_starts_later() {
    let plan = Plan::none();
    let server = fresh(&plan).await;
    let [host, guest] = [server.guest("Ann").await, server.guest("Bob").await];
    let new =
        json!({ "game": "herding-cats", "seats": ["open", "open"], "sit": 0, "autostart": true });
    let made = server.post("/api/v1/tables", &host, new).await;
    let path = format!("/api/v1/tables/{}", made["table"].as_str().unwrap());
    let mut client = server.join(made["table"].as_str().unwrap(), Some(&host), None).await;
    // The entry for the seat is written, and the one for the start fails.
    plan.fail_second();
    server.post(&format!("{path}/sit"), &guest, json!({})).await;
    while client.table["state"] != "playing" {
        client.hear().await;
    }
    assert_eq!(client.n, 3);
}

#[tokio::test]
async fn a_return_that_could_not_be_written_is_written_later() {
    let plan = Plan::none();
    let server = fresh(&plan).await;
    let (table, tokens) = server.table(json!({ "game": "herding-cats", "grace": 30 }), 2).await;
    let mut clients = Vec::new();
    for token in &tokens {
        clients.push(server.join(&table, Some(token), None).await);
    }
    let actor = clients.iter().position(Client::is_asked).unwrap();
    let gone = clients.remove(actor);
    let mut other = clients.remove(0);
    gone.close().await;
    while other.next().await.unwrap()["here"] != json!([1 - actor]) {}
    server.clock.advance(Duration::from_secs(30));
    while other.table["seats"][actor]["absent"] != json!(true) {
        other.hear().await;
    }
    // The server plays for the absent player until it is the other's turn.
    while !other.is_asked() {
        other.hear().await;
    }
    plan.fail_next();
    let back = server.join(&table, Some(&tokens[actor]), None).await;
    assert_eq!(back.you, Some(actor as u64));
    while other.table["seats"][actor]["absent"] != Value::Null {
        other.hear().await;
    }
}
