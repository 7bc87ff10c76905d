//! Attacks on the entries of tables without a trusted server: frames that are too long, floods, quotas, and clients that do
//! not read.

use std::time::Duration;

use facedown_protocol::relay::{Hex, MAX_ENTRY};
use serde_json::json;
use sha2::{Digest, Sha256};
use tokio_tungstenite::tungstenite::Message;

use crate::common::peers::Peer;
use crate::common::{TestServer, config};

fn hash(entry: &[u8]) -> String {
    Hex::<32>(Sha256::digest(entry).into()).to_string()
}

#[tokio::test]
async fn an_entry_is_written_once_and_a_seat_cannot_post_for_another() {
    let server = TestServer::open().await;
    let (table, _, mut peers) = server.peers_playing(2).await;
    peers[0].post(b"the same bytes").await;
    peers[1].post(b"the same bytes").await;
    for peer in &mut peers {
        peer.catch_up(2).await;
        assert_eq!(peer.entries[0].seat.index() + peer.entries[1].seat.index(), 1);
    }
    // Posted again, it comes back to its author alone.
    for _ in 0..3 {
        peers[0].post(b"the same bytes").await;
    }
    while peers[0].again.len() < 3 {
        peers[0].next().await.unwrap();
    }
    assert!(peers[0].again.iter().all(|stamped| stamped.seat.index() == 0));
    assert!(peers[1].is_served().await);
    assert!(peers[1].again.is_empty());
    // Also if both copies wait for one commit.
    for _ in 0..2 {
        peers[0].post(b"twice at once").await;
    }
    peers[0].catch_up(3).await;
    assert!(peers[0].is_served().await);
    assert_eq!(server.peer_info(&table).await["entries"], 3);
    let mut watcher = server.peer(&table, None, &[]).await;
    watcher.post(b"from outside").await;
    assert_eq!(watcher.refused().await, "not-seated");
    watcher.catch_up(3).await;
}

#[tokio::test]
async fn frames_of_wrong_lengths_and_types_are_refused_and_the_connection_continues() {
    let server = TestServer::open().await;
    let (_, _, mut peers) = server.peers_playing(2).await;
    let long = vec![7; MAX_ENTRY + 1];
    peers[0].post(&long).await;
    let refused = peers[0].until("refused").await;
    assert_eq!((&refused["kind"], &refused["entry"]), (&json!("too-large"), &json!(hash(&long))));
    peers[0].post(&long[1..]).await;
    peers[0].post(b"").await;
    for peer in &mut peers {
        peer.catch_up(2).await;
    }
    for (text, kind) in [
        (String::new(), "not-json"),
        ("[]".into(), "not-json"),
        ("{}".into(), "unknown-kind"),
        (r#"{"type":"act","id":"x","action":{}}"#.into(), "unknown-kind"),
        (r#"{"type":"genesis"}"#.into(), "malformed"),
        (r#"{"type":"genesis","bytes":"?"}"#.into(), "malformed"),
        (format!(r#"{{"type":"ping","x":"{}"}}"#, "x".repeat(17_000)), "too-large"),
        (r#"{"type":"hello","v":1,"since":0}"#.into(), "hello-twice"),
    ] {
        peers[0].socket_send(Message::text(text.clone())).await;
        assert_eq!(peers[0].refused().await, kind, "{text:.40}");
    }
    assert!(peers[0].is_served().await && peers[1].is_served().await);
    peers[0].socket_send(Message::binary(vec![7; 2 * MAX_ENTRY + 1])).await;
    assert_eq!(peers[0].bye().await, "too-large");
    assert!(peers[1].is_served().await);
}

#[tokio::test]
async fn a_seat_posts_only_so_fast_and_the_other_seats_are_not_affected() {
    let mut config = config();
    (config.limits.peer_entry_burst, config.limits.peer_entries_per_second) = (5, 1);
    (config.limits.peer_byte_burst, config.limits.peer_bytes_per_second) = (1_000, 100);
    let server = TestServer::open_with(config, "slow").await;
    let (_, _, mut peers) = server.peers_playing(2).await;
    for number in 0..6 {
        peers[0].post(&[number]).await;
    }
    let refused = peers[0].until("refused").await;
    assert_eq!((&refused["kind"], &refused["entry"]), (&json!("too-fast"), &json!(hash(&[5]))));
    peers[1].post(&[9; 900]).await;
    peers[1].catch_up(6).await;
    peers[1].post(&[8; 900]).await;
    assert_eq!(peers[1].refused().await, "too-fast");
    server.clock.advance(Duration::from_secs(9));
    peers[0].post(&[5]).await;
    peers[1].post(&[8; 900]).await;
    for peer in &mut peers {
        peer.catch_up(8).await;
    }
}

#[tokio::test]
async fn a_flood_of_entries_ends_the_connection_and_no_other() {
    let mut config = config();
    config.limits.message_burst = 10;
    (config.limits.peer_entry_burst, config.limits.peer_entries_per_second) = (20, 1);
    let server = TestServer::open_with(config, "flood").await;
    let (table, players, mut peers) = server.peers_playing(2).await;
    for number in 0..100_u8 {
        // The relay may have hung up.
        if peers[0].try_post(&[number]).await.is_err() {
            break;
        }
    }
    assert_eq!(peers[0].bye().await, "too-fast");
    peers[1].post(b"calm").await;
    peers[1].catch_up(21).await;
    assert_eq!(server.peer_info(&table).await["entries"], 21);
    // The seat's quota is not new with a new connection.
    let mut again = server.peer(&table, Some(&players[0]), &[]).await;
    again.post(b"once more").await;
    assert_eq!(again.refused().await, "too-fast");
}

#[tokio::test]
async fn a_table_takes_only_so_many_entries_and_bytes() {
    for (entries, bytes) in [(3, 1_000_000), (1_000, 300)] {
        let mut config = config();
        config.limits.peer_entries_per_table = entries;
        config.limits.peer_bytes_per_table = bytes;
        let server = TestServer::open_with(config, "small").await;
        let (table, _, mut peers) = server.peers_playing(2).await;
        for number in 0..4 {
            peers[usize::from(number) % 2].post(&[number; 100]).await;
        }
        assert_eq!(peers[1].refused().await, "too-many-entries");
        // What is there can be read, and posted again.
        let mut watcher = server.peer(&table, None, &[]).await;
        watcher.catch_up(3).await;
        peers[0].catch_up(3).await;
        peers[0].post(&[0; 100]).await;
        while peers[0].again.is_empty() {
            peers[0].next().await.unwrap();
        }
        for peer in &mut peers {
            peer.send(json!({ "type": "over" })).await;
        }
        peers[0].state("over").await;
    }
}

#[tokio::test]
async fn an_address_writes_only_so_much() {
    let mut config = config();
    (config.limits.byte_burst, config.limits.bytes_per_second) = (40_000, 100);
    let server = TestServer::open_with(config, "thrifty").await;
    let (_, _, mut peers) = server.peers_playing(2).await;
    for number in 0..20 {
        peers[0].post(&[number; 3_000]).await;
    }
    let refused = peers[0].until("refused").await;
    assert_eq!(refused["kind"], "too-fast");
    assert!(refused["entry"].is_string());
    // The refusal comes at once, and the entries when they are written.
    assert!(peers[0].is_served().await);
    let written = peers[0].entries.len();
    assert!((1..10).contains(&written), "{written} entries");
    server.clock.advance(Duration::from_secs(400));
    peers[1].post(b"later").await;
    peers[1].catch_up(written + 1).await;
}

#[tokio::test]
async fn a_peer_that_is_far_behind_gets_everything_in_order_while_others_play_on() {
    let server = TestServer::open().await;
    let (table, players, mut peers) = server.peers_playing(2).await;
    for number in 0..150_u8 {
        peers[usize::from(number) % 2].post(&[number; 2_000]).await;
        peers[1].catch_up(usize::from(number) + 1).await;
    }
    let mut late = server.peer(&table, None, &[]).await;
    // Posted while the late one is catching up.
    for number in 150..180_u8 {
        peers[0].post(&[number; 2_000]).await;
    }
    late.catch_up(180).await;
    peers[1].catch_up(180).await;
    assert!(late.entries == peers[1].entries);
    // Who comes back asks for the rest, from any number on.
    for since in [0, 1, 31, 32, 33, 179, 180] {
        let known = &late.entries[..since];
        let mut back = server.peer(&table, Some(&players[1]), known).await;
        back.catch_up(180).await;
        assert!(back.is_served().await);
        assert!(back.entries == late.entries && back.again.is_empty());
    }
}

#[tokio::test]
async fn who_does_not_read_is_disconnected_and_nobody_waits_for_it() {
    let mut config = config();
    (config.limits.peer_byte_burst, config.limits.byte_burst) = (200_000_000, 200_000_000);
    (config.limits.peer_bytes_per_table, config.limits.peer_entry_burst) = (200_000_000, 1_000);
    let server = TestServer::open_with(config, "deaf").await;
    let (table, players, mut peers) = server.peers_playing(2).await;
    let deaf: Peer = server.peer(&table, None, &[]).await;
    let before = server.hub().shared.metrics.slow.get();
    let mut number = 0_u16;
    while server.hub().shared.metrics.slow.get() == before {
        let mut entry = vec![0; 60_000];
        entry[..2].copy_from_slice(&number.to_le_bytes());
        peers[0].post(&entry).await;
        number += 1;
        assert!(number < 1_000, "a client that does not read was not noticed");
        for peer in &mut peers {
            peer.catch_up(usize::from(number)).await;
        }
    }
    drop(deaf);
    let mut back = server.peer(&table, Some(&players[0]), &[]).await;
    back.catch_up(usize::from(number)).await;
}

#[tokio::test]
async fn nobody_ends_a_game_for_those_who_are_only_away() {
    let server = TestServer::open().await;
    let (table, players, mut peers) = server.peers_playing(3).await;
    peers[0].send(json!({ "type": "over" })).await;
    for peer in peers.drain(1..) {
        peer.close().await;
    }
    peers[0].send(json!({ "type": "over" })).await;
    assert!(peers[0].is_served().await);
    server.clock.advance(Duration::from_secs(590));
    server.hub().sweep().await;
    assert_eq!(server.peer_info(&table).await["state"], "playing");
    let mut bob = server.peer(&table, Some(&players[1]), &[]).await;
    server.clock.advance(Duration::from_secs(20));
    server.hub().sweep().await;
    assert_eq!(server.peer_info(&table).await["state"], "playing");
    bob.send(json!({ "type": "over" })).await;
    bob.state("over").await;
    bob.post(b"after the end").await;
    assert_eq!(bob.refused().await, "game-over");
    assert_eq!(server.join_peers(&table, &players[2]).await.1, json!({ "seat": 2 }));
}

#[tokio::test]
async fn half_open_connections_are_closed() {
    let server = TestServer::open().await;
    let (table, _, mut peers) = server.peers_playing(2).await;
    let mut silent = server.connect_peer(&table).await;
    server.clock.advance(Duration::from_secs(5));
    assert_eq!(silent.bye().await, "no-hello");
    assert!(silent.next().await.is_none());
    assert!(peers[0].is_served().await);
}
