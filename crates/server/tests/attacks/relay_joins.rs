//! Attacks on the seats of tables without a trusted server: forged and replayed signatures, other people's seats, private
//! tables, and players who never agree.

use std::time::Duration;

use facedown_protocol::TableId;
use facedown_protocol::relay::{Hex, SeatProof};
use serde_json::{Value, json};

use crate::common::peers::{PeerTable, Player, genesis, new_peers};
use crate::common::{TestServer, config};

async fn kind_of_join(server: &TestServer, table: &PeerTable, join: &Value) -> (u16, String) {
    let (status, answer) = server.ask_peers("POST", table, "/join", join).await;
    (status, answer["kind"].as_str().unwrap_or_default().to_owned())
}

fn is(kind: &str, status: u16) -> (u16, String) {
    (status, kind.to_owned())
}

#[tokio::test]
async fn forged_and_replayed_joins_are_refused() {
    let server = TestServer::open().await;
    let table = server.peer_table(new_peers(3)).await;
    let other = server.peer_table(new_peers(3)).await;
    let (ann, bob) = (Player::new(0), Player::new(1));
    let good = ann.join(&table);
    let forge = |changes: &[(&str, Value)]| {
        let mut join = good.clone();
        for (key, value) in changes {
            join[*key] = value.clone();
        }
        join
    };
    let bobs = bob.join(&table);
    let mut weak = [0; 32];
    weak[0] = 1;
    for (join, wanted) in [
        (forge(&[("name", json!("Eve"))]), is("bad-signature", 403)),
        (forge(&[("nonce", json!(Hex([7; 32])))]), is("bad-signature", 403)),
        (forge(&[("key", bobs["key"].clone())]), is("bad-signature", 403)),
        (forge(&[("signature", bobs["signature"].clone())]), is("bad-signature", 403)),
        (forge(&[("signature", json!(Hex([0; 64])))]), is("bad-signature", 403)),
        (forge(&[("key", json!(Hex(weak)))]), is("bad-key", 400)),
        (forge(&[("key", json!(Hex([0xff; 32])))]), is("bad-key", 400)),
        (forge(&[("nonce", json!(Hex([0; 32])))]), is("bad-key", 400)),
        (forge(&[("nonce", json!("00"))]), is("malformed", 400)),
        (forge(&[("key", json!("x".repeat(64)))]), is("malformed", 400)),
        (forge(&[("signature", json!(null))]), is("malformed", 400)),
        (forge(&[("name", json!("\u{200b}"))]), is("malformed", 400)),
        (forge(&[("name", json!("x".repeat(33)))]), is("malformed", 400)),
        (ann.join(&other), is("bad-signature", 403)),
        (json!([]), is("malformed", 400)),
    ] {
        assert_eq!(kind_of_join(&server, &table, &join).await, wanted, "{join}");
    }
    assert_eq!(server.peer_info(&table).await["seats"], json!([null, null, null]));
    // A key joins once, however often it asks; with another nonce it would be in two genesis at once.
    for _ in 0..3 {
        assert_eq!(server.join_peers(&table, &ann).await, (200, json!({ "seat": 0 })));
    }
    let again = Player { nonce: [9; 32], ..ann.clone() };
    assert_eq!(kind_of_join(&server, &table, &again.join(&table)).await, is("already-seated", 409));
    let thief = Player { nonce: ann.nonce, ..bob.clone() };
    assert_eq!(kind_of_join(&server, &table, &thief.join(&table)).await, is("bad-key", 400));
    assert_eq!(server.join_peers(&table, &bob).await, (200, json!({ "seat": 1 })));
}

#[tokio::test]
async fn forged_and_replayed_hellos_get_no_seat() {
    let server = TestServer::open().await;
    let (table, players, mut peers) = server.peers_playing(2).await;
    let other = server.peer_table(new_peers(2)).await;
    server.join_peers(&other, &players[0]).await;
    // What Ann signed for an earlier connection, for another table, and for another relay.
    let earlier = peers[0].hello(Some(&players[0]), 0);
    let elsewhere = server.connect_peer(&other).await.hello(Some(&players[0]), 0);
    let stranger = Player::new(50);
    for (number, wanted) in [
        (0, "bad-signature"),
        (1, "bad-signature"),
        (2, "bad-signature"),
        (3, "bad-signature"),
        (4, "not-seated"),
        (5, "ahead"),
        (6, "malformed"),
        (7, "malformed"),
        (8, "unsupported-version"),
        (9, "hello-first"),
    ] {
        let mut thief = server.connect_peer(&table).await;
        let proof = |relay, id: &TableId, challenge| {
            json!({ "type": "hello", "v": 1, "since": 0,
                "seat": SeatProof::sign(&players[0].key, &relay, id, &challenge) })
        };
        let challenge = thief.challenge;
        let message = match number {
            0 => earlier.clone(),
            1 => elsewhere.clone(),
            2 => proof(Hex([3; 32]), &table.id(), challenge),
            3 => {
                let mut hello = thief.hello(Some(&stranger), 0);
                hello["seat"]["key"] = json!(Hex(players[0].key.verifying_key().to_bytes()));
                hello
            }
            4 => thief.hello(Some(&stranger), 0),
            5 => thief.hello(None, 1),
            6 => json!({ "type": "hello", "v": 1, "since": 0, "seat": {} }),
            7 => json!({ "type": "hello", "v": 1, "since": 1.5 }),
            8 => json!({ "type": "hello", "v": 7, "since": 0 }),
            _ => json!({ "type": "ping" }),
        };
        thief.send(message).await;
        assert_eq!(thief.refused().await, wanted, "{number}");
        assert_eq!(thief.bye().await, "no-hello");
        assert!(thief.next().await.is_none());
    }
    // An entry instead of a hello.
    let mut hasty = server.connect_peer(&table).await;
    hasty.post(b"entry").await;
    assert_eq!(hasty.refused().await, "hello-first");
    // Ann has not been replaced by any of them.
    peers[0].post(b"mine").await;
    for peer in &mut peers {
        peer.catch_up(1).await;
    }
}

#[tokio::test]
async fn the_newest_process_of_a_seat_replaces_the_one_before() {
    let server = TestServer::open().await;
    let (table, players, mut peers) = server.peers_playing(2).await;
    let mut second = server.peer(&table, Some(&players[0]), &[]).await;
    assert_eq!(second.seat, Some(0));
    assert_eq!(peers[0].bye().await, "replaced");
    second.post(b"from the second").await;
    peers[1].catch_up(1).await;
    assert_eq!(peers[1].entries[0].entry, b"from the second");
}

#[tokio::test]
async fn a_private_table_is_not_found_without_its_code() {
    let server = TestServer::open().await;
    let mut new = new_peers(2);
    new["private"] = json!(true);
    let table = server.peer_table(new).await;
    let ann = Player::new(0);
    let unknown = PeerTable { id: "nowhere".into(), ..table.clone() };
    for code in ["", "wrong", &table.code.to_uppercase()] {
        let guess = PeerTable { code: code.into(), ..table.clone() };
        for (method, rest, body) in [
            ("GET", "", json!(null)),
            ("POST", "/join", ann.join(&table)),
            ("POST", "/join", ann.join(&unknown)),
            ("GET", "/ws", json!(null)),
        ] {
            let hidden = server.ask_peers(method, &guess, rest, &body).await;
            let missing = server.ask_peers(method, &unknown, rest, &body).await;
            assert_eq!(hidden, missing, "{method} {rest}");
            assert_eq!(hidden.0, 404);
        }
    }
    let listed = server.request("GET", "/api/v1/peers", None, &json!(null)).await.1;
    assert_eq!(listed["tables"], json!([]));
    assert_eq!(server.join_peers(&table, &ann).await.0, 200);
    assert_eq!(server.peer_info(&table).await["private"], json!(true));
    // Nor is a table of the relay one of the server's, or the other way round.
    let (status, _) =
        server.request("GET", &format!("/api/v1/tables/{}", table.id), None, &json!(null)).await;
    assert_eq!(status, 404);
    let (house, _) = server.table(json!({ "game": "herding-cats" }), 2).await;
    let (status, _) =
        server.request("GET", &format!("/api/v1/peers/{house}"), None, &json!(null)).await;
    assert_eq!(status, 404);
}

#[tokio::test]
async fn tables_of_impossible_shapes_are_refused() {
    let server = TestServer::open().await;
    let with = |key: &str, value: Value| {
        let mut new = new_peers(4);
        new[key] = value;
        new
    };
    let long = json!({ "text": "x".repeat(4 * 1024) });
    for new in [
        with("game", json!("")),
        with("game", json!("A game")),
        with("game", json!("x".repeat(65))),
        with("options", json!([])),
        with("options", json!("{")),
        with("options", long),
        with("seats", json!(1)),
        with("seats", json!(7)),
        with("grace", json!(9)),
        with("grace", json!(60)),
        with("grace", json!(8 * 24 * 60 * 60)),
        with("escrow", json!(2)),
        with("escrow", json!(4)),
        with("escrow", json!(0)),
    ] {
        let (status, refusal) = server.request("POST", "/api/v1/peers", None, &new).await;
        assert_eq!((status, &refusal["kind"]), (400, &json!("bad-options")), "{new}");
    }
    for new in [
        with("rules", json!(-1)),
        with("seats", json!("4")),
        with("think", json!(null)),
        json!(null),
    ] {
        let (status, refusal) = server.request("POST", "/api/v1/peers", None, &new).await;
        assert_eq!((status, &refusal["kind"]), (400, &json!("malformed")), "{new}");
    }
    let listed = server.request("GET", "/api/v1/peers", None, &json!(null)).await.1;
    assert_eq!(listed["tables"], json!([]));
}

#[tokio::test]
async fn one_address_makes_only_so_many_tables_and_players() {
    let mut config = config();
    config.limits.tables_per_address = 3;
    (config.limits.guest_burst, config.limits.guests_per_minute) = (4, 0);
    let server = TestServer::open_with(config, "few").await;
    let mut tables = Vec::new();
    for _ in 0..3 {
        tables.push(server.peer_table(new_peers(2)).await);
    }
    let (status, refusal) = server.request("POST", "/api/v1/peers", None, &new_peers(2)).await;
    assert_eq!((status, &refusal["kind"]), (429, &json!("too-many-tables-here")));
    for number in 0..4 {
        let table = &tables[usize::from(number) / 2];
        assert_eq!(server.join_peers(table, &Player::new(number)).await.0, 200);
    }
    let (status, refusal) = server.join_peers(&tables[2], &Player::new(4)).await;
    assert_eq!((status, &refusal["kind"]), (429, &json!("too-many-guests")));
}

#[tokio::test]
async fn a_player_who_is_gone_loses_the_seat_and_one_who_is_there_does_not() {
    let server = TestServer::open().await;
    let table = server.peer_table(new_peers(3)).await;
    let [ann, bob] = [Player::new(0), Player::new(1)];
    server.join_peers(&table, &ann).await;
    server.join_peers(&table, &bob).await;
    let mut ann_peer = server.peer(&table, Some(&ann), &[]).await;
    server.clock.advance(Duration::from_secs(599));
    server.hub().sweep().await;
    assert_eq!(server.peer_info(&table).await["seats"][1]["name"], "Player 1");
    server.clock.advance(Duration::from_secs(1));
    server.hub().sweep().await;
    let info = server.peer_info(&table).await;
    assert_eq!((&info["seats"][0]["name"], &info["seats"][1]), (&json!("Player 0"), &json!(null)));
    ann_peer.until("table").await;
    // Whoever comes next gets the free seat.
    assert_eq!(server.join_peers(&table, &Player::new(2)).await.1, json!({ "seat": 1 }));
    ann_peer.send(json!({ "type": "leave" })).await;
    ann_peer.until("table").await;
    while !ann_peer.info["seats"][0].is_null() {
        ann_peer.until("table").await;
    }
    ann_peer.post(b"still here?").await;
    assert_eq!(ann_peer.refused().await, "not-seated");
    assert_eq!(server.join_peers(&table, &Player::new(3)).await.1, json!({ "seat": 0 }));
}

#[tokio::test]
async fn another_genesis_is_refused_and_says_whose_it_differs_from() {
    let server = TestServer::open().await;
    let table = server.peer_table(new_peers(3)).await;
    let (players, mut peers) = server.peers_agreeing(&table, 3).await;
    peers[1].send(genesis(b"one")).await;
    assert!(peers[1].is_served().await);
    peers[0].send(genesis(b"two")).await;
    let refused = peers[0].until("refused").await;
    assert_eq!(refused["kind"], "other-genesis");
    assert!(refused["message"].as_str().unwrap().contains("Player 1"), "{refused}");
    for (bytes, kind) in [(vec![], "too-large"), (vec![1; 10 * 1024 + 1], "too-large")] {
        peers[2].send(genesis(&bytes)).await;
        assert_eq!(peers[2].refused().await, kind);
    }
    let mut watcher = server.peer(&table, None, &[]).await;
    watcher.send(genesis(b"one")).await;
    assert_eq!(watcher.refused().await, "not-seated");
    peers[0].post(b"too early").await;
    assert_eq!(peers[0].refused().await, "not-started");
    assert_eq!(server.peer_info(&table).await["state"], "agreeing");
    // Who has sent one alone may send another, and who agrees at last may play.
    for peer in [0, 2] {
        peers[peer].send(genesis(b"one")).await;
    }
    for peer in peers.iter_mut().chain([&mut watcher]) {
        peer.until("begun").await;
    }
    // Asked again, for instance by a process that was killed in between.
    peers[1].send(genesis(b"one")).await;
    peers[1].until("begun").await;
    peers[1].send(genesis(b"three")).await;
    assert_eq!(peers[1].refused().await, "other-genesis");
    peers[1].send(json!({ "type": "leave" })).await;
    assert_eq!(peers[1].refused().await, "already-started");
    assert_eq!(server.join_peers(&table, &Player::new(9)).await.1["kind"], "table-full");
    assert_eq!(server.join_peers(&table, &players[2]).await.1, json!({ "seat": 2 }));
}

#[tokio::test]
async fn a_player_who_never_sends_a_genesis_loses_the_seat() {
    let server = TestServer::open().await;
    let table = server.peer_table(new_peers(2)).await;
    let (_, mut peers) = server.peers_agreeing(&table, 2).await;
    peers[0].send(genesis(b"one")).await;
    assert!(peers[0].is_served().await);
    server.clock.advance(Duration::from_mins(10));
    server.hub().sweep().await;
    let info = server.peer_info(&table).await;
    assert_eq!((&info["state"], &info["seats"][1]), (&json!("open"), &json!(null)));
    peers[1].state("open").await;
    // Somebody else comes. The genesis of before is not counted.
    let carol = Player::new(7);
    assert_eq!(server.join_peers(&table, &carol).await.1, json!({ "seat": 1 }));
    let mut carol = server.peer(&table, Some(&carol), &[]).await;
    carol.send(genesis(b"two")).await;
    assert!(carol.is_served().await);
    assert_eq!(server.peer_info(&table).await["state"], "agreeing");
    peers[0].send(genesis(b"two")).await;
    peers[0].until("begun").await;
}

#[tokio::test]
async fn a_table_whose_players_do_not_agree_is_closed() {
    let server = TestServer::open().await;
    let table = server.peer_table(new_peers(2)).await;
    let (_, mut peers) = server.peers_agreeing(&table, 2).await;
    peers[0].send(genesis(b"one")).await;
    assert!(peers[0].is_served().await);
    peers[1].send(genesis(b"two")).await;
    peers[1].refused().await;
    server.clock.advance(Duration::from_mins(10));
    server.hub().sweep().await;
    peers[0].state("closed").await;
    peers[0].send(genesis(b"one")).await;
    assert_eq!(peers[0].refused().await, "table-closed");
    assert_eq!(server.join_peers(&table, &Player::new(9)).await.1["kind"], "table-closed");
    let listed = server.request("GET", "/api/v1/peers", None, &json!(null)).await.1;
    assert_eq!(listed["tables"], json!([]));
}

#[tokio::test]
async fn a_table_does_not_grow_for_ever_by_those_who_join_and_leave() {
    let server = TestServer::open().await;
    let table = server.peer_table(new_peers(3)).await;
    let ann = Player::new(0);
    let mut count = 0;
    let refused = loop {
        let (status, joined) = server.join_peers(&table, &ann).await;
        if status != 200 {
            break joined;
        }
        let mut peer = server.peer(&table, Some(&ann), &[]).await;
        peer.send(json!({ "type": "leave" })).await;
        peer.until("table").await;
        count += 1;
        assert!(count < 200);
    };
    assert_eq!(refused["kind"], "too-many-entries");
    assert!(count > 100, "{count} players are too few");
}
