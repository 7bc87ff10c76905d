//! Failing writes at tables without a trusted server: nobody is told what is not on the disk, and numbers, times and stamps go
//! on after every failure and every crash.

use std::sync::atomic::Ordering::SeqCst;
use std::time::Duration;

use facedown_protocol::relay::Stamped;
use facedown_server::store::{self, SqliteStore, Store};
use serde_json::{Value, json};

use super::common::TestServer;
use super::common::peers::{Peer, PeerTable, Player, genesis, new_peers};
use super::faulty::{Kind, Plan};
use super::session::{fresh, in_memory, open};

const SEATS: usize = 2;
/// How many times something refused is repeated before the test fails.
const TRIES: usize = 8;

/// Plays a table to its end while writes fail. Returns how many have.
async fn run(kind: Kind, stride: u64, offset: u64) -> u64 {
    let plan = Plan::new(kind, stride, offset);
    let mut server = fresh(&plan).await;
    let mut falls = 0;
    let table = make(&server).await;
    let players: Vec<_> = (0..2).map(Player::new).collect();
    let mut peers: Vec<Peer> = Vec::new();
    for player in &players {
        assert!(until_done(async || server.join_peers(&table, player).await.0 == 200).await);
        peers.push(server.peer(&table, Some(player), &[]).await);
    }
    for _ in 0..TRIES {
        for peer in &mut peers {
            peer.send(genesis(b"a genesis")).await;
            assert!(peer.is_served().await);
        }
        if peers[0].stamps.is_some() {
            break;
        }
    }
    assert!(peers[1].is_served().await);
    for number in 0..12_u8 {
        let author = usize::from(number) % SEATS;
        let mut told = false;
        for _ in 0..TRIES {
            peers[author].post(&[number; 20]).await;
            loop {
                match peers[author].next().await.unwrap() {
                    Value::Null => told = true,
                    message if message["type"] == "refused" => {
                        assert_eq!(message["kind"], "unavailable", "{message}");
                    }
                    _ => continue,
                }
                break;
            }
            check(&server, &table, &peers).await;
            if told {
                break;
            }
            if kind == Kind::UnheardThenCrash {
                falls += 1;
                server = fallen(server, &plan, falls).await;
                for (peer, player) in peers.iter_mut().zip(&players) {
                    *peer = server.peer(&table, Some(player), &peer.entries).await;
                }
            }
        }
        assert!(told, "entry {number} could not be posted");
        let count = peers[author].entries.len();
        for peer in &mut peers {
            peer.catch_up(count).await;
        }
    }
    for _ in 0..TRIES {
        for peer in &mut peers {
            peer.send(json!({ "type": "over" })).await;
            assert!(peer.is_served().await);
        }
    }
    assert_eq!(peers[1].info["state"], "over");
    assert!(peers[0].is_served().await);
    assert!(peers[0].entries == peers[1].entries);
    // Each entry is there once, whatever has failed in between.
    assert_eq!(peers[0].entries.len(), 12);
    plan.failed.load(SeqCst)
}

async fn make(server: &TestServer) -> PeerTable {
    for _ in 0..TRIES {
        let (status, _) = server.request("POST", "/api/v1/peers", None, &new_peers(0)).await;
        assert_eq!(status, 400);
        let before = server.hub().shared.metrics.peer_tables.get();
        let (status, made) = server.request("POST", "/api/v1/peers", None, &new_peers(SEATS)).await;
        if status == 201 {
            return PeerTable::of(&made);
        }
        assert_eq!((status, before), (503, server.hub().shared.metrics.peer_tables.get()));
    }
    panic!("the table could not be made");
}

async fn until_done(mut doing: impl AsyncFnMut() -> bool) -> bool {
    for _ in 0..TRIES {
        if doing().await {
            return true;
        }
    }
    false
}

/// A new server on what is on the disk at this moment.
async fn fallen(server: TestServer, plan: &std::sync::Arc<Plan>, falls: usize) -> TestServer {
    let folder = in_memory();
    server.crash_image(folder.path());
    server.clock.advance(Duration::from_millis(10));
    let clock = server.clock.clone();
    open(folder, &clock, plan, &format!("a fall {falls}")).await
}

/// Compares what the peers were told with what is on the disk.
async fn check(server: &TestServer, table: &PeerTable, peers: &[Peer]) {
    let folder = in_memory();
    let store = SqliteStore::open(&server.crash_image(folder.path())).await.unwrap();
    let journals = store::journals(&store).await.unwrap();
    let (_, journal) = journals.into_iter().find(|(id, _)| *id == table.id()).unwrap();
    let stored: Vec<Stamped> = journal.lines().filter_map(stamped).collect();
    for peer in peers {
        let told = peer.entries.len();
        assert!(stored.len() >= told, "{told} entries were told and {} are stored", stored.len());
        assert!(stored[..told] == peer.entries[..]);
        // A write whose result was not heard may have left one more.
        assert!(stored.len() <= told + 1 || peer.entries.len() < peers[0].entries.len());
    }
    store.close().await.unwrap();
}

fn stamped(line: &str) -> Option<Stamped> {
    use base64::Engine;
    let line: Value = serde_json::from_str(line).unwrap();
    let text = line["peers"]["posted"].as_str()?;
    let bytes = base64::engine::general_purpose::STANDARD.decode(text).unwrap();
    Some(Stamped::from_bytes(&bytes).unwrap())
}

async fn every_write_fails(kind: Kind) {
    let mut failed = 0;
    for offset in 0..5 {
        failed += run(kind, 5, offset).await;
    }
    // A table has at least this many writes.
    assert!(failed >= 17, "{failed} writes failed as {kind:?}");
}

#[tokio::test]
async fn entries_whose_write_fails_are_refused_and_can_be_posted_again() {
    for kind in [Kind::Refused, Kind::RefusedThrice, Kind::Rollback, Kind::Abort, Kind::Moved] {
        every_write_fails(kind).await;
    }
}

#[tokio::test]
async fn entries_that_were_committed_unheard_are_not_stamped_twice() {
    every_write_fails(Kind::Unheard).await;
}

#[tokio::test]
async fn entries_that_were_committed_before_a_crash_are_there_once() {
    every_write_fails(Kind::UnheardThenCrash).await;
}
