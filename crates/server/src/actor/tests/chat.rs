//! Chat never delays the game.

use super::*;

fn said(heard: &[Value]) -> Vec<&str> {
    heard.iter().filter_map(|frame| frame["m"]["text"].as_str()).collect()
}

fn refused(heard: &[Value]) -> Vec<(&str, &str)> {
    let of = |frame: &Value, key: &str| frame[key].as_str().map(str::to_owned);
    let both = heard.iter().filter(|frame| of(frame, "type").as_deref() == Some("refused"));
    both.map(|frame| (frame["id"].as_str().unwrap(), frame["kind"].as_str().unwrap())).collect()
}

#[tokio::test]
async fn chat_is_written_in_batches_and_a_move_does_not_wait_for_it() {
    let mut table = Driven::open(Setup::default()).await;
    let mut players = table.players(2).await;
    let actor = players.iter().position(Eye::is_asked).unwrap();
    players[0].chat("first");
    let heard = players[0].settle().await;
    assert_eq!(said(&heard), ["this is first"], "the first message is written at once");
    let commits = table.metrics.commits.get();
    for id in ["a", "b", "c"] {
        players[1 - actor].chat(id);
    }
    assert!(said(&players[0].settle().await).is_empty());
    let act = players[actor].act("m");
    players[actor].send(&act);
    let heard = players[actor].settle().await;
    assert_eq!(heard[0]["a"], "m", "{heard:?}");
    assert_eq!(table.metrics.commits.get(), commits + 1);
    table.advance(199);
    assert!(said(&players[0].settle().await).is_empty());
    table.advance(1);
    let mut heard = players[1 - actor].settle().await;
    heard.retain(|frame| !frame["m"].is_null() && frame["m"]["text"] != "this is first");
    assert_eq!(said(&heard), ["this is a", "this is b", "this is c"]);
    assert!(heard.iter().zip(["a", "b", "c"]).all(|(frame, id)| frame["a"] == id));
    assert_eq!(table.metrics.commits.get(), commits + 2, "three messages, one commit");
}

#[tokio::test]
async fn moves_do_not_starve_chat() {
    let setup = Setup { people: 0, bots: 2, bot_pause: 0, chat_every: 0, ..Setup::default() };
    let mut table = Driven::open(setup).await;
    let mut watcher = table.join("somebody").await;
    let mut moves = 0;
    for number in 0..10 {
        watcher.chat(&format!("c{number}"));
        table.bot_pool.wake();
        let heard = watcher.settle().await;
        assert_eq!(said(&heard), [format!("this is c{number}")]);
        moves += heard.len() - 1;
    }
    assert!(moves >= 10, "{moves}");
}

#[tokio::test]
async fn the_chat_queue_is_bounded_and_half_of_it_is_for_players() {
    let mut table = Driven::open(Setup { chat_queue: 8, ..Setup::default() }).await;
    let mut players = table.players(2).await;
    players[0].chat("first");
    players[0].settle().await;
    let [mut one, mut other] = [table.join("guest 1").await, table.join("guest 2").await];
    for id in ["a", "b", "c", "d", "e"] {
        one.chat(id);
    }
    assert_eq!(refused(&one.settle().await), [("e", "too-fast")], "four each");
    other.chat("f");
    assert_eq!(refused(&other.settle().await), [("f", "too-fast")], "four for all spectators");
    for id in ["a", "b", "c", "d"] {
        players[0].chat(id);
    }
    assert!(refused(&players[0].settle().await).is_empty());
    players[1].chat("g");
    assert_eq!(refused(&players[1].settle().await), [("g", "too-fast")], "eight in all");
    table.advance(200);
    assert_eq!(said(&players[1].settle().await).len(), 8);
    players[1].chat("g");
    table.advance(200);
    assert_eq!(
        said(&players[1].settle().await),
        ["this is g"],
        "a refused message can be sent again"
    );
}

#[tokio::test]
async fn a_queued_message_is_written_once() {
    let mut table = Driven::open(Setup::default()).await;
    let mut players = table.players(2).await;
    players[0].chat("first");
    assert_eq!(said(&players[1].settle().await), ["this is first"]);
    players[0].chat("m");
    players[0].chat("m");
    players[0].send(&json!({ "type": "chat", "id": "m", "text": "something else" }));
    players[1].chat("m");
    assert_eq!(refused(&players[0].settle().await), [("m", "id-reused")]);
    table.advance(200);
    assert_eq!(
        said(&players[1].settle().await),
        ["this is m", "this is m"],
        "one of each player, with the same id"
    );
    players[0].chat("m");
    let heard = players[0].settle().await;
    assert_eq!(heard.last().unwrap()["type"], "done", "{heard:?}");
}
