//! The wall clock is set forward and back, while the server runs and while it is closed: nothing that is measured notices.
#![allow(clippy::unwrap_used)] // a test that cannot go on has failed

mod common;

use std::time::Duration;

use common::{Client, TestHouse, config, step};
use facedown_server::room::{EntryBody, Journal, JournalEntry, Room, same};
use facedown_server::store::{self, SqliteStore};
use facedown_server::time::{Clock, DrivenClock, Moment};
use serde_json::{Value, json};

const HOUR: Duration = Duration::from_hours(1);
const DAY: Duration = Duration::from_hours(24);

/// What somebody does to the wall clock.
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

    /// The clocks of a process that is started after the jump: its monotonic one begins anew.
    fn after(self) -> DrivenClock {
        let clock = DrivenClock::new(0);
        clock.set_forward(DAY * 100);
        self.happens(&clock);
        clock
    }
}

/// A house whose wall clock shows more than any of the jumps back.
async fn open() -> TestHouse {
    let house = TestHouse::open().await;
    house.clock.set_forward(DAY * 100);
    house
}

fn secs(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

async fn is_known(house: &TestHouse, token: &str) -> bool {
    house.request("GET", "/api/v1/me", Some(token), &json!(null)).await.0 == 200
}

/// Whatever was to happen at this moment has happened.
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
async fn game_clocks_reminders_and_grace_run_on_as_if_nothing_had_been() {
    for jump in JUMPS {
        let house = open().await;
        let new = json!({
            "game": "herding-cats", "grace": 60, "clock": { "game": { "seconds": 100, "increment": 0 } },
        });
        let (table, tokens) = house.table(new, 2).await;
        let mut clients = Vec::new();
        for token in &tokens {
            clients.push(house.join(&table, Some(token), None).await);
        }
        let actor = clients.iter().position(Client::is_asked).unwrap();
        house.clock.advance(secs(10));
        jump.happens(&house.clock);
        assert!(settle(&mut clients[actor]).await.is_empty(), "{jump:?}");
        let action = clients[actor].legal[0].clone();
        clients[actor].act("m", &action).await;
        let update = clients[actor].hear().await;
        assert_eq!((&update["a"], &update["c"][actor]), (&json!("m"), &json!(90_000)), "{jump:?}");
        let next = usize::try_from(clients[actor].waiting[0]).unwrap();
        let n = clients[actor].n;
        clients[1 - actor].catch_up(n).await;
        // Whoever is gone has a minute, and not what the wall clock says.
        clients.remove(next).close().await;
        let mut other = clients.remove(0);
        jump.happens(&house.clock);
        settle(&mut other).await;
        house.clock.advance(secs(59));
        assert!(settle(&mut other).await.is_empty(), "{jump:?}");
        house.clock.advance(secs(1));
        while other.table["seats"][next]["absent"] != true {
            other.hear().await;
        }
    }
}

#[tokio::test]
async fn a_clock_strikes_after_its_time_whatever_the_wall_clock_says() {
    for jump in JUMPS {
        let house = open().await;
        let new = json!({ "game": "herding-cats", "clock": { "decision": 40 } });
        let (table, tokens) = house.table(new, 2).await;
        let mut client = house.join(&table, Some(&tokens[0]), None).await;
        jump.happens(&house.clock);
        house.clock.advance(secs(39));
        let reminded = settle(&mut client).await;
        assert!(reminded.iter().all(|message| message["type"] == "reminder"), "{jump:?}");
        jump.happens(&house.clock);
        house.clock.advance(secs(1));
        assert_eq!(client.hear().await["by"], "clock", "{jump:?}");
    }
}

#[tokio::test]
async fn clocks_go_on_where_they_were_when_the_wall_clock_jumped_while_the_house_was_closed() {
    for jump in JUMPS {
        let house = open().await;
        let new = json!({
            "game": "herding-cats", "clock": { "game": { "seconds": 100, "increment": 5 } },
        });
        let (table, tokens) = house.table(new, 2).await;
        let mut clients = Vec::new();
        for token in &tokens {
            clients.push(house.join(&table, Some(token), None).await);
        }
        let actor = clients.iter().position(Client::is_asked).unwrap();
        house.clock.advance(secs(10));
        let action = clients[actor].legal[0].clone();
        clients[actor].act("a", &action).await;
        assert_eq!(clients[actor].hear().await["c"][actor], 95_000);
        let next = usize::try_from(clients[actor].waiting[0]).unwrap();
        house.clock.advance(secs(7));
        let house = house.reopened_by(jump.after()).await;
        house.join(&table, Some(&tokens[actor]), None).await;
        house.clock.advance(secs(3));
        let again = house.join(&table, Some(&tokens[actor]), None).await;
        assert_eq!(again.welcome["clocks"][actor], 95_000, "{jump:?}");
        assert_eq!(again.welcome["clocks"][next], 97_000, "{jump:?}");
        // And once more, with what the second process has written.
        let house = house.reopened_by(jump.after()).await;
        let last = house.join(&table, Some(&tokens[next]), None).await;
        assert_eq!(last.welcome["clocks"][actor], 95_000, "{jump:?}");
    }
}

#[tokio::test]
async fn limits_refill_after_the_wall_clock_was_set_back() {
    for jump in JUMPS {
        let mut config = config();
        (config.limits.request_burst, config.limits.requests_per_second) = (5, 1);
        let house = TestHouse::open_with(config, "limits").await;
        house.clock.set_forward(DAY * 100);
        let status = async || house.request("GET", "/api/v1/games", None, &json!(null)).await.0;
        for _ in 0..5 {
            assert_eq!(status().await, 200);
        }
        jump.happens(&house.clock);
        assert_eq!(status().await, 429, "{jump:?}");
        house.clock.advance(secs(1));
        assert_eq!(status().await, 200, "{jump:?}");
    }
}

#[tokio::test]
async fn delayed_spectators_see_nothing_earlier() {
    for jump in JUMPS {
        let house = open().await;
        let new = json!({ "game": "herding-cats", "spectators": { "delayed": 60 } });
        let (table, _) = house.table(new, 2).await;
        jump.happens(&house.clock);
        assert_eq!(house.join(&table, None, None).await.view, Value::Null, "{jump:?}");
        house.clock.advance(secs(30));
        let house = house.reopened_by(jump.after()).await;
        assert_eq!(house.join(&table, None, None).await.view, Value::Null, "{jump:?}");
        house.clock.advance(secs(59));
        assert_eq!(house.join(&table, None, None).await.view, Value::Null, "{jump:?}");
        house.clock.advance(secs(1));
        assert_ne!(house.join(&table, None, None).await.view, Value::Null, "{jump:?}");
    }
}

#[tokio::test]
async fn no_guest_is_forgotten_because_the_wall_clock_jumped() {
    for jump in JUMPS {
        let house = open().await;
        let token = house.guest("Ann").await;
        jump.happens(&house.clock);
        house.server.house().sweep().await;
        house.clock.advance(HOUR * 2);
        house.server.house().sweep().await;
        assert!(is_known(&house, &token).await, "{jump:?}");
        let house = house.reopened_by(jump.after()).await;
        house.server.house().sweep().await;
        house.clock.advance(HOUR * 2);
        house.server.house().sweep().await;
        assert!(is_known(&house, &token).await, "{jump:?}");
    }
}

#[tokio::test]
async fn days_are_counted_over_restarts_and_only_while_the_house_is_open() {
    let mut house = open().await;
    let [gone, regular] = [house.guest("Gus").await, house.guest("Rae").await];
    for days in [10, 10, 10] {
        house.clock.advance(DAY * days);
        house.server.house().sweep().await;
        // Each time it is closed for half a year, of which nobody is to blame.
        house = house.reopened_by(Jump::Forward(DAY * 180).after()).await;
        assert!(is_known(&house, &regular).await);
        house.server.house().sweep().await;
    }
    house.clock.advance(DAY * 2);
    house.server.house().sweep().await;
    assert!(!is_known(&house, &gone).await, "thirty-two days of an open house");
    assert!(is_known(&house, &regular).await);
}

#[tokio::test]
async fn tables_stay_as_long_as_they_are_meant_to() {
    for jump in JUMPS {
        let house = open().await;
        let ann = house.guest("Ann").await;
        let new = json!({ "game": "herding-cats", "seats": ["open", "open"], "sit": 0 });
        let created = house.post("/api/v1/tables", &ann, new).await;
        let path = format!("/api/v1/tables/{}", created["table"].as_str().unwrap());
        let state = async |house: &TestHouse| {
            house.server.house().sweep().await;
            house.request("GET", &path, Some(&ann), &json!(null)).await.1["state"].clone()
        };
        jump.happens(&house.clock);
        assert_eq!(state(&house).await, "open", "{jump:?}");
        house.clock.advance(HOUR * 23);
        assert_eq!(state(&house).await, "open", "{jump:?}");
        let house = house.reopened_by(jump.after()).await;
        assert_eq!(state(&house).await, "open", "{jump:?}");
        house.clock.advance(HOUR);
        // It is over, or gone already.
        assert_ne!(state(&house).await, "open", "{jump:?}: a day of an open house");
    }
}

#[tokio::test]
async fn a_journal_of_an_old_version_leads_to_the_same_clocks_and_goes_on_by_the_new_ones() {
    let house = TestHouse::open().await;
    let new = json!({
        "game": "herding-cats", "clock": { "game": { "seconds": 100, "increment": 2 } },
    });
    let (table, tokens) = house.table(new, 2).await;
    let mut clients = Vec::new();
    for token in &tokens {
        clients.push(house.join(&table, Some(token), None).await);
    }
    for number in 0..6 {
        house.clock.advance(secs(3 + number as u64));
        assert!(step(&mut clients, number).await);
    }
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(&house.crash_image(folder.path())).await.unwrap();
    let (id, journal) = store::journals(&store).await.unwrap().remove(0);
    // Old versions wrote nothing but the time of day, which went on as the clocks did.
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
    // The new clock knows nothing of 1970.
    let clock = DrivenClock::new(0);
    other.apply(&JournalEntry::now(&clock, EntryBody::Reopened)).unwrap();
    assert_eq!(other.clocks(clock.now()), left);
    clock.advance(secs(5));
    assert_ne!(other.clocks(clock.now()), left);
    assert_eq!(other.last(), Moment::from_millis(0));
}
