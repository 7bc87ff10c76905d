//! Adversaries at the house's public doors, each beside somebody honest who is served all the same.
#![allow(clippy::unwrap_used)] // a test that cannot go on has failed

#[path = "../common/mod.rs"]
mod common;
mod doors;
mod floods;
mod frames;
mod hidden;
mod ids;
mod logs;
mod people;
mod quotas;

use common::{Client, TestHouse};
use serde_json::{Value, json};

/// A table in play, and everybody's connection.
async fn seated(
    house: &TestHouse,
    new: Value,
    people: usize,
) -> (String, Vec<String>, Vec<Client>) {
    let (table, tokens) = house.table(new, people).await;
    let mut clients = Vec::new();
    for token in &tokens {
        clients.push(house.join(&table, Some(token), None).await);
    }
    (table, tokens, clients)
}

/// Who may act, and what they may do.
fn asked(clients: &[Client]) -> (usize, Vec<Value>) {
    let actor = clients.iter().position(Client::is_asked).unwrap();
    (actor, clients[actor].legal.clone())
}

/// The next refusal, and what kind it is of.
async fn refused(client: &mut Client) -> String {
    loop {
        let message = client.hear().await;
        if message["type"] == "refused" {
            return message["kind"].as_str().unwrap().to_owned();
        }
    }
}

/// Whether the house still answers this connection.
async fn is_served(client: &mut Client) -> bool {
    client.send(json!({ "type": "ping" })).await;
    loop {
        match client.next().await {
            Some(message) if message["type"] == "pong" => return true,
            Some(_) => {}
            None => return false,
        }
    }
}
