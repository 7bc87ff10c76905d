//! Attacks on the public interfaces, each next to an honest client that must still be served.
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
mod relay;
mod relay_joins;

use common::Client;
use serde_json::{Value, json};

/// The first client that has to act, and its legal actions.
fn asked(clients: &[Client]) -> (usize, Vec<Value>) {
    let actor = clients.iter().position(Client::is_asked).unwrap();
    (actor, clients[actor].legal.clone())
}

/// The kind of the next refusal.
async fn refused(client: &mut Client) -> String {
    loop {
        let message = client.hear().await;
        if message["type"] == "refused" {
            return message["kind"].as_str().unwrap().to_owned();
        }
    }
}

/// Whether the server still answers this connection.
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
