//! Machines and the relay are killed in the middle of games, and the games go on to the same end for everybody.

use std::time::Duration;

use facedown_core::Game;
use facedown_games::exploding_kittens::{self, ExplodingKittens};
use facedown_games::herding_cats::{self, HerdingCats};
use facedown_games::texas_42::{Options, Texas42};

use tokio::time::timeout;

use crate::players::{BotProcess, Onlooker, Relay, all_end, block_on, verifies};

/// Plays a game in which one machine is killed at every `every`th entry, each in turn, and the relay at every `relay`th.
fn survives_kills<G: Game>(options: &G::Options, players: usize, every: u64, relay_every: u64) {
    let is_long = std::env::var_os("FACEDOWN_LONG").is_some();
    let every = if is_long { 1 } else { every };
    let mut relay = Relay::start(&format!("kills-{}", G::NAME));
    let (link, key) = relay.table::<G>(options, players);
    let mut bots: Vec<_> =
        (0..players).map(|number| BotProcess::start(&relay, &link, number)).collect();
    let mut kills = 0;
    block_on(async {
        let mut onlooker = Onlooker::new(&link, key);
        let mut entry = 1;
        while goes_on(&mut onlooker, entry, &mut bots).await {
            if entry.is_multiple_of(relay_every) {
                relay.kill();
                relay.start_again();
                kills += 1;
            }
            if entry.is_multiple_of(every) {
                let victim = &mut bots[kills % players];
                victim.kill();
                victim.start_again();
                kills += 1;
            }
            entry += 1;
        }
    });
    assert!(kills > 3, "only {kills} kills");
    all_end(&mut bots);
    verifies(&bots[0].chain());
}

/// Waits until this many entries were stamped. Returns false if there will not be so many: the table is over, or all have gone
/// home. A relay that is killed then forgets who was done, and puts the table away much later.
async fn goes_on(onlooker: &mut Onlooker, entries: u64, bots: &mut [BotProcess]) -> bool {
    loop {
        let waited = timeout(Duration::from_secs(1), onlooker.wait_for(entries)).await;
        match waited {
            Ok(has_come) => return has_come,
            Err(_) if bots.iter_mut().all(|bot| !bot.is_running()) => return false,
            Err(_) => {}
        }
    }
}

#[test]
fn texas_42_survives_kills() {
    survives_kills::<Texas42>(&Options { marks: 1, ..Options::default() }, 4, 23, 60);
}

#[test]
fn herding_cats_survives_kills() {
    survives_kills::<HerdingCats>(&herding_cats::Options::default(), 2, 9, 31);
}

#[test]
fn exploding_kittens_survives_kills() {
    survives_kills::<ExplodingKittens>(&exploding_kittens::Options::default(), 2, 9, 31);
}

/// Whoever has a seat need not find the relay there: it waits for it, as it does in the middle of a game.
#[test]
fn a_machine_that_starts_while_the_relay_is_away_waits_for_it() {
    let mut relay = Relay::start("away");
    let (link, key) = relay.table::<HerdingCats>(&herding_cats::Options::default(), 2);
    let mut bots: Vec<_> = (0..2).map(|number| BotProcess::start(&relay, &link, number)).collect();
    assert!(block_on(async { Onlooker::new(&link, key).wait_for(9).await }));
    bots[0].kill();
    relay.kill();
    let before = bots[0].said();
    bots[0].start_again();
    while !bots[0].said()[before.len()..].contains("Trying again") {
        assert!(bots[0].is_running(), "{}", bots[0].said());
        std::thread::yield_now();
    }
    relay.start_again();
    all_end(&mut bots);
}
