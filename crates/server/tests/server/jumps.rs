//! Jumps of the wall clock, while the server runs and while it is stopped, affect nothing that is measured.

use std::time::Duration;

use crate::common::{Client, TestServer, config, step};
use facedown_server::room::{EntryBody, Journal, JournalEntry, Room, same};
use facedown_server::store::{self, SqliteStore};
use facedown_server::time::{Clock, DrivenClock, Moment};
use serde_json::{Value, json};

const HOUR: Duration = Duration::from_hours(1);
const DAY: Duration = Duration::from_hours(24);

/// A jump of the wall clock.
#[derive(Clone, Copy, Debug)]
enum Jump {
    Forward(Duration),
    Back(Duration),
}

const JUMPS: [Jump; 4] =
    [Jump::Forward(HOUR), Jump::Back(HOUR), Jump::Forward(DAY.saturating_mul(60)), Jump::Back(DAY)];

impl Jump {
    fn happens(self, clock: &DrivenClock) {
        match self {
            Self::Forward(by) => clock.set_forward(by),
            Self::Back(by) => clock.set_back(by),
        }
    }

    /// The clocks of a process that is started after the jump. Its monotonic clock starts at zero.
    fn after(self) -> DrivenClock {
        let clock = DrivenClock::new(0);
        clock.set_forward(DAY * 100);
        self.happens(&clock);
        clock
    }
}

/// A server whose wall clock can be set back by any of the jumps.
async fn open() -> TestServer {
    let server = TestServer::open().await;
    server.clock.set_forward(DAY * 100);
    server
}

fn secs(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

async fn is_known(server: &TestServer, token: &str) -> bool {
    server.request("GET", "/api/v1/me", Some(token), &json!(null)).await.0 == 200
}

/// Waits until everything that is due has happened, and returns the messages.
async fn settle(client: &mut Client) -> Vec<Value> {
    client.send(json!({ "type": "ping" })).await;
    let mut heard = Vec::new();
    loop {
        let message = client.hear().await;
        if message["type"] == "pong" {
            return heard;
        }
        heard.push(message);
    }
}

#[tokio::test]
async fn game_clocks_reminders_and_grace_are_not_affected() {
    for jump in JUMPS {
        let server = open().await;
        let new = json!({
            "game": "herding-cats", "grace": 60, "clock": { "game": { "seconds": 100, "increment": 0 } },
        });
        let (table, tokens) = server.table(new, 2).await;
        let mut clients = Vec::new();
        for token in &tokens {
            clients.push(server.join(&table, Some(token), None).await);
        }
        let actor = clients.iter().position(Client::is_asked).unwrap();
        server.clock.advance(secs(10));
        jump.happens(&server.clock);
        assert!(settle(&mut clients[actor]).await.is_empty(), "{jump:?}");
        let action = clients[actor].legal[0].clone();
        clients[actor].act("m", &action).await;
        let update = clients[actor].hear().await;
        assert_eq!((&update["a"], &update["c"][actor]), (&json!("m"), &json!(90_000)), "{jump:?}");
        let next = usize::try_from(clients[actor].waiting[0]).unwrap();
        let n = clients[actor].n;
        clients[1 - actor].catch_up(n).await;
        // The grace period is a minute of the monotonic clock.
        clients.remove(next).close().await;
        let mut other = clients.remove(0);
        jump.happens(&server.clock);
        settle(&mut other).await;
        server.clock.advance(secs(59));
        assert!(settle(&mut other).await.is_empty(), "{jump:?}");
        server.clock.advance(secs(1));
        while other.table["seats"][next]["absent"] != true {
            other.hear().await;
        }
    }
}

#[tokio::test]
async fn a_clock_runs_out_on_time_whatever_the_wall_clock_says() {
    for jump in JUMPS {
        let server = open().await;
        let new = json!({ "game": "herding-cats", "clock": { "decision": 40 } });
        let (table, tokens) = server.table(new, 2).await;
        let mut client = server.join(&table, Some(&tokens[0]), None).await;
        jump.happens(&server.clock);
        server.clock.advance(secs(39));
        let reminded = settle(&mut client).await;
        assert!(reminded.iter().all(|message| message["type"] == "reminder"), "{jump:?}");
        jump.happens(&server.clock);
        server.clock.advance(secs(1));
        assert_eq!(client.hear().await["by"], "clock", "{jump:?}");
    }
}

#[tokio::test]
async fn clocks_go_on_where_they_were_when_the_wall_clock_jumped_while_the_server_was_closed() {
    for jump in JUMPS {
        let server = open().await;
        let new = json!({
            "game": "herding-cats", "clock": { "game": { "seconds": 100, "increment": 5 } },
        });
        let (table, tokens) = server.table(new, 2).await;
        let mut clients = Vec::new();
        for token in &tokens {
            clients.push(server.join(&table, Some(token), None).await);
        }
        let actor = clients.iter().position(Client::is_asked).unwrap();
        server.clock.advance(secs(10));
        let action = clients[actor].legal[0].clone();
        clients[actor].act("a", &action).await;
        assert_eq!(clients[actor].hear().await["c"][actor], 95_000);
        let next = usize::try_from(clients[actor].waiting[0]).unwrap();
        server.clock.advance(secs(7));
        let server = server.reopened_by(jump.after()).await;
        server.join(&table, Some(&tokens[actor]), None).await;
        server.clock.advance(secs(3));
        let again = server.join(&table, Some(&tokens[actor]), None).await;
        assert_eq!(again.welcome["clocks"][actor], 95_000, "{jump:?}");
        assert_eq!(again.welcome["clocks"][next], 97_000, "{jump:?}");
        // Once more, with the journal of the second process.
        let server = server.reopened_by(jump.after()).await;
        let last = server.join(&table, Some(&tokens[next]), None).await;
        assert_eq!(last.welcome["clocks"][actor], 95_000, "{jump:?}");
    }
}

#[tokio::test]
async fn limits_refill_after_the_wall_clock_was_set_back() {
    for jump in JUMPS {
        let mut config = config();
        (config.limits.request_burst, config.limits.requests_per_second) = (5, 1);
        let server = TestServer::open_with(config, "limits").await;
        server.clock.set_forward(DAY * 100);
        let status = async || server.request("GET", "/api/v1/games", None, &json!(null)).await.0;
        for _ in 0..5 {
            assert_eq!(status().await, 200);
        }
        jump.happens(&server.clock);
        assert_eq!(status().await, 429, "{jump:?}");
        server.clock.advance(secs(1));
        assert_eq!(status().await, 200, "{jump:?}");
    }
}

#[tokio::test]
async fn delayed_spectators_see_nothing_earlier() {
    for jump in JUMPS {
        let server = open().await;
        let new = json!({ "game": "herding-cats", "spectators": { "delayed": 60 } });
        let (table, _) = server.table(new, 2).await;
        jump.happens(&server.clock);
        assert_eq!(server.join(&table, None, None).await.view, Value::Null, "{jump:?}");
        server.clock.advance(secs(30));
        let server = server.reopened_by(jump.after()).await;
        assert_eq!(server.join(&table, None, None).await.view, Value::Null, "{jump:?}");
        server.clock.advance(secs(59));
        assert_eq!(server.join(&table, None, None).await.view, Value::Null, "{jump:?}");
        server.clock.advance(secs(1));
        assert_ne!(server.join(&table, None, None).await.view, Value::Null, "{jump:?}");
    }
}

#[tokio::test]
async fn no_guest_is_deleted_because_the_wall_clock_jumped() {
    for jump in JUMPS {
        let server = open().await;
        let token = server.guest("Ann").await;
        jump.happens(&server.clock);
        server.hub().sweep().await;
        server.clock.advance(HOUR * 2);
        server.hub().sweep().await;
        assert!(is_known(&server, &token).await, "{jump:?}");
        let server = server.reopened_by(jump.after()).await;
        server.hub().sweep().await;
        server.clock.advance(HOUR * 2);
        server.hub().sweep().await;
        assert!(is_known(&server, &token).await, "{jump:?}");
    }
}

#[tokio::test]
async fn days_are_counted_over_restarts_and_only_while_the_server_is_open() {
    let mut server = open().await;
    let [gone, regular] = [server.guest("Gus").await, server.guest("Rae").await];
    for days in [10, 10, 10] {
        server.clock.advance(DAY * days);
        server.hub().sweep().await;
        // Each time it is stopped for half a year, which does not count.
        server = server.reopened_by(Jump::Forward(DAY * 180).after()).await;
        assert!(is_known(&server, &regular).await);
        server.hub().sweep().await;
    }
    server.clock.advance(DAY * 2);
    server.hub().sweep().await;
    assert!(!is_known(&server, &gone).await, "thirty-two days while the server ran");
    assert!(is_known(&server, &regular).await);
}

#[tokio::test]
async fn tables_stay_as_long_as_they_are_meant_to() {
    for jump in JUMPS {
        let server = open().await;
        let ann = server.guest("Ann").await;
        let new = json!({ "game": "herding-cats", "seats": ["open", "open"], "sit": 0 });
        let created = server.post("/api/v1/tables", &ann, new).await;
        let path = format!("/api/v1/tables/{}", created["table"].as_str().unwrap());
        let state = async |server: &TestServer| {
            server.hub().sweep().await;
            server.request("GET", &path, Some(&ann), &json!(null)).await.1["state"].clone()
        };
        jump.happens(&server.clock);
        assert_eq!(state(&server).await, "open", "{jump:?}");
        server.clock.advance(HOUR * 23);
        assert_eq!(state(&server).await, "open", "{jump:?}");
        let server = server.reopened_by(jump.after()).await;
        assert_eq!(state(&server).await, "open", "{jump:?}");
        server.clock.advance(HOUR);
        // It is over, or archived already.
        assert_ne!(state(&server).await, "open", "{jump:?}: a day while the server ran");
    }
}

#[tokio::test]
async fn a_journal_of_an_old_version_leads_to_the_same_clocks_and_goes_on_by_the_new_ones() {
    let server = TestServer::open().await;
    let new = json!({
        "game": "herding-cats", "clock": { "game": { "seconds": 100, "increment": 2 } },
    });
    let (table, tokens) = server.table(new, 2).await;
    let mut clients = Vec::new();
    for token in &tokens {
        clients.push(server.join(&table, Some(token), None).await);
    }
    for number in 0..6 {
        server.clock.advance(secs(3 + number as u64));
        assert!(step(&mut clients, number).await);
    }
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(&server.crash_image(folder.path())).await.unwrap();
    let (id, journal) = store::journals(&store).await.unwrap().remove(0);
    // Old versions wrote only the wall clock, which ran at the same speed.
    let aged = |line: &str| {
        let mut entry: Value = serde_json::from_str(line).unwrap();
        assert!(entry.as_object_mut().unwrap().remove("moment").is_some());
        entry.to_string()
    };
    let old: Journal = journal.lines().map(aged).collect();
    let [one, mut other] = [&journal, &old].map(|journal| Room::fold(id.clone(), journal).unwrap());
    assert!(same(&one, &other));
    let left = other.clocks(other.last());
    assert!(left.is_some());
    // The new clock does not count from 1970.
    let clock = DrivenClock::new(0);
    other.apply(&JournalEntry::now(&clock, EntryBody::Reopened)).unwrap();
    assert_eq!(other.clocks(clock.now()), left);
    clock.advance(secs(5));
    assert_ne!(other.clocks(clock.now()), left);
    assert_eq!(other.last(), Moment::from_millis(0));
}
