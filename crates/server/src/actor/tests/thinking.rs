//! The time of a bot's move does not reveal how long it thought.

use super::*;

/// How often the later of two moves, one with a single legal action and one with several, is the one with several: 0.5 if
/// the times reveal nothing.
fn auc(answers: &[(usize, Millis)]) -> f64 {
    let times = |is_forced: bool| {
        let of_kind = answers.iter().filter(move |(choices, _)| (*choices == 1) == is_forced);
        of_kind.map(|(_, after)| *after).collect::<Vec<_>>()
    };
    let (forced, free) = (times(true), times(false));
    assert!(forced.len() >= 40 && free.len() >= 40, "{} and {}", forced.len(), free.len());
    let pairs = forced.iter().flat_map(|one| free.iter().map(move |other| one.cmp(other)));
    let (mut won, mut all) = (0.0, 0.0);
    for order in pairs {
        all += 1.0;
        won += match order {
            std::cmp::Ordering::Less => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Greater => 0.0,
        };
    }
    won / all
}

/// Plays with bots that think longer if they have a choice. Returns the number of choices and the time to the update, for
/// each move.
async fn answers(bot_pause: Millis) -> Vec<(usize, Millis)> {
    let takes = |choices: usize, dice: &mut Dice| {
        let more = if choices == 1 { 0 } else { 60 };
        Millis::from(20 + more + dice.below(200))
    };
    let created = json!({ "game": "texas-42" });
    let (people, bots) = (0, 4);
    let mut table =
        Driven::open(Setup { created, people, bots, bot_pause, takes, ..Setup::default() }).await;
    let mut watcher = table.join("somebody").await;
    let (mut answers, mut asked) = (Vec::new(), table.clock.now());
    let mut is_over = false;
    while answers.len() < 240 && !is_over {
        table.advance(10);
        table.bot_pool.wake();
        for update in watcher.settle().await {
            is_over = update["w"] == json!([]);
            let choices = table.bot_pool.choices.lock().unwrap()[answers.len()];
            answers.push((choices, table.clock.now().since(asked)));
            asked = table.clock.now();
        }
    }
    answers
}

#[tokio::test]
async fn the_time_of_a_move_reveals_nothing_and_without_a_pause_it_would() {
    let fixed = answers(700).await;
    assert!((auc(&fixed) - 0.5).abs() < 0.02, "{}", auc(&fixed));
    assert!(fixed.iter().all(|(_, after)| *after == 700), "{fixed:?}");
    // The same measure detects it if bots move as soon as they are done.
    let when_done = answers(0).await;
    assert!(auc(&when_done) > 0.6, "{}", auc(&when_done));
}

#[tokio::test]
async fn the_pace_of_a_table_sets_how_long_a_bot_takes() {
    for (pace, after) in [("slow", 1_400), ("normal", 700), ("fast", 280), ("instant", 40)] {
        let created = json!({ "game": "herding-cats", "pace": pace });
        let setup = Setup { created, people: 0, bots: 2, ..Setup::default() };
        let mut table = Driven::open(setup).await;
        let mut watcher = table.join("somebody").await;
        let mut asked = table.clock.now();
        for _ in 0..5 {
            while watcher.settle().await.is_empty() {
                table.advance(10);
                table.bot_pool.wake();
            }
            assert_eq!(table.clock.now().since(asked), after, "{pace}");
            asked = table.clock.now();
        }
    }
}

#[tokio::test]
async fn a_bot_slower_than_the_pause_moves_on_a_coarse_grid() {
    let takes = |_: usize, dice: &mut Dice| Millis::from(710 + dice.below(600));
    let setup = Setup { people: 0, bots: 2, takes, ..Setup::default() };
    let mut table = Driven::open(setup).await;
    let mut watcher = table.join("somebody").await;
    let mut asked = table.clock.now();
    for _ in 0..20 {
        while watcher.settle().await.is_empty() {
            table.advance(10);
            table.bot_pool.wake();
        }
        assert_eq!(table.clock.now().since(asked), 1_400);
        asked = table.clock.now();
    }
}

/// The first automatic move for a player who resigned or is away, and after what time it is made.
async fn stands_in(absent: Value, resigns: bool) -> (Value, Millis) {
    let takes = |_: usize, _: &mut Dice| 90;
    let created = json!({ "game": "herding-cats", "absent": absent, "grace": 5 });
    let mut table = Driven::open(Setup { created, takes, ..Setup::default() }).await;
    let players = table.players(2).await;
    let actor = players.iter().position(Eye::is_asked).unwrap();
    let mut watcher = table.join("somebody").await;
    if resigns {
        let id = PlayerId(format!("player {actor}").into());
        let caller = Some(Caller { id, name: Name::new("somebody").unwrap() });
        let (reply, done) = oneshot::channel();
        let request = super::super::TableRequest::Resign;
        let pending = super::super::PendingRequest { caller, code: None, request, reply };
        let resign = Message::Request(Box::new(pending));
        table.inbox.send(resign).await.unwrap();
        assert!(done.await.unwrap().is_ok());
    } else {
        table.inbox.send(Message::Gone { from: players[actor].id }).await.unwrap();
        watcher.settle().await;
        table.advance(5_000);
    }
    let heard = watcher.settle().await;
    assert!(heard.iter().all(|frame| frame["by"].is_null()), "{heard:?}");
    let asked = table.clock.now();
    loop {
        table.advance(10);
        table.bot_pool.wake();
        if let Some(update) = watcher.settle().await.first() {
            return (update["by"].clone(), table.clock.now().since(asked));
        }
    }
}

#[tokio::test]
async fn automatic_moves_for_absent_players_have_the_same_timing() {
    for absent in [json!("fallback"), json!({ "bot": "timid" })] {
        for resigns in [true, false] {
            let (by, after) = stands_in(absent.clone(), resigns).await;
            assert_eq!((by, after), (json!("absent"), 700), "{absent} {resigns}");
        }
    }
}

#[tokio::test]
async fn the_table_continues_while_a_bot_thinks() {
    let takes = |_: usize, _: &mut Dice| 60_000;
    let created = json!({ "game": "herding-cats" });
    let setup = Setup { created, people: 0, bots: 2, takes, ..Setup::default() };
    let mut table = Driven::open(setup).await;
    let mut watcher = table.join("somebody").await;
    assert_eq!(table.bot_pool.jobs.lock().unwrap().len(), 1, "one at a time");
    watcher.chat("c");
    assert_eq!(watcher.settle().await[0]["a"], "c");
    table.advance(60_000);
    table.bot_pool.wake();
    assert!(watcher.settle().await.is_empty(), "not as soon as it is done");
    table.advance(200);
    assert_eq!(watcher.settle().await.len(), 1);
}
