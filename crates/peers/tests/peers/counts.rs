//! What it takes: rounds, messages and bytes of the deals and of single actions, to the byte.

use facedown_core::Game;
use facedown_games::exploding_kittens::ExplodingKittens;
use facedown_games::herding_cats::HerdingCats;
use facedown_games::texas_42::Texas42;
use serde_json::Value;

use crate::table::{Cost, Machines, dice, options, seats};

/// Plays at random until `wanted` says that an action is the one, and returns what that cost.
fn cost_of<G: Game>(
    machines: &mut Machines<G>,
    number: u64,
    wanted: impl Fn(&Cost, &Value) -> bool,
) -> Cost {
    let mut dice = dice("counts", number);
    loop {
        let before = machines.log.len();
        let _ = machines.spent();
        assert!(machines.step(&mut dice), "it does not happen in this game");
        let action = serde_json::to_value(&machines.log[before].action).unwrap();
        let cost = machines.spent();
        if wanted(&cost, &action) {
            return cost;
        }
    }
}

fn dealt<G: Game>(json: &str, players: usize) -> (Machines<G>, Cost) {
    let mut machines = Machines::<G>::dealt(&options::<G>(json), seats(players), 1);
    let cost = machines.spent();
    (machines, cost)
}

const fn cost(rounds: usize, messages: usize, bytes: usize) -> Cost {
    Cost { rounds, messages, bytes }
}

// In brackets: what the design set out to reach, where more is needed.

#[test]
fn texas_42() {
    let (mut machines, first) = dealt::<Texas42>("{}", 4);
    assert_eq!(first, cost(7, 16, 24_696));
    let domino = cost_of(&mut machines, 1, |_, action| action["type"] == "play-domino");
    assert_eq!(domino, cost(1, 1, 283));
    let later = cost_of(&mut machines, 2, |cost, _| cost.rounds > 1);
    assert_eq!(later, cost(5, 8, 23_148));
}

#[test]
fn herding_cats() {
    let (_, deal) = dealt::<HerdingCats>("{}", 4);
    assert_eq!(deal, cost(7, 16, 33_704));
}

#[test]
fn exploding_kittens() {
    let (mut machines, deal) = dealt::<ExplodingKittens>("{}", 4);
    assert_eq!(deal, cost(11, 20, 61_920));
    // (4 rounds, 3 KB): the card is tested, then mixed into the hand; hands were not mixed when that was counted.
    let draw = cost_of(&mut machines, 1, |_, action| action["type"] == "draw");
    assert_eq!(draw, cost(5, 13, 4_678));
    let shuffle = cost_of(&mut machines, 3, |_, action| action["type"] == "shuffle");
    assert_eq!(shuffle, cost(4, 4, 11_988));
}
