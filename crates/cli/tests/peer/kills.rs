//! Machines and the relay are killed in the middle of games, and the games go on to the same end for everybody.

use std::time::Duration;

use facedown_core::Game;
use facedown_games::exploding_kittens::{self, ExplodingKittens};
use facedown_games::herding_cats::{self, HerdingCats};
use facedown_games::texas_42::{Options, Texas42};

use tokio::time::timeout;

use crate::players::{BotProcess, Onlooker, Relay, all_end, block_on, verifies};

/// How often machines and the relay are killed, in entries. In the long form every machine is killed at every entry.
struct Plan {
    players: usize,
    machine: u64,
    relay: u64,
}

/// Plays a game in which machines are killed, in turn, and the relay, while the game goes on.
fn survives_kills<G: Game>(options: &G::Options, plan: &Plan) {
    let is_long = std::env::var_os("FACEDOWN_LONG").is_some();
    let mut relay = Relay::start(&format!("kills-{}", G::NAME));
    let (link, key) = relay.table::<G>(options, plan.players);
    let mut bots: Vec<_> =
        (0..plan.players).map(|number| BotProcess::start(&relay, &link, number)).collect();
    let (mut kills, mut entry) = (0, 1);
    block_on(async {
        let mut onlooker = Onlooker::new(&link, key);
        while goes_on(&mut onlooker, entry, &mut bots).await {
            if entry.is_multiple_of(plan.relay) {
                relay.kill();
                relay.start_again();
                kills += 1;
            }
            if is_long {
                bots.iter_mut().for_each(BotProcess::kill);
                bots.iter_mut().for_each(BotProcess::start_again);
                kills += plan.players;
            } else if entry.is_multiple_of(plan.machine) {
                let victim = &mut bots[kills % plan.players];
                victim.kill();
                victim.start_again();
                kills += 1;
            }
            entry += 1;
        }
    });
    all_end(&mut bots);
    verifies(&bots[0].chain());
    // The shortest game has more entries than this.
    assert!(entry > 2 * plan.relay, "only {entry} entries");
    assert!(kills >= 6, "only {kills} kills");
}

/// Waits until this many entries were stamped. Returns false if there will not be so many: the table is over, or all have gone
/// home. A relay that is killed then forgets who was done, and puts the table away much later.
async fn goes_on(onlooker: &mut Onlooker, entries: u64, bots: &mut [BotProcess]) -> bool {
    loop {
        // Whoever has gone home by now has said everything before.
        let have_gone = bots.iter_mut().all(|bot| !bot.is_running());
        if have_gone {
            return onlooker.catch_up().await >= entries;
        }
        // How long that is does not matter: it only looks again who is there.
        let waited = timeout(Duration::from_secs(1), onlooker.wait_for(entries)).await;
        if let Ok(has_come) = waited {
            return has_come;
        }
    }
}

#[test]
fn texas_42_survives_kills() {
    let plan = Plan { players: 4, machine: 11, relay: 30 };
    survives_kills::<Texas42>(&Options { marks: 1, ..Options::default() }, &plan);
}

#[test]
fn herding_cats_survives_kills() {
    let plan = Plan { players: 2, machine: 4, relay: 11 };
    survives_kills::<HerdingCats>(&herding_cats::Options::default(), &plan);
}

#[test]
fn exploding_kittens_survives_kills() {
    let plan = Plan { players: 2, machine: 4, relay: 9 };
    survives_kills::<ExplodingKittens>(&exploding_kittens::Options::default(), &plan);
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
