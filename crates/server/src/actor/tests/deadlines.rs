//! Timeouts happen however busy the table is, and an action that arrived in time counts however slow the server is.

use super::*;

const THREE: Millis = 3_000;

fn three_seconds() -> Setup {
    let created = json!({ "game": "herding-cats", "clock": { "decision": 3 } });
    Setup { created, ..Setup::default() }
}

/// A table with a clock of three seconds that has just started, its players, and the index of the one who has to act.
async fn asked(setup: Setup) -> (Driven, Vec<Eye>, usize) {
    let mut table = Driven::open(setup).await;
    let players = table.players(2).await;
    let actor = players.iter().position(Eye::is_asked).unwrap();
    (table, players, actor)
}

fn after(millis: Millis) -> Moment {
    Moment::from_millis(START + millis)
}

#[tokio::test]
async fn a_timeout_comes_before_all_waiting_messages() {
    let (mut table, mut players, actor) = asked(three_seconds()).await;
    let mut guests = Vec::new();
    for number in 0..8 {
        guests.push(table.join(&format!("guest {number}")).await);
    }
    let player = table.clock.now();
    for guest in &guests {
        for number in 0..40 {
            guest.chat(&format!("c{number}"));
            guest.send(&json!({ "type": "ping" }));
            guest.send(&json!({ "type": "nonsense" }));
        }
    }
    assert_eq!(player, after(0));
    table.advance(THREE);
    // The guest's messages are answered after the timeout.
    let first = loop {
        let frame = guests[0].frames.recv().await.unwrap();
        if frame["type"] != "presence" {
            break frame;
        }
    };
    assert_eq!(first["by"], "clock", "{first}");
    let heard = players[actor].settle().await;
    assert_eq!(heard[0]["by"], "clock", "{heard:?}");
}

#[tokio::test]
async fn endless_chat_does_not_stop_a_clock() {
    let (mut table, mut players, actor) = asked(three_seconds()).await;
    let mut guests = Vec::new();
    for number in 0..8 {
        guests.push(table.join(&format!("guest {number}")).await);
    }
    let mut struck = None;
    for step in 1..=35 {
        for guest in &guests {
            guest.chat(&format!("c{step}"));
        }
        table.advance(100);
        let heard = players[actor].settle().await;
        if struck.is_none() && heard.iter().any(|frame| frame["by"] == "clock") {
            struck = Some(step * 100);
        }
    }
    assert_eq!(struck, Some(THREE));
}

#[tokio::test]
async fn an_action_that_arrived_in_time_counts_though_it_is_handled_late() {
    let (table, mut players, actor) = asked(three_seconds()).await;
    table.advance(THREE + 400);
    let act = players[actor].act("m");
    // It had to wait behind other messages until after the deadline.
    players[1 - actor].send_at(&json!({ "type": "ping" }), after(10));
    players[actor].send_at(&act, after(THREE - 1));
    let heard = players[actor].settle().await;
    assert_eq!((&heard[0]["a"], &heard[0]["by"]), (&json!("m"), &Value::Null), "{heard:?}");
}

#[tokio::test]
async fn an_action_that_arrived_after_its_deadline_is_refused() {
    let (table, mut players, actor) = asked(three_seconds()).await;
    table.advance(THREE + 400);
    let act = players[actor].act("m");
    players[actor].send_at(&act, after(THREE));
    let heard = players[actor].settle().await;
    assert_eq!(heard[0]["by"], "clock", "{heard:?}");
    let refused = &heard[1];
    assert_eq!((&refused["id"], &refused["kind"]), (&json!("m"), &json!("out-of-time")));
    assert!(refused["message"].as_str().unwrap().contains("your time ran out"), "{refused}");
}

#[tokio::test]
async fn an_action_from_before_the_timeout_was_seen_is_out_of_time() {
    let (table, mut players, actor) = asked(three_seconds()).await;
    let (mut act, n) = (players[actor].act("m"), &players[actor].welcome["n"]);
    act["at"] = n.clone();
    table.advance(THREE);
    assert_eq!(players[actor].settle().await[0]["by"], "clock");
    table.advance(50);
    players[actor].send(&act);
    let heard = players[actor].settle().await;
    assert_eq!(heard[0]["kind"], "out-of-time", "{heard:?}");
}

#[tokio::test]
async fn time_that_an_action_waited_at_the_server_is_not_counted() {
    let clock = json!({ "game": { "seconds": 10, "increment": 0 } });
    let created = json!({ "game": "herding-cats", "clock": clock });
    let (table, mut players, actor) = asked(Setup { created, ..Setup::default() }).await;
    table.advance(9_000);
    let act = players[actor].act("m");
    players[actor].send_at(&act, after(4_000));
    let heard = players[actor].settle().await;
    let update = heard.iter().find(|frame| frame["a"] == "m").unwrap();
    assert_eq!(update["c"][actor], 6_000, "it arrived after four seconds");
    assert!(update["c"].as_array().unwrap().contains(&json!(10_000)), "{update}");
}

#[tokio::test]
async fn no_clock_runs_while_an_entry_is_written_and_sent() {
    let (mut table, mut players, actor) = asked(three_seconds()).await;
    // A player has to act after this, and is told only after four seconds.
    *players[actor].lag.lock().unwrap() = Duration::from_secs(4);
    let act = players[actor].act("m");
    players[actor].send(&act);
    let heard = players[actor].settle().await;
    assert_eq!(heard.len(), 1, "no timeout: {heard:?}");
    assert_eq!(table.clock.now(), after(4_000));
    let watcher = table.join("somebody").await;
    let running: Vec<_> = watcher.welcome["waiting"].as_array().unwrap().clone();
    let seat = usize::try_from(running[0].as_u64().unwrap()).unwrap();
    assert_eq!(watcher.welcome["clocks"][seat], THREE);
    table.advance(THREE - 1);
    assert_eq!(players[actor].settle().await, [json!(null); 0]);
    table.advance(1);
    assert_eq!(players[actor].settle().await[0]["by"], "clock");
}

#[tokio::test]
async fn bots_without_a_pause_leave_room_for_messages_and_for_clocks() {
    let created = json!({ "game": "texas-42", "clock": { "decision": 3 } });
    let setup = Setup { created, people: 2, bots: 2, bot_pause: 0, ..Setup::default() };
    let mut table = Driven::open(setup).await;
    let mut watcher = table.join("somebody").await;
    let mut struck = 0;
    for _ in 0..40 {
        watcher.chat(&format!("c{}", table.clock.now().as_millis()));
        table.bot_pool.wake();
        let heard = watcher.settle().await;
        struck += heard.iter().filter(|frame| frame["by"] == "clock").count();
        table.advance(500);
    }
    assert!(struck >= 2, "{struck}");
}
