//! Tables without a trusted server across restarts, jumps of the wall clock, the archive, and damaged journals.

use std::time::Duration;

use facedown_protocol::relay::{Stamped, Stamps};
use facedown_server::time::DrivenClock;
use serde_json::{Value, json};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};

use crate::common::peers::{Player, genesis, new_peers};
use crate::common::{TestServer, config};

const DAY: Duration = Duration::from_hours(24);

#[tokio::test]
async fn numbers_times_and_stamps_go_on_after_a_crash() {
    let mut server = TestServer::open().await;
    let (table, players, mut peers) = server.peers_playing(3).await;
    for round in 0..4_u8 {
        for seat in 0..3 {
            server.clock.advance(Duration::from_millis(250));
            peers[usize::from(seat)].post(&[round, seat]).await;
            let count = peers[0].entries.len() + 1;
            for peer in &mut peers {
                peer.catch_up(count).await;
            }
        }
        let known: Vec<Vec<Stamped>> = peers.iter().map(|peer| peer.entries.clone()).collect();
        peers.clear();
        server = server.reopened().await;
        for (player, known) in players.iter().zip(&known) {
            // Every stamp from now on is checked against the ones from before.
            peers.push(server.peer(&table, Some(player), known).await);
        }
        // What a peer was not sure of is posted again, and comes back as it was.
        peers[2].post(&[round, 2]).await;
        while peers[2].again.is_empty() {
            peers[2].next().await.unwrap();
        }
    }
    let mut watcher = server.peer(&table, None, &[]).await;
    watcher.catch_up(12).await;
    assert!(watcher.entries.is_sorted_by_key(|stamped| stamped.time));
    assert!(watcher.entries[11].time - watcher.entries[0].time >= 11 * 250);
}

#[tokio::test]
async fn what_was_agreed_before_a_crash_is_asked_for_again() {
    let server = TestServer::open().await;
    let table = server.peer_table(new_peers(2)).await;
    let (players, mut peers) = server.peers_agreeing(&table, 2).await;
    peers[0].send(genesis(b"one")).await;
    assert!(peers[0].is_served().await);
    drop(peers);
    let server = server.reopened().await;
    let mut peers = Vec::new();
    for player in &players {
        peers.push(server.peer(&table, Some(player), &[]).await);
    }
    for peer in &mut peers {
        peer.send(genesis(b"one")).await;
    }
    for peer in &mut peers {
        peer.until("begun").await;
    }
}

#[tokio::test]
async fn jumps_of_the_wall_clock_change_no_stamp_and_no_seat() {
    let server = TestServer::open().await;
    server.clock.set_forward(DAY * 100);
    let (table, players, mut peers) = server.peers_playing(2).await;
    let open = server.peer_table(new_peers(2)).await;
    server.join_peers(&open, &Player::new(9)).await;
    peers[0].post(b"before").await;
    peers[0].catch_up(1).await;
    server.clock.set_forward(DAY * 60);
    server.hub().sweep().await;
    peers[0].post(b"forward").await;
    peers[0].catch_up(2).await;
    server.clock.set_back(DAY * 90);
    server.hub().sweep().await;
    peers[0].post(b"back").await;
    peers[0].catch_up(3).await;
    let times: Vec<u64> = peers[0].entries.iter().map(|stamped| stamped.time).collect();
    assert!(times.iter().all(|time| *time == times[0]), "no time has passed: {times:?}");
    assert_eq!(server.peer_info(&open).await["seats"][0]["name"], "Player 9");
    // A new process, whose own monotonic clock begins at zero, at another date.
    let known = peers[0].entries.clone();
    drop(peers);
    let clock = DrivenClock::new(0);
    clock.set_forward(DAY * 3);
    let server = server.reopened_by(clock).await;
    let mut peer = server.peer(&table, Some(&players[0]), &known).await;
    peer.post(b"after").await;
    peer.catch_up(4).await;
    assert!(peer.entries[3].time >= times[0]);
    assert!(peer.entries[3].time - times[0] < 60_000, "the relay was not running in between");
}

#[tokio::test]
async fn a_table_that_is_over_is_archived_and_can_still_be_read() {
    let server = TestServer::open().await;
    let (table, players, mut peers) = server.peers_playing(2).await;
    for number in 0..40 {
        peers[0].post(&[number]).await;
    }
    for peer in &mut peers {
        peer.catch_up(40).await;
        peer.send(json!({ "type": "over" })).await;
    }
    for peer in &mut peers {
        peer.state("over").await;
    }
    let entries = peers[0].entries.clone();
    for peer in peers {
        peer.close().await;
    }
    server.clock.advance(Duration::from_mins(11));
    let archived = async |server: &TestServer| {
        for _ in 0..100_000 {
            server.hub().sweep().await;
            tokio::task::yield_now().await;
            if server.hub().shared.store.archived(&table.id()).await.unwrap().is_some()
                && server.hub().shared.metrics.peer_tables.get() == 0
            {
                return;
            }
        }
        panic!("the table is not archived");
    };
    archived(&server).await;
    for round in 0..2 {
        let mut watcher = server.peer(&table, None, &entries[..20]).await;
        watcher.catch_up(40).await;
        assert!(watcher.entries == entries);
        let mut player = server.peer(&table, Some(&players[1]), &[]).await;
        player.catch_up(40).await;
        player.post(&[round, round]).await;
        assert_eq!(player.refused().await, "game-over");
        assert_eq!(server.peer_info(&table).await["state"], "over");
        watcher.close().await;
        player.close().await;
        archived(&server).await;
    }
    let path = format!("/api/v1/tables/{}", table.id);
    assert_eq!(server.request("GET", &path, None, &Value::Null).await.0, 404);
}

#[tokio::test]
async fn tables_that_nobody_needs_are_closed_or_over() {
    let server = TestServer::open().await;
    let empty = server.peer_table(new_peers(2)).await;
    let (playing, _, peers) = server.peers_playing(2).await;
    for peer in peers {
        peer.close().await;
    }
    let state = async |table| server.peer_info(table).await["state"].as_str().unwrap().to_owned();
    server.clock.advance(Duration::from_hours(23));
    server.hub().sweep().await;
    assert_eq!((state(&empty).await, state(&playing).await), ("open".into(), "playing".into()));
    server.clock.advance(Duration::from_hours(2));
    server.hub().sweep().await;
    assert_eq!((state(&empty).await, state(&playing).await), ("closed".into(), "playing".into()));
    server.clock.advance(DAY * 30);
    server.hub().sweep().await;
    assert_eq!(state(&playing).await, "over");
}

#[tokio::test]
async fn shutting_down_says_bye() {
    let server = TestServer::open().await;
    let (_, _, mut peers) = server.peers_playing(2).await;
    let closing = tokio::spawn(server.close());
    for peer in &mut peers {
        assert_eq!(peer.bye().await, "closing");
    }
    closing.await.unwrap();
}

#[tokio::test]
async fn a_damaged_table_is_set_aside_and_the_others_are_opened() {
    let changes = [
        "DELETE FROM journal WHERE n = 4 AND table_id = ?",
        "UPDATE journal SET n = 40 WHERE n = 4 AND table_id = ?",
        "UPDATE journal SET entry = 'nonsense' WHERE n = 5 AND table_id = ?",
        "UPDATE journal SET entry = x'ff' WHERE n = 5 AND table_id = ?",
        "UPDATE journal SET entry = replace(entry, 'AAAA', 'AAAB') WHERE n = 4 AND table_id = ?",
        "UPDATE journal SET entry = (SELECT entry FROM journal WHERE n = 6) WHERE n = 5 AND table_id = ?",
        "UPDATE journal SET entry = (SELECT entry FROM journal WHERE n = 5) WHERE n = 3 AND table_id = ?",
        "UPDATE journal SET entry = (SELECT entry FROM journal WHERE n = 0) WHERE n = 2 AND table_id = ?",
    ];
    for change in changes {
        let server = TestServer::open().await;
        let (table, players, mut peers) = server.peers_playing(2).await;
        let other = server.peer_table(new_peers(2)).await;
        for number in 0..4 {
            peers[0].post(&[number; 30]).await;
        }
        peers[0].catch_up(4).await;
        let folder = tempfile::tempdir().unwrap();
        let data = server.crash_image(folder.path());
        let mut side = SqliteConnectOptions::new().filename(&data).connect().await.unwrap();
        let updated = sqlx::query(change).bind(&table.id).execute(&mut side).await.unwrap();
        assert_eq!(updated.rows_affected(), 1, "{change}");
        side.close().await.unwrap();
        let mut config = config();
        config.data = data;
        let server = TestServer {
            server: facedown_server::Server::open_with_clock(
                config,
                std::sync::Arc::new(server.clock.clone()),
            )
            .await
            .unwrap(),
            clock: server.clock.clone(),
            folder,
        };
        assert_eq!(server.hub().shared.metrics.set_aside.get(), 1, "{change}");
        let (status, refusal) = server.ask_peers("GET", &table, "", &Value::Null).await;
        assert_eq!((status, &refusal["kind"]), (500, &json!("damaged")), "{change}");
        assert_eq!(server.join_peers(&table, &players[0]).await.0, 500);
        assert_eq!(server.join_peers(&other, &players[0]).await.0, 200);
    }
}

#[tokio::test]
async fn metrics_count_tables_peers_and_entries() {
    let server = TestServer::open().await;
    let (_, _, mut peers) = server.peers_playing(2).await;
    peers[0].post(&[1; 100]).await;
    peers[1].post(&[2; 50]).await;
    for peer in &mut peers {
        peer.catch_up(2).await;
    }
    let text = server.raw("GET", "/metrics", None, &Value::Null, &[]).await;
    for line in [
        "facedown_peer_tables 1",
        "facedown_peers 2",
        "facedown_peer_entries_total 2",
        "facedown_peer_bytes_total 150",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}:\n{text}");
    }
}

#[tokio::test]
async fn another_database_is_another_relay_and_its_stamps_are_not_taken_for_ours() {
    let [one, other] = [TestServer::open().await, TestServer::open().await];
    let (table, _, mut peers) = one.peers_playing(2).await;
    let theirs = other.peer_table(new_peers(2)).await;
    assert_ne!(table.relay, theirs.relay);
    peers[0].post(b"ours").await;
    peers[0].catch_up(1).await;
    let relay = facedown_protocol::relay::check_key(&theirs.relay).unwrap();
    assert!(Stamps::new(b"the genesis").check(&relay, &peers[0].entries[0]).is_err());
}
